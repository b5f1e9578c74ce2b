//! Somebody who takes part in an edition.

use pairing::history::Number;
use serde::{Deserialize, Serialize};
use table::{Millis, Occupant, Person, PersonId};

/// A person or a bot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// A person, by their id.
    Person(PersonId),
    /// The bot, at this level.
    Bot(u8),
}

/// The reason why somebody plays no further rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gone {
    /// They have left.
    Left,
    /// A manager has taken them out.
    TakenOut,
    /// They did not come to two games.
    NoShows,
}

/// Somebody who takes part in an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Who it is.
    pub who: Who,
    /// The name as the platform gave it when they entered.
    pub name: String,
    /// The rating when they entered, and from the start on the one that they had then; 0 without one.
    pub rating: u32,
    /// The start number; `None` until the edition begins.
    pub number: Option<Number>,
    /// The first round, counted from 0, for which they can be paired.
    pub first_round: usize,
    /// Whether they have come late, during the first round.
    pub came_in_first_round: bool,
    /// Whether they have said that they are there.
    pub is_here: bool,
    /// Why they play no further rounds, if they do not.
    pub gone: Option<Gone>,
    /// When they have gone last; `None` for who has not.
    pub went: Option<Millis>,
    /// The rounds, counted from 0, for which they have asked for a bye.
    pub byes: Vec<usize>,
    /// To how many games they did not come.
    pub no_shows: usize,
}

impl Entrant {
    /// The person, if it is one.
    #[must_use]
    pub const fn person(&self) -> Option<&PersonId> {
        match &self.who {
            Who::Person(id) => Some(id),
            Who::Bot(_) => None,
        }
    }

    /// The name as the platform gave it, with the id of a person.
    pub(super) fn called(&self) -> (Option<&PersonId>, &str) {
        (self.person(), &self.name)
    }

    /// Returns `true` if they have asked to sit out the first round, and so need not be there when it begins.
    #[must_use]
    pub fn misses_first_round(&self) -> bool {
        self.byes.contains(&0)
    }

    /// Returns who sits on a seat for them.
    #[must_use]
    pub fn occupant(&self) -> Occupant {
        match &self.who {
            Who::Person(id) => Occupant::Person(Person { id: id.clone(), name: self.name.clone() }),
            Who::Bot(level) => Occupant::Bot(*level),
        }
    }
}
