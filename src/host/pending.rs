//! A change that has not taken effect yet.

use std::sync::Arc;

use super::work::Work;
use crate::table::{Game, Key};

/// A change while it is committed.
#[derive(Debug)]
pub(super) struct Pending {
    /// The games as the change makes them.
    pub(super) games: Vec<Arc<Game>>,
    /// What nothing else may concern meanwhile.
    pub(super) keys: Vec<Key>,
    /// What has brought the change.
    pub(super) work: Work,
    /// The replies that are said once it has taken effect, by their tokens.
    pub(super) replies: Vec<u64>,
}
