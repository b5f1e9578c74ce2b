//! Up to when everything has come in that was said. A heartbeat is acknowledged behind all that happened
//! before Discord got it, so its acknowledgement says that nothing older is still to come.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{discord::Host, table::Millis};

/// Up to when each shard has handed over all that was said.
pub(super) struct Confirmed<H> {
    host: H,
    /// By the numbers of the shards; `None` before the first session of one.
    shards: Mutex<Vec<Option<Millis>>>,
}

impl<H: Host> Confirmed<H> {
    /// No shard has a session yet.
    pub(super) fn new(host: H) -> Self {
        Self { host, shards: Mutex::default() }
    }

    /// So many shards are about to connect, and no others.
    pub(super) fn run(&self, shards: u32) {
        *self.shards() = vec![None; usize::try_from(shards).unwrap_or(0)];
    }

    /// A shard has handed over all that was said before this instant. What was said on the whole platform is
    /// known as far as every shard has come.
    pub(super) fn confirm(&self, shard: u32, at: Millis) {
        let mut shards = self.shards();
        let Some(known) = usize::try_from(shard).ok().and_then(|n| shards.get_mut(n)) else {
            return;
        };
        *known = Some(known.map_or(at, |known| known.max(at)));
        let least = shards.iter().copied().min().flatten();
        drop(shards);
        if let Some(at) = least {
            self.host.heard(at);
        }
    }

    fn shards(&self) -> MutexGuard<'_, Vec<Option<Millis>>> {
        self.shards.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
