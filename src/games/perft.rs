//! Perft: counts of the lines of play to a depth, which check and time a move generator.

use super::rules::Rules;

/// The counts of one perft run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// The number of leaves if every outcome of a roll is a child of its own.
    pub nodes: u64,
    /// The number of leaves if a move has one child, in which its roll succeeds.
    pub commands: u64,
}

/// Perft by the trait alone, move by move: slow but obviously right, so that faster ways can be
/// checked against it. Depth 0 counts one leaf.
///
/// ```
/// use martian_cake::{
///     games::{GameKind, Perft, Rules, perft::reference_perft},
///     with_game,
/// };
///
/// with_game!(GameKind::ALL[0], G => {
///     let start = <G as Rules>::start(&Default::default());
///     assert_eq!(reference_perft(&start, 0), Perft { nodes: 1, commands: 1 });
///     assert_eq!(reference_perft(&start, 2), start.perft(2));
/// });
/// ```
#[must_use]
pub fn reference_perft<G: Rules>(position: &G, depth: u32) -> Perft {
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
        // The first branch is the one in which the move succeeds.
        if let Some(branch) = branches.first() {
            let mut next = position.clone();
            next.apply(mv, &branch.roll);
            total += commands(&next, depth - 1);
        }
    }
    total
}
