//! Tunes the weights of a game by play: `cargo bench --bench tune -- GAME ROUNDS DEPTH SEED`, and
//! after that an options text, if one is needed.
//!
//! Without arguments it plays a few rounds of each game, to show that it works. It prints the weights
//! that it has found, and the result of a duel between them and the present weights, with another
//! seed.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use engine::opponents;
use engine::{
    duel::{Tally, play_round},
    scoring::fair_share,
    tuning::{Tunable, TuningRun, WeightedPlayer, tune},
};
use games::{lyra, martian, mix};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |i: usize| words.get(i).and_then(|word| word.parse::<u64>().ok());
    let depth = number(2).and_then(|depth| u32::try_from(depth).ok()).unwrap_or(1);
    let run = TuningRun { n_rounds: number(1).unwrap_or(10), depth, seed: number(3).unwrap_or(1) };
    let options = words.get(4).map_or("", String::as_str);
    let asked = |kind: &str| words.first().is_none_or(|word| word == kind);
    if asked("lyra") {
        show::<lyra::Position>(opponents::lyra::PLAIN, opponents::lyra::TUNED, options, run);
    }
    if asked("martian") {
        let tuned = opponents::martian::TUNED;
        show::<martian::Position>(tuned, tuned, options, run);
    }
    if asked("mix") {
        let now = *opponents::mix::weights(&options.parse().unwrap_or_default());
        show::<mix::Position>(opponents::mix::STEADY, now, options, run);
    }
}

/// Tunes from `start`, and plays what was found against both sets.
fn show<G: Tunable>(start: G::Weights, now: G::Weights, options: &str, run: TuningRun) {
    let options = options.parse::<G::Options>().unwrap_or_default();
    println!("{} {run:?} from {start:?}", G::KIND.key());
    let found = tune::<G>(&start, &options, run);
    println!("found {found:?}");
    let judge = G::evaluator_with(&now, &options);
    let position = G::start(&options);
    for (name, other) in [("start", start), ("now", now)] {
        let mut tally = Tally::new(position.n_seats().into(), fair_share(&judge, &position));
        for index in 0..run.n_rounds.min(500) {
            let mut first = WeightedPlayer::<G>::new(&found, &options, run.depth);
            let mut second = WeightedPlayer::<G>::new(&other, &options, run.depth);
            let players: [&mut dyn engine::duel::Player<G>; 2] = [&mut first, &mut second];
            tally.add(&play_round(&options, &judge, None, players, run.seed + 1, index));
        }
        let [elo, low, high] = tally.rounds.elo();
        println!("against {name}: score {:.3}, elo {elo} [{low}, {high}]", tally.rounds.score());
    }
}
