//! Two processes on a shared log, with the real PostgreSQL and the stand-in for Discord: whoever is lost, the other goes on.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use host::{Clock as _, SystemClock};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use rusqlite::Connection;
use store::{Active, Batch, OutboxRow, StoreError};
use table::{PlaceId, Platform};
use tempfile::TempDir;
use tokio::task::block_in_place;

use super::discord_faults::{check_posts, games};
use crate::support::{
    bot::{Bot, log_of},
    dances::{Beat, Dances},
    postgres::{PASSWORD, Server},
    shared_log::shared_log,
    stand_in::{ANN, StandIn, line},
    wire::Wire,
};

/// The ways in which a process is lost, or its database for a while.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Kill,
    Stop,
    Deploy,
    /// The active one hears nothing of its database any more.
    Cut,
    /// All processes of the database server are killed, and it is started again.
    Crash,
    /// The same, but its standby takes its place.
    Promote,
}

/// A run with its faults.
struct Plan {
    games: usize,
    plies: usize,
    faults: Vec<Fault>,
    has_standby: bool,
    thought: Duration,
    patience: Duration,
}

/// How long one of two takes to be the active one, on a machine with much to do.
const TAKEN_WITHIN: Duration = Duration::from_secs(60);

/// The code of whoever ends because another one has taken over.
const HANDED_OVER: i32 = 75;

/// Two machines with one database.
struct Machines {
    discord: Arc<StandIn>,
    server: Server,
    standby: Option<Server>,
    /// The ways of each machine to the server, and to its standby.
    wires: [[Wire; 2]; 2],
    /// Which way of each leads to the server just now.
    primary: usize,
    folder: TempDir,
    bots: Vec<Bot>,
    /// Who was seen to be the active one last, and how many have been, one after the other.
    last: Option<usize>,
    turns: usize,
    /// How often the speaker changed by what was under way when it was stopped.
    across: usize,
}

impl Machines {
    async fn start(has_standby: bool) -> Option<Self> {
        let discord = Arc::new(StandIn::strict(Arc::new(SystemClock)).await);
        let server = block_in_place(|| Server::start(&[]))?;
        block_in_place(|| server.admin().batch_execute("CREATE DATABASE cake")).unwrap();
        let standby = has_standby.then(|| block_in_place(|| server.standby()));
        let targets = [address(&server), address(standby.as_ref().unwrap_or(&server))];
        let wires = [0, 1].map(|_| targets.map(|target| Wire::new(target, Duration::ZERO)));
        let folder = tempfile::tempdir().unwrap();
        for n in 0..2 {
            fs::create_dir(folder.path().join(n.to_string())).unwrap();
        }
        let bots = Vec::new();
        let (primary, last, turns, across) = (0, None, 0, 0);
        let mut machines =
            Self { discord, server, standby, wires, primary, folder, bots, last, turns, across };
        machines.bots = [0, 1].map(|n| machines.spawn(n)).into();
        Some(machines)
    }

    /// The URL by which a machine reaches the database.
    fn url(&self, n: usize) -> String {
        let ways = if self.standby.is_some() { &self.wires[n][..] } else { &self.wires[n][..1] };
        let hosts: Vec<String> = ways.iter().map(|wire| wire.address.to_string()).collect();
        format!("postgres://postgres:{PASSWORD}@{}/cake", hosts.join(","))
    }

    fn spawn(&self, n: usize) -> Bot {
        // Each reaches the platform by a name of its own.
        let platform = self.discord.url.replace("127.0.0.1", ["127.0.0.1", "localhost"][n]);
        let settings =
            [("DATABASE_URL", &*self.url(n)), ("DATABASE_STANDBY", "none"), ("BACKUP_DIR", "off")];
        Bot::with_settings(&self.database(n), &platform, &settings)
    }

    /// Puts the standby in the place of the server, and another one behind it.
    fn promote(&mut self) {
        let standby = self.standby.take().unwrap();
        self.server.crash();
        standby.promote();
        self.server = standby;
        let next = self.server.standby();
        for wires in &self.wires {
            wires[self.primary].lead_to(address(&next));
        }
        self.primary = 1 - self.primary;
        self.standby = Some(next);
    }

    fn database(&self, n: usize) -> PathBuf {
        self.folder.path().join(n.to_string()).join("cake.db")
    }

    /// The one that has written the takeover of now; `None` before there is one.
    fn active(&self) -> Option<usize> {
        let asked = "SELECT active FROM martian_cake.log";
        let row =
            block_in_place(|| self.server.client(&self.server.url("cake")).query_opt(asked, &[]));
        let name: Option<String> = row.ok()??.get(0);
        let name = name?;
        (0..2).find(|n| name.ends_with(self.database(*n).to_str().unwrap()))
    }

