//! Decisions about people: what moderators of a server decide, and whom players do not want to meet.

pub(crate) mod ask;
pub(crate) mod bans;
pub(crate) mod blocks;
pub(crate) mod checks;
pub(crate) mod close;
pub(crate) mod entry;
mod log;
mod notices;
pub(crate) mod reports;

pub use log::ModerationLog;
pub(crate) use notices::with_notices;
