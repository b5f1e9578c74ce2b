//! Perft of Game Mix, fast (rules, section 12): the last ply is counted, not made.

use super::{Move, Position};
use crate::games::Perft;

/// Counts the sequences of moves of exactly this length; draws by material, counters and
/// repetition end none.
pub(super) fn count(position: &Position, depth: u32) -> Perft {
    let nodes = walk(position, depth, &mut Vec::new());
    Perft { nodes, commands: nodes }
}

/// `spare` has buffers that are not in use.
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
