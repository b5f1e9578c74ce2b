//! Cyvasse by Michael Le Page, version 5.0: two armies that are arranged unseen, tiers that add up
//! when men attack together, terrain, fortresses, and a Dragon that may come late.
//!
//! Sections and rulings (Q1, Q2, …) named in this module's docs are those of the game's rules
//! page, version 1; `docs/rules/cyvasse.md` has the rules for players.
//!
//! # Layout
//! - The ground: [`Hex`], [`HexSet`], `rows`, `tables` are the board; [`Kind`], [`Terrain`],
//!   [`Figure`], [`Centre`] what stands and lies on it; [`Options`] what can be changed.
//! - [`Position`] holds them together, `notation` reads and writes it. [`Move`] is what a player
//!   does in a turn, with its text.
//! - `movement` says where a man can go, [`Mobility`] where all men of a side can, [`Attack`] who
//!   captures whom. `movegen` finds the legal moves, `report` plays one and tells what it did,
//!   `ends` knows the ends. `rules` puts this together for the rest of the program.
//! - [`Army`] is how one player arranges the men; `arrangement` has both players doing so, and who
//!   sees what of it.
//! - `typed` and `read` take moves as people type them; `faults` says why one is not legal, and
//!   `refusals` puts that into words, with the `sums` of an attack.
//! - `words`, `explain`, `help` and `present` are what the game says and shows of itself.

mod army;
mod arrangement;
mod attack;
mod centre;
mod ends;
mod explain;
mod faults;
mod figures;
mod help;
mod hexes;
mod kinds;
mod mobility;
mod movegen;
mod movement;
mod moves;
mod notation;
mod options;
mod perft;
mod position;
mod present;
mod read;
mod refusals;
mod report;
mod rows;
mod rules;
mod sprites;
mod sums;
mod tables;
mod typed;
mod words;
mod zobrist;

#[cfg(test)]
mod tests;

pub use army::{Army, ArmyFault, home};
pub use attack::{Attack, Bonus};
pub use centre::Centre;
pub use faults::Fault;
pub use figures::Figure;
pub use hexes::{Hex, HexSet};
pub use kinds::{Kind, Terrain};
pub use mobility::{Man, Mobility};
pub use moves::{Action, Move};
pub use options::{DragonStart, Flanking, Options};
pub use position::{Key, Position};
pub use report::Report;
