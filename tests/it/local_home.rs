//! What the page shows somebody who has no game before them, over real sockets.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use serde_json::{Value, json};

use super::local_table::sha256;
use crate::support::local_page::{LocalPage, Tab, said, secret};

async fn home(tab: &mut Tab) -> Value {
    tab.ask(json!("home")).await["home"].take()
}

/// The values of a list by one of their fields.
fn all<'v>(list: &'v Value, key: &str) -> Vec<&'v Value> {
    list.as_array().unwrap().iter().map(|one| &one[key]).collect()
}

/// Says a line in the channel and waits until the bot has said something about this game.
async fn say(tab: &mut Tab, n: u32, text: &str, game: u32) {
    tab.say(n, text).await;
    tab.line(|line| line["author"].is_null() && line["game"] == game).await;
}

/// The address of a small board, with a proof of whose request it is.
fn address(board: &Value, more: &str) -> String {
    let src = board["src"].as_str().unwrap();
    format!("{src}&lines={}&plies={}&width=300{more}", board["lines"], board["plies"])
}

/// The part of an address that proves whose request it is.
fn proof(name: &str) -> String {
    format!("&by={}", sha256(&secret(name)))
}

#[tokio::test]
async fn home_has_what_there_is_to_play_to_take_and_to_watch() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut guest = program.connect().await;
    let empty = home(&mut guest).await;
    assert_eq!(empty["newcomer"], true);
    for list in ["last", "games", "offers", "watch", "people"] {
        assert_eq!(empty[list], json!([]), "{list}");
    }

    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    say(&mut ann, 1, "challenge @ben lyra white 10m+5s", 1).await;
    // Whoever is asked sees that first, and whoever is not sees nothing of it.
    say(&mut ben, 2, "challenge anyone martian players:4 rated 2d/move", 2).await;
    let asked = home(&mut ben).await;
    assert_eq!(all(&asked["offers"], "no"), [1, 2]);
    let offer = &asked["offers"][0];
    assert_eq!(
        (&offer["by"], &offer["asked"], &offer["mine"]),
        (&json!("ann"), &json!(true), &json!(false))
    );
    assert_eq!((&offer["clock"], &offer["title"]), (&json!("10m + 5s"), &json!("Lyra")));
    assert_eq!(all(&offer["actions"], "line"), ["accept #1", "decline #1"]);
    let own = &asked["offers"][1];
    assert_eq!((&own["mine"], &own["seats"], &own["taken"]), (&json!(true), &json!(4), &json!(1)));
    let lines = all(&own["actions"], "line");
    assert!(lines.contains(&&json!("withdraw #2")), "{lines:?}");
    let open = home(&mut guest).await;
    assert_eq!(all(&open["offers"], "no"), [2]);
    assert_eq!(all(&open["offers"][0]["actions"], "line"), ["accept #2"]);

    say(&mut ben, 3, "accept #1", 1).await;
    ann.send(said(4, "private", "challenge bot 3 mix")).await;
    ann.line(|line| line["game"] == 3 && line["picture"].is_object()).await;

    // Ann's games; the one in private is nobody else's, also not as what she does.
    let hers = home(&mut ann).await;
    assert_eq!(hers["newcomer"], false);
    let mut mine = all(&hers["games"], "no");
    mine.sort_by_key(|no| no.as_u64());
    assert_eq!((mine, &hers["watch"]), (vec![&json!(1), &json!(3)], &json!([])));
    let lyra = hers["games"].as_array().unwrap().iter().find(|game| game["no"] == 1).unwrap();
    assert_eq!(
        (&lyra["with"], &lyra["waits"], &lyra["kind"]),
        (&json!(["ben"]), &json!(true), &json!("lyra"))
    );
    assert_eq!(lyra["clock"]["mine"], true);
    let mix = hers["games"].as_array().unwrap().iter().find(|game| game["no"] == 3).unwrap();
    assert_eq!((&mix["with"], &mix["place"]), (&json!(["bot, casual"]), &json!("private")));
    for tab in [&mut ben, &mut guest] {
        let seen = home(tab).await;
        assert!(!seen.to_string().contains("/board/3."), "{seen}");
        let people = seen["people"].as_array().unwrap();
        let doing: Vec<_> =
            people.iter().map(|one| (&one["name"], &one["plays"], &one["looks"])).collect();
        let [no, yes] = [json!(false), json!(true)];
        assert_eq!(doing, [(&json!("ann"), &json!([1]), &no), (&json!("ben"), &json!([1]), &yes)]);
    }
    let watched = home(&mut guest).await["watch"].clone();
    assert_eq!(
        (all(&watched, "no"), &watched[0]["with"]),
        (vec![&json!(1)], &json!(["ann", "ben"]))
    );

    // The small boards are served to those who may see them.
    assert_eq!(program.get(&address(&watched[0]["board"], "")).await.status, 200);
    assert_eq!(program.get(&address(&mix["board"], "")).await.status, 404);
    assert_eq!(program.get(&address(&mix["board"], &proof("ben"))).await.status, 404);
    assert_eq!(program.get(&address(&mix["board"], &proof("ann"))).await.status, 200);
    program.close().await;
}

