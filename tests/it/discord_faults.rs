//! The program as a process on the strict stand-in, with faults and kills at random instants while many
//! games are played: no confirmed move is lost, none is played twice, nothing is posted twice, every
//! player is answered, and the platform sees no more identifies than it allows.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use host::{SystemClock, replay_game};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use store::StoreError;
use table::{LogEvent, PlaceKind};

use crate::support::{
    bot::{Bot, log_of},
    dances::{Beat, Dances},
    stand_in::{Misbehaviour, StandIn},
};

/// How a fault run is made up.
#[derive(Clone, Copy, Debug)]
struct Plan {
    seed: u64,
    games: usize,
    plies: usize,
    kills: usize,
    /// How long a player thinks.
    thought: Duration,
    /// The longest time between two faults.
    calm: Duration,
    /// How often the platform forgets all sessions.
    lost_sessions: usize,
    /// Whether requests may be answered with pages for people.
    pages: bool,
    /// How long a run may stand still.
    patience: Duration,
}

/// Faults end for a while when nothing was answered for so long: together they hold up a slow machine for ever.
const TOO_LONG: Duration = Duration::from_secs(20);

/// Every so many faults the platform forgets the sessions, as long as it may.
const FORGETS_EVERY: usize = 12;

const SHORT: Plan = Plan {
    seed: 1,
    games: 6,
    plies: 6,
    kills: 3,
    thought: Duration::from_millis(400),
    calm: Duration::from_millis(1_500),
    lost_sessions: 1,
    pages: false,
    patience: Duration::from_secs(150),
};

const LONG: Plan = Plan {
    seed: 2,
    games: 200,
    plies: 24,
    kills: 50,
    thought: Duration::from_secs(6),
    calm: Duration::from_secs(6),
    lost_sessions: 3,
    pages: true,
    // The brake on identifies may hold everything for so long.
    patience: Duration::from_secs(700),
};

#[tokio::test(flavor = "multi_thread")]
async fn faults_and_kills_lose_and_double_nothing() {
    run(SHORT).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "second tier: cargo xtask long"]
async fn two_hundred_games_outlive_faults_and_fifty_kills() {
    run(LONG).await;
}

/// Plays all games while everything goes wrong, and checks what came of it. `FAULT_SEED` chooses other
/// faults.
async fn run(mut plan: Plan) {
    let seed = std::env::var("FAULT_SEED").ok().and_then(|seed| seed.parse().ok());
    plan.seed = seed.unwrap_or(plan.seed);
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("faults.db");
    let discord = StandIn::strict(Arc::new(SystemClock)).await;
    set_up(&discord);
    let mut dances = Dances::new(&discord, plan.games);
    let answered = AtomicUsize::new(0);
    let mut bot = Bot::start(&database, &discord.url);
    // Nobody says anything before the bot is there for the first time.
    discord.identified(1).await;
    let beat = Beat::AfterAnswer(plan.thought);
    let mut faults = Faults::new(&discord, plan);
    let begun = tokio::time::Instant::now();
    let tell = |n| answered.store(n, Ordering::SeqCst);
    tokio::select! {
        played = dances.play(&discord, plan.plies, beat, plan.patience, tell) => {
            if let Err(stuck) = played {
                panic!("{stuck}\n{}\n{}", log_tail(&database), faults.told.join("\n"));
            }
        }
        () = faults.go_wrong(&answered) => unreachable!("faults never end"),
        () = kill_again_and_again(&mut bot, &database, &discord, plan, &answered) => {}
    }
    let took = begun.elapsed();
    faults.mend();
    // What is left of the last faults is over before the program is asked to end.
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(bot.stop(), Some(0), "{}", log_tail(&database));
    dances.check(&games(&database));
    check_posts(&discord, plan.games, plan.plies);
    check_limits(&discord, plan);
    report(&discord, &dances, &faults, plan, took);
}

/// Rules that make a run of minutes see what a day sees: heartbeats are asked for often, and
/// sessions are forgotten soon.
fn set_up(discord: &StandIn) {
    let mut world = discord.world();
    world.rules.heartbeat_interval = Duration::from_secs(2);
    world.rules.nonce_memory = Duration::from_secs(120);
    world.limit = Some((5, Duration::from_secs(5)));
}

/// Kills the program again and again, evenly over all that is to be answered, and starts it again after
/// a pause. It never completes: the games are what ends the run.
async fn kill_again_and_again(
    bot: &mut Bot,
    database: &Path,
    discord: &StandIn,
    plan: Plan,
    answered: &AtomicUsize,
) {
    let mut random = StdRng::seed_from_u64(plan.seed);
    let all = plan.games * (plan.plies + 2);
    for kill in 0..plan.kills {
        let from = all * (kill + 1) / (plan.kills + 2);
        while answered.load(Ordering::SeqCst) < from {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(Duration::from_millis(random.random_range(0..300))).await;
        bot.kill();
        tokio::time::sleep(Duration::from_millis(random.random_range(0..2_500))).await;
        // A program that starts again can rely on no nonce.
        discord.forget_nonces();
        *bot = Bot::start(database, &discord.url);
    }
    std::future::pending().await
}

/// What goes wrong, one thing after the other.
struct Faults<'a> {
    discord: &'a StandIn,
    random: StdRng,
    calm: Duration,
    lost_sessions: usize,
    pages: bool,
    /// How often each fault happened.
    seen: HashMap<&'static str, usize>,
    /// When each fault was over, in words.
    told: Vec<String>,
}

