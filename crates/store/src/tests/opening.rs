//! Opening: new, again, by a second process, after a crash, and by an older program.

use std::fs;

use rusqlite::Connection;
use table::{DAY, GameNo};

use super::{
    child,
    sample::{Folder, hash, message, person, ply, put, running, with_game, with_ply},
};
use crate::{Batch, Store, StoreError, files::beside, migrate::KNOWN, transaction::HANDLED_KEPT};

#[test]
fn the_folder_is_made_and_nothing_stays_beside_the_file() {
    let folder = Folder::new();
    let db = folder.path("a/b c/100%?#/games.db");
    let store = Store::open(&db).unwrap();
    let reader = store.reader().unwrap();
    put(&store, with_game(&running(1))).unwrap();
    assert!(reader.game_row(GameNo(1)).unwrap().is_some());
    drop(reader);
    drop(store);
    let left = fs::read_dir(db.parent().unwrap()).unwrap().count();
    assert_eq!(left, 1);
    assert!(Store::open(&db).unwrap().reader().unwrap().game_row(GameNo(1)).unwrap().is_some());
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let _store = folder.open();
    for name in folder.names() {
        let mode = folder.path(&name).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_second_opening_is_refused() {
    let folder = Folder::new();
    let store = folder.open();
    assert_eq!(Store::open(&folder.db()).unwrap_err(), StoreError::InUse);
    assert_eq!(child::run("open", &folder.db()).code(), Some(child::IN_USE));
    // The refusals have done no harm.
    put(&store, with_game(&running(1))).unwrap();
    assert_eq!(child::run("open", &folder.db()).code(), Some(child::IN_USE));

    // Readers keep the file locked until the last one is dropped.
    let reader = store.reader().unwrap();
    drop(store);
    assert_eq!(Store::open(&folder.db()).unwrap_err(), StoreError::InUse);
    assert_eq!(child::run("open", &folder.db()).code(), Some(child::IN_USE));
    drop(reader);
    assert_eq!(child::run("open", &folder.db()).code(), Some(child::OPENED));
    drop(folder.open());
}

#[test]
fn a_lock_by_another_process_is_seen() {
    let folder = Folder::new();
    drop(folder.open());
    let other = fs::File::open(folder.db()).unwrap();
    other.try_lock().unwrap();
    let before = hash(&folder.db());
    assert_eq!(Store::open(&folder.db()).unwrap_err(), StoreError::InUse);
    assert_eq!(hash(&folder.db()), before);
    drop(other);
    drop(folder.open());
}

#[test]
fn a_killed_process_leaves_its_commits_and_no_lock() {
    let folder = Folder::new();
    let status = child::run("crash", &folder.db());
    assert_eq!(status.code(), None, "killed by a signal");
    assert!(beside(&folder.db(), "-wal").metadata().unwrap().len() > 0);
    let game = folder.open().reader().unwrap().game(GameNo(1)).unwrap().unwrap();
    assert_eq!(game, (with_ply(&running(1)).1, vec![ply(1)]));
}

/// Copies a live database with its log, as a crash of the whole machine would leave them.
fn crashed_copy(from: &Folder, to: &Folder) {
    fs::copy(from.db(), to.db()).unwrap();
    fs::copy(beside(&from.db(), "-wal"), beside(&to.db(), "-wal")).unwrap();
}

#[test]
fn a_log_that_was_left_is_no_damage() {
    let (folder, copy) = (Folder::new(), Folder::new());
    let store = folder.open();
    for no in 1..=50 {
        put(&store, with_game(&running(no))).unwrap();
    }
    crashed_copy(&folder, &copy);
    let reader = copy.open().reader().unwrap();
    assert_eq!(reader.open_games_of(&person("Ann").id).unwrap().len(), 50);
    drop(reader);
    assert_eq!(copy.names(), ["games.db"]);
}

#[test]
fn a_newer_schema_is_left_alone() {
    let folder = Folder::new();
    drop(folder.open());
    let conn = Connection::open(folder.db()).unwrap();
    conn.pragma_update(None, "user_version", KNOWN + 1).unwrap();
    let written_by = |version: &str| {
        conn.execute("UPDATE written_by SET version = ?1", [version]).unwrap();
        Store::open(&folder.db()).unwrap_err().to_string()
    };
    let plain = format!("schema {}; this is {}", KNOWN + 1, env!("CARGO_PKG_VERSION"));
    let told = written_by("0.12.3-rc.1");
    assert!(told.contains("newer martian-cake, 0.12.3-rc.1 (") && told.contains(&plain), "{told}");
    let told = written_by("\u{1b}[2J");
    assert!(told.contains("newer martian-cake (schema") && told.contains(&plain), "{told}");
    conn.execute("DROP TABLE written_by", []).unwrap();
    // A view by which reading it would never end.
    let endless = "CREATE VIEW written_by AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) \
                   SELECT x AS version, 1 AS one FROM n WHERE x = 2";
    conn.execute(endless, []).unwrap();
    let told = Store::open(&folder.db()).unwrap_err().to_string();
    assert!(told.contains("newer martian-cake (schema"), "{told}");
    conn.execute("DROP VIEW written_by", []).unwrap();
    drop(conn);
    let before = hash(&folder.db());
    let newer = StoreError::Newer { found: KNOWN + 1, known: KNOWN, by: None };
    assert_eq!(Store::open(&folder.db()).unwrap_err(), newer);
    assert_eq!(hash(&folder.db()), before);
    assert_eq!(folder.names(), ["games.db"]);
}

#[test]
fn the_database_names_the_program_that_had_it_last() {
    let folder = Folder::new();
    drop(folder.open());
    let written_by = || {
        let conn = Connection::open(folder.db()).unwrap();
        let read = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
        conn.query_row("SELECT version FROM written_by", [], read).unwrap()
    };
    assert_eq!(written_by(), env!("CARGO_PKG_VERSION"));
    let conn = Connection::open(folder.db()).unwrap();
    conn.execute("UPDATE written_by SET version = '0.0.1'", []).unwrap();
    drop(conn);
    drop(folder.open());
    assert_eq!(written_by(), env!("CARGO_PKG_VERSION"));
}

#[test]
fn a_newer_schema_in_a_log_that_was_left_is_seen() {
    let (folder, copy) = (Folder::new(), Folder::new());
    drop(folder.open());
    let conn = Connection::open(folder.db()).unwrap();
    conn.pragma_update(None, "wal_autocheckpoint", 0).unwrap();
    conn.pragma_update(None, "user_version", KNOWN + 7).unwrap();
    crashed_copy(&folder, &copy);
    let wal = beside(&copy.db(), "-wal");
    let before = (hash(&copy.db()), hash(&wal));
    let by = Some(env!("CARGO_PKG_VERSION").to_owned());
    let newer = StoreError::Newer { found: KNOWN + 7, known: KNOWN, by };
    assert_eq!(Store::open(&copy.db()).unwrap_err(), newer);
    assert_eq!((hash(&copy.db()), hash(&wal)), before);
}

#[test]
fn message_ids_are_forgotten_by_their_order_whatever_the_clock_says() {
    let folder = Folder::new();
    let store = folder.open();
    let handle = |source: &str, day: i64| {
        let batch = Batch { handled: Some(message(source)), at: day * DAY, ..Batch::default() };
        put(&store, batch).unwrap();
    };
    let known = |store: &Store, sources: &[&str]| -> Vec<bool> {
        let reader = store.reader().unwrap();
        sources.iter().map(|source| reader.was_handled(&message(source)).unwrap()).collect()
    };
    let all = ["a", "jumped", "b", "c", "d"];
    for (source, day) in all.into_iter().zip([1000, 1400, 1000, 1000, 990]) {
        handle(source, day);
    }
    store.close();
    drop(store);
    let store = folder.open();
    assert_eq!(known(&store, &all), [true; 5], "a clock that jumped makes a start forget nothing");

    // The table is full up to the last of them.
    let conn = Connection::open(folder.db()).unwrap();
    conn.execute("UPDATE handled SET n = n + ?1 WHERE source = 'local:d'", [HANDLED_KEPT]).unwrap();
    let handle = |source: &str| {
        let batch = Batch { handled: Some(message(source)), at: 0, ..Batch::default() };
        put(&store, batch).unwrap();
    };
    handle("e");
    assert_eq!(known(&store, &all), [false, false, true, true, true], "two, the oldest");
    handle("f");
    handle("g");
    let kept = ["a", "jumped", "b", "c", "d", "e", "f", "g"];
    assert_eq!(known(&store, &kept), [false, false, false, false, true, true, true, true]);
}

#[test]
fn a_folder_in_the_place_of_the_file_is_named() {
    let folder = Folder::new();
    fs::create_dir(folder.db()).unwrap();
    let error = Store::open(&folder.db()).unwrap_err().to_string();
    assert!(error.contains("games.db"), "{error}");
}
