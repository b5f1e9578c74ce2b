//! From a file to a log, and back.

use std::{fs, path::Path};

use rusqlite::Connection;

use super::{
    super::sample::{Folder, hash, put, running, tables, with_game},
    party::{Party, close, rebuilt},
    postgres::{PASSWORD, Server, wait_until},
};
use crate::{
    LogAddress, Moved, Store, StoreError, check,
    open::{MOVED, MOVING},
};

/// A process with a file of one game, which has no log yet.
pub(super) fn with_file(url: &str) -> Party {
    let party = Party::new(url);
    put(&party.folder.open(), with_game(&running(1))).unwrap();
    party
}

fn of_file(path: &Path) -> String {
    tables(&Connection::open(path).unwrap())
}

pub(super) fn mark(path: &Path, as_what: i32) {
    Connection::open(path).unwrap().pragma_update(None, "application_id", as_what).unwrap();
}

pub(super) fn mark_of(path: &Path) -> i32 {
    let kind = "SELECT application_id FROM pragma_application_id";
    Connection::open(path).unwrap().query_row(kind, [], |row| row.get(0)).unwrap()
}

pub(super) fn take_in(party: &Party) -> Result<Moved, StoreError> {
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
    assert!(error.contains("`DROP SCHEMA martian_cake CASCADE`"), "{error}");
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
    // They may have their copies of the log of before.
    let noted = "SELECT n FROM martian_cake.process WHERE name = $1";
    let noted = server.client(&url).query_one(noted, &[&party.log.name()]).unwrap();
    assert_eq!(noted.get::<_, i64>(0), 0);
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
    // Before anything was sent, behind the last of it, and where the server has lost all of it.
    for (as_what, is_sent) in [(MOVING, false), (MOVING, true), (MOVED, false)] {
        let url = server.database();
        let mut party = with_file(&url);
        let before = of_file(&party.folder.db());
        assert_eq!(take_in(&party), Ok(Moved::Now));
        mark(&party.folder.db(), as_what);
        if !is_sent {
            party.turn_to(&server.database());
        }
        let error = Store::open(&party.folder.db()).unwrap_err();
        assert_eq!(error, StoreError::Moved { whole: as_what == MOVED });
        assert_eq!(take_in(&party), Ok(Moved::Now));
        assert_eq!(mark_of(&party.folder.db()), MOVED);
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

#[test]
fn a_server_without_the_log_of_a_copy_begins_no_other_and_the_copy_is_pulled() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut party = with_file(&url);
    assert_eq!(take_in(&party), Ok(Moved::Now));
    let active = party.begin();
    put(&active.store, with_game(&running(2))).unwrap();
    let before = party.tables();
    close(active);

    party.turn_to(&url.replace(PASSWORD, "wrong"));
    party.log.pull(&party.folder.path("none.db")).unwrap_err();
    party.turn_to(&server.url("not_there"));
    let pulled = party.folder.path("first.db");
    let unmarked = party.log.pull(&pulled).unwrap().unmarked.unwrap();
    assert!(unmarked.contains("does not exist"), "{unmarked}");
    assert_eq!(of_file(&pulled), before);

    let empty = server.database();
    party.turn_to(&empty);
    // The file of before lacks what the copy has.
    let refused = take_in(&party).unwrap_err().to_string();
    party.follow();
    for error in [refused, party.followed().unwrap_err().to_string()] {
        assert!(error.contains("is empty") && error.contains("db pull FILE"), "{error}");
    }
    let pulled = party.folder.path("second.db");
    let unmarked = party.log.pull(&pulled).unwrap().unmarked.unwrap();
    assert!(unmarked.contains("has no games"), "{unmarked}");
    let mut other = Party::new(&empty);
    fs::copy(&pulled, other.folder.db()).unwrap();
    assert_eq!(take_in(&other), Ok(Moved::Now));
    close(other.begin());
    assert_eq!(other.tables(), before);
}

#[test]
fn a_log_counts_as_left_once_that_is_confirmed() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut client = server.client(&url);
    let mut party = Party::new(&url);
    close(party.begin());
    let leaves = "CREATE TRIGGER leaves BEFORE UPDATE ON martian_cake.log FOR EACH ROW WHEN (NEW.is_left) \
                  EXECUTE FUNCTION leaves()";
    let bodies = ["RETURN NULL", "RAISE WARNING 'it waits no more'; RETURN NEW"];
    for (n, body) in bodies.into_iter().enumerate() {
        let made = format!(
            "CREATE OR REPLACE FUNCTION leaves() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body}; END $$"
        );
        client.batch_execute(&made).unwrap();
        if n == 0 {
            client.batch_execute(leaves).unwrap();
        }
        let pulled = party.folder.path(&format!("{n}.db"));
        assert_ne!(party.log.pull(&pulled).unwrap().unmarked, None, "{body}");
    }
}
