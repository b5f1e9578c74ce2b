//! Games with clocks: they start when the board has reached the platform, stop when the answer was
//! written, and end the game by themselves. The real host on a real store, with a clock that is moved by
//! hand.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod claims;
mod heard;
mod idle;
mod jumps;

use std::{path::Path, time::Duration};

use host::{Clock as _, HostSettings, ManualClock};
use store::Store;
use table::{Area, GameNo, Millis, Platform};

use crate::support::tables::{DAY, HOUR, MINUTE, START, Table, channel, person};

impl Table {
    /// The times that the board shows in answer to this, of the side at the bottom first.
    async fn times_shown(&mut self, name: &str, text: &str) -> Vec<Option<(u16, String)>> {
        self.say(name, text);
        self.heard().await;
        let mut boards =
            self.undelivered.iter().filter_map(|out| out.reply.picture()?.drawing.scene());
        let sides = boards.next_back().expect("a board").panel.sides.iter();
        let times = sides.map(|side| side.time.clone().map(|time| (time.part, time.text)));
        let times = times.collect();
        self.deliver().await;
        times
    }

    /// Lets time pass, and gives what is said by itself meanwhile, delivered at once.
    async fn pass(&mut self, time: Duration) -> String {
        self.clock.advance(time);
        self.answers().await.join("\n")
    }

    /// A game of Lyra in which Ann begins.
    async fn lyra(&mut self, clock: &str) {
        let offer = self.asked("ann", &format!("challenge @ben lyra white {clock}")).await;
        assert!(offer.contains("invites you"), "{offer}");
        let begun = self.asked("ben", "accept").await;
        assert!(begun.contains("ann> begins"), "{begun}");
    }

    fn result(&self) -> Option<String> {
        self.store.reader().unwrap().game_row(GameNo(1)).unwrap().unwrap().result
    }
}

#[tokio::test]
async fn whoever_lets_the_time_run_out_loses() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("2d/move").await;
    table.pass(DAY).await;
    assert!(table.asked("ann", "f2-f3").await.contains("f2-f3"));
    table.pass(2 * DAY - MINUTE).await;
    assert_eq!(table.result(), None);
    let over = table.pass(MINUTE).await;
    assert!(over.contains("ann wins") && over.contains("time"), "{over}");
    assert_eq!(table.result().as_deref(), Some("win 1 time"));
    // His clock stands at nothing, and hers at what she had, however late somebody looks.
    table.pass(DAY).await;
    let clock = table.asked("ann", "clock #1").await;
    assert!(
        clock.contains("**ann**: 2 days left") && clock.contains("**ben**: 0:00 left"),
        "{clock}"
    );
    assert!(!clock.contains("running"), "{clock}");
    let shown = table.asked_in(channel(), "ann", "board #1").await;
    let picture = shown[0].picture().unwrap();
    assert!(picture.alt.contains(" Clocks: ann 2d, ben 0:00. "), "{}", picture.alt);
    let id = person("ann").id;
    let seen = table.host.table(&id, &channel(), GameNo(1), None).await.unwrap();
    let clocks: Vec<_> = seen.clocks.iter().flatten().map(|one| (one.left, one.runs)).collect();
    assert_eq!(clocks, [(2 * 24 * 3_600_000, false), (0, false)], "what stands on the plates");
    assert!(seen.alt.contains("Clocks: ann 2d, ben 0:00."), "{}", seen.alt);
    let ran_out = (0, "0:00".to_owned());
    let times = table.times_shown("ann", "board #1").await;
    assert!(times.contains(&Some(ran_out)) && times.contains(&Some((1_000, "2d".to_owned()))));
    // It is told once, and nothing follows.
    assert_eq!(table.pass(30 * DAY).await, "");
}

