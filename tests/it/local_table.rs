//! The table of a game over real sockets: what comes with a position, and who gets to know what of it.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::support::local_page::{LocalPage, Tab, said, secret, text_of};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The table of a game as a tab gets it.
async fn table(tab: &mut Tab, game: u32) -> Value {
    tab.ask(json!({ "table": { "game": game } })).await["table"].clone()
}

/// The address of its board, in a size and with a proof of whose request it is.
fn address(table: &Value, more: &str) -> String {
    let board = &table["board"];
    let src = board["src"].as_str().unwrap();
    format!("{src}&lines={}&plies={}&width=300{more}", board["lines"], board["plies"])
}

/// The texts of a list.
fn list(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
}

fn texts<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|one| one[key].as_str().unwrap()).collect()
}

const PROPOSALS: [&str; 3] = ["draw offer #1", "takeback #1", "time give 15 seconds #1"];

/// What can be proposed and given is offered before what cannot be undone, and nobody is asked again and again.
async fn proposes_and_gives(ann: &mut Tab, ben: &mut Tab) {
    let now = table(ann, 1).await;
    let lines = texts(&now["actions"], "line");
    let at = lines.iter().position(|line| *line == PROPOSALS[0]).expect("a draw can be offered");
    assert_eq!(lines[at..at + 3], PROPOSALS);
    assert!(lines[at + 3].starts_with("resign"), "{lines:?}");
    for (n, line) in (20..).zip(PROPOSALS) {
        ann.say(n, line).await;
        ben.line(|line| line["game"] == 1 && line["author"].is_null()).await;
    }
    let now = table(ann, 1).await;
    let lines = texts(&now["actions"], "line");
    assert!(!lines.contains(&PROPOSALS[0]) && lines.contains(&PROPOSALS[2]), "{lines:?}");
}

#[tokio::test]
async fn moves_and_odds_come_with_the_position_to_whoever_is_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    let mut ben = program.enter("ben").await;
    assert_eq!(table(&mut ann, 1).await, Value::Null);
    ann.say(1, "challenge @ben lyra white 10m+5s").await;
    ben.line(|line| line["game"] == 1).await;
    assert_eq!(table(&mut ben, 1).await, Value::Null, "an offer has no table yet");
    ben.say(2, "accept").await;
    let played = ["f2-f3", "d5-d4", "a1-c3", "b6-b4"];
    for (n, mv) in (3..).zip(played) {
        let tab = if n % 2 == 1 { &mut ann } else { &mut ben };
        tab.line(|line| line["picture"]["shows"] == "board").await;
        tab.say(n, mv).await;
    }
    ann.line(|line| line["picture"]["alt"].as_str().is_some_and(|alt| alt.contains("Move 4.")))
        .await;

    let mine = table(&mut ann, 1).await;
    assert_eq!((mine["waits"].as_bool(), mine["mine"].as_bool()), (Some(true), Some(true)));
    let plies: Vec<&str> =
        mine["plies"].as_array().unwrap().iter().map(|ply| ply[0].as_str().unwrap()).collect();
    assert_eq!(plies, played);
    assert_eq!(texts(&mine["sides"], "name"), ["ann", "ben"]);
    // The clock of whoever is to move runs once the board is delivered.
    let clocks = |table: &Value| -> Vec<bool> {
        table["sides"].as_array().unwrap().iter().map(|side| side["clock"][1] == true).collect()
    };
    let started = async {
        while clocks(&table(&mut ann, 1).await) != [true, false] {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, started).await.expect("her clock starts, and his does not");
    let moves = mine["moves"].as_array().unwrap();
    let attack = moves.iter().find(|mv| mv["to"] == "d4").expect("the Lieutenant can attack");
    let odds = attack["odds"].as_u64().expect("with its chance");
    assert!((1..100).contains(&odds), "{attack}");
    assert!(moves.iter().all(|mv| mv["from"].as_str().is_some_and(|from| !from.is_empty())));

    // The other sees the same from the other side, and a guest watches; neither can move.
    let theirs = table(&mut ben, 1).await;
    assert_eq!(theirs["moves"], json!([]));
    assert_eq!(texts(&theirs["sides"], "name"), ["ben", "ann"]);
    let mut guest = program.connect().await;
    let seen = table(&mut guest, 1).await;
    assert_eq!((&seen["moves"], &seen["mine"]), (&json!([]), &json!(false)));
    let offered = texts(&seen["actions"], "line");
    assert!(PROPOSALS.iter().all(|line| !offered.contains(line)), "{offered:?}");
    for table in [&mine, &theirs, &seen] {
        assert_eq!(program.get(&address(table, "")).await.status, 200);
    }
    assert_eq!(program.get("/board/1.png?v=x&side=1&lines=900").await.status, 404);
    // Without a line it is the last board, which a game that goes on does not have.
    assert_eq!(program.get("/board/1.png?v=x&side=1").await.status, 404);
    assert_eq!(program.get("/board/9.png?v=x&side=1&lines=1").await.status, 404);

    // Why something is illegal is told without a word in the channel.
    let why = ann.ask(json!({ "illegal": { "game": 1, "text": "f3-f6" } })).await;
    assert!(why["illegal"].as_str().is_some_and(|why| why.len() > 10), "{why}");
    let why = ann.ask(json!({ "illegal": { "game": 1, "text": "f3-f4" } })).await;
    assert_eq!(why["illegal"], Value::Null);
    proposes_and_gives(&mut ann, &mut ben).await;
    program.close().await;
}

