//! Tunes Lyra's weights by play: `cargo bench --bench tune -- PAIRS DEPTH SEED`.
//!
//! Without numbers it plays a few pairs, to show that it works. Prints the weights found, and a
//! duel of them against those that play now, with another seed.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use martian_cake::{
    engine::{
        duel::{Tally, play_round},
        points::Share,
    },
    games::lyra::Options,
    opponents::lyra::{
        Lyra, PLAIN, TUNED,
        tune::{Run, Trial, tune},
    },
};

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let number = |i: usize, usual: u64| numbers.get(i).copied().unwrap_or(usual);
    let depth = u32::try_from(number(1, 1)).unwrap_or(1);
    let run = Run { n_pairs: number(0, 10), depth, seed: number(2, 1) };
    println!("{run:?} from {PLAIN:?}");
    let found = tune(&PLAIN, run);
    println!("found {found:?}");
    let options = Options::default();
    let judge = Lyra::new(&TUNED, &options, true);
    for (name, other) in [("PLAIN", PLAIN), ("TUNED", TUNED)] {
        let mut tally = Tally::new(2, Share::HALF);
        for index in 0..run.n_pairs.min(500) {
            let mut first = Trial::with_weights(&found, &options, depth);
            let mut second = Trial::with_weights(&other, &options, depth);
            let pair = play_round(&options, &judge, [&mut first, &mut second], run.seed + 1, index);
            tally.add(&pair);
        }
        let [elo, low, high] = tally.rounds.elo();
        println!("against {name}: score {:.3}, elo {elo} [{low}, {high}]", tally.rounds.score());
    }
}
