//! The sessions of the gateway: who may begin one, what each of them is told, and how one goes on.

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::{BOT, CONTENT_INTENT, TOKEN, World, messages::Kept, people::bot, servers::is_of_shard};

/// The bits of the intents for servers, and for messages in servers and in private.
const GUILDS: u64 = 1;
const GUILD_MESSAGES: u64 = 1 << 9;
const DIRECT_MESSAGES: u64 = 1 << 12;
/// All intents that there are.
const INTENTS: u64 = 0b11_0011_1111_1111_1111_1111_1111;

/// What a connection is told by the stand-in itself.
pub(super) enum Down {
    Frame(Arc<str>),
    /// Its session is invalid, for good or not, and it may ask for another.
    Invalid(bool),
    Close(u16),
    Hang,
}

/// The way to a connection.
#[derive(Clone)]
pub(super) struct Line {
    pub(super) connection: u64,
    pub(super) down: mpsc::UnboundedSender<Down>,
}

impl Line {
    pub(super) fn send(&self, down: Down) {
        let _ = self.down.send(down);
    }
}

/// What a frame is answered.
pub(super) enum Answer {
    Frame(Arc<str>),
    /// There is no such session (any longer); the connection may ask for another.
    Invalid,
    Close(u16),
}

/// One session, connected or not.
pub(super) struct Session {
    pub(super) id: String,
    pub(super) shard: (u64, u64),
    intents: u64,
    /// The number of the last event.
    last: u64,
    /// The last of them that a heartbeat has told to have come.
    confirmed: u64,
    /// The last events with their numbers.
    events: VecDeque<(u64, Arc<str>)>,
    pub(super) line: Option<Line>,
    lost: Option<Instant>,
}

impl Session {
    fn sees_content(&self) -> bool {
        self.intents & CONTENT_INTENT != 0
    }

    /// Tells an event, now or after a resume.
    fn tell(&mut self, name: &str, data: &Value, keeps: usize) {
        self.last += 1;
        let event = json!({ "op": 0, "t": name, "s": self.last, "d": data }).to_string();
        let event: Arc<str> = event.into();
        self.events.push_back((self.last, Arc::clone(&event)));
        if self.events.len() > keeps {
            self.events.pop_front();
        }
        if let Some(line) = &self.line {
            line.send(Down::Frame(event));
        }
    }

    /// Returns `true` if the events behind this number are all still there.
    fn remembers(&self, seq: u64) -> bool {
        self.events.front().is_none_or(|(first, _)| *first <= seq + 1)
    }

    /// Returns what a new identify under the same number does not change: the connection and its session.
    fn is_of(&self, connection: u64) -> bool {
        self.line.as_ref().is_some_and(|line| line.connection == connection)
    }
}

/// The frame that says that a session cannot be used.
pub(super) fn invalid(resumable: bool) -> Arc<str> {
    json!({ "op": 9, "d": resumable }).to_string().into()
}

impl World {
    /// Notes up to which event a connection has heard all, as a heartbeat tells.
    pub(super) fn confirm(&mut self, connection: u64, last: u64) {
        let mut sessions = self.sessions.values_mut();
        if let Some(session) = sessions.find(|session| session.is_of(connection)) {
            session.confirmed = last;
        }
    }

    /// Returns `true` if there is a connection and each has heard all events.
    pub(super) fn is_up_to_date(&self) -> bool {
        let mut live = self.sessions.values().filter(|session| session.line.is_some());
        self.connected() > 0 && live.all(|session| session.confirmed == session.last)
    }

    /// Returns the number of the last event of all sessions.
    pub(crate) fn last_event(&self) -> u64 {
        self.sessions.values().map(|session| session.last).max().unwrap_or(0)
    }

    /// Sends an event of any type to the shard that it concerns.
    pub(super) fn dispatch(&mut self, name: &str, data: &Value) {
        let of_guild = if name.starts_with("GUILD_") { &data["id"] } else { &data["guild_id"] };
        let of_guild = if of_guild.is_null() { &data["guild_id"] } else { of_guild };
        let guild = of_guild.as_str().and_then(|id| id.parse().ok()).unwrap_or(0);
        let keeps = self.rules.resume_events;
        for session in self.sessions.values_mut() {
            // Interactions come whatever was asked for.
            let wanted = name == "INTERACTION_CREATE" || session.intents & GUILDS != 0;
            if is_of_shard(guild, session.shard) && wanted {
                session.tell(name, data, keeps);
            }
        }
    }

    /// Tells the shard of its channel of a new message.
    pub(super) fn announce(&mut self, kept: &Kept) {
        let (open, blank) = (self.event(kept, true), self.event(kept, false));
        self.tell_of_message("MESSAGE_CREATE", kept.channel, &open, &blank);
    }

