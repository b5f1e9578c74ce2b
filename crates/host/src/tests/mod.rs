//! A change of many games, through the loop and the store; in `asked`, what is asked beside moves; in `conflicts`, another
//! writer; in `disk`, a disk that fails; in `verifying`,
//! records that are verified beside the loop; in `renewing`, ratings that are made anew there.

mod asked;
mod conflicts;
mod disk;
mod prepared;
mod renewing;
mod verifying;

use std::sync::Arc;

use chat::{Change, GameChange, Incoming, Reply, Write};
use dice::Secret;
use games::GameKind;
use render::Renderer;
use store::Store;
use table::{
    EditionNo, Game, GameNo, Key, MessageId, NewGame, Occupant, OfferTerms, Person, PersonId,
    PlaceId, Platform, Stamp,
};

use super::{
    HostHandle, HostSettings, ManualClock, Outbox, SystemEntropy,
    event_loop::{HostLoop, prepare},
};
use crate::queues::{taking_turns::keys_of, work::Work};

/// How many games a round has.
const GAMES: u32 = 100;

fn channel() -> PlaceId {
    PlaceId::channel(Platform::Local, "channel")
}

fn person(name: &str) -> Person {
    Person { id: PersonId::new(Platform::Local, name), name: name.to_owned() }
}

/// The players of a game of the round.
fn pair(no: u32) -> [Person; 2] {
    [person(&format!("white{no}")), person(&format!("black{no}"))]
}

/// A game that has begun and is not stored yet.
fn begun(no: u32) -> Game {
    let new = NewGame {
        no: GameNo(no),
        kind: GameKind::ALL[0],
        options: String::new(),
        place: channel(),
        server: None,
        seats: pair(no).map(Occupant::Person).to_vec(),
        terms: OfferTerms::default(),
        secret: Secret::from_bytes([7; 32]),
        salt: "round".to_owned(),
        at: 0,
    };
    let mut game = Game::offer(new).unwrap();
    game.start(|_| 0, Stamp { at: 0, salt: None }).unwrap();
    game
}

/// The round as one change, as a tournament makes it when its instant comes.
fn round() -> Change {
    let mut round = Change {
        rows: vec![Write::Deadline(Key::Edition(EditionNo(1)), Some(60_000))],
        people: (1..=GAMES).flat_map(pair).collect(),
        ..Change::default()
    };
    round.holds = round.people.iter().map(|person| Key::Person(person.id.clone())).collect();
    for no in 1..=GAMES {
        let text = format!("#{no} begins.");
        round.games.push(GameChange { game: begun(no), added: Vec::new() });
        round.replies.push(Reply { game: Some(GameNo(no)), ..Reply::new(channel(), text) });
    }
    round
}

/// A loop that has begun to commit the round and does not run yet, and how to let it run.
fn round_begun(store: &Store) -> (impl FnOnce() -> (HostHandle, Outbox), usize) {
    let settings = HostSettings::new(Platform::Local);
    let clock = Arc::new(ManualClock::new(0));
    let renderer = Renderer::blank();
    let (mut host, inbox, asked, adapter) =
        prepare(store.clone(), settings, clock, Box::new(SystemEntropy), renderer).unwrap();
    let (ticket, work, round) =
        (host.base.next_ticket(), Work::Due(Key::Edition(EditionNo(1))), round());
    let keys = keys_of(&round, &work);
    let n_keys = keys.len();
    host.turns.queues.queue(ticket, keys);
    assert!(host.turns.queues.is_ready(ticket));
    HostLoop::commit(&mut host, ticket, &work, round, Vec::new());
    let run = move || {
        tokio::spawn(host.run(inbox, asked));
        adapter
    };
    (run, n_keys)
}

/// All replies so far, in their order.
fn said(outbox: &mut Outbox) -> Vec<Reply> {
    let events = std::iter::from_fn(|| outbox.try_recv().ok());
    events.filter_map(|event| Some(event.into_reply()?.reply)).collect()
}

#[tokio::test]
async fn a_paired_round_begins_at_one_commit() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("round.db")).unwrap();
    let (run, n_keys) = round_begun(&store);
    assert_eq!(n_keys, 302, "games, players, the tournament twice");
    let (host, mut outbox) = run();
    // A player's message waits for the round, and finds it begun.
    let [white, _] = pair(40);
    host.receive(Incoming::line(
        MessageId::new(Platform::Local, "m1"),
        white,
        channel(),
        "board",
        0,
    ));
    host.settled().await;
    let said = said(&mut outbox);
    assert_eq!(said.len(), GAMES as usize + 1);
    assert_eq!(said.iter().filter(|reply| reply.text.ends_with("begins.")).count(), 100);
    let board = said.iter().position(|reply| reply.picture().is_some()).unwrap();
    let announced = said.iter().position(|reply| reply.text == "#40 begins.").unwrap();
    assert!(announced < board && said[board].game == Some(GameNo(40)));
    let reader = store.reader().unwrap();
    for no in 1..=GAMES {
        assert_eq!(reader.game_row(GameNo(no)).unwrap().map(|row| row.version), Some(1));
    }
    drop(reader);
    host.stop().await;
}

#[tokio::test]
async fn a_round_of_which_one_game_does_not_fit_begins_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("round.db")).unwrap();
    // Another game has got the number of one of them meanwhile.
    let taken = crate::state::rows::row_of(&begun(77), None);
    let (tell, told) = std::sync::mpsc::channel();
    let games = vec![store::GameWrite { row: taken, events: Vec::new() }];
    let people = pair(77).to_vec();
    let batch = store::Batch { people, games, ..store::Batch::default() };
    store.commit(batch, move |result| tell.send(result).unwrap());
    told.recv().unwrap().unwrap();
    let (run, _) = round_begun(&store);
    let (host, mut outbox) = run();
    host.settled().await;
    assert!(said(&mut outbox).is_empty());
    let reader = store.reader().unwrap();
    let stored = (1..=GAMES).filter(|no| reader.game_row(GameNo(*no)).unwrap().is_some());
    assert_eq!(stored.collect::<Vec<_>>(), [77]);
    drop(reader);
    host.stop().await;
}
