//! A throttle on the program's log: what goes wrong again and again is one line a minute.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// The time for which a cause is left out of the log after a line about it.
const PAUSE: Duration = Duration::from_secs(60);

/// A reading of a clock that only goes forward: how much time has passed since some instant.
type Reading = dyn Fn() -> Duration + Send + Sync;

/// Lets one line a minute about each cause into the program's log, and counts those that it leaves
/// out. A clone is the same throttle.
#[derive(Clone, Default)]
pub struct LogThrottle {
    /// `None`: nothing is left out.
    clock: Option<Arc<Reading>>,
    causes: Arc<Mutex<HashMap<&'static str, Throttled>>>,
}

/// A cause that was in the log.
#[derive(Debug)]
struct Throttled {
    since: Duration,
    left_out: u64,
}

impl LogThrottle {
    /// A throttle that goes by this clock's reading.
    pub fn new(clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self { clock: Some(Arc::new(clock)), causes: Arc::default() }
    }

    /// Hands what is to be written about a cause to `write`, unless a line about it was written less
    /// than a minute ago. What `write` is given ends with the number of lines that were left out since.
    pub fn pass(&self, cause: &'static str, what: &dyn fmt::Display, write: impl FnOnce(&str)) {
        if let Some(left_out) = self.admit(cause) {
            match left_out {
                0 => write(&what.to_string()),
                more => write(&format!("{what} (and {more} times more in the last minute or so)")),
            }
        }
    }

    /// Returns whether a line about this cause may be written now, and how many were not before it.
    fn admit(&self, cause: &'static str) -> Option<u64> {
        let Some(clock) = &self.clock else { return Some(0) };
        let now = clock();
        let mut causes = self.causes.lock().unwrap_or_else(PoisonError::into_inner);
        match causes.get_mut(cause) {
            Some(braked) if now < braked.since + PAUSE => {
                braked.left_out += 1;
                None
            }
            _ => {
                let before = causes.insert(cause, Throttled { since: now, left_out: 0 });
                Some(before.map_or(0, |braked| braked.left_out))
            }
        }
    }
}

impl fmt::Debug for LogThrottle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Brake").finish_non_exhaustive()
    }
}
