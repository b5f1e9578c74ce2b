//! Whoever is forgotten stands in no table, no row, no snapshot and no byte of any copy.

use std::fs;

use super::{
    super::{
        forget::{forget, traces, traces_in},
        sample::{person, put, running, with_game},
    },
    lines,
    party::{Party, close, rebuilt, rows, snapshots},
    postgres::{Server, wait_until},
};
use crate::Batch;

#[test]
fn nothing_is_left_in_the_log_or_in_any_copy() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut client = server.client(&url);
    let [mut first, mut second, mut third] = [0; 3].map(|_| Party::new(&url));
    let active = first.begin();
    let people = vec![person("Ann"), person("Ben")];
    put(&active.store, Batch { people, at: 10, ..Batch::default() }).unwrap();
    put(&active.store, with_game(&running(1))).unwrap();
    for party in [&mut second, &mut third] {
        party.follow();
        party.catches_up_with(&first);
        assert_ne!(traces(&party.folder), [""; 0]);
    }
    third.end();
    // However long that is ago, it has its copy.
    let ago = "UPDATE martian_cake.process SET seen = seen - interval '2 years' WHERE name = $1";
    client.execute(ago, &[&third.log.name()]).unwrap();

    let n = rows(&mut client).pop().unwrap().0;
    forget(&active.store, 20);
    put(&active.store, Batch { people: vec![person("Cyd")], at: 30, ..Batch::default() }).unwrap();
    wait_until("all rows from before are gone", || {
        rows(&mut client).first().is_none_or(|row| row.0 > n)
    });
    second.catches_up_with(&first);
    assert_eq!(rebuilt(&mut client), first.tables());
    let snapshots = snapshots(&mut client);
    assert_eq!(snapshots.len(), 1);
    assert!(snapshots[0].0 > n, "the forgetting is in it");
    assert_eq!(traces_in(&snapshots[0].1), [""; 0]);
    for party in [&first, &second] {
        assert_eq!(traces(&party.folder), [""; 0]);
        assert!(party.folder.names().contains(&"games.db.forgotten".to_owned()));
    }

    let mut known = None;
    wait_until("it is known who may know them", || {
        known = active.store.take_known_elsewhere();
        known.is_some()
    });
    assert_eq!(known, Some(vec![third.log.name()]));
    // So may the file from which the log began.
    let aside = || active.store.set_aside_before_forgetting(30).unwrap();
    assert_eq!(aside(), [""; 0]);
    fs::write(first.folder.db(), "").unwrap();
    assert_eq!(aside(), ["games.db"]);

    // It was off meanwhile.
    third.follow();
    third.catches_up_with(&first);
    third.says("the rows behind it are cut from the log");
    assert_eq!(traces(&third.folder), [""; 0]);
    close(active);
}

#[test]
fn an_old_transaction_keeps_nothing_of_whoever_was_forgotten() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let (mut client, mut old) = (server.client(&url), server.client(&url));
    let mut party = Party::new(&url);
    let active = party.begin();
    put(&active.store, Batch { people: vec![person("Ann")], at: 10, ..Batch::default() }).unwrap();
    let file = "SELECT pg_relation_filepath('martian_cake.entry')";
    let before: String = client.query_one(file, &[]).unwrap().get(0);
    old.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1").unwrap();
    forget(&active.store, 20);
    let done = "SELECT rewritten = forgotten AND forgotten > 0 FROM martian_cake.log";
    wait_until("it is written anew", || client.query_one(done, &[]).unwrap().get(0));
    let after: String = client.query_one(file, &[]).unwrap().get(0);
    assert_ne!(before, after, "in a file of its own");
    let seen = "SELECT count(*) FROM martian_cake.entry WHERE forgets";
    assert_eq!(old.query_one(seen, &[]).unwrap().get::<_, i64>(0), 0, "and nobody sees it");
    close(active);
}

#[test]
fn a_keeper_that_was_overtaken_brings_nobody_back() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut client = server.client(&url);
    let mut party = Party::new(&url);
    let active = party.begin();
    put(&active.store, Batch { people: vec![person("Ann")], at: 10, ..Batch::default() }).unwrap();
    let before = snapshots(&mut client);
    client.batch_execute("UPDATE martian_cake.log SET active = 'another'").unwrap();
    forget(&active.store, 20);
    wait_until("it is refused", || {
        let said = lines::of(Some("snapshots"));
        said.iter().any(|line| line.contains("another process is the active one"))
    });
    assert_eq!(snapshots(&mut client), before);
    assert!(!rows(&mut client).is_empty());
    close(active);
}
