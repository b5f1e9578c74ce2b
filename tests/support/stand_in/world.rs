//! What the stand-in knows: what it was sent, how it is to misbehave, and how it works.

use std::{
    collections::{BTreeMap, HashMap, HashSet, VecDeque},
    ops::Deref,
    sync::Arc,
    time::{Duration, Instant as StdInstant},
};

use host::{Clock, ManualClock, Sleep, SystemClock};
use serde_json::Value;
use tokio::time::Instant;

use super::{
    emojis::Emoji,
    interactions::{Hidden, Interaction},
    limits::Counters,
    messages::{Kept, written_at},
    misbehaviour::Misbehaviour,
    people::{Someone, person_of},
    places::{Overwrite, Role},
    servers::Guild,
    sessions::Session,
    threads::Thread,
};

/// A message that the bot sent.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    pub(crate) id: u64,
    pub(crate) channel: u64,
    pub(crate) payload: Value,
    pub(crate) file: Option<File>,
    pub(crate) at: Instant,
}

impl Post {
    pub(crate) fn text(&self) -> &str {
        self.payload["content"].as_str().unwrap_or_default()
    }
}

/// The file of a message.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) field: String,
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) bytes: Vec<u8>,
}

/// The figures by which the platform works. All windows but the heartbeats' go by the stand-in's clock.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// The time between two heartbeats.
    pub(crate) heartbeat_interval: Duration,
    /// How much later than one and a half intervals a heartbeat may come, for slow machines.
    pub(crate) heartbeat_slack: Duration,
    /// How long a session is kept for a resume, and how many events of it.
    pub(crate) resume_window: Duration,
    pub(crate) resume_events: usize,
    /// Whether a resume that comes to the first address gets an invalid session.
    pub(crate) demands_resume_url: bool,
    /// The time between two identifies of one bucket, and how many buckets there are.
    pub(crate) identify_gap: Duration,
    pub(crate) max_concurrency: u64,
    /// How many identifies there may be a day.
    pub(crate) starts: u64,
    /// How many frames one connection may send a minute.
    pub(crate) frames_a_minute: usize,
    /// How many requests may come in a second.
    pub(crate) requests_a_second: usize,
    /// After how many answers of 401, 403 and 429 in 10 minutes the address is blocked.
    pub(crate) refusals: usize,
    /// How long a nonce is remembered.
    pub(crate) nonce_memory: Duration,
    /// How many messages a channel keeps.
    pub(crate) history: usize,
    /// How soon an interaction has to be answered, and how long its token is valid.
    pub(crate) first_answer: Duration,
    pub(crate) token_life: Duration,
    /// How many requests go by one token in how long.
    pub(crate) requests_by_token: (u32, Duration),
    /// How many private chats may be opened in how long; the platform does not publish these figures.
    pub(crate) openings: (u32, Duration),
    /// From what age of a message on its changes are counted, and how many of them a channel takes in
    /// how long; the platform does not publish these figures.
    pub(crate) old_message: Duration,
    pub(crate) old_edits: (usize, Duration),
    /// How many threads of a server there may be that are not archived.
    pub(crate) active_threads: usize,
    /// How many commands may be new in a day.
    pub(crate) new_commands: usize,
}

impl Rules {
    /// The platform's own figures, and where it publishes none, what has been seen.
    pub(crate) fn of_the_platform() -> Self {
        Self {
            heartbeat_interval: Duration::from_millis(41_250),
            heartbeat_slack: Duration::from_secs(2),
            resume_window: Duration::from_secs(90),
            resume_events: 5_000,
            demands_resume_url: true,
            identify_gap: Duration::from_secs(5),
            max_concurrency: 1,
            starts: 1_000,
            frames_a_minute: 120,
            requests_a_second: 50,
            refusals: 10_000,
            nonce_memory: Duration::from_secs(300),
            history: 2_000,
            first_answer: Duration::from_secs(3),
            token_life: Duration::from_secs(900),
            requests_by_token: (5, Duration::from_secs(2)),
            openings: (5, Duration::from_secs(5)),
            old_message: Duration::from_secs(3_600),
            old_edits: (3, Duration::from_secs(3_600)),
            active_threads: 1_000,
            new_commands: 200,
        }
    }
}

