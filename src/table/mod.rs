//! A match in progress: its log, its replay, offers; and the record as text.

mod any;
mod game;
mod ids;
pub mod picture;
pub mod record;

pub use any::{Answer, Caption, Match, NotPlayed, Shown, Table, Wanted, open, sample};
pub use game::{
    Colour, DrawOffer, Game, LogEntry, LogError, LogEvent, MAX_MESSAGE, MAX_NAME, MAX_OFFERS,
    MAX_PLIES, MAX_RUNNING, Millis, OFFER_LIFE, Occupant, Opening, Rolled, Stage, Standing, Terms,
};
pub use ids::{GameNo, Person, PersonId, PlaceId};
