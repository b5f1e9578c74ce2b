//! What was under way when the host ended goes on when it starts again.

use std::{path::Path, sync::Arc, time::Duration};

use chat::{Incoming, Outgoing};
use host::{Clock as _, HostHandle, HostSettings, Outbox, SystemClock, SystemEntropy};
use serde_json::json;
use store::Store;
use table::{GameNo, MessageId, Person, PersonId, PlaceId, Platform};

use crate::support::local_page::{LocalPage, secret};
use crate::support::outbox::{leave_unsent, next_reply};
use crate::support::pictures::renderer;
use crate::support::tables::PATIENCE;

struct Running {
    store: Store,
    host: HostHandle,
    outbox: Outbox,
}

impl Running {
    fn start(database: &Path) -> Self {
        let store = Store::open(database).expect("the store opens");
        let renderer = renderer();
        let settings = HostSettings::new(Platform::Local);
        let (host, outbox) = host::start(
            store.clone(),
            settings,
            Arc::new(SystemClock),
            Box::new(SystemEntropy),
            renderer,
        )
        .expect("the host starts");
        Self { store, host, outbox }
    }

    fn say(&self, id: &str, text: &str) {
        self.reply_to(None, id, text);
    }

    /// Says something in reply to a message of the bot, if one is named.
    fn reply_to(&self, message: Option<MessageId>, id: &str, text: &str) {
        let reply = Incoming { reply_to: message, private_answers: true, ..line("ann", id, text) };
        self.host.receive(reply);
    }

    async fn reply(&mut self) -> Option<Outgoing> {
        tokio::time::timeout(PATIENCE, next_reply(&mut self.outbox)).await.ok()?
    }

    async fn silence(&mut self) -> bool {
        let reply = next_reply(&mut self.outbox);
        tokio::time::timeout(Duration::from_millis(200), reply).await.is_err()
    }

    async fn stop(self) {
        self.host.stop().await;
        self.store.close();
    }
}

