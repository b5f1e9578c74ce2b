//! Files that are broken or not ours: refused with a reason, and not one byte of them changed.

use std::fs;

use rusqlite::Connection;

use super::sample::{Folder, put, reply, running, with_game, with_ply};
use crate::{Batch, Store, StoreError, files::beside};

const PAGE: usize = 4096;

/// The bytes of a sound database with a few games.
fn sound() -> Vec<u8> {
    let folder = Folder::new();
    let store = folder.open();
    for no in 1..=40 {
        put(&store, with_game(&running(no))).unwrap();
        let outbox = vec![reply(u64::from(no), "hello", Some(no))];
        put(&store, Batch { outbox, ..with_ply(&running(no)).0 }).unwrap();
    }
    drop(store);
    fs::read(folder.db()).unwrap()
}

/// Opens a file of these bytes, which must be refused as damaged, with this in the reason.
fn refused(bytes: &[u8], reason: &str) {
    let folder = Folder::new();
    fs::write(folder.db(), bytes).unwrap();
    match Store::open(&folder.db()) {
        Err(StoreError::Damaged(text)) => assert!(text.contains(reason), "{text:?} / {reason:?}"),
        other => panic!("{reason}: {other:?}"),
    }
    assert!(fs::read(folder.db()).unwrap() == bytes, "changed: {reason}");
    assert_eq!(folder.names(), ["games.db"], "{reason}");
}

#[test]
fn what_is_no_database() {
    let sound = sound();
    refused(b"x", "not an SQLite database");
    refused(&vec![0; 3 * PAGE], "not an SQLite database");
    refused("This is a letter to my aunt. ".repeat(500).as_bytes(), "not an SQLite database");
    for (place, byte) in [(3, b'X'), (16, 0), (17, 1), (21, 65)] {
        let mut bytes = sound.clone();
        bytes[place] = byte;
        refused(&bytes, "not an SQLite database");
    }
}

#[test]
fn what_is_cut_off() {
    let sound = sound();
    let all = sound.len();
    for length in [100, PAGE, all / 2, all - PAGE, all - 1] {
        refused(&sound[..length], &format!("cut off: {length} of {all} bytes"));
    }
    refused(&sound[..99], "not an SQLite database");
}

#[test]
fn flipped_bytes_at_the_head_of_any_page() {
    let sound = sound();
    assert!(sound.len() > 20 * PAGE);
    for page in 1..sound.len() / PAGE {
        let mut bytes = sound.clone();
        for byte in &mut bytes[page * PAGE..page * PAGE + 64] {
            *byte ^= 0x5A;
        }
        refused(&bytes, "");
    }
}

#[test]
fn a_database_of_another_program() {
    let folder = Folder::new();
    let conn = Connection::open(folder.db()).unwrap();
    conn.execute_batch("CREATE TABLE recipe (cake TEXT); PRAGMA user_version = 1;").unwrap();
    drop(conn);
    refused(&fs::read(folder.db()).unwrap(), "another program");
}

#[test]
fn an_empty_file_is_new_but_not_beside_a_log() {
    let folder = Folder::new();
    fs::write(folder.db(), "").unwrap();
    fs::write(beside(&folder.db(), "-wal"), [1; 4096]).unwrap();
    let error = Store::open(&folder.db()).unwrap_err();
    assert!(matches!(&error, StoreError::Damaged(text) if text.contains("-wal")), "{error}");
    assert_eq!(fs::read(beside(&folder.db(), "-wal")).unwrap(), [1; 4096]);
    fs::remove_file(beside(&folder.db(), "-wal")).unwrap();
    drop(folder.open());
}

#[test]
fn a_torn_end_of_the_log_costs_only_what_was_not_committed() {
    let (folder, copy) = (Folder::new(), Folder::new());
    let store = folder.open();
    for no in 1..=5 {
        put(&store, with_game(&running(no))).unwrap();
    }
    fs::copy(folder.db(), copy.db()).unwrap();
    let mut wal = fs::read(beside(&folder.db(), "-wal")).unwrap();
    wal.extend([0xEE; 5000]);
    fs::write(beside(&copy.db(), "-wal"), wal).unwrap();
    let reader = copy.open().reader().unwrap();
    assert_eq!(reader.greatest_numbers().unwrap().0, 5);
}
