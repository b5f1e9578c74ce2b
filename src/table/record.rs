//! The game record: one text form for all games, written and read here. See `docs/RECORD.md`.

use crate::games::GameKind;
use crate::games::{Outcome, Roll, Seat};

/// A match as text: tags, plies, events, result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// `Game`.
    pub kind: GameKind,
    /// `Options`, canonical.
    pub options: String,
    /// `Seat1` … in order; `?` if unknown.
    pub names: Vec<String>,
    /// `Date` of the first ply in UTC, `YYYY-MM-DD`, or `?`.
    pub date: String,
    /// `Position`, canonical, when it is not the game's own start.
    pub position: Option<String>,
    /// `Id`.
    pub id: Option<String>,
    /// `Commitment`, 64 hex digits.
    pub commitment: Option<String>,
    /// `Secret`, 64 hex digits; only of a finished game.
    pub secret: Option<String>,
    /// Other tags, in their order.
    pub other: Vec<(String, String)>,
    /// Plies and events, in order.
    pub entries: Vec<Entry>,
    /// The result; `None` while the game goes on.
    pub result: Option<Outcome>,
}

/// One line of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A ply.
    Ply {
        /// Canonical move.
        mv: String,
        /// What was rolled, or that it is not known.
        chance: Thrown,
    },
    /// Something that the table, not the rules, decided.
    Event(Event),
}

/// The dice of a ply in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thrown {
    /// A ply without dice.
    Nothing,
    /// Dice, and the salt of a hosted game.
    Roll(Roll, Option<String>),
    /// Only the outcome is known: `:w`.
    Mark(char),
}

/// An event on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// `resign S`
    Resign(Seat),
    /// `time S`
    Time(Seat),
    /// `forfeit S`
    Forfeit(Seat),
    /// `agreement`
    Agreement,
    /// `adjudication draw` or `adjudication S,…`
    Adjudication(Vec<Seat>),
    /// `abort`
    Abort,
}

/// The first fault of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct RecordError {
    /// Line from 1.
    pub line: usize,
    /// What is wrong there and what it should be.
    pub what: String,
}

/// What [`verify`] found in a sound record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything holds, dice included.
    Proven,
    /// The moves and the result hold; the dice are not proven for this reason.
    NotProven(String),
}

/// The record of a hosted game; the secret is in it only when the game is over.
#[must_use]
pub fn of_game(_game: &super::Game) -> Record {
    unimplemented!()
}

impl Record {
    /// Writes the canonical text.
    #[must_use]
    pub fn to_text(&self) -> String {
        unimplemented!()
    }

    /// Reads a record and replays it: every move legal, every roll fitting, the result as played.
    ///
    /// # Errors
    /// The first fault with its line.
    pub fn parse(_text: &str) -> Result<Self, RecordError> {
        unimplemented!()
    }
}

/// Reads, replays and, where there are a commitment and a secret, recomputes every roll.
///
/// # Errors
/// The first fault with its line and what it should be.
pub fn verify(_text: &str) -> Result<Verdict, RecordError> {
    unimplemented!()
}
