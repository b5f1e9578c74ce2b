//! Playing levels, and the other limits of a search.
//!
//! A level is a depth or a number of nodes, never a time, so a loaded machine plays the same moves.
//! `docs/ENGINE.md` has the measured strength of each level.

use super::sampling::Sampling;

/// The number of levels; the highest is the strongest.
pub const N_LEVELS: u8 = 7;

/// The worth of a draw to the bot in play beyond its fair share, in millionths of 2p - 1. Between two sides
/// it makes a draw an expected score of .48, so that the bot does not repeat moves for ever against people.
pub const DRAW_OFFSET_IN_PLAY: i32 = -40_000;

/// The lowest level that samples the opening with [`Sampling::OPENING`].
const OPENING_FROM: u8 = 3;

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
}

impl Level {
    /// A level, as a row of a game's table of levels; temperature and cut as in [`Sampling`].
    #[must_use]
    pub const fn new(effort: Effort, sees_tactics: bool, temperature: u32, cut: u32) -> Self {
        Self { effort, sees_tactics, sampling: Sampling { temperature, cut } }
    }

    /// Returns how this level, the `number`-th, samples at a ply counted from 0.
    #[must_use]
    pub const fn sampling_at(&self, number: u8, ply: u32) -> Sampling {
        if number >= OPENING_FROM && ply < OPENING_PLIES {
            Sampling::OPENING
        } else {
            self.sampling
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_has_its_own_sampling() {
        let level =
            Level { effort: Effort::Depth(3), sees_tactics: true, sampling: Sampling::NONE };
        assert_eq!(level.sampling_at(7, 5), Sampling::OPENING);
        assert_eq!(level.sampling_at(7, 6), Sampling::NONE);
        assert_eq!(level.sampling_at(2, 0), Sampling::NONE);
    }
}
