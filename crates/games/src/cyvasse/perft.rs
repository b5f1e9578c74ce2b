//! A fast perft of Cyvasse (rules, section 11): the last moves are counted, not made.

use super::{Move, Position};
use crate::Perft;

/// Counts the sequences of moves of exactly this length; the limit of turns without progress ends
/// none.
pub(super) fn count(position: &Position, depth: u32) -> Perft {
    let nodes = walk(position, depth, &mut Vec::new());
    Perft { nodes, commands: nodes }
}

/// Counts by recursion; `spare` keeps buffers that are not in use.
fn walk(position: &Position, depth: u32, spare: &mut Vec<Vec<Move>>) -> u64 {
    match depth {
        0 => 1,
        1 => position.n_moves().into(),
        _ => {
            let mut turns = spare.pop().unwrap_or_default();
            turns.clear();
            position.moves_unsorted(&mut turns);
            let total = turns.iter().map(|mv| walk(&position.after(*mv), depth - 1, spare)).sum();
            spare.push(turns);
            total
        }
    }
}
