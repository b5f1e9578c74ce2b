//! A player of duels, and what it sees when it is to move.

use games::Rules;

/// A turn of a duel's game, as the player to move sees it.
#[derive(Debug)]
pub struct Turn<'a, G: Rules> {
    /// The position now.
    pub position: &'a G,
    /// All positions of this game, the present one last.
    pub positions: &'a [G],
    /// The number of plies played before this one, the opening's included.
    pub ply: u32,
    /// A seed for this game; both players may use it.
    pub seed: u64,
}

/// A side of a duel; it may hold several seats of a game.
pub trait Player<G: Rules> {
    /// Tells the player that a new game begins, with this seed.
    fn new_game(&mut self, _options: &G::Options, _seed: u64) {}

    /// Returns `true` if all moves of this player are known to be legal and need no check.
    fn is_trusted(&self) -> bool {
        false
    }

    /// Chooses a legal move.
    ///
    /// # Errors
    /// Why the player gives its seat up at once: it died, stalled, or broke the rules.
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String>;
}
