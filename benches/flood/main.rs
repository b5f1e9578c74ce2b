//! Measures what attacks on the local page cost a quiet pair that plays there, and how long a bot's answer
//! takes beside others' searches: the program itself as a process, and its page on a port.
//!
//! `cargo bench --bench flood` prints a table. Each flood meets a fresh program. Words behind `--` choose
//! floods by their names; `--from=many` (each attacker has an address of its own, the default),
//! `--from=other` (all share one, which is not the pair's) or `--from=same` (all share the pair's) says
//! where the attackers are, `--seconds=20` how long each flood lasts. Attackers and players use the same
//! cores as the program.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod attack;
#[path = "../../tests/support/bench.rs"]
mod bench;
mod players;
#[expect(dead_code, reason = "the tests use more of it")]
#[path = "../../tests/support/program.rs"]
mod program;

use std::{
    fs,
    net::{IpAddr, Ipv4Addr},
    path::Path,
    time::{Duration, Instant},
};

use attack::{Attack, Tally};
use players::{Bench, QuietPair};
use program::Program;

/// How many attackers there are, where the attack does not say otherwise.
const ATTACKERS: u8 = 60;

/// How long a flood rises before anything is measured.
const RISE: Duration = Duration::from_secs(3);

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn now() -> Instant {
    Instant::now()
}

/// Where the attackers are.
#[derive(Clone, Copy)]
enum From {
    Many,
    Other,
    Same,
}

impl From {
    /// The address of an attacker.
    const fn address(self, attacker: u8) -> IpAddr {
        IpAddr::V4(match self {
            Self::Many => Ipv4Addr::new(127, 0, 1, attacker + 1),
            Self::Other => Ipv4Addr::new(127, 0, 0, 2),
            Self::Same => Ipv4Addr::LOCALHOST,
        })
    }
}

/// What the command line asks for.
struct Wishes {
    floods: Vec<String>,
    from: From,
    duration: Duration,
}

impl Wishes {
    fn read() -> Self {
        let mut wishes =
            Self { floods: Vec::new(), from: From::Many, duration: Duration::from_secs(20) };
        for word in std::env::args().skip(1) {
            match word.as_str() {
                "--from=many" => wishes.from = From::Many,
                "--from=other" => wishes.from = From::Other,
                "--from=same" => wishes.from = From::Same,
                // What cargo adds.
                "--bench" => {}
                other => match other.strip_prefix("--seconds=").and_then(|n| n.parse().ok()) {
                    Some(seconds) => wishes.duration = Duration::from_secs(seconds),
                    None => wishes.floods.push(other.to_owned()),
                },
            }
        }
        wishes
    }
}

/// The resident memory of a process, in MiB.
fn memory(process: u32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages: f64 = text.split(' ').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0.0);
    // Linux has pages of 4 KiB on every machine that this is measured on.
    pages / 256.0
}

/// Notes the greatest memory of a process until it is aborted; gives the way to read it.
fn watch_memory(process: u32) -> (tokio::task::JoinHandle<()>, tokio::sync::watch::Receiver<f64>) {
    let (tell, greatest) = tokio::sync::watch::channel(0.0);
    let watching = tokio::spawn(async move {
        loop {
            let used = memory(process);
            tell.send_if_modified(|most| {
                let is_more = used > *most;
                *most = most.max(used);
                is_more
            });
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    (watching, greatest)
}

/// Median, 99th percentile and greatest, in milliseconds.
fn figures(mut times: Vec<Duration>) -> String {
    if times.is_empty() {
        return "no answer".to_owned();
    }
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() * percent).div_ceil(100).max(1) - 1];
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    let most = times.last().copied().unwrap_or_default();
    format!("{:>6.1} {:>7.1} {:>7.1} {:>5}", ms(at(50)), ms(at(99)), ms(most), times.len())
}

/// Lets one flood rise against a fresh program, and prints a line about it.
async fn measure(folder: &Path, attack: Attack, wishes: &Wishes) {
    let name = attack.name();
    let log = folder.join(format!("{name}.log"));
    let program = Program::logging(&folder.join(format!("{name}.db")), "warn", &log);
    let mut pair = QuietPair::enter(program.address).await;
    let pictures = attack::pictures(&program, attack).await;
    let before = memory(program.id());
    let (watching, greatest) = watch_memory(program.id());
    let tally = Tally::default();
    let attackers: Vec<_> = (0..attack.attackers())
        .map(|n| {
            let (address, source) = (program.address, wishes.from.address(n));
            tokio::spawn(attack.go(address, source, n, pictures.clone(), tally.clone()))
        })
        .collect();
    let rise = if attack == Attack::Nothing { Duration::ZERO } else { RISE };
    pair.moves_for(rise).await;
    let until = now() + wishes.duration;
    let beside = tokio::spawn(Bench::answers(program.address, attack, until));
    let moves = pair.moves_for(wishes.duration).await;
    let answers = beside.await.unwrap_or_default();
    attackers.iter().for_each(tokio::task::JoinHandle::abort);
    watching.abort();
    let most = *greatest.borrow();
    let lines = fs::read_to_string(&log).map_or(0, |text| text.lines().count());
    println!("{name:<13} {} | {before:>5.1} {most:>6.1} | {lines:>5} | {tally}", figures(moves));
    for (level, times) in answers {
        println!("  bot {level:<7} {}", figures(times));
    }
}

fn main() {
    bench::measure_on_disk(measure_all);
}

/// Measures what the command line asks for, with databases in this folder.
async fn measure_all(folder: &Path) {
    let wishes = Wishes::read();
    println!(
        "               median     99 %    most     n | MiB before, most | log | by {ATTACKERS} attackers"
    );
    for attack in Attack::ALL {
        let is_wanted = |wish: &String| attack.name().contains(wish.as_str());
        if wishes.floods.is_empty() || wishes.floods.iter().any(is_wanted) {
            measure(folder, attack, &wishes).await;
        }
    }
    println!(
        "bars: 99 % below 250 ms; pictures at most 100 MiB; bot 1 in 500 ms, bot 7 in 6,000 ms"
    );
}
