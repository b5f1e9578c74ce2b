//! A match in progress: its log, its replay, offers; and the record as text.

mod any_position;
mod game;
mod ids;
pub mod picture;
pub mod record;

pub use any_position::{
    AnyPosition, Caption, Explanation, Highlight, LegalMove, NotPlayed, PlayedPosition,
    sample_position, start_position,
};
pub use game::{
    DrawOffer, Game, LogEntry, LogError, LogEvent, LoggedRoll, MAX_MESSAGE, MAX_NAME, MAX_OFFERS,
    MAX_PLIES, MAX_RUNNING, Millis, NewGame, OFFER_LIFE, Occupant, OfferTerms, SeatChoice, Stage,
    Standing,
};
pub use ids::{GameNo, Person, PersonId, PlaceId};
