//! The log of a match, from which the match can be replayed: the same events stand in a running
//! game, in the store and in records.

mod text;

pub(crate) use text::{read_seats, seat_number, seats_text};

use games::{Roll, Seat, SeatSet};

use super::clocks::ClockEvent;

/// An instant, in milliseconds since the beginning of 1970 UTC.
pub type Millis = i64;

/// One line of a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// When it happened.
    pub at: Millis,
    /// The event. All events in order give the state of the game.
    pub event: LogEvent,
}

/// Something that happened in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogEvent {
    /// The seat whose turn it was has moved.
    Ply {
        /// The seat that moved.
        seat: Seat,
        /// The move in canonical text.
        mv: String,
        /// The faces of its dice, as far as they are known.
        roll: PlyRoll,
    },
    /// The unfinished hidden army of a seat as it is now; only that seat gets to know of it.
    Draft(Seat, String),
    /// The finished hidden army of a seat.
    Army {
        /// The seat whose army it is.
        seat: Seat,
        /// The army in canonical text.
        text: String,
        /// The salt of its commitment.
        salt: String,
    },
    /// The seat placed something before the first ply, for all to see.
    Place(Seat, String),
    /// The seat places nothing more and keeps the rest in its hand.
    Hold(Seat),
    /// The seat gave up.
    Resign(Seat),
    /// The seat ran out of time.
    Time(Seat),
    /// The seat was absent or broke the rules.
    Forfeit(Seat),
    /// The seat offered a draw.
    DrawOffer(Seat),
    /// The seat accepted a draw that others still have to answer.
    DrawAccept(Seat),
    /// The seat declined a draw.
    DrawDecline(Seat),
    /// The seat asked to take its last move back.
    TakebackOffer(Seat),
    /// The seat agreed to that, and others still have to answer.
    TakebackAccept(Seat),
    /// The seat wants no move to be taken back.
    TakebackDecline(Seat),
    /// The position after the ply with this number stands again, 0 being the start. The numbers of
    /// plies go on.
    Takeback(u32),
    /// The players agreed on a draw. The seat is the one whose word completed the agreement; `None`
    /// in a record, which does not tell it.
    Agreement(Option<Seat>),
    /// The host decided the game: these seats won, or it is a draw if there are none, as at
    /// [`MAX_PLIES`](super::MAX_PLIES).
    Adjudication(SeatSet),
    /// The game ended before every seat had moved, or the offer came to nothing. The seat is the one
    /// that ended it; `None` for an offer, and in a record.
    Abort(Option<Seat>),
    /// Something happened to the clocks, or about them.
    Clock(ClockEvent),
}

/// The dice of a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlyRoll {
    /// The ply threw no dice.
    NoDice,
    /// The faces, the attacker's first, and the salt that went into them beside the secret; `None`
    /// where nobody has committed to a secret.
    Faces(Roll, Option<String>),
    /// Nobody wrote the faces down, only this letter for how it ended, as in `:w`.
    Outcome(char),
}

impl LogEvent {
    /// The seat that did it; `None` for what the host did, and where it is not told.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Self::Ply { seat, .. }
            | Self::Draft(seat, _)
            | Self::Army { seat, .. }
            | Self::Place(seat, _)
            | Self::Hold(seat)
            | Self::Resign(seat)
            | Self::Time(seat)
            | Self::Forfeit(seat)
            | Self::DrawOffer(seat)
            | Self::DrawAccept(seat)
            | Self::DrawDecline(seat)
            | Self::TakebackOffer(seat)
            | Self::TakebackAccept(seat)
            | Self::TakebackDecline(seat) => Some(*seat),
            Self::Agreement(seat) | Self::Abort(seat) => *seat,
            Self::Clock(event) => event.seat(),
            Self::Adjudication(_) | Self::Takeback(_) => None,
        }
    }

    /// Returns `true` if it is a ply.
    #[must_use]
    pub const fn is_ply(&self) -> bool {
        matches!(self, Self::Ply { .. })
    }

    /// Returns `true` if others may have to act after it than before: a board that shows it asks them.
    #[must_use]
    pub const fn passes_turn(&self) -> bool {
        match self {
            Self::Ply { .. }
            | Self::Army { .. }
            | Self::Place(..)
            | Self::Hold(_)
            | Self::Resign(_)
            | Self::Time(_)
            | Self::Forfeit(_)
            | Self::Takeback(_) => true,
            Self::Draft(..)
            | Self::DrawOffer(_)
            | Self::DrawAccept(_)
            | Self::DrawDecline(_)
            | Self::TakebackOffer(_)
            | Self::TakebackAccept(_)
            | Self::TakebackDecline(_)
            | Self::Agreement(_)
            | Self::Adjudication(_)
            | Self::Abort(_)
            | Self::Clock(_) => false,
        }
    }

    /// The seat that left the game with this event; `None` for any other event.
    #[must_use]
    pub const fn leaver(&self) -> Option<Seat> {
        match self {
            Self::Resign(seat) | Self::Time(seat) | Self::Forfeit(seat) => Some(*seat),
            _ => None,
        }
    }

    /// Returns `true` if the seat arranged something before the first ply.
    #[must_use]
    pub const fn is_arrangement(&self) -> bool {
        matches!(self, Self::Draft(..) | Self::Army { .. } | Self::Place(..) | Self::Hold(_))
    }

    /// The event as a record tells it, without what a record leaves out; `None` for events that are
    /// not in a record at all: what players propose and answer, clocks, and hidden armies, which go into
    /// the tags once they may be seen.
    #[must_use]
    pub fn recorded(&self) -> Option<Self> {
        match self {
            Self::Draft(..) | Self::Army { .. } | Self::Clock(_) => None,
            Self::DrawOffer(_) | Self::DrawAccept(_) | Self::DrawDecline(_) => None,
            Self::TakebackOffer(_) | Self::TakebackAccept(_) | Self::TakebackDecline(_) => None,
            Self::Agreement(_) => Some(Self::Agreement(None)),
            Self::Abort(_) => Some(Self::Abort(None)),
            other => Some(other.clone()),
        }
    }
}
