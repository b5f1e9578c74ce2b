//! The log of an edition.

use pairing::{dutch::GivenUp, history::Number, standings::System};
use serde::{Deserialize, Serialize};
use table::{GameNo, Millis, PersonId, PlaceId};

use super::{
    entrant::{Gone, Who},
    round::{Board, FreeRound},
    settings::EditionSettings,
};

/// Something that has happened in an edition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "what")]
pub enum EditionEvent {
    /// It was made and announced. Always the first one, and only the first.
    Created {
        /// The settings that it begins with.
        settings: Box<EditionSettings>,
    },
    /// It was set up otherwise before its start; or its event goes on in another way, or not.
    Edited {
        /// Its settings from then on.
        settings: Box<EditionSettings>,
    },
    /// Somebody has entered, or has come back.
    Joined {
        /// Who has entered.
        who: Who,
        /// The name, as the platform gives it.
        name: String,
        /// The rating, 0 without one.
        rating: u32,
    },
    /// Somebody plays no further rounds; before the start they are as if they had never entered.
    Went {
        /// Who has gone.
        who: Who,
        /// Why they have gone.
        why: Gone,
    },
    /// Somebody has said that they are there.
    CheckedIn {
        /// Who is there.
        who: PersonId,
    },
    /// The players were reminded of the start.
    Reminded,
    /// It was said that one can check in.
    CheckInOpened,
    /// It has begun. Who was to check in and did not is not among the players.
    Started {
        /// The players in the order of their start numbers.
        players: Vec<Who>,
        /// Their ratings, as of now; empty in old logs.
        #[serde(default)]
        ratings: Vec<u32>,
        /// The groups of a league by start numbers, the strongest first; empty for an evening.
        #[serde(default)]
        groups: Vec<Vec<Number>>,
        /// The pairing system; `None` in old logs.
        #[serde(default)]
        system: Option<System>,
    },
    /// A round was paired, with its games.
    Paired {
        /// The round, counted from 0.
        round: usize,
        /// The games of the round.
        boards: Vec<Board>,
        /// Who has no game.
        free: Vec<FreeRound>,
        /// The rules of pairing that could not be kept.
        #[serde(default)]
        given_up: Vec<GivenUp>,
    },
    /// The latest round was taken back before anybody had moved.
    Unpaired {
        /// The round, counted from 0.
        round: usize,
    },
    /// Somebody has asked not to be paired in a round.
    ByeAsked {
        /// Who has asked.
        who: PersonId,
        /// The round, counted from 0.
        round: usize,
    },
    /// Somebody did not come to a game.
    NoShow {
        /// Who did not come.
        who: PersonId,
        /// The number of the game.
        game: GameNo,
    },
    /// A manager has ended a game.
    Decided {
        /// The number of the game.
        game: GameNo,
        /// The decision, in words.
        how: String,
    },
    /// The time of a league is over, and some of its games are not.
    TimeOver,
    /// No further round is paired for now.
    Paused,
    /// The place in which it is held is gone: it is paused until it is held in another one.
    PlaceLost,
    /// It is held in another place from then on.
    Moved {
        /// The place in which everything about it is said from then on.
        place: PlaceId,
    },
    /// It goes on.
    Resumed,
    /// All rounds are over.
    Finished,
    /// It was called off.
    Cancelled {
        /// Why, in words.
        why: String,
    },
}

/// A line of the log of an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditionEntry {
    /// When it happened.
    pub at: Millis,
    /// Who has brought it about; `None` if it came by itself.
    pub by: Option<PersonId>,
    /// The event that happened then.
    pub event: EditionEvent,
}

impl EditionEvent {
    /// The event as text, which the store keeps.
    ///
    /// # Panics
    /// Never: nothing in it is something that JSON cannot say.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("an event holds nothing that JSON cannot say")
    }

    /// Reads the text of an event; `None` for one that this program does not know.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}
