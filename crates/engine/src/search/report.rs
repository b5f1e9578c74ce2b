//! The report of a search: the root moves with their values and principal variations.

use crate::{mate_distance::MateDistance, value::WIN};

/// A move at the root, with what the last finished depth says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move that leads from the root.
    pub mv: M,
    /// Its value for the mover, in millionths of 2p - 1; an upper bound unless `exact`.
    pub value: i32,
    /// Whether `value` is exact and no bound.
    pub exact: bool,
    /// The proven win or loss that the move leads to, counted from before the move. Only games that
    /// count plies have one (`Evaluate::counts_plies`), and the distance is the least one unless
    /// the search ran out of nodes.
    pub proven: Option<MateDistance>,
    /// The principal variation, this move first, up to and with the first move that throws dice.
    pub line: Vec<M>,
}

impl<M> RootMove<M> {
    /// A move that has not been searched: its value is the bound -[`WIN`], its line is empty.
    pub const fn new(mv: M) -> Self {
        Self { mv, value: -WIN, exact: false, proven: None, line: Vec::new() }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport<M> {
    /// All moves that were searched, the best first.
    pub moves: Vec<RootMove<M>>,
    /// The deepest depth that was finished, in plies.
    pub depth: u32,
    /// The number of nodes visited, leaves included, the root not.
    pub nodes: u64,
}
