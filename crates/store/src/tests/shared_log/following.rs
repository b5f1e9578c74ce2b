//! Who follows, and who takes over when.

use std::{
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::{Duration, Instant},
};

use ::postgres::error::SqlState;

use super::{
    super::sample::{put, running, with_game},
    party::{Asleep, Party, begin_games, close, games, rebuilt, rows, snapshots, terminate_holder},
    postgres::{Server, wait_until},
};
use crate::{Entry, StoreError};

/// How long a process is silent whose predecessor has not signed off.
const SILENCE: Duration = Duration::from_secs(2);

#[test]
fn copies_are_equal_and_the_next_process_takes_over_from_one_that_ends_or_is_killed() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut client = server.client(&url);
    let [mut first, mut second, mut third] = [0; 3].map(|_| Party::new(&url));
    let active = first.begin();
    begin_games(&active.store, 1, &AtomicU32::new(0), || false);
    second.follow();
    second.catches_up_with(&first);
    let begun = AtomicU32::new(0);
    begin_games(&active.store, 2, &begun, || begun.load(Relaxed) < 20);
    second.catches_up_with(&first);
    assert_eq!(rebuilt(&mut client), first.tables());
    assert_eq!(games(&mut client), (1..=20).collect::<Vec<_>>());

    // The first one ends as it should.
    assert!(second.follows(), "nobody takes over from one that is there");
    close(active);
    let active = second.active();
    assert!(active.speaks_from <= Instant::now(), "its predecessor has signed off");
    put(&active.store, with_game(&running(21))).unwrap();
    third.follow();
    third.catches_up_with(&second);

    // The second one is killed: it does nothing more, and its session ends.
    let asleep = Asleep::before(&active.store, with_game(&running(22)));
    let before = Instant::now();
    assert!(terminate_holder(&mut client));
    let next = third.active();
    assert!(next.speaks_from >= before + SILENCE, "its predecessor may still speak");
    put(&next.store, with_game(&running(22))).unwrap();
    assert_eq!(rebuilt(&mut client), third.tables());
    assert_eq!(games(&mut client), (1..=22).collect::<Vec<_>>());
    let takeovers = rows(&mut client).into_iter().flat_map(|row| row.1);
    let takeovers = takeovers.filter(|entry| matches!(entry, Entry::Takeover { .. }));
    assert_eq!(takeovers.count(), 3);
    asleep.wake().recv().unwrap().unwrap_err();
}

#[test]
fn a_process_that_stands_still_loses_the_log_and_its_late_row_is_refused() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut client = server.client(&url);
    let [mut first, mut second] = [0; 2].map(|_| Party::new(&url));
    let active = first.begin();
    put(&active.store, with_game(&running(1))).unwrap();
    let asleep = Asleep::before(&active.store, with_game(&running(2)));
    // The server ends a session that says nothing.
    let next = second.begin();
    let (n, entries) = rows(&mut client).pop().unwrap();
    assert!(matches!(entries[..], [Entry::Takeover { .. }]));

    assert_eq!(asleep.wake().recv().unwrap(), Err(StoreError::Unknown));
    let stop = active.store.stopped().unwrap();
    assert!(stop.is_handed_over() && stop.to_string().contains("has taken over"), "{stop}");
    assert_eq!(put(&active.store, with_game(&running(3))), Err(StoreError::Stopped));
    put(&next.store, with_game(&running(4))).unwrap();
    assert_eq!(games(&mut client), [1, 4]);

    // The control. The row of one that was overtaken, at its position and at the end of the log.
    let late = |at: &str| {
        format!(
            "INSERT INTO martian_cake.entry SELECT {at}, 7, 1, false, body FROM martian_cake.entry WHERE n = 2"
        )
    };
    let refused = client.batch_execute(&late(&n.to_string())).unwrap_err();
    assert_eq!(refused.code(), Some(&SqlState::UNIQUE_VIOLATION));
    let without = late("(SELECT max(n) + 1 FROM martian_cake.entry)");
    client.batch_execute(&without).unwrap();
    assert_eq!(
        games(&mut client),
        [1, 4, 1],
        "without its position it stands behind its successor"
    );
    // Whoever writes behind it ends.
    assert_eq!(put(&next.store, with_game(&running(5))), Err(StoreError::Unknown));
    assert!(next.store.stopped().unwrap().is_handed_over());
}

