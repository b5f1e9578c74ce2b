//! Every sentence of the host, as functions with named arguments, one file per subject. What is
//! special to a game comes from the game (`games::Present`).
//!
//! # How sentences are written
//! - A sentence says what happened, then what matters, then what to type: plain words, short sentences,
//!   the present tense, no exclamation marks.
//! - People have names, never ids; a game is `#12`. What can be typed stands in `code`, rolled numbers
//!   stand in bold.
//! - A refusal says what is wrong, why, and what to type instead.
//! - There are at most four lines beside a picture. Its alt text holds everything that the picture tells:
//!   the last ply first, then the position, cut by whole sentences at 1,024 characters.
//! - A player's mistake is answered in the chat. Our own goes to the program's log with its cause, and
//!   people get one plain sentence with a reference number.
//!
//! The parameter `prefix` is what stands before commands in the place where the
//! sentence is read: the prefix in a channel, nothing elsewhere.

mod arrange;
mod card;
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
mod moderation;
mod moves;
mod notices;
mod offers;
mod owner;
mod phrases;
mod places;
mod plans;
mod privacy;
mod ratings;
mod replay;
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
pub use card::*;
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
pub use moderation::*;
pub use moves::*;
pub use notices::*;
pub use offers::*;
pub use owner::*;
pub(crate) use phrases::move_line;
pub use phrases::{codes, instant, sentence, span};
pub use places::*;
pub use plans::*;
pub use privacy::*;
pub use ratings::*;
pub use replay::*;
pub use scores::*;
pub use seats::*;
pub use server::*;
pub use standings::*;
pub use start::*;
pub use takeback::*;
pub use threads::*;
pub use vacation::*;
pub use verify::*;
