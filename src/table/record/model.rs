//! A record as data, as it is written and as it comes out of reading.

use std::fmt;

use crate::{
    games::{GameKind, Outcome},
    table::LogEvent,
};

/// The record of a game: its tags, its plies and events, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The tag `Game`.
    pub kind: GameKind,
    /// The tag `Options`: canonical text, empty for the default options.
    pub options: String,
    /// The tags `Seat1`, `Seat2` and so on: a name for each seat in order, `?` if it is unknown.
    pub names: Vec<String>,
    /// The tag `Date`: the day of the first ply in UTC as `YYYY-MM-DD`, or `?`.
    pub date: String,
    /// The tag `Position`: canonical text of the start, where that is not the game's own.
    pub position: Option<String>,
    /// The tags of hidden armies, by seat; empty where no army was arranged unseen.
    pub armies: Vec<ArmyTags>,
    /// The tag `Id`: the host's name of the game, on which its dice depend.
    pub id: Option<String>,
    /// The tag `Commitment`: the hash of the dice secret, 64 hex digits.
    pub commitment: Option<String>,
    /// The tag `Secret`: the dice secret, 64 hex digits, of a finished game only.
    pub secret: Option<String>,
    /// All other tags, each with its name and value, in the order in which they were read.
    pub other_tags: Vec<(String, String)>,
    /// The plies and all other events, in order, as [`LogEvent::recorded`] gives them.
    pub events: Vec<LogEvent>,
    /// The result; `None` while the game goes on.
    pub result: Option<Outcome>,
}

/// What a record says of one seat's army that was arranged unseen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArmyTags {
    /// The tag `Setup`: the army in canonical text, once it is revealed.
    pub text: Option<String>,
    /// The tag `SetupCommit`: the hash of text and salt, 64 hex digits.
    pub commitment: Option<String>,
    /// The tag `SetupSalt`: 32 hex digits, once the army is revealed.
    pub salt: Option<String>,
}

/// What [`verify`](super::verify) found in a record without faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Moves, result, dice and hidden armies are all as they should be.
    Proven,
    /// Moves and result are as they should be; dice or armies are not proven, for this reason.
    NotProven(String),
}

impl fmt::Display for Verdict {
    /// Writes `ok`, or `ok, dice not proven: REASON`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proven => f.write_str("ok"),
            Self::NotProven(reason) => write!(f, "ok, dice not proven: {reason}"),
        }
    }
}
