//! Measures what attacks on the local page cost a quiet pair that plays there, and how long a bot's answer
//! takes beside others' searches: the program itself as a process, and its page on a port.
//!
//! `cargo bench --bench flood` prints a table. Each flood meets a fresh program. Words behind `--` choose
//! floods by their names; `--from=many` (each attacker has an address of its own, the default),
//! `--from=other` (all share one, which is not the pair's) or `--from=same` (all share the pair's) says
//! where the attackers are, `--seconds=20` how long each flood lasts. The attackers are a process of their
//! own, which this one starts; they and the players use the same cores as the program. After the end of a
//! flood the pair is measured once more. Then the flood rises again, and the program is asked to end.
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
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use attack::Attack;
use players::{Bench, QuietPair};
use program::Program;

/// How many attackers there are, where the attack does not say otherwise.
const ATTACKERS: u8 = 60;

/// The time for which a flood rises before anything is measured.
const RISE: Duration = Duration::from_secs(3);

/// The time for which the pair is measured after the end of a flood.
const AFTER: Duration = Duration::from_secs(5);

/// The argument with which the process of the attackers is called.
const ATTACK: &str = "--attack";

/// The name of the measurement of memory.
const SHOWN: &str = "shown-boards";

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
    const fn name(self) -> &'static str {
        match self {
            Self::Many => "many",
            Self::Other => "other",
            Self::Same => "same",
        }
    }

    fn named(name: &str) -> Option<Self> {
        [Self::Many, Self::Other, Self::Same].into_iter().find(|one| one.name() == name)
    }

    /// The address of an attacker.
    const fn address(self, attacker: u8) -> IpAddr {
        IpAddr::V4(match self {
            Self::Many => Ipv4Addr::new(127, 0, 1, attacker + 1),
            Self::Other => Ipv4Addr::new(127, 0, 0, 2),
            Self::Same => Ipv4Addr::LOCALHOST,
        })
    }
}

/// The wishes of the command line.
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
            let seconds = word.strip_prefix("--seconds=").and_then(|n| n.parse().ok());
            let from = word.strip_prefix("--from=").and_then(From::named);
            match (from, seconds) {
                (Some(from), _) => wishes.from = from,
                (_, Some(seconds)) => wishes.duration = Duration::from_secs(seconds),
                // What cargo adds.
                _ if word == "--bench" => {}
                _ => wishes.floods.push(word),
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

/// The attackers, in a process of their own.
struct Attackers(Child);

impl Attackers {
    /// Lets them loose.
    fn loose(attack: Attack, address: SocketAddr, from: From) -> Self {
        let own = std::env::current_exe().expect("this program has a path");
        let child = Command::new(own)
            .args([ATTACK, attack.name(), &address.to_string(), from.name()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        Self(child.expect("the attackers start"))
    }

    /// Calls them off.
    fn call_off(&mut self) {
        drop(self.0.stdin.take());
    }

    /// Returns what they have got done, once they are called off.
    fn tally(self) -> String {
        let output = self.0.wait_with_output().expect("the attackers end");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

/// Runs the process of the attackers: `--attack boards 127.0.0.1:8080 many`.
fn attack_as_asked(words: &[String]) -> Option<()> {
    let [first, name, address, from] = words else { return None };
    let (attack, address) =
        (Attack::named(name).filter(|_| first == ATTACK)?, address.parse().ok()?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().ok()?;
    println!("{}", runtime.block_on(attack::attack(attack, address, From::named(from)?)));
    runtime.shutdown_background();
    Some(())
}

/// Lets one flood rise against a fresh program, and prints a line about it.
async fn measure(folder: &Path, attack: Attack, wishes: &Wishes) {
    let name = attack.name();
    let log = folder.join(format!("{name}.log"));
    let mut program = Program::logging(&folder.join(format!("{name}.db")), "warn", &log);
    let mut pair = QuietPair::enter(program.address).await;
    if attack.needs_long_game() {
        pair.long_game().await;
    }
    let before = memory(program.id());
    let (watching, greatest) = watch_memory(program.id());
    let mut attackers = Attackers::loose(attack, program.address, wishes.from);
    let rise = if attack == Attack::Nothing { Duration::ZERO } else { RISE };
    pair.moves_for(rise).await;
    let until = now() + wishes.duration;
    let beside = tokio::spawn(Bench::answers(program.address, attack, until));
    let moves = pair.moves_for(wishes.duration).await;
    let answers = beside.await.unwrap_or_default();
    attackers.call_off();
    let after = pair.moves_for(AFTER).await;
    let tally = attackers.tally();
    let mut attackers = Attackers::loose(attack, program.address, wishes.from);
    pair.moves_for(rise).await;
    let asked = now();
    program.terminate();
    program.exit_code();
    let stopped = asked.elapsed().as_secs_f64();
    attackers.call_off();
    attackers.tally();
    watching.abort();
    let most = *greatest.borrow();
    let lines = fs::read_to_string(&log).map_or(0, |text| text.lines().count());
    let (moves, after) = (figures(moves), figures(after));
    println!(
        "{name:<13} {moves} | {after} | {before:>5.1} {most:>6.1} | {stopped:>5.2} | {lines:>5} | {tally}"
    );
    for (level, times) in answers {
        println!("  bot {level:<7} {}", figures(times));
    }
}

/// Prints how much memory is in use after a crowd has been shown many boards.
async fn measure_boards(folder: &Path) {
    const PEOPLE: usize = 20;
    const EACH: usize = 45;
    let log = folder.join("shown.log");
    let program = Program::logging(&folder.join("shown.db"), "warn", &log);
    let mut pair = QuietPair::enter(program.address).await;
    pair.moves_for(Duration::from_secs(2)).await;
    let before = memory(program.id());
    let address = program.address;
    let mut people = tokio::task::JoinSet::new();
    for n in 0..PEOPLE {
        people.spawn(async move {
            let mut page = players::enter(address, &format!("curious{n}")).await;
            for _ in 0..EACH {
                page.say("board #1").await.expect("it stays connected");
                page.answer().await.expect("a board comes");
                page.heard.clear();
            }
        });
    }
    people.join_all().await;
    let boards = PEOPLE * EACH;
    println!(
        "{SHOWN:<13} {before:.1} MiB before, {:.1} after {boards} boards",
        memory(program.id())
    );
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if attack_as_asked(&words).is_none() {
        bench::measure_on_disk(measure_all);
    }
}

/// Measures what the command line asks for, with databases in this folder.
async fn measure_all(folder: &Path) {
    let wishes = Wishes::read();
    println!(
        "               median     99 %    most     n | the same at once after the end | MiB before, most | stop s | log | by {ATTACKERS} attackers"
    );
    let is_wanted = |name: &str| {
        wishes.floods.is_empty() || wishes.floods.iter().any(|wish| name.contains(wish.as_str()))
    };
    for attack in Attack::ALL {
        if is_wanted(attack.name()) {
            measure(folder, attack, &wishes).await;
        }
    }
    if is_wanted(SHOWN) {
        measure_boards(folder).await;
    }
    println!(
        "bars: 99 % below 250 ms; pictures and replays at most 100 MiB, boards shown 75; \
         stopped within 5 s; bot 1 in 500 ms, bot 7 in 6,000 ms"
    );
}
