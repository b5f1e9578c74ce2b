//! The pauses between two connections of a shard.

use std::time::Duration;

use rand::RngExt as _;

/// The first pause, which doubles with each failure in a row.
const FIRST: Duration = Duration::from_millis(250);
/// The longest pause while a session can be resumed: the session goes on within 5 seconds of the
/// network's return.
const LONGEST_RESUMING: Duration = Duration::from_secs(4);
/// The longest pause otherwise.
const LONGEST: Duration = Duration::from_secs(30);
/// A connection that held for so long was a good one.
const LASTING: Duration = Duration::from_secs(10);

/// The number of connections that have failed in a row.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    /// How many did not come about.
    unreached: u32,
    /// How many were closed soon after they had come about.
    brief: u32,
}

impl Pauses {
    /// A connection did not come about: the pause before the next.
    pub(super) fn unreached(&mut self, can_resume: bool) -> Duration {
        let longest = if can_resume { LONGEST_RESUMING } else { LONGEST };
        let pause = growing(self.unreached, longest);
        self.unreached = self.unreached.saturating_add(1);
        pause
    }

    /// A connection that held for so long was lost: the pause before the next. The first try is made at
    /// once; a server that closes every connection is asked less and less often.
    pub(super) fn lost(&mut self, held: Duration) -> Duration {
        self.unreached = 0;
        if held >= LASTING {
            self.brief = 0;
        }
        let before = self.brief;
        self.brief = before.saturating_add(1);
        before.checked_sub(1).map_or(Duration::ZERO, |n| growing(n.saturating_add(1), LONGEST))
    }

    /// Returns how many connections in a row did not come about.
    pub(super) fn failures(&self) -> u32 {
        self.unreached
    }

    /// Returns how many connections in a row were closed soon after they had come about.
    pub(super) fn closures(&self) -> u32 {
        self.brief
    }
}

/// The pause behind so many failures: between half of it and all of it, so that many bots do not come
/// back at the same moment.
fn growing(failures: u32, longest: Duration) -> Duration {
    let pause = FIRST.saturating_mul(1 << failures.min(10)).min(longest);
    pause.mul_f64(rand::rng().random_range(0.5..=1.0))
}

/// The pause that Discord asks for behind an invalid session: 1 to 5 seconds.
pub(super) fn after_invalid_session() -> Duration {
    Duration::from_millis(rand::rng().random_range(1_000..=5_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_tried_at_least_every_four_seconds() {
        let mut pauses = Pauses::default();
        for _ in 0..100 {
            assert!(pauses.unreached(true) <= LONGEST_RESUMING);
        }
        assert!(pauses.unreached(true) >= LONGEST_RESUMING / 2);
        assert!(pauses.unreached(false) >= LONGEST / 2);
        assert_eq!(pauses.lost(Duration::ZERO), Duration::ZERO, "at once");
    }

    #[test]
    fn a_server_that_closes_every_connection_is_asked_less_and_less_often() {
        let mut pauses = Pauses::default();
        let total: Duration = (0..7).map(|_| pauses.lost(Duration::from_secs(1))).sum();
        assert!(total >= Duration::from_secs(6), "seven connections need at least {total:?}");
        for _ in 0..100 {
            assert!(pauses.lost(Duration::ZERO) <= LONGEST);
        }
        assert!(pauses.lost(Duration::ZERO) >= LONGEST / 2);
        assert_eq!(pauses.lost(LASTING), Duration::ZERO, "a good one lost is tried at once");
    }
}
