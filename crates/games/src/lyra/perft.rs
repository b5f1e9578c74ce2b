//! Perft of Lyra, fast (section 10).
//!
//! Both counts come from one walk over the tree of `nodes`: the commands below a position are
//! those below its hits. The last ply is counted without making moves, and a position's pushes
//! are walked once for all of its attacks, because they all lead to the same position.

use super::{
    Action, Arrival, Bitboard, Kind, Move, Options, Position, Promotion, SIZE, Side, Sq, Verdict,
};
use crate::Perft;

/// The greatest depth that is walked without first checking whether lines go so deep at all.
///
/// Lines branch, so where any are as long as this the check itself never ends: a greater depth costs
/// time, but never the stack.
const DEPTH_MAX: u32 = 64;

/// Counts the lines of play from here to this depth.
pub(super) fn count(position: &Position, depth: u32) -> Perft {
    if depth > DEPTH_MAX && walk(position, DEPTH_MAX).nodes == 0 {
        return Perft::default();
    }
    walk(position, depth)
}

fn walk(position: &Position, depth: u32) -> Perft {
    match depth {
        0 => return Perft { nodes: 1, commands: 1 },
        1 => return leaf(position),
        _ if position.is_decided() => return Perft::default(),
        _ => {}
    }
    let mut node = Node { position: *position, depth, total: Perft::default(), n_attacks: 0 };
    let side = position.side;
    let enemies = position.side_squares(side.other());
    for kind in Kind::ALL {
        for from in position.pieces(side, kind) {
            for to in position.reach(side, kind, from) {
                node.add_moves(kind, from, to, enemies.contains(to));
            }
        }
    }
    if node.n_attacks > 0 && !position.options.classic {
        node.total.nodes += node.n_attacks * walk(&position.pushed(), depth - 1).nodes;
    }
    if node.total == Perft::default() && position.must_pass() {
        return walk(&position.after(Move::Pass, Verdict::Hit), depth - 1);
    }
    node.total
}

/// A position on the way and the counts below it so far.
struct Node {
    position: Position,
    depth: u32,
    total: Perft,
    n_attacks: u64,
}

impl Node {
    /// Adds the lines below the moves from one square to another; there are two of them where a
    /// Lieutenant may become a Captain. Their pushes are only counted.
    fn add_moves(&mut self, kind: Kind, from: Sq, to: Sq, attack: bool) {
        let mut action = Action { from, attack, to, promotion: None };
        match self.position.arrival(kind, to) {
            Arrival::Stays | Arrival::Turns(_) => {}
            Arrival::Lieutenant => action.promotion = Some(Promotion::Lieutenant),
            Arrival::MayCaptain => {
                self.add_move(Action { promotion: Some(Promotion::Captain), ..action }, kind);
            }
        }
        self.add_move(action, kind);
    }

    fn add_move(&mut self, action: Action, kind: Kind) {
        let child = |verdict| {
            let mut next = self.position;
            next.apply_action(action, kind, verdict);
            walk(&next, self.depth - 1)
        };
        let hit = child(Verdict::Hit);
        self.total.nodes += hit.nodes;
        self.total.commands += hit.commands;
        if action.attack {
            self.n_attacks += 1;
            if self.position.options.v5 {
                self.total.nodes += child(Verdict::Lost).nodes;
            }
        }
    }
}

/// Counts the last ply: squares within reach, not moves made.
fn leaf(position: &Position) -> Perft {
    if position.is_decided() {
        return Perft::default();
    }
    let side = position.side;
    let enemies = position.side_squares(side.other());
    let (mut commands, mut attacks) = (0, 0);
    let mut add = |targets: Bitboard| {
        commands += targets.size();
        // Most pieces attack nothing, and counting bits costs more than looking.
        if !(targets & enemies).is_empty() {
            attacks += (targets & enemies).size();
        }
    };
    for targets in soldier_targets(position) {
        add(targets);
    }
    for kind in [Kind::Lieutenant, Kind::Captain, Kind::Assassin, Kind::General] {
        for from in position.pieces(side, kind) {
            let targets = position.reach(side, kind, from);
            add(targets);
            if kind == Kind::Lieutenant && position.options.v4 {
                // One more move for each arrival that may make a Captain.
                add(targets & LAST_RANKS[side.index()]);
            }
        }
    }
    if commands == 0 {
        return Perft { nodes: 1, commands: 1 };
    }
    let more = match position.options {
        Options { classic: true, .. } => 0,
        Options { v5: true, .. } => 2,
        _ => 1,
    };
    Perft { nodes: u64::from(commands + more * attacks), commands: u64::from(commands) }
}

/// Returns what all Soldiers of the side to move reach: left, right, up and down. None stands where its step
/// along the file would leave the board.
fn soldier_targets(position: &Position) -> [Bitboard; 4] {
    let side = position.side;
    let [soldiers, reversed] =
        [Kind::Soldier, Kind::Reversed].map(|kind| position.pieces(side, kind).bits());
    let (up, down) = match side {
        Side::White => (soldiers, reversed),
        Side::Black => (reversed, soldiers),
    };
    let both = soldiers | reversed;
    let free = !position.side_squares(side);
    [both >> SIZE, both << SIZE, up << 1, down >> 1].map(|squares| Bitboard(squares) & free)
}

/// The last rank of each side.
const LAST_RANKS: [Bitboard; 2] = [rank(Side::White.last_rank()), rank(Side::Black.last_rank())];

const fn rank(rank: u8) -> Bitboard {
    let mut bits = 0;
    let mut file = 0;
    while let Some(sq) = Sq::new(file, rank) {
        bits |= Bitboard::of(sq).bits();
        file += 1;
    }
    Bitboard(bits)
}
