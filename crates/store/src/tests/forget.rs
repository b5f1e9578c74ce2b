//! Whoever is forgotten stands in no table, and in no byte of the files; no backup brings them back.

use std::fs;

use rusqlite::Connection;
use table::{Ban, BannedFrom, Forgotten, GameNo, ModWrite, PersonId, Platform};

use super::{
    migration::grown,
    sample::{Folder, offer, person, put, seat, with_game},
};
use crate::{Batch, RowWrite, SeatRow, Store, check, migrate::KNOWN, restore};

fn ann() -> PersonId {
    PersonId::new(Platform::Local, "ann")
}

fn heir(n: u64) -> PersonId {
    table::Person::deleted(Platform::Local, n).id
}

pub(super) fn forget(store: &Store, at: i64) {
    put(store, Batch { forgotten: vec![ann()], at, ..Batch::default() }).unwrap();
}

/// The bytes of the database's files in which somebody stands by their id or their name, with what is around.
pub(super) fn traces(folder: &Folder) -> Vec<String> {
    let files = folder.names().into_iter().filter(|name| name.starts_with("games.db"));
    let traces = files.flat_map(|name| {
        // It may have gone since: a snapshot that is on its way to a log.
        let bytes = fs::read(folder.path(&name)).unwrap_or_default();
        let traces = traces_in(&bytes).into_iter();
        traces.map(|trace| format!("{name}: {trace}")).collect::<Vec<_>>()
    });
    traces.collect()
}

/// The same in these bytes.
pub(super) fn traces_in(bytes: &[u8]) -> Vec<String> {
    let forms = ["local:ann", "Ann", "\"ann\"", "private:ann", "ann:1"];
    let at = forms.into_iter().flat_map(|form| {
        let parts = bytes.windows(form.len()).enumerate();
        parts.filter(move |(_, part)| *part == form.as_bytes()).map(|(at, _)| at)
    });
    let around = |at: usize| {
        let part = &bytes[at.saturating_sub(40)..bytes.len().min(at + 40)];
        String::from_utf8_lossy(part).into_owned()
    };
    // A comment in the schema has her for an example.
    at.map(around).filter(|trace| !trace.contains("-- game:12, person:")).collect()
}

#[test]
fn nothing_is_left_in_any_table_or_byte() {
    let folder = Folder::new();
    // The upgrade from the schema before rewrites what was deleted and not overwritten.
    grown(&folder, KNOWN - 1);
    let store = folder.open();
    let reader = store.reader().unwrap();
    let games = reader.open_games_of(&ann()).unwrap().len()
        + reader.finished_games_of(&ann(), 99).unwrap().len();
    assert!(games > 2);
    let ban = Ban {
        scope: "server:none".to_owned(),
        who: ann(),
        from: BannedFrom::All,
        until: None,
        why: "Ann was rude".to_owned(),
    };
    let rows = vec![RowWrite::Moderation(ModWrite::Ban(ban))];
    put(&store, Batch { rows, ..Batch::default() }).unwrap();
    assert_ne!(traces(&folder), Vec::<String>::new());

    forget(&store, 20_000);
    assert_eq!(reader.person(&ann()).unwrap(), None);
    assert_eq!(reader.person(&heir(1)).unwrap().unwrap().name, "deleted player 1");
    let of_heir = reader.open_games_of(&heir(1)).unwrap().len()
        + reader.finished_games_of(&heir(1), 99).unwrap().len();
    assert_eq!(of_heir, games);
    let (running, _) = reader.game(GameNo(2)).unwrap().unwrap();
    assert_eq!(running.seats, [SeatRow::Person(heir(1)), SeatRow::Bot(4)]);
    assert_eq!(reader.forgotten(&ann()).unwrap(), Some(Forgotten { at: 20_000, returned: None }));
    let bans = reader.bans("server:none", &ann()).unwrap();
    assert_eq!((bans.len(), bans[0].why.as_str()), (1, "deleted player 1 was rude"));
    // The log was emptied at once: the store is still open.
    assert_eq!(traces(&folder), Vec::<String>::new());
    drop((reader, store));
    assert_eq!(traces(&folder), Vec::<String>::new());
    let report = check(&folder.db(), |_, _| Ok(())).unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    assert!(folder.names().contains(&"games.db.forgotten".to_owned()));
}

#[test]
fn whoever_is_forgotten_is_not_kept_again_until_they_come_back() {
    let folder = Folder::new();
    let store = folder.open();
    let seen = |at| put(&store, Batch { people: vec![person("Ann")], at, ..Batch::default() });
    seen(10).unwrap();
    forget(&store, 20);
    seen(30).unwrap();
    let reader = store.reader().unwrap();
    assert_eq!(reader.person(&ann()).unwrap(), None);
    // The clock was set back meanwhile.
    put(&store, Batch { returned: vec![ann()], at: 15, ..Batch::default() }).unwrap();
    assert_eq!(reader.forgotten(&ann()).unwrap().unwrap().returned, Some(21));
    seen(16).unwrap();
    assert!(reader.person(&ann()).unwrap().is_some());
    drop((reader, store));
    assert!(folder.open().reader().unwrap().person(&ann()).unwrap().is_some());

    let store = folder.open();
    forget(&store, 40);
    let reader = store.reader().unwrap();
    assert_eq!(reader.forgotten(&ann()).unwrap().unwrap().returned, None);
    assert_eq!(reader.person(&heir(2)).unwrap().unwrap().name, "deleted player 2");
}

