//! An event that the bot runs: what it was set up with, its log, and what the log comes to.
//!
//! An *event* is what people come back to every week; each of its *editions* is an [`Edition`] with a
//! number of its own, `T7`. The log of an edition is the truth, and [`Edition`] its replay. Results
//! are never part of it: they are read from the games each time, so that a corrected game corrects
//! the standings.
//!
//! Nothing here reads a clock or a store, or draws random numbers: instants, games and their results come in
//! as values.

mod edition;
mod entrant;
mod field;
mod log;
mod next;
mod results;
mod round;
#[cfg(any(test, feature = "testkit"))]
pub mod sample;
mod schedule;
mod settings;
mod stage;
mod standings;
#[cfg(test)]
mod tests;

pub use edition::{BadLog, Edition};
pub use entrant::{Entrant, Gone, Who};
pub use log::{EditionEntry, EditionEvent};
pub use next::{Upcoming, upcoming};
pub use results::{GameResult, Results};
pub use round::{
    Board, Free, FreeRound, NextRound, Round, Unpairable, league_rounds, next_round, pairing,
};
pub use schedule::{Weekly, weekly_after};
pub use settings::{EditionSettings, Form, Format, LEAGUE_GRACE};
pub use stage::Stage;
pub use standings::{Table, table, whole_event};
