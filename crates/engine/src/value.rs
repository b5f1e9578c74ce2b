//! The scale of values: what a search and an evaluator count in.
//!
//! A value is an integer, millionths of 2p - 1, where p is the expected score of a side: a win is
//! [`WIN`], a loss -[`WIN`], an even position 0.

/// The value of a win, in millionths of 2p - 1; also the millionths of a whole point.
pub const WIN: i32 = 1_000_000;

/// The expected score that a value stands for, in millionths: 0 is a loss, 1 000 000 a win. Values
/// outside ±[`WIN`] count as a win or a loss.
///
/// ```
/// use martian_cake_engine::{expected_score, value::WIN};
///
/// assert_eq!(expected_score(WIN), 1_000_000);
/// assert_eq!(expected_score(0), 500_000);
/// assert_eq!(expected_score(-WIN / 2), 250_000);
/// ```
#[must_use]
pub fn expected_score(value: i32) -> u32 {
    (value.clamp(-WIN, WIN) + WIN) as u32 / 2
}
