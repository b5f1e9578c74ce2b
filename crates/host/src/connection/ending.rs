//! The end of the loop, when it has to end.

use std::{collections::BTreeSet, time::Instant};

use table::PlaceId;
use tokio::sync::oneshot;

/// The end of a loop: asked for, or forced by its store.
#[derive(Debug, Default)]
pub(crate) struct Ending {
    /// Whoever has asked the loop to end.
    pub(crate) stopping: Option<oneshot::Sender<()>>,
    /// Set once the store has stopped.
    pub(crate) halt: Option<Halt>,
    /// The callers that wait until nothing is under way.
    pub(crate) settling: Vec<oneshot::Sender<()>>,
}

/// A host whose store has stopped.
#[derive(Debug)]
pub(crate) struct Halt {
    /// Until when commits are waited for.
    pub(crate) until: Instant,
    /// The places that were told.
    told: BTreeSet<PlaceId>,
}

impl Ending {
    /// Returns `true` if nothing new is begun any more.
    pub(crate) const fn is_near(&self) -> bool {
        self.stopping.is_some() || self.halt.is_some()
    }

    /// The store has stopped: commits that are under way are waited for until then.
    pub(crate) fn halt(&mut self, until: Instant) {
        self.halt = Some(Halt { until, told: BTreeSet::new() });
    }

    /// Until when a halted loop waits for commits.
    pub(crate) fn halts_at(&self) -> Option<Instant> {
        self.halt.as_ref().map(|halt| halt.until)
    }

    /// Returns `true` the first time that a place is to hear that the store has stopped.
    pub(crate) fn is_news_to(&mut self, place: &PlaceId) -> bool {
        self.halt.as_mut().is_some_and(|halt| halt.told.insert(place.clone()))
    }

    /// Nothing is under way: tells the callers that wait for that.
    pub(crate) fn tell_settled(&mut self) {
        for done in self.settling.drain(..) {
            // The caller may be gone by now.
            let _ = done.send(());
        }
    }
}
