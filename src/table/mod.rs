//! A match in progress: its log, its replay, offers; and the record as text.

mod ids;
pub mod record;

pub use ids::{GameNo, Person, PersonId, PlaceId};
