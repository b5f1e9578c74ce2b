//! The log of a hosted game, from which the game can be replayed.

use crate::games::{PlayError, Roll, Seat};

/// An instant, in milliseconds since the beginning of 1970 UTC.
pub type Millis = i64;

/// One line of a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// When it happened.
    pub at: Millis,
    /// The seat that did it; `None` for what the host did.
    pub seat: Option<Seat>,
    /// What happened. All events in order give the state of the game.
    pub event: LogEvent,
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogEvent {
    /// A ply: the move in canonical text, and its roll if it threw dice.
    Ply(String, Option<LoggedRoll>),
    /// An unfinished hidden army as it is now; only its own seat gets to know of it.
    Draft(String),
    /// A finished hidden army: its text, and the salt of its commitment.
    Army(String, String),
    /// The seat placed something before the first ply, for all to see.
    Place(String),
    /// The seat places nothing more and keeps the rest in its hand.
    Hold,
    /// The seat gave up.
    Resign,
    /// The seat offered a draw.
    DrawOffer,
    /// The seat accepted a draw that others still have to answer.
    DrawAccept,
    /// The seat declined a draw.
    DrawDecline,
    /// The players agreed on a draw.
    Agreement,
    /// The game ended before every seat had moved, or the offer came to nothing.
    Abort,
    /// The host declared a draw at [`MAX_PLIES`](super::MAX_PLIES).
    Adjudication,
}

/// A roll in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedRoll {
    /// Its number among the rolls of the game, from 1.
    pub n: u32,
    /// What the dice show, the attacker's first.
    pub roll: Roll,
    /// The salt that went into it beside the secret.
    pub salt: String,
}

/// Why a log entry does not fit its game. The program or the database is at fault then, never a
/// player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// The rules do not allow it.
    #[error("the logged ply does not fit the position: {0}")]
    Play(PlayError),
    /// An entry that needs a seat has none.
    #[error("a log entry names no seat")]
    NoSeat,
}
