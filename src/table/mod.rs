//! A hosted game: its position, its log and its offers; and its record as text.

mod advance;
mod any_position;
mod game;
mod ids;
mod limits;
mod log;
mod occupant;
mod offer;
pub mod picture;
mod played_position;
mod players;
pub mod record;
mod standings;

pub use any_position::{AnyPosition, Explanation, LegalMove, NotPlayed};
pub use game::{DrawOffer, Game, Stage};
pub use ids::{GameNo, Person, PersonId, PlaceId};
pub use limits::{MAX_MESSAGE, MAX_NAME, MAX_OFFERS, MAX_PLIES, MAX_RUNNING, OFFER_LIFE};
pub use log::{LogEntry, LogError, LogEvent, LoggedRoll, Millis};
pub use occupant::Occupant;
pub use offer::{NewGame, OfferTerms, SeatChoice};
pub use picture::{Caption, Highlight};
pub use played_position::{PlayedPosition, sample_position, start_position};
pub use standings::Standing;
