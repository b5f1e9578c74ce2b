//! The board of a table as the page draws it, over real sockets: what comes with a position, which way leads there, and
//! who may see it.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::local_table::sha256;
use crate::support::local_page::{Answer, LocalPage, Tab, said, secret};

/// The table of a game as a tab gets it whose board shows so much of the log.
async fn table(tab: &mut Tab, game: u32, have: Option<&Value>) -> Value {
    let about = json!({ "table": { "game": game, "side": 1, "have": have } });
    tab.ask(about).await["table"].take()
}

/// The men of a list by their cells.
fn men(list: &Value) -> BTreeMap<String, Value> {
    let men = list.as_array().into_iter().flatten();
    men.map(|man| (man[0].as_str().unwrap().to_owned(), man.clone())).collect()
}

/// Plays the plies of a film on and gives the cells that each leaves and reaches.
fn play_on(men_now: &mut BTreeMap<String, Value>, film: &Value) -> Vec<String> {
    let mut steps = Vec::new();
    for ply in film.as_array().unwrap() {
        for cell in ply["off"].as_array().into_iter().flatten() {
            men_now.remove(cell.as_str().unwrap());
        }
        men_now.extend(men(&ply["on"]));
        let [from, to] = ["from", "to"].map(|end| ply["step"][end].as_str().unwrap());
        steps.push(format!("{from}-{to}"));
    }
    steps
}

/// Somebody says this, and both get the board that answers it.
async fn say(tabs: &mut [Tab; 2], (by, n, text): (usize, u32, &str), alt: &str) {
    tabs[by].say(n, text).await;
    for tab in tabs {
        tab.line(|line| line["picture"]["alt"].as_str().is_some_and(|it| it.contains(alt))).await;
    }
}

/// Two people before a game of Lyra that has begun.
async fn two(program: &LocalPage) -> [Tab; 2] {
    let mut both = [program.enter("ann").await, program.enter("ben").await];
    both[0].say(1, "challenge @ben lyra white").await;
    both[1].line(|line| line["game"] == 1).await;
    say(&mut both, (1, 2, "accept"), "begins").await;
    both
}

#[tokio::test]
async fn a_film_leads_from_the_board_that_a_page_has_to_the_one_of_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut both = two(&program).await;
    let mut boards = vec![table(&mut both[0], 1, None).await];
    let played = ["f2-f3", "d5-d4", "a1-c3", "b6-b4", "e2-e3", "b4-a4"];
    for (n, mv) in (0..).zip(played) {
        say(&mut both, (n as usize % 2, n + 3, mv), mv).await;
        boards.push(table(&mut both[0], 1, None).await);
    }
    let now = boards.last().unwrap().clone();
    for (n, board) in boards.iter().enumerate() {
        let have = &board["board"]["lines"];
        let seen = table(&mut both[0], 1, Some(have)).await;
        assert_eq!(seen["living"]["position"], now["living"]["position"]);
        let film = &seen["living"]["film"];
        if (2..6).contains(&n) {
            let mut men_now = men(&board["living"]["position"]["men"]);
            assert_eq!(play_on(&mut men_now, film), played[n..]);
            assert_eq!(men_now, men(&seen["living"]["position"]["men"]));
            assert!(film.as_array().unwrap().last().unwrap()["under"].is_null(), "{film}");
        } else {
            assert_eq!(film, &json!([]), "a page jumps over so many");
        }
    }
    for have in [json!(0), json!(900)] {
        assert_eq!(table(&mut both[0], 1, Some(&have)).await["living"]["film"], json!([]));
    }

    // What a page has that was taken back leads nowhere; what stood before does.
    let old = now["board"]["lines"].clone();
    both[1].say(20, "takeback #1").await;
    both[0].line(|line| line["text"].to_string().contains("asks to take back")).await;
    say(&mut both, (0, 21, "takeback accept"), "stands as after ply 5").await;
    assert_eq!(table(&mut both[0], 1, Some(&old)).await["living"]["film"], json!([]));
    say(&mut both, (1, 22, "e5-e4"), "e5-e4").await;
    assert_eq!(table(&mut both[0], 1, Some(&old)).await["living"]["film"], json!([]));
    let film =
        table(&mut both[0], 1, Some(&boards[5]["board"]["lines"])).await["living"]["film"].take();
    assert_eq!(film[0]["step"], json!({ "from": "e5", "to": "e4" }));
    program.close().await;
}

