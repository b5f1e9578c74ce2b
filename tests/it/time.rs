//! What is due happens at its instant and once: the real host on a real store, with a clock that is
//! moved by hand.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may fail loudly and print its figures"
)]

use std::time::Duration;

use host::{HostSettings, ManualClock};
use store::{Batch, DeadlineRow, GameRow, GameState, GameWrite, Store};
use table::{
    Area, EditionNo, GameNo, Key, MessageId, Millis, OFFER_LIFE, Person, PlaceId, Platform,
};

use crate::support::{
    offers::open_offer,
    outbox::{next_reply, replies},
    running::{TIME, players, running},
    tables::{self, Folder, MINUTE, PATIENCE, START, Table, person},
};

/// When an offer ends that was made then.
const END: Millis = START + OFFER_LIFE;
const SECOND: Duration = Duration::from_secs(1);

fn until(instant: Millis) -> Duration {
    Duration::from_millis(u64::try_from(instant - START).unwrap())
}

impl Table {
    fn row(&self, no: u32) -> GameRow {
        self.store.reader().unwrap().game_row(GameNo(no)).unwrap().expect("the game is there")
    }

    /// Returns how often a game was ended by an abort.
    fn aborts(&self, no: u32) -> usize {
        let (_, events) = self.store.reader().unwrap().game(GameNo(no)).unwrap().unwrap();
        events.iter().filter(|event| event.kind == "abort").count()
    }

    /// The table of wakes.
    fn deadlines(&self) -> Vec<(String, Millis)> {
        let before_all = DeadlineRow { at: Millis::MIN, key: String::new() };
        let rows = self.store.reader().unwrap().deadlines_after(&before_all, 100_000).unwrap();
        rows.into_iter().map(|row| (row.key, row.at)).collect()
    }

    /// Returns what the table of wakes is about.
    fn woken(&self) -> Vec<String> {
        self.deadlines().into_iter().map(|(key, _)| key).collect()
    }
}

/// Commits a batch behind the host's back, and waits.
fn put(store: &Store, batch: Batch) {
    let (tell, told) = std::sync::mpsc::channel();
    store.commit(batch, move |result| tell.send(result).unwrap());
    told.recv().unwrap().expect("it is written");
}

fn write_wakes(store: &Store, deadlines: &[(Key, Millis)]) {
    let deadlines = deadlines.iter().map(|(key, at)| (key.clone(), Some(*at))).collect();
    put(store, Batch { deadlines, ..Batch::default() });
}

/// Returns who has made an offer: nobody has more of them than is allowed.
fn challenger(no: u32) -> Person {
    person(&format!("host{}", no / 10))
}

/// An offer to anyone, as it lies in the store.
fn offer(no: u32, place: PlaceId) -> GameRow {
    open_offer(no, place, challenger(no).id, START)
}

fn channel(platform: Platform) -> PlaceId {
    PlaceId::channel(platform, "7")
}

/// Writes games behind the host's back.
fn write_games(store: &Store, rows: impl IntoIterator<Item = GameRow>) {
    let write = |row| GameWrite { row, events: Vec::new() };
    let games: Vec<GameWrite> = rows.into_iter().map(write).collect();
    let people = games.iter().map(|game| challenger(game.row.no.0)).collect();
    put(store, Batch { people, games, at: START, ..Batch::default() });
}

