//! Measures a shared log on PostgreSQL beside a database of one's own: commits a second, how long a board takes, and how
//! long it is to the next answer when the process that is active is lost.
//!
//! `cargo bench --features postgres --bench shared_log` prints all. Words behind `--` choose: `commits`, `moves` or
//! `takeover`; `--seconds=20` says how long each load lasts. The servers use the same cores as the program, and sync.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/support/bench.rs"]
mod bench;
#[path = "../tests/support/bot.rs"]
mod bot;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/support/dances.rs"]
mod dances;
#[path = "../tests/support/postgres.rs"]
mod postgres;
#[path = "../tests/support/shared_log.rs"]
mod shared_log;
#[path = "../tests/support/stand_in/mod.rs"]
mod stand_in;
#[path = "../tests/support/wire.rs"]
mod wire;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use bot::Bot;
use dances::{Beat, Dances};
use host::{Clock as _, SystemClock};
use postgres::Server;
use shared_log::shared_log;
use stand_in::{ANN, StandIn, line};
use store::{Batch, OutboxRow, Store};
use table::{MessageId, PlaceId, Platform};
use tokio::{task::block_in_place, time::Instant};
use wire::Wire;

/// How many write at once.
const WRITERS: [usize; 3] = [1, 8, 32];
/// The length of what each commit keeps, as of an answer with a board.
const BODY: usize = 2_000;
/// How many pairs play, and how many moves a second they make together.
const PAIRS: usize = 200;
const RATE: usize = 40;
/// The longest time without an answer.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often a process is lost in each way.
const LOSSES: usize = 5;
/// Half of what the way to a server that is farther away takes.
const HALF_WAY: Duration = Duration::from_micros(500);

/// The same URL by a way that takes longer.
fn delayed(url: &str) -> String {
    let (before, rest) = url.split_once('@').expect("a URL with a password");
    let (server, database) = rest.split_once('/').expect("a URL with a database");
    let wire = Wire::new(server.parse().expect("an address"), HALF_WAY);
    format!("{before}@{}/{database}", wire.address)
}

