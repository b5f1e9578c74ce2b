//! Tuning of Lyra's weights by play: simultaneous perturbation (SPSA, Spall 1992).
//!
//! Every step moves all weights up or down at random, plays one pair of games between the two
//! sides of the step with the same dice, and goes towards the winner. Duels decide, not a fit to
//! results: a fit predicted games better and played worse, partly because winners walk their
//! General forward and the fit praises it.

use super::{Lyra, Weights};
use crate::{
    engine::{
        duel::{Player, Turn, play_round},
        points::Share,
        random::SplitMix,
        search::{Budget, Terms, legal_moves, search},
        table::Table,
    },
    games::{
        Rules as _,
        lyra::{Move, Options, Position},
    },
};

/// How a run tunes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Pairs to play.
    pub n_pairs: u64,
    /// The depth that both sides search.
    pub depth: u32,
    /// Seed of steps, openings and dice.
    pub seed: u64,
}

/// How many weights move.
const N_FREE: usize = 9;

/// A step moves a weight by this part of itself.
const STEP: f64 = 0.12;

/// No step is smaller than this, in thousandths of log-odds.
const LEAST_STEP: f64 = 20.0;

/// How far a won pair moves the weights, in steps, at the beginning.
const GAIN: f64 = 0.15;

/// Tunes from these weights; the result is the mean over the second half of the run.
#[must_use]
pub fn tune(start: &Weights, run: Run) -> Weights {
    let options = Options::default();
    let judge = Lyra::new(start, &options, true);
    let mut weights = free(start).map(f64::from);
    let mut sum = [0.0; N_FREE];
    let n_counted = run.n_pairs.div_ceil(2);
    for index in 0..run.n_pairs {
        let mut random = SplitMix::part(run.seed, index);
        let steps = weights.map(|weight| {
            let size = (weight.abs() * STEP).max(LEAST_STEP);
            if random.next_u64() & 1 == 0 { size } else { -size }
        });
        let moved = |by: f64| -> [i32; N_FREE] {
            std::array::from_fn(|i| (weights[i] + by * steps[i]).round() as i32)
        };
        let mut sides = [1.0, -1.0].map(|by| Trial::new(start, &moved(by), &options, run.depth));
        let [up, down] = &mut sides;
        let pair = play_round(&options, &judge, [up, down], run.seed, index);
        let points: u64 = pair.shares.iter().map(|share| share.sixtieths()).sum();
        // The gain falls to a third over the run.
        let gain = GAIN / (1.0 + 2.0 * index as f64 / run.n_pairs as f64);
        let result = points as f64 / Share::WHOLE as f64 - 1.0;
        for i in 0..N_FREE {
            weights[i] += gain * result * steps[i];
            if index + n_counted >= run.n_pairs {
                sum[i] += weights[i];
            }
        }
    }
    with_free(start, &sum.map(|sum| (sum / n_counted.max(1) as f64).round() as i32))
}

/// The weights that move: S, L, C, A, the held sets, the tempo.
const fn free(weights: &Weights) -> [i32; N_FREE] {
    let [soldier, _, lieutenant, captain, assassin, _] = weights.worth;
    let [s, l, c, a] = weights.held;
    [soldier, lieutenant, captain, assassin, s, l, c, a, weights.tempo]
}

const fn with_free(weights: &Weights, free: &[i32; N_FREE]) -> Weights {
    let [soldier, lieutenant, captain, assassin, s, l, c, a, tempo] = *free;
    Weights {
        worth: [soldier, soldier, lieutenant, captain, assassin, 0],
        ranks: weights.ranks,
        held: [s, l, c, a],
        tempo,
    }
}

/// A player with weights of its own and a fixed depth.
#[derive(Debug)]
pub struct Trial {
    eval: Lyra,
    depth: u32,
}

impl Trial {
    fn new(start: &Weights, free: &[i32; N_FREE], options: &Options, depth: u32) -> Self {
        Self::with_weights(&with_free(start, free), options, depth)
    }

    /// A player with these weights that searches this deep.
    #[must_use]
    pub fn with_weights(weights: &Weights, options: &Options, depth: u32) -> Self {
        Self { eval: Lyra::new(weights, options, true), depth }
    }
}

impl Player<Position> for Trial {
    fn choose(&mut self, turn: &Turn<'_, Position>) -> Result<Move, String> {
        let since = turn.positions.iter().rposition(Position::forgets_past).unwrap_or(0);
        let past: Vec<u64> = turn.positions[since..turn.positions.len().max(1) - 1]
            .iter()
            .map(Position::hash64)
            .collect();
        let budget = Budget { depth: self.depth, nodes: u64::MAX, stop: &|| false };
        let mut table = Table::for_nodes(0);
        let moves = legal_moves(turn.position);
        search(turn.position, moves, &past, &self.eval, &budget, Terms::default(), &mut table)
            .and_then(|report| report.moves.into_iter().next())
            .map(|best| best.mv)
            .ok_or_else(|| "it found no move".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponents::lyra::{PLAIN, TUNED};

    #[test]
    fn the_free_weights_are_all_but_the_ranks() {
        assert_eq!(with_free(&PLAIN, &free(&TUNED)), TUNED);
    }

    #[test]
    fn a_run_is_repeatable_and_moves_the_weights() {
        let run = Run { n_pairs: 6, depth: 1, seed: 1 };
        let tuned = tune(&PLAIN, run);
        assert_eq!(tuned, tune(&PLAIN, run));
        assert_ne!(tuned, PLAIN);
        assert_eq!(tuned.ranks, PLAIN.ranks);
    }
}
