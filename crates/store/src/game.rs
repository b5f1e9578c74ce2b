//! The rows of a game: its own, those of its seats, and those of its log.

use dice::Secret;
use serde::{Deserialize, Serialize};
use table::{GameNo, Millis, PersonId, PlaceId, ServerId};

/// A game or offer as it is stored, without its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    /// The game's number, unique in the database.
    pub no: GameNo,
    /// The key of the game that is played, opaque to the store.
    pub kind: String,
    /// The version of the game's rules when this row was written.
    pub rules: u32,
    /// Canonical options text, opaque to the store.
    pub options: String,
    /// Where it is played.
    pub place: PlaceId,
    /// The server to which that place belongs; `None` for a private chat, and where it is not known.
    pub server: Option<ServerId>,
    /// Offered, running or over.
    pub state: GameState,
    /// Terms of the offer as JSON, opaque to the store.
    pub terms: String,
    /// The seats in order; in an offer the challenger comes first.
    pub seats: Vec<SeatRow>,
    /// The secret that the dice are rolled from.
    #[serde(with = "crate::entry::secret")]
    pub secret: Secret,
    /// The version of the dice scheme, opaque to the store.
    pub dice: u32,
    /// The salt of the last message of a person that changed the game, at first of the message that
    /// started it. The salts of the bot's rolls come from it.
    pub start_salt: String,
    /// How many plies have been played.
    pub ply: u32,
    /// How many plies have been announced in a message; at most `ply`.
    pub announced: u32,
    /// Index of the seat to move in a running game; `None` while several are awaited.
    pub to_move: Option<u8>,
    /// Whether the seat to move is a bot's.
    pub bot_turn: bool,
    /// Grows by one with every change; a write names the version that it makes.
    pub version: u64,
    /// When it was offered; once it has started, when it started.
    pub created: Millis,
    /// When it was offered, started or last went on: by a ply, by a step of a set-up that is more
    /// than a draft, or by its end.
    pub moved: Millis,
    /// When an open offer ends; `None` for every other game.
    pub expires: Option<Millis>,
    /// The next instant at which something about it is due. It stands in the table `wake` and is
    /// written together with the game, so that neither is ever without the other.
    pub due: Option<Millis>,
    /// Since when the days count in which nothing was done in it; `None`: since its last move. It is set
    /// for games that were begun before such days counted, and no write changes it.
    pub idle_from: Option<Millis>,
    /// The result line of a game that is over, `aborted` for an offer that came to nothing.
    pub result: Option<String>,
}

/// The point that a game has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum GameState {
    /// Waiting for players; nothing has been played.
    Offered,
    /// Started and not over.
    Running,
    /// Ended, or an offer that came to nothing.
    Over,
}

/// The occupant of a seat, as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SeatRow {
    /// A person sits here.
    Person(PersonId),
    /// A person is asked to sit here and has not answered.
    Asked(PersonId),
    /// A bot of this level.
    Bot(u8),
    /// Nobody yet: anyone may sit down.
    Open,
}

impl SeatRow {
    /// The person who sits here or is asked to.
    #[must_use]
    pub const fn person(&self) -> Option<&PersonId> {
        match self {
            Self::Person(id) | Self::Asked(id) => Some(id),
            Self::Bot(_) | Self::Open => None,
        }
    }
}

/// A line of a game's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventRow {
    /// The line's number in the log, from 1.
    pub n: u32,
    /// The number of the ply if the line is one; unique in the game.
    pub ply: Option<u32>,
    /// The index of the seat that did it; `None` if no seat did.
    pub seat: Option<u8>,
    /// The kind of event: `ply`, `resign`, `draw-offer`, …; opaque to the store.
    pub kind: String,
    /// The canonical move, or what else the kind needs.
    pub text: String,
    /// The dice that the ply threw, if it threw any.
    pub roll: Option<RollRow>,
    /// When it happened.
    pub at: Millis,
}

/// A roll as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollRow {
    /// Number of the roll in its game, from 1.
    pub n: u32,
    /// The faces in order, `3,2`.
    pub faces: String,
    /// The salt that went into the roll.
    pub salt: String,
}

/// Something that is due at an instant. Rows are in the order in which they are due.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeadlineRow {
    /// When it is due.
    pub at: Millis,
    /// The key of what is due: a [`Key`](table::Key) as text. A newer program may have written one that this
    /// program cannot read.
    pub key: String,
}
