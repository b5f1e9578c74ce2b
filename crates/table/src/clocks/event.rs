//! Lines of the log about clocks. No record has them, and no board shows them.

use games::{Seat, SeatSet};

use crate::{
    log::{Millis, read_seats, seats_text},
    pause::Paused,
};

/// Something that happened to the clocks of a game, or about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockEvent {
    /// The message that asks these seats for a move has reached the platform: their clocks run, if they
    /// did not yet.
    Asked(SeatSet),
    /// So much of the present run of a seat does not count. It stands before the line that ends the run.
    Credited {
        /// The seat whose clock it is.
        seat: Seat,
        /// For how long its clock stood.
        paused: Paused,
    },
    /// A player gave another one time.
    Given {
        /// Who gave it.
        from: Seat,
        /// Who has it now.
        to: Seat,
        /// The time, in milliseconds.
        span: Millis,
    },
    /// The player of a seat was reminded.
    Reminded {
        /// The seat whose clock it is.
        seat: Seat,
        /// How many reminders of this run are done by that, those that were left out included.
        n: u32,
        /// The time left of which the last of these tells; `None` in logs of before, and if none of them came
        /// by.
        left: Option<Millis>,
    },
    /// The player of a seat wants to be reminded at this instant and not before.
    Snoozed {
        /// The seat whose clock it is.
        seat: Seat,
        /// When to remind.
        until: Millis,
    },
    /// The players were warned that the game is closed if nobody moves.
    IdleWarned,
    /// The player of a seat, who waits, has claimed the game: those who are to move have some time left to do so.
    Claimed {
        /// The seat of the claimant.
        seat: Seat,
        /// `true` if the claimant manages the server in which it is played.
        manages: bool,
    },
}

/// The text of a claim of somebody who manages the server.
const MANAGER: &str = "manager";

impl ClockEvent {
    /// The word for what kind of event it is.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Asked(_) => "asked",
            Self::Credited { .. } => "credited",
            Self::Given { .. } => "given",
            Self::Reminded { .. } => "reminded",
            Self::Snoozed { .. } => "snoozed",
            Self::IdleWarned => "idle-warned",
            Self::Claimed { .. } => "claimed",
        }
    }

    /// The seat that it is about, or that did it; `None` where there are several, or none.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Self::Credited { seat, .. }
            | Self::Given { from: seat, .. }
            | Self::Reminded { seat, .. }
            | Self::Snoozed { seat, .. }
            | Self::Claimed { seat, .. } => Some(*seat),
            Self::Asked(_) | Self::IdleWarned => None,
        }
    }

    /// Returns what it says besides its kind and its seat.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Asked(seats) => seats_text(*seats),
            Self::Credited { paused, .. } => format!("{},{}", paused.outage, paused.vacation),
            Self::Given { to, span, .. } => format!("{to},{span}"),
            Self::Reminded { n, left: Some(left), .. } => format!("{n},{left}"),
            Self::Reminded { n, left: None, .. } => n.to_string(),
            Self::Snoozed { until, .. } => until.to_string(),
            Self::Claimed { manages: true, .. } => MANAGER.to_owned(),
            Self::IdleWarned | Self::Claimed { manages: false, .. } => String::new(),
        }
    }

    /// The event of this kind, seat and text; `None` if they do not fit together.
    #[must_use]
    pub fn read(kind: &str, seat: Option<Seat>, text: &str) -> Option<Self> {
        let pair = || text.split_once(',');
        Some(match kind {
            "asked" => Self::Asked(read_seats(text).filter(|seats| !seats.is_empty())?),
            "credited" => {
                let (outage, vacation) = pair()?;
                let (outage, vacation) = (outage.parse().ok()?, vacation.parse().ok()?);
                Self::Credited { seat: seat?, paused: Paused { outage, vacation } }
            }
            "given" => {
                let (to, span) = pair()?;
                let to = read_seats(to)?.iter().next()?;
                Self::Given { from: seat?, to, span: span.parse().ok()? }
            }
            "reminded" => {
                let (n, left) = match pair() {
                    Some((n, left)) => (n, Some(left.parse().ok()?)),
                    None => (text, None),
                };
                Self::Reminded { seat: seat?, n: n.parse().ok()?, left }
            }
            "snoozed" => Self::Snoozed { seat: seat?, until: text.parse().ok()? },
            "idle-warned" => Self::IdleWarned,
            "claimed" => Self::Claimed { seat: seat?, manages: text == MANAGER },
            _ => return None,
        })
    }
}
