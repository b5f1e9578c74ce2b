//! Measures how long the host takes for 10,000 things that are due at the same instant, and how many
//! moves of a game it answers meanwhile: offers that end, and players whose time is over.
//!
//! `cargo bench --bench due` prints it; the bar is 10 s for each.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/support/bench.rs"]
mod bench;
#[path = "../tests/support/offers.rs"]
mod offers;
#[path = "../tests/support/running.rs"]
mod running;

use std::{
    path::Path,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use chat::Incoming;
use host::{Clock as _, HostEvent, HostHandle, HostSettings, ManualClock, Outbox, SystemEntropy};
use offers::open_offer;
use render::Renderer;
use running::{TIME, players, running};
use store::{Batch, GameWrite, Store};
use table::{MessageId, OFFER_LIFE, Person, PersonId, PlaceId, Platform};

/// How many things are due.
const DUE: u32 = 10_000;
/// How many offers are one person's, as many as are allowed.
const OFFERS_EACH: u32 = 10;
/// When they are made.
const START: i64 = 1_800_000_000_000;
/// The most time for all.
const BAR: Duration = Duration::from_secs(10);
/// A game that goes on for ever where repetition and progress are off.
const DANCE: [(&str, &str); 4] =
    [("ann", "a1-c3"), ("ben", "a6-c4"), ("ann", "c3-a1"), ("ben", "c4-a6")];

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn now() -> Instant {
    Instant::now()
}

fn person(name: &str) -> Person {
    Person { id: PersonId::new(Platform::Local, name), name: name.to_owned() }
}

fn channel() -> PlaceId {
    PlaceId::channel(Platform::Local, "channel")
}

/// A kind of thing that is due, many times.
struct Kind {
    name: &'static str,
    /// A part of the answer to each.
    told: &'static str,
    /// When they are due after the start, in milliseconds.
    after: i64,
    write: fn(&Store),
}

const KINDS: [Kind; 2] = [
    Kind { name: "offers", told: "ran out", after: OFFER_LIFE, write: write_offers },
    Kind { name: "deadlines", told: "time ran out", after: TIME, write: write_running },
];

/// Writes games with their people behind the number of the one game, and waits.
fn put(store: &Store, people: Vec<Person>, games: Vec<GameWrite>) {
    let (tell, told) = mpsc::channel();
    store.commit(Batch { people, games, at: START, ..Batch::default() }, move |done| {
        let _ = tell.send(done);
    });
    told.recv().expect("the store answers").expect("the games are written");
}

fn write_offers(store: &Store) {
    let challenger = |no: u32| person(&format!("host{}", no / OFFERS_EACH));
    let offer = |no: u32| open_offer(no, channel(), challenger(no).id, START);
    let games = (2..DUE + 2).map(|no| GameWrite { row: offer(no), events: Vec::new() }).collect();
    put(store, (2..DUE + 2).map(challenger).collect(), games);
}

fn write_running(store: &Store) {
    let games = (2..DUE + 2).map(|no| running(no, channel(), START)).collect();
    put(store, (2..DUE + 2).flat_map(players).collect(), games);
}

struct Players {
    host: HostHandle,
    outbox: Outbox,
    clock: ManualClock,
    said: u32,
}

impl Players {
    fn start(store: Store, clock: &ManualClock) -> Self {
        let settings = HostSettings::new(Platform::Local);
        let renderer = Renderer::new(games::sprites());
        let (clocks, chance) = (Arc::new(clock.clone()), Box::new(SystemEntropy));
        let (host, outbox) =
            host::start(store, settings, clocks, chance, renderer).expect("a host");
        Self { host, outbox, clock: clock.clone(), said: 0 }
    }

    /// Says a line and returns how many of those that are due were told of before it is answered.
    async fn say(&mut self, (name, text): (&str, &str), answer: &str, told: &str) -> u32 {
        self.said += 1;
        self.host.receive(Incoming {
            mentioned: vec![person("ann"), person("ben")],
            private_answers: true,
            ..Incoming::line(
                MessageId::new(Platform::Local, format!("{name}-{}-{text}", self.said)),
                person(name),
                channel(),
                text,
                self.clock.now(),
            )
        });
        let mut ended = 0;
        while let Some(event) = self.outbox.recv().await {
            let HostEvent::Say(outgoing) = event else { continue };
            if outgoing.reply.text.contains(answer) {
                return ended;
            }
            ended += u32::from(outgoing.reply.text.contains(told));
        }
        ended
    }
}

/// A host on a database with a game of two, and all that is due later.
async fn prepared(database: &Path, kind: &Kind, clock: &ManualClock) -> Players {
    let store = Store::open(database).expect("a new store opens");
    let mut players = Players::start(store.clone(), clock);
    let offer = ("ann", "challenge @ben lyra white repetition=0 progress=0");
    players.say(offer, "invites", kind.told).await;
    players.say(("ben", "accept"), "begins", kind.told).await;
    players.host.stop().await;
    (kind.write)(&store);
    store.close();
    drop((players, store));
    Players::start(Store::open(database).expect("it opens"), clock)
}

async fn measure(folder: &Path, kind: &Kind) {
    let clock = ManualClock::new(START);
    let database = folder.join(format!("{}.db", kind.name));
    let mut players = prepared(&database, kind, &clock).await;
    players.host.settled().await;
    let start = now();
    clock.advance(Duration::from_millis(kind.after.unsigned_abs()));
    let (mut ended, mut waits) = (0, Vec::new());
    while ended < DUE && start.elapsed() < 6 * BAR {
        let (name, mv) = DANCE[waits.len() % DANCE.len()];
        let said = now();
        ended += players.say((name, mv), mv, kind.told).await;
        waits.push(said.elapsed());
    }
    players.host.settled().await;
    let took = start.elapsed();
    waits.sort_unstable();
    let millis = |part: usize| {
        let wait = waits.get((waits.len() * part / 100).min(waits.len() - 1));
        wait.map_or(0.0, |wait| wait.as_secs_f64() * 1_000.0)
    };
    println!("{DUE} {} due at once: {:.2} s (bar: {BAR:?})", kind.name, took.as_secs_f64());
    println!(
        "moves answered meanwhile: {}, the median in {:.1} ms, 99 % in {:.0} ms, the slowest in {:.0} ms",
        waits.len(),
        millis(50),
        millis(99),
        millis(100),
    );
    assert!(took <= BAR, "it takes too long");
}

fn main() {
    bench::measure_on_disk(async |folder| {
        for kind in &KINDS {
            measure(folder, kind).await;
        }
    });
}
