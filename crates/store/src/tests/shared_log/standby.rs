//! Commits that wait for a standby, and waits that are cut short: what is seen may be lost by a promotion.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{TryRecvError, channel},
    },
    thread,
    time::Duration,
};

use ::postgres::Client;
use table::GameNo;

use super::{
    super::sample::{put, running, with_game},
    moving::{mark, mark_of, take_in, with_file},
    party::{Asleep, Party, close, games, rebuilt},
    postgres::{STANDBY, Server, wait_until},
};
use crate::{
    Ending, LogAddress, Moved,
    open::{MOVED, MOVING},
};

/// The way a row goes to the log, a sign of life, and a commit that is none of the program's.
const APPEND: &str = "INSERT INTO martian_cake.entry";
const BEAT: &str = "UPDATE martian_cake.log";
const PROBE: &str = "INSERT INTO probe";

/// The sessions that wait for a standby with a statement that begins so.
fn waiting(client: &mut Client, statement: &str) -> Vec<i32> {
    let asked = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() \
                 AND wait_event = 'SyncRep' AND starts_with(query, $1)";
    let found = client.query(asked, &[&statement]).unwrap();
    found.into_iter().map(|row| row.get(0)).collect()
}

/// Waits until a session waits with such a statement, and ends or cancels it.
fn cut_short(client: &mut Client, by: &str, statement: &str) {
    let mut pid = None;
    wait_until(statement, || {
        pid = waiting(client, statement).pop();
        pid.is_some()
    });
    client.query_one(&format!("SELECT {by}($1)"), &[&pid.unwrap()]).unwrap();
}

/// A server whose commits wait until this goes, and with a test that has failed whatever waits for them.
struct Waits(Client, Ending);

impl Waits {
    /// Has commits wait for a standby that is not there. Returns once they do.
    fn begin(server: &Server, url: &str, party: &Party) -> Self {
        let mut probing = server.client(url);
        probing.batch_execute("CREATE TABLE IF NOT EXISTS probe (n int)").unwrap();
        let mut waits = Self(server.admin(), party.log.ending.clone());
        set_standby(&mut waits.0, "absent").unwrap();
        // Each process of the server learns of its settings in its own time.
        let is_seen = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&is_seen);
        let probe = thread::spawn(move || {
            while !seen.load(Relaxed) {
                probing.batch_execute("INSERT INTO probe VALUES (1)").unwrap();
            }
        });
        let mut client = server.client(url);
        wait_until("commits wait", || !waiting(&mut client, PROBE).is_empty());
        is_seen.store(true, Relaxed);
        cut_short(&mut client, "pg_cancel_backend", PROBE);
        probe.join().unwrap();
        waits
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        // The server may be gone.
        drop(set_standby(&mut self.0, ""));
        if thread::panicking() {
            self.1.end();
        }
    }
}

fn set_standby(admin: &mut Client, name: &str) -> Result<(), ::postgres::Error> {
    admin.batch_execute(&format!("ALTER SYSTEM SET synchronous_standby_names = '{name}'"))?;
    admin.batch_execute("SELECT pg_reload_conf()")
}

#[test]
fn a_row_whose_wait_was_cut_short_is_seen_and_does_not_count_yet() {
    let Some(server) = Server::start(&[]) else { return };
    let url = server.database();
    let mut client = server.client(&url);
    // A session of ours is warned all the same.
    let (_, name) = url.rsplit_once('/').unwrap();
    let quiet = format!("ALTER DATABASE {name} SET client_min_messages = error");
    client.batch_execute(&quiet).unwrap();
    let mut party = Party::new(&url);
    let active = party.begin();
    for (no, by) in (1..).zip(["pg_terminate_backend", "pg_cancel_backend"]) {
        let asleep = Asleep::before(&active.store, with_game(&running(no)));
        let waits = Waits::begin(&server, &url, &party);
        let told = asleep.wake();
        cut_short(&mut client, by, APPEND);
        for by in ["pg_cancel_backend", "pg_terminate_backend"] {
            cut_short(&mut client, by, BEAT);
            assert_eq!(games(&mut client).pop(), Some(no), "it is seen");
            assert_eq!(told.try_recv(), Err(TryRecvError::Empty), "and not confirmed");
        }
        drop(waits);
        assert_eq!(told.recv().unwrap(), Ok(()));
    }
    put(&active.store, with_game(&running(3))).unwrap();
    assert_eq!(games(&mut client), [1, 2, 3]);
    assert_eq!(rebuilt(&mut client), party.tables());
    close(active);
}

