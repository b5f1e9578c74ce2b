//! The limits that the host sets for people and games.

use super::log::Millis;

/// The number of plies after which the host ends a game as a draw by adjudication.
pub const MAX_PLIES: u32 = 1_000;
/// The time for which an offer stays open, in milliseconds.
pub const OFFER_LIFE: Millis = 24 * 60 * 60 * 1_000;
/// How many running games one person may have.
pub const MAX_RUNNING: usize = 50;
/// How many open offers one person may have.
pub const MAX_OFFERS: usize = 10;
/// The time for which a yes counts to the question whether somebody is sure, in milliseconds.
pub const SURE_WITHIN: Millis = 60 * 1_000;
/// How many characters of a message are read.
pub const MAX_MESSAGE: usize = 2_000;
/// How many characters of a name are shown.
pub const MAX_NAME: usize = 32;
