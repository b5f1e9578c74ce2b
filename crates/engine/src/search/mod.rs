//! The search for two camps: expectiminimax as negamax with alpha-beta windows and chance nodes.
//!
//! With two sides the camps are the sides. With more, all others are taken to play against the
//! side that searches (paranoid search); [`super::max_n`] grants each side its own interest.
//!
//! The search deepens iteratively. It uses null windows, a transposition table, killers and
//! history, and at chance nodes the windows of Star1 (Ballard 1983, "The *-minimax search
//! procedure for trees containing chance nodes"; Hauk, Buro and Schaeffer 2004, "Rediscovering
//! *-minimax search").
//!
//! A chance node is the mean of its outcomes with integer weights, rounded down, so a pruned search
//! and a plain one agree to the last unit.
//!
//! # Layout
//! - [`settings`]: budget and terms of a search; [`report`]: what it finds.
//! - `deepening`: the root, depth by depth; `alpha_beta`: nodes below it; `chance`: chance nodes;
//!   `selectivity`: extensions, reductions and the null move.
//! - `window`: the interval of values that matter; `move_ordering`: which move is searched first.

mod alpha_beta;
mod chance;
mod deepening;
mod move_ordering;
pub mod report;
mod selectivity;
pub mod settings;
mod window;

pub(super) use move_ordering::{
    MoveOrdering, NO_MOVE_ID, OrderingContext, PlyBuffers, pick_best_from, write_line,
};
pub use report::{RootMove, SearchReport};
pub use settings::{Budget, CHECK_INTERVAL, MAX_DEPTH, SearchSettings};

use alpha_beta::AlphaBeta;
use games::Rules;

use super::{evaluate::Evaluate, transposition::TranspositionTable};

/// Searches these moves of a position that is not over, as if all sides but the mover's were one.
///
/// `past` has the hashes ([`Evaluate::hash`]) of the positions since the last irreversible ply,
/// this position not among them; to reach one of them again counts as a draw at once. `None` where
/// there are no moves.
pub fn search<G: Rules, E: Evaluate<G>>(
    position: &G,
    moves: Vec<G::Move>,
    past: &[u64],
    eval: &E,
    budget: &Budget<'_>,
    settings: SearchSettings,
    table: &mut TranspositionTable,
) -> Option<SearchReport<G::Move>> {
    let moves = moves.into_iter().map(RootMove::new).collect();
    AlphaBeta::new(position, past, eval, budget, settings, table).deepen(position, moves)
}
