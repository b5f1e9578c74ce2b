//! Each message that the host is given gets exactly one end, behind its last reply.
//!
//! Where a test has one thread alone, the host looks at nothing before the test waits for it.

use std::{collections::HashMap, path::Path, sync::Arc};

use chat::Incoming;
use host::{Entropy, HostEvent, HostHandle, HostSettings, ManualClock, MessageOutcome, Outbox};
use render::Renderer;
use store::Store;
use table::{MessageId, Person, PersonId, PlaceId, Platform};

/// Secrets of which some are not to be had, and some are the end of whoever asks.
#[derive(Debug)]
struct Moody(u32);

impl Entropy for Moody {
    fn secret(&mut self) -> Result<[u8; 32], String> {
        self.0 += 1;
        match self.0 % 7 {
            3 => Err("no secret today".to_owned()),
            5 => panic!("a test lets the source of secrets panic"),
            _ => Ok([7; 32]),
        }
    }

    fn random_below(&mut self, n: u32) -> u32 {
        3 % n
    }
}

/// Secrets that are always there.
#[derive(Debug)]
struct Steady;

impl Entropy for Steady {
    fn secret(&mut self) -> Result<[u8; 32], String> {
        Ok([7; 32])
    }

    fn random_below(&mut self, _n: u32) -> u32 {
        0
    }
}

/// A host with everything that it tells.
struct Session {
    host: HostHandle,
    outbox: Outbox,
    events: Vec<HostEvent>,
}

impl Session {
    fn start(database: &Path, entropy: impl Entropy + 'static) -> Self {
        let store = Store::open(database).expect("the store opens");
        let renderer = Renderer::blank();
        let settings = HostSettings::new(Platform::Local);
        let clock = Arc::new(ManualClock::new(0));
        let (host, outbox) = host::start(store, settings, clock, Box::new(entropy), renderer)
            .expect("the host starts");
        Self { host, outbox, events: Vec::new() }
    }

    fn say(&self, id: &str, name: &str, text: &str) {
        let person =
            |name: &str| Person { id: PersonId::new(Platform::Local, name), name: name.into() };
        let known = PEOPLE.into_iter().filter(|name| text.contains(&format!("@{name}")));
        self.host.receive(Incoming {
            mentioned: known.map(person).collect(),
            ..Incoming::line(
                MessageId::new(Platform::Local, id),
                person(name),
                PlaceId::channel(Platform::Local, "channel"),
                text,
                0,
            )
        });
    }

    /// Waits until nothing is under way, and returns what was told since, in short.
    async fn told(&mut self) -> Vec<String> {
        self.host.settled().await;
        let told: Vec<HostEvent> = std::iter::from_fn(|| self.outbox.try_recv().ok()).collect();
        let short = told.iter().map(short).collect();
        self.events.extend(told);
        short
    }

    /// Stops the host at once, and returns everything that it has told, to its last word.
    async fn stop(mut self) -> Vec<HostEvent> {
        self.host.stop().await;
        while let Some(event) = self.outbox.recv().await {
            self.events.push(event);
        }
        self.events
    }
}

/// An event in a line: the first words of a reply, or which end a message has.
fn short(event: &HostEvent) -> String {
    match event {
        HostEvent::Say(out) => out
            .reply
            .text
            .split(['.', '\n'])
            .next()
            .expect("a text has a first sentence")
            .to_owned(),
        HostEvent::MessageOutcome { message, end } => format!("{}: {end:?}", message.key()),
        HostEvent::Forgotten { who, .. } => format!("{who} is forgotten"),
        HostEvent::LeaveServer(server) => format!("leave {server}"),
        HostEvent::AskWhoLeft { message, .. } => format!("{}: who has left", message.key()),
    }
}

const PEOPLE: [&str; 4] = ["ann", "ben", "carl", "dora"];

const LINES: [&str; 24] = [
    "good morning all",
    "challenge @ben white",
    "challenge @ann",
    "challenge martian players:4 @ann @ben anyone bot:1",
    "challenge bot 1 white",
    "challenge bot 1 black",
    "challenge cyvasse bot 1",
    "accept",
    "accept",
    "accept #2",
    "accept #3",
    "decline #1",
    "c2-c3",
    "#1 c2-c3",
    "#2 d5-d4",
    "d5-d4",
    "legal",
    "board #1",
    "draw",
    "draw accept",
    "resign yes",
    "resign #2 yes",
    "abort #3 yes",
    "games",
];

/// A random number below `n`, the same in every run.
fn below(state: &mut u64, n: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).expect("31 bits fit") % n
}

/// Everything that can happen to messages, in an order by chance: some are sent twice, by the same
/// person or by two at once, some come in floods, some wait when the host is stopped.
async fn play(
    seed: u64,
    entropy: impl Entropy + 'static,
) -> (HashMap<String, usize>, Vec<HostEvent>) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut session = Session::start(&folder.path().join("test.db"), entropy);
    let (mut state, mut sent, mut handed_over) = (seed, 0, HashMap::new());
    for _ in 0..12 {
        for _ in 0..=below(&mut state, 30) {
            sent += 1;
            let name = PEOPLE[below(&mut state, PEOPLE.len())];
            let text = LINES[below(&mut state, LINES.len())];
            // A flood of one person's now and then.
            let times = if below(&mut state, 60) == 0 { 40 } else { 1 };
            for n in 0..times {
                let again = below(&mut state, 8) == 0 && sent > 3;
                let number = if again { sent - below(&mut state, 3) } else { sent };
                let id = format!("{number}.{n}");
                session.say(&id, name, text);
                *handed_over.entry(id).or_default() += 1;
            }
        }
        if below(&mut state, 3) > 0 {
            session.told().await;
        }
    }
    (handed_over, session.stop().await)
}