    /// Tells the shard of a channel of a message there: its text to those who may read it, and without
    /// it to the others.
    pub(super) fn tell_of_message(
        &mut self,
        name: &str,
        channel: u64,
        open: &Value,
        blank: &Value,
    ) {
        // What the bot cannot see it does not hear of.
        if !self.may_read(channel) {
            return;
        }
        let guild = self.guild_of(channel);
        let intent = if guild.is_some() { GUILD_MESSAGES } else { DIRECT_MESSAGES };
        let (keeps, times) = (self.rules.resume_events, if self.stutters { 2 } else { 1 });
        for session in self.sessions.values_mut() {
            if !is_of_shard(guild.unwrap_or(0), session.shard) || session.intents & intent == 0 {
                continue;
            }
            let message = if session.sees_content() { open } else { blank };
            for _ in 0..times {
                session.tell(name, message, keeps);
            }
        }
    }

    /// Begins a session, if everything is as it should be.
    pub(super) fn identify(&mut self, data: &Value, line: &Line) -> Vec<Answer> {
        let mut shown = data.clone();
        shown["token"] = Value::Null;
        self.identifies.push(shown);
        if !std::mem::take(&mut self.asked_for_gateway) {
            self.unasked_identifies += 1;
        }
        let shard = shard_of(data);
        let now = self.clock.instant();
        let early = self.comes_early(shard.0, now);
        self.identified_at.push((shard.0, now));
        if let Some(code) = self.refusal_of_identify(data, shard) {
            return vec![Answer::Close(code)];
        }
        self.early_identifies += usize::from(early);
        if early || std::mem::take(&mut self.invalidates) || self.invalidates_all {
            return vec![Answer::Invalid];
        }
        self.begin(data, shard, line);
        Vec::new()
    }

    /// The close code that an identify deserves.
    fn refusal_of_identify(&mut self, data: &Value, shard: (u64, u64)) -> Option<u16> {
        if !is_the_token(data["token"].as_str()) {
            return Some(4004);
        }
        self.starts_used += 1;
        if self.starts_used > self.rules.starts {
            // The platform then gives the bot a new token, which nobody here knows.
            self.object("more identifies than a day has");
            return Some(4004);
        }
        let properties = &data["properties"];
        let missing = ["os", "browser", "device"].iter().any(|name| !properties[name].is_string());
        if missing {
            self.object("an identify without its properties");
            return Some(4002);
        }
        if !is_presence(&data["presence"]) {
            self.object("an identify with a presence that the platform cannot read");
            return Some(4002);
        }
        if shard.0 >= shard.1 {
            return Some(4010);
        }
        if shard.1 < self.shards {
            return Some(4011);
        }
        let intents = data["intents"].as_u64();
        match intents {
            Some(intents) if intents & !INTENTS == 0 => {
                (self.refuses_content && intents & CONTENT_INTENT != 0).then_some(4014)
            }
            _ => Some(4013),
        }
    }

    /// Returns `true` if an identify comes sooner after that of the same bucket than is allowed.
    fn comes_early(&self, shard: u64, now: Instant) -> bool {
        let buckets = self.rules.max_concurrency;
        let last = self.identified_at.iter().rfind(|(other, _)| other % buckets == shard % buckets);
        last.is_some_and(|(_, at)| now < *at + self.rules.identify_gap)
    }

    fn begin(&mut self, data: &Value, shard: (u64, u64), line: &Line) {
        self.last_session += 1;
        let number = self.last_session;
        let session = Session {
            id: format!("session-{number}"),
            shard,
            intents: data["intents"].as_u64().unwrap_or(0),
            last: 0,
            confirmed: 0,
            events: VecDeque::new(),
            line: Some(line.clone()),
            lost: None,
        };
        let guilds: Vec<Value> = self
            .guilds
            .iter()
            .filter(|guild| is_of_shard(guild.id, shard))
            .map(|guild| self.describe_guild(guild))
            .collect();
        let stub = |guild: &Value| json!({ "id": guild["id"], "unavailable": true });
        let ready = json!({
            "v": 10, "user": bot(), "guilds": guilds.iter().map(stub).collect::<Vec<_>>(),
            "session_id": session.id, "shard": [shard.0, shard.1],
            "resume_gateway_url": self.resume_address,
            "application": { "id": BOT.to_string(), "flags": 0 },
        });
        let keeps = self.rules.resume_events;
        let session = self.sessions.entry(number).or_insert(session);
        session.tell("READY", &ready, keeps);
        if session.intents & GUILDS != 0 {
            for guild in &guilds {
                session.tell("GUILD_CREATE", guild, keeps);
            }
        }
    }

