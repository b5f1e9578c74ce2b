//! Playing levels: how deep, and how freely among near-equal moves.
//!
//! A level is a depth or a number of nodes, never a time: a loaded machine plays the same moves.
//! `docs/ENGINE.md` has the measured ladder.

use super::{fixed::exp_minus, random::SplitMix, search::RootMove};

/// The number of levels; the greatest is the strongest.
pub const N_LEVELS: u8 = 7;

/// The value of a draw for the bot in play, in millionths of 2p - 1: an expected score of .48, so
/// that it does not dance with people.
pub const DRAW_IN_PLAY: i32 = -40_000;

/// From which level on the opening has its own, narrow choice.
const OPENING_FROM: u8 = 3;

/// How many plies the opening lasts.
const OPENING_PLIES: u32 = 6;

/// How freely a move is drawn among near-equal ones; both in millionths of the expected score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sampling {
    /// A move that is worse than the best by so much is drawn e times less often; with 0 only
    /// the best is.
    pub temperature: u32,
    /// A move that is worse by more is never drawn.
    pub cut: u32,
}

impl Sampling {
    /// The best move alone.
    pub const NONE: Self = Self { temperature: 0, cut: 0 };

    /// The choice that keeps openings from being all the same.
    pub const OPENING: Self = Self { temperature: 10_000, cut: 20_000 };

    /// The cut in millionths of 2p - 1, as a search takes it.
    #[must_use]
    pub const fn margin(self) -> i32 {
        2 * self.cut as i32
    }
}

/// How a level searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Full depth in plies.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
}

/// A playing level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// How much it searches.
    pub effort: Effort,
    /// Whether it looks at fights beyond its depth, see `Evaluate`.
    pub sees_tactics: bool,
    /// How freely it chooses after the opening.
    pub sampling: Sampling,
}

impl Level {
    /// A row of a table of levels; temperature and cut as in [`Sampling`].
    #[must_use]
    pub const fn new(effort: Effort, sees_tactics: bool, temperature: u32, cut: u32) -> Self {
        Self { effort, sees_tactics, sampling: Sampling { temperature, cut } }
    }

    /// The sampling of this level, the `number`-th, at a ply counted from 0.
    #[must_use]
    pub const fn sampling_at(&self, number: u8, ply: u32) -> Sampling {
        if number >= OPENING_FROM && ply < OPENING_PLIES {
            Sampling::OPENING
        } else {
            self.sampling
        }
    }
}

/// Draws one of the moves whose values are exact and within the cut, with weight
/// exp((value - best) / temperature); returns its place. The best must come first. Where it leads
/// to a proven end of counted plies it is taken: the quickest win, the slowest loss.
pub fn draw<M>(moves: &[RootMove<M>], sampling: Sampling, seed: u64, ply: u32) -> usize {
    let Some(RootMove { value: best, proven, .. }) = moves.first() else { return 0 };
    if sampling.temperature == 0 || proven.is_some() {
        return 0;
    }
    let weights: Vec<u64> = moves
        .iter()
        .map(|root| {
            // Values are millionths of 2p - 1, so half their difference is one of p.
            let short = u64::from(best.abs_diff(root.value) / 2);
            let in_reach = root.exact && short <= u64::from(sampling.cut);
            if in_reach { exp_minus(short * 1000 / u64::from(sampling.temperature)) } else { 0 }
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
        // Short by 0, 10 000, 20 000, 20 500 of p; the last is a mere bound.
        let moves =
            moves(&[(0, true), (-20_000, true), (-40_000, true), (-41_000, true), (-1, false)]);
        let mut counts = [0; 5];
        (0..10_000).for_each(|seed| counts[draw(&moves, sampling, seed, 7)] += 1);
        // e^0 : e^-1 : e^-2 of 1.503.
        assert!((6450..6850).contains(&counts[0]), "{counts:?}");
        assert!((2250..2650).contains(&counts[1]), "{counts:?}");
        assert!((750..1050).contains(&counts[2]), "{counts:?}");
        assert_eq!(counts[3..], [0, 0]);
    }

    #[test]
    fn without_freedom_the_best_is_taken() {
        let moves = moves(&[(5, true), (5, true)]);
        assert!((0..100).all(|seed| draw(&moves, Sampling::NONE, seed, 0) == 0));
        assert_eq!(draw::<char>(&[], Sampling::OPENING, 1, 0), 0);
    }

    #[test]
    fn the_opening_has_its_own_freedom() {
        let level =
            Level { effort: Effort::Depth(3), sees_tactics: true, sampling: Sampling::NONE };
        assert_eq!(level.sampling_at(7, 5), Sampling::OPENING);
        assert_eq!(level.sampling_at(7, 6), Sampling::NONE);
        assert_eq!(level.sampling_at(2, 0), Sampling::NONE);
    }
}
