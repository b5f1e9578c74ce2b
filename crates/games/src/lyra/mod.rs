//! Lyra, by version 1 of its rules page (`docs/rules/lyra.md`). R5, section 4 and the like in the
//! comments of this folder are places on that page.
//!
//! [`Position`] is a small value that is copied to be played on: bitboards by kind and by side,
//! what the Assassins hold, who moves, the quiet counter, and the options of the game. Moves are
//! generated from tables and checked one by one by arithmetic.
//!
//! # Layout
//! - `board`, `pieces`, `options`, `tables`, `combat`: the ground that everything stands on.
//! - `position`: the position. `moves`: legal moves. `report`: playing a move, and what it did.
//!   `rules`: all of it as [`Rules`](crate::Rules). `perft`: the fast count.
//! - `notation`: texts of positions and moves.
//! - `read` and `faults`: moves as people type them, and why a text is no legal move.
//! - `words`, `refusals`, `explain`, `help`: what the game says. `present`: all that it says and
//!   shows, as [`Present`](crate::Present).

mod board;
mod combat;
mod explain;
mod faults;
mod help;
mod moves;
mod notation;
mod options;
mod perft;
mod pieces;
mod position;
mod present;
mod read;
mod refusals;
mod report;
mod rules;
mod sprites;
mod tables;
mod words;

#[cfg(test)]
mod tests;

pub use board::{Bitboard, SIZE, Sq};
pub use combat::{Odds, Verdict, dice, judge};
pub use faults::Fault;
pub use moves::{Action, Arrival, JumpRule, Move, Obstacle, Promotion};
pub use options::Options;
pub use pieces::{Held, Kind, Piece, Side};
pub use position::{Key, Position};
pub use report::{ActionReport, Fight, Report};
