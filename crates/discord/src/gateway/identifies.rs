//! When a shard may identify. Discord takes 1,000 identifies a day of a bot and then resets its token, so
//! they are counted, braked, and kept over restarts: a program that crashes again and again brakes too.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use host::Clock;
use serde::{Deserialize, Serialize};
use table::Millis;

/// How often one shard may identify within [`WINDOW`].
pub(super) const MOST: usize = 5;
/// The time in which no shard identifies more often than [`MOST`] times.
pub(super) const WINDOW: Duration = Duration::from_secs(600);
/// The longest pause before an identify.
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);
/// The growth of the pause with each identify in a row.
const GROWTH: u32 = 3;

/// The times at which each shard has identified lately.
#[derive(Debug)]
pub(super) struct Identifies {
    /// The time between two identifies of the same bucket of shards.
    gap: Duration,
    shards: BTreeMap<u32, Row>,
}

/// The identifies of one shard that followed each other closely.
#[derive(Clone, Debug, Default)]
struct Row {
    /// When the last ones went out, the oldest first.
    times: Vec<Instant>,
    /// How many there were in a row.
    len: u32,
    /// Until when the last of them may have been on its way, if that is known.
    arrived: Option<Instant>,
}

/// The same as it is kept.
#[derive(Debug, Default, Deserialize, Serialize)]
struct KeptRow {
    /// Milliseconds since 1970 UTC.
    times: Vec<Millis>,
    row: u32,
}

impl Identifies {
    /// Goes on from what was kept, if it can be read.
    pub(super) fn from_kept(kept: Option<&str>, gap: Duration, clock: &dyn Clock) -> Self {
        let kept: BTreeMap<u32, KeptRow> =
            kept.and_then(|kept| serde_json::from_str(kept).ok()).unwrap_or_default();
        let (now, wall) = (clock.instant(), clock.now());
        let instant = |time: Millis| {
            // A time to come means that the clock was set back since; then it counts from now on.
            let age = u64::try_from(wall.saturating_sub(time)).unwrap_or(0);
            now.checked_sub(Duration::from_millis(age)).unwrap_or(now)
        };
        let shards = kept.into_iter().map(|(shard, row)| {
            let mut times: Vec<Instant> = row.times.into_iter().map(instant).collect();
            times.sort_unstable();
            (shard, Row { times, len: row.row, arrived: None })
        });
        Self { gap, shards: shards.collect() }
    }

