//! Game Mix by Lev Grigoriev: chess and draughts men on one board, and the Liner, which goes
//! exactly as far as there are men on its line. Its variation Mix Chess is a preset of the options.
//!
//! Sections and rulings (R1, R2, …) named in this module's docs are those of the game's rules
//! page, version 1; `docs/rules/mix.md` has the rules for players.
//!
//! # Layout
//! - The ground: `squares` and `tables` are the board, `kinds` the men, `options` what can be
//!   changed, `moves` a move as a value, `zobrist` the numbers for hashes.
//! - `position`: where the men stand. `attacks`: who attacks the King. `movegen`: finding moves.
//!   `legal`: legal moves as lists, counts and single questions. `ends`: connections and results.
//!   `play` and `report`: playing a move, and what it did. `repetition`: when two positions are the
//!   same. `perft`: counting lines of play.
//! - `notation`: the texts of positions and moves. `typed` and `read`: moves as people type them.
//!   `faults`: why a typed text is no legal move.
//! - `words`, `movement`, `explain`, `refusals`, `help`: what the game says of itself. `marks`:
//!   what pictures show. `liner_lines`: the lines of a Liner, for words and marks.
//! - `rules` and `present`: the two traits of every game.

mod attacks;
mod ends;
mod explain;
mod faults;
mod help;
mod kinds;
mod legal;
mod liner_lines;
mod marks;
mod movegen;
mod movement;
mod moves;
mod notation;
mod options;
mod perft;
mod play;
mod position;
mod present;
mod read;
mod refusals;
mod repetition;
mod report;
mod rules;
mod sprites;
mod squares;
mod tables;
mod typed;
mod words;
mod zobrist;

#[cfg(test)]
mod tests;

pub use faults::Fault;
pub use kinds::Kind;
pub use moves::Move;
pub use options::{Connect, MustCapture, Options};
pub use position::Position;
pub use repetition::Key;
pub use report::Report;
pub use squares::{Sq, SquareSet};
pub use tables::Line;
