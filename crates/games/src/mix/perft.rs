//! Perft of Game Mix (rules, section 12), made fast: the last ply is counted and not played.

use super::{moves::Move, position::Position};
use crate::Perft;

/// Counts the sequences of moves of exactly this length. Draws by material, counters and repetition
/// do not end a sequence.
pub(super) fn count(position: &Position, depth: u32) -> Perft {
    let nodes = walk(position, depth, &mut Vec::new());
    Perft { nodes, commands: nodes }
}

/// Counts the sequences; `spare` holds buffers that are not in use.
fn walk(position: &Position, depth: u32, spare: &mut Vec<Vec<Move>>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.is_connected_any() {
        return 0;
    }
    if depth == 1 {
        return position.count_unconnected().into();
    }
    let mut moves = spare.pop().unwrap_or_default();
    moves.clear();
    position.list_unconnected(&mut moves);
    let total = moves.iter().map(|mv| walk(&position.after(*mv), depth - 1, spare)).sum();
    spare.push(moves);
    total
}
