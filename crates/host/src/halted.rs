//! What a host remembers once its store has stopped.

use std::{collections::BTreeSet, time::Instant};

use table::PlaceId;

/// A host whose store has stopped.
#[derive(Debug)]
pub(super) struct Halt {
    /// Until when commits are waited for.
    pub(super) until: Instant,
    /// The places that were told.
    pub(super) told: BTreeSet<PlaceId>,
}
