//! Martian Chess, by version 1 of its rules page (`docs/rules/martian.md`). R5, section 4 and the
//! like in the comments of this folder are places on that page.
//!
//! [`Position`] is a small value that is copied to be played on: sets of cells by kind, points,
//! the ban, the clock, the seat to move, the seats that have left, and the options of the game.
//! Whose a piece is follows from where it stands.
//!
//! # Layout
//! - `cells`, `kinds`, `options`, `geometry`, `tables`: the ground that everything stands on.
//!   `geometry` follows rays over a board, `tables` keeps them as sets of cells.
//! - `position`: the position. `moves`: legal moves. `report`: playing a move, and what it did.
//!   `results`: ends, winners and seats that leave. `rules`: all of it as
//!   [`Rules`](crate::Rules). `perft`: the fast count.
//! - `notation`: texts of positions and moves.
//! - `read` and `faults`: moves as people type them, and why a text is no legal move.
//! - `words`, `refusals`, `explain`, `help`: what the game says. `colours`: the looks of the
//!   pieces. `present`: all that the game says and shows, as [`Present`](crate::Present).

mod cells;
mod colours;
mod explain;
mod faults;
mod geometry;
mod help;
mod kinds;
mod moves;
mod notation;
mod options;
mod perft;
mod position;
mod present;
mod read;
mod refusals;
mod report;
mod results;
mod rules;
mod sprites;
mod tables;
mod words;

#[cfg(test)]
mod tests;

pub use cells::{Cell, CellSet, MAX_CELLS};
pub use faults::{Fault, NoMerge};
pub use geometry::Form;
pub use kinds::Kind;
pub use moves::{Move, Way};
pub use options::{Deadlock, Options, UndoRule};
pub use position::{Ban, Key, Position};
pub use report::Report;
