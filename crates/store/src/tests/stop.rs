//! Files that are damaged, moved or deleted while they are open: nothing is confirmed any more, and what
//! is left of the files stays as it is.

use std::{
    fs::{self, File, OpenOptions},
    io::{Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
        mpsc::channel,
    },
    time::Duration,
};

use table::GameNo;

use super::{
    page::said,
    sample::{Folder, put, running, with_game},
};
use crate::{Batch, LogThrottle, Store, StoreError, check, files::beside};

/// The damage that is done to the files of an open database, and what the stop says of it.
type Damage = (&'static str, fn(&Files), &'static str);

/// The files of an open database, and a copy of the database as it was before.
struct Files {
    db: PathBuf,
    wal: PathBuf,
    copy: PathBuf,
}

/// Writes over a part of a file.
fn overwrite(path: &Path, at: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(bytes).unwrap();
}

fn cut(path: &Path, size: u64) {
    OpenOptions::new().write(true).open(path).unwrap().set_len(size).unwrap();
}

fn size(path: &Path) -> usize {
    usize::try_from(path.metadata().unwrap().len()).unwrap()
}

const DAMAGES: [Damage; 14] = [
    ("deleted", |files| fs::remove_file(&files.db).unwrap(), "it is gone"),
    (
        "renamed",
        |files| fs::rename(&files.db, files.db.with_extension("old")).unwrap(),
        "it is gone",
    ),
    ("replaced", |files| fs::rename(&files.copy, &files.db).unwrap(), "another file"),
    ("restored over", |files| assert!(fs::copy(&files.copy, &files.db).unwrap() > 0), "it"),
    ("cut off", |files| cut(&files.db, 8_192), "bytes and now has 8192"),
    ("emptied", |files| cut(&files.db, 0), "bytes and now has 0"),
    (
        "all zeros",
        |files| overwrite(&files.db, 0, &vec![0; size(&files.db)]),
        "its header is not what was written",
    ),
    ("a header of garbage", |files| overwrite(&files.db, 20, b"garbage"), "its header"),
    ("garbage in a page", |files| overwrite(&files.db, 9_000, b"garbage"), "changed by something"),
    ("-wal deleted", |files| fs::remove_file(&files.wal).unwrap(), "its -wal file is gone"),
    (
        "-wal replaced",
        |files| {
            fs::copy(&files.wal, &files.copy).unwrap();
            fs::rename(&files.copy, &files.wal).unwrap();
        },
        "another file is in the place of its -wal",
    ),
    ("-wal cut off", |files| cut(&files.wal, 9_000), "frame 3 of its -wal file"),
    (
        "garbage in -wal",
        |files| overwrite(&files.wal, 6_000, b"garbage"),
        "frame 2 of its -wal file",
    ),
    (
        "zeros at the head of -wal",
        |files| overwrite(&files.wal, 0, &[0; 64]),
        "the head of its -wal",
    ),
];

/// A store that has copied one game into the database and has more in its log.
fn opened(folder: &Folder) -> (Store, Files) {
    let store = folder.open();
    put(&store, with_game(&running(1))).unwrap();
    drop(store);
    let files =
        Files { db: folder.db(), wal: beside(&folder.db(), "-wal"), copy: folder.path("copy.db") };
    fs::copy(&files.db, &files.copy).unwrap();
    // The database must have grown since.
    let store = folder.open();
    for no in 2..=40 {
        put(&store, with_game(&running(no))).unwrap();
    }
    drop(store);
    let store = folder.open();
    for no in 41..=60 {
        put(&store, with_game(&running(no))).unwrap();
    }
    // A change that comes within the same tick of the file system's clock could not be told.
    let modified = |path: &Path| path.metadata().unwrap().modified().unwrap();
    let scratch = folder.path("scratch");
    while {
        fs::write(&scratch, "x").unwrap();
        modified(&scratch) <= modified(&files.wal)
    } {}
    fs::remove_file(&scratch).unwrap();
    (store, files)
}

/// All files of the folder with what is in them, but for SQLite's shared memory.
fn contents(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let names = folder.names().into_iter().filter(|name| !name.ends_with("-shm"));
    names.map(|name| (name.clone(), fs::read(folder.path(&name)).unwrap())).collect()
}

#[test]
fn damage_that_a_commit_meets_stops_the_store() {
    for (name, damage, reason) in DAMAGES {
        let folder = Folder::new();
        let (store, files) = opened(&folder);
        let reader = store.reader().unwrap();
        let (tell, told) = channel();
        store.on_stop(move |stop| tell.send(stop.clone()).unwrap());
        damage(&files);
        let left = contents(&folder);
        assert_eq!(put(&store, with_game(&running(61))), Err(StoreError::Stopped), "{name}");
        assert_eq!(put(&store, with_game(&running(62))), Err(StoreError::Stopped), "{name}");
        let stop = told.recv().unwrap();
        assert!(stop.to_string().contains(reason), "{name}: {stop}");
        assert_eq!(store.stopped(), Some(stop));
        drop(reader);
        store.close();
        drop(store);
        assert!(contents(&folder) == left, "{name}: a file was changed");
    }
}

#[test]
fn damage_that_only_the_end_meets_stops_the_store() {
    for (name, damage, reason) in DAMAGES {
        let folder = Folder::new();
        let (store, files) = opened(&folder);
        let reader = store.reader().unwrap();
        damage(&files);
        let left = contents(&folder);
        store.close();
        let stop = store.stopped().unwrap_or_else(|| panic!("{name} was not found"));
        assert!(stop.to_string().contains(reason), "{name}: {stop}");
        drop((reader, store));
        assert!(contents(&folder) == left, "{name}: a file was changed");
    }
}

