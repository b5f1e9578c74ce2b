//! The timers of the loop: what it is to look at again in a while. They live in memory alone; what has
//! to outlive the program is a deadline.

use std::{cmp::Reverse, collections::BinaryHeap, time::Instant};

use table::{GameNo, Key, MessageId};

/// A matter that the loop is to look at again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Timer {
    /// A bot has been thinking about this ply of a game for a while.
    Patience(GameNo, u32),
    /// The bot of this game, whose move could not be stored, may try again.
    BotRetry(GameNo),
    /// A deadline that could not be met may be tried again.
    DeadlineRetry(Key),
    /// Replies that could not be marked as delivered may be marked now.
    MarkRetry,
    /// Work about threads that could not be stored may be done now.
    ThreadRetry,
    /// Marks of places that could not be written may be written now.
    SyncRetry,
    /// Marks of places that nothing needs any more are to be dropped.
    SyncSweep,
    /// It is to be noted that the program runs.
    Alive,
    /// The adapter should have told by now who has left the server of this message.
    WhoLeft(MessageId),
    /// It is to be looked whether a reply waits for too long to be taken.
    Unsent,
}

/// All timers that are set.
#[derive(Debug, Default)]
pub(crate) struct Timers {
    heap: BinaryHeap<Reverse<(Instant, Timer)>>,
}

impl Timers {
    /// Sets a timer. One that is set twice goes off twice.
    pub(crate) fn set(&mut self, at: Instant, timer: Timer) {
        self.heap.push(Reverse((at, timer)));
    }

    /// Returns when the next timer goes off.
    pub(crate) fn next(&self) -> Option<Instant> {
        self.heap.peek().map(|Reverse((at, _))| *at)
    }

    /// The next timer that has gone off by `now`; it is not set any more.
    pub(crate) fn take_due(&mut self, now: Instant) -> Option<Timer> {
        let due = self.next().is_some_and(|at| at <= now);
        due.then(|| self.heap.pop()).flatten().map(|Reverse((_, timer))| timer)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Clock as _, ManualClock};

    #[test]
    fn timers_go_off_at_their_instants_in_order() {
        let start = ManualClock::new(0).instant();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut timers = Timers::default();
        assert_eq!(timers.next(), None);
        timers.set(after(60), Timer::BotRetry(GameNo(1)));
        timers.set(after(1), Timer::Patience(GameNo(2), 7));
        timers.set(after(1), Timer::Patience(GameNo(2), 7));
        assert_eq!(timers.next(), Some(after(1)));
        assert_eq!(timers.take_due(start), None);
        assert_eq!(timers.take_due(after(59)), Some(Timer::Patience(GameNo(2), 7)));
        assert_eq!(timers.take_due(after(59)), Some(Timer::Patience(GameNo(2), 7)));
        assert_eq!(timers.take_due(after(59)), None);
        assert_eq!(timers.take_due(after(60)), Some(Timer::BotRetry(GameNo(1))));
        assert_eq!(timers.next(), None);
    }
}
