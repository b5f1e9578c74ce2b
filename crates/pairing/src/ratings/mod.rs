//! Ratings: from finished games to each player's rating and its course.
//!
//! Two-seat games are rated by Glicko-2 ([`TwoSeats`](Scale::TwoSeats)), games of more seats by
//! Weng-Lin ([`ManySeats`](Scale::ManySeats)). Both rate by *periods*: all games of a period are
//! taken together and meet the ratings from before it, so their order does not matter, and a
//! corrected result is taken in by computing again from its period on.
//!
//! A period changes a rating, a deviation and a volatility within bounds (`rating`), which a usual week does not
//! reach.
//!
//! What is kept is rounded to whole millionths at the end of each period, and the next period goes
//! on from there. So the last bits of floating-point arithmetic, which differ from machine to
//! machine, do not come to be seen, and do not add up.

mod eligible;
mod glicko;
mod ladder;
mod period;
mod rating;
mod weng_lin;

#[cfg(test)]
mod tests;

pub use super::history::Score;
pub use eligible::{
    FinishedGame, GAMES_WITH_ONE_OPPONENT, NotRated, RatedSeat, TIMEOUTS_IN_A_ROW, not_rated,
    not_rated_after,
};
pub use ladder::{
    CurvePoint, Duel, Ladder, Rated, Scale, Table, ladder, rate_all, rate_duels, rate_period,
    rate_tables,
};
pub use period::{Period, week_of};
pub use rating::{FORMULAS, PROVISIONAL, Rating};
