//! Measures what the host spends on messages that wait: ten people accept each of many open offers,
//! all at the same instant. For every game the first one's change is committed at once and nine wait;
//! five get a seat, the last of them starts the game, and five hear that they came too late.
//!
//! `cargo bench --bench waiting` prints, for each message, the processor time of the host's loop, and
//! the time until everything is answered, rendering and disk included. Neither grows with the messages
//! that wait, as it would if their number and that of the games were multiplied anywhere.
//!
//! Then it prints the same for the dearest lines that a person can type, of as many characters as a
//! message may have: everybody else waits for each of them.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::{
    fs,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use chat::Incoming;
use host::{
    HostEvent, HostHandle, HostSettings, MessageOutcome, Outbox, SystemClock, SystemEntropy,
};
use render::Renderer;
use store::Store;
use table::{MessageId, Person, PersonId, PlaceId, Platform};

/// How many characters a message may have.
const MESSAGE: usize = 2_000;
/// How often each line is said.
const TIMES: usize = 20;
/// The words that the dearest lines repeat.
const DEAREST: [&str; 30] = [
    "zzzqx",
    "zzzqx ",
    "help ",
    "rules ",
    "rules martian ",
    "martian ",
    "cyvasse a ",
    "how martian ",
    "challenge ",
    "challenge @ann @ben ",
    "challenge martian players:6 ",
    "challenge marlian hrad ",
    "challenge x:y ",
    "a1-",
    "a1 b2 ",
    "c2-c3 ",
    "Qa1xb2 ",
    "#1 ",
    "#1 a",
    "setup king a1 ",
    "setup king a1, ",
    "king a1, dragon b2; ",
    "board wihte ",
    "draw ofer ",
    "/legl ",
    "m a1 ",
    "\u{130}a",
    "\" @",
    "legal a1 ",
    "verify [a",
];
/// How many people want to join each game.
const PER_GAME: usize = 10;
/// How many offers one person may have open.
const OFFERS: usize = 10;

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn now() -> Instant {
    Instant::now()
}

/// The processor time of this thread so far, as the system counts it.
fn processor_time() -> Duration {
    let counted = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = counted.split(' ').next().and_then(|text| text.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

struct People {
    host: HostHandle,
    outbox: Outbox,
    messages: usize,
}

impl People {
    fn say(&mut self, name: String, text: String) {
        self.messages += 1;
        self.host.receive(Incoming {
            private_answers: true,
            to_bot: true,
            ..Incoming::line(
                MessageId::new(Platform::Local, format!("m{}", self.messages)),
                Person { id: PersonId::new(Platform::Local, name.clone()), name },
                PlaceId::channel(Platform::Local, "channel"),
                text,
                0,
            )
        });
    }

    /// Waits until nothing is under way, and returns how many messages have been answered since.
    async fn answered(&mut self) -> usize {
        self.host.settled().await;
        let events = std::iter::from_fn(|| self.outbox.try_recv().ok());
        events
            .filter(|event| {
                matches!(event, HostEvent::MessageOutcome { end: MessageOutcome::Answered, .. })
            })
            .count()
    }
}

/// A host of its own for each measurement.
fn host(folder: &Path, name: &str) -> People {
    let store = Store::open(&folder.join(format!("{name}.db"))).expect("a new store opens");
    let renderer = Renderer::new(games::sprites());
    let settings = HostSettings::new(Platform::Local);
    let (clock, chance) = (Arc::new(SystemClock), Box::new(SystemEntropy));
    let (host, outbox) = host::start(store, settings, clock, chance, renderer).expect("a host");
    People { host, outbox, messages: 0 }
}

/// Prints what each of these lines takes, said by somebody who plays and by people who do not.
async fn measure_texts(folder: &Path) {
    let mut people = host(folder, "texts");
    for game in ["martian", "cyvasse", "lyra"] {
        people.say("player".to_owned(), format!("challenge {game} bot 1"));
    }
    people.answered().await;
    for part in DEAREST {
        let text = part.repeat(MESSAGE / part.len());
        for plays in [true, false] {
            let used = processor_time();
            for at in 0..TIMES {
                let name = if plays { "player".to_owned() } else { format!("guest{at}") };
                people.say(name, text.clone());
            }
            people.answered().await;
            let used = processor_time().saturating_sub(used).as_secs_f64() * 1e6 / TIMES as f64;
            let who = if plays { "who plays" } else { "who does not" };
            println!("{used:>7.0} µs a message of one {who:<12} {part:?}...");
        }
    }
    people.host.stop().await;
}

/// Lets all join at once, and prints what each message has taken.
async fn measure(folder: &Path, n_games: usize) {
    let mut people = host(folder, &n_games.to_string());
    for game in 0..n_games {
        people
            .say(format!("host{}", game / OFFERS), "challenge martian players:6 anyone".to_owned());
    }
    assert_eq!(people.answered().await, n_games, "every game is offered");

    let n_messages = n_games * PER_GAME;
    let (start, used) = (now(), processor_time());
    for game in 1..=n_games {
        for joiner in 0..PER_GAME {
            people.say(format!("guest{joiner}of{game}"), format!("accept #{game}"));
        }
    }
    assert_eq!(people.answered().await, n_messages, "nothing is dropped");
    let per_message = |time: Duration| time.as_secs_f64() * 1e6 / n_messages as f64;
    println!(
        "{n_messages:>5} messages on {n_games:>3} games   {:>5.0} µs a message by the host, {:>5.0} µs in all",
        per_message(processor_time().saturating_sub(used)),
        per_message(start.elapsed())
    );
    people.host.stop().await;
}

fn main() {
    // On the disk of the project: a folder in memory would sync for nothing.
    let folder = tempfile::tempdir_in("target").expect("a folder beside the build");
    // One thread, so that its time is the host's.
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(measure_texts(folder.path()));
    for n_games in [50, 100, 200, 500] {
        runtime.block_on(measure(folder.path(), n_games));
    }
}
