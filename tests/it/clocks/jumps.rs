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

/// A league of three, in which nobody has moved when the machine's clock is set ahead by 400 days.
async fn league_left_behind(database: &Path) -> Table {
    let mut table = Table::open(database);
    let made = table.asked("ann", "tournament create \"League\" league weeks:1 start:1h").await;
    assert!(made.contains("**League** (T1)"), "{made}");
    for name in ["ann", "ben", "carl"] {
        table.asked(name, "tournament join").await;
    }
    assert!(table.pass(HOUR).await.contains("#3 Lyra"));
    table.clock.set(table.clock.now() + 400 * 24 * HOUR_MILLIS);
    table
}

impl Table {
    /// The results of the three games of the league.
    fn results(&self) -> Vec<Option<String>> {
        let reader = self.store.reader().unwrap();
        (1..=3).map(|no| reader.game_row(GameNo(no)).unwrap().unwrap().result).collect()
    }
}

const ALL_DRAWN: &str = "draw adjudication";

#[tokio::test]
async fn a_league_that_is_long_over_leaves_three_days_from_when_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = league_left_behind(&folder.path().join("a.db")).await;
    // The deadline of its end comes with the next tick of the clock.
    let said = table.pass(MINUTE).await;
    assert!(said.contains("still played: #1, #2, #3"), "{said}");
    let until = table.clock.now() / 1_000 + 3 * 86_400;
    assert!(said.contains(&format!("They have until <t:{until}:F>")), "{said}");
    table.pass(3 * DAY - MINUTE).await;
    assert_eq!(table.results(), [None, None, None]);
    table.pass(MINUTE).await;
    assert!(
        table.results().iter().all(|result| result.as_deref() == Some(ALL_DRAWN)),
        "{:?}",
        table.results()
    );
}

#[tokio::test]
async fn what_nobody_could_read_is_none_of_the_three_days() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = league_left_behind(&folder.path().join("a.db")).await;
    table.pass(MINUTE).await;
    table.pass(DAY).await;
    table.clock.set(table.clock.now() + 400 * 24 * HOUR_MILLIS);
    table.pass(2 * DAY - MINUTE).await;
    assert_eq!(table.results(), [None, None, None]);
    table.pass(2 * MINUTE).await;
    assert!(table.results().iter().all(Option::is_some), "{:?}", table.results());
}

#[tokio::test]
async fn who_was_warned_of_a_game_that_stands_still_keeps_the_days_behind_the_warning() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("none").await;
    assert!(table.pass(30 * DAY).await.contains("#1 waits for you"));
    table.pass(DAY).await;
    table.clock.set(table.clock.now() + 400 * 24 * HOUR_MILLIS);
    assert_eq!(table.pass(29 * DAY - MINUTE).await, "");
    assert_eq!(table.result(), None);
    assert!(table.pass(2 * MINUTE).await.contains("so it is closed"));
}
