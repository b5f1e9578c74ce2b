//! Up to when everything has come in that was said. A heartbeat is acknowledged behind all that happened
//! before Discord got it, so its acknowledgement says that nothing older is still to come.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use host::HostHandle;
use table::Millis;

use crate::inbound::SharedState;

/// Up to when each shard has handed over all that was said.
pub(super) struct Confirmed {
    host: HostHandle,
    shared: Arc<SharedState>,
    /// By the numbers of the shards; `None` before the first session of one.
    shards: Mutex<Vec<Option<Millis>>>,
}

impl Confirmed {
    /// No shard has a session yet.
    pub(super) fn new(host: HostHandle, shared: Arc<SharedState>) -> Self {
        Self { host, shared, shards: Mutex::default() }
    }

    /// So many shards are about to connect, and no others.
    pub(super) fn run(&self, shards: u32) {
        *self.shards() = vec![None; usize::try_from(shards).unwrap_or(0)];
    }

    /// A shard has handed over all that was said before our clock showed this. What was said on the whole
    /// platform is known as far as every shard has come.
    pub(super) fn confirm(&self, shard: u32, at: Millis) {
        let at = self.shared.skew.by_discord(at);
        let known_of_all = confirmed(&mut self.shards(), shard, at);
        if let Some(at) = known_of_all {
            self.host.heard(at);
        }
    }

    fn shards(&self) -> MutexGuard<'_, Vec<Option<Millis>>> {
        self.shards.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Notes how far a shard has come. Gives how far all of them have, if each has had a session.
fn confirmed(shards: &mut [Option<Millis>], shard: u32, at: Millis) -> Option<Millis> {
    let known = shards.get_mut(usize::try_from(shard).ok()?)?;
    *known = Some(known.map_or(at, |known| known.max(at)));
    shards.iter().copied().min().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shard_that_has_come_least_far_counts_for_all() {
        let mut shards = vec![None; 2];
        let mut told = Vec::new();
        for (shard, at) in [(1, 50), (0, 40), (1, 90), (0, 70), (0, 60), (2, 99), (0, 95)] {
            told.push(confirmed(&mut shards, shard, at));
        }
        assert_eq!(told, [None, Some(40), Some(40), Some(70), Some(70), None, Some(90)]);
    }
}
