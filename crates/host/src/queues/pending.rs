//! A change that has not taken effect yet.

use std::sync::Arc;

use table::{Game, Key, Millis, PersonId, Setting};

use super::work::Work;

/// A change while it is committed; meanwhile its ticket holds its keys.
#[derive(Debug)]
pub(crate) struct Pending {
    /// The games as the change makes them.
    pub(crate) games: Vec<Arc<Game>>,
    /// When something is due next that the change concerns, as it will stand in the table `wake`.
    pub(crate) deadlines: Vec<(Key, Option<Millis>)>,
    /// The settings that people or servers choose by it.
    pub(crate) settings: Vec<Setting>,
    /// The people who are forgotten by it, with the last words to them.
    pub(crate) forgotten: Vec<(PersonId, String)>,
    /// The work that has brought the change.
    pub(crate) work: Work,
    /// The replies that are said once it has taken effect, by their tokens.
    pub(crate) replies: Vec<u64>,
}