#[test]
fn what_was_confirmed_survives_a_promotion_and_what_was_only_seen_does_not() {
    let Some(mut primary) = Server::start(&[]) else { return };
    let url = primary.database();
    let standby = primary.standby();
    let (_, name) = url.rsplit_once('/').unwrap();
    let either = url.replace(&primary.host(), &format!("{},{}", primary.host(), standby.host()));
    let mut party = Party::new(&either);
    let active = party.begin();
    put(&active.store, with_game(&running(1))).unwrap();
    let mut client = primary.client(&url);
    client.batch_execute("CREATE TABLE control (n int)").unwrap();
    let mut writing = primary.client(&url);
    let asleep = Asleep::before(&active.store, with_game(&running(2)));
    let _waits = Waits(primary.admin(), party.log.ending.clone());
    standby.cut_off();

    // The control: a row that counts as soon as it is found.
    let control = thread::spawn(move || writing.batch_execute("INSERT INTO control VALUES (1)"));
    cut_short(&mut client, "pg_terminate_backend", "INSERT INTO control");
    control.join().unwrap().unwrap_err();
    let found = |client: &mut Client| {
        client.query_one("SELECT count(*) FROM control", &[]).unwrap().get::<_, i64>(0)
    };
    assert_eq!(found(&mut client), 1);

    let told = asleep.wake();
    cut_short(&mut client, "pg_terminate_backend", APPEND);
    wait_until("it waits once more", || !waiting(&mut client, BEAT).is_empty());
    assert_eq!(games(&mut client), [1, 2], "it is seen");
    assert_eq!(told.try_recv(), Err(TryRecvError::Empty), "and not confirmed");
    primary.crash();
    standby.promote();
    let mut client = standby.client(&standby.url(name));
    assert_eq!(found(&mut client), 0, "the promotion has lost it");
    assert_eq!(told.recv().unwrap(), Ok(()));
    put(&active.store, with_game(&running(3))).unwrap();
    assert_eq!(games(&mut client), [1, 2, 3]);
    assert_eq!(rebuilt(&mut client), party.tables());
    let reader = active.store.reader().unwrap();
    assert!((1..=3).all(|no| reader.game_row(GameNo(no)).unwrap().is_some()));
    drop(reader);
    close(active);
}

#[test]
fn nothing_is_confirmed_once_the_standby_is_taken_from_the_server() {
    let Some(server) = Server::start(&[]) else { return };
    let url = server.database();
    let _standby = server.standby();
    let mut party = Party::at(LogAddress::new(&url, None, true).unwrap(), 0);
    let active = party.begin();
    put(&active.store, with_game(&running(1))).unwrap();
    let (mut admin, mut client) = (server.admin(), server.client(&url));
    set_standby(&mut admin, "").unwrap();
    let shown = "SELECT current_setting('synchronous_standby_names')";
    wait_until("it is taken", || {
        client.query_one(shown, &[]).unwrap().get::<_, &str>(0).is_empty()
    });
    // Each session learns of it in its own time: what is appended before that waits for the standby as ever.
    let (tell, told) = channel();
    let unconfirmed = (2..).find(|no| {
        let tell = tell.clone();
        active.store.commit(with_game(&running(*no)), move |result| drop(tell.send(result)));
        wait_until("it is in the log", || games(&mut client).contains(no));
        told.recv_timeout(Duration::from_secs(1)).is_err()
    });
    set_standby(&mut admin, STANDBY).unwrap();
    assert_eq!(told.recv().unwrap(), Ok(()), "game {unconfirmed:?}");
    close(active);
}

#[test]
fn a_file_is_not_marked_as_moved_to_a_log_that_the_standby_may_lack() {
    let Some(server) = Server::start(&[]) else { return };
    let url = server.database();
    let mut client = server.client(&url);
    let party = with_file(&url);
    assert_eq!(take_in(&party), Ok(Moved::Now));
    mark(&party.folder.db(), MOVING);
    let waits = Waits::begin(&server, &url, &party);
    thread::scope(|scope| {
        let again = scope.spawn(|| take_in(&party));
        cut_short(&mut client, "pg_cancel_backend", BEAT);
        let error = again.join().unwrap().unwrap_err().to_string();
        assert!(error.contains("has not waited for its standby"), "{error}");
    });
    assert_eq!(mark_of(&party.folder.db()), MOVING);
    drop(waits);
    assert_eq!(take_in(&party), Ok(Moved::Now));
    assert_eq!(mark_of(&party.folder.db()), MOVED);
}