impl<'a> Faults<'a> {
    fn new(discord: &'a StandIn, plan: Plan) -> Self {
        Self {
            discord,
            random: StdRng::seed_from_u64(plan.seed + 1_000),
            calm: plan.calm,
            lost_sessions: plan.lost_sessions,
            pages: plan.pages,
            seen: HashMap::new(),
            told: Vec::new(),
        }
    }

    /// Lets one thing after the other go wrong, for ever, while there are answers.
    async fn go_wrong(&mut self, answered: &AtomicUsize) {
        let mut progress = (0, tokio::time::Instant::now());
        loop {
            let now = answered.load(Ordering::SeqCst);
            if now != progress.0 {
                progress = (now, tokio::time::Instant::now());
            } else if now > 0 && progress.1.elapsed() > TOO_LONG {
                self.mend();
                while answered.load(Ordering::SeqCst) == now {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                self.note("calm");
            }
            let calm = self.random.random_range(0.2..1.0);
            tokio::time::sleep(self.calm.mul_f64(calm)).await;
            let forgets = self.lost_sessions > 0 && self.told.len() % FORGETS_EVERY == 1;
            let fault = match self.random.random_range(0..10) {
                _ if forgets => self.forget_sessions(),
                0 => self.lose_network().await,
                1 => self.lose_rest().await,
                2 => self.fail_requests(),
                3 => self.break_connection(),
                4 => self.numb(),
                5 => self.forbid().await,
                6 => self.repeat(),
                7 => self.slam_resumes().await,
                8 => self.be_slow().await,
                _ => self.refuse_everything().await,
            };
            *self.seen.entry(fault).or_default() += 1;
            self.note(fault);
        }
    }

    fn note(&mut self, what: &str) {
        let now = time::OffsetDateTime::now_utc().time();
        self.told.push(format!("{now}: {what}"));
    }

    /// Ends what goes wrong.
    fn mend(&self) {
        self.discord.restore_network();
        let mut world = self.discord.world();
        world.forbidden.clear();
        world.misbehaviours.clear();
        world.slow.clear();
        (world.outage, world.slams, world.replays_twice) = (None, None, false);
    }

    /// Lets a fault last, no longer than so many milliseconds nor than the time between two faults.
    async fn wait(&mut self, most: u64) {
        let most = Duration::from_millis(most).min(self.calm);
        tokio::time::sleep(most.mul_f64(self.random.random_range(0.2..1.0))).await;
    }

    async fn lose_network(&mut self) -> &'static str {
        self.discord.lose_network();
        self.wait(3_000).await;
        self.discord.restore_network();
        "network lost"
    }

    async fn lose_rest(&mut self) -> &'static str {
        self.discord.rest.lose();
        self.wait(3_000).await;
        self.discord.rest.restore();
        "requests without an answer"
    }

    async fn refuse_everything(&mut self) -> &'static str {
        let outage = [Misbehaviour::Fails(503), Misbehaviour::Fails(500), Misbehaviour::Page(502)];
        self.discord.world().outage = Some(outage[self.random.random_range(0..outage.len())]);
        self.wait(3_000).await;
        self.discord.world().outage = None;
        "requests refused for a while"
    }

    fn fail_requests(&mut self) -> &'static str {
        use Misbehaviour as M;
        let all = [
            M::Page(403),
            M::FailsAfterPosting,
            M::ResetAfterPosting,
            M::Reset,
            M::Limited(0.3),
            M::LimitedGlobally(0.3),
            M::LimitedByOthers(0.3),
            M::Refuses(403, 40_003),
            M::Refuses(400, 40_004),
            M::Refuses(403, 40_006),
            M::Fails(503),
        ];
        // A page for people means that the address is blocked: then everything waits for seconds.
        let all = if self.pages { &all[..] } else { &all[1..] };
        for _ in 0..3 {
            let one = all[self.random.random_range(0..all.len())];
            self.discord.world().misbehaviours.push_back(one);
        }
        "single requests refused or their answers lost"
    }

    fn break_connection(&mut self) -> &'static str {
        match self.random.random_range(0..3) {
            0 => self.discord.close(4_000),
            1 => self.discord.hang_up(),
            _ => self.discord.ask_to_reconnect(),
        }
        "connection ended"
    }

    fn numb(&mut self) -> &'static str {
        self.discord.numb();
        "connection dead without a sign"
    }

    async fn slam_resumes(&mut self) -> &'static str {
        self.discord.world().slams = Some(4_000);
        self.discord.close(4_000);
        self.wait(2_000).await;
        self.discord.world().slams = None;
        "resumes closed"
    }

    /// Some channel of those in which something was posted lately; private chats have no permissions.
    fn a_channel(&mut self) -> Option<u64> {
        let world = self.discord.world();
        let n = world.posts.len();
        let back = self.random.random_range(1..=20);
        let channel = world.posts.get(n.checked_sub(back)?)?.channel;
        world.guild_of(channel).map(|_| channel)
    }

    async fn forbid(&mut self) -> &'static str {
        if let Some(channel) = self.a_channel() {
            self.discord.forbid(channel);
            self.wait(3_000).await;
            self.discord.allow(channel);
        }
        "permission taken and given back"
    }

    async fn be_slow(&mut self) -> &'static str {
        if let Some(channel) = self.a_channel() {
            self.discord.world().slow.insert(channel, Duration::from_secs(1));
            self.wait(2_000).await;
            self.discord.world().slow.clear();
        }
        "slow answers"
    }

    fn repeat(&mut self) -> &'static str {
        self.discord.repeat_lately(self.random.random_range(1..=20));
        self.discord.world().replays_twice = self.random.random();
        "messages told twice"
    }

    fn forget_sessions(&mut self) -> &'static str {
        self.lost_sessions -= 1;
        self.discord.invalidate(false);
        "sessions forgotten"
    }
}

