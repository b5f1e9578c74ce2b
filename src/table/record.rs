//! The game record: one text form for all games, written and read here. See `docs/RECORD.md`.

use std::fmt::{self, Write as _};

use time::OffsetDateTime;

use super::game::{Game, LogEntry, LogEvent, Occupant};
use crate::{
    dice::setup_commitment,
    games::{Arranged, GameKind, Outcome, Reason, Roll, Seat, SeatSet, result_text},
};

mod read;
mod replay;
mod setups;
mod tokens;

/// A longer record is refused unread, in bytes: the longest game the host plays takes a tenth.
pub const MAX_RECORD: usize = 1 << 20;

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
    /// `Setup…`, `SetupCommit…` and `SetupSalt…` of each seat; empty where nothing was arranged
    /// unseen.
    pub setups: Vec<SetupTags>,
    /// `Id`.
    pub id: Option<String>,
    /// `Commitment`, 64 hex digits.
    pub commitment: Option<String>,
    /// `Secret`, 64 hex digits; only of a finished game.
    pub secret: Option<String>,
    /// Other tags, in their order.
    pub other: Vec<(String, String)>,
    /// Plies and events, in order.
    pub entries: Vec<RecordEntry>,
    /// The result; `None` while the game goes on.
    pub result: Option<Outcome>,
}

/// What a record says of a seat's hidden set-up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupTags {
    /// `Setup`, canonical; from the reveal on.
    pub text: Option<String>,
    /// `SetupCommit`, 64 hex digits.
    pub commitment: Option<String>,
    /// `SetupSalt`, 32 hex digits; from the reveal on.
    pub salt: Option<String>,
}

impl SetupTags {
    /// Those of a hosted game: commitments as soon as there are some, the rest once all are done.
    fn of_game(game: &Game) -> Vec<Self> {
        let set_ups = game.armies();
        if set_ups.iter().all(Option::is_none) {
            return Vec::new();
        }
        let revealed = set_ups.iter().all(Option::is_some) && game.position.arranging().is_none();
        let tags = |set_up: Option<(&str, &str)>| {
            let Some((text, salt)) = set_up else { return Self::default() };
            Self {
                text: revealed.then(|| text.to_owned()),
                commitment: Some(setup_commitment(text, salt)),
                salt: revealed.then(|| salt.to_owned()),
            }
        };
        set_ups.into_iter().map(tags).collect()
    }
}

/// One line of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordEntry {
    /// A ply.
    Ply {
        /// Canonical move.
        mv: String,
        /// What was rolled, or that it is not known.
        chance: Thrown,
    },
    /// Something that the table, not the rules, decided.
    Event(RecordEvent),
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
pub enum RecordEvent {
    /// `place S M@f3`
    Place(Seat, String),
    /// `hold S`
    Hold(Seat),
    /// `resign S`
    Resign(Seat),
    /// `time S`
    Time(Seat),
    /// `forfeit S`
    Forfeit(Seat),
    /// `agreement`
    Agreement,
    /// `adjudication draw` (no winner) or `adjudication S,…`
    Adjudication(Vec<Seat>),
    /// `abort`
    Abort,
}

/// What an event does to a game.
pub(crate) enum Effect {
    /// It ends so.
    End(Outcome),
    /// A seat arranges something before the first ply.
    Arrange(Seat, Arranged),
    /// A seat leaves; the rules say whether the others play on.
    Leave(Seat, Reason),
}

impl RecordEvent {
    /// What it does.
    pub(crate) fn effect(&self) -> Effect {
        match self {
            Self::Place(seat, text) => Effect::Arrange(*seat, Arranged::Place(text.clone())),
            Self::Hold(seat) => Effect::Arrange(*seat, Arranged::Hold),
            Self::Resign(seat) => Effect::Leave(*seat, Reason::Resignation),
            Self::Time(seat) => Effect::Leave(*seat, Reason::Time),
            Self::Forfeit(seat) => Effect::Leave(*seat, Reason::Forfeit),
            Self::Agreement => Effect::End(Outcome::Draw(Reason::Agreement)),
            Self::Adjudication(seats) if seats.is_empty() => {
                Effect::End(Outcome::Draw(Reason::Adjudication))
            }
            Self::Adjudication(seats) => {
                let seats: SeatSet = seats.iter().copied().collect();
                Effect::End(Outcome::Win(seats, Reason::Adjudication))
            }
            Self::Abort => Effect::End(Outcome::Aborted),
        }
    }

    /// The seats that the event names.
    fn seats(&self) -> &[Seat] {
        match self {
            Self::Place(seat, _)
            | Self::Hold(seat)
            | Self::Resign(seat)
            | Self::Time(seat)
            | Self::Forfeit(seat) => std::slice::from_ref(seat),
            Self::Adjudication(seats) => seats,
            Self::Agreement | Self::Abort => &[],
        }
    }
}

impl fmt::Display for RecordEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(seat, text) => write!(f, "place {seat} {text}"),
            Self::Hold(seat) => write!(f, "hold {seat}"),
            Self::Resign(seat) => write!(f, "resign {seat}"),
            Self::Time(seat) => write!(f, "time {seat}"),
            Self::Forfeit(seat) => write!(f, "forfeit {seat}"),
            Self::Agreement => f.write_str("agreement"),
            Self::Adjudication(seats) if seats.is_empty() => f.write_str("adjudication draw"),
            Self::Adjudication(seats) => {
                let numbers: Vec<String> = seats.iter().map(ToString::to_string).collect();
                write!(f, "adjudication {}", numbers.join(","))
            }
            Self::Abort => f.write_str("abort"),
        }
    }
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