    /// Waits until this one is the active one, or any.
    async fn taken_by(&mut self, which: Option<usize>) -> usize {
        let begun = SystemClock.instant();
        while SystemClock.instant() - begun < TAKEN_WITHIN {
            if let Some(n) = self.active().filter(|n| which.is_none_or(|which| which == *n)) {
                self.turns += usize::from(self.last != Some(n));
                self.last = Some(n);
                return n;
            }
            if let Some(n) = which {
                self.supervise(n);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{which:?} is never active:\n{}", self.logs());
    }

    /// Starts one anew that has ended because the other had taken over, as an init system does. When the
    /// database comes back from a crash, either may be the first to have its lock.
    fn supervise(&mut self, n: usize) {
        if self.bots[n].code() == Some(HANDED_OVER) {
            self.bots[n] = self.spawn(n);
        }
    }

    /// What both have said in their logs.
    fn logs(&self) -> String {
        let log = |n| fs::read_to_string(log_of(&self.database(n))).unwrap_or_default();
        format!("{}\n---\n{}", log(0), log(1))
    }

    /// Lets something go wrong, and mends it.
    async fn go_wrong(&mut self, fault: Fault) {
        let n = self.taken_by(None).await;
        let other = 1 - n;
        match fault {
            Fault::Kill => {
                self.bots[n].kill();
                self.taken_by(Some(other)).await;
            }
            Fault::Stop => {
                self.bots[n].signal("STOP");
                self.taken_by(Some(other)).await;
                let before = self.discord.world().speakers.len();
                self.bots[n].signal("CONT");
                assert_eq!(self.bots[n].ended(), Some(HANDED_OVER), "{}", self.logs());
                // A request that was under way may go out then, in the middle of what the other says.
                let after = self.discord.world().speakers.len();
                self.across += (after - before).min(2);
            }
            Fault::Deploy => {
                assert_eq!(self.bots[n].stop(), Some(0), "{}", self.logs());
                self.taken_by(Some(other)).await;
            }
            Fault::Cut => {
                self.wires[n].iter().for_each(|wire| wire.cut(true));
                self.taken_by(Some(other)).await;
                self.wires[n].iter().for_each(|wire| wire.cut(false));
                assert_eq!(self.bots[n].ended(), Some(HANDED_OVER), "{}", self.logs());
            }
            Fault::Crash => return block_in_place(|| self.server.restart()),
            Fault::Promote => return block_in_place(|| self.promote()),
        }
        self.bots[n] = self.spawn(n);
    }

    /// Ends both, and gives a database of each copy and one that is made of the log alone.
    async fn pulled(&mut self) -> [PathBuf; 3] {
        let n = self.taken_by(None).await;
        // The other may have ended already, if the last fault let somebody take over.
        let code = self.bots[1 - n].stop();
        assert!(matches!(code, Some(0 | HANDED_OVER)), "{code:?}: {}", self.logs());
        assert_eq!(self.bots[n].stop(), Some(0), "{}", self.logs());
        let fresh = self.folder.path().join("fresh.db");
        let copies = [self.database(0), self.database(1), fresh];
        copies.map(|database| {
            let to = database.with_extension("pulled");
            let pulled =
                block_in_place(|| shared_log(&self.server.url("cake"), &database).pull(&to))
                    .unwrap();
            assert_eq!(pulled.unmarked, None);
            to
        })
    }
}

fn address(server: &Server) -> SocketAddr {
    let url = server.url("cake");
    let (_, rest) = url.split_once('@').unwrap();
    rest.split_once('/').unwrap().0.parse().unwrap()
}

/// The secrets of the dice of all games, as they would stand in a text.
fn secrets(file: &Path) -> Vec<String> {
    let conn = Connection::open(file).unwrap();
    let mut read = conn.prepare("SELECT lower(hex(secret)) FROM game").unwrap();
    read.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Every row of every table, in order.
fn tables(file: &Path) -> Vec<String> {
    let conn = Connection::open(file).unwrap();
    let named = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    let mut names = conn.prepare(named).unwrap();
    let names: Vec<String> =
        names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let mut all = Vec::new();
    for name in names {
        let mut read = conn.prepare(&format!("SELECT * FROM {name}")).unwrap();
        let columns = read.column_count();
        let row = |row: &rusqlite::Row<'_>| {
            let fields = (0..columns).map(|at| format!("{:?}", row.get_ref(at).unwrap()));
            Ok(format!("{name}: {}", fields.collect::<Vec<_>>().join(", ")))
        };
        all.extend(read.query_map([], row).unwrap().map(Result::unwrap));
    }
    all.sort_unstable();
    all
}

/// Plays while everything goes wrong, and checks what came of it.
async fn run(plan: Plan) {
    let Some(mut machines) = Machines::start(plan.has_standby).await else { return };
    let mut dances = Dances::new(&machines.discord, plan.games);
    machines.discord.identified(1).await;
    let answered = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    let tell = |n| answered.store(n, Ordering::SeqCst);
    let all = plan.games * (plan.plies + 2);
    let discord = Arc::clone(&machines.discord);
    let faults = async {
        for (n, fault) in plan.faults.iter().enumerate() {
            let from = all * (n + 1) / (plan.faults.len() + 2);
            while answered.load(Ordering::SeqCst) < from {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            machines.go_wrong(*fault).await;
        }
        is_over.store(true, Ordering::SeqCst);
        std::future::pending::<()>().await
    };
    let beat = Beat::AfterAnswer(plan.thought);
    let played = dances.play(&discord, plan.plies, beat, plan.patience, tell);
    let played = tokio::select! {
        played = played => played,
        () = faults => unreachable!("it never completes"),
    };
    if let Err(stuck) = played {
        panic!("{stuck}\n{}", machines.logs());
    }
    assert!(is_over.load(Ordering::SeqCst), "not everything has gone wrong that was to");
    let [one, two, fresh] = machines.pulled().await;
    dances.check(&games(&one));
    check_posts(&machines.discord, plan.games, plan.plies);
    let expected = tables(&fresh);
    assert!(expected == tables(&one) && expected == tables(&two), "the copies differ");
    let world = machines.discord.world();
    let (speakers, turns) = (&world.speakers, machines.turns + machines.across);
    assert!(speakers.len() <= turns, "they spoke across each other: {speakers:?}");
    let logs = machines.logs() + &machines.server.log();
    assert!(!logs.contains(PASSWORD), "{logs}");
    for secret in secrets(&one) {
        assert!(!logs.contains(&secret), "the dice of a game are told in a log");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_lose_and_double_nothing() {
    use Fault::{Crash, Deploy, Kill, Stop};

    run(Plan {
        games: 4,
        plies: 14,
        faults: vec![Kill, Crash, Deploy, Stop],
        has_standby: false,
        thought: Duration::from_millis(300),
        patience: Duration::from_secs(90),
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "second tier: cargo xtask long"]
async fn two_processes_outlive_many_faults() {
    use Fault::{Crash, Cut, Deploy, Kill, Promote, Stop};

    // 60 kills, 20 stops, 5 crashes, 10 cuts, 2 promotions and 5 deploys.
    let mut faults = Vec::new();
    for n in 0..20 {
        faults.extend([Kill, Kill, Stop, Kill]);
        faults.extend((n % 2 == 0).then_some(Cut));
        faults.extend((n % 4 == 1).then_some(Crash));
        faults.extend((n % 4 == 3).then_some(Deploy));
        faults.extend((n % 9 == 8).then_some(Promote));
    }
    run(Plan {
        games: 12,
        plies: 240,
        faults,
        has_standby: true,
        thought: Duration::from_millis(1_500),
        patience: Duration::from_secs(180),
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_for_a_lost_database_ends_when_asked() {
    let Some(mut machines) = Machines::start(false).await else { return };
    machines.discord.identified(1).await;
    let n = machines.taken_by(None).await;
    machines.wires.iter().flatten().for_each(|wire| wire.cut(true));
    // Something is under way, and nothing is said.
    machines.discord.say(line(ANN, "!challenge anyone white"));
    machines.discord.heard().await;
    machines.bots[1 - n].signal("TERM");
    machines.bots[n].signal("TERM");
    assert_eq!(machines.bots[1 - n].ended(), Some(0));
    assert_eq!(machines.bots[n].ended(), Some(0), "{}", machines.logs());
    assert_eq!(machines.discord.world().posts.len(), 0, "{}", machines.logs());
}

#[test]
fn a_writer_that_is_cut_off_in_the_middle_of_an_append_is_ended() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let (before, rest) = url.split_once('@').unwrap();
    let (at, name) = rest.split_once('/').unwrap();
    let wire = Wire::new(at.parse().unwrap(), Duration::ZERO);
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one.db", "two.db"].map(|name| folder.path().join(name));
    let log = shared_log(&format!("{before}@{}/{name}", wire.address), &one);
    let Active { store, keeper: _keeper, .. } = log.follow().unwrap().unwrap();
    let other = shared_log(&url, &two);
    let following = thread::spawn(move || other.follow());
    let (done, written) = mpsc::channel();
    let mut chance = StdRng::seed_from_u64(1);
    let body: String = (0..4 << 20).map(|_| char::from(chance.random_range(b' '..=b'~'))).collect();
    let place = PlaceId::channel(Platform::Discord, "1");
    let reply = OutboxRow { id: 1, place, game: None, board: false, body };
    wire.cut_after(1 << 20);
    let batch = Batch { outbox: vec![reply], at: 1, ..Batch::default() };
    store.commit(batch, move |result| drop(done.send(result)));
    let successor = following.join().unwrap().unwrap().unwrap();
    wire.cut(false);
    assert_eq!(written.recv().unwrap(), Err(StoreError::Unknown));
    assert!(store.stopped().unwrap().is_handed_over());
    assert_eq!(successor.store.reader().unwrap().undelivered_body(1).unwrap(), None);
}
