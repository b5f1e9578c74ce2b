//! The weights of the evaluation of Game Mix.

use games::mix::{Connect, Options};

/// Weights in thousandths of log-odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The worth of a man, by [`Kind::index`](games::mix::Kind::index); 0 for the King, which is never
    /// exchanged.
    pub worth: [i32; 7],
    /// The additional worth of a Pawn on each rank, the first being that of its owner.
    pub pawn: [i32; 8],
    /// The same for a Checker.
    pub checker: [i32; 8],
    /// The worth for Liners, Knights, Silvers and Damas of being able to go to eight squares.
    pub mobility: [i32; 4],
    /// The worth of an attacked square beside the enemy King.
    pub siege: i32,
    /// The worth of being 1, 2, 4, 7 or 11 steps away from a connection; in proportion between these numbers,
    /// and nothing from 16 steps on.
    pub connection: [i32; 5],
    /// The worth of being the side to move.
    pub tempo: i32,
}

/// Counts the men and nothing else; the yardstick player `greedy` uses it.
pub const PLAIN: Weights = Weights {
    worth: [200, 300, 800, 500, 600, 1000, 0],
    pawn: [0; 8],
    checker: [0; 8],
    mobility: [0; 4],
    siege: 0,
    connection: [0; 5],
    tempo: 0,
};

/// The weights for games in which small armies connect outside two ranks. They come from play of
/// the bot against itself, 6000 rounds at depth 2 (SPSA, `docs/ENGINE.md`). Taking men brings the
/// enemy nearer to a connection, so men are worth little, and nearness to one's own connection much.
pub const TUNED: Weights = Weights {
    worth: [200, -43, 212, 311, 540, 324, 0],
    pawn: [0, 0, 89, 315, 74, -59, 173, 0],
    checker: [0, 0, 135, 151, 141, 85, 125, 0],
    mobility: [129, 199, 149, -37],
    siege: -61,
    connection: [1748, 1257, 888, 523, 273],
    tempo: 102,
};

/// The weights for games in which men count for more, because armies do not connect, or not so
/// soon; set by hand.
pub const STEADY: Weights = Weights {
    worth: [200, 300, 800, 500, 600, 1000, 0],
    pawn: [0, 0, 0, 20, 60, 120, 260, 0],
    checker: [0, 0, 10, 30, 80, 160, 350, 0],
    mobility: [120, 80, 80, 96],
    siege: 40,
    connection: [2000, 1400, 750, 320, 90],
    tempo: 60,
};

/// [`TUNED`] is used up to this value of `connect_min`; with 6 it loses to [`STEADY`].
const SMALL_ARMY: u8 = 4;

/// The weights to play with under these options.
#[must_use]
pub fn weights(options: &Options) -> &'static Weights {
    let connects_soon = options.connect() == Connect::Camp && options.connect_min() <= SMALL_ARMY;
    if connects_soon { &TUNED } else { &STEADY }
}
