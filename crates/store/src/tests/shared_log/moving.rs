//! From a file to a log, and back.

use std::{fs, path::Path};

use rusqlite::Connection;

use super::{
    super::sample::{Folder, hash, put, running, tables, with_game},
    party::{Party, close, rebuilt},
    postgres::{Server, wait_until},
};
use crate::{
    LogAddress, Moved, Store, StoreError, check,
    open::{MOVED, MOVING},
};

/// A process with a file of one game, which has no log yet.
fn with_file(url: &str) -> Party {
    let party = Party::new(url);
    put(&party.folder.open(), with_game(&running(1))).unwrap();
    party
}

fn of_file(path: &Path) -> String {
    tables(&Connection::open(path).unwrap())
}

fn mark(path: &Path, as_what: i32) {
    Connection::open(path).unwrap().pragma_update(None, "application_id", as_what).unwrap();
}

fn take_in(party: &Party) -> Result<Moved, StoreError> {
    party.log.take_in(|_| Ok(()))
}

#[test]
fn games_go_to_a_log_and_back_into_a_file_and_to_a_log_again() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut party = with_file(&url);
    let before = of_file(&party.folder.db());
    party.follow();
    let error = party.followed().unwrap_err().to_string();
    assert!(error.contains("there are games in") && error.contains("db move"), "{error}");
    let refused = party.log.take_in(|_| Err(StoreError::Unfit("it has a fault".into())));
    assert_eq!(refused, Err(StoreError::Unfit("it has a fault".into())));
    drop(party.folder.open());

    assert_eq!(take_in(&party), Ok(Moved::Now));
    assert_eq!(take_in(&party), Ok(Moved::Before));
    let moved = hash(&party.folder.db());
    assert_eq!(Store::open(&party.folder.db()).unwrap_err(), StoreError::Moved { whole: true });
    assert!(hash(&party.folder.db()) == moved, "the file was changed");
    let elsewhere = with_file(&url);
    let error = take_in(&elsewhere).unwrap_err().to_string();
    assert!(error.contains("has games already"), "{error}");
    drop(elsewhere.folder.open());

    let active = party.begin();
    assert_eq!(party.tables(), before);
    put(&active.store, with_game(&running(2))).unwrap();
    let pulled = party.folder.path("pulled.db");
    let error = party.log.pull(&pulled).unwrap_err().to_string();
    assert!(error.contains("a martian-cake is active on this log"), "{error}");
    assert!(!pulled.exists());
    close(active);

    // By another machine, which has no copy yet.
    let mut other = Party::new(&url);
    assert_eq!(other.log.pull(&pulled).unwrap().unmarked, None);
    assert_eq!(of_file(&pulled), party.tables());
    assert_eq!(of_file(&pulled), rebuilt(&mut server.client(&url)));
    assert_eq!(check(&pulled, |_, _| Ok(())).unwrap().faults, [""; 0]);
    for left in [&mut party, &mut other] {
        left.follow();
        let error = left.followed().unwrap_err().to_string();
        assert!(error.contains("this log was left by `db pull`"), "{error}");
    }

    // It goes on as a file, and onto the log that was left.
    let mut again = Party::new(&url);
    fs::copy(&pulled, again.folder.db()).unwrap();
    put(&again.folder.open(), with_game(&running(3))).unwrap();
    let before = of_file(&again.folder.db());
    assert_eq!(take_in(&again), Ok(Moved::Now));
    let active = again.begin();
    assert_eq!(again.tables(), before);
    put(&active.store, with_game(&running(4))).unwrap();
    assert_eq!(rebuilt(&mut server.client(&url)), again.tables());
    close(active);
    let error = take_in(&party).unwrap_err().to_string();
    assert!(error.contains("were moved to another log"), "{error}");
    party.follow();
    let error = party.followed().unwrap_err().to_string();
    assert!(error.contains("is the copy of another log"), "{error}");
}

#[test]
fn a_move_that_was_cut_short_goes_on() {
    let Some(server) = Server::shared() else { return };
    // Before anything was sent, and behind the last of it.
    for is_sent in [false, true] {
        let url = server.database();
        let mut party = with_file(&url);
        let before = of_file(&party.folder.db());
        assert_eq!(take_in(&party), Ok(Moved::Now));
        mark(&party.folder.db(), MOVING);
        if !is_sent {
            party.turn_to(&server.database());
        }
        let error = Store::open(&party.folder.db()).unwrap_err();
        assert_eq!(error, StoreError::Moved { whole: false });
        assert_eq!(take_in(&party), Ok(Moved::Now));
        let kind = "SELECT application_id FROM pragma_application_id";
        let conn = Connection::open(party.folder.db()).unwrap();
        assert_eq!(conn.query_row(kind, [], |row| row.get::<_, i32>(0)), Ok(MOVED));
        drop(conn);
        close(party.begin());
        assert_eq!(party.tables(), before);
    }
}

#[test]
fn the_way_back_needs_no_server() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut party = Party::new(&url);
    let active = party.begin();
    put(&active.store, with_game(&running(1))).unwrap();
    let before = party.tables();
    close(active);
    party.turn_to(&url.replace(&server.host(), "127.0.0.1:1"));
    let pulled = party.folder.path("pulled.db");
    assert_ne!(party.log.pull(&pulled).unwrap().unmarked, None);
    assert_eq!(of_file(&pulled), before);
    let error = party.log.pull(&pulled).unwrap_err().to_string();
    assert!(error.contains("is there already"), "{error}");
    let folder = Folder::new();
    fs::copy(&pulled, folder.db()).unwrap();
    put(&folder.open(), with_game(&running(2))).unwrap();
    // Without a copy there is nothing to make it of.
    let none = Party::at(LogAddress::new("postgres://a@127.0.0.1:1/b", None, false).unwrap(), 0);
    none.log.pull(&none.folder.path("none.db")).unwrap_err();
    assert_eq!(none.folder.names(), [""; 0]);
}

#[test]
fn a_pull_takes_what_a_killed_process_has_left_in_the_log() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut client = server.client(&url);
    let mut party = Party::new(&url);
    let active = party.begin();
    put(&active.store, with_game(&running(1))).unwrap();
    put(&active.store, with_game(&running(2))).unwrap();
    close(active);
    // The sign of life that came last knew nothing of the last row.
    client.batch_execute("UPDATE martian_cake.log SET through = through - 1").unwrap();
    let pulled = party.folder.path("pulled.db");
    wait_until("nobody has the lock", || party.log.pull(&pulled).is_ok());
    assert_eq!(of_file(&pulled), rebuilt(&mut client));
}