impl Default for Rules {
    /// For tests by the machine's clock, whose adapter has no 5 seconds to wait.
    fn default() -> Self {
        Self {
            heartbeat_interval: Duration::from_millis(300),
            demands_resume_url: false,
            identify_gap: Duration::ZERO,
            openings: (5, Duration::from_millis(100)),
            ..Self::of_the_platform()
        }
    }
}

/// The clock by which it works.
pub(super) struct WorldClock(Arc<dyn Clock>);

impl Default for WorldClock {
    fn default() -> Self {
        Self(Arc::new(SystemClock))
    }
}

impl Deref for WorldClock {
    type Target = dyn Clock;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// The machine's clock with another wall.
#[derive(Debug)]
struct Wall(Arc<dyn Clock>);

impl Clock for Wall {
    fn now(&self) -> table::Millis {
        self.0.now()
    }

    fn instant(&self) -> StdInstant {
        SystemClock.instant()
    }

    fn sleep_until(&self, until: StdInstant) -> Sleep {
        SystemClock.sleep_until(until)
    }
}

/// What the stand-in was sent, how it is to misbehave, and how it works.
#[derive(Default)]
pub(crate) struct World {
    // What it was sent.
    /// The name of this server by which each one who said something has reached it, by turns.
    pub(crate) speakers: Vec<String>,
    pub(crate) calls: Vec<String>,
    pub(crate) identifies: Vec<Value>,
    /// When each identify came, and for which shard.
    pub(crate) identified_at: Vec<(u64, std::time::Instant)>,
    pub(crate) resumes: Vec<Value>,
    /// How many connections to the gateway there were.
    pub(crate) connections: u64,
    pub(crate) heartbeats: usize,
    /// Every attempt to post, with its channel and payload, also those that failed.
    pub(crate) attempts: Vec<(u64, Value)>,
    pub(crate) posts: Vec<Post>,
    /// Every change of a message that worked.
    pub(crate) edits: Vec<Post>,
    /// The messages that the bot has removed.
    pub(crate) removals: Vec<u64>,
    /// What people did with commands, buttons and the like, and what came of it.
    pub(crate) interactions: Vec<Interaction>,
    /// How often the commands were registered.
    pub(crate) command_puts: usize,
    pub(crate) closed_with: Vec<u16>,
    /// What no bot may ever send, in words; the stand-in panics about it when it ends.
    pub(crate) violations: Vec<String>,
    /// How many identifies came sooner than the platform allows.
    pub(crate) early_identifies: usize,
    /// How many identifies came without a question for the gateway since the one before.
    pub(crate) unasked_identifies: usize,
    /// How many resumes came to the first address, although another was given.
    pub(crate) misplaced_resumes: usize,
    /// How many requests came although they had been told to wait.
    pub(crate) impatient: usize,
    /// What was asked for more often than its limit allows; the stand-in panics about it when it ends. What it
    /// is told to refuse does not count.
    pub(crate) over_limits: Vec<String>,
    pub(super) seen: usize,