/// Commits a second of so many who each wait for the end of one before the next.
fn commits(store: &Store, writers: usize, seconds: u64) -> f64 {
    let (is_over, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let begun = SystemClock.instant();
    thread::scope(|scope| {
        for _ in 0..writers {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    commit(store);
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        thread::sleep(Duration::from_secs(seconds));
        is_over.store(true, Ordering::Relaxed);
    });
    done.load(Ordering::Relaxed) as f64 / (SystemClock.instant() - begun).as_secs_f64()
}

fn commit(store: &Store) {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    let n = NEXT.fetch_add(1, Ordering::Relaxed) as u64;
    let place = PlaceId::channel(Platform::Discord, "1");
    let body: String = (0..BODY).map(|at| char::from(b'a' + (at as u64 * n % 26) as u8)).collect();
    let reply = OutboxRow { id: n, place, game: None, board: false, body };
    let handled = Some(MessageId::new(Platform::Discord, n.to_string()));
    let batch = Batch { handled, outbox: vec![reply], at: 1, ..Batch::default() };
    let (done, written) = mpsc::sync_channel(1);
    store.commit(batch, move |result| drop(done.send(result)));
    written.recv().expect("an answer").expect("it is written");
}

/// The databases that are compared, each with its name: the URL of a log, if it has one.
fn databases(server: &Server) -> [(&'static str, Option<String>); 3] {
    let near = || server.database();
    [("one's own", None), ("log here", Some(near())), ("log 1 ms away", Some(delayed(&near())))]
}

fn measure_commits(server: &Server, folder: &Path, seconds: u64) {
    println!("commits a second, each of {BODY} bytes");
    let stores = databases(server).map(|(name, url)| {
        let file = folder.join(format!("{name}.db"));
        let active = url.map(|url| shared_log(&url, &file).follow().expect("it follows"));
        let active = active.map(|active| active.expect("it is the active one"));
        let own = || Store::open(&file).expect("a database");
        (name, active.as_ref().map_or_else(own, |active| active.store.clone()), active)
    });
    for writers in WRITERS {
        for (name, store, _) in &stores {
            let n = commits(store, writers, seconds);
            println!("  {writers:>2} writers, {name}: {n:.0}");
        }
    }
    for (_, store, _) in &stores {
        store.close();
    }
}

fn start(database: &Path, discord: &StandIn, url: Option<&str>) -> Bot {
    let shared = url.map(|url| [("DATABASE_URL", url), ("DATABASE_STANDBY", "none")]);
    let mut settings = vec![("BACKUP_DIR", "off")];
    settings.extend(shared.into_iter().flatten());
    Bot::with_settings(database, &discord.url, &settings)
}

async fn platform() -> StandIn {
    let discord = StandIn::strict(Arc::new(SystemClock)).await;
    discord.world().limit = Some((5, Duration::from_secs(5)));
    discord
}

async fn measure_moves(server: &Server, folder: &Path, seconds: u64) {
    println!("{PAIRS} games, {RATE} moves a second");
    for (name, url) in block_in_place(|| databases(server)) {
        let discord = platform().await;
        let mut dances = Dances::new(&discord, PAIRS);
        let bot = start(&folder.join(format!("moves {name}.db")), &discord, url.as_deref());
        discord.identified(1).await;
        let begin = Beat::AfterAnswer(Duration::from_secs(12));
        dances.play(&discord, 0, begin, PATIENCE, |_| ()).await.expect("every game begins");
        dances.tally = dances::Tally::default();
        let pause = Duration::from_secs_f64(PAIRS as f64 / RATE as f64);
        let plies = (RATE * seconds as usize).div_ceil(PAIRS);
        let played = dances.play(&discord, plies, Beat::Every(pause), PATIENCE, |_| ()).await;
        played.expect("every move is answered");
        println!("  from move to board, {name}: {}", waits(&mut dances.tally.waits));
        drop(bot);
    }
}

/// The time from the loss of a process to the answer of the other.
async fn measure_takeovers(server: &Server, folder: &Path) {
    let discord = StandIn::strict(Arc::new(SystemClock)).await;
    let url = block_in_place(|| server.database());
    let databases = [0, 1].map(|n| -> PathBuf {
        let folder = folder.join(n.to_string());
        fs::create_dir(&folder).expect("a folder");
        folder.join("takeover.db")
    });
    let mut bots: [Bot; 2] = [0, 1].map(|n| start(&databases[n], &discord, Some(&url)));
    discord.identified(1).await;
    println!("from a loss to the next answer");
    for (how, signal) in [("killed", "KILL"), ("stopped", "STOP"), ("asked to end", "TERM")] {
        let mut times = Vec::new();
        for _ in 0..LOSSES {
            answered(&discord).await;
            let n = active(server, &url, &databases);
            // The other one has had the time to follow.
            tokio::time::sleep(Duration::from_secs(6)).await;
            let lost = Instant::now();
            bots[n].signal(signal);
            answered(&discord).await;
            times.push(lost.elapsed());
            if signal == "STOP" {
                bots[n].signal("CONT");
            }
            bots[n].ended();
            bots[n] = start(&databases[n], &discord, Some(&url));
        }
        println!("  {how}: {}", waits(&mut times));
    }
}

/// Asks something, and waits until it is answered.
async fn answered(discord: &StandIn) {
    discord.say(line(ANN, "!about"));
    discord.post().await;
}

fn active(server: &Server, url: &str, databases: &[PathBuf; 2]) -> usize {
    let asked = "SELECT active FROM martian_cake.log";
    let row = block_in_place(|| server.client(url).query_one(asked, &[])).expect("a log");
    let name: String = row.get(0);
    usize::from(name.ends_with(databases[1].to_str().expect("a path")))
}

/// Their number, median, 99th of a hundred and greatest, in words.
fn waits(waits: &mut [Duration]) -> String {
    waits.sort_unstable();
    let at = |share: f64| {
        let n = (waits.len().saturating_sub(1) as f64 * share) as usize;
        waits.get(n).map_or(f64::NAN, Duration::as_secs_f64) * 1_000.0
    };
    let n = waits.len();
    format!(
        "{n} times: median {:.0} ms, 99 % {:.0} ms, greatest {:.0} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    )
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let seconds = words.iter().find_map(|word| word.strip_prefix("--seconds=")?.parse().ok());
    let seconds = seconds.unwrap_or(20);
    let chosen = |name: &str| {
        words.iter().any(|word| word == name) || words.iter().all(|word| word.starts_with("--"))
    };
    let Some(server) = Server::start(&["fsync=on"]) else { return };
    bench::measure_on_disk(async |folder| {
        if chosen("commits") {
            block_in_place(|| measure_commits(&server, folder, seconds));
        }
        if chosen("moves") {
            measure_moves(&server, folder, seconds).await;
        }
        if chosen("takeover") {
            measure_takeovers(&server, folder).await;
        }
    });
}
