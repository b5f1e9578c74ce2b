//! A running game as the program of every earlier schema wrote it opens under the present one and goes on:
//! without a clock where there were none, and with its own since there are.

use std::path::PathBuf;

use super::*;

/// The schema from which on games have clocks, and idle days count from the last move.
const CLOCKS: usize = 8;
/// When the game of before was begun.
const LONG_AGO: Millis = NEXT_DAY;

/// The texts of a folder of the store's sources, one for each schema.
fn texts(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/store/src").join(folder);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// A running game of Ann and Bob in which Ann has moved.
fn game(no: u32, terms: &str, moved: Millis) -> String {
    format!(
        "INSERT INTO game (no, kind, rules, options, place, state, terms, secret, start_salt, ply, told,
             to_move, bot_turn, version, created, moved)
         VALUES ({no}, 'lyra', 1, '', 'local:channel', 'running', '{terms}', zeroblob(32), 's',
             1, 1, 1, 0, 3, {moved}, {moved});
         INSERT INTO seat (game, seat, person, bot, phase, ended) VALUES
             ({no}, 0, 'local:ann', NULL, 0, NULL), ({no}, 1, 'local:bob', NULL, 0, NULL);
         INSERT INTO event VALUES ({no}, 1, 1, 0, 'ply', 'f2-f3', NULL, NULL, NULL, {moved});"
    )
}

/// A database that lived through the schemas up to this one, with the rows that each wrote, and a game that
/// goes on.
fn grown(path: &Path, schema: usize) {
    let mut sql = String::new();
    for (step, rows) in texts("migrations").into_iter().zip(texts("tests/rows")).take(schema) {
        sql += &step;
        sql += &rows;
    }
    sql += &game(50, r#"{"colour":"White"}"#, LONG_AGO);
    restore(path, &format!("{sql} PRAGMA user_version = {schema};"));
}

/// A game of that schema has two days for each move, and Bob was asked for his at this instant.
fn add_one_with_a_clock(path: &Path, asked: Millis) {
    let due = asked + 86_400_000;
    let deadline = format!("INSERT INTO wake (key, at) VALUES ('game:51', {due});");
    let asked = format!(
        "INSERT INTO event (game, n, kind, text, at) VALUES (51, 2, 'asked', '2', {asked});"
    );
    let terms = r#"{"colour":"White","clock":"2d/move"}"#;
    restore(path, &format!("{} {asked} {deadline}", game(51, terms, LONG_AGO)));
}

fn row(store: &Store, no: u32) -> store::GameRow {
    store.reader().unwrap().game_row(GameNo(no)).unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_game_of_every_earlier_schema_goes_on_without_a_clock() {
    for schema in 1..texts("migrations").len() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        grown(&path, schema);
        let store = Store::open(&path).unwrap();
        let upgraded = row(&store, 50).idle_from;
        assert_eq!(upgraded.is_some(), schema < CLOCKS, "schema {schema}");
        let now = upgraded.unwrap_or(LONG_AGO);
        let mut session = Session::start(store.clone(), now);
        let told = session.pass(Duration::ZERO).await;
        assert!(!told.contains("#50"), "schema {schema}: {told}");
        session.says("ann", false, "clock #50", "#50 has no clock").await;
        session.says("bob", false, "#50 d5-d4", "moved d5-d4").await;
        assert_eq!((row(&store, 50).ply, row(&store, 50).idle_from), (2, upgraded));
        // Its days count anew from the move, and nobody's time ever runs out.
        let told = session.pass(IDLE - MINUTE).await;
        assert!(!told.contains("#50"), "schema {schema}: {told}");
        assert!(session.pass(MINUTE).await.contains("#50 waits for you since 30 days"));
        session.says("ann", false, "#50 a1-c3", "moved a1-c3").await;
        session.host.stop().await;
        store.close();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_days_of_every_earlier_schema_count_from_the_upgrade() {
    for schema in 1..CLOCKS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        grown(&path, schema);
        let store = Store::open(&path).unwrap();
        let upgraded = row(&store, 50).idle_from.unwrap();
        assert!(upgraded > LONG_AGO);
        let mut session = Session::start(store.clone(), upgraded);
        let told = session.pass(IDLE - MINUTE).await;
        assert!(!told.contains("#50"), "schema {schema}: {told}");
        let told = session.pass(MINUTE).await;
        assert!(told.contains("#50 waits for you since 30 days"), "schema {schema}: {told}");
        session.host.stop().await;
        store.close();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_of_an_earlier_schema_goes_on() {
    for schema in CLOCKS..=texts("migrations").len() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        grown(&path, schema);
        add_one_with_a_clock(&path, NEXT_DAY);
        let store = Store::open(&path).unwrap();
        let mut session = Session::start(store.clone(), NEXT_DAY);
        session.pass(Duration::ZERO).await;
        session.pass(2 * Duration::from_secs(86_400) - MINUTE).await;
        assert_eq!(row(&store, 51).result, None, "schema {schema}");
        let told = session.pass(MINUTE).await;
        assert!(told.contains("wins #51"), "schema {schema}: {told}");
        assert_eq!(row(&store, 51).result.as_deref(), Some("win 1 time"));
        session.host.stop().await;
        store.close();
    }
}