/// The words in which an offer has ended.
fn ran_out(no: u32) -> String {
    format!("Offer #{no} ran out after 24 hours without an answer.")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_offer_ends_at_its_instant_and_once() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    assert!(table.asked("ann", "challenge anyone").await.contains("Offer #1"));
    assert_eq!(table.deadlines(), [("game:1".to_owned(), END)]);
    clock.advance(until(END) - Duration::from_millis(1));
    assert_eq!(table.answers().await, [""; 0], "a millisecond is left");
    assert_eq!(table.row(1).state, GameState::Offered);
    clock.advance(Duration::from_millis(1));
    assert_eq!(table.answers().await, [ran_out(1)]);
    assert_eq!((table.row(1).state, table.aborts(1)), (GameState::Over, 1));
    assert_eq!(table.deadlines(), []);
    clock.advance(until(END));
    assert_eq!(table.answers().await, [""; 0]);
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_has_to_say_anything_for_it() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.asked("ann", "challenge anyone").await;
    clock.advance(until(END));
    let said = tokio::time::timeout(PATIENCE, next_reply(&mut table.outbox)).await;
    assert_eq!(said.expect("it is said").expect("the host runs").reply.text, ran_out(1));
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_offer_that_ended_while_the_program_was_down_ends_at_the_start_and_once() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.asked("ann", "challenge anyone").await;
    table.asked("ben", "challenge anyone").await;
    table.stop().await;
    clock.advance(until(END) + MINUTE);
    let mut table = Table::at(&folder.db(), &clock);
    assert_eq!(table.answers().await, [ran_out(1), ran_out(2)]);
    table.stop().await;
    let mut table = Table::at(&folder.db(), &clock);
    assert_eq!(table.answers().await, [""; 0]);
    assert_eq!((table.aborts(1), table.aborts(2)), (1, 1));
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wake_that_comes_for_nothing_is_set_right() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.asked("ann", "challenge anyone").await;
    // Too early, about no game, and about things of which nothing is ever due.
    write_wakes(
        &table.store,
        &[
            (Key::Game(GameNo(1)), START),
            (Key::Game(GameNo(9)), START),
            (Key::Person(person("ann").id), START),
            (Key::Edition(EditionNo(3)), START),
            (Key::Task("clean-up".to_owned()), START),
        ],
    );
    table.stop().await;
    let mut table = Table::at(&folder.db(), &clock);
    assert_eq!(table.answers().await, [""; 0]);
    assert_eq!(table.deadlines(), [("game:1".to_owned(), END)]);
    clock.advance(until(END));
    assert_eq!(table.answers().await, [ran_out(1)]);
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_first_at_the_last_instant_decides() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    for no in 1..=10 {
        table.asked("ann", "challenge anyone").await;
        clock.advance(until(END) - Duration::from_millis(1));
        if no % 2 == 0 {
            table.say("ann", "withdraw");
            clock.advance(Duration::from_millis(1));
        } else {
            clock.advance(Duration::from_millis(1));
            table.say("ann", "withdraw");
        }
        let said = table.answers().await;
        let ends = |words: &str| said.iter().filter(|line| line.contains(words)).count();
        assert_eq!(ends("took offer") + ends("ran out"), 1, "{said:?}");
        assert_eq!((table.aborts(no), table.row(no).state), (1, GameState::Over));
    }
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_is_set_is_noticed_within_a_minute() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.asked("ann", "challenge anyone").await;
    // It is set forward: no pause ends by that.
    clock.set(END);
    clock.advance(MINUTE);
    let said = tokio::time::timeout(PATIENCE, next_reply(&mut table.outbox)).await;
    assert_eq!(said.expect("it is said").expect("the host runs").reply.text, ran_out(1));

    // It is set back by ten days: what is offered now ends before what was offered then.
    table.asked("ann", "challenge anyone").await;
    clock.set(START - 10 * OFFER_LIFE);
    table.asked("ben", "challenge anyone").await;
    clock.advance(until(END) - SECOND);
    assert_eq!(table.answers().await, [""; 0]);
    clock.advance(SECOND);
    assert_eq!(table.answers().await, [ran_out(3)]);
    let end = table.row(2).expires.expect("it is open");
    clock.set(end - 1);
    assert_eq!(table.answers().await, [""; 0]);
    clock.set(end);
    assert_eq!(table.answers().await, [ran_out(2)]);
    assert_eq!((1..=3).map(|no| table.aborts(no)).sum::<usize>(), 3);
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_held_waits_for_its_release_and_nothing_else_does() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.asked("ann", "challenge anyone").await;
    table.asked("ben", "challenge anyone").await;
    table.stop().await;
    let store = Store::open(&folder.db()).unwrap();
    let local = (3..=102).map(|no| offer(no, channel(Platform::Local)));
    let discord = (103..=104).map(|no| offer(no, channel(Platform::Discord)));
    write_games(&store, local.chain(discord));
    store.close();
    drop(store);

    let settings = HostSettings { starts_held: true, ..HostSettings::new(Platform::Local) };
    let mut table = Table::with(&folder.db(), &clock, settings);
    clock.advance(until(END) + MINUTE);
    assert_eq!(table.answers().await, [""; 0]);
    assert_eq!((table.aborts(1), table.aborts(3)), (0, 0));
    assert_eq!((table.aborts(103), table.aborts(104)), (1, 1), "another platform is not held");
    // Somebody accepted in time, which is caught up with now.
    table.say_at(END - 1, tables::channel(), "ben", "accept #1");
    let accepted = table.answers().await;
    assert!(accepted[0].contains("begins"), "{accepted:?}");
    let late = table.asked("ann", "accept #2").await;
    assert!(late.contains("no longer open"), "{late}");
    let place = Area::Place(channel(Platform::Local));
    table.host.hold(place.clone());
    table.host.hold(place.clone());
    table.host.release(Area::Platform(Platform::Local));
    assert_eq!(table.answers().await, [ran_out(2)]);
    assert_eq!((table.row(1).state, table.aborts(3)), (GameState::Running, 0));
    table.host.release(place);
    assert_eq!(table.answers().await, [""; 0], "it is held once more");
    table.host.release(Area::Place(channel(Platform::Local)));
    assert_eq!(table.answers().await.len(), 100);
    assert_eq!(table.woken(), ["game:1"], "the running one may come to stand still");
    assert!((2..=104).all(|no| table.aborts(no) == 1));
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_fails_pauses_and_blocks_nothing() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let store = Store::open(&folder.db()).unwrap();
    // A hundred games that this program does not know are due first.
    let unknown = |no| GameRow {
        kind: "chess".into(),
        due: Some(START),
        ..offer(no, channel(Platform::Local))
    };
    let known = (101..=200).map(|no| offer(no, channel(Platform::Local)));
    write_games(&store, (1..=100).map(unknown).chain(known));
    store.close();
    drop(store);
    let mut table = Table::at(&folder.db(), &clock);
    clock.advance(until(END));
    assert_eq!(table.answers().await.len(), 100);
    assert_eq!(table.deadlines().len(), 100, "the others are still due");
    // Somebody mends two of them; after a pause they are tried again.
    let mended = |no| GameRow { version: 2, ..offer(no, channel(Platform::Local)) };
    write_games(&table.store, [mended(7), mended(70)]);
    assert_eq!(table.answers().await, [""; 0]);
    clock.advance(MINUTE);
    assert_eq!(table.answers().await, [ran_out(7), ran_out(70)]);
    assert_eq!(table.deadlines().len(), 98);
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_meets_another_writer_is_made_afresh_at_once() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.asked("ann", "challenge anyone").await;
    // The host remembers the game as it was before.
    let changed = GameRow { version: 2, ..table.row(1) };
    write_games(&table.store, [changed]);
    clock.advance(until(END));
    assert_eq!(table.answers().await, [ran_out(1)]);
    assert_eq!((table.row(1).version, table.aborts(1)), (3, 1));
    table.stop().await;
}

