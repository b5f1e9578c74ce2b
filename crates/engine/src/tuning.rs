//! Tuning of an evaluator's weights by play: simultaneous perturbation (SPSA, Spall 1992).
//!
//! Every step moves all weights up or down at random, plays one round of games between the weights
//! on both sides of the step with the same dice, and goes towards the winner. Duels decide, not a
//! fit to results: a fit predicted games better and played worse, partly because it rewarded what
//! winners do in games that are won already.

use super::{
    choice::best_root,
    duel::{Player, Turn, play_round},
    opponent::Opponent,
    random::SplitMix,
    scoring::Share,
    search::Budget,
    transposition::TranspositionTable,
};

/// A game whose evaluator has weights that can be tuned.
pub trait Tunable: Opponent {
    /// All weights of the evaluator.
    type Weights: Clone + std::fmt::Debug;

    /// The weights that a run may change, in thousandths of log-odds.
    fn free_weights(weights: &Self::Weights) -> Vec<i32>;

    /// The same weights with these in the place of the free ones, in the order of
    /// [`Tunable::free_weights`].
    fn with_free_weights(weights: &Self::Weights, free: &[i32]) -> Self::Weights;

    /// The evaluator that plays, but with these weights.
    fn evaluator_with(weights: &Self::Weights, options: &Self::Options) -> Self::Eval;
}

/// The size of a tuning run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TuningRun {
    /// The number of rounds to play.
    pub n_rounds: u64,
    /// The depth to which both sides search, in plies.
    pub depth: u32,
    /// The seed of steps, openings and dice.
    pub seed: u64,
}

/// A step moves a weight by this fraction of itself.
const STEP: f64 = 0.12;

/// No step is smaller than this, in thousandths of log-odds.
const LEAST_STEP: f64 = 20.0;

/// The distance by which a won round moves the weights at the beginning of a run, in steps.
const GAIN: f64 = 0.15;

/// Tunes from these weights; the result is the mean of the weights over the second half of the run.
#[must_use]
pub fn tune<G: Tunable>(start: &G::Weights, options: &G::Options, run: TuningRun) -> G::Weights {
    let judge = G::evaluator_with(start, options);
    let mut weights: Vec<f64> = G::free_weights(start).into_iter().map(f64::from).collect();
    let mut sum = vec![0.0; weights.len()];
    let n_counted = run.n_rounds.div_ceil(2);
    for index in 0..run.n_rounds {
        let steps = random_steps(&weights, SplitMix::part(run.seed, index));
        let [mut up, mut down] = [1.0, -1.0].map(|by| {
            let moved = weights.iter().zip(&steps).map(|(weight, step)| weight + by * step);
            let moved: Vec<i32> = moved.map(|weight| weight.round() as i32).collect();
            WeightedPlayer::<G>::new(&G::with_free_weights(start, &moved), options, run.depth)
        });
        let round = play_round(options, &judge, None, [&mut up, &mut down], run.seed, index);
        let points: u64 = round.shares.iter().map(|share| share.sixtieths()).sum();
        // The gain falls to a third over the run.
        let gain = GAIN / (1.0 + 2.0 * index as f64 / run.n_rounds as f64);
        let result = points as f64 / Share::WHOLE as f64 - 1.0;
        for (i, weight) in weights.iter_mut().enumerate() {
            *weight += gain * result * steps[i];
            if index + n_counted >= run.n_rounds {
                sum[i] += *weight;
            }
        }
    }
    let mean = |sum: &f64| (sum / n_counted.max(1) as f64).round() as i32;
    G::with_free_weights(start, &sum.iter().map(mean).collect::<Vec<i32>>())
}

/// A step for each weight, up or down at random.
fn random_steps(weights: &[f64], mut random: SplitMix) -> Vec<f64> {
    let step = |weight: &f64| {
        let size = (weight.abs() * STEP).max(LEAST_STEP);
        if random.next_u64() & 1 == 0 { size } else { -size }
    };
    weights.iter().map(step).collect()
}

/// A player with weights of its own and a fixed depth.
#[derive(Debug)]
pub struct WeightedPlayer<G: Opponent> {
    eval: G::Eval,
    depth: u32,
}

impl<G: Tunable> WeightedPlayer<G> {
    /// A player with these weights that searches this deep.
    #[must_use]
    pub fn new(weights: &G::Weights, options: &G::Options, depth: u32) -> Self {
        Self { eval: G::evaluator_with(weights, options), depth }
    }
}

impl<G: Tunable> Player<G> for WeightedPlayer<G> {
    fn is_trusted(&self) -> bool {
        true
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String> {
        let budget = Budget { depth: self.depth, nodes: u64::MAX, stop: &|| false };
        let mut table = TranspositionTable::for_nodes(0);
        best_root(turn.positions, &self.eval, &budget, &mut table)
            .map(|best| best.mv)
            .ok_or_else(|| "it found no move".to_owned())
    }
}
