//! What each game adds to its rules so that the bot can play it: an evaluator, its levels, and the
//! positions of the bench.
//!
//! The engine knows no game by name: it asks for [`crate::Opponent`], and the one place
//! that maps a game to its code is [`games::with_game`].

pub mod cyvasse;
pub mod lyra;
pub mod martian;
pub mod mix;

#[cfg(test)]
mod tests;
