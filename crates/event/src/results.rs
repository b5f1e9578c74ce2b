//! The results of the games of an edition.

use std::collections::BTreeMap;

use games::{Outcome, Seat};
use pairing::history::{Colour, Entry, Number, Score};
use table::GameNo;

/// The state of the game of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Its outcome as it was put right last; `None` while it is played.
    pub outcome: Option<Outcome>,
    /// How many plies were played.
    pub plies: u32,
}

/// The games of an edition that are known, by their numbers.
pub type Results = BTreeMap<GameNo, GameResult>;

impl GameResult {
    /// Returns `true` if nothing is awaited any more.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Returns `true` if both have moved: otherwise it counts as not played, whoever has won.
    #[must_use]
    pub const fn both_have_moved(&self) -> bool {
        self.plies >= 2
    }

    /// Returns what it brought to the player with this colour; `None` while it is played. A game that came to
    /// nothing, and one to which both did not come, is a loss for both. What is drawn counts as played in any
    /// case: a report file knows no half a point that both have without a game.
    #[must_use]
    pub fn entry(&self, colour: Colour, opponent: Number) -> Option<Entry> {
        let seat = match colour {
            Colour::White => Seat::FIRST,
            Colour::Black => Seat::SECOND,
        };
        let score = match self.outcome? {
            Outcome::Win(winners, _) if winners.contains(seat) => Score::Win,
            Outcome::Draw(_) => Score::Draw,
            Outcome::Win(..) | Outcome::Aborted => Score::Loss,
        };
        let is_game = match score {
            Score::Draw => true,
            Score::Win | Score::Loss => {
                self.both_have_moved() && self.outcome != Some(Outcome::Aborted)
            }
        };
        Some(if is_game {
            Entry::Game { opponent, colour, score }
        } else {
            Entry::Forfeit { opponent, colour: Some(colour), score }
        })
    }
}