#[tokio::test]
async fn a_page_gets_its_board_in_its_theme_with_the_men_and_the_ground() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut both = two(&program).await;
    let mut ask = async |more: Value| {
        let mut about = json!({ "table": { "game": 1 } });
        about["table"].as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        both[0].ask(about).await["table"]["living"].take()
    };
    for (more, theme) in [
        (json!({}), "wood"),
        (json!({ "theme": "slate", "contrast": true }), "slate"),
        (json!({ "theme": "plaid" }), "wood"),
        (json!({ "contrast": true }), "contrast"),
    ] {
        assert_eq!(ask(more).await["theme"], theme);
    }
    let living = ask(json!({})).await;
    let packed = "Accept-Encoding: gzip\r\n";
    let host = program.address.to_string();
    let sheet = program.request(living["sheet"].as_str().unwrap(), &host, packed).await;
    assert_eq!(sheet.status, 200);
    for said in ["image/svg+xml", "immutable", "content-encoding: gzip"] {
        assert!(sheet.head.contains(said), "{}", sheet.head);
    }
    let plain = program.get(living["sheet"].as_str().unwrap()).await;
    let text = String::from_utf8(plain.body).unwrap();
    for man in men(&living["position"]["men"]).values() {
        assert!(text.contains(&format!("id=\"m-{}\"", man[1].as_str().unwrap())), "{man}");
    }
    for unknown in ["/men/plaid/lyra.svg", "/men/wood/chess.svg", "/men/wood/lyra.png"] {
        assert_eq!(program.get(unknown).await.status, 404);
    }
    let ground = living["ground"]["src"].as_str().unwrap();
    let picture = program.get(&format!("{ground}&width=1200&theme=wood")).await;
    assert_eq!((picture.status, &picture.body[1..4]), (200, &b"PNG"[..]));
    let all = sheet.body.len() + picture.body.len();
    eprintln!("{} bytes of men and {} of ground", sheet.body.len(), picture.body.len());
    assert!(all <= 60_000, "{all} bytes");
    program.close().await;
}

/// The film of a game up to what a table shows.
async fn film(program: &LocalPage, game: u32, lines: &Value, more: &str) -> Answer {
    program.get(&format!("/film/{game}.json?v=x&side=1&lines={lines}&theme=wood{more}")).await
}

#[tokio::test]
async fn a_whole_film_is_for_whoever_may_see_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut both = two(&program).await;
    for (n, (mv, by)) in (3..).zip([("f2-f3", 0), ("d5-d4", 1), ("e2-e3", 0)]) {
        say(&mut both, (by, n, mv), mv).await;
    }
    say(&mut both, (1, 9, "resign #1 yes"), "3 plies").await;
    let now = table(&mut both[0], 1, None).await;
    let lines = &now["board"]["lines"];
    let answer = film(&program, 1, lines, "").await;
    assert!(answer.status == 200 && answer.head.contains("immutable"), "{}", answer.head);
    let whole: Value = serde_json::from_slice(&answer.body).unwrap();
    let listed: Vec<&Value> = now["plies"].as_array().unwrap().iter().map(|ply| &ply[1]).collect();
    let shown: Vec<&Value> =
        whole["plies"].as_array().unwrap().iter().map(|ply| &ply["lines"]).collect();
    assert_eq!((&listed, listed[2]), (&shown, lines), "the last one with the end");
    let mut men_now = men(&whole["start"]["men"]);
    play_on(&mut men_now, &whole["plies"]);
    assert_eq!(men_now, men(&now["living"]["position"]["men"]));
    assert_eq!(whole["plies"][2]["told"], now["told"]);
    assert_eq!(film(&program, 1, &json!(900), "").await.status, 404);
    assert_eq!(film(&program, 9, &json!(1), "").await.status, 404);
    assert_eq!(film(&program, 1, &json!("x"), "").await.status, 400);

    // A game in private is nobody else's.
    both[0].send(said(20, "private", "challenge bot lyra white")).await;
    both[0].line(|line| line["game"] == 2 && line["picture"].is_object()).await;
    let lines = table(&mut both[0], 2, None).await["board"]["lines"].clone();
    let proof = |whose: &str| format!("&by={}", sha256(&secret(whose)));
    assert_eq!(film(&program, 2, &lines, "").await.status, 404);
    assert_eq!(film(&program, 2, &lines, &proof("ben")).await.status, 404);
    assert_eq!(film(&program, 2, &lines, &proof("ann")).await.status, 200);
    program.close().await;
}

#[tokio::test]
async fn men_who_are_arranged_unseen_are_on_their_own_board_alone() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut both = [program.enter("ann").await, program.enter("ben").await];
    both[0].say(1, "challenge @ben cyvasse white").await;
    both[1].line(|line| line["game"] == 1).await;
    both[1].say(2, "accept").await;
    both[0].line(|line| line["place"] == "private").await;
    both[0].send(said(3, "private", "setup harbour")).await;
    both[0].line(|line| line["place"] == "private" && line["picture"].is_object()).await;
    let own = table(&mut both[0], 1, Some(&json!(1))).await;
    let living = &own["living"];
    assert_eq!((men(&living["position"]["men"]).len(), &living["film"]), (19, &json!([])));
    // Her mountains are ground that nobody else may see.
    let ground = living["ground"]["src"].as_str().unwrap().to_owned();
    let proof = |whose: &str| format!("&by={}", sha256(&secret(whose)));
    assert_eq!(program.get(&format!("{ground}{}", proof("ann"))).await.status, 200);
    for other in [String::new(), proof("ben")] {
        assert_eq!(program.get(&format!("{ground}{other}")).await.status, 404);
    }
    let theirs = table(&mut both[1], 1, None).await["living"]["position"].to_string();
    assert!(theirs.contains("-dark") && !theirs.contains("-light"), "his own alone: {theirs}");
    let mut guest = program.connect().await;
    let seen = table(&mut guest, 1, None).await;
    assert_eq!(seen["living"]["position"], json!({ "men": [] }));
    for whose in ["ann", "ben"] {
        let answer = film(&program, 1, &seen["board"]["lines"], &proof(whose)).await;
        let film: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!((&film["start"], &film["plies"]), (&json!({ "men": [] }), &json!([])));
    }
    program.close().await;
}
