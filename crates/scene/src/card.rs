//! The card of a finished game: what its picture shows.

use super::Scene;

/// The card of a finished game, which is looked at where nobody knows the game: it says all in words and numbers
/// as people read them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSheet {
    /// The board as the game ended. Beside it the panel has the game, its number, the result and the sides.
    pub scene: Scene,
    /// The fights of each of these sides: `7 of 12 fights won, 5.9 expected`. Empty in a game without dice.
    pub fights: Vec<String>,
    /// The length of the game: `43 moves`.
    pub length: String,
    /// The day on which it began: `27 November 2026`. Empty where nobody knows.
    pub date: String,
    /// Who hosts such games.
    pub host: String,
    /// The command typed there to play one: `play lyra`.
    pub invitation: String,
}
