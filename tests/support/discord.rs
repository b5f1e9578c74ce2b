//! A stand-in for Discord on a port of this machine: REST v10 and the gateway, as far as the adapter
//! uses them. It keeps everything that it was sent, and misbehaves on command.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{
    collections::{HashMap, HashSet, VecDeque},
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use axum::{
    Router,
    body::Bytes,
    extract::{
        State as Shared, WebSocketUpgrade,
        ws::{CloseFrame, Message as Frame, WebSocket},
    },
    http::{HeaderMap, Method, StatusCode, Uri},
    response::{IntoResponse, Response},
    routing::{any, get},
};
use serde_json::{Value, json};
use tokio::{
    sync::{mpsc, watch},
    time::Instant,
};

/// The only token that the stand-in accepts; Discord would not.
pub(crate) const TOKEN: &str = "not-a-real-token.for.tests";
/// The bot's user, application and role.
pub(crate) const BOT: u64 = 900;
pub(crate) const BOT_ROLE: u64 = 901;
/// A server with a channel.
pub(crate) const GUILD: u64 = 500;
pub(crate) const CHANNEL: u64 = 501;
pub(crate) const OTHER_CHANNEL: u64 = 502;
/// The id of a thread in the first channel.
pub(crate) const THREAD: u64 = 503;

/// The bit of the message-content intent.
pub(crate) const CONTENT_INTENT: u64 = 1 << 15;

/// How long a test waits for what is to happen; it never takes that long.
const PATIENCE: Duration = Duration::from_secs(8);

/// Somebody who writes messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Someone {
    pub(crate) id: u64,
    pub(crate) username: &'static str,
    pub(crate) global: Option<&'static str>,
    pub(crate) nick: Option<&'static str>,
    pub(crate) bot: bool,
}

pub(crate) const ANN: Someone =
    Someone { id: 101, username: "ann_1990", global: Some("Ann"), nick: None, bot: false };
pub(crate) const BEN: Someone =
    Someone { id: 102, username: "ben", global: Some("Benjamin"), nick: Some("ben"), bot: false };
pub(crate) const EVERYONE: Someone =
    Someone { id: 103, username: "carl", global: Some("@everyone"), nick: None, bot: false };
pub(crate) const ANOTHER_BOT: Someone =
    Someone { id: 104, username: "beep", global: None, nick: None, bot: true };
const PEOPLE: [Someone; 4] = [ANN, BEN, EVERYONE, ANOTHER_BOT];

/// The id of somebody's private channel.
pub(crate) fn dm(who: Someone) -> u64 {
    700 + who.id
}

/// A message that somebody writes.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) by: Someone,
    pub(crate) channel: u64,
    pub(crate) private: bool,
    pub(crate) text: String,
    pub(crate) kind: u8,
    pub(crate) reply_to: Option<u64>,
    pub(crate) webhook: bool,
    /// The files that come with it, as Discord describes them.
    pub(crate) files: Vec<Value>,
}

/// A line in the channel.
pub(crate) fn line(by: Someone, text: &str) -> Said {
    Said {
        by,
        channel: CHANNEL,
        private: false,
        text: text.to_owned(),
        kind: 0,
        reply_to: None,
        webhook: false,
        files: Vec::new(),
    }
}

/// A line in a private chat.
pub(crate) fn private(by: Someone, text: &str) -> Said {
    Said { channel: dm(by), private: true, ..line(by, text) }
}

/// A reply to a message of the bot's, with its ping on.
pub(crate) fn reply(by: Someone, to: u64, text: &str) -> Said {
    Said { kind: 19, reply_to: Some(to), ..line(by, text) }
}

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

/// What goes wrong with a request to post a message; each one concerns one request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Misbehaviour {
    /// Status 429 for the route, to be tried again after this many seconds.
    Limited(f64),
    /// Status 429 for all routes, to be tried again after this many seconds.
    LimitedGlobally(f64),
    /// This status is answered, and nothing is posted.
    Fails(u16),
    /// The message is posted, and the answer is lost all the same.
    FailsAfterPosting,
}