#[tokio::test]
async fn a_clock_starts_when_the_board_is_there_and_stops_when_the_answer_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("2h/move").await;
    table.asked("ben", "notify remind off").await;
    table.say_at(table.clock.now(), channel(), "ann", "f2-f3");
    table.heard().await;
    // The platform takes it three hours later.
    table.clock.advance(3 * HOUR);
    table.heard().await;
    assert_eq!(table.result(), None, "nobody has been asked yet");
    table.deliver().await;
    let written = table.clock.now() + 7_100_000;
    table.clock.advance(HOUR * 2 - Duration::from_secs(1));
    assert_eq!(table.heard().await, [""; 0]);
    // It is heard after the deadline and was written before it: it comes first.
    table.host.hold(Area::Platform(Platform::Local));
    table.clock.advance(HOUR);
    table.say_at(written, channel(), "ben", "d5-d4");
    let heard = table.heard().await.join("\n");
    table.host.release(Area::Platform(Platform::Local));
    assert!(heard.contains("d5-d4"), "{heard}");
    assert_eq!(table.result(), None);
}

#[tokio::test]
async fn what_is_written_too_late_is_not_taken_and_the_time_is_called_once_all_is_heard() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("1h/move").await;
    table.host.heard(START);
    table.pass(2 * HOUR).await;
    assert_eq!(table.result(), None, "a move may still be on its way");
    for late in ["f2-f3", "draw offer", "takeback"] {
        let heard = table.asked("ann", late).await;
        assert!(heard.contains("was over before you wrote this"), "{late}: {heard}");
    }
    // What she wrote in time was still on its way.
    table.say_at(table.clock.now() - 90 * 60_000, channel(), "ann", "f2-f3");
    let heard = table.heard().await.join("\n");
    table.deliver().await;
    assert!(heard.contains("f2-f3"), "{heard}");
    assert!(table.asked("ben", "d5-d4").await.contains("d5-d4"));
    table.pass(2 * HOUR).await;
    assert!(table.asked("ann", "e2-e3").await.contains("was over before"));
    table.host.heard(table.clock.now());
    let heard = table.heard().await.join("\n");
    assert!(heard.contains("ben wins"), "{heard}");
    assert_eq!(table.result().as_deref(), Some("win 2 time"));
}

#[tokio::test]
async fn the_late_set_up_of_one_player_is_refused_and_called_by_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.asked("ann", "challenge @ben cyvasse white 1d/move").await;
    table.asked("ben", "accept").await;
    table.asked("ben", "time give 1d").await;
    table.host.heard(START);
    table.pass(DAY + HOUR).await;
    // Ben's time is over, Ann's is not; it is not for her to call it.
    table.asked("ann", "e4-e5").await;
    let ben = person("ben").id.private_place();
    table.say_at(table.clock.now(), ben.clone(), "ben", "setup random");
    table.say_at(table.clock.now(), ben, "ben", "setup done");
    let heard = table.heard().await.join("\n");
    assert!(heard.contains("was over before you wrote this"), "{heard}");
    assert_eq!(table.result(), None);
    table.host.heard(table.clock.now());
    table.heard().await;
    assert_eq!(table.result().as_deref(), Some("win 1 time"));
}

#[tokio::test]
async fn a_takeback_stops_one_clock_and_starts_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("10h+1h").await;
    table.pass(2 * HOUR).await;
    table.asked("ann", "f2-f3").await;
    table.pass(3 * HOUR).await;
    let asked = table.asked("ann", "takeback").await;
    assert!(asked.contains("The clock keeps running"), "{asked}");
    table.pass(HOUR).await;
    let back = table.asked("ben", "takeback accept").await;
    assert!(back.contains("ann takes back `f2-f3`"), "{back}");
    let clock = table.asked("ann", "clock").await;
    assert!(clock.contains("**ann**: 9 hours left and running"), "{clock}");
    assert!(clock.contains("**ben**: 6 hours left"), "{clock}");
    assert!(table.pass(9 * HOUR).await.contains("ben wins"));
}

