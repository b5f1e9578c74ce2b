//! Threads: opened by the bot, archived and woken, locked and deleted.

use axum::{
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use serde_json::{Value, json};

use super::{
    BOT, StandIn, World,
    bodies::INVALID_FORM,
    components::{only, text},
    messages::timestamp,
    places::{CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_THREADS},
    rest::{Request, answer, refuse},
};

/// After how many minutes without a message a thread may be archived.
const MINUTES: [u64; 4] = [60, 1_440, 4_320, 10_080];
/// What most threads have.
const USUAL_MINUTES: u64 = 1_440;
const PUBLIC: u64 = 11;
pub(crate) const PRIVATE: u64 = 12;

/// A thread as it stands.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub(crate) guild: u64,
    pub(crate) parent: u64,
    pub(crate) name: String,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) kind: u64,
    minutes: u64,
    /// When something was said there last, or when it was opened or woken.
    active: i64,
}

impl Thread {
    pub(super) fn new(guild: u64, parent: u64, name: &str, now: i64) -> Self {
        Self {
            guild,
            parent,
            name: name.to_owned(),
            archived: false,
            locked: false,
            kind: PUBLIC,
            minutes: USUAL_MINUTES,
            active: now,
        }
    }

    /// Its description as the gateway gives it.
    fn json(&self, id: u64, archived: bool) -> Value {
        json!({
            "id": id.to_string(), "type": self.kind, "guild_id": self.guild.to_string(),
            "name": self.name, "parent_id": self.parent.to_string(), "owner_id": BOT.to_string(),
            "message_count": 0, "member_count": 1,
            "thread_metadata": {
                "archived": archived, "auto_archive_duration": self.minutes,
                "locked": self.locked, "archive_timestamp": timestamp(self.active),
            },
        })
    }
}

impl World {
    pub(super) fn describe_thread(&self, id: u64) -> Option<Value> {
        let thread = self.threads.get(&id)?;
        Some(thread.json(id, self.is_archived(id)))
    }

    /// Returns `true` if this is a thread that is archived, by somebody or because nothing was said for long.
    pub(crate) fn is_archived(&self, id: u64) -> bool {
        self.threads.get(&id).is_some_and(|thread| {
            let silent = self.clock.now() - thread.active;
            let is_old = self.ids_by_clock && silent > thread.minutes as i64 * 60_000;
            thread.archived || is_old
        })
    }

    /// The threads of a server that are not archived.
    pub(super) fn active_threads(&self, guild: u64) -> Vec<Value> {
        let here = |(id, thread): &(&u64, &Thread)| {
            thread.guild == guild && !self.deleted.contains(id) && !self.is_archived(**id)
        };
        let all = self.threads.iter().filter(here);
        all.map(|(id, thread)| thread.json(*id, false)).collect()
    }

    /// Notes that something is said in a thread, which is then archived no more.
    pub(super) fn wake_thread(&mut self, id: u64) {
        let was_archived = self.is_archived(id);
        let now = self.clock.now();
        let Some(thread) = self.threads.get_mut(&id) else { return };
        (thread.archived, thread.active) = (false, now);
        if was_archived {
            self.tell_of_thread("THREAD_UPDATE", id);
        }
    }

    pub(super) fn tell_of_thread(&mut self, name: &str, id: u64) {
        let mut event = self.describe_thread(id).expect("a thread");
        if name == "THREAD_CREATE" {
            event["newly_created"] = json!(true);
        }
        self.dispatch(name, &event);
    }

    /// Returns why nothing can be sent to a thread, if so.
    pub(super) fn refusal_of_thread(&self, id: u64) -> Option<Response> {
        let thread = self.threads.get(&id)?;
        let stays = thread.locked && self.in_force(id) & MANAGE_THREADS == 0;
        match (stays, self.is_archived(id)) {
            (true, true) => Some(archived()),
            (true, false) => Some(refuse(400, 160_005, "Thread is locked")),
            (false, true) if self.is_full(thread.guild) => Some(full()),
            (false, _) => None,
        }
    }

    /// Returns `true` if no other thread of a server may be active.
    fn is_full(&self, guild: u64) -> bool {
        self.active_threads(guild).len() >= self.rules.active_threads
    }

    /// Returns why a thread may not be called so, if so.
    fn refusal_of_name(&self, name: &str) -> Option<Response> {
        let filtered = self.filtered_names.is_some_and(|word| name.contains(word));
        filtered.then(|| refuse(400, 200_000, "Title was blocked by automatic moderation"))
    }