    /// Goes on with a session, if it is still there.
    pub(super) fn resume(&mut self, data: &Value, line: &Line, at_resume: bool) -> Vec<Answer> {
        self.resumes.push(data.clone());
        if let Some(left) = self.ignored_resumes.checked_sub(1) {
            self.ignored_resumes = left;
            return Vec::new();
        }
        if !is_the_token(data["token"].as_str()) {
            return vec![Answer::Close(4004)];
        }
        self.misplaced_resumes += usize::from(!at_resume);
        if let Some(code) = self.slams {
            return vec![Answer::Close(code)];
        }
        let misplaced = !at_resume && self.rules.demands_resume_url;
        if misplaced || std::mem::take(&mut self.invalidates) || self.invalidates_all {
            self.forget_session(&data["session_id"]);
            return vec![Answer::Invalid];
        }
        let (now, rules) = (self.clock.instant(), self.rules.clone());
        let (id, seq) = (data["session_id"].as_str(), data["seq"].as_u64().unwrap_or(0));
        let replayed_from = if self.replays_twice { seq.saturating_sub(1) } else { seq };
        let session = self.sessions.values_mut().find(|session| Some(session.id.as_str()) == id);
        let Some(session) = session else { return vec![Answer::Invalid] };
        if seq > session.last {
            self.forget_session(&data["session_id"]);
            return vec![Answer::Close(4007)];
        }
        let too_late = session.lost.is_some_and(|lost| now > lost + rules.resume_window);
        if too_late || !session.remembers(seq) {
            self.forget_session(&data["session_id"]);
            return vec![Answer::Invalid];
        }
        let missed = session.events.iter().filter(|(number, _)| *number > replayed_from);
        let missed = missed.map(|(_, event)| Answer::Frame(Arc::clone(event))).collect();
        if let Some(old) = session.line.replace(line.clone()) {
            old.send(Down::Close(4000));
        }
        session.lost = None;
        session.tell("RESUMED", &json!({}), rules.resume_events);
        missed
    }

    fn forget_session(&mut self, id: &Value) {
        self.sessions.retain(|_, session| Some(session.id.as_str()) != id.as_str());
    }

    /// Notes that a connection has ended. Its session waits for a resume, unless it is over.
    pub(super) fn lose(&mut self, connection: u64, over: bool) {
        let now = self.clock.instant();
        self.sessions.retain(|_, session| !(over && session.is_of(connection)));
        for session in self.sessions.values_mut().filter(|session| session.is_of(connection)) {
            session.line = None;
            session.lost = Some(now);
        }
    }

    /// Takes the lines of all sessions away, or of those of one shard.
    pub(super) fn take_lines(&mut self, shard: Option<u64>) -> Vec<Line> {
        let now = self.clock.instant();
        let of_shard = |session: &&mut Session| shard.is_none_or(|n| session.shard.0 == n);
        let sessions = self.sessions.values_mut().filter(of_shard);
        sessions
            .filter_map(|session| {
                let line = session.line.take()?;
                session.lost = Some(now);
                Some(line)
            })
            .collect()
    }

    /// Returns how many sessions are connected.
    pub(crate) fn connected(&self) -> usize {
        self.sessions.values().filter(|session| session.line.is_some()).count()
    }

    /// Ends every session, as the platform does on a bad day, or those of one shard. Connections
    /// stand, and hear nothing any longer.
    pub(crate) fn end_sessions(&mut self, shard: Option<u64>) {
        self.sessions.retain(|_, session| shard.is_some_and(|n| session.shard.0 != n));
    }

    /// The greatest wait before a connection that is silent counts as dead.
    pub(super) fn patience_for_heartbeat(&self) -> Duration {
        self.rules.heartbeat_interval.mul_f64(1.5) + self.rules.heartbeat_slack
    }
}

/// The number of a shard and of all shards; one alone if none is named.
fn shard_of(data: &Value) -> (u64, u64) {
    let number = |n: usize| data["shard"][n].as_u64();
    match (number(0), number(1)) {
        (Some(shard), Some(count)) => (shard, count),
        _ => (0, 1),
    }
}

/// Returns `true` if a token is the one for tests. The gateway tolerates the word that stands before it in a
/// header.
pub(super) fn is_the_token(token: Option<&str>) -> bool {
    token.is_some_and(|token| token.strip_prefix("Bot ").unwrap_or(token) == TOKEN)
}

/// Returns `true` if the platform can read a presence; there need not be one.
fn is_presence(presence: &Value) -> bool {
    let is_activity = |one: &Value| {
        let state = one["state"].as_str().map_or(0, |state| state.chars().count());
        one["name"].is_string() && one["type"].as_u64() <= Some(5) && state <= 128
    };
    let activities = presence["activities"].as_array();
    presence.is_null()
        || activities.is_some_and(|all| all.iter().all(is_activity))
            && presence["afk"].is_boolean()
            && (presence["since"].is_null() || presence["since"].is_u64())
            && matches!(
                presence["status"].as_str(),
                Some("online" | "dnd" | "idle" | "invisible" | "offline")
            )
}
