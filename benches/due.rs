//! Measures how long the host takes to end 10,000 offers that are due at the same instant, and how
//! many moves of a game it answers meanwhile.
//!
//! `cargo bench --bench due` prints both; the bar is 10 s.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/support/bench.rs"]
mod bench;
#[path = "../tests/support/offers.rs"]
mod offers;

use std::{
    path::Path,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use martian_cake::{
    chat::Incoming,
    games,
    host::{self, HostEvent, HostHandle, HostSettings, ManualClock, Outbox, SystemEntropy},
    render::Renderer,
    store::{Batch, GameRow, GameWrite, Store},
    table::{MessageId, OFFER_LIFE, Person, PersonId, PlaceId, Platform},
};

use offers::open_offer;

/// How many offers end.
const OFFERS: u32 = 10_000;
/// How many of them are one person's, as many as are allowed.
const OFFERS_EACH: u32 = 10;
/// When they are made.
const START: i64 = 1_800_000_000_000;
/// How long all may take.
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

fn challenger(no: u32) -> Person {
    person(&format!("host{}", no / OFFERS_EACH))
}

/// An offer to anyone, as it lies in the store.
fn offer(no: u32) -> GameRow {
    open_offer(no, channel(), challenger(no).id, START)
}

/// Writes the offers behind the number of the one game.
fn write_offers(store: &Store) {
    let numbers = 2..OFFERS + 2;
    let people = numbers.clone().map(challenger).collect();
    let games = numbers.map(|no| GameWrite { row: offer(no), events: Vec::new() }).collect();
    let (tell, told) = mpsc::channel();
    store.commit(Batch { people, games, at: START, ..Batch::default() }, move |done| {
        let _ = tell.send(done);
    });
    told.recv().expect("the store answers").expect("the offers are written");
}

struct Players {
    host: HostHandle,
    outbox: Outbox,
    said: u32,
}

impl Players {
    fn start(store: Store, clock: &ManualClock) -> Self {
        let settings = HostSettings::new(Platform::Local);
        let renderer = Renderer::new(games::sprites());
        let (clock, chance) = (Arc::new(clock.clone()), Box::new(SystemEntropy));
        let (host, outbox) = host::start(store, settings, clock, chance, renderer).expect("a host");
        Self { host, outbox, said: 0 }
    }

    /// Says a line and returns how many offers have ended before it is answered.
    async fn say(&mut self, name: &str, text: &str, answer: &str) -> u32 {
        self.said += 1;
        self.host.receive(Incoming {
            mentioned: vec![person("ann"), person("ben")],
            private_answers: true,
            ..Incoming::line(
                MessageId::new(Platform::Local, format!("{name}-{}-{text}", self.said)),
                person(name),
                channel(),
                text,
                START,
            )
        });
        let mut ended = 0;
        while let Some(event) = self.outbox.recv().await {
            let HostEvent::Say(outgoing) = event else { continue };
            if outgoing.reply.text.contains(answer) {
                return ended;
            }
            ended += u32::from(outgoing.reply.text.contains("ran out"));
        }
        ended
    }
}

async fn measure(folder: &Path) {
    let clock = ManualClock::new(START);
    let database = folder.join("due.db");
    let store = Store::open(&database).expect("a new store opens");
    let mut players = Players::start(store.clone(), &clock);
    players.say("ann", "challenge @ben lyra white repetition=0 progress=0", "invites").await;
    players.say("ben", "accept", "begins").await;
    players.host.stop().await;
    write_offers(&store);
    store.close();
    drop((players, store));

    let mut players = Players::start(Store::open(&database).expect("it opens"), &clock);
    players.host.settled().await;
    let start = now();
    clock.advance(Duration::from_millis(OFFER_LIFE.unsigned_abs()));
    let (mut ended, mut moves, mut slowest) = (0, 0, Duration::ZERO);
    while ended < OFFERS {
        let (name, mv) = DANCE[moves % DANCE.len()];
        let said = now();
        ended += players.say(name, mv, mv).await;
        slowest = slowest.max(said.elapsed());
        moves += 1;
        if start.elapsed() > 6 * BAR {
            break;
        }
    }
    players.host.settled().await;
    let took = start.elapsed();
    println!("{OFFERS} offers due at once        {:.2} s (bar: {BAR:?})", took.as_secs_f64());
    println!(
        "moves answered meanwhile          {moves}, the slowest in {:.0} ms",
        slowest.as_secs_f64() * 1_000.0
    );
    assert!(took <= BAR, "it takes too long");
}

fn main() {
    bench::measure_on_disk(measure);
}
