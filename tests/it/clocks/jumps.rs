//! The machine's own clock is set while clocks of games run: nobody loses by it.

use super::*;

const HOUR_MILLIS: Millis = 3_600_000;

impl Table {
    /// Somebody sets the machine's clock; no time passes.
    async fn set_clock(&mut self, by: Millis) {
        self.clock.set(self.clock.now() + by);
        let mut said = self.heard().await;
        // What follows from that is written behind everything else.
        assert!(self.host.keep("written".into(), None).await);
        said.extend(self.heard().await);
        assert!(said.is_empty(), "nothing follows from that: {said:?}");
    }

    /// Ann's time is over after this and not a minute earlier; no reminder matters.
    async fn is_over_after(&mut self, time: Duration) {
        self.pass(time - MINUTE).await;
        assert_eq!(self.result(), None, "a minute is left");
        self.pass(MINUTE).await;
        assert_eq!(self.result().as_deref(), Some("win 2 time"));
    }
}

#[tokio::test]
async fn an_hour_back_makes_a_clock_run_an_hour_longer() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("2d/move").await;
    table.pass(DAY).await;
    table.set_clock(-HOUR_MILLIS).await;
    table.is_over_after(DAY + HOUR).await;
}

#[tokio::test]
async fn a_move_counts_that_was_written_by_a_clock_set_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("10h+0").await;
    table.pass(2 * HOUR).await;
    assert!(table.asked("ann", "f2-f3").await.contains("f2-f3"));
    // Ben is asked at ten, and answers when the clock shows half past nine.
    table.set_clock(-HOUR_MILLIS).await;
    table.pass(HOUR / 2).await;
    assert!(table.asked("ben", "d5-d4").await.contains("d5-d4"));
    let clock = table.asked("ann", "clock").await;
    assert!(clock.contains("**ann**: 8 hours left"), "{clock}");
    assert!(clock.contains("**ben**: 10 hours left"), "no time less than none: {clock}");
}

#[tokio::test]
async fn a_day_ahead_is_no_time_of_anybody() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("1d/move").await;
    table.pass(6 * HOUR).await;
    // By the clock on the wall her time is over long since.
    table.set_clock(24 * HOUR_MILLIS).await;
    let clock = table.asked("ben", "clock").await;
    assert!(
        clock.contains("**ann**: 18 hours left") && clock.contains("1 day in which"),
        "{clock}"
    );
    let reminded = table.pass(6 * HOUR).await;
    assert!(reminded.contains("a reminder"), "half of it is over now: {reminded}");
    table.is_over_after(12 * HOUR).await;
}

#[tokio::test]
async fn a_day_ahead_and_back_again_costs_nobody_anything() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("1d/move").await;
    table.pass(6 * HOUR).await;
    table.set_clock(24 * HOUR_MILLIS).await;
    table.pass(HOUR).await;
    table.set_clock(-24 * HOUR_MILLIS).await;
    // The hour in between lies in what was cut off of the outage, and counts for nobody.
    table.is_over_after(18 * HOUR).await;
}

#[tokio::test]
async fn a_clock_that_started_in_a_wrong_future_runs_the_longer() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.set_clock(24 * HOUR_MILLIS).await;
    table.lyra("1d/move").await;
    table.set_clock(-24 * HOUR_MILLIS).await;
    let clock = table.asked("ann", "clock").await;
    assert!(clock.contains("**ann**: 1 day left"), "{clock}");
    table.is_over_after(2 * DAY).await;
}
