//! Questions that change nothing are answered at once, whatever else the host has to do.

use std::{path::Path, sync::Arc};

use chat::{Incoming, Targets};
use host::{HostHandle, HostSettings, Outbox, SystemClock, SystemEntropy};
use render::Renderer;
use store::Store;
use table::{GameNo, MessageId, Person, PersonId, PlaceId, Platform};

fn person(name: &str) -> Person {
    Person { id: PersonId::new(Platform::Local, name), name: name.to_owned() }
}

fn channel() -> PlaceId {
    PlaceId::channel(Platform::Local, "channel")
}

fn start(database: &Path) -> (HostHandle, Outbox) {
    let store = Store::open(database).expect("the store opens");
    let settings = HostSettings::new(Platform::Local);
    let renderer = Renderer::blank();
    host::start(store, settings, Arc::new(SystemClock), Box::new(SystemEntropy), renderer)
        .expect("the host starts")
}

fn say(host: &HostHandle, id: &str, name: &str, text: &str) {
    host.receive(Incoming::line(
        MessageId::new(Platform::Local, id),
        person(name),
        channel(),
        text,
        0,
    ));
}

/// Three questions, one after the other, are answered rightly.
async fn ask(host: &HostHandle) {
    let ann = person("ann").id;
    let targets = host.targets(&ann, &channel(), GameNo(1), "c2").await;
    let actions = host.actions_at(&ann, &channel()).await;
    let open = host.open_games(&ann).await;
    let (squares, moves) = (vec!["c3".to_owned()], vec!["c2-c3".to_owned()]);
    assert_eq!(targets, Targets { squares, moves, changes: Vec::new() });
    assert!(actions.iter().any(|action| action.id == "legal"));
    assert_eq!(open.first().map(|game| game.no), Some(GameNo(1)));
}

#[tokio::test]
async fn a_question_waits_for_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (host, outbox) = start(&folder.path().join("questions.db"));
    say(&host, "m1", "ann", "challenge bot 1 white");
    host.settled().await;
    ask(&host).await;
    // Commits, pictures and searches of many others stand before the next question, which is
    // answered from what is committed before them.
    for n in 0..60 {
        say(&host, &format!("busy{n}"), &format!("p{n}"), "challenge bot 3 black");
    }
    let last = person("p59").id;
    assert!(host.open_games(&last).await.is_empty(), "the question waited for messages");
    ask(&host).await;
    host.settled().await;
    assert_eq!(host.open_games(&last).await.len(), 1);
    host.stop().await;
    drop(outbox);
    // A host that has ended knows nothing more.
    assert_eq!(
        host.targets(&person("ann").id, &channel(), GameNo(1), "c2").await,
        Targets::default()
    );
}
