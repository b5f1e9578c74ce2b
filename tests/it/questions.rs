//! Questions that change nothing are answered at once, whatever else the host has to do.

use std::{path::Path, sync::Arc, time::Duration};

use martian_cake::{
    chat::{Addressing, Incoming, Targets},
    games,
    host::{self, HostHandle, HostSettings, Outbox, SystemClock, SystemEntropy},
    render::Renderer,
    store::Store,
    table::{GameNo, MessageId, Person, PersonId, PlaceId, Platform},
};
use tokio::time::Instant;

fn person(name: &str) -> Person {
    Person { id: PersonId::new(Platform::Local, name), name: name.to_owned() }
}

fn channel() -> PlaceId {
    PlaceId::channel(Platform::Local, "channel")
}

fn start(database: &Path) -> (HostHandle, Outbox) {
    let store = Store::open(database).expect("the store opens");
    let settings = HostSettings::new(Platform::Local);
    let renderer = Renderer::new(games::sprites());
    host::start(store, settings, Arc::new(SystemClock), Box::new(SystemEntropy), renderer)
        .expect("the host starts")
}

fn say(host: &HostHandle, id: &str, name: &str, text: &str) {
    host.receive(Incoming {
        id: MessageId::new(Platform::Local, id),
        author: person(name),
        place: channel(),
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
        command: None,
    });
}

/// How long three questions take, one after the other; they are answered rightly.
async fn asked(host: &HostHandle) -> Duration {
    let ann = person("ann").id;
    let start = Instant::now();
    let targets = host.targets(&ann, GameNo(1), "c2").await;
    let actions = host.actions_at(&ann, &channel()).await;
    let open = host.open_games(&ann).await;
    let took = start.elapsed();
    let (squares, moves) = (vec!["c3".to_owned()], vec!["c2-c3".to_owned()]);
    assert_eq!(targets, Targets { squares, moves });
    assert!(actions.iter().any(|action| action.id == "legal"));
    assert_eq!(open.first().map(|game| game.no), Some(GameNo(1)));
    took
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_waits_for_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (host, outbox) = start(&folder.path().join("questions.db"));
    say(&host, "m1", "ann", "challenge bot 1 white");
    host.settled().await;
    let mut idle = Vec::new();
    for _ in 0..100 {
        idle.push(asked(&host).await);
    }
    // Commits, pictures and searches of sixty others, all at once.
    for n in 0..60 {
        say(&host, &format!("busy{n}"), &format!("p{n}"), "challenge bot 3 black");
    }
    let mut busy = Vec::new();
    for _ in 0..100 {
        busy.push(asked(&host).await);
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort();
        times[times.len() / 2] / 3
    };
    let (idle, busy) = (median(&mut idle), median(&mut busy));
    println!("a question takes {idle:?}, {busy:?} beside sixty new games (bar: 1 ms)");
    // Even without optimisation, and where others use the machine as well.
    assert!(busy < Duration::from_millis(20), "{idle:?} {busy:?}");
    host.settled().await;
    host.stop().await;
    drop(outbox);
    // A host that has ended knows nothing more.
    assert_eq!(host.targets(&person("ann").id, GameNo(1), "c2").await, Targets::default());
}