/// Lets so many offers end at one instant, and two people play meanwhile.
async fn play_while_offers_end(offers: u32) {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.asked("ann", "challenge @ben lyra white repetition=0 progress=0").await;
    table.asked("ben", "accept").await;
    table.stop().await;
    let store = Store::open(&folder.db()).unwrap();
    write_games(&store, (2..offers + 2).map(|no| offer(no, channel(Platform::Local))));
    store.close();
    drop(store);

    let mut table = Table::at(&folder.db(), &clock);
    clock.advance(until(END));
    let dance = [("ann", "a1-c3"), ("ben", "a6-c4"), ("ann", "c3-a1"), ("ben", "c4-a6")];
    let (mut ended, mut moves) = (0, 0);
    while ended < offers {
        let (name, mv) = dance[moves % 4];
        table.say(name, mv);
        // The next thing that is said about game 1 answers this move.
        loop {
            let reply = tokio::time::timeout(PATIENCE, next_reply(&mut table.outbox)).await;
            let text = reply.expect("it goes on").expect("the host runs").reply.text;
            if text.contains(mv) {
                break;
            }
            assert!(text.contains("ran out"), "{text}");
            ended += 1;
        }
        moves += 1;
    }
    ended += u32::try_from(table.answers().await.len()).unwrap();
    println!("{moves} moves were answered while {ended} offers ended");
    assert!(moves > 10, "{moves} moves were answered");
    assert_eq!(ended, offers);
    assert_eq!(table.woken(), ["game:1"]);
    assert!((2..offers + 2).all(|no| table.row(no).state == GameState::Over));
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_are_answered_while_a_thousand_offers_end() {
    play_while_offers_end(1_000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "second tier: cargo xtask long"]
async fn moves_are_answered_while_ten_thousand_offers_end() {
    play_while_offers_end(10_000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_of_many_is_over_at_one_instant_and_a_move_is_answered_in_between() {
    const GAMES: u32 = 300;
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.asked("ann", "challenge @ben lyra white").await;
    table.asked("ben", "accept").await;
    let others = 2..GAMES + 2;
    let games = others.clone().map(|no| running(no, channel(Platform::Local), START)).collect();
    let people = others.clone().flat_map(players).collect();
    put(&table.store, Batch { people, games, at: START, ..Batch::default() });
    table.stop().await;

    let mut table = Table::at(&folder.db(), &clock);
    assert_eq!(table.answers().await, [""; 0]);
    let over = START + TIME;
    clock.advance(until(over));
    table.say("ann", "a1-c3");
    let mut told = table.answers().await;
    let is_move = |text: &String| text.contains("ann moved a1-c3");
    assert!(told.iter().any(is_move), "{told:?}");
    told.retain(|text| !is_move(text));
    assert_eq!(told.len(), GAMES as usize);
    for no in others {
        let (row, events) = table.store.reader().unwrap().game(GameNo(no)).unwrap().unwrap();
        assert_eq!(row.result.as_deref(), Some("win 2 time"), "#{no}");
        let last = events.last().unwrap();
        assert_eq!((last.kind.as_str(), last.at, events.len()), ("time", over, 2), "#{no}");
        let words = format!("wins #{no}**");
        assert_eq!(told.iter().filter(|text| text.contains(&words)).count(), 1, "{words}");
    }
    assert_eq!(table.woken(), ["game:1"]);
    table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_could_not_move_tries_until_it_can() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.asked("ann", "challenge bot 1 lyra white").await;
    let row = table.row(1);
    // The ply finds another version, and the bot a game that cannot be replayed.
    let broken = GameRow { version: row.version + 1, options: "nothing".to_owned(), ..row.clone() };
    write_games(&table.store, [broken.clone()]);
    let failed = table.asked("ann", "#1 c2-c3").await;
    assert!(failed.contains("wrong on my side"), "{failed}");
    clock.advance(MINUTE);
    table.answers().await;
    assert_eq!(table.row(1).ply, 0);
    let mended = GameRow {
        version: broken.version + 1,
        bot_turn: true,
        seats: row.seats.iter().rev().cloned().collect(),
        ..row
    };
    write_games(&table.store, [mended]);
    clock.advance(10 * MINUTE);
    table.answers().await;
    assert_eq!(table.row(1).ply, 1, "the bot has the first move now");
    table.stop().await;
}

#[tokio::test]
async fn what_is_delivered_while_the_host_ends_is_marked() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut table = Table::at(&folder.db(), &clock);
    table.say("ann", "challenge anyone");
    table.host.settled().await;
    let number = replies(&mut table.outbox)[0].outbox.unwrap();
    let host = table.host.clone();
    let message = MessageId::new(Platform::Local, "77");
    // Both are queued before the host looks at either.
    let ((), ()) = tokio::join!(table.host.stop(), async {
        host.delivered(number, Some(message), 5);
    });
    table.store.close();
    drop(table);
    let store = Store::open(&folder.db()).unwrap();
    assert_eq!(store.reader().unwrap().undelivered().unwrap(), []);
}
