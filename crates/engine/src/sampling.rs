//! Sampling among near-equal moves, so that the bot does not always play the same game.

use super::{fixed_point::exp_minus, random::SplitMix, search::RootMove};

/// The parameters by which a move is sampled among near-equal ones. Both numbers are millionths of the expected
/// score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sampling {
    /// A move that is worse than the best one by this much is drawn e times less often. With 0 the
    /// best move is always taken.
    pub temperature: u32,
    /// A move that is worse than the best one by more than this is never drawn.
    pub cut: u32,
}

impl Sampling {
    /// The best move alone.
    pub const NONE: Self = Self { temperature: 0, cut: 0 };

    /// The choice that keeps openings from being all the same.
    pub const OPENING: Self = Self { temperature: 10_000, cut: 20_000 };

    /// The cut as a search takes it, in millionths of 2p - 1.
    #[must_use]
    pub const fn margin(self) -> i32 {
        2 * self.cut as i32
    }
}

/// Draws one of the moves whose values are exact and within the cut, with weight
/// exp((value - best) / temperature), and returns its index. The best move must come first; it is
/// taken if it has a proven end, so that the quickest win and the slowest loss are played. 0 if
/// there are no moves.
pub fn sample<M>(moves: &[RootMove<M>], sampling: Sampling, seed: u64, ply: u32) -> usize {
    let Some(RootMove { value: best, proven, .. }) = moves.first() else { return 0 };
    if sampling.temperature == 0 || proven.is_some() {
        return 0;
    }
    let weights: Vec<u64> = moves
        .iter()
        .map(|root| {
            // Values are millionths of 2p - 1, so half their difference is one of p.
            let worse_by = u64::from(best.abs_diff(root.value) / 2);
            let in_reach = root.exact && worse_by <= u64::from(sampling.cut);
            if in_reach { exp_minus(worse_by * 1000 / u64::from(sampling.temperature)) } else { 0 }
        })
        .collect();
    let mut left = SplitMix::part(seed, u64::from(ply)).below(weights.iter().sum());
    for (i, weight) in weights.iter().enumerate() {
        if left < *weight {
            return i;
        }
        left -= weight;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(values: &[(i32, bool)]) -> Vec<RootMove<char>> {
        let root = |(value, exact)| RootMove { value, exact, ..RootMove::new('a') };
        values.iter().copied().map(root).collect()
    }

    #[test]
    fn moves_are_drawn_by_their_weight_within_the_cut() {
        let sampling = Sampling { temperature: 10_000, cut: 20_000 };
        // Worse by 0, 10 000, 20 000, 20 500 of p; the last is a mere bound.
        let moves =
            moves(&[(0, true), (-20_000, true), (-40_000, true), (-41_000, true), (-1, false)]);
        let mut counts = [0; 5];
        (0..10_000).for_each(|seed| counts[sample(&moves, sampling, seed, 7)] += 1);
        // e^0 : e^-1 : e^-2 of 1.503.
        assert!((6450..6850).contains(&counts[0]), "{counts:?}");
        assert!((2250..2650).contains(&counts[1]), "{counts:?}");
        assert!((750..1050).contains(&counts[2]), "{counts:?}");
        assert_eq!(counts[3..], [0, 0]);
    }

    #[test]
    fn without_sampling_the_best_is_taken() {
        let moves = moves(&[(5, true), (5, true)]);
        assert!((0..100).all(|seed| sample(&moves, Sampling::NONE, seed, 0) == 0));
        assert_eq!(sample::<char>(&[], Sampling::OPENING, 1, 0), 0);
    }
}
