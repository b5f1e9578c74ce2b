//! Answers that do not come: what was asked for is done once, in its order, and confirmed when it counts.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
        mpsc::TryRecvError,
    },
    thread::{self, JoinHandle},
};

use table::GameNo;

use super::{
    super::sample::{put, running, with_game},
    party::{Asleep, Party, begin_games, close, games, rebuilt, rows, terminate_holder},
    postgres::{Server, wait_until},
};
use crate::{Active, Store, StoreError};

/// Games that are begun on a thread, one after the other.
struct Games {
    begun: Arc<AtomicU32>,
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Games {
    fn begin(store: &Store) -> Self {
        let (begun, is_over) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
        let (store, count, end) = (store.clone(), Arc::clone(&begun), Arc::clone(&is_over));
        let goes_on = move || !end.load(Relaxed);
        let thread = thread::spawn(move || begin_games(&store, 1, &count, goes_on));
        Self { begun, is_over, thread }
    }

    /// Waits until so many more are confirmed.
    fn more(&self, n: u32) {
        let before = self.begun.load(Relaxed);
        wait_until("games are begun", || {
            assert!(!self.thread.is_finished(), "a game was not confirmed");
            self.begun.load(Relaxed) >= before + n
        });
    }

    /// Ends it, and looks whether the log and the copy have each of them once and in order.
    fn end(self, server: &Server, url: &str, party: &Party, active: Active) {
        self.is_over.store(true, Relaxed);
        self.thread.join().unwrap();
        let n = self.begun.load(Relaxed);
        let mut client = server.client(url);
        assert_eq!(games(&mut client), (1..=n).collect::<Vec<_>>());
        assert_eq!(rebuilt(&mut client), party.tables());
        close(active);
    }
}

#[test]
fn nothing_is_lost_or_doubled_where_the_session_is_ended_again_and_again() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut party = Party::new(&url);
    let active = party.begin();
    let games = Games::begin(&active.store);
    let mut client = server.client(&url);
    for round in 0..20 {
        games.more(round % 4);
        wait_until("there is a session to end", || terminate_holder(&mut client));
    }
    games.more(1);
    games.end(server, &url, &party, active);
}

#[test]
fn nothing_is_lost_or_doubled_where_the_server_crashes() {
    let Some(mut server) = Server::start(&[]) else { return };
    let url = server.database();
    let mut party = Party::new(&url);
    let active = party.begin();
    let games = Games::begin(&active.store);
    for _ in 0..3 {
        games.more(5);
        server.crash();
        server.restart();
    }
    games.more(5);
    games.end(&server, &url, &party, active);
}

#[test]
fn a_row_that_was_not_written_is_sent_again() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut party = Party::new(&url);
    let active = party.begin();
    let told = Asleep::before(&active.store, with_game(&running(1)));
    let mut client = server.client(&url);
    let mut locked = client.transaction().unwrap();
    locked.batch_execute("LOCK TABLE martian_cake.entry IN SHARE MODE").unwrap();
    let told = told.wake();
    let mut watching = server.client(&url);
    let waits = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() \
                 AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO martian_cake.entry%'";
    let mut ended = Vec::<i32>::new();
    for _ in 0..2 {
        let mut pid = None;
        wait_until("another session appends", || {
            // One that is ended may be seen for a while.
            let mut found = watching.query(waits, &[]).unwrap().into_iter().map(|row| row.get(0));
            pid = found.find(|pid| !ended.contains(pid));
            pid.is_some()
        });
        watching.execute("SELECT pg_terminate_backend($1)", &[&pid.unwrap()]).unwrap();
        ended.extend(pid);
    }
    assert_eq!(told.try_recv(), Err(TryRecvError::Empty));
    locked.rollback().unwrap();
    assert_eq!(told.recv().unwrap(), Ok(()));
    put(&active.store, with_game(&running(2))).unwrap();
    assert_eq!(games(&mut watching), [1, 2]);
    assert_eq!(rebuilt(&mut watching), party.tables());
    close(active);
}

/// A process whose log loses its last rows, be it with its connection, stops.
fn loses_rows(server: &Server, with_connection: bool) {
    let url = server.database();
    let mut client = server.client(&url);
    let mut party = Party::new(&url);
    let active = party.begin();
    for no in 1..4 {
        put(&active.store, with_game(&running(no))).unwrap();
    }
    let last = rows(&mut client).pop().unwrap().0;
    client.execute("DELETE FROM martian_cake.entry WHERE n >= $1", &[&(last - 1)]).unwrap();
    if with_connection {
        terminate_holder(&mut client);
    }
    let refused = put(&active.store, with_game(&running(4)));
    assert!(matches!(refused, Err(StoreError::Unknown | StoreError::Stopped)), "{refused:?}");
    assert_eq!(games(&mut client), [1], "nothing stands behind the hole");
    assert!(active.store.stopped().unwrap().is_handed_over());
    let reader = active.store.reader().unwrap();
    assert!(reader.game_row(GameNo(3)).unwrap().is_some(), "the copy has what the log has lost");
}

#[test]
fn a_server_that_was_put_back_to_an_older_state_is_not_written_to() {
    let Some(server) = Server::shared() else { return };
    loses_rows(server, true);
    loses_rows(server, false);
}
