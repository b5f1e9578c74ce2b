//! The record of a game: one text form for all games, written and read here. See
//! `docs/RECORD.md`.

mod army_tags;
mod event;
mod fault;
mod head;
mod model;
mod of_game;
mod pasted;
mod read;
mod replay;
mod signature;
mod tokens;
mod write;

pub use fault::{RecordError, excerpt};
pub use model::{ArmyTags, Record, Signed, Verdict, Verified};
pub(crate) use of_game::first_day;
pub use pasted::pasted;
pub use read::{MAX_RECORD, Replayable, replay, verify, verify_signed_by};