/// What the stand-in was sent, how it is to misbehave, and how it works.
#[derive(Default)]
pub(crate) struct World {
    // What it was sent.
    pub(crate) calls: Vec<String>,
    pub(crate) identifies: Vec<Value>,
    pub(crate) resumes: Vec<Value>,
    pub(crate) heartbeats: usize,
    /// Every attempt to post, with its channel and payload, also those that failed.
    pub(crate) attempts: Vec<(u64, Value)>,
    pub(crate) posts: Vec<Post>,
    pub(crate) closed_with: Vec<u16>,
    seen: usize,

    // How it misbehaves.
    pub(crate) misbehaviours: VecDeque<Misbehaviour>,
    /// The status and the code that a channel answers with.
    pub(crate) forbidden: HashMap<u64, (u16, u64)>,
    pub(crate) no_files: HashSet<u64>,
    pub(crate) no_quotes: HashSet<u64>,
    pub(crate) slow: HashMap<u64, Duration>,
    /// How many messages a channel takes in how long, as its headers then say.
    pub(crate) limit: Option<(u32, Duration)>,
    /// Whether it ends a connection that asks for content with close code 4014.
    pub(crate) refuses_content: bool,
    pub(crate) refuses_heartbeats: bool,
    /// Whether the next identify or resume gets an invalid session.
    pub(crate) invalidates: bool,
    /// Whether it replays one event too many after a resume.
    pub(crate) replays_twice: bool,
    /// The address that it gives as its gateway's, if it is not its own.
    pub(crate) gateway_url: Option<String>,
    /// Whether it fails to give its gateway's address.
    pub(crate) gateway_fails: bool,

    // How it works.
    address: Option<SocketAddr>,
    last_id: u64,
    nonces: HashMap<String, u64>,
    buckets: HashMap<u64, (u32, Instant)>,
    held: HashMap<u64, Instant>,
    held_globally: Option<Instant>,
    /// How many requests came although they had been told to wait.
    pub(crate) impatient: usize,
    sees_content: bool,
    session: u32,
    events: Vec<Value>,
    line: Option<mpsc::UnboundedSender<Down>>,
}

enum Down {
    Event(Value),
    Close(u16),
    Hang,
}

#[derive(Clone)]
struct Server {
    world: Arc<Mutex<World>>,
    changed: watch::Sender<()>,
}

/// The running stand-in; it is gone when this is dropped.
pub(crate) struct StandIn {
    pub(crate) url: String,
    server: Server,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl StandIn {
    pub(crate) async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let world = World {
            address: Some(address),
            last_id: 1_274_019_562_035_904_613,
            ..World::default()
        };
        let server = Server { world: Arc::new(Mutex::new(world)), changed: watch::Sender::new(()) };
        let router = Router::new()
            .route("/", get(gateway))
            .route("/api/v10/{*path}", any(rest))
            .with_state(server.clone());
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url: format!("http://{address}"), server, task }
    }

    /// Gives access to what it was sent and to how it misbehaves.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.server.world()
    }

    /// Waits until `look` finds something, and returns that.
    pub(crate) async fn until<T>(
        &self,
        what: &str,
        mut look: impl FnMut(&mut World) -> Option<T>,
    ) -> T {
        let mut changes = self.server.changed.subscribe();
        let seen = async {
            loop {
                if let Some(seen) = look(&mut self.world()) {
                    return seen;
                }
                changes.changed().await.unwrap();
            }
        };
        tokio::time::timeout(PATIENCE, seen).await.unwrap_or_else(|_| panic!("no {what} came"))
    }

    /// Waits until the bot has identified this many times.
    pub(crate) async fn identified(&self, n: usize) -> Value {
        self.until("identify", |world| {
            (world.identifies.len() >= n && world.line.is_some())
                .then(|| world.identifies[n - 1].clone())
        })
        .await
    }

    /// Waits for the next message that the bot posts.
    pub(crate) async fn post(&self) -> Post {
        self.until("post", |world| {
            let post = world.posts.get(world.seen).cloned();
            world.seen += usize::from(post.is_some());
            post
        })
        .await
    }

    /// Lets somebody say something and returns the id of the message.
    pub(crate) fn say(&self, said: Said) -> u64 {
        let mut world = self.world();
        let id = world.next_id();
        let message = world.message(id, &said);
        world.dispatch("MESSAGE_CREATE", message);
        id
    }

    /// Sends an event of any type.
    pub(crate) fn dispatch(&self, name: &str, data: Value) {
        self.world().dispatch(name, data);
    }

    /// Ends the gateway's connection with a close code.
    pub(crate) fn close(&self, code: u16) {
        self.down(Down::Close(code));
    }

    /// Ends the gateway's connection without a close frame.
    pub(crate) fn hang_up(&self) {
        self.down(Down::Hang);
    }

    fn down(&self, down: Down) {
        if let Some(line) = self.world().line.take() {
            let _ = line.send(down);
        }
    }
}

