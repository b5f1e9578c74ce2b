//! The settings of a search: its limit, and what it searches for.

use crate::attention::Attention;

/// The limits on how long a search may go on. Depth 1 always finishes.
pub struct Budget<'a> {
    /// The greatest depth, in plies.
    pub depth: u32,
    /// The greatest number of nodes.
    pub nodes: u64,
    /// Asked every [`CHECK_INTERVAL`] nodes whether to end now.
    pub stop: &'a dyn Fn() -> bool,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { depth, nodes, .. } = self;
        f.debug_struct("Budget").field("depth", depth).field("nodes", nodes).finish_non_exhaustive()
    }
}

/// How many nodes pass between two questions to [`Budget::stop`]: well under a millisecond.
pub const CHECK_INTERVAL: u64 = 512;

/// The greatest depth that a search reaches, in plies, whatever its budget.
pub const MAX_DEPTH: u32 = 64;

/// The preferences of a search, and how exact its result is to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchSettings {
    /// The worth of a draw beyond its fair share to the seat that searches, in millionths of 2p - 1; negative
    /// if the bot is to avoid draws.
    pub draw_offset: i32,
    /// Root moves get exact values if they are at most this much below the best, in millionths of
    /// 2p - 1. With 0 only the best one is certain to have one.
    pub margin: i32,
    /// Whether to take from the table only what was searched to the same depth, so that the result
    /// is that of a plain search to this depth.
    pub exact: bool,
    /// The moves that the search does not see below the root, whose moves are given.
    pub attention: Attention,
}
