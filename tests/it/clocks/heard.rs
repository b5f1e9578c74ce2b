//! A deadline is called only once everything is heard that was said before it, and where a place is being
//! read back, only once that is through.

use super::*;

const PAGE: Area = Area::Platform(Platform::Local);

fn result_of(store: &Store) -> Option<String> {
    store.reader().unwrap().game_row(GameNo(1)).unwrap().unwrap().result
}

/// Returns what the game's log says of when somebody's time was over.
fn called_at(table: &Table) -> Vec<Millis> {
    let (_, events) = table.store.reader().unwrap().game(GameNo(1)).unwrap().unwrap();
    events.iter().filter(|event| event.kind == "time").map(|event| event.at).collect()
}

/// A game in which Ann has an hour from the start, heard so far.
async fn begun(database: &Path) -> Table {
    let mut table = Table::open(database);
    table.lyra("1h/move").await;
    table.host.heard(START);
    table
}

const OVER: Millis = START + 3_600_000;

#[tokio::test]
async fn a_deadline_is_called_once_the_platform_was_heard_beyond_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = begun(&folder.path().join("a.db")).await;
    for heard in [START, OVER - 1] {
        table.pass(HOUR).await;
        table.host.heard(heard);
        table.heard().await;
        assert_eq!(table.result(), None, "a move of before may still be on its way");
    }
    // Nobody has heard what is not said yet.
    table.host.heard(OVER);
    let heard = table.heard().await.join("\n");
    assert!(heard.contains("ben wins"), "{heard}");
    assert_eq!((table.result().as_deref(), called_at(&table)), (Some("win 2 time"), vec![OVER]));
}

#[tokio::test]
async fn what_was_heard_ahead_of_the_clock_counts_up_to_now() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = begun(&folder.path().join("a.db")).await;
    table.pass(HOUR - MINUTE).await;
    table.host.heard(OVER + 3_600_000);
    table.heard().await;
    table.pass(2 * MINUTE).await;
    assert_eq!(table.result(), None, "of the last minutes nothing was heard");
    table.host.heard(OVER);
    table.heard().await;
    assert_eq!(called_at(&table), [OVER]);
}

#[tokio::test]
async fn a_deadline_waits_until_its_place_is_read_back() {
    for area in [Area::Place(channel()), PAGE] {
        let folder = tempfile::tempdir().unwrap();
        let mut table = begun(&folder.path().join("a.db")).await;
        table.pass(HOUR - MINUTE).await;
        table.host.heard(table.clock.now());
        table.pass(2 * MINUTE).await;
        // Its last minute has passed when the place has to be read back, which takes an hour.
        table.host.hold(area.clone());
        table.pass(HOUR).await;
        if area != PAGE {
            // The platform is heard all the while, what was said there before is not.
            table.host.heard(table.clock.now());
        }
        table.heard().await;
        assert_eq!(table.result(), None, "{area}");
        table.say_at(OVER - 1, channel(), "ann", "f2-f3");
        let heard = table.heard().await.join("\n");
        assert!(heard.contains("f2-f3"), "{heard}");
        table.host.release(area);
        table.host.heard(table.clock.now());
        table.heard().await;
        assert_eq!(table.result(), None, "she has moved in time");
    }
}

#[tokio::test]
async fn without_a_move_it_is_called_when_its_place_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = begun(&folder.path().join("a.db")).await;
    table.pass(HOUR + MINUTE).await;
    let place = Area::Place(channel());
    table.host.hold(place.clone());
    table.host.heard(table.clock.now());
    table.pass(HOUR).await;
    assert_eq!(table.result(), None);
    table.host.release(place);
    table.heard().await;
    assert_eq!(called_at(&table), [OVER], "it was over before the place was lost");
}

#[tokio::test]
async fn a_new_start_calls_what_was_due_before_it_only_when_all_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("a.db");
    let mut table = begun(&database).await;
    table.pass(HOUR + MINUTE).await;
    let clock = table.clock.clone();
    table.host.stop().await;
    assert_eq!(result_of(&table.store), None, "nothing of the last hour was heard");
    table.store.close();
    drop(table);
    clock.advance(DAY);
    let held = HostSettings { starts_held: true, ..HostSettings::new(Platform::Local) };
    let mut table = Table::with(&database, &clock, held);
    table.pass(HOUR).await;
    table.host.heard(table.clock.now());
    table.heard().await;
    assert_eq!(table.result(), None);
    table.host.release(PAGE);
    table.heard().await;
    assert_eq!(called_at(&table), [OVER]);
}