    // How it misbehaves.
    /// How many resumes get no answer, while heartbeats do.
    pub(crate) ignored_resumes: usize,
    pub(crate) misbehaviours: VecDeque<Misbehaviour>,
    /// The same for requests that read messages.
    pub(crate) reading_misbehaviours: VecDeque<Misbehaviour>,
    /// The same for changes and removals of messages.
    pub(crate) edit_misbehaviours: VecDeque<Misbehaviour>,
    /// The same for answers to interactions.
    pub(crate) answer_misbehaviours: VecDeque<Misbehaviour>,
    /// The same for requests that open or change threads.
    pub(crate) thread_misbehaviours: VecDeque<Misbehaviour>,
    /// A word that automatic moderation takes in no name of a thread.
    pub(crate) filtered_names: Option<&'static str>,
    /// How the next requests to add an emoji go wrong.
    pub(crate) emoji_misbehaviours: VecDeque<Misbehaviour>,
    /// What happens to every request, until it is taken back.
    pub(crate) outage: Option<Misbehaviour>,
    /// The status and the code that a channel answers with.
    pub(crate) forbidden: HashMap<u64, (u16, u64)>,
    /// The status and the code that a message with a file is answered with.
    pub(crate) refuses_files: Option<(u16, u64)>,
    pub(crate) no_files: HashSet<u64>,
    pub(crate) no_quotes: HashSet<u64>,
    /// The channels whose history may not be read.
    pub(crate) no_history: HashSet<u64>,
    /// What the bot may do in a channel, where that is not what it usually may.
    pub(crate) bot_may: HashMap<u64, u64>,
    /// Until when the bot is in a timeout, as the platform writes it.
    pub(crate) bot_timeout: Option<&'static str>,
    /// The numbers of the kinds of channels that are not for text.
    pub(crate) kinds: HashMap<u64, u64>,
    /// Who has left every server.
    pub(crate) no_members: HashSet<u64>,
    /// The status that questions about servers are answered with.
    pub(crate) hides_servers: Option<u16>,
    /// What channels allow and deny roles and members.
    pub(crate) overwrites: HashMap<u64, Vec<Overwrite>>,
    /// What a person may do, where that is not what it usually may.
    pub(crate) people_may: HashMap<u64, u64>,
    /// The roles that there are beside the usual ones, and who has which.
    pub(crate) roles: Vec<Role>,
    pub(crate) roles_of: HashMap<u64, Vec<u64>>,
    /// How long it takes to post in a channel, or to tell of a server.
    pub(crate) slow: HashMap<u64, Duration>,
    /// How many messages a channel takes in how long, and how many changes, as its headers then say.
    pub(crate) limit: Option<(u32, Duration)>,
    /// How many changes it takes, if that is another limit.
    pub(crate) change_limit: Option<(u32, Duration)>,
    /// Whether changes and removals of messages count for that limit too, and have none of their own.
    pub(crate) one_limit: bool,
    /// Whether it ends a connection that asks for content with close code 4014.
    pub(crate) refuses_content: bool,
    pub(crate) refuses_heartbeats: bool,
    /// Whether the next identify or resume gets an invalid session.
    pub(crate) invalidates: bool,
    /// Whether every identify and resume gets an invalid session.
    pub(crate) invalidates_all: bool,
    /// The close code that every resume gets.
    pub(crate) slams: Option<u16>,
    /// How many shards a bot needs at least; with fewer it is closed with 4011.
    pub(crate) shards: u64,
    /// Whether it replays one event too many after a resume.
    pub(crate) replays_twice: bool,
    /// Whether it tells every message twice.
    pub(crate) stutters: bool,
    /// The address that it gives as its gateway's, if it is not its own.
    pub(crate) gateway_url: Option<String>,
    /// Whether it fails to give its gateway's address.
    pub(crate) gateway_fails: bool,

    // How it works.
    pub(crate) rules: Rules,
    /// Whether ids follow the clock; otherwise they are the same in every run.
    pub(crate) ids_by_clock: bool,
    pub(super) clock: WorldClock,
    pub(super) gateway_address: String,
    pub(super) resume_address: String,
    pub(super) last_id: u64,
    pub(super) nonces: HashMap<String, (u64, std::time::Instant)>,
    pub(super) counters: Counters,
    pub(super) asked_for_gateway: bool,
    pub(super) starts_used: u64,
    pub(super) sessions: BTreeMap<u64, Session>,
    pub(super) last_session: u64,
    /// The connections up to this one are dead without knowing it.
    pub(super) numb: u64,
    pub(crate) guilds: Vec<Guild>,
    pub(super) guild_of_channel: HashMap<u64, u64>,
    pub(super) deleted: HashSet<u64>,
    pub(crate) threads: BTreeMap<u64, Thread>,
    pub(crate) people: BTreeMap<u64, Someone>,
    pub(super) messages: HashMap<u64, VecDeque<Kept>>,
    /// The messages that only one person sees.
    pub(super) hidden: Vec<Hidden>,
    /// When messages that were old already were changed, by channel.
    pub(super) old_edits: HashMap<u64, VecDeque<std::time::Instant>>,
    /// The commands that are registered, as the platform gives them back.
    pub(crate) commands: Vec<Value>,
    pub(super) new_commands: VecDeque<std::time::Instant>,
    /// What Discord tells of the application, beside its id and its flags.
    pub(crate) application: serde_json::Map<String, Value>,
    /// The application's emojis.
    pub(crate) emojis: Vec<Emoji>,
}

impl World {
    pub(super) fn new(clock: Arc<dyn Clock>, gateway: String, resume: String) -> Self {
        let mut world = Self {
            clock: WorldClock(clock),
            gateway_address: gateway,
            resume_address: resume,
            shards: 1,
            last_id: 1_274_019_562_035_904_613,
            ..Self::default()
        };
        world.add_guild(Guild::first());
        world
    }