/// Something that somebody says in the channel.
fn line(who: &str, id: &str, text: &str) -> Incoming {
    let person = Person { id: PersonId::new(Platform::Local, who), name: who.to_owned() };
    let place = PlaceId::channel(Platform::Local, "channel");
    // A game of long ago would be closed as one that stands still.
    let now = SystemClock.now();
    Incoming::line(MessageId::new(Platform::Local, id), person, place, text, now)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_that_come_together_are_handled_in_their_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut table = Running::start(&folder.path().join("together.db"));
    let together = [
        ("ann", "challenge anyone white"),
        ("ben", "accept"),
        ("ann", "f2-f3"),
        ("ben", "d5-d4"),
        ("ann", "a1-c3"),
        ("ben", "board"),
    ];
    for (n, (who, text)) in together.iter().enumerate() {
        table.host.receive(line(who, &format!("m{n}"), text));
    }
    let mut told = Vec::new();
    while told.len() < together.len() {
        told.push(table.reply().await.expect("an answer").reply.text);
    }
    let at = |word: &str| told.iter().position(|text| text.contains(word));
    let plies = ["f2-f3", "d5-d4", "a1-c3"].map(at);
    assert!(plies.iter().all(Option::is_some) && plies.is_sorted(), "{told:?}");
    assert!(told.iter().all(|text| !text.contains("not your turn")), "{told:?}");
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reply_that_was_not_delivered_comes_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("restart.db");
    let mut first = Running::start(&database);
    first.say("m1", "challenge bot 1 white");
    let before = first.reply().await.expect("the first board");
    first.stop().await;

    let mut second = Running::start(&database);
    let again = second.reply().await.expect("the same reply");
    assert_eq!(again.outbox, before.outbox);
    assert_eq!(again.reply, before.reply);
    assert_eq!(again.png, before.png, "the picture is drawn again, to the byte");
    second.host.delivered(
        again.outbox.expect("a number"),
        Some(MessageId::new(Platform::Local, "b1")),
        0,
    );
    second.stop().await;

    let mut third = Running::start(&database);
    assert!(third.silence().await, "a delivered reply does not come again");
    // The message that was handled before the restart is not handled twice.
    third.say("m1", "challenge bot 1 white");
    assert!(third.silence().await, "a repeated message changes nothing");
    third.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_whose_turn_it_was_moves_after_the_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("restart.db");
    let first = Running::start(&database);
    // The strongest level thinks long enough to be interrupted after the commit.
    first.say("m1", "challenge bot 7 black");
    for _ in 0..200 {
        let reader = first.store.reader().expect("a reader");
        if !reader.games_awaiting_bot().expect("a list").is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    first.stop().await;

    let mut second = Running::start(&database);
    let reply = second.reply().await.expect("the bot's move");
    assert!(reply.reply.text.contains("I moved"), "{}", reply.reply.text);
    assert!(reply.png.is_some());
    second.stop().await;
}

/// Replies as earlier versions have stored them, one a line.
const STORED: &str = include_str!("../data/stored/replies.txt");

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reply_finds_its_game_before_the_store_can_tell() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut running = Running::start(&folder.path().join("replies.db"));
    let mut first = None;
    for (id, text) in [("m1", "bot 1 white"), ("m2", "bot 1 white"), ("m3", "bot 1 white")] {
        running.say(id, text);
        let board = running.reply().await.expect("a game begins");
        first.get_or_insert(board);
    }
    let first = first.expect("the first board");
    let message = MessageId::new(Platform::Local, "board");
    running.host.delivered(first.outbox.expect("a number"), Some(message.clone()), 0);
    running.reply_to(Some(message), "m4", "board");
    let answer = running.reply().await.expect("an answer");
    assert_eq!((first.reply.game, answer.reply.game), (Some(GameNo(1)), Some(GameNo(1))));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replies_that_an_earlier_version_left_unsent_are_sent() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("restart.db");
    let bodies: Vec<&str> = STORED.lines().collect();
    leave_unsent(&database, &bodies);
    let mut host = Running::start(&database);
    let mut sent = 0;
    while sent < bodies.len() {
        let out = host.reply().await.expect("a reply for each");
        let number = out.outbox.expect("it is to be acknowledged");
        let body: serde_json::Value =
            serde_json::from_str(bodies[usize::try_from(number).unwrap() - 1]).unwrap();
        assert_eq!(body["text"], out.reply.text);
        assert_eq!(body["picture"].is_object(), out.png.is_some(), "{}", out.reply.text);
        assert_eq!(body["file"]["text"].as_str(), out.reply.file().map(|file| file.text.as_str()));
        sent += 1;
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_takes_replies_and_shows_pictures_of_an_earlier_version() {
    let folder = tempfile::tempdir().expect("a folder");
    // Without the private ones and those with a number that no row of this database has.
    let shown = |line: &&str| line.contains("\"place\":\"local:channel\"");
    let bodies: Vec<String> = STORED
        .lines()
        .filter(shown)
        .map(|line| {
            let mut body: serde_json::Value = serde_json::from_str(line).unwrap();
            body["game"] = serde_json::Value::Null;
            body.to_string()
        })
        .collect();
    let lines: Vec<&str> = bodies.iter().map(String::as_str).collect();
    leave_unsent(&folder.path().join("page.db"), &lines);
    let page = LocalPage::open(folder.path()).await;
    let everyone = bodies.iter().filter(|body| body.contains("\"audience\":\"Place\"")).count();
    let mut shown = Vec::new();
    while shown.len() < everyone {
        tokio::time::sleep(Duration::from_millis(20)).await;
        let mut tab = page.connect().await;
        tab.enter("ann", &secret("ann"), None).await;
        shown.clone_from(tab.wait("lines").await["lines"].as_array().unwrap());
        // Long lines come in portions.
        while let Some(first) = shown.first().and_then(|line| line["id"].as_u64()) {
            tab.send(json!({ "type": "older", "place": "channel", "before": first })).await;
            let mut older = tab.wait("older").await["lines"].as_array().unwrap().clone();
            if older.is_empty() {
                break;
            }
            older.append(&mut shown);
            shown = older;
        }
    }
    assert_eq!(shown.len(), everyone);
    let mut pictures = 0;
    for line in shown.iter().filter(|line| line["picture"].is_object()) {
        let answer = page.get(line["picture"]["src"].as_str().unwrap()).await;
        assert_eq!(answer.status, 200, "{line}");
        assert!(answer.body.starts_with(b"\x89PNG"));
        pictures += 1;
    }
    assert!(pictures > 20, "{pictures}");
    page.close().await;
}
