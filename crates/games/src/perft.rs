//! Perft: counts of the lines of play to a depth, which check and time a move generator.

use super::rules::{Rules, legal_moves};

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
/// use martian_cake_games::{GameKind, Perft, Rules, perft::reference_perft};
/// use martian_cake_games::with_game;
///
/// with_game!(GameKind::ALL[0], G => {
///     let start = <G as Rules>::start(&Default::default());
///     assert_eq!(reference_perft(&start, 0), Perft { nodes: 1, commands: 1 });
///     assert_eq!(reference_perft(&start, 2), start.perft(2));
/// });
/// ```
#[must_use]
pub fn reference_perft<G: Rules>(position: &G, depth: u32) -> Perft {
    let every_branch = usize::MAX;
    // The first branch is the one in which the move succeeds.
    let first_branch = 1;
    Perft {
        nodes: leaves(position, depth, every_branch),
        commands: leaves(position, depth, first_branch),
    }
}

/// Counts the leaves where each move has a child for each of its first branches, so many at most.
fn leaves<G: Rules>(position: &G, depth: u32, most_branches: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut branches = Vec::new();
    let mut total = 0;
    for mv in legal_moves(position) {
        branches.clear();
        position.branches(&mv, &mut branches);
        for branch in branches.iter().take(most_branches) {
            let mut next = position.clone();
            next.apply(&mv, &branch.roll);
            total += leaves(&next, depth - 1, most_branches);
        }
    }
    total
}
