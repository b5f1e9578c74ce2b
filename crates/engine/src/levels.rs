//! Playing levels, and the other limits of a search.
//!
//! A level is a depth or a number of nodes, never a time, so a loaded machine plays the same moves.
//! `docs/ENGINE.md` has the measured strength of each level.

use super::{
    attention::Attention,
    sampling::{Sampling, Spread},
};

/// The number of levels; the highest is the strongest.
pub const N_LEVELS: u8 = 7;

/// The worth of a draw to the bot in play beyond its fair share, in millionths of 2p - 1. Between two sides
/// it makes a draw an expected score of .48, so that the bot does not repeat moves for ever against people.
pub const DRAW_OFFSET_IN_PLAY: i32 = -40_000;

/// The number of plies that the opening lasts.
const OPENING_PLIES: u32 = 6;

/// A limit on how long a search may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A playing level, 1 to [`N_LEVELS`]; a number outside counts as the nearest level.
    Level(u8),
    /// A full depth, in plies.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
    /// Time alone: the search goes on until it is stopped.
    Time,
}

/// The amount of searching that a level does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A full depth, in plies.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
}

/// A playing level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The effort of its search.
    pub effort: Effort,
    /// Whether it looks at captures and fights beyond its depth.
    pub sees_tactics: bool,
    /// Its sampling among near-equal moves after the opening.
    pub sampling: Sampling,
    /// Its attention; the seed comes with a match.
    pub attention: Attention,
}

/// The levels of beginners, the weakest first: the same in all games and variants. They look at their move and the
/// reply and no further, lose so much a move in the mean, and overlook so many of a hundred attacks that are hard
/// to see, their own too.
pub const BEGINNERS: [Level; 3] = [
    Level::beginner(130_000, 1_000_000, 95, true),
    Level::beginner(80_000, 400_000, 35, false),
    Level::beginner(40_000, 300_000, 15, false),
];

/// The number of levels above [`BEGINNERS`]: each game has its own.
pub const N_HIGHER: usize = N_LEVELS as usize - BEGINNERS.len();

impl Level {
    /// A level, as a row of a game's table of levels; temperature and cut as in [`Sampling`].
    #[must_use]
    pub const fn new(effort: Effort, sees_tactics: bool, temperature: u32, cut: u32) -> Self {
        let sampling = Sampling { spread: Spread::Temperature(temperature), cut };
        Self { effort, sees_tactics, sampling, attention: Attention::FULL }
    }

    /// A level of beginners; loss and cut as in [`Spread::MeanLoss`], the others as in [`Attention`].
    const fn beginner(mean_loss: u32, cut: u32, overlooked: u8, misses_ends: bool) -> Self {
        let sampling = Sampling { spread: Spread::MeanLoss(mean_loss), cut };
        let attention = Attention { overlooked, misses_ends, seed: 0 };
        Self { effort: Effort::Depth(2), sees_tactics: false, sampling, attention }
    }

    /// Returns how this level samples at a ply counted from 0. Beginners play the opening as they play on.
    #[must_use]
    pub const fn sampling_at(&self, ply: u32) -> Sampling {
        match self.sampling.spread {
            Spread::Temperature(_) if ply < OPENING_PLIES => Sampling::OPENING,
            _ => self.sampling,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_has_its_own_sampling() {
        let level = Level::new(Effort::Depth(3), true, 0, 0);
        assert_eq!(level.sampling_at(5), Sampling::OPENING);
        assert_eq!(level.sampling_at(6), Sampling::NONE);
        assert_eq!(BEGINNERS[2].sampling_at(0), BEGINNERS[2].sampling);
    }

    #[test]
    fn beginners_lose_and_overlook_less_from_level_to_level() {
        let all = BEGINNERS.map(|level| (level.sampling, level.attention.overlooked));
        assert!(all.is_sorted_by(|(low, misses), (high, sees)| {
            low.spread > high.spread && low.cut >= high.cut && misses > sees
        }));
    }
}
