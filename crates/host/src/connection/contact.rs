//! The contact with the platform: the link finds out about it, and clocks and deadlines depend on it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use table::{Millis, PlaceId, Platform};

use crate::{connection::outages::Outages, queues::holds::Holds};

/// The contact with the platform of a host.
#[derive(Debug)]
pub(crate) struct Contact {
    platform: Platform,
    /// When nothing could be heard or said.
    outages: Mutex<Outages>,
    /// Where what is due has to wait.
    holds: Mutex<Holds>,
    /// Everything that was said before this instant has come in; `None` if the adapter says nothing of that.
    heard: Mutex<Option<Millis>>,
}

/// The value in a mutex, which is usable even after a panic in the middle of a change.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Contact {
    /// The contact with a platform of which nothing is known yet.
    pub(crate) fn new(platform: Platform) -> Self {
        let (outages, holds, heard) = Default::default();
        Self { platform, outages, holds, heard }
    }

    pub(crate) const fn platform(&self) -> Platform {
        self.platform
    }

    pub(crate) fn outages(&self) -> MutexGuard<'_, Outages> {
        lock(&self.outages)
    }

    pub(crate) fn holds(&self) -> MutexGuard<'_, Holds> {
        lock(&self.holds)
    }

    /// Up to when everything has come in that was said; `None` if the adapter says nothing of that.
    pub(crate) fn heard(&self) -> Option<Millis> {
        *lock(&self.heard)
    }

    /// Notes up to when everything has come in that was said.
    pub(crate) fn set_heard(&self, at: Millis) {
        *lock(&self.heard) = Some(at);
    }

    /// Up to when everything has come in that was said in a place, at the instant `now`.
    pub(crate) fn heard_until(&self, place: &PlaceId, now: Millis) -> Millis {
        if place.platform() == self.platform && !self.holds().covers(place) {
            self.heard().unwrap_or(now)
        } else {
            // Nobody listens there, or what was said there is still being read back.
            Millis::MIN
        }
    }
}
