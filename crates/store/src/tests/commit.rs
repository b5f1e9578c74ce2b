//! Transactions: all or nothing, alone or in a group.

use std::sync::{Arc, Mutex, mpsc};

use table::GameNo;

use super::sample::{
    Folder, body, message, next, offer, over, person, played, ply, put, reply, running,
    with_events, with_game, with_ply,
};
use crate::{
    Batch, EventRow, GameRow, GameState, GameWrite, RollRow, SeatRow, Store, StoreError,
    writer::Pace,
};

#[test]
fn what_is_committed_is_read_back() {
    let folder = Folder::new();
    let store = folder.open();
    let game = GameRow {
        seats: vec![SeatRow::Bot(3), super::sample::seat("Ann"), SeatRow::Open],
        bot_turn: true,
        ..running(7)
    };
    let (after, event) = played(&game);
    let resigned = EventRow {
        n: 2,
        ply: None,
        seat: None,
        kind: "resign".into(),
        text: String::new(),
        roll: Some(RollRow { n: 1, faces: "8,12".into(), salt: "1.2".into() }),
        at: -1,
    };
    put(&store, with_game(&game)).unwrap();
    let events = vec![event, resigned];
    put(&store, with_events(&after, events.clone())).unwrap();

    let reader = store.reader().unwrap();
    assert_eq!(reader.game(GameNo(7)).unwrap(), Some((after.clone(), events)));
    assert_eq!(reader.game_row(GameNo(7)).unwrap(), Some(after));
    assert_eq!(reader.game_row(GameNo(8)).unwrap(), None);
}

#[test]
fn seats_follow_the_game() {
    let folder = Folder::new();
    let store = folder.open();
    let reader = store.reader().unwrap();
    let open = GameRow { seats: vec![super::sample::seat("Ann"), SeatRow::Open], ..offer(1) };
    put(&store, with_game(&open)).unwrap();
    assert_eq!(reader.open_games_of(&person("Bob").id).unwrap(), []);

    let started = GameRow { version: 2, ..running(1) };
    put(&store, with_game(&started)).unwrap();
    assert_eq!(reader.open_games_of(&person("Bob").id).unwrap(), vec![started.clone()]);

    let alone = GameRow { seats: vec![super::sample::seat("Bob")], ..next(&started) };
    put(&store, with_game(&alone)).unwrap();
    assert_eq!(reader.game_row(GameNo(1)).unwrap(), Some(alone.clone()));
    assert_eq!(reader.open_games_of(&person("Ann").id).unwrap(), []);

    put(&store, with_game(&over(&alone, "1-0"))).unwrap();
    assert_eq!(reader.open_games_of(&person("Bob").id).unwrap(), []);
    assert_eq!(reader.finished_games_of(&person("Bob").id, 9).unwrap().len(), 1);
}

#[test]
fn a_version_is_written_once() {
    let folder = Folder::new();
    let store = folder.open();
    put(&store, with_game(&running(1))).unwrap();
    let conflicts = |version| put(&store, with_game(&GameRow { version, ply: 99, ..running(1) }));
    for stale in [0, 1, 3, 4] {
        assert_eq!(conflicts(stale), Err(StoreError::Conflict), "version {stale}");
    }
    let unborn = put(&store, with_game(&GameRow { version: 2, ..running(2) }));
    assert_eq!(unborn, Err(StoreError::Conflict));
    assert_eq!(conflicts(2), Ok(()));
}

#[test]
fn a_log_grows_by_the_next_line_only() {
    let folder = Folder::new();
    let store = folder.open();
    let (first, game) = with_ply(&running(1));
    put(&store, with_game(&running(1))).unwrap();
    put(&store, first).unwrap();
    let appended = |event| put(&store, with_events(&played(&game).0, vec![event]));
    let conflict = Err(StoreError::Conflict);
    assert_eq!(appended(ply(1)), conflict, "a line that is there");
    assert_eq!(appended(ply(3)), conflict, "a gap");
    assert_eq!(appended(EventRow { n: 2, ..ply(1) }), conflict, "a ply that is there");
    assert_eq!(appended(ply(2)), Ok(()));
    let (_, after) = with_ply(&game);
    let again = with_events(&played(&after).0, vec![EventRow { n: 3, ply: Some(3), ..ply(2) }]);
    assert_eq!(put(&store, again), conflict, "a roll number that is there");
    assert_eq!(store.reader().unwrap().game_row(GameNo(1)).unwrap(), Some(after));
}

