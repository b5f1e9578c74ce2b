//! The bot opponent: search, evaluation, levels, duels.
//!
//! The engine is pure: position, past, budget and seed come in; move, value and line go out. It sees
//! positions and odds, never a dice secret. The same position, past, options, limit and seed give
//! the same move on every machine; time enters only through the flag that ends a search.
//!
//! # Layout, from the bottom up
//! - [`value`]: the scale of values; [`mate_distance`]: proven ends on it; [`fixed_point`]:
//!   exponentials in integers; [`random`]: a seeded generator.
//! - [`evaluate`]: what a search wants to know of a game; [`scoring`]: who gets which share of the
//!   point.
//! - [`search`]: expectiminimax between two camps, with a table of [`transposition`]s; [`max_n`]:
//!   every side for itself.
//! - [`luck`](mod@luck): what a roll was worth more than its dice.
//! - [`levels`], [`sampling`] and [`Attention`]: how strong and how varied the bot plays.
//! - [`Opponent`]: what each game adds, an evaluator and its levels. It lives with the game in
//!   [`crate::opponents`]; no game is named here.
//! - [`choose`]: from positions and a [`Limit`] to a move; [`best_move`] and [`rank`]: the same
//!   from texts.
//! - [`duel`]: how strength is measured; [`tuning`]: how weights are found by play.

mod attention;
mod bench;
mod choice;
pub mod duel;
pub mod evaluate;
pub mod fixed_point;
mod job;
pub mod levels;
pub mod luck;
pub mod mate_distance;
pub mod max_n;
pub mod net;
mod opponent;
pub mod opponents;
pub mod random;
pub mod sampling;
pub mod scoring;
pub mod search;
#[cfg(test)]
mod tests;
pub mod transposition;
pub mod tuning;
pub mod value;

pub use attention::Attention;
pub use bench::bench_signature;
pub use choice::{Choice, SearchRequest, choose};
pub use job::{BestMove, Candidate, Job, best_move, bot_rating, choose_army, rank};
pub use levels::Limit;
pub use opponent::{EvalStyle, Opponent, OpponentModel};
pub use value::expected_score;
