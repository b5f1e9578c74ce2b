//! Ratings: what the end of a rated game, or another result of it, changes about them.

pub(super) mod correct;
mod end;
mod formulas;
mod log;
mod now;
mod renewal;

pub(super) use end::at_end;
pub use end::at_ends;
pub use formulas::{ANNULLED, period_of};
pub(super) use formulas::{at_period, beginning, first_day, rating as kept};
pub use log::{RatingHistory, RatingLog};
pub(super) use now::rating_now;
pub use renewal::{Renewal, all_ratings, judge, ratings_of, renewal};