/// What is proposed to somebody at a table, with the lines of the answers.
async fn asked(tab: &mut Tab, game: u32) -> (Value, Vec<String>) {
    let mut seen = table(tab, game).await;
    let lines = texts(&seen["asks"], "line").into_iter().map(str::to_owned).collect();
    (seen["asked"].take(), lines)
}

#[tokio::test]
async fn what_is_proposed_is_asked_at_the_table_of_whoever_is_to_answer() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    let mut guest = program.connect().await;
    ann.say(1, "challenge @ben lyra white").await;
    ben.line(|line| line["game"] == 1).await;
    let mut both = [&mut ann, &mut ben];
    say(&mut both, (1, 2, "accept"), "begins").await;
    say(&mut both, (0, 3, "f2-f3"), "f2-f3").await;
    let lines = |words: [&str; 2]| words.map(str::to_owned).to_vec();
    let cases = [
        ("draw offer", "ann offers a draw", ["draw accept #1", "draw decline #1"]),
        ("takeback", "ann asks to take a move back", ["takeback accept #1", "takeback decline #1"]),
    ];
    for (n, (line, words, answers)) in (4..).step_by(2).zip(cases) {
        ann.say(n, line).await;
        ben.line(|line| line["text"].to_string().contains(answers[0].trim_end_matches(" #1")))
            .await;
        assert_eq!(asked(&mut ben, 1).await, (json!(words), lines(answers)));
        for other in [&mut ann, &mut guest] {
            assert_eq!(asked(other, 1).await, (Value::Null, Vec::new()));
        }
        ben.say(n + 1, answers[1]).await;
        ann.line(|line| line["text"].to_string().contains("The game goes on")).await;
        assert_eq!(asked(&mut ben, 1).await, (Value::Null, Vec::new()));
    }

    // Whoever has lost asks for another game, on the board of the one that is over.
    ann.say(8, "resign #1 yes").await;
    ben.line(|line| line["picture"]["alt"].as_str().is_some_and(|alt| alt.contains("wins"))).await;
    assert_eq!(asked(&mut ben, 1).await, (Value::Null, Vec::new()));
    ann.say(9, "rematch #1").await;
    ben.line(|line| line["game"] == 2).await;
    let rematch = (json!("ann asks for a rematch"), lines(["accept #2", "decline #2"]));
    assert_eq!(asked(&mut ben, 1).await, rematch);
    for other in [&mut ann, &mut guest] {
        assert_eq!(asked(other, 1).await, (Value::Null, Vec::new()));
    }
    ben.say(10, "decline #2").await;
    ann.line(|line| line["text"].to_string().contains("declined offer")).await;
    assert_eq!(asked(&mut ben, 1).await, (Value::Null, Vec::new()));
    program.close().await;
}