impl Server {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let out = change(&mut self.world());
        self.changed.send_replace(());
        out
    }
}

impl World {
    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    fn dispatch(&mut self, name: &str, data: Value) {
        let event = json!({ "op": 0, "t": name, "s": self.events.len() + 1, "d": data });
        self.events.push(event.clone());
        if let Some(line) = &self.line {
            let _ = line.send(Down::Event(event));
        }
    }

    /// A message as the gateway gives it, with its content where the bot may read it.
    fn message(&self, id: u64, said: &Said) -> Value {
        let by = said.by;
        let mut mentions: Vec<Value> =
            PEOPLE.iter().filter(|who| names(&said.text, who.id)).map(person).collect();
        let to_bot = names(&said.text, BOT) || said.reply_to.is_some();
        if to_bot {
            mentions.push(bot());
        }
        let readable = self.sees_content || said.private || to_bot;
        let mut message = json!({
            "id": id.to_string(), "channel_id": said.channel.to_string(), "type": said.kind,
            "author": user(by), "content": if readable { &said.text } else { "" },
            "timestamp": "2026-11-21T12:00:00.000000+00:00", "edited_timestamp": null, "tts": false,
            "mention_everyone": false, "mentions": mentions, "mention_roles": [], "attachments": said.files,
            "embeds": [], "pinned": false, "flags": 0, "components": [],
        });
        if !said.private {
            message["guild_id"] = json!(GUILD.to_string());
            message["member"] = member(by);
        }
        if let Some(to) = said.reply_to {
            message["message_reference"] = json!({ "type": 0, "channel_id": said.channel.to_string(), "message_id": to.to_string() });
        }
        if said.webhook {
            message["webhook_id"] = json!("800");
        }
        message
    }

    fn ready(&mut self, shard: &Value) -> Value {
        self.session += 1;
        json!({
            "v": 10, "user": bot(), "guilds": [{ "id": GUILD.to_string(), "unavailable": true }],
            "session_id": format!("session-{}", self.session), "shard": shard,
            "resume_gateway_url": format!("ws://{}", self.address.unwrap()),
            "application": { "id": BOT.to_string(), "flags": 0 },
        })
    }
}

fn names(text: &str, id: u64) -> bool {
    text.contains(&format!("<@{id}>")) || text.contains(&format!("<@!{id}>"))
}

fn user(who: Someone) -> Value {
    json!({ "id": who.id.to_string(), "username": who.username, "discriminator": "0",
        "global_name": who.global, "avatar": null, "bot": who.bot })
}