#[test]
fn a_message_is_handled_once() {
    let folder = Folder::new();
    let store = folder.open();
    let from = |no, source: &str| Batch {
        handled: Some(message(source)),
        outbox: vec![reply(u64::from(no), "hello", Some(no))],
        ..with_game(&running(no))
    };
    put(&store, from(1, "5")).unwrap();
    assert_eq!(put(&store, from(2, "5")), Err(StoreError::Repeated));
    let reader = store.reader().unwrap();
    assert!(reader.was_handled(&message("5")).unwrap());
    assert!(!reader.was_handled(&message("6")).unwrap());
    assert_eq!(reader.game_row(GameNo(2)).unwrap(), None);
    assert_eq!(reader.undelivered().unwrap().len(), 1);
}

#[test]
fn one_bad_batch_of_a_group_fails_alone() {
    let folder = Folder::new();
    let store = folder.open();
    let order = Arc::new(Mutex::new(Vec::new()));
    let batches = [
        ("new", with_game(&running(1))),
        ("conflict", with_game(&running(1))),
        ("handled", Batch { handled: Some(message("1")), ..with_game(&running(2)) }),
        ("repeated", Batch { handled: Some(message("1")), ..with_game(&running(3)) }),
        ("stranger", Batch { people: Vec::new(), ..with_game(&game_of("Zoe")) }),
        ("last", with_game(&running(4))),
    ];
    let all_sent = hold_writer(&store);
    for (name, batch) in batches {
        let order = Arc::clone(&order);
        store.commit(batch, move |result| {
            order.lock().unwrap().push((name, result.map_err(|error| error.to_string())));
        });
    }
    all_sent.send(()).unwrap();
    store.close();
    let told = order.lock().unwrap().clone();
    let error = |text: &str| Err(text.to_owned());
    assert_eq!(
        told,
        [
            ("new", Ok(())),
            ("conflict", error("the game has changed meanwhile")),
            ("handled", Ok(())),
            ("repeated", error("this message was handled before")),
            ("stranger", error("database: FOREIGN KEY constraint failed")),
            ("last", Ok(())),
        ]
    );
    drop(store);
    let reader = folder.open().reader().unwrap();
    let kept = [1, 2, 3, 4].map(|no| reader.game_row(GameNo(no)).unwrap().is_some());
    assert_eq!(kept, [true, true, false, true]);
}

#[test]
fn a_batch_of_several_games_is_written_whole_or_not_at_all() {
    let folder = Folder::new();
    let store = folder.open();
    let write = |row, events| GameWrite { row, events };
    let (after, event) = played(&running(1));
    let both = |second: GameRow| Batch {
        games: vec![write(after.clone(), vec![event.clone()]), write(second, Vec::new())],
        ..with_game(&after)
    };
    put(&store, with_game(&running(1))).unwrap();
    put(&store, with_game(&running(2))).unwrap();
    assert_eq!(put(&store, both(running(2))), Err(StoreError::Conflict));
    let reader = store.reader().unwrap();
    assert_eq!(reader.game(GameNo(1)).unwrap(), Some((running(1), Vec::new())));
    assert_eq!(put(&store, both(next(&running(2)))), Ok(()));
    assert_eq!(reader.game(GameNo(1)).unwrap(), Some((after, vec![event])));
    assert_eq!(reader.game_row(GameNo(2)).unwrap(), Some(next(&running(2))));
}

/// A game with a person in it whom the store has never seen.
fn game_of(name: &str) -> GameRow {
    GameRow { seats: vec![super::sample::seat(name)], ..running(9) }
}

/// Keeps the writer busy until something is sent, so that all jobs queued meanwhile make one group.
fn hold_writer(store: &Store) -> mpsc::Sender<()> {
    let (tell, told) = mpsc::channel();
    store.commit(Batch { handled: Some(message("hold")), ..Batch::default() }, move |_| {
        told.recv().unwrap();
    });
    tell
}