#[tokio::test]
async fn a_table_is_seen_from_the_side_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    ann.say(1, "challenge @ben lyra white 10m+5s").await;
    ben.line(|line| line["game"] == 1).await;
    let mut both = [&mut ann, &mut ben];
    say(&mut both, (1, 2, "accept"), "begins").await;
    for (n, (mv, by)) in (3..).zip([("f2-f3", 0), ("d5-d4", 1), ("a1-c3", 0), ("b6-b4", 1)]) {
        say(&mut both, (by, n, mv), mv).await;
    }
    say(&mut both, (0, 9, "c3-d4"), "c3").await;
    let turned = json!({ "table": { "game": 1, "side": 2 } });
    let own = table(&mut ann, 1).await;
    let other = ann.ask(turned.clone()).await["table"].clone();
    assert_eq!(
        (texts(&own["sides"], "name"), texts(&other["sides"], "name")),
        (vec!["ann", "ben"], vec!["ben", "ann"])
    );
    assert_eq!((&own["board"]["side"], &other["board"]["side"]), (&json!(1), &json!(2)));
    assert_eq!(program.get(&address(&other, "")).await.status, 200);
    assert!(other["board"]["src"].as_str().unwrap().contains("side=2"), "{}", other["board"]);
    assert_eq!((&own["moves"], &own["mine"]), (&other["moves"], &other["mine"]));
    // There is no third side, and nobody sees a side of men who are arranged unseen.
    let third = json!({ "table": { "game": 1, "side": 3 } });
    assert_eq!(ann.ask(third).await["table"]["board"]["side"], 1);
    // A fight has its dice behind it, and each ply its side.
    let plies = own["plies"].as_array().unwrap();
    let sides: Vec<u64> = plies.iter().map(|ply| ply[3].as_u64().unwrap()).collect();
    assert_eq!(sides, [1, 2, 1, 2, 1]);
    assert!(plies[..4].iter().all(|ply| ply[2].is_null()), "{plies:?}");
    let (dice, fight) = (plies[4][2].as_str().unwrap(), &own["told"][0]["fight"]);
    assert_eq!(dice, format!("{}:{}", fight["attack"][1], fight["defence"][1]));

    ann.say(20, "challenge @ben cyvasse white").await;
    ben.line(|line| line["game"] == 2).await;
    ben.say(21, "accept #2").await;
    ann.line(|line| line["place"] == "private").await;
    let turned = json!({ "table": { "game": 2, "side": 2 } });
    let own = ann.ask(turned).await["table"]["board"].clone();
    assert_eq!(own["side"], 1, "{own}");
    program.close().await;
}

/// What stood beside the board of a game behind so many lines of its log, as its film has it.
async fn earlier(program: &LocalPage, game: u32, lines: &Value) -> Value {
    let film = program.get(&format!("/film/{game}.json?v=x&side=1&lines={lines}&theme=wood")).await;
    assert_eq!(film.status, 200, "{lines}");
    let film: Value = serde_json::from_slice(&film.body).unwrap();
    film["plies"].as_array().unwrap().last().unwrap()["told"].clone()
}

#[tokio::test]
async fn a_film_tells_of_every_ply_as_the_table_did() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    ann.say(1, "challenge @ben lyra white").await;
    ben.line(|line| line["game"] == 1).await;
    let mut both = [&mut ann, &mut ben];
    say(&mut both, (1, 2, "accept"), "begins").await;
    let played = ["f2-f3", "d5-d4", "a1-c3", "b6-b4", "c3-d4", "b4-a4"];
    let mut told = Vec::new();
    for (n, mv) in (1..).zip(played) {
        say(&mut both, ((n as usize - 1) % 2, n + 2, mv), &format!("Move {n}.")).await;
        let now = table(both[0], 1).await;
        told.push(now["told"].as_array().unwrap().last().unwrap().clone());
    }
    assert!(told[4]["fight"]["attack"].is_array(), "{told:?}");
    let now = table(&mut ann, 1).await;
    for (ply, told) in now["plies"].as_array().unwrap().iter().zip(&told) {
        assert_eq!(earlier(&program, 1, &ply[1]).await, json!([told]), "{ply}");
    }
    program.close().await;
}

/// Somebody says this, and all get the board that answers it.
async fn say(tabs: &mut [&mut Tab; 2], (by, n, text): (usize, u32, &str), alt: &str) {
    tabs[by].say(n, text).await;
    for tab in tabs {
        tab.line(|line| line["picture"]["alt"].as_str().is_some_and(|it| it.contains(alt))).await;
    }
}

