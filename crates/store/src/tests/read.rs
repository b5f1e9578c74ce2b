//! What the reader finds, and in which order.

use table::{EditionNo, GameNo, Key, Person, PersonId, PlaceId, Platform, ServerId};

use super::sample::{Folder, message, next, offer, over, person, place, put, running, with_game};
use crate::{Batch, DeadlineRow, GameRow, SeatRow};

fn numbers(games: &[GameRow]) -> Vec<u32> {
    games.iter().map(|game| game.no.0).collect()
}

#[test]
fn open_games_come_newest_first() {
    let folder = Folder::new();
    let store = folder.open();
    let ann = super::sample::seat("Ann");
    let elsewhere = GameRow { place: PlaceId::channel(Platform::Discord, "1"), ..running(4) };
    let herself = GameRow { seats: vec![ann.clone(), ann], ..running(5) };
    for game in [running(1), offer(2), running(3), elsewhere, herself] {
        put(&store, with_game(&game)).unwrap();
    }
    put(&store, with_game(&over(&running(3), "1-0"))).unwrap();
    let reader = store.reader().unwrap();
    let of = |name| numbers(&reader.open_games_of(&person(name).id).unwrap());
    assert_eq!(of("Ann"), [5, 4, 2, 1]);
    assert_eq!(of("Bob"), [4, 2, 1]);
    assert_eq!(of("Zoe"), [0; 0]);
    assert_eq!(numbers(&reader.open_games_at(&place(), 9).unwrap()), [5, 2, 1]);
    assert_eq!(numbers(&reader.open_games_at(&place(), 2).unwrap()), [5, 2]);
}

#[test]
fn finished_games_come_in_the_order_of_their_ends() {
    let folder = Folder::new();
    let store = folder.open();
    for no in 1..=4 {
        put(&store, with_game(&if no == 4 { offer(4) } else { running(no) })).unwrap();
    }
    let end = |no, result, at| {
        put(&store, Batch { at, ..with_game(&over(&running(no), result)) }).unwrap();
    };
    end(2, "1-0", 10);
    end(1, "0-1", 20);
    end(3, "1/2-1/2", 15);
    end(4, "aborted", 30);
    // A later change of a game that is over does not make it end later.
    let told = next(&over(&running(2), "1-0"));
    put(&store, Batch { at: 99, ..with_game(&told) }).unwrap();
    let reader = store.reader().unwrap();
    let of = |limit| numbers(&reader.finished_games_of(&person("Bob").id, limit).unwrap());
    assert_eq!(of(9), [1, 3, 2]);
    assert_eq!(of(2), [1, 3]);
}

#[test]
fn bots_whose_turn_it_is_are_found() {
    let folder = Folder::new();
    let store = folder.open();
    let bot = |no| GameRow {
        seats: vec![super::sample::seat("Ann"), SeatRow::Bot(2)],
        bot_turn: true,
        ..running(no)
    };
    for game in [bot(3), bot(1), running(2), offer(4)] {
        put(&store, with_game(&game)).unwrap();
    }
    put(&store, with_game(&GameRow { bot_turn: false, ..next(&bot(3)) })).unwrap();
    let reader = store.reader().unwrap();
    assert_eq!(reader.games_awaiting_bot().unwrap(), [GameNo(1)]);
}

#[test]
fn running_games_are_found_by_their_server() {
    let folder = Folder::new();
    let store = folder.open();
    let [ours, theirs] = ["1", "2"].map(|key| ServerId::new(Platform::Discord, key));
    let at = |game: GameRow, server: &ServerId| GameRow { server: Some(server.clone()), ..game };
    for game in [at(running(3), &ours), at(running(1), &ours), at(running(2), &theirs)] {
        put(&store, with_game(&game)).unwrap();
    }
    for game in [at(offer(4), &ours), running(5), offer(6)] {
        put(&store, with_game(&game)).unwrap();
    }
    put(&store, with_game(&over(&at(running(3), &ours), "1-0"))).unwrap();
    let reader = store.reader().unwrap();
    let of = |server| reader.running_games_of(server).unwrap();
    assert_eq!(of(Some(&ours)), [GameNo(1)]);
    assert_eq!(of(Some(&theirs)), [GameNo(2)]);
    assert_eq!(of(None), [GameNo(5)]);
}

