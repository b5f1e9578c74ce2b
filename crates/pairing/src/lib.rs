//! Pairing: who plays whom, who stands where, the files in which events are handed on, and ratings from
//! results.
//!
//! Nothing here reads a file or a clock, draws a random number or knows which game is played.
//! Results come in as values, and what comes out depends on them alone.

pub mod berger;
pub mod dutch;
pub mod history;
mod matching;
pub mod ratings;
pub mod standings;
pub mod tables;
pub mod trf;
mod wide;
