//! Perft of Martian Chess, fast (rules, section 8.4): the last ply is counted, not made.

use super::{
    CellSet, Move, Position,
    cells::{Cells, Word},
    moves::Turn,
};
use crate::Perft;

/// The greatest depth that is walked without first checking whether lines go so deep at all.
///
/// Lines branch, so where any are as long as this the check itself never ends: a greater depth costs
/// time, but never the stack.
const DEPTH_MAX: u32 = 64;

/// Counts the sequences of moves of exactly this length.
pub(super) fn count(position: &Position, depth: u32) -> Perft {
    let nodes = if position.is_small() {
        count_as::<Word>(position, depth)
    } else {
        count_as::<CellSet>(position, depth)
    };
    Perft { nodes, commands: nodes }
}

fn count_as<S: Cells>(position: &Position, depth: u32) -> u64 {
    if depth > DEPTH_MAX && walk::<S>(position, DEPTH_MAX) == 0 {
        return 0;
    }
    walk::<S>(position, depth)
}

fn walk<S: Cells>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.n_moves_as::<S>().into(),
        _ => {}
    }
    let turn = Turn::<S>::of(position);
    let mut total = 0;
    position.for_each_mover(&turn, |kind, from, targets| {
        for to in targets {
            let (way, board) = (turn.way(to), turn.board);
            let mv = Move { from: board.cell(from), way, to: board.cell(to), call: false };
            let mut next = *position;
            next.apply_move(kind, mv);
            total += walk::<S>(&next, depth - 1);
        }
    });
    total
}
