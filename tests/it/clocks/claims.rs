//! Whoever waits in a game without clocks can claim it once the others were warned.

use std::collections::BTreeMap;

use chat::Incoming;
use table::{Area, ClockEvent, LogEvent, MessageId, Platform};

use super::*;

const WARNING: Duration = Duration::from_secs(30 * 86_400);
const DAYS: Duration = Duration::from_secs(3 * 86_400);

/// A game of Lyra without clocks in which Ann, who manages the page, was warned: Ben waits.
async fn warned(folder: &tempfile::TempDir) -> Table {
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("none").await;
    let warning = table.pass(WARNING).await;
    assert!(warning.contains("`claim #1`"), "{warning}");
    table
}

#[tokio::test]
async fn whoever_does_not_come_back_in_three_days_loses() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("none").await;
    let early = table.asked("ben", "claim").await;
    let warns = START / 1_000 + 30 * 86_400;
    assert_eq!(early, format!("You can claim #1 once I have warned ann: <t:{warns}:R>."));
    table.pass(WARNING).await;
    assert!(table.asked("ann", "claim #1").await.contains("#1 waits for you"));
    assert!(table.asked("carl", "claim #1").await.contains("not"), "a stranger");
    table.say("ben", "claim #1");
    let said = table.replies().await;
    let [said] = said.as_slice() else { panic!("one answer: {said:?}") };
    assert!(
        said.text.starts_with("<@local:ann>, ben claims #1, which waits for you since 30 days")
    );
    assert!(said.text.contains("it is lost for you"), "{}", said.text);
    assert_eq!(said.ping, [person("ann").id]);
    assert!(table.asked("ben", "claim").await.contains("#1 is claimed already"));
    assert_eq!(table.pass(DAYS - MINUTE).await, "");
    let end = table.pass(MINUTE).await;
    assert!(end.contains("ann forfeited"), "{end}");
    assert_eq!(table.result().as_deref(), Some("win 2 forfeit"));
    assert_eq!(table.pass(2 * WARNING).await, "", "nothing follows");
}

#[tokio::test]
async fn a_move_ends_a_claim_and_a_claim_puts_the_close_off() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = warned(&folder).await;
    // A minute before the game would be closed.
    assert_eq!(table.pass(WARNING - MINUTE).await, "");
    assert!(table.asked("ben", "claim").await.contains("ben claims #1"));
    assert_eq!(table.pass(DAYS - MINUTE).await, "");
    assert!(table.asked("ann", "f2-f3").await.contains("f2-f3"));
    assert_eq!(table.pass(WARNING - MINUTE).await, "");
    assert!(table.pass(MINUTE).await.contains("<@local:ben>, #1 waits for you"));
    assert_eq!(table.result(), None);
}

#[tokio::test]
async fn outages_vacations_and_restarts_take_nothing_of_the_three_days() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = warned(&folder).await;
    table.asked("ann", "vacation 2d").await;
    let away = table.asked("ben", "claim").await;
    assert!(away.contains("ann is on vacation until"), "{away}");
    table.pass(2 * DAY + MINUTE).await;
    assert!(table.asked("ben", "claim").await.contains("ben claims #1"));
    table.pass(DAY).await;
    // Nobody can move for ten days.
    table.host.unreachable(channel(), true);
    table.heard().await;
    assert_eq!(table.pass(10 * DAY).await, "");
    table.host.unreachable(channel(), false);
    table.heard().await;
    assert_eq!(table.pass(DAY).await, "");
    // Then she is away for five.
    table.asked("ann", "vacation 5d").await;
    assert_eq!(table.pass(5 * DAY).await, "");
    assert_eq!(table.result(), None);
    // Killed, and started again when the time is over: it ends once.
    let (clock, database) = (table.clock.clone(), folder.path().join("a.db"));
    table.host.stop().await;
    table.store.close();
    drop(table);
    let mut table = Table::at(&database, &clock);
    assert_eq!(table.heard().await, [""; 0]);
    assert_eq!(table.pass(DAY - HOUR).await, "");
    let end = table.pass(2 * HOUR).await;
    assert!(end.contains("ann forfeited"), "{end}");
    table.host.stop().await;
    table.store.close();
    drop(table);
    let mut table = Table::at(&database, &clock);
    assert_eq!(table.pass(WARNING).await, "");
    assert_eq!(table.result().as_deref(), Some("win 2 forfeit"));
}

#[tokio::test]
async fn a_claim_in_an_outage_and_one_whose_time_is_over_in_one_end_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = warned(&folder).await;
    let reach = async |table: &mut Table, is_reached: bool| {
        table.host.unreachable(channel(), !is_reached);
        table.heard().await;
    };
    reach(&mut table, false).await;
    let ends = (table.clock.now() + 3 * 86_400_000) / 1_000;
    assert!(table.asked("ben", "claim").await.contains(&format!("<t:{ends}:R>")));
    assert_eq!(table.pass(10 * DAY).await, "");
    reach(&mut table, true).await;
    assert_eq!(table.pass(2 * DAY).await, "");
    reach(&mut table, false).await;
    assert_eq!(table.pass(5 * DAY).await, "");
    reach(&mut table, true).await;
    assert_eq!(table.pass(DAY - MINUTE).await, "");
    assert!(table.pass(2 * MINUTE).await.contains("ann forfeited"));
}

