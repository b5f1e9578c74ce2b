//! Measures an evening of 200 players on Discord, each game in a thread of its own.
//!
//! `cargo bench --bench evening` prints all. Words behind `--` choose: `host` has rounds begin at the host, and says
//! how long that takes, how long the host's loop stands still meanwhile, and how long the moves of other pairs wait
//! for their boards; `discord` has one begin at the program beside the stand-in for Discord with the platform's
//! limits, and says when everybody has a board, and how many plies a minute there are then. `--players=200` and
//! `--seconds=60` say how many people there are, and how long they play on Discord. The stand-in, and whoever plays,
//! use the same cores as the program.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../../tests/support/bench.rs"]
mod bench;
#[path = "../../tests/support/bot.rs"]
mod bot;
mod event;
mod host;
#[path = "../../tests/support/stand_in/mod.rs"]
mod stand_in;
mod threads;

use std::time::Duration;

/// How many people there are where that is not said.
const PLAYERS: usize = 200;
/// The time for which they play on Discord where that is not said, in seconds.
const SECONDS: u64 = 60;

/// The median, the 99th of a hundred and the greatest of these times, in words.
fn waits(waits: &mut [Duration]) -> String {
    waits.sort_unstable();
    let at = |part: usize| {
        let wait = waits.get((waits.len() * part / 100).min(waits.len().saturating_sub(1)));
        wait.map_or(f64::NAN, Duration::as_secs_f64) * 1_000.0
    };
    let (median, most, greatest) = (at(50), at(99), at(100));
    format!(
        "{} times: median {median:.1} ms, 99 % {most:.1} ms, greatest {greatest:.0} ms",
        waits.len()
    )
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str| words.iter().find_map(|word| word.strip_prefix(name)?.parse().ok());
    let players = number("--players=").map_or(PLAYERS, |players: u64| players as usize);
    let seconds = Duration::from_secs(number("--seconds=").unwrap_or(SECONDS));
    let chosen = |name: &str| {
        words.iter().any(|word| word == name) || words.iter().all(|word| word.starts_with("--"))
    };
    bench::measure_on_disk(async |folder| {
        if chosen("host") {
            host::measure(&folder.join("host.db"), players).await;
        }
        if chosen("discord") {
            threads::measure(&folder.join("discord.db"), players, seconds).await;
        }
    });
}
