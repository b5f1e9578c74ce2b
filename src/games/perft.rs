//! Perft: counts of the lines of play to a depth, to check and time move generators.

use super::Rules;

/// Counts of one perft run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Leaves with every outcome of a roll as a child of its own.
    pub nodes: u64,
    /// Leaves with one child a move, fights resolved as hits.
    pub commands: u64,
}

/// Perft by the trait alone, move by move: slow, obvious, the judge of faster ways.
#[must_use]
pub fn slow<G: Rules>(position: &G, depth: u32) -> Perft {
    Perft { nodes: nodes(position, depth), commands: commands(position, depth) }
}

fn nodes<G: Rules>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut moves, mut branches) = (Vec::new(), Vec::new());
    position.legal_moves(&mut moves);
    let mut total = 0;
    for mv in &moves {
        branches.clear();
        position.branches(mv, &mut branches);
        for branch in &branches {
            let mut next = position.clone();
            next.apply(mv, &branch.roll);
            total += nodes(&next, depth - 1);
        }
    }
    total
}

fn commands<G: Rules>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut moves, mut branches) = (Vec::new(), Vec::new());
    position.legal_moves(&mut moves);
    let mut total = 0;
    for mv in &moves {
        branches.clear();
        position.branches(mv, &mut branches);
        // The first branch is the success of the move.
        if let Some(branch) = branches.first() {
            let mut next = position.clone();
            next.apply(mv, &branch.roll);
            total += commands(&next, depth - 1);
        }
    }
    total
}