#[test]
fn no_backup_brings_anybody_back() {
    let folder = Folder::new();
    let store = folder.open();
    let people = vec![person("Ann"), person("Ben")];
    put(&store, Batch { people, at: 10, ..Batch::default() }).unwrap();
    let backup = folder.path("backup.db");
    crate::backup(&folder.db(), &backup).unwrap();
    forget(&store, 20);
    put(&store, Batch { returned: vec![ann()], at: 30, ..Batch::default() }).unwrap();
    put(&store, Batch { people: vec![person("Ann")], at: 31, ..Batch::default() }).unwrap();
    let later = folder.path("later.db");
    crate::backup(&folder.db(), &later).unwrap();
    drop(store);

    // Restored and copied by hand, the backup from before knows them no more; they may come back all the same.
    let by_hand = || {
        fs::copy(&backup, folder.db()).unwrap();
        drop(folder.open());
    };
    let restored = || drop(restore(&folder.db(), &backup, 50, |_, _| Ok(())).unwrap());
    for put_back in [&restored as &dyn Fn(), &by_hand] {
        put_back();
        let conn = Connection::open(folder.db()).unwrap();
        let names = "SELECT group_concat(name, ', ') FROM person";
        let names: String = conn.query_row(names, [], |row| row.get(0)).unwrap();
        assert!(names.contains("deleted player 1") && !names.contains("Ann"), "{names}");
        drop(conn);
        let store = folder.open();
        let mark = store.reader().unwrap().forgotten(&ann()).unwrap().unwrap();
        assert_eq!(mark, Forgotten { at: 20, returned: Some(30) });
    }
    // One from after they came back knows them.
    restore(&folder.db(), &later, 60, |_, _| Ok(())).unwrap();
    assert!(folder.open().reader().unwrap().person(&ann()).unwrap().is_some());
}

#[test]
fn a_file_of_marks_that_cannot_be_read_is_told_of() {
    let folder = Folder::new();
    drop(folder.open());
    fs::write(folder.path("games.db.forgotten"), "nonsense\n").unwrap();
    let error = Store::open(&folder.db()).unwrap_err().to_string();
    assert!(error.contains("games.db.forgotten: line 1 cannot be read"), "{error}");
    assert!(error.contains("move it away"), "{error}");
}

#[test]
fn a_seat_for_somebody_forgotten_is_refused() {
    let folder = Folder::new();
    let store = folder.open();
    put(&store, Batch { people: vec![person("Ann")], at: 10, ..Batch::default() }).unwrap();
    forget(&store, 20);
    let mut batch = with_game(&offer(1));
    batch.games[0].row.seats = vec![seat("Ann"), SeatRow::Open];
    batch.people = vec![person("Ann")];
    put(&store, batch).unwrap_err();
}

#[test]
fn what_was_set_aside_before_somebody_was_forgotten_is_listed() {
    let folder = Folder::new();
    let store = folder.open();
    // 2026-11-23 at half past one, UTC.
    let now = 1_795_397_400_000;
    let files = [
        "games.db-wal.set-aside-2026-11-22-013000",
        "games.db.set-aside-2026-11-22-013000",
        "games.db.set-aside-2026-11-23-013000-2-wal",
        // These are younger, or none of the program's.
        "games.db.set-aside-2026-11-23-013001",
        "games.db.set-aside-mine",
        "other.db.set-aside-2026-11-22-013000",
    ];
    files.iter().for_each(|name| fs::write(folder.path(name), "").unwrap());
    let listed = |at| store.set_aside_before_forgetting(at).unwrap();
    assert!(listed(now).is_empty(), "nobody was forgotten");
    forget(&store, now);
    assert_eq!(listed(now), files[..3]);
}

#[test]
fn a_reader_keeps_the_log_only_as_long_as_it_reads() {
    let folder = Folder::new();
    let store = folder.open();
    put(&store, Batch { people: vec![person("Ann")], at: 1, ..Batch::default() }).unwrap();
    let reading = Connection::open(folder.db()).unwrap();
    reading.execute_batch("BEGIN; SELECT * FROM person").unwrap();
    forget(&store, 2);
    assert_ne!(traces(&folder), [""; 0], "somebody reads what was before");
    drop(reading);
    let is_cut = || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        traces(&folder) == [""; 0]
    };
    assert!((0..600).any(|_| is_cut()), "{:?}", traces(&folder));
}