#[tokio::test]
async fn the_table_lists_and_counts_the_plies_that_stand() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    ann.say(1, "challenge @ben lyra white").await;
    ben.line(|line| line["game"] == 1).await;
    let mut both = [&mut ann, &mut ben];
    say(&mut both, (1, 2, "accept"), "begins").await;
    for (n, (mv, by)) in (3..).zip([("f2-f3", 0), ("d5-d4", 1), ("e2-e3", 0)]) {
        say(&mut both, (by, n, mv), mv).await;
    }
    // Twice a third ply is taken back.
    for (n, next) in [(6, "d2-d3"), (9, "c2-c3")] {
        both[0].say(n, "takeback #1").await;
        both[1].line(|line| line["text"].to_string().contains("asks to take back")).await;
        say(&mut both, (1, n + 1, "takeback accept"), "stands as after ply 2").await;
        say(&mut both, (0, n + 2, next), next).await;
    }
    say(&mut both, (1, 20, "resign #1 yes"), "3 plies").await;
    let now = table(&mut ann, 1).await;
    let plies: Vec<&Value> = now["plies"].as_array().unwrap().iter().collect();
    let texts: Vec<&str> = plies.iter().map(|ply| ply[0].as_str().unwrap()).collect();
    assert_eq!((texts, &now["moment"]), (vec!["f2-f3", "d5-d4", "c2-c3"], &json!("move 3")));
    for (ply, words) in plies.iter().zip(["f2–f3", "d5–d4", "c2–c3"]) {
        let told = earlier(&program, 1, &ply[1]).await;
        assert!(told.as_array().unwrap().len() == 1 && told.to_string().contains(words), "{told}");
    }
    let listed = last_finished(&mut ann).await;
    assert_eq!((&listed["replay"], &listed["card"]), (&json!(true), &json!(true)));

    // Where nothing stands any more, there is nothing to show once more.
    ann.say(30, "challenge @ben lyra white").await;
    ben.line(|line| line["game"] == 2).await;
    let mut both = [&mut ann, &mut ben];
    say(&mut both, (1, 31, "accept"), "#2 Lyra, White").await;
    say(&mut both, (0, 32, "f2-f3"), "#2 Lyra, Black").await;
    both[0].say(33, "takeback #2").await;
    both[1].line(|line| line["text"].to_string().contains("asks to take back")).await;
    say(&mut both, (1, 34, "takeback accept"), "stands as it began").await;
    say(&mut both, (0, 35, "resign #2 yes"), "0 plies").await;
    let listed = last_finished(&mut ann).await;
    assert_eq!(
        (&listed["no"], &listed["replay"], &listed["card"]),
        (&json!(2), &json!(false), &json!(false))
    );
    program.close().await;
}

/// The game that somebody has finished last.
async fn last_finished(tab: &mut Tab) -> Value {
    tab.ask(json!({ "finished": {} })).await["finished"]["games"][0].take()
}

