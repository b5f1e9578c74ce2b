//! Ratings: pure functions from results to tables.
//!
//! Nothing here reads a file or a clock, draws a random number or knows which game is played.
//! Results come in as values, and what comes out depends on them alone.

pub mod ratings;
