//! Every sentence of the host, as functions with named arguments, one file per subject. What is
//! special to a game comes from the game (`games::Present`).
//!
//! A sentence says what happened, then what matters, then what to type, in plain words and without
//! exclamation marks. The parameter `prefix` is what stands before commands in the place where the
//! sentence is read: the prefix in a channel, nothing elsewhere.

mod arrange;
mod challenges;
mod check;
mod clocks;
mod draws;
mod ends;
mod events;
mod failures;
mod games;
mod help;
mod hints;
mod late;
mod moves;
mod notices;
mod offers;
mod phrases;
mod places;
mod plans;
mod ratings;
mod scores;
mod seats;
mod server;
mod standings;
mod start;
mod takeback;
mod threads;
mod vacation;
mod verify;

pub use arrange::*;
pub use challenges::*;
pub use check::*;
pub use clocks::*;
pub use draws::*;
pub use ends::*;
pub use events::*;
pub use failures::*;
pub use games::*;
pub use help::*;
pub use hints::*;
pub use late::*;
pub use moves::*;
pub use notices::*;
pub use offers::*;
pub use phrases::{codes, instant, sentence, span};
pub use places::*;
pub use plans::*;
pub use ratings::*;
pub use scores::*;
pub use seats::*;
pub use server::*;
pub use standings::*;
pub use start::*;
pub use takeback::*;
pub use threads::*;
pub use vacation::*;
pub use verify::*;
