//! Measures the time from the start of the program to the first answer of its page, with 1,000 open
//! games in the database, and the memory that the program uses then.
//!
//! `cargo bench --bench start` prints both; the bars are 200 ms and 40 MB resident.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use chat::Incoming;
use host::{HostSettings, SystemClock, SystemEntropy};
use render::Renderer;
use store::Store;
use table::{MessageId, Person, PersonId, PlaceId, Platform};

/// How many open games there are in the database.
const GAMES: usize = 1_000;
/// How many starts are measured.
const STARTS: usize = 15;

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn now() -> Instant {
    Instant::now()
}

/// Fills a database with games between many people, each a few plies old.
async fn fill(database: &Path) {
    let store = Store::open(database).expect("a new store opens");
    let renderer = Renderer::new(games::sprites());
    let settings = HostSettings::new(Platform::Local);
    let (host, mut outbox) = host::start(
        store.clone(),
        settings,
        Arc::new(SystemClock),
        Box::new(SystemEntropy),
        renderer,
    )
    .expect("a host");
    let mut messages = 0;
    for game in 1..=GAMES {
        let pair = [format!("ann{}", game / 40), format!("ben{}", game / 40)];
        let lines = [
            (0, format!("challenge @{} white", pair[1])),
            (1, format!("accept #{game}")),
            (0, format!("#{game} c2-c3")),
            (1, format!("#{game} d5-d4")),
        ];
        for (who, text) in lines {
            messages += 1;
            let person = |name: &String| Person {
                id: PersonId::new(Platform::Local, name),
                name: name.clone(),
            };
            host.receive(Incoming {
                mentioned: pair.iter().map(person).collect(),
                private_answers: true,
                ..Incoming::line(
                    MessageId::new(Platform::Local, format!("m{messages}")),
                    person(&pair[who]),
                    PlaceId::channel(Platform::Local, "channel"),
                    text,
                    0,
                )
            });
            let out = loop {
                let event = outbox.recv().await.expect("a reply comes");
                if let Some(out) = event.into_reply() {
                    break out;
                }
            };
            if let Some(outbox) = out.outbox {
                host.delivered(outbox, None, 0);
            }
        }
    }
    host.stop().await;
    store.close();
}

/// Starts the program and returns the time until the first answer of its page, and the memory that
/// it uses, in kilobytes.
fn start(database: &Path) -> (Duration, u64) {
    let begun = now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_martian-cake"))
        .args(["local", "--listen", "127.0.0.1:0"])
        .env("DATABASE_PATH", database)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("a piped stdout");
    BufReader::new(stdout).read_line(&mut line).expect("the program says where it is");
    let (_, rest) = line.split_once("http://").expect("an address");
    let address = rest.split(' ').next().expect("an address");
    let mut stream = TcpStream::connect(address).expect("the page is there");
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
        .expect("the page listens");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).expect("the page answers");
    let took = begun.elapsed();
    assert_eq!(&answer, b"HTTP/1.1 200");
    (took, resident(&mut child))
}

/// The resident memory a moment after the start, as the system counts it, in kilobytes.
fn resident(child: &mut Child) -> u64 {
    std::thread::sleep(Duration::from_millis(300));
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let kilobytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:")?.trim().split(' ').next()?.parse().ok())
        .unwrap_or(0);
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    kilobytes
}

fn main() {
    let folder = tempfile::tempdir_in("target").expect("a folder beside the build");
    let database = folder.path().join("start.db");
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(fill(&database));
    let (mut times, mut memory): (Vec<_>, Vec<_>) = (0..STARTS).map(|_| start(&database)).unzip();
    times.sort_unstable();
    memory.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    println!("{GAMES} open games, {STARTS} starts");
    println!(
        "to the first page answer     median {:.0} ms, greatest {:.0} ms (bar: 200 ms)",
        ms(times[STARTS / 2]),
        ms(times[STARTS - 1])
    );
    println!(
        "resident                     median {:.1} MB, greatest {:.1} MB (bar: 40 MB)",
        memory[STARTS / 2] as f64 / 1_000.0,
        memory[STARTS - 1] as f64 / 1_000.0
    );
}
