//! The history of the page: what is kept of a long one, and what an older page still gets.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{path::Path, sync::mpsc};

use serde_json::{Value, json};
use store::{LinePicture, PageLine, Store};
use table::{PlaceId, Platform};

use crate::support::local_page::{LocalPage, secret, text_of};

/// Replies as earlier versions have stored them: their pictures hold whole scenes.
const STORED: &str = include_str!("../data/stored/replies.txt");

/// How many lines are said.
const SAID: u64 = 6_000;

/// A scene as a line of an earlier version holds it.
fn old_scene() -> String {
    let replies = STORED.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut scenes = replies.map(|reply| reply["picture"]["scene"].clone());
    scenes.find(Value::is_object).unwrap().to_string()
}

/// Says lines in the channel, each tenth with a picture.
fn fill(database: &Path) -> Vec<u64> {
    let store = Store::open(database).unwrap();
    let scene = old_scene();
    let (tell, told) = mpsc::channel();
    for n in 1..=SAID {
        let picture = LinePicture { alt: "a board".to_owned(), scene: scene.clone() };
        let line = PageLine {
            place: PlaceId::channel(Platform::Local, "channel"),
            author: None,
            only: None,
            reply_to: None,
            text: format!("line {n}"),
            ping: Vec::new(),
            picture: Some(picture).filter(|_| n % 10 == 0),
            game: None,
            actions: Vec::new(),
            at: 1,
            client: None,
        };
        let tell = tell.clone();
        store.append_line(line, None, move |result| tell.send(result.unwrap().id).unwrap());
    }
    let ids: Vec<u64> = told.iter().take(SAID as usize).collect();
    assert!(ids.is_sorted());
    store.close();
    ids
}

/// The numbers of the lines that came with a message, by what each of them says.
fn numbers(message: &Value) -> Vec<u64> {
    let lines = message["lines"].as_array().unwrap();
    let number = |line: &Value| {
        let number: u64 = text_of(line).strip_prefix("line ").unwrap().parse().unwrap();
        assert_eq!(line["picture"].is_object(), number.is_multiple_of(10), "{line}");
        number
    };
    lines.iter().map(number).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_history_keeps_its_last_lines_and_is_scrolled_to_their_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let ids = fill(&folder.path().join("page.db"));
    let id_of = |line: u64| ids[line as usize - 1];
    let page = LocalPage::open(folder.path()).await;
    let mut tab = page.connect().await;
    tab.enter("ann", &secret("ann"), None).await;
    let recent = loop {
        let lines = tab.wait("lines").await;
        if !lines["lines"].as_array().unwrap().is_empty() {
            break lines;
        }
    };
    assert_eq!(numbers(&recent).last(), Some(&SAID));

    // From somewhere near the beginning a page scrolls to the oldest line, and there is no older one.
    let (mut before, mut oldest) = (Some(id_of(1_400)), 1_400);
    while let Some(asked) = before {
        tab.send(json!({ "type": "older", "place": "channel", "before": asked })).await;
        let older = tab.wait("older").await;
        let lines = numbers(&older);
        assert!(lines.iter().all(|line| id_of(*line) < asked));
        oldest = lines.first().copied().unwrap_or(oldest);
        before = older["before"].as_u64();
    }
    let kept = SAID + 1 - oldest;
    assert!((5_000..5_100).contains(&kept), "{kept} lines are kept");
    // A page that was open all the time asks for what is gone, and gets nothing.
    tab.send(json!({ "type": "older", "place": "channel", "before": id_of(200) })).await;
    let gone = tab.wait("older").await;
    assert_eq!((numbers(&gone), gone["before"].as_u64()), (Vec::new(), None));

    let picture = |line: u64| format!("/picture/{}.png?width=300", id_of(line));
    let first = oldest.next_multiple_of(10);
    let answer = page.get(&picture(first)).await;
    assert_eq!((answer.status, answer.body.starts_with(b"\x89PNG")), (200, true));
    assert_eq!(page.get(&picture(SAID)).await.status, 200);
    assert_eq!(page.get(&picture(first - 10)).await.status, 404);
    page.close().await;
}