#[tokio::test]
async fn a_hidden_set_up_is_on_its_own_table_alone() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    let mut ben = program.enter("ben").await;
    ann.say(1, "challenge @ben cyvasse white").await;
    ben.line(|line| line["game"] == 1).await;
    ben.say(2, "accept").await;
    ann.line(|line| line["place"] == "private").await;
    ann.send(said(3, "private", "setup harbour")).await;
    ann.line(|line| line["place"] == "private" && line["picture"].is_object()).await;

    let own = table(&mut ann, 1).await;
    assert!(own["board"]["src"].as_str().unwrap().contains("own=1"), "{}", own["board"]);
    assert_eq!(own["moves"], json!([]));
    let movable: Vec<&str> = list(&own["movable"]);
    assert_eq!(movable.len(), 25, "her men and mountains: {movable:?}");
    let man = json!({ "targets": { "game": 1, "square": movable[0] } });
    let ways = ann.ask(man.clone()).await["targets"]["changes"].clone();
    let changes = texts(&ways, "text");
    for kind in ["setup move ", "setup swap "] {
        assert!(changes.iter().any(|change| change.starts_with(kind)), "{changes:?}");
    }
    assert_eq!(texts(&ways, "to").len(), 39, "all hexes of her side but his own");
    let ids: Vec<&str> = texts(&own["actions"], "line");
    assert!(ids.iter().any(|line| line.contains("done")), "{ids:?}");

    // Nobody else has a trace of it: not by their table, and not by its address.
    let mut guest = program.connect().await;
    for tab in [&mut ben, &mut guest] {
        let seen = table(tab, 1).await;
        let men: Vec<&Value> = seen["men"].as_array().unwrap().iter().collect();
        let hers = own["men"].as_array().unwrap();
        assert!(men.iter().all(|man| !hers.contains(man)), "{men:?}");
        assert!(list(&seen["movable"]).iter().all(|cell| !movable.contains(cell)), "{seen}");
    }
    let nothing = json!({ "squares": [], "moves": [] });
    let mut carl = program.enter("carl").await;
    for tab in [&mut ben, &mut carl] {
        assert_eq!(tab.ask(man.clone()).await["targets"], nothing);
    }
    assert_eq!(table(&mut guest, 1).await["men"], json!([]));
    let proof = |whose: &str| format!("&by={}", sha256(&secret(whose)));
    assert_eq!(program.get(&address(&own, &proof("ann"))).await.status, 200);
    assert_eq!(program.get(&address(&own, "")).await.status, 404);
    assert_eq!(program.get(&address(&own, &proof("ben"))).await.status, 404);
    program.close().await;
}

/// The lines of conditional moves on a table; `None` where none can be said.
fn lines_of(table: &Value) -> Option<Vec<&str>> {
    table["plan"].is_object().then(|| texts(&table["plan"]["lines"], "text"))
}

#[tokio::test]
async fn conditional_moves_are_on_the_table_of_their_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    let mut ben = program.enter("ben").await;
    let mut guest = program.connect().await;
    ann.say(1, "challenge @ben lyra white").await;
    ben.line(|line| line["game"] == 1).await;
    ben.say(2, "accept").await;
    ben.line(|line| line["picture"]["shows"] == "board").await;
    assert_eq!(lines_of(&table(&mut ben, 1).await), Some(Vec::new()));
    // He sees where a man of his could go, and whoever does not play does not.
    let ways = json!({ "targets": { "game": 1, "square": "c5" } });
    assert_eq!(ben.ask(ways.clone()).await["targets"]["squares"], json!(["c4"]));
    let mut carl = program.enter("carl").await;
    assert_eq!(carl.ask(ways).await["targets"]["squares"], json!([]));
    let plan = "#1 premove if d2-d3 then e5-e4, if legal then c5-c4";
    ben.send(said(3, "private", plan)).await;
    ben.line(|line| line["place"] == "private" && line["game"] == 1).await;

    let own = table(&mut ben, 1).await;
    let kept = ["if d2-d3 then e5-e4", "if legal then c5-c4"];
    assert_eq!(lines_of(&own), Some(kept.to_vec()));
    let line = &own["plan"]["lines"][1];
    assert_eq!(line["words"], "Whatever comes: c5-c4, if it is legal");
    assert_eq!(line["cells"], json!(["c5", "c4"]));
    // Nobody fights in the first move; before one's turn a reply to whatever comes can be said.
    let conditions = |table: &Value| table["plan"]["conditions"].as_array().unwrap().clone();
    assert_eq!(conditions(&own)[..2], [json!("legal"), json!("a1-c3")]);

    // A second tab of ben has the same; ann and whoever watches see nothing of it.
    let mut second = program.enter("ben").await;
    assert_eq!(table(&mut second, 1).await["plan"], own["plan"]);
    let theirs = table(&mut ann, 1).await;
    assert_eq!(lines_of(&theirs), Some(Vec::new()));
    assert_eq!(conditions(&theirs)[0], "a1-c3");
    let seen = table(&mut guest, 1).await;
    assert_eq!(seen["plan"], Value::Null);
    for table in [&theirs, &seen] {
        assert!(!table.to_string().contains("e5-e4"), "{table}");
    }

    // What comes fits the second line; then nothing is left, and a fight can be waited for.
    ann.say(4, "c2-c3").await;
    ann.line(|line| line["picture"]["alt"].as_str().is_some_and(|alt| alt.contains("Move 2.")))
        .await;
    let own = table(&mut ben, 1).await;
    assert_eq!(own["plies"][1][0], "c5-c4");
    assert_eq!(lines_of(&own), Some(Vec::new()));
    assert_eq!(conditions(&own)[..3], [json!("legal"), json!("hit"), json!("push")]);
    program.close().await;
}