#[tokio::test]
async fn the_last_terms_begin_such_a_game_again() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    say(&mut ann, 1, "challenge bot 4 lyra v3", 1).await;
    say(&mut ann, 2, "resign #1 yes", 1).await;
    say(&mut ann, 3, "challenge bot 4 lyra v3", 2).await;
    say(&mut ann, 4, "challenge @ben mix 5m+10s", 3).await;
    say(&mut ben, 5, "accept #3", 3).await;
    say(&mut ann, 6, "challenge anyone bot 2 martian players:3 2d/move", 4).await;
    let last = home(&mut ann).await["last"].clone();
    assert_eq!(
        last,
        json!([
            { "label": "Martian Chess · anyone +1 · 2d a move",
              "line": "challenge anyone bot 2 martian players:3 2d/move" },
            { "label": "Game Mix · ben · 5m + 10s", "line": "challenge @ben mix 5m+10s" },
            { "label": "Lyra · bot, steady", "line": "challenge bot 4 lyra v3" },
        ])
    );
    // Of the other one it is the same from the other side.
    assert_eq!(home(&mut ben).await["last"][0]["line"], "challenge @ann mix 5m+10s");
    say(&mut ann, 7, last[2]["line"].as_str().unwrap(), 5).await;
    let begun = home(&mut ann).await;
    let begun = begun["games"].as_array().unwrap().iter().find(|game| game["no"] == 5).unwrap();
    assert_eq!((&begun["with"], &begun["kind"]), (&json!(["bot, steady"]), &json!("lyra")));
    program.close().await;
}

#[tokio::test]
async fn a_hidden_set_up_is_on_its_own_small_board_alone() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    say(&mut ann, 1, "challenge @ben cyvasse white", 1).await;
    ben.say(2, "accept").await;
    ann.line(|line| line["place"] == "private").await;
    let board = |seen: &Value, list: &str| seen[list][0]["board"].clone();
    let own = board(&home(&mut ann).await, "games");
    assert!(own["src"].as_str().unwrap().contains("own=1") && own["proof"] == true, "{own}");
    assert_eq!(program.get(&address(&own, &proof("ann"))).await.status, 200);
    for request in [address(&own, ""), address(&own, &proof("ben"))] {
        assert_eq!(program.get(&request).await.status, 404);
    }
    let watched = board(&home(&mut program.connect().await).await, "watch");
    let before = program.get(&address(&watched, "")).await.body;
    assert_eq!(watched["proof"], false);
    ann.send(said(3, "private", "setup harbour")).await;
    ann.line(|line| line["place"] == "private" && line["picture"].is_object()).await;
    let after = board(&home(&mut program.connect().await).await, "watch");
    assert_eq!(program.get(&address(&after, "")).await.body, before);
    program.close().await;
}

#[tokio::test]
async fn the_form_for_a_new_game_is_filled_in_from_ones_own_game() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    say(&mut ann, 1, "challenge @ben mix mixchess 5m+10s rated", 1).await;
    say(&mut ben, 2, "accept #1", 1).await;
    let form = async |tab: &mut Tab| {
        tab.ask(json!({ "new_game": { "game": 1 } })).await["new_game"].take()
    };
    let hers = form(&mut ann).await;
    let filled = json!({ "game": "mix", "others": ["@ben"], "clock": "5m+10s", "rated": true,
        "options": [["preset", "mixchess"]] });
    assert_eq!((&hers["filled"], &hers["usual"]), (&filled, &json!("lyra")));
    assert_eq!(hers["again"][0]["line"], "challenge @ben mixchess 5m+10s rated");
    assert_eq!((all(&hers["games"], "key").len(), hers["levels"][3].clone()), (4, json!("steady")));
    // Whoever did not play it has the same choices, and nothing of its terms.
    for tab in [&mut program.connect().await, &mut program.enter("carl").await] {
        let seen = form(tab).await;
        assert_eq!((&seen["filled"], &seen["again"]), (&Value::Null, &json!([])));
        assert_eq!(seen["games"], hers["games"]);
    }
    program.close().await;
}

#[tokio::test]
async fn help_and_rules_are_read_without_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    for mut tab in [program.connect().await, program.enter("ann").await] {
        let help = tab.ask(json!("help")).await["help"].take();
        let groups = help.as_array().unwrap();
        assert_eq!(groups.len(), 4);
        let of = |title: &str| groups.iter().find(|group| group["title"] == title).unwrap();
        assert!(all(&of("Play")["commands"], "example").contains(&&json!("accept")), "{help}");

        let short = tab.ask(json!({ "rules": { "kind": "lyra", "topic": "" } })).await;
        assert_eq!(short["rules"]["title"], "Lyra");
        let topics = short["rules"]["topics"].as_array().unwrap().clone();
        assert!(topics.contains(&json!("assassin")), "{topics:?}");
        for topic in topics {
            let about = tab.ask(json!({ "rules": { "kind": "lyra", "topic": topic } })).await;
            assert!(!about["rules"]["text"].as_array().unwrap().is_empty(), "{topic}");
            assert_ne!(about["rules"]["text"], short["rules"]["text"], "{topic}");
        }
        for (kind, topic) in [("chess", ""), ("lyra", "no such topic")] {
            let none = tab.ask(json!({ "rules": { "kind": kind, "topic": topic } })).await;
            assert!(none["rules"].is_null(), "{kind} {topic}");
        }
    }
}
