//! What the page shows about a person, over real sockets.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use serde_json::{Value, json};

use crate::support::local_page::{LocalPage, Tab, said, text_of};

async fn person(tab: &mut Tab, name: &str) -> Value {
    tab.ask(json!({ "person": { "name": name } })).await["person"].take()
}

async fn finished(tab: &mut Tab, wanted: Value) -> Value {
    tab.ask(json!({ "finished": wanted })).await["finished"].take()
}

/// The numbers of listed games.
fn numbers(finished: &Value) -> Vec<u64> {
    let games = finished["games"].as_array().unwrap();
    games.iter().map(|game| game["no"].as_u64().unwrap()).collect()
}

/// Says a line in a place and waits until the bot has said this.
async fn say(tab: &mut Tab, n: u32, (place, text): (&str, &str), answer: &str) {
    tab.send(said(n, place, text)).await;
    tab.line(|line| line["author"].is_null() && text_of(line).contains(answer)).await;
}

/// Ann and Ben play a rated game that Ben gives up, and Ann one with the bot in private.
async fn played(ann: &mut Tab, ben: &mut Tab) {
    say(ann, 1, ("channel", "challenge @ben lyra white rated 2d/move"), "invites you").await;
    say(ben, 2, ("channel", "accept #1"), "begins").await;
    say(ann, 3, ("channel", "c2-c3"), "ann moved").await;
    say(ben, 4, ("channel", "#1 c5-c4"), "ben moved").await;
    say(ben, 5, ("channel", "resign #1 yes"), "ann wins #1").await;
    say(ann, 6, ("private", "challenge bot 1 mix white"), "begins").await;
    say(ann, 7, ("private", "resign #2 yes"), "wins #2").await;
    say(ben, 8, ("channel", "challenge bot 1 cyvasse white"), "#3 Cyvasse").await;
}

#[tokio::test]
async fn a_person_is_shown_with_what_the_reader_may_see() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    played(&mut ann, &mut ben).await;
    let mut guest = program.connect().await;

    // Her own page has all of it, to her.
    let own = person(&mut ann, "ann").await;
    assert_eq!(
        (&own["me"], &own["here"], &own["together"]),
        (&json!(true), &json!(true), &json!(null))
    );
    assert_eq!(numbers(&own["finished"]), [2, 1]);
    assert_eq!(own["finished"]["games"][1]["result"], "you won (resignation)");
    assert_eq!(own["finished"]["games"][0]["place"], "private");
    // Where something was played there is its last board, which everybody may fetch.
    assert!(own["finished"]["games"][0]["board"].is_null(), "{own}");
    let board = &own["finished"]["games"][1]["board"];
    let address = board["src"].as_str().unwrap();
    assert!(address.starts_with("/board/1.png?"), "{board}");
    assert_eq!(program.get(address).await.status, 200, "{address}");
    // That of a game which goes on would not stay true.
    assert_eq!(program.get(&address.replace("/1.png", "/3.png")).await.status, 404);
    let lyra = own["ratings"].as_array().unwrap().iter().find(|one| one["kind"] == "lyra").unwrap();
    assert_eq!(lyra["now"]["games"], 1);
    let points = lyra["now"]["points"].as_str().unwrap();
    let course = lyra["course"].as_array().unwrap();
    assert!(points.ends_with('?') && course.len() == 1, "{lyra}");
    assert_eq!(course[0][1].to_string(), points.trim_end_matches('?'));
    assert!(own["ratings"].as_array().unwrap().len() >= 4, "{own}");

    // Others see nothing of the game in private, not as a number either.
    for (tab, compared) in [(&mut ben, (1, 0, 1)), (&mut guest, (0, 0, 0))] {
        let hers = person(tab, "ANN").await;
        assert_eq!((&hers["name"], &hers["me"]), (&json!("ann"), &json!(false)));
        assert_eq!((numbers(&hers["finished"]), &hers["finished"]["of"]), (vec![1], &json!(1)));
        let game = &hers["finished"]["games"][0];
        assert_eq!((&game["how"], &game["with"]), (&json!("won"), &json!("ben")));
        assert!(game["replay"] == true && game["card"] == true, "{game}");
        assert!(!hers.to_string().contains("mix\",\"title"), "{hers}");
        assert_eq!(
            hers["record"],
            json!([{ "title": "Lyra", "games": 1, "won": 1, "drawn": 0, "lost": 0 }])
        );
        let together = &hers["together"];
        let [games, won, lost] =
            ["games", "won", "lost"].map(|key| together[key].as_u64().unwrap());
        assert_eq!((games, won, lost), compared);
    }
    // What Ben plays in the open can be watched.
    assert_eq!(person(&mut guest, "ben").await["plays"], json!([3]));

    // Somebody who has only come in is somebody; a name that nobody has is nobody's.
    let _carl = program.enter("carl").await;
    let carl = person(&mut ann, "carl").await;
    assert_eq!(
        (&carl["here"], &carl["since"], &carl["record"]),
        (&json!(true), &json!(null), &json!([]))
    );
    for nobody in ["zoe", "", "Martian Cake", "ann ben"] {
        assert!(person(&mut ann, nobody).await.is_null(), "{nobody}");
    }
    drop(ben);
    program.close().await;
}

#[tokio::test]
async fn own_finished_games_are_found_by_game_opponent_and_result() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    assert_eq!(finished(&mut ann, json!({})).await, json!({ "games": [], "of": 0 }));
    played(&mut ann, &mut ben).await;
    for (wanted, found) in [
        (json!({}), vec![2, 1]),
        (json!({ "skip": 1 }), vec![1]),
        (json!({ "skip": 9 }), vec![]),
        (json!({ "game": "mix" }), vec![2]),
        (json!({ "game": "martian" }), vec![]),
        (json!({ "with": "ben" }), vec![1]),
        (json!({ "with": "carl" }), vec![]),
        (json!({ "result": "won" }), vec![1]),
        (json!({ "result": "lost", "game": "lyra" }), vec![]),
    ] {
        let games = finished(&mut ann, wanted.clone()).await;
        assert_eq!(numbers(&games), found, "{wanted}");
    }
    assert_eq!(finished(&mut ann, json!({ "skip": 1 })).await["of"], 2);
    // They are one's own: Ben has none of the second.
    assert_eq!(numbers(&finished(&mut ben, json!({})).await), [1]);
    program.close().await;
}

#[tokio::test]
async fn the_address_of_a_person_has_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    for path in ["/person/ann", "/person/%D0%98%D1%80%D0%B0"] {
        let answer = program.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.head.contains("text/html"), "{}", answer.head);
    }
    assert_eq!(program.get("/person").await.status, 404);
    program.close().await;
}
