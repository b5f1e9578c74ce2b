//! The time, as whoever runs the program reads it.

use std::{fmt, sync::Arc, time::Instant};

use table::Millis;

/// The clocks of a shared log.
#[derive(Clone)]
pub struct Times {
    /// A clock that only goes forward.
    pub instant: Arc<dyn Fn() -> Instant + Send + Sync>,
    /// The time of day.
    pub now: Arc<dyn Fn() -> Millis + Send + Sync>,
}

impl fmt::Debug for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Times")
    }
}