fn member(who: Someone) -> Value {
    json!({ "nick": who.nick, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": false, "mute": false, "flags": 0 })
}

fn person(who: &Someone) -> Value {
    let mut out = user(*who);
    out["member"] = member(*who);
    out
}

fn bot() -> Value {
    json!({ "id": BOT.to_string(), "username": "Martian Cake", "discriminator": "0",
        "global_name": null, "avatar": null, "bot": true, "verified": true, "email": null,
        "mfa_enabled": false, "flags": 0 })
}

/// A text channel of the server.
fn channel(id: u64) -> Value {
    json!({
        "id": id.to_string(), "type": 0, "guild_id": GUILD.to_string(), "name": "games",
        "position": 0, "permission_overwrites": [], "nsfw": false,
    })
}

/// The thread of a game in the first channel.
fn thread() -> Value {
    json!({
        "id": THREAD.to_string(), "type": 11, "guild_id": GUILD.to_string(), "name": "a game",
        "parent_id": CHANNEL.to_string(), "owner_id": BOT.to_string(),
        "message_count": 0, "member_count": 1,
        "thread_metadata": {
            "archived": false, "auto_archive_duration": 1440, "locked": false,
            "archive_timestamp": "2026-01-01T00:00:00+00:00",
        },
    })
}

fn guild() -> Value {
    json!({
        "id": GUILD.to_string(), "name": "Club", "owner_id": ANN.id.to_string(),
        "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
        "roles": [{
            "id": BOT_ROLE.to_string(), "name": "Martian Cake", "color": 0,
            "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
            "hoist": false, "managed": true, "mentionable": false, "permissions": "0",
            "position": 1, "tags": { "bot_id": BOT.to_string() },
        }],
        "emojis": [], "features": [], "mfa_level": 0, "system_channel_flags": 0, "premium_tier": 0,
        "preferred_locale": "en-US", "nsfw_level": 0, "stickers": [],
        "premium_progress_bar_enabled": false, "joined_at": "2026-01-01T00:00:00+00:00",
        "large": false, "unavailable": false, "member_count": 3, "voice_states": [], "members": [],
        "channels": [channel(CHANNEL), channel(OTHER_CHANNEL)], "threads": [thread()], "presences": [], "stage_instances": [],
        "guild_scheduled_events": [],
    })
}

// The gateway.

async fn gateway(upgrade: WebSocketUpgrade, Shared(server): Shared<Server>) -> Response {
    upgrade.on_upgrade(move |socket| async move {
        attend(socket, &server).await;
        server.change(|_| ());
    })
}

async fn attend(mut socket: WebSocket, server: &Server) {
    let hello = json!({ "op": 10, "d": { "heartbeat_interval": 300 } });
    if send(&mut socket, &hello).await.is_err() {
        return;
    }
    let (line, mut down) = mpsc::unbounded_channel();
    loop {
        tokio::select! {
            told = down.recv() => match told {
                Some(Down::Event(event)) => {
                    if send(&mut socket, &event).await.is_err() {
                        return;
                    }
                }
                Some(Down::Close(code)) => return close(&mut socket, code).await,
                Some(Down::Hang) | None => return,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => {
                    let frame: Value = serde_json::from_str(&text).unwrap();
                    for answer in hear(server, &frame, &line) {
                        let done = match answer {
                            Ok(answer) => send(&mut socket, &answer).await.is_err(),
                            Err(code) => {
                                close(&mut socket, code).await;
                                true
                            }
                        };
                        if done {
                            return;
                        }
                    }
                }
                Some(Ok(Frame::Close(frame))) => {
                    let code = frame.map_or(1005, |frame| frame.code);
                    server.change(|world| world.closed_with.push(code));
                    return;
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            },
        }
    }
}

/// What the gateway answers to a frame: other frames, or a close code.
fn hear(
    server: &Server,
    frame: &Value,
    line: &mpsc::UnboundedSender<Down>,
) -> Vec<Result<Value, u16>> {
    server.change(|world| {
        let data = &frame["d"];
        match frame["op"].as_u64() {
            Some(1) => {
                world.heartbeats += 1;
                if world.refuses_heartbeats { Vec::new() } else { vec![Ok(json!({ "op": 11 }))] }
            }
            Some(2) => world.identify(data, line),
            Some(6) => world.resume(data, line),
            _ => Vec::new(),
        }
    })
}

impl World {
    fn identify(
        &mut self,
        data: &Value,
        line: &mpsc::UnboundedSender<Down>,
    ) -> Vec<Result<Value, u16>> {
        let mut shown = data.clone();
        shown["token"] = Value::Null;
        self.identifies.push(shown);
        self.sees_content = data["intents"].as_u64().unwrap() & CONTENT_INTENT != 0;
        if !is_the_token(data["token"].as_str()) {
            return vec![Err(4004)];
        }
        if self.refuses_content && self.sees_content {
            return vec![Err(4014)];
        }
        if std::mem::take(&mut self.invalidates) {
            return vec![Ok(json!({ "op": 9, "d": false }))];
        }
        self.events.clear();
        self.line = Some(line.clone());
        let ready = self.ready(&data["shard"]);
        self.dispatch("READY", ready);
        self.dispatch("GUILD_CREATE", guild());
        Vec::new()
    }

    fn resume(
        &mut self,
        data: &Value,
        line: &mpsc::UnboundedSender<Down>,
    ) -> Vec<Result<Value, u16>> {
        self.resumes.push(data.clone());
        if !is_the_token(data["token"].as_str()) {
            return vec![Err(4004)];
        }
        if std::mem::take(&mut self.invalidates) {
            return vec![Ok(json!({ "op": 9, "d": false }))];
        }
        let mut from = data["seq"].as_u64().unwrap() as usize;
        if self.replays_twice {
            from = from.saturating_sub(1);
        }
        let missed: Vec<_> = self.events[from..].iter().cloned().map(Ok).collect();
        self.line = Some(line.clone());
        self.dispatch("RESUMED", json!({}));
        missed
    }
}

fn is_the_token(token: Option<&str>) -> bool {
    token.is_some_and(|token| token.trim_start_matches("Bot ") == TOKEN)
}

async fn send(socket: &mut WebSocket, frame: &Value) -> Result<(), axum::Error> {
    socket.send(Frame::Text(frame.to_string().into())).await
}

async fn close(socket: &mut WebSocket, code: u16) {
    let _ = socket.send(Frame::Close(Some(CloseFrame { code, reason: "".into() }))).await;
    // By the protocol, the other side answers before the connection may end.
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.recv()).await;
}

// The REST interface.

async fn rest(
    Shared(server): Shared<Server>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let path = uri.path().trim_start_matches("/api/v10/").to_owned();
    server.change(|world| world.calls.push(format!("{method} {path}")));
    let token = headers.get("authorization").and_then(|value| value.to_str().ok());
    if path != "gateway" && !is_the_token(token) {
        return refuse(401, 0, "401: Unauthorized");
    }
    let parts: Vec<&str> = path.split('/').collect();
    match (method.as_str(), parts.as_slice()) {
        ("GET", ["gateway"]) => server.world().gateway(false),
        ("GET", ["gateway", "bot"]) => server.world().gateway(true),
        ("GET", ["users", "@me"]) => answer(bot()),
        ("GET", ["applications", "@me"]) => {
            answer(json!({ "id": BOT.to_string(), "name": "Martian Cake", "flags": 0 }))
        }
        ("POST", ["users", "@me", "channels"]) => {
            let body: Value = serde_json::from_slice(&body).unwrap();
            let id: u64 = body["recipient_id"].as_str().unwrap().parse().unwrap();
            answer(json!({ "id": (700 + id).to_string(), "type": 1 }))
        }
        ("POST", ["channels", channel, "messages"]) => {
            let channel = channel.parse().unwrap();
            let (payload, file) = message_parts(&headers, body).await;
            let slow = server.world().slow.get(&channel).copied().unwrap_or_default();
            tokio::time::sleep(slow).await;
            server.change(|world| world.post(channel, payload, file))
        }
        _ => refuse(404, 0, "404: Not Found"),
    }
}

impl World {
    fn gateway(&self, for_bots: bool) -> Response {
        if self.gateway_fails {
            return refuse(404, 0, "404: Not Found");
        }
        let own = || format!("ws://{}", self.address.unwrap());
        let mut body = json!({ "url": self.gateway_url.clone().unwrap_or_else(own) });
        if for_bots {
            body["shards"] = json!(1);
            body["session_start_limit"] = json!({ "total": 1000, "remaining": 999,
                "reset_after": 14_400_000, "max_concurrency": 1 });
        }
        answer(body)
    }

    fn post(&mut self, channel: u64, payload: Value, file: Option<File>) -> Response {
        self.attempts.push((channel, payload.clone()));
        if let Some(refused) = self.refusal(channel, &payload, file.is_some()) {
            return refused;
        }
        let lost = match self.misbehaviours.pop_front() {
            Some(Misbehaviour::Limited(after)) => return self.limit(channel, after, false),
            Some(Misbehaviour::LimitedGlobally(after)) => return self.limit(channel, after, true),
            Some(Misbehaviour::Fails(status)) => return refuse(status, 0, "trouble"),
            Some(Misbehaviour::FailsAfterPosting) => true,
            None => false,
        };
        let headers = match self.take_from_bucket(channel) {
            Ok(headers) => headers,
            Err(after) => return self.limit(channel, after, false),
        };
        let nonce = payload["nonce"].as_str().map(|nonce| format!("{channel} {nonce}"));
        let known = nonce.as_ref().and_then(|nonce| self.nonces.get(nonce).copied());
        let id = known.unwrap_or_else(|| {
            let id = self.next_id();
            self.posts.push(Post { id, channel, payload, file, at: Instant::now() });
            id
        });
        self.nonces.extend(nonce.map(|nonce| (nonce, id)));
        if lost {
            return refuse(502, 0, "trouble");
        }
        (headers, answer(json!({ "id": id.to_string(), "channel_id": channel.to_string() })))
            .into_response()
    }

    fn refusal(&mut self, channel: u64, payload: &Value, file: bool) -> Option<Response> {
        let now = Instant::now();
        let held = self.held.get(&channel).copied().max(self.held_globally);
        if held.is_some_and(|until| until > now) {
            self.impatient += 1;
        }
        if let Some((status, code)) = self.forbidden.get(&channel) {
            return Some(refuse(*status, *code, "forbidden"));
        }
        if file && self.no_files.contains(&channel) {
            return Some(refuse(403, 50_013, "Missing Permissions"));
        }
        if !payload["message_reference"].is_null() && self.no_quotes.contains(&channel) {
            return Some(refuse(400, 160_002, "Cannot reply without permission to read history"));
        }
        let text = payload["content"].as_str().unwrap_or_default();
        let valid = text.chars().count() <= 2_000 && (file || !text.is_empty());
        (!valid).then(|| refuse(400, 50_035, "Invalid Form Body"))
    }

    fn limit(&mut self, channel: u64, after: f64, global: bool) -> Response {
        let until = Instant::now() + Duration::from_secs_f64(after);
        if global {
            self.held_globally = Some(until);
        } else {
            self.held.insert(channel, until);
        }
        let scope = if global { "global" } else { "user" };
        let headers = [("retry-after", after.to_string()), ("x-ratelimit-scope", scope.to_owned())];
        let body = json!({ "message": "You are being rate limited.", "retry_after": after, "global": global });
        (StatusCode::TOO_MANY_REQUESTS, headers, body.to_string()).into_response()
    }

    /// The headers for a request that the bucket lets through, or the seconds to wait.
    fn take_from_bucket(&mut self, channel: u64) -> Result<HeaderMap, f64> {
        let mut headers = HeaderMap::new();
        let Some((size, per)) = self.limit else { return Ok(headers) };
        let now = Instant::now();
        let bucket = self.buckets.entry(channel).or_insert((size, now + per));
        if bucket.1 <= now {
            *bucket = (size, now + per);
        }
        let after = (bucket.1 - now).as_secs_f64();
        if bucket.0 == 0 {
            return Err(after);
        }
        bucket.0 -= 1;
        headers.insert("x-ratelimit-bucket", "80c17d2f203122d936070c88c8d10f33".parse().unwrap());
        headers.insert("x-ratelimit-remaining", bucket.0.to_string().parse().unwrap());
        headers.insert("x-ratelimit-reset-after", format!("{after:.3}").parse().unwrap());
        Ok(headers)
    }
}

async fn message_parts(headers: &HeaderMap, body: Bytes) -> (Value, Option<File>) {
    let kind = headers["content-type"].to_str().unwrap();
    let Ok(boundary) = multer::parse_boundary(kind) else {
        return (serde_json::from_slice(&body).unwrap(), None);
    };
    let stream = futures_util::stream::once(async move { Ok::<_, std::io::Error>(body) });
    let mut fields = multer::Multipart::new(stream, boundary);
    let (mut payload, mut file) = (Value::Null, None);
    while let Some(field) = fields.next_field().await.unwrap() {
        let name = field.name().unwrap().to_owned();
        if name == "payload_json" {
            payload = serde_json::from_slice(&field.bytes().await.unwrap()).unwrap();
        } else {
            file = Some(File {
                field: name,
                name: field.file_name().unwrap().to_owned(),
                kind: field.content_type().unwrap().to_string(),
                bytes: field.bytes().await.unwrap().to_vec(),
            });
        }
    }
    (payload, file)
}

fn answer(body: Value) -> Response {
    body.to_string().into_response()
}

fn refuse(status: u16, code: u64, message: &str) -> Response {
    let body = json!({ "message": message, "code": code }).to_string();
    (StatusCode::from_u16(status).unwrap(), body).into_response()
}
