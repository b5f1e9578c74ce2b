//! Which of two boards of a game is the newer one.

use chat::{Drawing, Reply};
use table::GameNo;

/// The state of a game that a board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardAge {
    /// The game.
    pub(super) game: GameNo,
    /// How many lines of the game's record it shows, as everybody may count them.
    pub(super) age: usize,
    /// Whether it shows the result.
    pub(super) is_over: bool,
}

impl BoardAge {
    /// That of the board in a reply; `None` without one that everybody may see.
    pub(super) fn of(reply: &Reply) -> Option<Self> {
        match &reply.picture()?.drawing {
            Drawing::OfGame(recipe) => {
                let (game, is_over) = (recipe.game(), recipe.is_over());
                recipe.age().map(|age| Self { game, age, is_over })
            }
            Drawing::Board(_)
            | Drawing::Replay(_)
            | Drawing::Card(_)
            | Drawing::Curve(_)
            | Drawing::Standings(_) => None,
        }
    }
}