#[tokio::test]
async fn a_bank_is_used_up_and_grows_by_its_increment() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("10h+2h").await;
    table.pass(5 * HOUR).await;
    table.asked("ann", "f2-f3").await;
    let clock = table.asked("ann", "clock").await;
    assert!(clock.contains("**ann**: 7 hours left"), "{clock}");
    assert!(clock.contains("**ben**: 10 hours left and running; it is over <t:"), "{clock}");
    table.pass(HOUR).await;
    table.asked("ben", "d5-d4").await;
    let clock = table.asked("ben", "clock").await;
    assert!(clock.contains("**ben**: 10 hours left"), "capped: {clock}");
    assert!(table.pass(7 * HOUR).await.contains("ben wins"));
}

#[tokio::test]
async fn every_board_shows_the_time_that_is_left_now() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("2d/move").await;
    table.pass(12 * HOUR).await;
    let whole = (1_000, "2d".to_owned());
    for line in ["legal", "why c2", "board"] {
        let times = table.times_shown("ann", line).await;
        assert_eq!(times, [Some((750, "1d 12h".to_owned())), Some(whole.clone())], "{line}");
    }
    let times = table.times_shown("ann", "f2-f3").await;
    assert_eq!(times, [Some(whole.clone()), Some(whole.clone())], "each has two days a move");
    table.pass(DAY).await;
    let times = table.times_shown("ben", "legal").await;
    assert_eq!(times, [Some((500, "1d".to_owned())), Some(whole)], "his side is at the bottom");
    assert_eq!(table.times_shown("ben", "resign #1 yes").await, [None, None], "it is over");
    table.pass(30 * DAY).await;
    let clock = table.asked("ann", "clock #1").await;
    assert!(clock.contains("**ben**: 1 day left") && !clock.contains("running"), "{clock}");
}

#[tokio::test]
async fn the_next_board_is_that_with_the_least_time_left_and_then_that_which_waits_longest() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    for clock in ["none", "none", "7d/move", "1d/move"] {
        table.lyra(clock).await;
        table.pass(MINUTE).await;
    }
    for first in ["#4 Lyra", "#3 Lyra", "#1 Lyra", "#2 Lyra"] {
        let listed = table.asked("ann", "games").await;
        assert!(listed.lines().nth(1).unwrap().contains(first), "{listed}");
        let shown = table.asked("ann", "next").await;
        assert!(shown.contains(first), "{shown}");
        table.asked("ann", &format!("{} f2-f3", &first[..2])).await;
    }
    assert!(table.asked("ann", "next").await.contains("No game waits for you"));
}

#[tokio::test]
async fn time_can_be_given() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("1d/move").await;
    table.asked("ann", "notify remind off").await;
    let given = table.asked("ben", "time give 12h").await;
    assert!(given.contains("ben gives ann 12 hours more"), "{given}");
    assert_eq!(table.pass(DAY + 11 * HOUR).await, "");
    assert!(table.asked("ann", "f2-f3").await.contains("f2-f3"));
    let refused = table.asked("ann", "time give 31d").await;
    assert!(refused.contains("up to 30 days"), "{refused}");
}

#[tokio::test]
async fn clocks_go_on_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("a.db");
    let mut table = Table::open(&database);
    table.lyra("2d/move").await;
    let clock = table.clock.clone();
    table.host.stop().await;
    table.store.close();
    drop(table);
    let mut table = Table::at(&database, &clock);
    // Until the host runs, time that passes is an outage.
    table.heard().await;
    table.pass(DAY).await;
    assert!(table.asked("ben", "clock").await.contains("1 day"));
    assert_eq!(table.result(), None);
    table.pass(DAY).await;
    assert_eq!(table.result().as_deref(), Some("win 2 time"));
}

#[tokio::test]
async fn of_several_players_the_late_one_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.asked("ann", "challenge martian @ben @carl seat:1 order:listed 1d/move").await;
    table.asked("ben", "accept").await;
    table.asked("carl", "accept").await;
    let heard = table.pass(DAY).await;
    assert!(heard.contains("is out of time"), "{heard}");
    assert_eq!(table.result(), None, "the others play on");
    let times = table.times_shown("ben", "board #1").await;
    assert_eq!(times.iter().flatten().filter(|(_, text)| text == "0:00").count(), 1, "{times:?}");
    // The clock of the next one runs from the board that says so.
    let heard = table.pass(DAY).await;
    assert!(heard.contains("wins"), "{heard}");
}

