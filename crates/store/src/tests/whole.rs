//! Check, backup and the walk over all games, beside a running bot and without one.

use std::fs;

use rusqlite::Connection;
use table::GameNo;

use super::sample::{
    Folder, hash, next, offer, over, ply, put, reply, running, with_game, with_ply,
};
use crate::{
    Batch, CheckReport, EventRow, GameRow, KeptRatings, SeatRow, Store, StoreError, backup, check,
    each_game, files::beside, migrate::to_version, over_ratings,
};

/// An offer, a running game of four plies, and one that is over.
fn filled(folder: &Folder) -> Store {
    let store = folder.open();
    put(&store, with_game(&offer(1))).unwrap();
    let mut game = running(2);
    put(&store, with_game(&game)).unwrap();
    for _ in 0..4 {
        let (batch, after) = with_ply(&game);
        put(&store, batch).unwrap();
        game = after;
    }
    let bot = GameRow { seats: vec![SeatRow::Bot(1), super::sample::seat("Bob")], ..running(3) };
    put(&store, with_game(&bot)).unwrap();
    put(&store, with_game(&over(&bot, "0-1"))).unwrap();
    let outbox = vec![reply(1, "hello", Some(2))];
    put(&store, Batch { outbox, ..Batch::default() }).unwrap();
    store
}

fn checked(folder: &Folder) -> CheckReport {
    check(&folder.db(), |_, _| Ok(())).unwrap()
}

#[test]
fn a_sound_database_is_ok_while_the_bot_runs_and_after() {
    let folder = Folder::new();
    let store = filled(&folder);
    assert_eq!(checked(&folder).to_string(), "ok 3 games, 4 events");
    put(&store, with_game(&next(&offer(1)))).unwrap();
    drop(store);
    let before = hash(&folder.db());
    assert_eq!(checked(&folder).to_string(), "ok 3 games, 4 events");
    assert_eq!(hash(&folder.db()), before);
    assert_eq!(folder.names(), ["games.db"]);
}

#[test]
fn a_log_that_was_left_is_read_and_left() {
    let (folder, copy) = (Folder::new(), Folder::new());
    let _store = filled(&folder);
    let wal = beside(&copy.db(), "-wal");
    fs::copy(folder.db(), copy.db()).unwrap();
    fs::copy(beside(&folder.db(), "-wal"), &wal).unwrap();
    let before = (hash(&copy.db()), hash(&wal));
    assert_eq!(checked(&copy).to_string(), "ok 3 games, 4 events");
    backup(&copy.db(), &copy.path("copy.db")).unwrap();
    assert_eq!((hash(&copy.db()), hash(&wal)), before);
}

#[test]
fn the_replay_has_a_say() {
    let folder = Folder::new();
    let _store = filled(&folder);
    let mut seen = Vec::new();
    let report = check(&folder.db(), |game, events| {
        seen.push((game.no.0, events.len()));
        if game.no.0 == 2 { Err("ply 3 is not legal".into()) } else { Ok(()) }
    });
    assert_eq!(seen, [(1, 0), (2, 4), (3, 0)]);
    assert_eq!(report.unwrap().to_string(), "#2: ply 3 is not legal");
}

#[test]
fn rows_that_do_not_fit_together_are_faults() {
    let faults = [
        ("DELETE FROM event WHERE n = 2", "#2: 4 plies, but 3 in the log"),
        ("UPDATE event SET n = 9 WHERE n = 4", "#2: the log lines do not count up from 1"),
        ("UPDATE event SET ply = 9 WHERE n = 4", "#2: the plies do not count up from 1"),
        ("UPDATE event SET roll_n = 9 WHERE n = 2", "#2: the rolls do not count up from 1"),
        ("UPDATE game SET ply = 1 WHERE no = 1", "#1: 1 plies, but 0 in the log"),
        ("UPDATE game SET told = 5 WHERE no = 2", "#2: more plies told than played"),
        ("UPDATE game SET result = 'x' WHERE no = 1", "#1: state and result disagree"),
        ("UPDATE game SET to_move = 2 WHERE no = 2", "#2: no such seat to move"),
        ("UPDATE seat SET seat = 7 WHERE game = 3 AND seat = 1", "#3: the seats do not count"),
        (
            "PRAGMA foreign_keys = OFF; UPDATE seat SET person = 'x:y' WHERE game = 1",
            "a row of seat names something that is not in person",
        ),
        // SQLite ignores CHECKs where it may only read; what they guard is seen all the same.
        ("PRAGMA ignore_check_constraints = ON; UPDATE game SET told = -1 WHERE no = 3", "#3: "),
    ];
    for (change, expected) in faults {
        let folder = Folder::new();
        drop(filled(&folder));
        Connection::open(folder.db()).unwrap().execute_batch(change).unwrap();
        let told = checked(&folder).to_string();
        assert!(told.starts_with(expected), "{change}: {told}");
    }
}