/// The theme that was chosen for the board, as a tab gets it.
async fn theme(tab: &mut Tab) -> Value {
    table(tab, 1).await["board"]["theme"].clone()
}

#[tokio::test]
async fn the_board_looks_as_commands_have_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    let mut guest = program.connect().await;
    ann.say(1, "challenge bot 1 lyra white").await;
    ann.line(|line| line["picture"]["shows"] == "board").await;
    assert_eq!((theme(&mut ann).await, theme(&mut guest).await), (Value::Null, Value::Null));

    // A person over a place over a server.
    let chosen = [
        ("server set boards slate", json!("slate"), json!("slate")),
        ("server set boards paper here", json!("paper"), json!("paper")),
        ("theme mars", json!("mars"), json!("paper")),
        ("theme default", json!("paper"), json!("paper")),
        ("server set boards off here", json!("slate"), json!("slate")),
    ];
    for (n, (line, hers, theirs)) in (2..).zip(chosen) {
        ann.say(n, line).await;
        ann.line(|answer| answer["author"].is_null()).await;
        assert_eq!((theme(&mut ann).await, theme(&mut guest).await), (hers, theirs), "{line}");
    }

    // Without coordinates it is another picture of the same size.
    let own = table(&mut ann, 1).await;
    let [shown, hidden] = [
        program.get(&address(&own, "")).await.body,
        program.get(&address(&own, "&names=0")).await.body,
    ];
    assert!(shown != hidden && shown[..24] == hidden[..24], "the head of a PNG has its size");
    assert_eq!(program.get(&address(&own, "&names=x")).await.status, 400);
    program.close().await;
}

/// The hash of a secret, as a browser proves with it whose it is.
pub(super) fn sha256(text: &str) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The state of a game that goes with what is moved on its table.
async fn seen(tab: &mut Tab) -> Value {
    table(tab, 1).await["seen"].clone()
}

/// Says what was made on a board in this state, and gives the next words of the bot about its game.
async fn made(tab: &mut Tab, (n, place): (u32, &str), text: &str, seen: &Value) -> String {
    let mut message = said(n, place, text);
    message["seen"] = seen.clone();
    tab.send(message).await;
    text_of(&tab.line(|line| line["game"] == 1 && line["author"].is_null()).await)
}

const MOVED_ON: &str = "#1 has moved on, so nothing was played.";

#[tokio::test]
async fn what_is_moved_on_a_board_is_played_in_its_position_alone() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    let mut ben = program.enter("ben").await;
    ann.say(1, "challenge @ben lyra white").await;
    ben.line(|line| line["game"] == 1).await;
    ben.say(2, "accept").await;
    ann.line(|line| line["picture"]["shows"] == "board").await;
    let start = seen(&mut ann).await;
    let told = made(&mut ann, (3, "channel"), "f2-f3", &start).await;
    assert!(told.starts_with("ann moved f2-f3"), "{told}");
    ben.line(|line| text_of(line).contains("f2-f3")).await;
    let one = seen(&mut ben).await;
    ben.say(4, "d5-d4").await;
    ben.line(|line| text_of(line).contains("ben moved")).await;
    ann.line(|line| text_of(line).contains("ben moved")).await;
    // Whoever types means the game as it is; a board is that of its position.
    let told = made(&mut ann, (5, "channel"), "e2-e3", &start).await;
    assert!(told.starts_with(MOVED_ON), "{told}");
    let plan = "#1 premove if legal then c5-c4";
    let told = made(&mut ben, (6, "private"), plan, &one).await;
    assert!(told.starts_with(MOVED_ON), "{told}");

    // As many plies have been played, and ann is to move again, behind a takeback.
    let two = seen(&mut ann).await;
    ann.say(7, "takeback").await;
    ben.line(|line| text_of(line).contains("take back")).await;
    ben.say(8, "takeback accept").await;
    ann.line(|line| line["picture"]["shows"] == "board").await;
    let told = made(&mut ann, (9, "channel"), "e2-e3", &two).await;
    assert!(told.starts_with(MOVED_ON), "{told}");
    let now = seen(&mut ann).await;
    let told = made(&mut ann, (10, "channel"), "e2-e3", &now).await;
    assert!(told.starts_with("ann moved e2-e3"), "{told}");
    assert_eq!(table(&mut ann, 1).await["plies"].as_array().unwrap().len(), 1);
    program.close().await;
}