#[tokio::test]
async fn each_army_has_its_own_clock() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.asked("ann", "challenge @ben cyvasse white 1d/move").await;
    table.asked("ben", "accept").await;
    table.pass(12 * HOUR).await;
    for text in ["setup random", "setup done"] {
        table.say_at(table.clock.now(), person("ann").id.private_place(), "ann", text);
        table.heard().await;
        table.deliver().await;
    }
    let heard = table.pass(12 * HOUR).await;
    assert!(heard.contains("ann wins"), "{heard}");
    assert_eq!(table.result().as_deref(), Some("win 1 time"));
}

#[tokio::test]
async fn challenges_say_their_clock() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    for (typed, said) in [
        ("2 days per move", "2d a move"),
        ("1.5d/move", "36h a move"),
        ("7d+12h", "7d and 12h more for each move"),
        ("clock:15m", "15m for the game"),
        ("7d + 12h", "7d and 12h more for each move"),
        ("one day each move", "1d a move"),
        ("5 minutes each", "5m for the game"),
        ("none", "no clock"),
        ("without clock", "no clock"),
        ("unlimited", "no clock"),
    ] {
        let offer = table.asked("ann", &format!("challenge @ben lyra {typed}")).await;
        assert!(offer.contains(said), "{typed}: {offer}");
    }
    for (typed, said) in [
        ("2 days", "(`2d+0h`)? Say `challenge @ben lyra 2d/move`."),
        ("15+10", "is no clock. Say `challenge @ben lyra 15m+10s`."),
        ("30m+10", "Say `challenge @ben lyra 30m+10s`."),
        ("2d/move 3d/move", "You name the clock twice"),
        ("5s/move", "too short"),
        ("90d/move", "too long"),
        ("2d/week", "is no clock"),
    ] {
        let refused = table.asked("ann", &format!("challenge @ben lyra {typed}")).await;
        assert!(refused.contains(said), "{typed}: {refused}");
    }
}

#[tokio::test]
async fn a_draw_offer_before_the_board_has_come_stops_no_clock() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("2d/move").await;
    table.say_at(table.clock.now(), channel(), "ann", "f2-f3");
    table.heard().await;
    table.say_at(table.clock.now(), channel(), "ben", "draw offer");
    table.heard().await;
    table.deliver().await;
    assert!(table.asked("ben", "clock").await.contains("**ben**: 2 days left and running"));
    assert!(table.pass(2 * DAY).await.contains("ann wins"));
}

#[tokio::test]
async fn two_players_are_reminded_at_the_same_instant() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.asked("ann", "challenge @ben cyvasse white 2d/move").await;
    table.asked("ben", "accept").await;
    let reminded = table.pass(DAY).await;
    for name in ["local:ann", "local:ben"] {
        assert!(reminded.contains(&format!("<@{name}>, a reminder")), "{name}: {reminded}");
    }
    assert_eq!(reminded.matches("a reminder").count(), 2, "{reminded}");
    // Neither arranges anything: neither of them was later than the other.
    let over = table.pass(DAY).await;
    assert!(over.contains("nobody has arranged their men in #1 in time"), "{over}");
    assert_eq!(table.result().as_deref(), Some("aborted"));
}

#[tokio::test]
async fn a_gift_comes_in_time_without_a_ping_and_has_an_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::open(&folder.path().join("a.db"));
    table.lyra("1d/move").await;
    assert!(table.asked("ben", "time give 20d").await.contains("gives"));
    assert!(table.undelivered.is_empty());
    let more = table.asked("ben", "time give 11d").await;
    assert!(more.contains("At most 30 days can be given in one turn"), "{more}");
    table.host.heard(START);
    table.pass(22 * DAY).await;
    let late = table.asked("ben", "time give 1d").await;
    assert!(late.contains("is over, so nobody can give more"), "{late}");
}