#[tokio::test]
async fn a_clock_that_is_set_back_ends_nothing_early_or_twice() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = warned(&folder).await;
    let at = table.clock.now();
    table.asked("ben", "claim").await;
    table.pass(2 * DAY).await;
    table.clock.set(at - 86_400_000);
    assert_eq!(table.pass(DAY).await, "");
    assert_eq!(table.pass(3 * DAY - MINUTE).await, "");
    assert_eq!(table.result(), None);
    assert!(table.pass(2 * MINUTE).await.contains("ann forfeited"));
    table.clock.set(at);
    assert_eq!(table.pass(WARNING).await, "");
}

#[tokio::test]
async fn whoever_manages_the_place_wins_nothing_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("none").await;
    table.asked("ann", "f2-f3").await;
    table.pass(WARNING).await;
    let said = table.asked("ann", "claim").await;
    assert!(said.contains("it is closed with no result"), "{said}");
    let end = table.pass(DAYS).await;
    assert!(end.contains("#1 was claimed and nobody has moved, so it is closed"), "{end}");
    assert_eq!(table.result().as_deref(), Some("aborted"));
}

/// The players of a game for three.
const THREE: [&str; 3] = ["ann", "ben", "carl"];

/// A game for three without clocks of which one was warned, whose name is given.
async fn warned_of_three(folder: &tempfile::TempDir) -> (Table, &'static str) {
    let mut table = Table::open(&folder.path().join("a.db"));
    table.asked("ann", "challenge @ben @carl martian players:3").await;
    table.asked("ben", "accept").await;
    assert!(table.asked("carl", "accept").await.contains("#1"));
    let warning = table.pass(WARNING).await;
    let absent = THREE.into_iter().find(|name| warning.starts_with(&format!("<@local:{name}>")));
    (table, absent.expect("somebody is warned"))
}

#[tokio::test]
async fn of_three_the_absent_one_is_out_and_the_others_play_on() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, absent) = warned_of_three(&folder).await;
    let waits = if absent == "carl" { "ben" } else { "carl" };
    assert!(table.asked(waits, "claim").await.contains("claims #1"));
    let other = THREE.into_iter().find(|one| ![absent, waits].contains(one));
    let other = other.expect("there is a third");
    let end = table.pass(DAYS).await;
    assert!(end.contains(&format!("{absent} has not come back to #1")), "{end}");
    assert!(!end.contains("claim #1"), "whoever is to move now has the whole time: {end}");
    assert_eq!(table.result(), None);
    let board = table.asked(waits, "board").await;
    assert!(board.contains("#1"));
    // Each of the two who are left is warned anew before the other one can claim.
    for name in [waits, other] {
        let told = table.asked(name, "claim").await;
        let early = told.contains("once I have warned") || told.contains("#1 waits for you");
        assert!(early || told.contains("once a week"), "{name}: {told}");
    }
    assert!(table.pass(WARNING).await.contains("`claim #1`"));
}

#[tokio::test]
async fn whoever_is_to_move_after_somebody_has_given_up_is_warned_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, absent) = warned_of_three(&folder).await;
    let gone = table.asked(absent, "resign #1 yes").await;
    assert!(gone.contains("given up") || gone.contains("gives up"), "{gone}");
    for name in THREE.into_iter().filter(|one| *one != absent) {
        let told = table.asked(name, "claim").await;
        let early = told.contains("once I have warned") || told.contains("#1 waits for you");
        assert!(early, "{name}: {told}");
    }
    assert_eq!(table.pass(WARNING - MINUTE).await, "");
    assert!(table.pass(MINUTE).await.contains("`claim #1`"));
}

#[tokio::test]
async fn of_a_game_whose_place_is_read_back_nobody_loses_by_a_claim() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = warned(&folder).await;
    assert!(table.asked("ben", "claim").await.contains("claims #1"));
    table.clock.advance(DAYS - MINUTE);
    table.host.hold(Area::Place(channel()));
    table.clock.advance(MINUTE);
    // She has moved in time, and that is read only now.
    assert_eq!(table.replies().await.len(), 0);
    let at = table.clock.now() - 30_000;
    table.say_at(at, channel(), "ann", "f2-f3");
    assert!(table.replies().await[0].text.contains("f2-f3"));
    table.host.release(Area::Place(channel()));
    assert_eq!(table.pass(DAYS).await, "");
    assert_eq!(table.result(), None);
}

