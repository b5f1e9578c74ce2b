//! A disk that is full: whoever is told that it worked can rely on it, everyone else is told
//! that it did not, and work goes on once there is room.

use std::sync::mpsc;

use table::GameNo;

use super::sample::{Folder, put, reply, running, with_game};
use crate::{Batch, Store, StoreError, check, writer::Pace};

/// Runs SQL on the writer's own connection.
fn on_writer(store: &Store, sql: &'static str) {
    let (tell, told) = mpsc::channel();
    let apply = move |conn: &rusqlite::Connection| Ok(conn.query_row(sql, [], |_| Ok(()))?);
    store.inner.writer.submit(Pace::Usual, None, apply, move |result| tell.send(result).unwrap());
    told.recv().unwrap().unwrap();
}

fn batch(no: u32) -> Batch {
    let outbox = vec![reply(u64::from(no), &"long ".repeat(400), Some(no))];
    Batch { outbox, ..with_game(&running(no)) }
}

#[test]
fn a_full_database_fails_whole_batches_and_recovers() {
    let folder = Folder::new();
    let store = folder.open();
    put(&store, batch(1)).unwrap();
    on_writer(&store, "PRAGMA max_page_count = 60");
    let (tell, told) = mpsc::channel();
    for no in 2..=200 {
        let tell = tell.clone();
        store.commit(batch(no), move |result| tell.send((no, result)).unwrap());
    }
    drop(tell);
    let told: Vec<(u32, Result<(), StoreError>)> = told.iter().collect();
    let reader = store.reader().unwrap();
    for (no, result) in &told {
        let kept = reader.game_row(GameNo(*no)).unwrap().is_some();
        assert_eq!(kept, result.is_ok(), "game {no}: {result:?}");
    }
    let error = told.iter().find_map(|(_, result)| result.as_ref().err()).unwrap();
    assert_eq!(error, &StoreError::NoRoom("database or disk is full".into()));

    on_writer(&store, "PRAGMA max_page_count = 1000000");
    put(&store, batch(201)).unwrap();
    assert_eq!(check(&folder.db(), |_, _| Ok(())).unwrap().faults, [""; 0]);
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_grow_fails_commits_and_lets_later_ones_through() {
    use super::child;
    let folder = Folder::new();
    drop(folder.open());
    let size = folder.db().metadata().unwrap().len();
    // Room for the database, but not for a write-ahead log of many commits.
    let kilobytes = u32::try_from(size / 1024).unwrap() + 200;
    let status = child::run_confined("fill", &folder.db(), kilobytes);
    assert_eq!(status.code(), Some(child::SURVIVED));
    let kept = std::fs::read_to_string(folder.db().with_extension("kept")).unwrap();
    let kept: Vec<u32> = kept.split(' ').map(|no| no.parse().unwrap()).collect();
    let reader = folder.open().reader().unwrap();
    for no in 1..=kept.last().unwrap() + 1 {
        let found = reader.game_row(GameNo(no)).unwrap().is_some();
        assert_eq!(found, kept.contains(&no), "game {no}");
    }
    assert_eq!(check(&folder.db(), |_, _| Ok(())).unwrap().faults, [""; 0]);
}