#[test]
fn a_failed_commit_changes_nothing_and_is_survived() {
    let folder = Folder::new();
    let store = folder.open();
    put(&store, with_game(&running(1))).unwrap();
    let (tell, told) = mpsc::channel();
    let go = hold_writer(&store);
    let answer = tell.clone();
    store.commit(with_ply(&running(1)).0, move |result| answer.send(result).unwrap());
    // Foreign keys that are checked only at the end make the COMMIT itself fail.
    store.inner.writer.submit(
        Pace::Usual,
        None,
        |conn| {
            conn.execute_batch(
                "PRAGMA defer_foreign_keys = ON;
                 INSERT INTO event (game, n, kind, text, at) VALUES (99, 1, 'x', '', 0);",
            )?;
            Ok(())
        },
        move |result| tell.send(result).unwrap(),
    );
    go.send(()).unwrap();
    for _ in 0..2 {
        let error = told.recv().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "database: FOREIGN KEY constraint failed");
    }
    let reader = store.reader().unwrap();
    assert_eq!(reader.game(GameNo(1)).unwrap(), Some((running(1), Vec::new())));
    assert_eq!(put(&store, with_ply(&running(1)).0), Ok(()));
}

#[test]
fn marks_survive_the_close_and_count_once() {
    let folder = Folder::new();
    let store = folder.open();
    put(&store, with_game(&running(1))).unwrap();
    let outbox = (1..=3).map(|id| reply(id, &format!("reply {id}"), Some(1))).collect();
    put(&store, Batch { outbox, ..Batch::default() }).unwrap();
    let mark = |id, key: Option<&str>| Batch {
        delivered: vec![(id, key.map(message))],
        at: 9,
        ..Batch::default()
    };
    store.commit(mark(2, Some("22")), |result| result.unwrap());
    store.commit(mark(2, Some("23")), |result| result.unwrap());
    store.commit(mark(77, Some("77")), |result| result.unwrap());
    store.commit(mark(3, None), |result| result.unwrap());
    drop(store);

    let store = folder.open();
    let reader = store.reader().unwrap();
    assert_eq!(reader.undelivered().unwrap(), [(1, body("reply 1"))]);
    let game_of = |key| reader.game_of_message(&message(key)).unwrap();
    assert_eq!(game_of("22"), Some(GameNo(1)));
    assert_eq!(game_of("23"), None);
    assert_eq!(game_of("77"), None);
    assert_eq!(reader.greatest_numbers().unwrap(), (1, 3));
}

#[test]
fn a_panic_in_a_callback_is_the_callers_own() {
    let folder = Folder::new();
    let store = folder.open();
    store.commit(with_game(&running(1)), |_| panic!("in a callback"));
    assert_eq!(put(&store, with_game(&running(2))), Ok(()));
}

#[test]
fn the_last_clone_may_go_in_a_callback() {
    let folder = Folder::new();
    let store = folder.open();
    let (tell, told) = mpsc::channel();
    let last = store.clone();
    let go = hold_writer(&store);
    store.commit(with_game(&running(1)), move |result| {
        drop(last);
        tell.send(result).unwrap();
    });
    drop(store);
    go.send(()).unwrap();
    assert_eq!(told.recv().unwrap(), Ok(()));
}

#[test]
fn a_closed_store_says_so() {
    let folder = Folder::new();
    let store = folder.open();
    store.close();
    let error = put(&store, with_game(&running(1))).unwrap_err();
    assert_eq!(error.to_string(), "database: the store is closed");
    store.close();
}

#[test]
fn many_threads_write_at_once() {
    let folder = Folder::new();
    let store = folder.open();
    std::thread::scope(|scope| {
        for first in [1, 101, 201, 301] {
            let store = store.clone();
            scope.spawn(move || {
                for no in first..first + 25 {
                    put(&store, with_game(&running(no))).unwrap();
                    put(&store, with_ply(&running(no)).0).unwrap();
                }
            });
        }
    });
    let reader = store.reader().unwrap();
    let games = reader.open_games_of(&person("Ann").id).unwrap();
    assert_eq!(games.len(), 100);
    assert!(games.iter().all(|game| game.version == 2 && game.state == GameState::Running));
}

#[test]
fn no_secret_shows() {
    let folder = Folder::new();
    let store = folder.open();
    let batch = with_game(&running(1));
    put(&store, batch.clone()).unwrap();
    let reader = store.reader().unwrap();
    let error = put(&store, batch.clone()).unwrap_err();
    let texts = format!("{batch:?} {store:?} {reader:?} {error:?} {:?}", reader.game(GameNo(1)));
    // The secret is 32 bytes of 0xA7, 167.
    for trace in ["167", "a7a7", "A7A7"] {
        assert!(!texts.contains(trace), "{trace}");
    }
}
