//! When nobody could be heard or told anything: the real host on a real store finds it out and keeps it
//! over restarts, with a clock that is moved by hand.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{path::Path, time::Duration};

use chat::Incoming;
use host::{Clock as _, HostSettings, ManualClock, SystemEntropy};
use render::Renderer;
use store::Store;
use table::{Area, MessageId, Millis, Person, PersonId, PlaceId, Platform};

use crate::support::hosted::Hosted;

/// When a test begins.
const START: Millis = 1_800_000_000_000;
const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(86_400);
const PAGE: Area = Area::Platform(Platform::Local);

/// Returns how long after the start something was, in milliseconds.
fn since_start(at: Millis) -> Duration {
    Duration::from_millis(u64::try_from(at - START).expect("it is not before the start"))
}

fn channel() -> PlaceId {
    PlaceId::channel(Platform::Local, "channel")
}

fn here() -> Area {
    Area::Place(channel())
}

/// An outage as it is stored, told by how long after the start it began and ended.
type Told = (Area, Duration, Option<Duration>);

fn over(area: Area, from: Duration, to: Duration) -> Told {
    (area, from, Some(to))
}

/// The program as it runs, until it is stopped or killed.
struct Program {
    hosted: Hosted,
    clock: ManualClock,
}

impl Program {
    fn start(database: &Path, clock: &ManualClock) -> Self {
        Self::with(database, clock, HostSettings::new(Platform::Local))
    }

    fn with(database: &Path, clock: &ManualClock, settings: HostSettings) -> Self {
        let renderer = Renderer::blank();
        let hosted = Hosted::start(database, clock, settings, Box::new(SystemEntropy), &renderer);
        hosted.settle();
        Self { hosted, clock: clock.clone() }
    }

    fn pass(&self, time: Duration) {
        self.clock.advance(time);
        self.hosted.settle();
    }

    /// Somebody offers a game in the channel, so that something goes on there.
    fn offer(&self) {
        let ann = Person { id: PersonId::new(Platform::Local, "ann"), name: "ann".to_owned() };
        let id = MessageId::new(Platform::Local, format!("m{}", self.clock.now()));
        self.hosted.host.receive(Incoming::line(
            id,
            ann,
            channel(),
            "challenge anyone",
            self.clock.now(),
        ));
        self.hosted.settle();
    }

    fn hold(&self, area: Area) {
        self.hosted.host.hold(area);
        self.hosted.settle();
    }

    fn release(&self, area: Area) {
        self.hosted.host.release(area);
        self.hosted.settle();
    }

    fn unreachable(&self, is_unreachable: bool) {
        self.hosted.host.unreachable(channel(), is_unreachable);
        self.hosted.settle();
    }

    /// Ends in good order; gives the outages that are stored.
    fn stop(self) -> Vec<Told> {
        told(&self.hosted.stop())
    }

    /// Ends without a last word; gives the outages that are stored.
    fn kill(self) -> Vec<Told> {
        told(&self.hosted.kill().0)
    }
}

/// The outages of a store that is not needed any more.
fn told(store: &Store) -> Vec<Told> {
    let outages = store.reader().unwrap().outages(Platform::Local).unwrap();
    store.close();
    let told = outages
        .into_iter()
        .map(|row| (row.area, since_start(row.since), row.until.map(since_start)));
    told.collect()
}

/// A database in a folder of its own, and a clock.
struct Rig {
    folder: tempfile::TempDir,
    clock: ManualClock,
}

impl Rig {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder"), clock: ManualClock::new(START) }
    }

    fn database(&self) -> std::path::PathBuf {
        self.folder.path().join("outages.db")
    }

    fn start(&self) -> Program {
        Program::start(&self.database(), &self.clock)
    }

    /// Starts the program so that it has to catch up before anything is due.
    fn start_held(&self) -> Program {
        let settings = HostSettings { starts_held: true, ..HostSettings::new(Platform::Local) };
        Program::with(&self.database(), &self.clock, settings)
    }
}

#[test]
fn a_new_program_has_no_outage_behind_it() {
    let rig = Rig::new();
    let program = rig.start();
    program.pass(DAY);
    assert_eq!(program.stop(), []);
}

#[test]
fn a_program_that_is_killed_was_away_since_its_last_sign_of_life() {
    let rig = Rig::new();
    let program = rig.start();
    program.pass(10 * SECOND);
    program.pass(7 * SECOND);
    assert_eq!(program.kill(), []);
    rig.clock.advance(2 * DAY);
    let program = rig.start();
    program.pass(MINUTE);
    assert_eq!(program.kill(), [over(PAGE, 10 * SECOND, 17 * SECOND + 2 * DAY)]);
}

#[test]
fn a_program_that_was_stopped_was_away_since_its_end() {
    let rig = Rig::new();
    let program = rig.start();
    program.pass(17 * SECOND);
    program.stop();
    rig.clock.advance(5 * MINUTE);
    assert_eq!(rig.start().stop(), [over(PAGE, 17 * SECOND, 17 * SECOND + 5 * MINUTE)]);
}