#[test]
fn a_process_that_was_overtaken_ends_although_its_successor_writes_nothing() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let [mut first, mut second] = [0; 2].map(|_| Party::new(&url));
    let active = first.begin();
    let asleep = Asleep::before(&active.store, with_game(&running(1)));
    assert!(terminate_holder(&mut server.client(&url)));
    let next = second.begin();
    let told = asleep.wake();
    let stopped = || active.store.stopped().is_some();
    wait_until("it knows that it was overtaken", stopped);
    assert_eq!(told.recv().unwrap(), Err(StoreError::Unknown));
    assert!(active.store.stopped().unwrap().is_handed_over());
    close(next);
}

#[test]
fn rows_are_followed_up_to_where_the_standby_is_known_to_have_them() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut client = server.client(&url);
    let [mut first, mut second] = [0; 2].map(|_| Party::new(&url));
    let active = first.begin();
    put(&active.store, with_game(&running(1))).unwrap();
    second.follow();
    second.catches_up_with(&first);
    // A row that is seen, and of which nobody has said that it counts.
    let seen = "INSERT INTO martian_cake.entry SELECT max(n) + 1, 7, 1, false, \
                (SELECT body FROM martian_cake.entry WHERE n = 1) FROM martian_cake.entry";
    client.batch_execute(seen).unwrap();
    let before = second.tables();
    wait_until("the second one has seen it", || second.log.lag.rows() == 1);
    assert_eq!(second.tables(), before);
    client.batch_execute("UPDATE martian_cake.log SET through = through + 1").unwrap();
    wait_until("the second one has applied it", || second.log.lag.rows() == 0);
    // It was the takeover of the first one, once more.
    assert_eq!(second.tables(), before);
    drop(active);
}

#[test]
fn of_many_that_begin_at_once_one_is_active() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut parties = [0; 4].map(|_| Party::new(&url));
    parties.iter_mut().for_each(Party::follow);
    for no in 1..=4 {
        wait_until("one is active", || parties.iter().any(Party::has_followed));
        assert_eq!(parties.iter().filter(|one| one.has_followed()).count(), 1);
        let active = parties.iter_mut().find(|one| one.has_followed()).unwrap().active();
        put(&active.store, with_game(&running(no))).unwrap();
        close(active);
    }
    assert_eq!(games(&mut server.client(&url)), [1, 2, 3, 4]);
}

#[test]
fn a_snapshot_is_made_each_day_and_the_log_cut_behind_the_last_but_one() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut client = server.client(&url);
    let mut party = Party::new(&url);
    let mut kept: Vec<i64> = Vec::new();
    for day in 1..4 {
        // A keeper looks when it begins.
        let active = party.begin();
        put(&active.store, with_game(&running(day))).unwrap();
        let before = kept.pop();
        wait_until("its snapshot is there", || {
            kept = snapshots(&mut client).into_iter().map(|(n, _)| n).collect();
            kept.last().copied() > before
        });
        assert_eq!(rebuilt(&mut client), party.tables());
        // Where nothing was written, none is due.
        put(&active.store, with_game(&running(10 + day))).unwrap();
        close(active);
        let older = "UPDATE martian_cake.snapshot SET made = made - interval '25 hours'";
        client.execute(older, &[]).unwrap();
    }
    assert!(kept.len() == 2 && kept[0] > 0, "that of the beginning is gone: {kept:?}");
    assert_eq!(rows(&mut client)[0].0, kept[0] + 1);
}
