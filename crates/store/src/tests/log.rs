//! A write-ahead log that is damaged when the database is opened: it is told, and a copy is kept. What a
//! crash leaves is no damage.

use std::{
    fs::{self, File},
    time::{Duration, UNIX_EPOCH},
};

use table::GameNo;

use super::sample::{Folder, put, running, with_game};
use crate::{check, files::beside};

/// The bytes of a database with one game, and of its log with twenty more, each in a commit of its own.
fn with_log() -> (Vec<u8>, Vec<u8>) {
    let folder = Folder::new();
    let store = folder.open();
    put(&store, with_game(&running(1))).unwrap();
    drop(store);
    let store = folder.open();
    for no in 2..=21 {
        put(&store, with_game(&running(no))).unwrap();
    }
    (fs::read(folder.db()).unwrap(), fs::read(beside(&folder.db(), "-wal")).unwrap())
}

/// A folder with these files.
fn folder_with(db: &[u8], log: &[u8]) -> Folder {
    let folder = Folder::new();
    fs::write(folder.db(), db).unwrap();
    fs::write(beside(&folder.db(), "-wal"), log).unwrap();
    folder
}

fn faults(folder: &Folder) -> Vec<String> {
    check(&folder.db(), |_, _| Ok(())).unwrap().faults
}

/// The copies that are kept of the log.
fn kept(folder: &Folder) -> Vec<String> {
    let names = folder.names().into_iter();
    names.filter(|name| name.starts_with("games.db-wal.set-aside-")).collect()
}

/// The damage that is done to a log, and how the fault is told.
type Damage = (fn(&mut Vec<u8>), &'static str);

#[test]
fn damage_to_a_log_is_told_and_a_copy_of_the_log_is_kept() {
    let (db, sound) = with_log();
    let damages: [Damage; 7] = [
        (|log| log.fill(0xEE), "no valid head"),
        (|log| log.fill(0), "no valid head"),
        (|log| log[..64].fill(0), "no valid head"),
        (|log| log[9] ^= 1, "no valid head"),
        (|log| log[32..].fill(0xEE), "frame 1 is not SQLite's"),
        (|log| log[100] ^= 1, "frame 1 is not what was written"),
        (|log| log[9_000..9_010].fill(0xEE), "frame 3 is not what was written"),
    ];
    for (damage, told) in damages {
        let mut log = sound.clone();
        damage(&mut log);
        let folder = folder_with(&db, &log);
        let found = faults(&folder);
        assert!(found.len() == 1 && found[0].contains(told), "{told}: {found:?}");
        assert!(found[0].contains("the -wal file is damaged"), "{found:?}");
        let store = folder.open();
        assert!(store.reader().unwrap().game_row(GameNo(1)).unwrap().is_some());
        assert_eq!(faults(&folder), [""; 0], "a start writes over the log");
        let names = kept(&folder);
        assert_eq!(names.len(), 1, "{told}");
        assert!(fs::read(folder.path(&names[0])).unwrap() == log, "{told}");
        put(&store, with_game(&running(50))).unwrap();
        drop(store);
        drop(folder.open());
        assert_eq!(kept(&folder), names, "the next start finds a sound log");
    }
}

#[test]
fn each_damaged_log_is_kept_once_under_a_name_of_its_own() {
    let (db, sound) = with_log();
    let folder = folder_with(&db, &sound);
    let start = |garbage: u8| {
        let wal = beside(&folder.db(), "-wal");
        fs::write(&wal, vec![garbage; 9_000]).unwrap();
        let written = UNIX_EPOCH + Duration::from_secs(1_795_397_462);
        File::options().write(true).open(wal).unwrap().set_modified(written).unwrap();
        drop(folder.open());
    };
    [1, 1, 2, 1, 2, 3].into_iter().for_each(start);
    let name = "games.db-wal.set-aside-2026-11-23-013102";
    assert_eq!(kept(&folder), [name.to_owned(), format!("{name}-2"), format!("{name}-3")]);
}

/// Ends a log after every so many bytes, and near the ends of its headers.
fn cut_log(step: usize) {
    let (db, sound) = with_log();
    let lengths = (0..sound.len()).step_by(step).chain([1, 31, 32, 33, 55, 56, 57]);
    for length in lengths {
        let folder = folder_with(&db, &sound[..length]);
        assert_eq!(faults(&folder), [""; 0], "{length}");
        drop(folder.open());
        assert_eq!(kept(&folder), [""; 0], "{length}");
    }
    // The last commit has reached the disk in part.
    let mut torn = sound;
    let last = torn.len() - 2_000;
    torn[last..].fill(0);
    let folder = folder_with(&db, &torn);
    assert_eq!(faults(&folder), [""; 0]);
    let store = folder.open();
    assert!(store.reader().unwrap().game_row(GameNo(20)).unwrap().is_some());
    assert_eq!(kept(&folder), [""; 0]);
}

#[test]
fn what_a_crash_leaves_of_a_log_is_no_damage() {
    cut_log(3_000);
}

#[test]
#[ignore = "second tier: cargo xtask long"]
fn what_a_crash_leaves_of_a_log_anywhere_is_no_damage() {
    cut_log(128);
}

#[test]
fn a_new_database_is_whole_without_its_log() {
    let folder = Folder::new();
    let store = folder.open();
    let key = store.host_key(|| Ok([7; 32])).unwrap();
    // As the program is killed now, and the log is lost.
    let db = fs::read(folder.db()).unwrap();
    drop(store);
    let other = folder_with(&db, &[0xEE; 40_000]);
    let store = other.open();
    let same = store.host_key(|| Ok([8; 32])).unwrap();
    assert_eq!(same.public(), key.public());
}