#[tokio::test]
async fn a_set_up_is_changed_as_it_was_seen_and_others_do_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    let mut ben = program.enter("ben").await;
    ann.say(1, "challenge @ben cyvasse white").await;
    ben.line(|line| line["game"] == 1).await;
    ben.say(2, "accept").await;
    ann.line(|line| line["place"] == "private").await;
    let empty = seen(&mut ann).await;
    let told = made(&mut ann, (3, "private"), "setup #1 harbour", &empty).await;
    assert!(told.contains("It is in order"), "{told}");
    let told = made(&mut ann, (4, "private"), "setup #1 vanguard", &empty).await;
    assert!(told.starts_with(MOVED_ON), "{told}");
    let own = seen(&mut ann).await;
    ben.send(said(5, "private", "setup harbour")).await;
    ben.line(|line| text_of(line).contains("It is in order")).await;
    assert_eq!(seen(&mut ann).await, own, "nobody learns of it");
    let told = made(&mut ann, (6, "private"), "setup #1 vanguard", &own).await;
    assert!(told.contains("It is in order"), "{told}");
    program.close().await;
}

/// Says a line at the board of a game, and gives the next words of the bot.
async fn at_board(tab: &mut Tab, (n, game): (u32, u32), text: &str) -> (Option<u64>, String) {
    let mut message = said(n, "channel", text);
    message["facing"] = game.into();
    tab.send(message).await;
    let line = tab.line(|line| line["author"].is_null()).await;
    (line["game"].as_u64(), text_of(&line))
}

#[tokio::test]
async fn what_is_typed_at_a_board_is_about_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    let mut ben = program.enter("ben").await;
    for game in [1, 2] {
        ann.say(game, "challenge @ben lyra white").await;
        ben.line(|line| line["game"] == game && line["author"].is_null()).await;
        ben.say(game + 2, &format!("accept #{game}")).await;
        ann.line(|line| line["game"] == game && line["picture"]["shows"] == "board").await;
    }
    let (game, told) = at_board(&mut ann, (11, 2), "c2-c3").await;
    assert!(game == Some(2) && told.contains("ann moved c2-c3"), "{game:?} {told}");
    // There it is not ann's turn, and the other game, which waits for her, is not meant.
    let (game, told) = at_board(&mut ann, (12, 2), "c2-c3").await;
    assert!(game == Some(2) && !told.contains("moved"), "{game:?} {told}");
    let (game, told) = at_board(&mut ann, (13, 2), "#1 c2-c3").await;
    assert!(game == Some(1) && told.contains("ann moved c2-c3"), "{game:?} {told}");
    let (game, _) = at_board(&mut ann, (14, 1), "resign").await;
    assert_eq!(game, Some(1), "asked whether she is sure");
    let (game, _) = at_board(&mut ann, (15, 2), "draw").await;
    assert_eq!(game, Some(2));

    // Another tab of ben's has not heard all that yet.
    let mut ben = program.enter("ben").await;
    let (_, told) = at_board(&mut ben, (21, 1), "accept").await;
    assert!(told.contains("no offer") || told.contains("No offer"), "{told}");
    let (game, told) = at_board(&mut ben, (22, 2), "accept").await;
    assert!(game == Some(2) && told.contains("draw"), "{game:?} {told}");
    assert_eq!(table(&mut ben, 2).await["running"], json!(false));
    assert_eq!(table(&mut ben, 1).await["running"], json!(true));

    // Whoever watches has no game there.
    let mut cleo = program.enter("cleo").await;
    let (game, _) = at_board(&mut cleo, (31, 1), "resign").await;
    assert_eq!(game, None);
    program.close().await;
}
