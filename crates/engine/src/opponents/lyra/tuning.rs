//! Which weights of Lyra can be tuned.

use games::lyra::{Options, Position};

use super::{Lyra, Weights};
use crate::tuning::Tunable;

impl Tunable for Position {
    type Weights = Weights;

    /// Soldier, Lieutenant, Captain, Assassin, the held sets, the tempo.
    fn free_weights(weights: &Weights) -> Vec<i32> {
        let [soldier, _, lieutenant, captain, assassin, _] = weights.worth;
        let [s, l, c, a] = weights.held;
        vec![soldier, lieutenant, captain, assassin, s, l, c, a, weights.tempo]
    }

    fn with_free_weights(weights: &Weights, free: &[i32]) -> Weights {
        let &[soldier, lieutenant, captain, assassin, s, l, c, a, tempo] = free else {
            return *weights;
        };
        Weights {
            worth: [soldier, soldier, lieutenant, captain, assassin, 0],
            ranks: weights.ranks,
            held: [s, l, c, a],
            tempo,
        }
    }

    fn evaluator_with(weights: &Weights, options: &Options) -> Lyra {
        Lyra::new(weights, options, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        opponents::lyra::{PLAIN, TUNED},
        tuning::{TuningRun, tune},
    };

    #[test]
    fn the_free_weights_are_all_but_the_ranks() {
        assert_eq!(Position::with_free_weights(&PLAIN, &Position::free_weights(&TUNED)), TUNED);
    }

    #[test]
    fn a_run_is_repeatable_and_moves_the_weights() {
        let run = TuningRun { n_rounds: 6, depth: 1, seed: 1 };
        let tune = || tune::<Position>(&PLAIN, &Options::default(), run);
        assert_eq!(tune(), tune());
        assert_ne!(tune(), PLAIN);
        assert_eq!(tune().ranks, PLAIN.ranks);
    }
}
