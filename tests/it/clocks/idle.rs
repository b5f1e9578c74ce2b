//! Games that stand still are told of, and closed without a result; games whose clocks run are not.

use super::*;

const WARNING: Duration = Duration::from_secs(30 * 86_400);

#[tokio::test]
async fn a_game_without_a_clock_is_told_of_and_then_closed() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("none").await;
    assert_eq!(table.pass(WARNING - MINUTE).await, "");
    let warning = table.pass(MINUTE).await;
    assert!(warning.starts_with("<@local:ann>, #1 waits for you since 30 days"), "{warning}");
    let end = START + 60 * 86_400_000;
    assert!(warning.contains(&format!("closed <t:{}:R>", end / 1_000)), "{warning}");
    assert_eq!(table.pass(WARNING - MINUTE).await, "", "once");
    assert_eq!(table.result(), None);
    let closed = table.pass(MINUTE).await;
    assert!(closed.contains("<@local:ann>") && closed.contains("<@local:ben>"), "{closed}");
    assert!(closed.contains("nobody has moved in #1 for 60 days"), "{closed}");
    assert_eq!(table.result().as_deref(), Some("aborted"));
    assert_eq!(table.pass(3 * WARNING).await, "", "nothing follows");
}

#[tokio::test]
async fn a_move_sets_the_days_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("none").await;
    assert!(table.pass(WARNING).await.contains("#1 waits for you"));
    assert!(table.asked("ann", "f2-f3").await.contains("f2-f3"));
    assert_eq!(table.pass(WARNING - MINUTE).await, "");
    let warning = table.pass(MINUTE).await;
    assert!(warning.starts_with("<@local:ben>, #1 waits for you since 30 days"), "{warning}");
    assert!(table.pass(WARNING).await.contains("so it is closed"));
}

#[tokio::test]
async fn whoever_is_warned_late_has_all_the_time_behind_the_warning() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("a.db");
    let clock = ManualClock::new(START);
    let mut table = Table::at(&database, &clock);
    table.lyra("none").await;
    table.host.stop().await;
    table.store.close();
    drop(table);
    // The program is down for 70 days.
    clock.advance(70 * DAY);
    let mut table = Table::at(&database, &clock);
    let warning = table.heard().await.join("\n");
    assert!(warning.contains("#1 waits for you since 70 days"), "{warning}");
    assert_eq!(table.pass(WARNING - MINUTE).await, "");
    assert!(table.pass(MINUTE).await.contains("so it is closed"));
}

#[tokio::test]
async fn clocks_that_run_end_a_game_themselves_and_those_that_were_never_started_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("60d/move").await;
    let reminded = table.pass(WARNING + DAY).await;
    assert!(reminded.contains("a reminder") && !reminded.contains("waits for you"), "{reminded}");
    assert!(table.asked("ann", "f2-f3").await.contains("f2-f3"));
    // The board that asks ben is never delivered.
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("b.db"));
    table.lyra("2d/move").await;
    table.say_at(table.clock.now(), channel(), "ann", "f2-f3");
    table.heard().await;
    table.clock.advance(WARNING);
    assert!(table.heard().await.join("\n").contains("<@local:ben>, #1 waits for you"));
    table.clock.advance(WARNING);
    assert!(table.heard().await.join("\n").contains("so it is closed"));
    assert_eq!(table.result().as_deref(), Some("aborted"));
}

#[tokio::test]
async fn a_game_whose_place_stays_closed_comes_to_an_end_though_a_clock_was_started() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("60d/move").await;
    table.pass(DAY).await;
    table.host.unreachable(channel(), true);
    table.heard().await;
    assert_eq!(table.pass(WARNING - MINUTE).await, "");
    assert!(table.pass(MINUTE).await.contains("#1 waits for you since 31 days"));
    // What comes back meanwhile goes on as if nothing had been.
    table.host.unreachable(channel(), false);
    table.heard().await;
    assert!(table.asked("ann", "clock").await.contains("left and running"));
    table.host.unreachable(channel(), true);
    table.heard().await;
    // The days count from when it stood again.
    assert_eq!(table.pass(2 * WARNING - MINUTE).await, "");
    assert!(table.pass(MINUTE).await.contains("so it is closed"));
    assert_eq!(table.result().as_deref(), Some("aborted"));
}

#[tokio::test]
async fn a_server_chooses_how_long_also_for_games_that_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("none").await;
    table.asked("ann", "server set idle 40d 50d").await;
    assert_eq!(table.pass(WARNING + DAY).await, "");
    // By the new days the warning was due long ago; what lies behind it is left to them.
    let told = table.asked("ann", "server set idle 7d 14d").await;
    assert!(told.contains("#1 waits for you since 31 days"), "{told}");
    assert_eq!(table.pass(7 * DAY - MINUTE).await, "");
    assert!(table.pass(MINUTE).await.contains("so it is closed"));
}

#[tokio::test]
async fn lists_tell_the_time_and_put_the_least_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    for clock in ["none", "3d/move", "2d/move"] {
        table.asked("ann", &format!("challenge @ben lyra white {clock}")).await;
        table.asked("ben", "accept").await;
        table.pass(HOUR).await;
    }
    let told = table.asked("ann", "games").await;
    let place = |no: &str| told.find(no).unwrap_or(usize::MAX);
    assert!(place("#3 ") < place("#2 ") && place("#2 ") < place("#1 "), "{told}");
    let ends = START / 1_000 + 2 * 3_600 + 2 * 86_400;
    assert!(
        told.contains(&format!("your move, 60 minutes old, time over <t:{ends}:R>.")),
        "{told}"
    );
    assert_eq!(told.matches("time over").count(), 2, "{told}");
    let ann = person("ann").id;
    let times = table.host.times(&ann).await;
    let ends: Vec<_> = times.iter().map(|time| (time.no.0, time.is_mine, time.ends)).collect();
    let at = |hours: i64| Some(START + hours * 3_600_000);
    assert_eq!(ends, [(3, true, at(50)), (2, true, at(73))]);
    assert!(table.host.times(&person("ben").id).await.iter().all(|time| !time.is_mine));
}
