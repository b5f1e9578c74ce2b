//! Databases as older programs left them: they open, what was under way in them goes on, and the
//! records of their games verify.
//!
//! `tests/data/databases/schema-N.sql` holds what a program of that schema wrote when people played
//! through it: a finished game with fights, running games, offers, a game in a private chat, a set-up
//! that is still to be opened.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod schemas;

use std::{fs, path::Path, process::Command, sync::Arc, time::Duration};

use chat::{Incoming, Outgoing};
use host::{Clock as _, HostHandle, HostSettings, ManualClock, Outbox, SystemEntropy};
use render::Renderer;
use rusqlite::Connection;
use store::Store;
use table::{GameNo, MessageId, Millis, Person, PersonId, PlaceId, Platform};

use crate::support::outbox::replies;

const OLD: [(u32, &str); 3] = [
    (2, include_str!("../data/databases/schema-2.sql")),
    (3, include_str!("../data/databases/schema-3.sql")),
    (4, include_str!("../data/databases/schema-4.sql")),
];

/// A day after the games were begun: no offer has ended yet.
const NEXT_DAY: Millis = 1_767_225_600_000 + 3_600_000;
const MINUTE: Duration = Duration::from_secs(60);
/// The days until a game in which nobody moves is warned of, and as many until it is closed.
const IDLE: Duration = Duration::from_secs(30 * 86_400);

struct Session {
    clock: ManualClock,
    host: HostHandle,
    outbox: Outbox,
    messages: u32,
}

impl Session {
    fn start(store: Store, now: Millis) -> Self {
        let renderer = Renderer::blank();
        let clock = ManualClock::new(now);
        let (clocks, settings) = (Arc::new(clock.clone()), HostSettings::new(Platform::Local));
        let (host, outbox) =
            host::start(store, settings, clocks, Box::new(SystemEntropy), renderer).unwrap();
        Self { clock, host, outbox, messages: 0 }
    }

    /// Returns what is said by itself once this time has passed.
    async fn pass(&mut self, time: Duration) -> String {
        self.clock.advance(time);
        self.host.settled().await;
        let texts = replies(&mut self.outbox).into_iter().map(|out| out.reply.text);
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Returns what is answered to a line.
    async fn say(&mut self, name: &str, private: bool, text: &str) -> Vec<Outgoing> {
        self.messages += 1;
        let who = PersonId::new(Platform::Local, name);
        let place = match private {
            true => who.private_place(),
            false => PlaceId::channel(Platform::Local, "channel"),
        };
        let id = MessageId::new(Platform::Local, format!("new{}", self.messages));
        let author = Person { id: who, name: name.to_owned() };
        self.host.receive(Incoming::line(id, author, place, text, self.clock.now()));
        self.host.settled().await;
        replies(&mut self.outbox)
    }

    /// Says a line whose only answer must have a text that contains this.
    async fn says(&mut self, name: &str, private: bool, text: &str, expected: &str) {
        let answers = self.say(name, private, text).await;
        let texts: Vec<&str> = answers.iter().map(|out| out.reply.text.as_str()).collect();
        assert!(texts.iter().any(|text| text.contains(expected)), "{name}: {text}: {texts:?}");
    }
}

fn restore(path: &Path, sql: &str) {
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

/// Returns what the program prints for a command on this database.
fn printed(folder: &Path, args: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_martian-cake"));
    program.current_dir(folder).env("DATABASE_PATH", folder.join("old.db"));
    let output = program.args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_older_programs_have_left_goes_on() {
    for (schema, sql) in OLD {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        restore(&path, sql);
        let mut session = Session::start(Store::open(&path).unwrap(), NEXT_DAY);
        lyra_goes_on(&mut session).await;
        if schema > 2 {
            other_games_go_on(&mut session).await;
        }
        session.host.stop().await;
        drop(session);
        assert!(printed(folder.path(), &["db", "check"]).starts_with("ok "), "schema {schema}");
        records_verify(folder.path());
    }
}

/// Nobody is warned of days that passed before there were such warnings.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_days_of_old_games_count_from_the_upgrade() {
    for (schema, sql) in OLD {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        restore(&path, sql);
        let store = Store::open(&path).unwrap();
        let upgraded = store.reader().unwrap().game_row(GameNo(2)).unwrap().unwrap().idle_from;
        let mut session = Session::start(store, upgraded.unwrap());
        let none_waits = |told: String| assert!(!told.contains("waits for you"), "{told}");
        none_waits(session.pass(Duration::ZERO).await);
        none_waits(session.pass(IDLE - MINUTE).await);
        let warned = session.pass(MINUTE).await;
        let games: &[u32] = if schema > 2 { &[2, 3, 5, 6] } else { &[2, 3] };
        for no in games {
            let warning = format!("#{no} waits for you since 30 days");
            assert_eq!(warned.matches(&warning).count(), 1, "schema {schema}: {warned}");
        }
        none_waits(session.pass(IDLE - MINUTE).await);
        let closed = session.pass(MINUTE).await;
        assert!(closed.contains("nobody has moved in #2 for 60 days"), "schema {schema}: {closed}");
    }
}

async fn lyra_goes_on(session: &mut Session) {
    session.says("ben", false, "board #2", "#2").await;
    session.says("ben", false, "resign #2", "resign").await;
    session.says("ben", false, "resign #2 yes", "wins").await;
    session.says("jim", true, "board", "#3").await;
    session.says("carl", false, "accept #4", "#4").await;
}

async fn other_games_go_on(session: &mut Session) {
    session.says("dora", false, "board #5", "#5").await;
    session.says("dora", false, "Ng8-f6", "f6").await;
    session.says("gus", false, "board #6", "#6").await;
    session.says("ivy", true, "setup done", "").await;
    session.says("hal", false, "board #7", "#7").await;
    session.says("hal", false, "resign #7", "resign").await;
    session.says("hal", false, "resign #7 yes", "wins").await;
}

/// Every record that this database gives out verifies, and those of finished games with their dice.
fn records_verify(folder: &Path) {
    printed(folder, &["db", "export", "records"]);
    let mut proven = 0;
    for entry in fs::read_dir(folder.join("records")).unwrap() {
        let path = entry.unwrap().path();
        let verdict = printed(folder, &["verify", path.to_str().unwrap()]);
        assert!(verdict.starts_with("ok"), "{}: {verdict}", path.display());
        let text = fs::read_to_string(&path).unwrap();
        // What was offered before keeps the first version of the dice, and is signed like the rest.
        assert!(!text.contains("[Dice ") && text.contains("[Signature "), "{}", path.display());
        let finished = !text.contains("\"ongoing\"");
        assert!(!finished || !verdict.contains("not proven"), "{}: {verdict}", path.display());
        proven += u32::from(finished);
    }
    assert!(proven >= 2, "{proven} finished games");
}
