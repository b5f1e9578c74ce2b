//! Measures how long the pairing of a round takes, and looks for faults in a thousand events.
//!
//! `cargo bench --bench pairing` prints both; the bars are 2 s a round of 200 players, and no fault.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

mod judge;
mod random;

use std::time::{Duration, Instant};

use pairing::{
    dutch::{self, GivenUp},
    history::{Number, PairingHistory},
};
use random::Chance;

/// How many players and rounds the event has whose rounds are timed one by one.
const LARGE: (Number, usize) = (200, 11);
/// How many random events are judged.
const EVENTS: u64 = 1000;
/// The most players of a random event.
const MOST: u64 = 200;
/// The most time for a round.
const BAR: Duration = Duration::from_secs(2);

/// The figures from the rounds of many events.
#[derive(Default)]
struct Figures {
    rounds: u32,
    pairs: usize,
    /// Rounds without any pairing.
    stuck: u32,
    /// The wishes that were given up: colours, byes, rematches.
    given_up: [u32; 3],
    faults: Vec<String>,
    /// The longest round, and how many players it had.
    longest: (Duration, usize),
}

fn main() {
    let worst = large_event();
    let mut figures = Figures::default();
    for seed in 1..=EVENTS {
        play_event(seed, &mut figures);
    }
    let [colours, byes, rematches] = figures.given_up;
    println!(
        "{EVENTS} events of 2 to {MOST} players: {} rounds, {} games",
        figures.rounds, figures.pairs
    );
    println!("given up: {colours} colours, {byes} byes, {rematches} rematches");
    println!("longest round {:.0?} with {} players", figures.longest.0, figures.longest.1);
    println!("stuck {}, faults {}", figures.stuck, figures.faults.len());
    figures.faults.iter().take(20).for_each(|fault| println!("{fault}"));
    assert!(worst.max(figures.longest.0) <= BAR, "too slow");
    assert!(figures.stuck == 0 && figures.faults.is_empty(), "faults");
}

/// Times each round of one large event, and gives the longest time.
fn large_event() -> Duration {
    let (players, rounds) = LARGE;
    let mut event = random::event(players, rounds);
    let mut chance = Chance::new(0);
    let mut worst = Duration::ZERO;
    for round in 1..=rounds {
        let (pairing, took) = timed(&event);
        let pairing = pairing.expect("so many can always be paired");
        worst = worst.max(took);
        println!(
            "{players} players, round {round}: {took:.0?}, given up: {}",
            pairing.given_up.len()
        );
        random::play(&mut event, &pairing, 0, &mut chance);
    }
    println!("worst {worst:.0?} of {BAR:.0?}");
    worst
}

fn timed(event: &PairingHistory) -> (Option<dutch::Pairing>, Duration) {
    let start = Instant::now();
    let pairing = dutch::pair(event).ok();
    (pairing, start.elapsed())
}

/// Plays a random event to its end, and judges each round.
fn play_event(seed: u64, figures: &mut Figures) {
    let mut chance = Chance::new(seed);
    let players = 2 + chance.below(MOST - 1) as Number;
    let rounds = 3 + chance.below(9) as usize;
    let mut event = random::event(players, rounds);
    for round in 1..=rounds {
        random::absences(&mut event, &mut chance);
        let (pairing, took) = timed(&event);
        let there = event.players.iter().filter(|one| one.entries.len() <= event.played).count();
        figures.longest = figures.longest.max((took, there));
        figures.rounds += 1;
        let Some(pairing) = pairing else {
            figures.stuck += 1;
            return;
        };
        figures.pairs += pairing.games.len();
        for what in &pairing.given_up {
            let at = match what {
                GivenUp::Colours { .. } => 0,
                GivenUp::Bye { .. } => 1,
                GivenUp::Rematch { .. } => 2,
            };
            figures.given_up[at] += 1;
        }
        let faults = judge::faults(&event, &pairing);
        figures
            .faults
            .extend(faults.iter().map(|why| format!("event {seed}, round {round}: {why}")));
        random::play(&mut event, &pairing, 15, &mut chance);
    }
}
