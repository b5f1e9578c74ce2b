//! Measures how long the pairing of each round of an event of 200 takes.
//!
//! `cargo bench --bench pairing` prints it; the bar is 2 s a round.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::time::{Duration, Instant};

use martian_cake::tournament::{
    dutch,
    event::{Bye, Colour, Entry, Event, Number, Player, PointSystem, Score},
};

const PLAYERS: Number = 201;
const ROUNDS: usize = 11;
/// How long a round may take.
const BAR: Duration = Duration::from_secs(2);

fn main() {
    let player = |number| Player {
        number,
        name: String::new(),
        rating: 0,
        entries: Vec::new(),
        acceleration: Vec::new(),
    };
    let mut event = Event {
        name: "Two hundred".to_owned(),
        rounds: ROUNDS,
        played: 0,
        initial: Some(Colour::White),
        players: (1..=PLAYERS).map(player).collect(),
        forbidden: Vec::new(),
        points: PointSystem::default(),
    };
    let mut worst = Duration::ZERO;
    for round in 1..=ROUNDS {
        let start = Instant::now();
        let pairing = dutch::pair(&event).expect("so many can always be paired");
        let took = start.elapsed();
        worst = worst.max(took);
        println!("round {round}: {took:.0?}, given up: {}", pairing.given_up.len());
        play(&mut event, &pairing);
    }
    println!("worst {worst:.0?} of {BAR:.0?}");
    assert!(worst <= BAR, "too slow");
}

/// Plays a round with results that look like chance.
fn play(event: &mut Event, pairing: &dutch::Pairing) {
    let mut set = |number: Number, entry| event.players[number as usize - 1].entries.push(entry);
    for &(white, black) in &pairing.games {
        let mixed = white.wrapping_mul(2_654_435_761) ^ black.wrapping_mul(40_503);
        let (one, other) = match mixed >> 16 & 3 {
            0 => (Score::Win, Score::Loss),
            1 => (Score::Loss, Score::Win),
            _ if white < black => (Score::Win, Score::Loss),
            _ => (Score::Draw, Score::Draw),
        };
        set(white, Entry::Game { opponent: black, colour: Colour::White, score: one });
        set(black, Entry::Game { opponent: white, colour: Colour::Black, score: other });
    }
    if let Some(number) = pairing.bye {
        set(number, Entry::Bye { bye: Bye::Allocated });
    }
    event.played += 1;
}
