//! Who is asking Discord about which server, and of which it was asked in vain.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use serenity::model::id::GuildId;
use tokio::sync::{Mutex as Queue, OwnedMutexGuard};

/// For how long nothing is asked about a server after a question has failed.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(5 * 60);

/// The questions about servers: one at a time about each.
#[derive(Debug, Default)]
pub(super) struct Inquiries {
    /// The servers about which somebody asks or waits to ask.
    open: Mutex<HashMap<GuildId, Arc<Queue<()>>>>,
    /// When the last question about a server has failed.
    failed: Mutex<HashMap<GuildId, Instant>>,
}

impl Inquiries {
    /// Waits until nobody else asks about a server; then nobody does until this is dropped.
    pub(super) async fn alone(&self, server: GuildId) -> OwnedMutexGuard<()> {
        let queue = {
            let mut open = lock(&self.open);
            // Those in which nobody stands are not needed.
            open.retain(|id, queue| *id == server || Arc::strong_count(queue) > 1);
            Arc::clone(open.entry(server).or_default())
        };
        queue.lock_owned().await
    }

    /// A question about a server has failed.
    pub(super) fn failed(&self, server: GuildId, now: Instant) {
        let mut failed = lock(&self.failed);
        failed.retain(|_, at| is_recent(*at, now));
        failed.insert(server, now);
    }

    /// Returns `true` if a question about a server has failed a short while ago.
    pub(super) fn has_failed(&self, server: GuildId, now: Instant) -> bool {
        lock(&self.failed).get(&server).is_some_and(|at| is_recent(*at, now))
    }
}

fn is_recent(at: Instant, now: Instant) -> bool {
    now.saturating_duration_since(at) < ASKED_AGAIN_AFTER
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Mere maps, which are usable even after a panic in the middle of a change.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use host::{Clock as _, ManualClock};

    #[test]
    fn a_failure_is_remembered_for_some_minutes() {
        let (all, now) = (Inquiries::default(), ManualClock::new(0).instant());
        let (here, there) = (GuildId::new(5), GuildId::new(6));
        all.failed(here, now);
        let later = now + ASKED_AGAIN_AFTER;
        assert!(all.has_failed(here, later - Duration::from_secs(1)));
        assert!(!all.has_failed(there, now) && !all.has_failed(here, later));
        all.failed(there, later);
        assert_eq!(lock(&all.failed).len(), 1, "what is over is forgotten");
    }

    #[tokio::test]
    async fn one_asks_at_a_time_about_each_server() {
        let all = Inquiries::default();
        let (here, there) = (GuildId::new(5), GuildId::new(6));
        let first = all.alone(here).await;
        drop(all.alone(there).await);
        let mut second = Box::pin(all.alone(here));
        assert!(second.as_mut().now_or_never().is_none());
        drop(first);
        drop(second.await);
        drop(all.alone(there).await);
        assert_eq!(lock(&all.open).len(), 1, "nobody waits for the other");
    }
}
