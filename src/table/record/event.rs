//! The events of a record: how they are read and written, and what they do to a game.

use std::fmt;

use super::fault::excerpt;
use crate::games::{ArrangementStep, Outcome, Reason, Seat, SeatSet};

/// Something on a line of its own, without a number: what a player did besides moving, or what
/// the host decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordEvent {
    /// `place S WHAT`: the seat places something for all to see, before the first ply.
    Place(Seat, String),
    /// `hold S`: the seat places nothing more.
    Hold(Seat),
    /// `resign S`: the seat gives up.
    Resign(Seat),
    /// `time S`: the seat has run out of time.
    Time(Seat),
    /// `forfeit S`: the seat is absent or has broken the rules.
    Forfeit(Seat),
    /// `agreement`: the players agree on a draw.
    Agreement,
    /// `adjudication draw` for no winners, or `adjudication S,…`: the host decides the game.
    Adjudication(Vec<Seat>),
    /// `abort`: the game does not count.
    Abort,
}

/// What an event does to a game.
pub(super) enum Effect {
    /// The game ends with this outcome.
    End(Outcome),
    /// A seat arranges something before the first ply.
    Arrange(Seat, ArrangementStep),
    /// A seat leaves for this reason; the rules say whether the others play on.
    Leave(Seat, Reason),
}

impl RecordEvent {
    /// What it does to the game.
    pub(super) fn effect(&self) -> Effect {
        match self {
            Self::Place(seat, text) => Effect::Arrange(*seat, ArrangementStep::Place(text.clone())),
            Self::Hold(seat) => Effect::Arrange(*seat, ArrangementStep::Hold),
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

    /// Reads the words of a line.
    ///
    /// # Errors
    /// A clause that says what the line should be.
    pub(super) fn read(words: &[&str]) -> Result<Self, String> {
        let after = |text: &str, event: &str| {
            seat(text).ok_or_else(|| format!("a seat number must follow `{event}`"))
        };
        match *words {
            ["place", n, what] => Ok(Self::Place(after(n, "place")?, what.to_owned())),
            ["hold", n] => Ok(Self::Hold(after(n, "hold")?)),
            ["resign", n] => Ok(Self::Resign(after(n, "resign")?)),
            ["time", n] => Ok(Self::Time(after(n, "time")?)),
            ["forfeit", n] => Ok(Self::Forfeit(after(n, "forfeit")?)),
            ["agreement"] => Ok(Self::Agreement),
            ["abort"] => Ok(Self::Abort),
            ["adjudication", "draw"] => Ok(Self::Adjudication(Vec::new())),
            ["adjudication", seats] => winners(seats).map(Self::Adjudication).ok_or_else(|| {
                "`adjudication` takes `draw` or the numbers of the winners, ascending".to_owned()
            }),
            _ => {
                let read = excerpt(&words.join(" "));
                Err(format!("`{read}` is neither a ply (`1. MOVE`) nor an event nor a result"))
            }
        }
    }

    /// The seats that the event names.
    pub(super) fn seats(&self) -> &[Seat] {
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

/// A seat's number without sign or leading zero.
fn seat(text: &str) -> Option<Seat> {
    let seat = Seat::from_index(text.parse::<u8>().ok()?.checked_sub(1)?)?;
    (seat.to_string() == text).then_some(seat)
}

/// Seat numbers joined by commas, ascending.
fn winners(text: &str) -> Option<Vec<Seat>> {
    let seats: Vec<Seat> = text.split(',').map(seat).collect::<Option<_>>()?;
    seats.windows(2).all(|pair| pair[0] < pair[1]).then_some(seats)
}
