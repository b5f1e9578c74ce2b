//! By how much our clock is ahead of Discord's, which is in the ids of messages. Deadlines are reckoned from
//! those ids, so what was heard has to be told by the same clock.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use table::Millis;

/// How many messages tell it. Those that come late say too much, but hardly all of so many do.
const MESSAGES: usize = 16;

/// The lead of our clock over Discord's, as the last messages show it.
#[derive(Debug, Default)]
pub(super) struct Skew {
    /// By how much our clock was ahead of the instant at which each was made, when it came.
    seen: Mutex<VecDeque<Millis>>,
}

impl Skew {
    /// A message that was made then has come now.
    pub(super) fn note(&self, made: Millis, now: Millis) {
        let mut seen = self.seen();
        if seen.len() >= MESSAGES {
            seen.pop_front();
        }
        seen.push_back(now.saturating_sub(made));
    }

    /// Returns what Discord's clock showed when ours showed this, or a little less: a message takes its time.
    /// Without any message both are taken to show the same.
    pub(super) fn by_discord(&self, ours: Millis) -> Millis {
        ours.saturating_sub(self.seen().iter().copied().min().unwrap_or(0))
    }

    fn seen(&self) -> MutexGuard<'_, VecDeque<Millis>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_wrong_is_put_right_by_the_last_messages() {
        let skew = Skew::default();
        assert_eq!(skew.by_discord(1_000), 1_000);
        // Ours is a minute ahead; the second message came two seconds late.
        for (made, now) in [(10_000, 70_100), (12_000, 74_000), (20_000, 80_050)] {
            skew.note(made, now);
        }
        assert_eq!(skew.by_discord(100_050), 40_000, "never more than it showed");
        // It is put right, which the next messages tell.
        for n in 0..16 {
            skew.note(50_000 + n, 50_080 + n);
        }
        assert_eq!(skew.by_discord(100_080), 100_000);
    }
}
