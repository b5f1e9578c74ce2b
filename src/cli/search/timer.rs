//! The clock that caps the search of a move.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

use engine::{Limit, duel::Clock};

/// The longest time for a move of a level: a safety stop that a level reaches only on a machine that
/// is far too busy.
const LEVEL_CAP: Duration = Duration::from_secs(3);

/// The time for a move: unlimited, or this long from its start.
#[derive(Clone, Debug)]
pub(super) struct Timer {
    time: Option<Duration>,
    start: Cell<Instant>,
}

impl Timer {
    /// A timer for moves at this limit; `movetime` is in milliseconds.
    pub(super) fn new(limit: Limit, movetime: Option<u64>) -> Self {
        let safety = matches!(limit, Limit::Level(_)).then_some(LEVEL_CAP);
        let given = movetime.map(Duration::from_millis);
        let time = given.into_iter().chain(safety).min();
        Self { time, start: Cell::new(now()) }
    }

    /// The time since the start of the move.
    pub(super) fn elapsed(&self) -> Duration {
        now().saturating_duration_since(self.start.get())
    }
}

impl Clock for Timer {
    fn start(&self) {
        self.start.set(now());
    }

    fn is_over(&self) -> bool {
        self.time.is_some_and(|time| self.elapsed() >= time)
    }
}

/// The time now.
#[expect(clippy::disallowed_methods, reason = "the command line is an edge: time enters here")]
pub(super) fn now() -> Instant {
    Instant::now()
}
