//! The bot opponent: search, evaluation, levels, duels.
//!
//! Pure: position, past, budget and seed come in; move, value and line go out. It sees positions
//! and odds, never a dice secret.

use crate::games::GameKind;

/// What to search: a game in texts, so that a job can come from anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Which game.
    pub kind: GameKind,
    /// Canonical options text.
    pub options: String,
    /// Canonical position texts: those met since the last ply that cannot be undone, the one to
    /// search last.
    pub positions: Vec<String>,
    /// How deep or strong.
    pub limit: Limit,
    /// Seed of the choice among near-equal moves.
    pub seed: u64,
    /// The number of plies played before this position, for the sampling of openings.
    pub ply: u32,
}

/// How long a search may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A playing level, 1 to 7.
    Level(u8),
    /// Full depth in plies.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
    /// Time alone decides: search until the stop flag is set.
    Time,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The chosen move, canonical text.
    pub best: String,
    /// Expected score of the player to move after it, in millionths: 0 a sure loss, 1 000 000 a
    /// sure win.
    pub value: u32,
    /// Principal variation, the chosen move first.
    pub line: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
    /// Finished depth.
    pub depth: u32,
}

/// Searches. `stop` is asked every few hundred nodes and ends the search with the best finished
/// depth. `None` if the texts cannot be read or the game is over.
#[must_use]
pub fn think(_job: &Job, _stop: &dyn Fn() -> bool) -> Option<Thought> {
    unimplemented!()
}
