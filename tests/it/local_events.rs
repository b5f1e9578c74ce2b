//! The events of the page over real sockets, with the real host and store.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{sync::Arc, time::Duration};

use host::{Clock as _, ManualClock};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::support::local_page::{LocalPage, Tab, run, text_of};

const MINUTE: Duration = Duration::from_secs(60);

/// Says a line, and waits for the bot to say something with these words.
async fn say(tab: &mut Tab, n: u32, text: &str, answer: &str) {
    tab.say(n, text).await;
    heard(tab, answer).await;
}

async fn heard(tab: &mut Tab, words: &str) {
    tab.line(|line| line["author"].is_null() && text_of(line).contains(words)).await;
}

async fn events(tab: &mut Tab) -> Value {
    tab.ask(json!("events")).await["events"].take()
}

/// Waits until the list of a page has this event so.
async fn until(tab: &mut Tab, fits: impl Fn(&Value) -> bool) -> Value {
    let found = async {
        loop {
            let mut seen = events(tab).await;
            if fits(&seen[0]) {
                return seen[0].take();
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(60), found).await.expect("it comes to that")
}

async fn event(tab: &mut Tab, no: u32) -> Value {
    tab.ask(json!({ "event": { "no": no } })).await["event"].take()
}

fn lines(event: &Value) -> Vec<&str> {
    let actions = event["actions"].as_array().unwrap();
    actions.iter().map(|action| action["line"].as_str().unwrap()).collect()
}

/// The words of an event's stage.
fn stage(event: &Value) -> String {
    let spans = event["stage"].as_array().unwrap();
    spans.iter().map(|span| span["s"].as_str().unwrap()).collect()
}

/// An event is listed from its announcement until a day after its end, with what fits for each person.
#[tokio::test]
async fn a_page_lists_its_events_and_shows_all_about_one() {
    let folder = tempfile::tempdir().unwrap();
    let clock = ManualClock::new(1_767_225_600_000);
    let running = tokio::spawn(run(clock.clone()));
    let page = LocalPage::open_with(folder.path(), Arc::new(clock.clone())).await;
    let (mut ann, mut ben) = (page.enter("ann").await, page.enter("ben").await);
    assert_eq!(events(&mut ann).await, json!([]));
    assert_eq!(event(&mut ann, 1).await, Value::Null);
    let start = clock.now() + 30 * 60_000;
    say(&mut ann, 1, "tournament create \"Fri*day\" start:30m rounds:3 clock:10m", "It begins")
        .await;

    let seen = events(&mut ben).await;
    assert_eq!((seen[0]["no"].as_u64(), seen[0]["name"].as_str()), (Some(1), Some("Fri*day")));
    let told = seen[0]["stage"].as_array().unwrap().iter().find_map(|span| span["at"].as_i64());
    assert!(told.is_some_and(|told| (told - start).abs() < 20_000), "{seen}");
    assert_eq!(lines(&seen[0]), ["tournament join T1"]);
    assert_eq!(seen[0]["actions"][0]["weight"], "primary");
    say(&mut ben, 2, lines(&seen[0])[0], "ben has entered T1").await;
    let seen = events(&mut ben).await;
    assert!(seen[0]["note"].as_str().unwrap().contains("check in"), "{seen}");
    assert_eq!(lines(&seen[0]), ["tournament leave T1"]);
    say(&mut ann, 3, "tournament join", "ann has entered T1").await;
    let before = event(&mut ben, 1).await;
    assert!(before["terms"].as_str().unwrap().contains("10 minutes for the game"), "{before}");
    assert_eq!(before["players"][0]["name"], "ben");
    assert_eq!((before["groups"].clone(), before["rounds"].clone()), (json!([]), json!([])));

    // A page of which nothing is heard for so long has to come again.
    clock.advance(16 * MINUTE);
    let (mut ann, mut ben) = (page.enter("ann").await, page.enter("ben").await);
    let both = ["tournament checkin T1", "tournament leave T1"];
    until(&mut ben, |event| lines(event) == both).await;
    say(&mut ben, 4, "tournament checkin T1", "ben is here").await;
    say(&mut ann, 5, "checkin", "ann is here").await;
    clock.advance(15 * MINUTE);
    let mut ben = page.enter("ben").await;
    let seen = until(&mut ben, |event| stage(event) == "round 1 of 1").await;
    let game = &seen["games"][0];
    assert_eq!((game["game"].as_u64(), game["against"].as_str()), (Some(1), Some("ann")));
    // Somebody who only looks on sees the same, without a game.
    let mut carl = page.enter("carl").await;
    let theirs = events(&mut carl).await;
    assert_eq!((theirs[0]["games"].clone(), lines(&theirs[0]).len()), (json!([]), 0));

    let playing = event(&mut carl, 1).await;
    let pair = &playing["rounds"][0]["pairs"][0];
    assert_eq!((pair["game"].as_u64(), pair["result"].clone()), (Some(1), Value::Null));
    assert_eq!(playing["groups"][0]["lines"][0]["rounds"][0]["how"], "plays");
    say(&mut ben, 6, "resign #1 yes", "won Fri*day (T1)").await;
    let over = event(&mut ben, 1).await;
    assert_eq!((stage(&over), over["over"].as_bool()), ("over".to_owned(), Some(true)));
    let best = &over["groups"][0]["lines"][0];
    assert_eq!((best["place"].as_u64(), best["points"].as_str()), (Some(1), Some("1")));
    assert_eq!(
        over["players"].as_array().unwrap().iter().filter(|one| one["mine"] == true).count(),
        1
    );
    clock.advance(23 * 60 * MINUTE);
    let mut carl = page.enter("carl").await;
    assert_eq!(events(&mut carl).await[0]["over"], true);
    clock.advance(2 * 60 * MINUTE);
    let mut carl = page.enter("carl").await;
    assert_eq!(events(&mut carl).await, json!([]));
    // It can still be looked at by whoever knows its number.
    assert_eq!(event(&mut carl, 1).await["name"], "Fri*day");
    page.close().await;
    running.abort();
}

/// On the page one person makes events: a second one learns who that is, and how to be let in.
#[tokio::test]
async fn a_second_name_learns_who_makes_events() {
    let folder = tempfile::tempdir().unwrap();
    let clock = ManualClock::new(1_767_225_600_000);
    let running = tokio::spawn(run(clock.clone()));
    let page = LocalPage::open_with(folder.path(), Arc::new(clock)).await;
    let (_ann, mut ben) = (page.enter("ann").await, page.enter("ben").await);
    let who = "Only ann, who took the first name on this page, makes and manages events here.";
    say(&mut ben, 1, "tournament create \"Mine\" start:30m", who).await;
    say(&mut ben, 2, "tournament list", &format!("There is no event here yet. {who}")).await;
    say(&mut ben, 3, "tournament info", "tournament add @ben").await;
    page.close().await;
    running.abort();
}