    /// Returns why nothing there can be changed, if the thread is archived.
    pub(super) fn refusal_of_change(&self, id: u64) -> Option<Response> {
        self.is_archived(id).then(archived)
    }

    /// Opens a thread in a channel, at a message there or at none.
    fn open_thread(&mut self, channel: u64, message: Option<u64>, body: &Value) -> Response {
        if let Some(refused) = self.refusal_of_place(channel) {
            return refused;
        }
        let Some(guild) = self.guild_of(channel).filter(|_| !self.threads.contains_key(&channel))
        else {
            return refuse(400, 50_024, "Cannot execute action on this channel type");
        };
        if let Err(wrong) = check_new(body, message.is_some()) {
            self.object(format!("a thread: {wrong}"));
            return refuse(400, INVALID_FORM, "Invalid Form Body");
        }
        // Without a message, and without a type, it is a private one.
        let usual = if message.is_some() { PUBLIC } else { PRIVATE };
        let kind = body["type"].as_u64().unwrap_or(usual);
        let public = kind == PUBLIC;
        let needed = if public { CREATE_PUBLIC_THREADS } else { CREATE_PRIVATE_THREADS };
        if self.in_force(channel) & needed == 0 {
            return refuse(403, 50_013, "Missing Permissions");
        }
        if message.is_some_and(|message| self.kept(channel, message).is_none()) {
            return refuse(404, 10_008, "Unknown Message");
        }
        if message.is_some_and(|message| self.threads.contains_key(&message)) {
            return refuse(400, 160_004, "A thread has already been created for this message");
        }
        if self.is_full(guild) {
            return full();
        }
        let name = body["name"].as_str().unwrap_or_default();
        if let Some(refused) = self.refusal_of_name(name) {
            return refused;
        }
        let id = message.unwrap_or_else(|| self.next_id());
        let mut thread = Thread::new(guild, channel, name, self.clock.now());
        thread.kind = kind;
        thread.minutes = body["auto_archive_duration"].as_u64().unwrap_or(USUAL_MINUTES);
        self.threads.insert(id, thread);
        self.guild_of_channel.insert(id, guild);
        self.tell_of_thread("THREAD_CREATE", id);
        (StatusCode::CREATED, answer(&json!(self.describe_thread(id)))).into_response()
    }

    /// Changes a thread as a request says.
    fn change_thread(&mut self, id: u64, body: &Value) -> Response {
        if let Some(refused) = self.refusal_of_place(id) {
            return refused;
        }
        let was_archived = self.is_archived(id);
        let Some(thread) = self.threads.get(&id) else {
            return refuse(403, 50_013, "Missing Permissions");
        };
        if let Err(wrong) = check_change(body) {
            self.object(format!("a change of a thread: {wrong}"));
            return refuse(400, INVALID_FORM, "Invalid Form Body");
        }
        let manages = self.in_force(id) & MANAGE_THREADS != 0;
        let wants_lock = body["locked"].as_bool().is_some_and(|locked| locked != thread.locked);
        if !manages && (wants_lock || thread.locked) {
            return refuse(403, 50_013, "Missing Permissions");
        }
        if was_archived && body["archived"] != false {
            return archived();
        }
        if was_archived && self.is_full(thread.guild) {
            return full();
        }
        if let Some(refused) = body["name"].as_str().and_then(|name| self.refusal_of_name(name)) {
            return refused;
        }
        let now = self.clock.now();
        let thread = self.threads.get_mut(&id).expect("it was found");
        thread.archived = body["archived"].as_bool().unwrap_or(thread.archived);
        thread.locked = body["locked"].as_bool().unwrap_or(thread.locked);
        thread.minutes = body["auto_archive_duration"].as_u64().unwrap_or(thread.minutes);
        if let Some(name) = body["name"].as_str() {
            name.clone_into(&mut thread.name);
        }
        if thread.archived != was_archived {
            thread.active = now;
        }
        self.tell_of_thread("THREAD_UPDATE", id);
        answer(&json!(self.describe_thread(id)))
    }

    /// Lets a person into a thread, or the bot itself.
    fn join_thread(&mut self, id: u64) -> Response {
        if let Some(refused) = self.refusal_of_place(id) {
            return refused;
        }
        if !self.threads.contains_key(&id) {
            return refuse(400, 50_024, "Cannot execute action on this channel type");
        }
        let refused = self.refusal_of_change(id).or_else(|| self.refusal_of_thread(id));
        refused.unwrap_or_else(|| StatusCode::NO_CONTENT.into_response())
    }