    /// The same in the form that is kept.
    pub(super) fn to_kept(&self, clock: &dyn Clock) -> String {
        let (now, wall) = (clock.instant(), clock.now());
        let time = |time: &Instant| {
            let age = now.saturating_duration_since(*time).as_millis();
            wall.saturating_sub(Millis::try_from(age).unwrap_or(Millis::MAX))
        };
        let kept: BTreeMap<u32, KeptRow> = self
            .shards
            .iter()
            .map(|(shard, row)| {
                (*shard, KeptRow { times: row.times.iter().map(time).collect(), row: row.len })
            })
            .collect();
        // Numbers alone can always be written.
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// Returns how long a shard has to wait because it has identified too often; zero lets it go.
    pub(super) fn brake(&self, shard: u32, now: Instant) -> Duration {
        let Some(row) = self.shards.get(&shard) else { return Duration::ZERO };
        let Some(last) = row.times.last() else { return Duration::ZERO };
        let pause = *last + self.pause(self.row(row, now));
        // The one that has to be out of the window before another may go.
        let oldest = row.times.len().checked_sub(MOST).map(|n| row.times[n] + WINDOW);
        pause.max(oldest.unwrap_or(pause)).saturating_duration_since(now)
    }

    /// Returns how long a shard has to wait for the others of its bucket, of which there are as many as shards
    /// may identify at the same time.
    pub(super) fn turn(&self, shard: u32, concurrency: u32, now: Instant) -> Duration {
        let bucket = |shard: u32| shard % concurrency.max(1);
        let same = self.shards.iter().filter(|(other, _)| bucket(**other) == bucket(shard));
        // Discord counts from when it has one, and one may take longer on its way than the next.
        let last = same.filter_map(|(_, row)| row.times.last().max(row.arrived.as_ref())).max();
        last.map_or(Duration::ZERO, |last| (*last + self.gap).saturating_duration_since(now))
    }

    /// A shard identifies now.
    pub(super) fn note(&mut self, shard: u32, now: Instant) {
        let len = self.shards.get(&shard).map_or(0, |row| self.row(row, now));
        let row = self.shards.entry(shard).or_default();
        row.len = len.saturating_add(1);
        row.times.push(now);
        let surplus = row.times.len().saturating_sub(MOST);
        row.times.drain(..surplus);
    }

    /// Whatever identify a shard has sent since then, Discord has it by now or never will.
    pub(super) fn arrived(&mut self, shard: u32, since: Instant, now: Instant) {
        let row = self.shards.get_mut(&shard);
        if let Some(row) = row.filter(|row| row.times.last().is_some_and(|last| *last >= since)) {
            row.arrived = Some(now);
        }
    }

    /// Returns how many identifies stand in a row now. The row ends once the shard has gone without one for
    /// longer than any pause that we have made: its session has lasted.
    fn row(&self, row: &Row, now: Instant) -> u32 {
        let Some(last) = row.times.last() else { return 0 };
        let lasting = WINDOW.max(self.pause(row.len) * 2);
        if now.saturating_duration_since(*last) >= lasting { 0 } else { row.len }
    }

    /// The pause behind the last of so many identifies in a row.
    fn pause(&self, row: u32) -> Duration {
        match row.checked_sub(1) {
            None => Duration::ZERO,
            Some(n) => self.gap.saturating_mul(GROWTH.saturating_pow(n)).min(LONGEST_PAUSE),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use host::ManualClock;

    const GAP: Duration = Duration::from_secs(5);

    /// The seconds at which a shard identifies that may identify whenever the brake lets it.
    fn loops(mut identifies: Identifies, clock: &ManualClock, n: usize) -> Vec<u64> {
        let start = clock.instant();
        let mut times = Vec::new();
        for _ in 0..n {
            clock.advance(identifies.brake(0, clock.instant()));
            identifies.note(0, clock.instant());
            times.push((clock.instant() - start).as_secs());
            // Each time the program starts anew.
            identifies = Identifies::from_kept(Some(&identifies.to_kept(clock)), GAP, clock);
        }
        times
    }

    #[test]
    fn a_shard_that_starts_over_again_and_again_does_so_less_and_less_often() {
        let clock = ManualClock::new(1_000_000);
        let identifies = Identifies::from_kept(None, GAP, &clock);
        let times = loops(identifies, &clock, 9);
        assert_eq!(times, [0, 5, 20, 65, 200, 605, 1_820, 5_420, 9_020]);
    }

    #[test]
    fn a_session_that_has_lasted_ends_the_row() {
        let clock = ManualClock::new(0);
        let mut identifies = Identifies::from_kept(None, GAP, &clock);
        for _ in 0..4 {
            identifies.note(0, clock.instant());
        }
        assert_eq!(identifies.brake(0, clock.instant()), Duration::from_secs(135));
        clock.advance(WINDOW);
        assert_eq!(identifies.brake(0, clock.instant()), Duration::ZERO);
        identifies.note(0, clock.instant());
        assert_eq!(identifies.brake(0, clock.instant()), GAP);
    }

    #[test]
    fn shards_of_one_bucket_take_turns_and_others_do_not_wait() {
        let clock = ManualClock::new(0);
        let mut identifies = Identifies::from_kept(None, GAP, &clock);
        identifies.note(0, clock.instant());
        let turn = |shard, concurrency| identifies.turn(shard, concurrency, clock.instant());
        assert_eq!((turn(1, 1), turn(1, 2), turn(2, 2)), (GAP, Duration::ZERO, GAP));
        clock.advance(GAP);
        assert_eq!(identifies.turn(1, 1, clock.instant()), Duration::ZERO);
    }

    #[test]
    fn the_gap_begins_when_discord_has_the_identify() {
        let clock = ManualClock::new(0);
        let mut identifies = Identifies::from_kept(None, GAP, &clock);
        let since = clock.instant();
        identifies.note(0, since);
        clock.advance(GAP);
        identifies.arrived(0, since, clock.instant());
        assert_eq!(identifies.turn(1, 1, clock.instant()), GAP);
        clock.advance(GAP);
        // A connection that has not identified tells nothing of that kind.
        identifies.arrived(0, clock.instant(), clock.instant());
        assert_eq!(identifies.turn(0, 1, clock.instant()), Duration::ZERO);
    }

    #[test]
    fn a_clock_that_was_set_back_holds_nothing_up_for_longer_than_the_brake() {
        let clock = ManualClock::new(10_000_000_000);
        let mut identifies = Identifies::from_kept(None, GAP, &clock);
        identifies.note(0, clock.instant());
        let kept = identifies.to_kept(&clock);
        clock.set(0);
        let identifies = Identifies::from_kept(Some(&kept), GAP, &clock);
        assert_eq!(identifies.brake(0, clock.instant()), GAP);
        for odd in ["", "[]", "{\"0\":{\"times\":[-9223372036854775808],\"row\":4294967295}}"] {
            let _ = Identifies::from_kept(Some(odd), GAP, &clock).brake(0, clock.instant());
        }
    }

    proptest! {
        /// Whenever it tries and however often it is started anew: never more than five in ten minutes.
        #[test]
        fn never_more_than_five_in_ten_minutes(
            tries in prop::collection::vec((0_u64..900, any::<bool>()), 1..80),
        ) {
            let clock = ManualClock::new(0);
            let mut identifies = Identifies::from_kept(None, GAP, &clock);
            let mut times: Vec<Instant> = Vec::new();
            for (seconds, restarts) in tries {
                clock.advance(Duration::from_secs(seconds));
                if restarts {
                    let kept = identifies.to_kept(&clock);
                    identifies = Identifies::from_kept(Some(&kept), GAP, &clock);
                }
                if identifies.brake(0, clock.instant()).is_zero() {
                    identifies.note(0, clock.instant());
                    times.push(clock.instant());
                }
            }
            for window in times.windows(MOST + 1) {
                prop_assert!(window[MOST] - window[0] >= WINDOW);
            }
        }
    }
}