/// Checks that each message has one end for each time that it was handed over, and no reply behind its
/// last one. Returns the ends.
fn check(handed_over: &HashMap<String, usize>, events: &[HostEvent]) -> Vec<MessageOutcome> {
    let (mut left, mut ends) = (handed_over.clone(), Vec::new());
    for event in events {
        match event {
            HostEvent::MessageOutcome { message, end } => {
                let left = left.get_mut(message.key()).expect("an id that was handed over");
                *left = left.checked_sub(1).expect("no more ends than messages");
                ends.push(*end);
            }
            HostEvent::Forgotten { who, .. } => panic!("{who} is forgotten"),
            HostEvent::LeaveServer(server) => panic!("nobody keeps {server} out"),
            HostEvent::AskWhoLeft { server, .. } => panic!("nobody claims in {server}"),
            HostEvent::Say(out) => {
                let answered = out.reply.reply_to.as_ref().map(MessageId::key);
                let open = answered.is_none_or(|id| left[id] > 0);
                assert!(open, "a reply behind the end: {:?} {}", answered, out.reply.text);
            }
        }
    }
    let without: Vec<&String> = left.iter().filter(|(_, n)| **n > 0).map(|(id, _)| id).collect();
    assert!(without.is_empty(), "no end for {without:?}");
    ends
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_message_gets_exactly_one_end() {
    let mut seen = Vec::new();
    for seed in 1..=6 {
        let (handed_over, events) = play(seed, Moody(0)).await;
        seen.extend(check(&handed_over, &events));
    }
    for end in [
        MessageOutcome::Answered,
        MessageOutcome::Silent,
        MessageOutcome::Repeated,
        MessageOutcome::Dropped,
        MessageOutcome::Failed,
    ] {
        assert!(seen.contains(&end), "the session has led to no {end:?}");
    }
}

#[tokio::test]
async fn each_end_says_what_has_become_of_the_message() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(&folder.path().join("test.db"), Steady);
    session.say("talk", "ann", "good morning all");
    assert_eq!(session.told().await, ["talk: Silent"]);
    session.say("offer", "ann", "challenge @ben white");
    let told = session.told().await;
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(told[1], "offer: Answered");
    session.say("offer", "ann", "challenge @ben white");
    assert_eq!(session.told().await, ["offer: Repeated"]);
    // Two changes by one id that have nothing else in common: the second one is found at its commit.
    session.say("twice", "carl", "challenge @dora");
    session.say("twice", "dora", "challenge @carl");
    let told = session.told().await;
    let ends = |told: &[String]| -> Vec<String> {
        told.iter().filter(|line| line.starts_with("twice")).cloned().collect()
    };
    let mut both = ends(&told);
    both.sort();
    assert_eq!((both, told.len()), (vec!["twice: Answered".into(), "twice: Repeated".into()], 3));
    session.stop().await;
}

#[tokio::test]
async fn too_many_waiting_messages_are_dropped_with_one_warning() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(&folder.path().join("test.db"), Steady);
    // The first one is committed while the others come in.
    for n in 1..=30 {
        session.say(&n.to_string(), "ann", "challenge anyone");
    }
    let told = session.told().await;
    let count = |what: &str| told.iter().filter(|line| line.contains(what)).count();
    assert_eq!((count("still wait for an answer"), count(": Dropped")), (1, 9), "{told:?}");
    assert_eq!(count(": Answered"), 21);
    session.stop().await;
}

#[tokio::test]
async fn a_draw_offer_that_the_game_has_left_behind_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(&folder.path().join("test.db"), Steady);
    session.say("1", "ann", "challenge bot 1 white");
    session.told().await;
    session.say("2", "ann", "draw");
    // The bot cannot have judged the offer before this is handled.
    session.say("3", "ann", "c2-c3");
    let told = session.told().await;
    let answer = told.iter().position(|line| line.contains("has gone on since your draw offer"));
    let end = told.iter().position(|line| line == "2: Answered");
    assert!(answer.is_some() && answer < end, "{told:?}");
    session.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_cannot_be_stored_fails_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("test.db");
    let mut session = Session::start(&database, Steady);
    session.say("1", "ann", "challenge @ben white");
    session.told().await;
    // The database refuses one message, as a full disk would.
    let other = rusqlite::Connection::open(&database).unwrap();
    let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON handled WHEN new.source = 'local:2'
        BEGIN SELECT raise(ABORT, 'no room'); END";
    other.execute_batch(refuse).unwrap();
    drop(other);
    session.say("2", "ben", "accept");
    let told = session.told().await;
    assert!(told[0].starts_with("Something went wrong on my side"), "{told:?}");
    assert_eq!(told[1..], ["2: Failed"]);
    session.say("3", "ben", "accept");
    let told = session.told().await;
    assert_eq!(told.last().unwrap(), "3: Answered");
    session.stop().await;
}

#[tokio::test]
async fn what_waits_when_the_host_stops_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let session = Session::start(&folder.path().join("test.db"), Steady);
    for n in 1..=3 {
        session.say(&n.to_string(), "ann", "challenge anyone");
    }
    let host = session.host.clone();
    let events = session.stop().await;
    let ends: Vec<String> = events.iter().map(short).filter(|line| line.contains(": ")).collect();
    assert_eq!(ends.len(), 3, "{ends:?}");
    assert!(ends.contains(&"3: Dropped".to_owned()), "{ends:?}");
    // Nobody is there any more.
    host.settled().await;
}
