//! Ratings: what the end of a rated game, or another result of it, changes about them.

mod end;
mod formulas;
mod log;
mod now;
mod renewal;

pub(super) use end::at_end;
pub use end::at_ends;
pub use formulas::period_of;
pub(super) use formulas::{ANNULLED, at_period, first_day, rating as kept};
pub use log::RatingLog;
pub(super) use now::rating_now;
pub(super) use renewal::renewed;
pub use renewal::{judge, ratings_of};
