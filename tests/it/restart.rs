//! What was under way when the host ended goes on when it starts again.

use std::{path::Path, sync::Arc, time::Duration};

use martian_cake::{
    chat::{Addressing, Incoming, Outgoing},
    games,
    host::{self, HostHandle, HostSettings, Outbox, SystemClock, SystemEntropy},
    render::Renderer,
    store::Store,
    table::{MessageId, Person, PersonId, PlaceId, Platform},
};

struct Running {
    store: Store,
    host: HostHandle,
    outbox: Outbox,
}

impl Running {
    fn start(database: &Path) -> Self {
        let store = Store::open(database).expect("the store opens");
        let renderer = Renderer::new(games::sprites());
        let settings =
            HostSettings { prefix: "!".to_owned(), platform: Platform::Local, bot_threads: 1 };
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
        self.host.receive(Incoming {
            id: MessageId::new(Platform::Local, id),
            author: Person { id: PersonId::new(Platform::Local, "ann"), name: "ann".to_owned() },
            place: PlaceId::channel(Platform::Local, "channel"),
            addressing: Addressing::Open,
            text: text.to_owned(),
            mentioned: Vec::new(),
            to_bot: false,
            reply_to: None,
            salt: id.to_owned(),
            at: 0,
            server: None,
            locale: None,
            private_answers: true,
            others_present: true,
        });
    }

    async fn reply(&mut self) -> Option<Outgoing> {
        tokio::time::timeout(Duration::from_secs(20), self.outbox.recv()).await.ok()?
    }

    async fn silence(&mut self) -> bool {
        tokio::time::timeout(Duration::from_millis(200), self.outbox.recv()).await.is_err()
    }

    async fn stop(self) {
        self.host.stop().await;
        self.store.close();
    }
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
    second
        .host
        .delivered(again.outbox.expect("a number"), Some(MessageId::new(Platform::Local, "b1")));
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