#[test]
fn a_file_that_is_put_back_has_every_commit() {
    let folder = Folder::new();
    let (store, files) = opened(&folder);
    let away = folder.path("away.db");
    fs::rename(&files.db, &away).unwrap();
    assert_eq!(put(&store, with_game(&running(61))), Err(StoreError::Stopped));
    drop(store);
    fs::rename(&away, &files.db).unwrap();
    let reader = folder.open().reader().unwrap();
    assert!((1..=60).all(|no| reader.game_row(GameNo(no)).unwrap().is_some()));
    assert!(reader.game_row(GameNo(61)).unwrap().is_none());
    drop(reader);
    assert_eq!(check(&folder.db(), |_, _| Ok(())).unwrap().faults, [""; 0]);
}

#[test]
fn garbage_in_the_log_costs_nothing_that_was_copied_before() {
    let folder = Folder::new();
    let (store, files) = opened(&folder);
    overwrite(&files.wal, 40, b"garbage");
    drop(store);
    let reader = folder.open().reader().unwrap();
    assert!((1..=40).all(|no| reader.game_row(GameNo(no)).unwrap().is_some()));
    drop(reader);
    assert_eq!(check(&folder.db(), |_, _| Ok(())).unwrap().faults, [""; 0]);
}

#[test]
fn a_reader_that_comes_upon_damage_stops_the_store() {
    let folder = Folder::new();
    drop(opened(&folder));
    let size = size(&folder.db());
    let store = folder.open();
    // What a disk gives back wrong changes no time of the file: it is as if it had been so before.
    let modified = folder.db().metadata().unwrap().modified().unwrap();
    overwrite(&folder.db(), 4_096, &vec![0x5A; size - 4_096]);
    File::options().write(true).open(folder.db()).unwrap().set_modified(modified).unwrap();
    let reader = store.reader().unwrap();
    let error = reader.game(GameNo(7)).unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    assert!(store.stopped().unwrap().to_string().contains("malformed"));
    assert_eq!(put(&store, with_game(&running(99))), Err(StoreError::Stopped));
}

#[test]
fn a_look_finds_what_happens_while_nothing_is_written() {
    let folder = Folder::new();
    let (store, files) = opened(&folder);
    let (tell, told) = channel();
    store.on_stop(move |stop| tell.send(stop.to_string()).unwrap());
    fs::remove_file(&files.db).unwrap();
    // It is looked for several times a minute.
    let stop = told.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(stop.contains("it is gone") && stop.contains("db restore"), "{stop}");
}

#[test]
fn a_time_stamp_of_something_else_stops_the_store_and_says_so() {
    let folder = Folder::new();
    let (store, _) = opened(&folder);
    let later = folder.db().metadata().unwrap().modified().unwrap() + Duration::from_secs(1);
    File::options().write(true).open(folder.db()).unwrap().set_modified(later).unwrap();
    assert_eq!(put(&store, with_game(&running(99))), Err(StoreError::Stopped));
    let said = store.stopped().unwrap().to_string();
    assert!(said.contains("something else has changed it, if only its time stamp ("), "{said}");
}

#[test]
fn another_program_that_writes_by_the_rules_is_no_damage() {
    let folder = Folder::new();
    let (store, _) = opened(&folder);
    let conn = rusqlite::Connection::open(folder.db()).unwrap();
    conn.pragma_update(None, "wal_autocheckpoint", 0).unwrap();
    conn.execute("UPDATE game SET moved = moved + 1 WHERE no = 1", []).unwrap();
    drop(conn);
    put(&store, with_game(&running(61))).unwrap();
    store.close();
    assert_eq!(store.stopped(), None);
}

/// Fills the log until the writer copies it.
fn checkpoint(store: &Store) {
    let long = "long ".repeat(4_000);
    for _ in 0..900 {
        store.append_line(said(&long, None), None, |result| assert!(result.unwrap().is_new));
    }
    put(store, Batch::default()).unwrap();
}

#[test]
fn many_checkpoints_and_commits_find_their_own_files_sound() {
    let folder = Folder::new();
    let store = folder.open();
    for round in 0..3 {
        for no in 1..=300 {
            let tell = store.clone();
            store.commit(with_game(&running(round * 300 + no)), move |result| {
                assert_eq!(result, Ok(()));
                drop(tell);
            });
        }
        put(&store, Batch::default()).unwrap();
        // Without a reader the log starts over behind a checkpoint, with one it goes on.
        let _reader = (round % 2 == 0).then(|| store.reader().unwrap());
        checkpoint(&store);
    }
    store.close();
    assert_eq!(store.stopped(), None);
    drop(store);
    assert_eq!(folder.names(), ["games.db"]);
    assert!(check(&folder.db(), |_, _| Ok(())).unwrap().to_string().starts_with("ok 900 games"));
}

#[test]
fn a_cause_is_one_line_a_minute() {
    let now = Arc::new(AtomicU64::new(0));
    let reading = Arc::clone(&now);
    let throttle = LogThrottle::new(move || Duration::from_secs(reading.load(Relaxed)));
    let lines = Mutex::new(Vec::new());
    let say = |cause: &'static str| {
        throttle.pass(cause, &"it fails", |line| {
            lines.lock().unwrap().push(format!("{cause}: {line}"))
        });
    };
    (0..480).for_each(|_| say("a"));
    say("b");
    now.store(59, Relaxed);
    say("a");
    now.store(60, Relaxed);
    say("a");
    say("a");
    let left_out = "a: it fails (and 480 times more in the last minute or so)";
    assert_eq!(*lines.lock().unwrap(), ["a: it fails", "b: it fails", left_out]);
}
