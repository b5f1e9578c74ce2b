//! Measures the time from a text command to the reply that the adapter gets: one move between two
//! people, durable, with its picture rendered while the commit runs. For comparison it measures a
//! bare `fdatasync` on the same disk in the same run, since the disk takes most of the time.
//!
//! `cargo bench --bench reply` prints both; the bar is the median `fdatasync` plus 3 ms. `cargo bench --bench reply --
//! forget` measures the same moves while somebody with 2,000 games is forgotten; the bar is 99 % within 250 ms.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/support/bench.rs"]
mod bench;

use std::{
    fs::File,
    io::{Seek as _, SeekFrom, Write as _},
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use chat::Incoming;
use host::{Clock as _, HostHandle, HostSettings, Outbox, SystemClock, SystemEntropy};
use render::Renderer;
use store::Store;
use table::{GameNo, MessageId, Person, PersonId, PlaceId, Platform};

/// How many moves are measured.
const MOVES: usize = 400;
/// How many games somebody has played who is forgotten.
const GAMES: usize = 2_000;

/// Moves of two people in a game that goes on for ever.
const SHUFFLE: [(&str, &str); 4] =
    [("ann", "a1-c3"), ("ben", "a6-c4"), ("ann", "c3-a1"), ("ben", "c4-a6")];

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn now() -> Instant {
    Instant::now()
}

struct Players {
    host: HostHandle,
    outbox: Outbox,
    messages: usize,
}

impl Players {
    fn say(&mut self, name: &str, text: &str) {
        self.say_at(PlaceId::channel(Platform::Local, "channel"), name, text);
    }

    fn say_at(&mut self, place: PlaceId, name: &str, text: &str) {
        self.messages += 1;
        let person =
            |name: &str| Person { id: PersonId::new(Platform::Local, name), name: name.to_owned() };
        self.host.receive(Incoming {
            mentioned: vec![person("ann"), person("ben")],
            private_answers: true,
            ..Incoming::line(
                MessageId::new(Platform::Local, format!("m{}", self.messages)),
                person(name),
                place,
                text,
                SystemClock.now(),
            )
        });
    }

    /// Says a line and returns the time until its reply.
    async fn timed(&mut self, name: &str, text: &str) -> Duration {
        let start = now();
        self.say(name, text);
        let out = loop {
            let event = self.outbox.recv().await.expect("a reply comes");
            if let Some(out) = event.into_reply() {
                break out;
            }
        };
        let took = start.elapsed();
        assert!(text.len() > 5 || out.png.is_some(), "{text}: {}", out.reply.text);
        if let Some(outbox) = out.outbox {
            self.host.delivered(outbox, None, SystemClock.now());
        }
        took
    }
}

/// Appends one page and syncs it, as a log alone would do, and returns the time that it took.
fn bare_sync(file: &mut File) -> Duration {
    let page = [0x5a_u8; 4096];
    let start = now();
    file.write_all(&page).expect("the disk takes a page");
    file.sync_data().expect("the disk syncs");
    start.elapsed()
}

fn figures(name: &str, mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    println!(
        "{name:<28} median {:.2} ms, 5 % {:.2} ms, 95 % {:.2} ms, 99 % {:.2} ms, n = {}",
        ms(at(50)),
        ms(at(5)),
        ms(at(95)),
        ms(at(99)),
        times.len()
    );
    at(50)
}

async fn players(folder: &Path) -> Players {
    let store = Store::open(&folder.join("bench.db")).expect("a new store opens");
    let renderer = Renderer::new(games::sprites());
    let settings = HostSettings::new(Platform::Local);
    let (host, outbox) =
        host::start(store, settings, Arc::new(SystemClock), Box::new(SystemEntropy), renderer)
            .expect("a host");
    let mut players = Players { host, outbox, messages: 0 };
    // A game that goes on for ever: repetition and progress are off.
    players.timed("ann", "challenge @ben white repetition=0 progress=0").await;
    players.timed("ben", "accept").await;
    players
}

/// Moves of others while somebody is forgotten, of whom much is kept.
async fn measure_forgetting(folder: &Path) {
    let mut players = players(folder).await;
    for _ in 0..GAMES {
        for (name, text) in [("xan", "challenge @ben"), ("ben", "accept"), ("xan", "resign yes")] {
            players.timed(name, text).await;
        }
    }
    let place = PersonId::new(Platform::Local, "xan").private_place();
    let mut replies = Vec::new();
    for (i, (name, mv)) in SHUFFLE.iter().cycle().enumerate().take(MOVES) {
        if i == MOVES / 20 {
            players.say_at(place.clone(), "xan", "privacy forget yes");
        }
        replies.push(players.timed(name, mv).await);
    }
    figures("moves while forgetting", replies.clone());
    let slowest = replies.iter().max().copied().unwrap_or_default();
    println!(
        "the slowest                  {:.2} ms (bar: 99 % within 250 ms)",
        slowest.as_secs_f64() * 1_000.0
    );
}

async fn measure(folder: &Path) {
    let mut players = players(folder).await;
    let mut file = File::create(folder.join("bare")).expect("a file");
    // The log that SQLite syncs is overwritten again and again, and so is this file.
    file.write_all(&vec![0; 4 << 20]).expect("the disk takes a file");
    file.sync_all().expect("the disk syncs");
    let (mut replies, mut syncs, mut questions) = (Vec::new(), Vec::new(), Vec::new());
    let (ann, place) =
        (PersonId::new(Platform::Local, "ann"), PlaceId::channel(Platform::Local, "channel"));
    for i in 0..MOVES {
        if i % 256 == 0 {
            file.seek(SeekFrom::Start(0)).expect("the file can be written from its start");
        }
        syncs.push(bare_sync(&mut file));
        let (name, mv) = SHUFFLE[i % 4];
        replies.push(players.timed(name, mv).await);
        // What a page asks on a click, while the reply is marked as delivered.
        let start = now();
        players.host.targets(&ann, &place, GameNo(1), "c2").await;
        players.host.actions_at(&ann, &place).await;
        questions.push(start.elapsed() / 2);
        // Marking the reply as delivered is not part of the next one.
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
    let sync = figures("bare fdatasync", syncs);
    let reply = figures("text in to reply out", replies);
    figures("question to answer", questions);
    let over = reply.as_secs_f64() * 1_000.0 - sync.as_secs_f64() * 1_000.0;
    println!("reply over fdatasync         {over:.2} ms (bar: 3.00 ms)");
}

fn main() {
    if std::env::args().any(|word| word == "forget") {
        bench::measure_on_disk(measure_forgetting);
    } else {
        bench::measure_on_disk(measure);
    }
}
