//! Perft of Martian Chess, fast (rules, section 8.4): the last ply is counted, not made.

use super::{Move, Position, moves::Turn};
use crate::games::Perft;

/// The greatest depth that is walked to without a look whether lines go so deep at all: what is
/// asked beyond it costs time, but no stack.
const DEPTH_MAX: u32 = 64;

/// Counts the sequences of moves of exactly this length.
pub(super) fn count(position: &Position, depth: u32) -> Perft {
    let nodes =
        if depth > DEPTH_MAX && walk(position, DEPTH_MAX) == 0 { 0 } else { walk(position, depth) };
    Perft { nodes, commands: nodes }
}

fn walk(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.n_moves().into(),
        _ => {}
    }
    let turn = Turn::of(position);
    let mut total = 0;
    position.for_each_mover(&turn, |kind, from, targets| {
        for to in targets {
            let mv = Move {
                from: turn.board.cell(from),
                way: turn.way(to),
                to: turn.board.cell(to),
                call: false,
            };
            let mut next = *position;
            next.act(kind, mv);
            total += walk(&next, depth - 1);
        }
    });
    total
}