#[test]
fn nothing_is_made_where_nothing_is() {
    let folder = Folder::new();
    let db = folder.db();
    let each = |_, _, _| Ok::<_, StoreError>(());
    let errors = [
        check(&db, |_, _| Ok(())).unwrap_err(),
        each_game(&db, each).unwrap_err(),
        backup(&db, &folder.path("copy.db")).unwrap_err(),
    ];
    for error in errors {
        assert!(error.to_string().contains("there is no database at"), "{error}");
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn other_files_are_named_for_what_they_are() {
    let folder = Folder::new();
    let told = |change: &dyn Fn()| {
        change();
        check(&folder.db(), |_, _| Ok(())).unwrap_err().to_string()
    };
    let garbage = told(&|| fs::write(folder.db(), "no database at all").unwrap());
    assert_eq!(garbage, "the database file is damaged: it is not an SQLite database");
    let old = told(&|| {
        fs::remove_file(folder.db()).unwrap();
        to_version(&mut Connection::open(folder.db()).unwrap(), 1).unwrap();
    });
    assert!(old.contains("older schema 1"), "{old}");
    let new = told(&|| {
        drop(folder.open());
        let conn = Connection::open(folder.db()).unwrap();
        conn.pragma_update(None, "user_version", 99).unwrap();
    });
    assert!(new.contains("newer martian-cake") && new.contains("(schema 99"), "{new}");
}

#[test]
fn a_backup_is_whole_and_overwrites_nothing() {
    let folder = Folder::new();
    let store = filled(&folder);
    let copy = folder.path("copy.db");
    backup(&folder.db(), &copy).unwrap();
    assert_eq!(check(&copy, |_, _| Ok(())).unwrap(), checked(&folder));
    let before = hash(&copy);
    let error = backup(&folder.db(), &copy).unwrap_err();
    assert!(error.to_string().contains("copy.db is there already"), "{error}");
    assert_eq!(hash(&copy), before);

    // What comes later is not in it; a store opens it as its own.
    put(&store, with_game(&running(4))).unwrap();
    let reader = Store::open(&copy).unwrap().reader().unwrap();
    let original = store.reader().unwrap();
    assert_eq!(reader.game(GameNo(2)).unwrap(), original.game(GameNo(2)).unwrap());
    assert_eq!(reader.undelivered().unwrap(), original.undelivered().unwrap());
    assert_eq!(reader.game_row(GameNo(4)).unwrap(), None);
    drop((reader, original, store));
    assert_eq!(folder.names(), ["copy.db", "games.db"]);
}

#[test]
fn a_backup_that_fails_leaves_nothing() {
    let folder = Folder::new();
    drop(filled(&folder));
    let lost = folder.path("missing/copy.db");
    assert!(backup(&folder.db(), &lost).is_err());
    let mut bytes = fs::read(folder.db()).unwrap();
    bytes[5 * 4096..6 * 4096].fill(0xEE);
    fs::write(folder.db(), bytes).unwrap();
    let error = backup(&folder.db(), &folder.path("copy.db")).unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    assert_eq!(folder.names(), ["games.db"]);
}

#[test]
fn ratings_and_games_are_read_as_of_one_moment() {
    let folder = Folder::new();
    let store = filled(&folder);
    let mut seen = Vec::new();
    let begin = |kept: KeptRatings| {
        put(&store, with_game(&offer(4))).unwrap();
        kept.games.len()
    };
    let games = over_ratings(&folder.db(), begin, |_, game, _| {
        seen.push(game.no.0);
        Ok::<_, StoreError>(())
    });
    assert_eq!((games, seen), (Ok(0), vec![1, 2, 3]));
}

#[test]
fn every_game_is_shown_with_its_names() {
    let folder = Folder::new();
    drop(filled(&folder));
    let mut seen = Vec::new();
    let count = each_game(&folder.db(), |game, events: Vec<EventRow>, names| {
        seen.push((game.no.0, events, names));
        // Nobody writes while we read without a log; a bot that starts now is told to wait.
        assert_eq!(Store::open(&folder.db()).unwrap_err(), StoreError::InUse);
        Ok::<_, StoreError>(())
    });
    assert_eq!(count, Ok(3));
    let names = |list: [Option<&str>; 2]| list.map(|name| name.map(String::from)).to_vec();
    assert_eq!(
        seen,
        [
            (1, vec![], names([Some("Ann"), Some("Bob")])),
            (2, (1..=4).map(ply).collect(), names([Some("Ann"), Some("Bob")])),
            (3, vec![], names([None, Some("Bob")])),
        ]
    );
    let stopped = each_game(&folder.db(), |game, _, _| match game.no.0 {
        1 => Ok(()),
        _ => Err(StoreError::Other("enough".into())),
    });
    assert_eq!(stopped, Err(StoreError::Other("enough".into())));
}
