//! Work that goes on beside the loop: a change that has not taken effect yet, ratings that are made
//! anew before that, and a record that is being verified.

use std::sync::Arc;

use chat::Change;
use store::RatingWrite;
use table::{Game, Key, Millis, Setting};

use super::work::Work;
use crate::input::VerifyQuestion;

/// A change while it is committed.
#[derive(Debug)]
pub(crate) struct Pending {
    /// The games as the change makes them.
    pub(crate) games: Vec<Arc<Game>>,
    /// The keys that it holds meanwhile.
    pub(crate) keys: Vec<Key>,
    /// When something is due next that the change concerns, as it will stand in the table `wake`.
    pub(crate) deadlines: Vec<(Key, Option<Millis>)>,
    /// The settings that people or servers choose by it.
    pub(crate) settings: Vec<Setting>,
    /// The work that has brought the change.
    pub(crate) work: Work,
    /// The replies that are said once it has taken effect, by their tokens.
    pub(crate) replies: Vec<u64>,
}

/// A message whose record is being verified.
#[derive(Debug)]
pub(crate) struct Verifying {
    /// The message and its record.
    pub(crate) question: Box<VerifyQuestion>,
    /// The keys that it holds meanwhile.
    pub(crate) keys: Vec<Key>,
}

/// A change before its commit, while ratings are made anew that it concerns.
#[derive(Debug)]
pub(crate) struct Renewing {
    /// The work that has brought the change.
    pub(crate) work: Work,
    /// The change.
    pub(crate) change: Change,
    /// The keys that it holds until the commit has ended.
    pub(crate) keys: Vec<Key>,
}

/// The results that were made aside for a change.
#[derive(Debug)]
pub(crate) struct MadeAside {
    /// The keys that the change holds.
    pub(crate) keys: Vec<Key>,
    /// The rows of ratings, to be written behind those of the change.
    pub(crate) ratings: Vec<RatingWrite>,
}