#[tokio::test]
async fn a_claim_that_is_read_back_is_asked_for_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = warned(&folder).await;
    let id = MessageId::new(Platform::Local, "late");
    let line = Incoming::line(id, person("ben"), channel(), "claim", table.clock.now());
    table.host.receive(Incoming { late: true, ..line });
    let told = table.replies().await;
    assert!(told[0].text.contains("Please claim it again"), "{told:?}");
    assert!(table.asked("ben", "claim").await.contains("ben claims #1"));
}

#[tokio::test]
async fn a_game_with_clocks_cannot_be_claimed() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("60d/move").await;
    assert!(table.asked("ben", "claim").await.contains("#1 has clocks"));
}

#[tokio::test]
async fn a_rated_game_always_has_a_clock_and_is_never_claimed() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    let refused = table.asked("ann", "challenge @ben lyra white rated none").await;
    assert!(refused.contains("rated"), "{refused}");
    table.lyra("rated").await;
    assert!(table.asked("ben", "claim").await.contains("#1 has clocks"));
}

/// The instants around a claim at which the program is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instant {
    /// Ben has claimed the game, and that is not written.
    Said,
    /// It is written, and nobody was told.
    Written,
    /// The platform has told it.
    Told,
    /// The three days are over, and nothing has happened.
    Due,
    /// The end is written, and nobody was told.
    Ended,
    /// The platform has told the end.
    EndTold,
}

const INSTANTS: [Instant; 6] = [
    Instant::Said,
    Instant::Written,
    Instant::Told,
    Instant::Due,
    Instant::Ended,
    Instant::EndTold,
];

/// Ben claims the game, in a message that the platform may bring again.
fn claim(table: &Table, at: Millis) {
    let id = MessageId::new(Platform::Local, "the claim");
    table.host.receive(Incoming::line(id, person("ben"), channel(), "claim #1", at));
}

/// The platform takes all that is said, and remembers it by its number.
async fn take_all(table: &mut Table, told: &mut BTreeMap<u64, (String, Vec<String>)>) {
    table.heard().await;
    while !table.undelivered.is_empty() {
        for out in &table.undelivered {
            let number = out.outbox.expect("nothing is merely answered");
            let ping = out.reply.ping.iter().map(|who| who.key().to_owned()).collect();
            let before = told.insert(number, (out.reply.text.clone(), ping));
            assert_eq!(before, None, "it is told once");
        }
        table.deliver().await;
        table.heard().await;
    }
}

/// Goes through a claim to its end and killed at one instant: gives all that the platform has told.
async fn told_over_a_kill(killed: Instant) -> BTreeMap<u64, (String, Vec<String>)> {
    let (folder, mut left) = (tempfile::tempdir().unwrap(), Vec::new());
    let mut table = warned(&folder).await;
    let (at, mut told) = (table.clock.now(), BTreeMap::new());
    for instant in INSTANTS {
        if instant == killed {
            let clock = table.clock.clone();
            let database = table.kill(&folder.path().join("a.db")).await;
            table = Table::at(&database.db(), &clock);
            left.push(database);
            claim(&table, at);
        }
        match instant {
            Instant::Said => {
                claim(&table, at);
                table.heard().await;
            }
            Instant::Written | Instant::Ended => take_all(&mut table, &mut told).await,
            Instant::Told => {
                table.clock.advance(DAYS - HOUR);
                assert_eq!(table.heard().await, [""; 0], "{killed:?}");
                table.clock.advance(HOUR);
            }
            // The time in which it was down is not counted.
            Instant::Due => {
                table.clock.advance(2 * HOUR);
                table.heard().await;
            }
            Instant::EndTold => {
                table.clock.advance(2 * WARNING);
                take_all(&mut table, &mut told).await;
            }
        }
    }
    assert_eq!(table.result().as_deref(), Some("win 2 forfeit"), "{killed:?}");
    let (row, events) = table.store.reader().unwrap().game(GameNo(1)).unwrap().unwrap();
    let game = host::replay_game(&row, &events, |id| id.key().to_owned()).unwrap();
    let count = |is: fn(&LogEvent) -> bool| game.log().iter().filter(|one| is(&one.event)).count();
    assert_eq!(count(|event| matches!(event, LogEvent::Clock(ClockEvent::Claimed { .. }))), 1);
    assert_eq!(count(|event| matches!(event, LogEvent::Forfeit(_))), 1, "{killed:?}");
    table.stop().await;
    told
}

#[tokio::test]
async fn a_kill_at_each_step_of_a_claim_leads_to_one_claim_and_one_end() {
    for killed in INSTANTS {
        let told = told_over_a_kill(killed).await;
        let of = |words: &str| -> Vec<_> {
            told.values().filter(|(text, _)| text.contains(words)).collect()
        };
        let claims = of("ben claims #1");
        assert!(
            matches!(claims.as_slice(), [(_, ping)] if *ping == ["ann"]),
            "{killed:?}: {told:?}"
        );
        assert_eq!((of("ann forfeited").len(), told.len()), (1, 2), "{killed:?}: {told:?}");
    }
}