#[test]
fn finished_games_are_found_by_their_server() {
    let folder = Folder::new();
    let store = folder.open();
    let [ours, theirs] = ["1", "2"].map(|key| ServerId::new(Platform::Discord, key));
    let at = |game: GameRow, server: &ServerId| GameRow { server: Some(server.clone()), ..game };
    for (no, server) in [(1, &ours), (2, &theirs), (3, &ours), (4, &ours)] {
        put(&store, with_game(&at(running(no), server))).unwrap();
    }
    put(&store, with_game(&offer(5))).unwrap();
    for (no, server) in [(3, &ours), (2, &theirs), (1, &ours)] {
        put(&store, with_game(&over(&at(running(no), server), "1-0"))).unwrap();
    }
    let reader = store.reader().unwrap();
    let of = |server, limit| numbers(&reader.finished_games_in(server, limit).unwrap());
    let (mut all, last) = (of(Some(&ours), 9), of(Some(&ours), 1));
    assert_eq!(last, all[..1]);
    all.sort_unstable();
    assert_eq!(all, [1, 3]);
    assert_eq!((of(Some(&theirs), 9), of(None, 9)), (vec![2], vec![]));
}

#[test]
fn deadlines_come_in_the_order_in_which_they_are_due() {
    let folder = Folder::new();
    let store = folder.open();
    put(&store, with_game(&offer(2))).unwrap();
    for (no, due) in [(10, Some(5_000)), (3, Some(4_000)), (4, None)] {
        put(&store, with_game(&GameRow { due, ..offer(no) })).unwrap();
    }
    let task = Key::Task("clean-up".into());
    let deadlines = vec![(task.clone(), Some(4_500)), (Key::Edition(EditionNo(1)), None)];
    put(&store, Batch { deadlines, ..Batch::default() }).unwrap();
    let reader = store.reader().unwrap();
    let deadline = |at, key: &str| DeadlineRow { at, key: key.into() };
    let all = [
        deadline(4_000, "game:3"),
        deadline(4_500, "task:clean-up"),
        deadline(5_000, "game:10"),
        deadline(5_000, "game:2"),
    ];
    assert_eq!(reader.deadlines_after(&deadline(0, ""), 9).unwrap(), all);
    assert_eq!(reader.deadlines_after(&deadline(0, ""), 2).unwrap(), all[..2]);
    for n in 0..4 {
        assert_eq!(reader.deadlines_after(&all[n], 9).unwrap(), all[n + 1..]);
    }
    // A game's deadline goes with its row, any other by itself.
    put(&store, with_game(&GameRow { due: Some(6_000), ..next(&offer(3)) })).unwrap();
    put(&store, with_game(&over(&offer(2), "aborted"))).unwrap();
    put(&store, Batch { deadlines: vec![(task, None)], ..Batch::default() }).unwrap();
    let left = [deadline(5_000, "game:10"), deadline(6_000, "game:3")];
    assert_eq!(reader.deadlines_after(&deadline(0, ""), 9).unwrap(), left);
    assert_eq!(reader.game_row(GameNo(3)).unwrap().unwrap().due, Some(6_000));
    // A batch that fails leaves them as they are.
    put(&store, with_game(&GameRow { due: Some(9_000), ..next(&offer(10)) })).unwrap();
    put(&store, with_game(&GameRow { due: None, ..next(&offer(10)) })).unwrap_err();
    assert_eq!(reader.game_row(GameNo(10)).unwrap().unwrap().due, Some(9_000));
}

#[test]
fn people_are_found_by_name_in_any_case() {
    let folder = Folder::new();
    let store = folder.open();
    let named = |id: &str, name: &str| Person { id: id.parse().unwrap(), name: name.into() };
    let people =
        vec![named("local:1", "Änne"), named("local:2", "ÄNNE"), named("discord:1", "Änne")];
    put(&store, Batch { people, ..Batch::default() }).unwrap();
    let reader = store.reader().unwrap();
    let found = reader.people_named(Platform::Local, "änne").unwrap();
    assert_eq!(found, [named("local:1", "Änne"), named("local:2", "ÄNNE")]);

    let people = vec![named("local:1", "Anna")];
    put(&store, Batch { people, ..Batch::default() }).unwrap();
    assert_eq!(reader.people_named(Platform::Local, "𝐀𝐧𝐧𝐚").unwrap(), [named("local:1", "Anna")]);
    assert_eq!(reader.people_named(Platform::Local, "anna").unwrap(), [named("local:1", "Anna")]);
    assert_eq!(reader.people_named(Platform::Local, "änne").unwrap().len(), 1);
    assert_eq!(
        reader.person(&PersonId::new(Platform::Local, "1")).unwrap(),
        Some(named("local:1", "Anna"))
    );
    assert_eq!(reader.person(&PersonId::new(Platform::Local, "9")).unwrap(), None);
}

#[test]
fn an_empty_store_has_nothing() {
    let folder = Folder::new();
    let reader = folder.open().reader().unwrap();
    assert_eq!(reader.greatest_numbers().unwrap(), (0, 0));
    assert_eq!(reader.undelivered().unwrap(), []);
    assert_eq!(reader.games_awaiting_bot().unwrap(), []);
    assert_eq!(reader.game_of_message(&message("1")).unwrap(), None);
}
