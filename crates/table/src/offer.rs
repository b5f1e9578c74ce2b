//! The terms of an offer, and what a new game or offer starts with.

use dice::Secret;
use games::{GameKind, Seat};
use serde::{Deserialize, Serialize};

use super::{
    ids::{EditionNo, GameNo, ServerId},
    log::Millis,
    occupant::Occupant,
    place::PlaceId,
    time_control::TimeControl,
};

/// The seat that the challenger of an offer takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeatChoice {
    /// The first seat.
    White,
    /// The second seat.
    Black,
    /// The seat with this number, from 1.
    Seat(u8),
    /// Whichever seat falls to the challenger by chance.
    #[default]
    Random,
}

impl SeatChoice {
    /// The seat that is chosen.
    ///
    /// ```
    /// use games::Seat;
    /// use martian_cake_table::SeatChoice;
    ///
    /// assert_eq!(SeatChoice::Black.seat(), Some(Seat::SECOND));
    /// assert_eq!(SeatChoice::Seat(2).seat(), Some(Seat::SECOND));
    /// assert_eq!(SeatChoice::Random.seat(), None);
    /// ```
    ///
    /// `None` if chance is to decide, or if no game has a seat of that number.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::White => Some(Seat::FIRST),
            Self::Black => Some(Seat::SECOND),
            Self::Seat(number) => match number.checked_sub(1) {
                Some(index) => Seat::from_index(index),
                None => None,
            },
            Self::Random => None,
        }
    }
}

/// The terms of an offer besides the game and its options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferTerms {
    /// Which seat the challenger takes.
    #[serde(rename = "colour")]
    pub seat_choice: SeatChoice,
    /// Whether the others sit clockwise from the challenger in the order in which the offer
    /// names them; otherwise chance decides.
    #[serde(default)]
    pub listed: bool,
    /// Display options in canonical text; empty for the defaults.
    #[serde(default)]
    pub look: String,
    /// The players' time control.
    #[serde(default, skip_serializing_if = "is_unlimited")]
    pub clock: TimeControl,
    /// Whether the result counts for ratings.
    #[serde(default, skip_serializing_if = "is_casual")]
    pub rated: bool,
    /// Which game of an event it is, if it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<EventGame>,
}

impl OfferTerms {
    /// The seat that the challenger takes; `None` if chance is to decide.
    #[must_use]
    pub fn challenger_seat(&self) -> Option<Seat> {
        self.seat_choice.seat().or_else(|| self.listed.then_some(Seat::FIRST))
    }
}

/// The place of a match among the games of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EventGame {
    /// The edition of the event.
    #[serde(rename = "tournament")]
    pub edition: EditionNo,
    /// The round, from 1.
    pub round: u16,
    /// The number of the pair in that round, from 1.
    pub pair: u16,
}

/// Returns `true` if the result does not count, of which nothing is written.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_casual(rated: &bool) -> bool {
    !rated
}

/// Returns `true` if there is no clock, of which nothing is written.
fn is_unlimited(control: &TimeControl) -> bool {
    !control.is_limited()
}

/// The data with which a new game or offer starts.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The number that it gets.
    pub no: GameNo,
    /// Which game it is.
    pub kind: GameKind,
    /// The options in canonical text.
    pub options: String,
    /// Where it is offered and played.
    pub place: PlaceId,
    /// The server to which that place belongs, if it belongs to one.
    pub server: Option<ServerId>,
    /// The seats; in an offer the challenger comes first.
    pub seats: Vec<Occupant>,
    /// The terms of the offer.
    pub terms: OfferTerms,
    /// The dice secret, fresh from the operating system.
    pub secret: Secret,
    /// The salt of the message that offers it.
    pub salt: String,
    /// When it is offered.
    pub at: Millis,
}
