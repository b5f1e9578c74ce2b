//! Events in the store: what may be there once only.

use table::{EditionNo, GameNo, PlaceId, Platform};

use super::sample::{Folder, person, put, running, with_game};
use crate::{Batch, EditionLogRow, EditionRow, EditionState, EditionWrite, StoreError};

fn row(no: u32, ordinal: u32) -> EditionRow {
    EditionRow {
        no: EditionNo(no),
        event: EditionNo(1),
        ordinal,
        place: PlaceId::channel(Platform::Local, "channel"),
        server: None,
        name: "Friday".to_owned(),
        state: EditionState::Open,
    }
}

fn line(n: u32) -> EditionLogRow {
    EditionLogRow { n, at: 5, by: Some(person("Ann").id), text: format!("line {n}") }
}

fn write(no: u32, lines: &[u32]) -> EditionWrite {
    EditionWrite {
        row: row(no, no),
        log: lines.iter().copied().map(line).collect(),
        games: Vec::new(),
        unpaired: Vec::new(),
        joined: Vec::new(),
        gone: Vec::new(),
        posts: Vec::new(),
    }
}

fn batch(write: EditionWrite) -> Batch {
    Batch { people: vec![person("Ann")], editions: vec![write], at: 5, ..Batch::default() }
}

#[test]
fn an_edition_is_read_as_it_was_written() {
    let folder = Folder::new();
    let store = folder.open();
    let ann = person("Ann").id;
    put(&store, batch(EditionWrite { joined: vec![ann.clone()], ..write(1, &[1, 2]) })).unwrap();
    let reader = store.reader().unwrap();
    let (read, log) = reader.edition(EditionNo(1)).unwrap().unwrap();
    assert_eq!((read, log), (row(1, 1), vec![line(1), line(2)]));
    assert_eq!(reader.editions_with(&ann).unwrap(), [EditionNo(1)]);
    assert_eq!(reader.editions_of(Platform::Local, None, 5).unwrap(), [row(1, 1)]);
    assert_eq!(reader.nth_edition(EditionNo(1), 1).unwrap(), Some(EditionNo(1)));
    assert_eq!(reader.last_edition().unwrap(), 1);

    let over = EditionRow { state: EditionState::Over, ..row(1, 1) };
    let gone = EditionWrite { row: over.clone(), gone: vec![ann.clone()], ..write(1, &[3]) };
    put(&store, batch(gone)).unwrap();
    assert_eq!(reader.edition(EditionNo(1)).unwrap().unwrap().0, over);
    assert!(reader.editions_with(&ann).unwrap().is_empty());
}

#[test]
fn nothing_of_an_edition_is_written_twice() {
    let folder = Folder::new();
    let store = folder.open();
    put(&store, batch(write(1, &[1]))).unwrap();
    // Another one of the same event with the same number there.
    let twin = EditionWrite { row: row(2, 1), ..write(2, &[1]) };
    assert!(put(&store, batch(twin)).is_err());
    // A log that goes on from an outdated view.
    assert_eq!(put(&store, batch(write(1, &[1]))), Err(StoreError::Conflict));
    assert_eq!(put(&store, batch(write(1, &[3]))), Err(StoreError::Conflict));
    // A post, a pair, and a game for two pairs.
    let post = || EditionWrite { posts: vec!["1:podium".to_owned()], ..write(1, &[]) };
    put(&store, batch(post())).unwrap();
    assert_eq!(put(&store, batch(post())), Err(StoreError::Conflict));
    for no in [1, 2] {
        put(&store, with_game(&running(no))).unwrap();
    }
    let pair = |pair, game| EditionWrite { games: vec![(1, pair, GameNo(game))], ..write(1, &[]) };
    put(&store, batch(pair(1, 1))).unwrap();
    assert_eq!(put(&store, batch(pair(1, 2))), Err(StoreError::Conflict));
    assert_eq!(put(&store, batch(pair(2, 1))), Err(StoreError::Conflict));
    let reader = store.reader().unwrap();
    assert_eq!(reader.edition_games(EditionNo(1)).unwrap().len(), 1);
    // A round that is taken back is paired anew.
    put(&store, batch(EditionWrite { unpaired: vec![1], ..write(1, &[]) })).unwrap();
    put(&store, batch(pair(1, 2))).unwrap();
}