    /// Deletes a thread for the bot.
    fn delete_thread(&mut self, id: u64) -> Response {
        if let Some(refused) = self.refusal_of_place(id) {
            return refused;
        }
        if !self.threads.contains_key(&id) || self.in_force(id) & MANAGE_THREADS == 0 {
            return refuse(403, 50_013, "Missing Permissions");
        }
        let shown = self.describe_thread(id);
        self.lose_channel(id);
        answer(&json!(shown))
    }

    /// Deletes a channel or thread, and tells of it; of the threads that go with a channel nothing is told.
    pub(super) fn lose_channel(&mut self, id: u64) {
        let mut shown = self.describe_channel(id);
        let is_thread = self.threads.remove(&id).is_some();
        self.deleted.insert(id);
        let with_it = self.threads.iter().filter(|(_, thread)| thread.parent == id);
        let with_it: Vec<u64> = with_it.map(|(thread, _)| *thread).collect();
        for thread in with_it {
            self.threads.remove(&thread);
            self.deleted.insert(thread);
        }
        if is_thread {
            // Of a thread, no more is told than where it was.
            let keep = ["id", "guild_id", "parent_id", "type"];
            shown.as_object_mut().unwrap().retain(|name, _| keep.contains(&name.as_str()));
        }
        self.dispatch(if is_thread { "THREAD_DELETE" } else { "CHANNEL_DELETE" }, &shown);
    }
}

fn full() -> Response {
    refuse(400, 160_006, "Maximum number of active threads reached")
}

fn archived() -> Response {
    refuse(400, 50_083, "Tried to perform an operation on an archived thread")
}

fn check_common(body: &Value) -> Result<(), String> {
    let minutes = &body["auto_archive_duration"];
    if !minutes.is_null() && !minutes.as_u64().is_some_and(|n| MINUTES.contains(&n)) {
        return Err(format!("auto_archive_duration {minutes}"));
    }
    let slow = &body["rate_limit_per_user"];
    let fits = slow.is_null() || slow.as_u64().is_some_and(|seconds| seconds <= 21_600);
    if fits { Ok(()) } else { Err(format!("rate_limit_per_user {slow}")) }
}

fn check_new(body: &Value, at_message: bool) -> Result<(), String> {
    let mut known = vec!["name", "auto_archive_duration", "rate_limit_per_user"];
    known.extend(["type", "invitable"].iter().filter(|_| !at_message));
    only(body, &known)?;
    text(body, "name", 1, 100)?;
    let kind = &body["type"];
    if !kind.is_null() && !kind.as_u64().is_some_and(|kind| [PUBLIC, PRIVATE].contains(&kind)) {
        return Err(format!("type {kind}"));
    }
    check_common(body)
}

fn check_change(body: &Value) -> Result<(), String> {
    only(body, &["name", "archived", "auto_archive_duration", "locked", "rate_limit_per_user"])?;
    if body.get("name").is_some() {
        text(body, "name", 1, 100)?;
    }
    for name in ["archived", "locked"] {
        if body.get(name).is_some_and(|value| !value.is_boolean()) {
            return Err(format!("{name} {}", body[name]));
        }
    }
    check_common(body)
}

impl Request {
    /// Returns what concerns threads of a channel, or a channel that is a thread.
    pub(super) fn in_thread(&self, world: &mut World, channel: u64, rest: &[&str]) -> Response {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let number = |text: &str| text.parse::<u64>().ok();
        match (self.method.as_str(), rest) {
            ("POST", ["messages", message, "threads"]) if number(message).is_some() => {
                world.open_thread(channel, number(message), &body)
            }
            ("POST", ["threads"]) => world.open_thread(channel, None, &body),
            ("PATCH", []) => world.change_thread(channel, &body),
            ("DELETE", []) => world.delete_thread(channel),
            ("PUT", ["thread-members", _]) => world.join_thread(channel),
            _ => refuse(404, 0, "404: Not Found"),
        }
    }
}

impl StandIn {
    /// Lets a moderator archive a thread.
    pub(crate) fn archive_thread(&self, id: u64) {
        self.moderate(id, |thread| thread.archived = true);
    }

    /// Lets a moderator lock a thread, or unlock it.
    pub(crate) fn lock_thread(&self, id: u64, locked: bool) {
        self.moderate(id, |thread| thread.locked = locked);
    }

    fn moderate(&self, id: u64, change: impl FnOnce(&mut Thread)) {
        self.server.change(|world| {
            change(world.threads.get_mut(&id).expect("a thread"));
            world.tell_of_thread("THREAD_UPDATE", id);
        });
    }
}