impl fmt::Display for Verdict {
    /// `ok`, or `ok, dice not proven: REASON`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proven => f.write_str("ok"),
            Self::NotProven(reason) => write!(f, "ok, dice not proven: {reason}"),
        }
    }
}

impl Record {
    /// Writes the canonical text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.tags() {
            let _ = writeln!(text, "[{name} \"{}\"]", escaped(&value));
        }
        text.push('\n');
        let mut number = 0;
        for entry in &self.entries {
            let _ = match entry {
                RecordEntry::Ply { mv, chance } => {
                    number += 1;
                    writeln!(text, "{number}. {mv}{chance}")
                }
                RecordEntry::Event(event) => writeln!(text, "{event}"),
            };
        }
        text.push_str(&result_text(self.result));
        text.push('\n');
        text
    }

    /// Reads a record and replays it: every move legal, every roll fitting, the result as played.
    ///
    /// # Errors
    /// The first fault with its line.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        read::read(text, false).map(|(record, _)| record)
    }

    /// The record of a hosted game that has started. The commitment is in it if the game has
    /// dice, the secret only when it is over.
    #[must_use]
    pub fn of_game(game: &Game) -> Self {
        let rolled = game.position.rolls_dice();
        let result = game.outcome();
        let secret = || game.secret.reveal();
        Self {
            kind: game.kind(),
            options: game.options.clone(),
            names: game.seats.iter().map(name).collect(),
            date: game.log.iter().find_map(date).unwrap_or_else(|| "?".to_owned()),
            position: None,
            setups: SetupTags::of_game(game),
            id: Some(game.id()),
            commitment: rolled.then(|| game.commitment()),
            secret: (rolled && result.is_some()).then(secret),
            other: Vec::new(),
            entries: game.log.iter().filter_map(entry).collect(),
            result,
        }
    }

    /// All tags in canonical order.
    fn tags(&self) -> Vec<(String, String)> {
        let mut tags = Vec::new();
        let mut tag = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
        tag("Game", self.kind.key());
        tag("Rules", &crate::games::rules_version(self.kind).to_string());
        tag("Options", &self.options);
        for (name, number) in self.names.iter().zip(1..) {
            tag(&format!("Seat{number}"), name);
        }
        tag("Date", &self.date);
        if let Some(position) = &self.position {
            tag("Position", position);
        }
        for (name, value) in SetupTags::named(&self.setups) {
            tag(&name, value);
        }
        let optional =
            [("Id", &self.id), ("Commitment", &self.commitment), ("Secret", &self.secret)];
        for (name, value) in optional {
            if let Some(value) = value {
                tag(name, value);
            }
        }
        tag("Result", &result_text(self.result));
        tags.extend(self.other.iter().cloned());
        tags
    }
}

impl fmt::Display for Thrown {
    /// What follows the move: nothing, ` (3,4)`, ` (3,4) {salt}` or `:w`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Roll(roll, None) => write!(f, " ({roll})"),
            Self::Roll(roll, Some(salt)) => write!(f, " ({roll}) {{{salt}}}"),
            Self::Mark(mark) => write!(f, ":{mark}"),
        }
    }
}

/// Reads, replays and, where there are a commitment and a secret, recomputes every roll.
///
/// # Errors
/// The first fault with its line and what it should be.
pub fn verify(text: &str) -> Result<Verdict, RecordError> {
    read::read(text, true).map(|(_, verdict)| verdict)
}

/// A tag's value as it stands between the quotation marks. A name may be anything; control
/// characters cannot stand in a record and are left out.
fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars().filter(|c| !c.is_control()) {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

fn name(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Person(person) | Occupant::Asked(person) => {
            person.name.chars().filter(|c| !c.is_control()).collect()
        }
        Occupant::Bot(level) => format!("Martian Cake, level {level}"),
        Occupant::Open => "?".to_owned(),
    }
}

/// The day of a ply in UTC.
fn date(entry: &LogEntry) -> Option<String> {
    if !matches!(entry.event, LogEvent::Ply(..)) {
        return None;
    }
    let at = OffsetDateTime::from_unix_timestamp(entry.at.div_euclid(1000)).ok()?;
    Some(format!("{:04}-{:02}-{:02}", at.year(), u8::from(at.month()), at.day()))
}

/// A line of the host's log as it stands in a record; offers of a draw do not.
fn entry(entry: &LogEntry) -> Option<RecordEntry> {
    let event = match &entry.event {
        LogEvent::Ply(mv, rolled) => {
            let chance = rolled.as_ref().map_or(Thrown::Nothing, |rolled| {
                Thrown::Roll(rolled.roll, Some(rolled.salt.clone()))
            });
            return Some(RecordEntry::Ply { mv: mv.clone(), chance });
        }
        LogEvent::Place(text) => RecordEvent::Place(entry.seat?, text.clone()),
        LogEvent::Hold => RecordEvent::Hold(entry.seat?),
        LogEvent::Resign => RecordEvent::Resign(entry.seat?),
        LogEvent::Agreement => RecordEvent::Agreement,
        LogEvent::Abort => RecordEvent::Abort,
        LogEvent::Adjudication => RecordEvent::Adjudication(Vec::new()),
        LogEvent::DrawOffer | LogEvent::DrawAccept | LogEvent::DrawDecline => return None,
        // Hidden set-ups stand in the tags, once they may.
        LogEvent::Draft(_) | LogEvent::Army(..) => return None,
    };
    Some(RecordEntry::Event(event))
}

/// The first few characters of a text, fit to be shown in a message.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 12;
    let shown = text.chars().take(MOST).map(|c| if c.is_control() { '?' } else { c });
    let rest = if text.chars().nth(MOST).is_some() { "…" } else { "" };
    shown.collect::<String>() + rest
}