    /// A clock for the bot, by which a message has just been made when it comes.
    #[allow(dead_code, reason = "a benchmark does not use it")]
    pub(crate) fn wall(&self) -> Arc<dyn Clock> {
        let still = || Arc::new(ManualClock::new(written_at(self.last_id))) as Arc<dyn Clock>;
        let wall = if self.ids_by_clock { Arc::clone(&self.clock.0) } else { still() };
        Arc::new(Wall(wall))
    }

    /// Adds a server that the bot is in.
    pub(crate) fn add_guild(&mut self, guild: Guild) {
        let threads = guild.threads.iter().map(|(id, _)| id);
        let channels = guild.channels.iter().chain(threads);
        self.guild_of_channel.extend(channels.map(|id| (*id, guild.id)));
        let now = self.clock.now();
        let new = |parent: u64| Thread::new(guild.id, parent, "a game", now);
        self.threads.extend(guild.threads.iter().map(|(id, parent)| (*id, new(*parent))));
        self.guilds.push(guild);
    }

    /// Takes the bot out of every server, as if nobody had invited it yet.
    pub(crate) fn leave_servers(&mut self) {
        self.guilds.clear();
        self.guild_of_channel.clear();
        self.threads.clear();
    }

    /// Takes the bot out of a server: its channels are there, but not for the bot.
    pub(super) fn throw_out(&mut self, guild: u64) {
        self.guilds.retain(|one| one.id != guild);
        let of_guild = self.guild_of_channel.iter().filter(|(_, of)| **of == guild);
        self.forbidden.extend(of_guild.map(|(channel, _)| (*channel, (403, 50_001))));
    }

    /// The bot leaves a server.
    pub(super) fn left(&mut self, guild: u64) -> axum::response::Response {
        if !self.guilds.iter().any(|one| one.id == guild) {
            return super::rest::refuse(404, 10_004, "Unknown Guild");
        }
        self.throw_out(guild);
        self.dispatch("GUILD_DELETE", &serde_json::json!({ "id": guild.to_string() }));
        axum::response::IntoResponse::into_response(axum::http::StatusCode::NO_CONTENT)
    }

    /// The server of a channel; `None` for a private chat.
    pub(crate) fn guild_of(&self, channel: u64) -> Option<u64> {
        self.guild_of_channel.get(&channel).copied()
    }

    /// Returns `true` if there is such a channel.
    pub(super) fn has_channel(&self, channel: u64) -> bool {
        let in_guild = self.guild_of_channel.contains_key(&channel);
        let private = person_of(channel).is_some_and(|id| {
            self.people.contains_key(&id) || super::people::PEOPLE.iter().any(|who| who.id == id)
        });
        (in_guild || private) && !self.deleted.contains(&channel)
    }

    /// Returns `true` if the application may read the content of messages at all.
    pub(super) fn content_is_granted(&self) -> bool {
        !self.refuses_content
    }

    /// The most identifies of one shard within so long.
    pub(crate) fn most_identifies(&self, within: Duration) -> usize {
        let of = |shard: u64, from: std::time::Instant| {
            let times = self.identified_at.iter().filter(|(s, at)| *s == shard && *at >= from);
            times.filter(|(_, at)| *at < from + within).count()
        };
        self.identified_at.iter().map(|(shard, from)| of(*shard, *from)).max().unwrap_or(0)
    }

    /// Notes something that no bot may ever send.
    pub(super) fn object(&mut self, what: impl Into<String>) {
        self.violations.push(what.into());
    }
}
