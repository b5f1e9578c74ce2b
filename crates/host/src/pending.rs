//! What is done beside the loop for some work: a change that has not taken effect yet, ratings that are made
//! anew before that, and a record that is being verified.

use std::sync::Arc;

use chat::Change;
use store::RatingWrite;
use table::{Game, Key, Millis, Setting};

use super::{input::VerifyQuestion, work::Work};

/// A change while it is committed.
#[derive(Debug)]
pub(super) struct Pending {
    /// The games as the change makes them.
    pub(super) games: Vec<Arc<Game>>,
    /// What nothing else may concern meanwhile.
    pub(super) keys: Vec<Key>,
    /// When something is due next that the change concerns, as it will stand in the table of wakes.
    pub(super) wakes: Vec<(Key, Option<Millis>)>,
    /// What people or servers choose by it.
    pub(super) settings: Vec<Setting>,
    /// What has brought the change.
    pub(super) work: Work,
    /// The replies that are said once it has taken effect, by their tokens.
    pub(super) replies: Vec<u64>,
}

/// A message whose record is being verified.
#[derive(Debug)]
pub(super) struct Verifying {
    /// The message and its record.
    pub(super) question: Box<VerifyQuestion>,
    /// What nothing else may concern meanwhile.
    pub(super) keys: Vec<Key>,
}

/// A change before its commit, while ratings are made anew that it concerns.
#[derive(Debug)]
pub(super) struct Renewing {
    /// What has brought the change.
    pub(super) work: Work,
    /// The change.
    pub(super) change: Change,
    /// What nothing else may concern until the commit has ended.
    pub(super) keys: Vec<Key>,
}

/// What was made aside for a change.
#[derive(Debug)]
pub(super) struct MadeAside {
    /// What the change holds.
    pub(super) keys: Vec<Key>,
    /// What the store is to write about ratings, behind what the change says of them.
    pub(super) ratings: Vec<RatingWrite>,
}
