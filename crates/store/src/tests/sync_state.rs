//! What an adapter keeps, how far places have come, and which are gone.

use table::{GameNo, MessageId, PlaceId, Platform};

use super::sample::{Folder, put, running};
use crate::{Batch, GameWrite, Kept, Store, StoreError, SyncWrite};

fn sync_state(store: &Store, sync_state: Vec<SyncWrite>) -> Result<(), StoreError> {
    put(store, Batch { sync_state, ..Batch::default() })
}

fn keep(platform: Platform, key: &str, value: Option<&str>) -> SyncWrite {
    SyncWrite::Keep(Kept { platform, key: key.to_owned(), value: value.map(str::to_owned) })
}

fn channel(key: &str) -> PlaceId {
    PlaceId::channel(Platform::Discord, key)
}

fn message(key: &str) -> MessageId {
    MessageId::new(Platform::Discord, key)
}

#[test]
fn a_kept_text_is_its_platforms_own_and_bounded() {
    let folder = Folder::new();
    let store = folder.open();
    let [ours, theirs] = [Platform::Discord, Platform::Local];
    sync_state(&store, vec![keep(ours, "a", Some("1")), keep(ours, "b", Some("2"))]).unwrap();
    sync_state(&store, vec![keep(ours, "a", Some("3")), keep(theirs, "a", Some("4"))]).unwrap();
    sync_state(&store, vec![keep(ours, "b", None)]).unwrap();
    let longest = "x".repeat(65_536);
    sync_state(&store, vec![keep(ours, "long", Some(&longest))]).unwrap();
    for (key, value) in [("long", format!("{longest}x")), ("", "1".into()), (&longest, "1".into())]
    {
        assert!(sync_state(&store, vec![keep(ours, key, Some(&value))]).is_err(), "{}", key.len());
    }
    let kept = store.reader().unwrap().kept(ours).unwrap();
    assert_eq!(kept, [("a".to_owned(), "3".to_owned()), ("long".to_owned(), longest)]);
    assert_eq!(store.reader().unwrap().kept(theirs).unwrap(), [("a".into(), "4".into())]);
}

#[test]
fn a_kept_value_is_not_shown() {
    let shown = format!(
        "{:?}",
        Batch { sync_state: vec![keep(Platform::Discord, "k", Some("hush"))], ..Batch::default() }
    );
    assert!(shown.contains('k') && !shown.contains("hush"), "{shown}");
}

#[test]
fn a_mark_never_goes_backwards() {
    let folder = Folder::new();
    let store = folder.open();
    for id in ["9", "100", "99", "20", "100"] {
        sync_state(&store, vec![SyncWrite::Mark(channel("1"), message(id))]).unwrap();
    }
    sync_state(&store, vec![SyncWrite::Mark(channel("2"), message("1"))]).unwrap();
    let reader = store.reader().unwrap();
    let marks = reader.place_marks(Platform::Discord).unwrap();
    assert_eq!(marks, [(channel("1"), message("100")), (channel("2"), message("1"))]);
    sync_state(&store, vec![SyncWrite::DropMark(channel("1"))]).unwrap();
    assert_eq!(reader.place_marks(Platform::Discord).unwrap().len(), 1);
    assert!(reader.place_marks(Platform::Local).unwrap().is_empty());
}

#[test]
fn what_was_answered_counts_as_handled_once_and_for_all() {
    let folder = Folder::new();
    let store = folder.open();
    for _ in 0..2 {
        sync_state(&store, vec![SyncWrite::Answered(message("5"))]).unwrap();
    }
    assert!(store.reader().unwrap().was_handled(&message("5")).unwrap());
    let again = put(&store, Batch { handled: Some(message("5")), ..Batch::default() });
    assert!(matches!(again, Err(StoreError::Repeated)), "{again:?}");
}

#[test]
fn live_games_are_those_of_the_platform_that_have_not_ended() {
    let folder = Folder::new();
    let store = folder.open();
    let people = ["Ann", "Bob"].map(super::sample::person).to_vec();
    let mut rows = [running(1), running(2), running(3)];
    rows[0].place = channel("1");
    rows[1].place = channel("1");
    (rows[1].ply, rows[1].moved) = (4, 7);
    let games = rows.map(|row| GameWrite { row, events: Vec::new() }).to_vec();
    put(&store, Batch { people, games, ..Batch::default() }).unwrap();
    let reader = store.reader().unwrap();
    let live = reader.live_games(Platform::Discord).unwrap();
    let mut shown: Vec<_> =
        live.iter().map(|game| (game.no, game.moved, game.at_first_ply)).collect();
    shown.sort_unstable();
    assert_eq!(shown, [(GameNo(1), 1_000, true), (GameNo(2), 7, false)]);
    assert!(reader.is_live(&channel("1")).unwrap() && !reader.is_live(&channel("2")).unwrap());
}