#[test]
fn whoever_has_to_catch_up_is_away_until_that_is_done() {
    let rig = Rig::new();
    rig.start().stop();
    rig.clock.advance(MINUTE);
    let program = rig.start_held();
    program.pass(MINUTE);
    // Killed before it was done, and once more: the outage goes on.
    assert_eq!(program.kill(), [(PAGE, Duration::ZERO, None)]);
    rig.clock.advance(MINUTE);
    let program = rig.start_held();
    program.pass(MINUTE);
    assert_eq!(program.stop(), [(PAGE, Duration::ZERO, None)]);
    rig.clock.advance(MINUTE);
    let program = rig.start_held();
    program.pass(MINUTE);
    program.release(PAGE);
    program.pass(MINUTE);
    assert_eq!(program.stop(), [over(PAGE, Duration::ZERO, 6 * MINUTE)]);
}

#[test]
fn a_platform_that_is_lost_was_away_since_it_was_heard_last() {
    let rig = Rig::new();
    let program = rig.start();
    program.pass(MINUTE);
    program.hosted.host.heard(START + 40_000);
    program.hosted.host.heard(START + 30_000);
    program.hold(PAGE);
    program.hold(PAGE);
    program.pass(MINUTE);
    program.release(PAGE);
    program.pass(MINUTE);
    program.release(PAGE);
    let lost = over(PAGE, 40 * SECOND, 3 * MINUTE);
    program.pass(MINUTE);
    assert_eq!(program.stop(), [lost]);
}

#[test]
fn a_place_is_away_while_it_is_held_or_takes_nothing() {
    let rig = Rig::new();
    let program = rig.start();
    program.unreachable(true);
    program.pass(MINUTE);
    program.unreachable(false);
    program.offer();
    program.hold(here());
    program.pass(MINUTE);
    program.unreachable(true);
    program.release(here());
    program.pass(MINUTE);
    program.unreachable(false);
    program.pass(MINUTE);
    program.unreachable(true);
    program.pass(5 * SECOND);
    let before = over(here(), MINUTE, 3 * MINUTE);
    let killed = program.kill();
    assert_eq!(killed, [before.clone(), (here(), 4 * MINUTE, None)], "where nothing goes on, none");
    rig.clock.advance(MINUTE);
    // It ends with the program, which was away itself, and begins again when that is told.
    let program = rig.start();
    program.pass(SECOND);
    program.unreachable(true);
    program.pass(MINUTE);
    program.unreachable(false);
    let at_start = 5 * MINUTE + 5 * SECOND;
    let told = program.stop();
    assert_eq!(
        told,
        [
            over(PAGE, 4 * MINUTE, at_start),
            before,
            over(here(), 4 * MINUTE, at_start),
            over(here(), at_start + SECOND, at_start + SECOND + MINUTE),
        ]
    );
}

#[test]
fn where_no_game_is_left_nothing_is_kept() {
    let rig = Rig::new();
    let program = rig.start();
    program.offer();
    program.unreachable(true);
    program.pass(MINUTE);
    program.unreachable(false);
    assert_eq!(program.kill(), [over(here(), Duration::ZERO, MINUTE)]);
    let program = rig.start();
    // The offer runs out.
    program.pass(2 * DAY);
    program.pass(DAY);
    assert_eq!(program.stop(), []);
}

#[test]
fn a_clock_that_is_set_ahead_makes_an_outage_of_that_length_and_back_undoes_it() {
    let rig = Rig::new();
    let program = rig.start();
    program.pass(MINUTE);
    // A clock that runs a little fast is none.
    rig.clock.set(START + 180_000);
    program.hosted.settle();
    program.pass(MINUTE);
    let day = Millis::try_from(DAY.as_millis()).unwrap();
    rig.clock.set(START + 300_000 + day);
    program.hosted.settle();
    program.pass(MINUTE);
    assert_eq!(program.kill(), [over(PAGE, 4 * MINUTE, 5 * MINUTE + DAY)]);
    let program = rig.start();
    program.pass(MINUTE);
    rig.clock.set(START + 300_000);
    program.hosted.settle();
    program.pass(MINUTE);
    assert_eq!(program.stop(), [over(PAGE, 4 * MINUTE, 5 * MINUTE)]);
}

#[test]
fn a_clock_that_was_set_back_while_the_program_was_away_leaves_nothing_ahead() {
    let rig = Rig::new();
    let program = rig.start();
    program.pass(5 * MINUTE);
    program.offer();
    program.unreachable(true);
    program.stop();
    rig.clock.set(START + 60_000);
    assert_eq!(rig.start().stop(), []);
}

#[test]
fn a_disk_without_room_only_puts_it_off() {
    let rig = Rig::new();
    let program = rig.start();
    program.offer();
    let sql = |sql: &str| {
        rusqlite::Connection::open(rig.database()).unwrap().execute_batch(sql).unwrap();
    };
    // SQLite says that the disk is full of a table that has used up its numbers, too.
    sql("CREATE TABLE used_up (n INTEGER PRIMARY KEY AUTOINCREMENT);
        INSERT INTO used_up VALUES (9223372036854775807);
        CREATE TRIGGER full_outage BEFORE INSERT ON outage
            BEGIN INSERT INTO used_up VALUES (NULL); END;");
    program.unreachable(true);
    program.pass(MINUTE);
    program.unreachable(false);
    program.pass(MINUTE);
    assert_eq!(program.hosted.store.reader().unwrap().outages(Platform::Local).unwrap(), []);
    sql("DROP TRIGGER full_outage; DROP TABLE used_up;");
    program.pass(10 * SECOND);
    assert_eq!(program.stop(), [over(here(), Duration::ZERO, MINUTE)]);
}