/// The moves of each game, by its channel.
pub(super) fn games(database: &Path) -> HashMap<u64, Vec<String>> {
    let mut games = HashMap::new();
    store::each_game::<StoreError>(database, |row, events, _| {
        let game = replay_game(&row, &events, |id| id.key().to_owned()).expect("the log replays");
        let moves = game.log().iter().filter_map(|entry| match &entry.event {
            LogEvent::Ply { mv, .. } => Some(mv.clone()),
            _ => None,
        });
        let PlaceKind::Channel(channel) = row.place.kind() else { panic!("{:?}", row.place) };
        let known = games.insert(channel.parse().unwrap(), moves.collect());
        assert!(known.is_none(), "two games in {channel}");
        Ok(())
    })
    .expect("the database can be walked");
    games
}

/// Every reply stands in its channel once: no nonce came twice, and each ply has one board.
pub(super) fn check_posts(discord: &StandIn, games: usize, plies: usize) {
    let world = discord.world();
    let mut nonces = HashSet::new();
    let mut boards: BTreeMap<u64, usize> = BTreeMap::new();
    for post in &world.posts {
        let nonce = post.payload["nonce"].as_str().unwrap_or_default().to_owned();
        let new = nonce.is_empty() || nonces.insert((post.channel, nonce));
        assert!(new, "posted twice in {}: {}", post.channel, post.text());
        // Whoever moves in a channel that takes nothing, or waits for a move there, is told of it in private.
        let copies = ["Nobody else sees this yet", "I cannot answer in"];
        let is_copy = copies.iter().any(|words| post.text().contains(words));
        let is_board = post.text().contains(" moved ") && !is_copy;
        *boards.entry(post.channel).or_default() += usize::from(is_board);
    }
    boards.retain(|_, boards| *boards > 0);
    assert_eq!(boards.len(), games);
    for (channel, boards) in &boards {
        assert_eq!(*boards, plies, "boards in {channel}");
    }
}

/// What the platform would have punished.
fn check_limits(discord: &StandIn, plan: Plan) {
    let mut world = discord.world();
    // A killed run cannot say what it has spent: the next one may find each channel's limit reached, once.
    let over_limits = std::mem::take(&mut world.over_limits);
    assert!(over_limits.len() <= plan.kills * plan.games, "{over_limits:?}");
    let most = world.most_identifies(Duration::from_secs(600));
    assert!(most <= 5, "{most} identifies within 10 minutes");
    assert_eq!(world.early_identifies, 0, "identifies that came too early");
    assert!(world.refusals() < 2_000, "{} refusals", world.refusals());
}

fn report(discord: &StandIn, dances: &Dances, faults: &Faults<'_>, plan: Plan, took: Duration) {
    let world = discord.world();
    let mut seen: Vec<_> = faults.seen.iter().collect();
    seen.sort_unstable();
    let seen: Vec<String> = seen.iter().map(|(fault, n)| format!("{n} {fault}")).collect();
    let mut waits = dances.tally.waits.clone();
    waits.sort_unstable();
    eprintln!(
        "{} games of {} plies, {} kills, {:.0} s; faults: {}\n\
         {} moves, all answered (median {:.1} s, greatest {:.1} s), {} posts, none twice\n\
         {} connections, {} resumes, {} identifies, {} refusals",
        plan.games,
        plan.plies,
        plan.kills,
        took.as_secs_f64(),
        seen.join(", "),
        waits.len(),
        waits[waits.len() / 2].as_secs_f64(),
        waits[waits.len() - 1].as_secs_f64(),
        world.posts.len(),
        world.connections,
        world.resumes.len(),
        world.identifies.len(),
        world.refusals(),
    );
}

/// The end of the program's log.
fn log_tail(database: &Path) -> String {
    let log = fs::read_to_string(log_of(database)).unwrap_or_default();
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(30)..].join("\n")
}
