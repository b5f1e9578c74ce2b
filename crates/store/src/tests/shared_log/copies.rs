//! What a copy may be that a process finds at its start: whatever holds nothing of its own is made anew, all else stays.

use std::fs;

use rusqlite::Connection;

use super::{
    super::sample::{hash, put, running, with_game},
    party::{Party, close, rebuilt},
    postgres::Server,
};

/// What is done to a copy, and what is said of it.
type Change = (&'static str, fn(&Party), &'static str);

fn sql(party: &Party, sql: &str) {
    Connection::open(party.copy()).unwrap().execute_batch(sql).unwrap();
}

/// Two processes on a log with two games; the second has followed to its end.
fn two(server: &Server) -> (String, Party, Party) {
    let url = server.database();
    let [mut first, mut second] = [0; 2].map(|_| Party::new(&url));
    let active = first.begin();
    put(&active.store, with_game(&running(1))).unwrap();
    second.follow();
    second.catches_up_with(&first);
    second.end();
    put(&active.store, with_game(&running(2))).unwrap();
    close(active);
    (url, first, second)
}

#[test]
fn a_copy_without_anything_of_its_own_is_made_anew() {
    let Some(server) = Server::shared() else { return };
    let (url, first, mut second) = two(server);
    let changes: [Change; 4] = [
        (
            "garbage",
            |party| {
                let mut bytes = fs::read(party.copy()).unwrap();
                bytes[5_000..].fill(0x5A);
                fs::write(party.copy(), bytes).unwrap();
            },
            "the copy of the log is made anew",
        ),
        (
            "no database",
            |party| fs::write(party.copy(), "what is this?").unwrap(),
            "it is not an SQLite database",
        ),
        ("no position", |party| sql(party, "DROP TABLE log_position"), "it has no position"),
        ("newer", |party| sql(party, "PRAGMA user_version = 9999"), "by a newer martian-cake"),
    ];
    for (name, change, words) in changes {
        change(&second);
        let before = second.said().len();
        close(second.begin());
        let said = second.said().split_off(before);
        assert!(said.iter().any(|line| line.contains(words)), "{name}: {said:#?}");
        assert_eq!(second.tables(), first.tables(), "{name}");
    }
    assert_eq!(rebuilt(&mut server.client(&url)), first.tables());
    // One that is sound goes on from where it is.
    let before = second.said().len();
    close(second.begin());
    assert!(!second.said()[before..].iter().any(|line| line.contains("anew")));
}

#[test]
fn a_copy_with_what_the_log_lacks_is_refused_and_stays_as_it_is() {
    let Some(server) = Server::shared() else { return };
    let changes: [Change; 3] = [
        (
            "of another log",
            |party| sql(party, "UPDATE log_position SET id = id + 1"),
            "is the copy of another log",
        ),
        (
            "ahead",
            |party| sql(party, "UPDATE log_position SET n = n + 100"),
            "has more than the log",
        ),
        (
            "another row",
            |party| sql(party, "UPDATE log_position SET writer = writer + 1"),
            "is not what the log has at its position",
        ),
    ];
    let (_, _, mut second) = two(server);
    for (name, change, words) in changes {
        let copy = fs::read(second.copy()).unwrap();
        change(&second);
        // It was another version's.
        sql(&second, "UPDATE written_by SET version = '0.0.1'");
        let (files, before) = (second.folder.names(), hash(&second.copy()));
        for _ in 0..2 {
            second.follow();
            let error = second.followed().unwrap_err().to_string();
            assert!(error.contains(words), "{name}: {error}");
            assert_eq!(second.folder.names(), files, "{name}");
            assert!(hash(&second.copy()) == before, "{name}: the file was changed");
        }
        fs::write(second.copy(), copy).unwrap();
    }
    close(second.begin());
}

#[test]
fn nothing_is_pulled_where_rows_behind_the_copy_are_missing() {
    let Some(server) = Server::shared() else { return };
    let (url, first, second) = two(server);
    let hole =
        "UPDATE martian_cake.entry SET n = n + 1 WHERE n = (SELECT max(n) FROM martian_cake.entry)";
    server.client(&url).batch_execute(hole).unwrap();
    let before = second.tables();
    let pulled = second.folder.path("pulled.db");
    let error = second.log.pull(&pulled).unwrap_err().to_string();
    assert!(error.contains("are cut from the log"), "{error}");
    assert!(!pulled.exists());
    assert_eq!(second.tables(), before);
    assert_ne!(first.tables(), before);
}
