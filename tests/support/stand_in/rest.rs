//! The REST interface: its front, which every request passes, and the routes behind it.

use std::time::Duration;

use axum::{
    Router,
    body::Bytes,
    extract::{ConnectInfo, DefaultBodyLimit, State as Shared},
    http::{HeaderMap, Method, StatusCode, Uri},
    response::{IntoResponse, Response},
    routing::any,
};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{
    BOT, Server, TOKEN, World,
    bodies::{self, Body, Form, INVALID_FORM, MAX_REQUEST},
    limits::Bucket,
    messages::{Kept, asked},
    misbehaviour::{Misbehaviour, Mishap, Scope, page},
    network::Cable,
    own::Own,
    people::{bot, dm_of},
    places::{READ_HISTORY, VIEW_CHANNEL},
    world::Post,
};

/// Returns what answers at the address of the REST interface.
pub(super) fn router(server: Server) -> Router {
    Router::new()
        .route("/api/v10/{*path}", any(rest))
        .layer(DefaultBodyLimit::max(MAX_REQUEST + 1))
        .with_state(server)
}

/// One request.
pub(super) struct Request {
    pub(super) method: Method,
    path: String,
    pub(super) query: String,
    headers: HeaderMap,
    pub(super) body: Bytes,
    cable: Cable,
}

async fn rest(
    Shared(server): Shared<Server>,
    ConnectInfo(cable): ConnectInfo<Cable>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let path = uri.path().trim_start_matches("/api/v10/").to_owned();
    let query = uri.query().unwrap_or_default().to_owned();
    let request = Request { method, path, query, headers, body, cable };
    let answer = request.answer(&server).await;
    server.change(|world| world.count_answer(&answer));
    answer
}

impl Request {
    async fn answer(self, server: &Server) -> Response {
        let refused = server.change(|world| world.front(&self));
        match refused {
            None => {}
            Some(Mishap::Answer(answer) | Mishap::After(Some(answer))) => return answer,
            Some(Mishap::Limit(after, scope)) => {
                return server.change(|world| world.limit(0, after, scope));
            }
            Some(Mishap::Reset | Mishap::After(None)) => return self.hang_up().await,
        }
        let parts: Vec<&str> = self.path.split('/').collect();
        match (self.method.as_str(), parts.as_slice()) {
            ("GET", ["gateway"]) => server.world().gateway(false),
            ("GET", ["gateway", "bot"]) => server.change(|world| world.gateway(true)),
            ("GET", ["users", "@me"]) => answer(&bot()),
            ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => {
                // The flag of an application that may read the content of messages in few servers.
                let world = server.world();
                let flags = u64::from(world.content_is_granted()) << 19;
                let mut application = world.application.clone();
                application.insert("id".to_owned(), json!(BOT.to_string()));
                application.insert("name".to_owned(), json!("Martian Cake"));
                application.insert("flags".to_owned(), json!(flags));
                answer(&Value::Object(application))
            }
            ("DELETE", ["users", "@me", "guilds", guild]) => {
                let Some(guild) = guild.parse().ok() else {
                    return refuse(404, 10_004, "Unknown Guild");
                };
                server.change(|world| world.left(guild))
            }
            ("POST", ["users", "@me", "channels"]) => {
                let open = |world: &mut World| Some(world.open(&self.body));
                let opened = server.change(|world| world.counted(Bucket::Open, open));
                self.or_hang_up(opened).await
            }
            (_, ["channels", channel, rest @ ..]) => match channel.parse() {
                Ok(channel) => self.in_channel(server, channel, rest).await,
                Err(_) => refuse(400, 50_035, "Invalid Form Body"),
            },
            ("POST", ["interactions", id, token, "callback"]) => {
                self.acknowledge(server, id, token).await
            }
            (_, ["webhooks", app, token, rest @ ..]) if is_ours(app) => {
                self.by_token(server, token, rest).await
            }
            ("GET", ["applications", app, "commands"]) if is_ours(app) => {
                server.world().get_commands(&self.query)
            }
            ("PUT", ["applications", app, "commands"]) if is_ours(app) => {
                server.change(|world| world.put_commands(&self.body))
            }
            (_, ["applications", app, "emojis", id @ ..]) if is_ours(app) && id.len() < 2 => {
                self.emojis(server, id.first().copied()).await
            }
            ("GET", ["guilds", guild, rest @ ..]) => {
                pause(server, guild.parse().unwrap_or(0)).await;
                server.world().about_guild(guild, rest)
            }
            (_, ["webhooks", ..]) => refuse(404, 10_015, "Unknown Webhook"),
            (_, ["applications", ..]) => refuse(403, 20_012, "You are not authorized"),
            _ => refuse(404, 0, "404: Not Found"),
        }
    }

    async fn in_channel(&self, server: &Server, channel: u64, rest: &[&str]) -> Response {
        match (self.method.as_str(), rest) {
            ("GET", []) => server.world().channel(channel),
            ("GET", ["messages"]) => self.read(server, channel).await,
            ("POST", ["messages"]) => self.post(server, channel).await,
            (method, ["messages", message]) => match (method, message.parse()) {
                ("GET", Ok(message)) => server.change(|world| world.read_one(channel, message)),
                ("PATCH", Ok(message)) => self.edit(server, channel, message).await,
                ("DELETE", Ok(message)) => self.remove(server, channel, message).await,
                (_, Ok(_)) => refuse(405, 0, "405: Method Not Allowed"),
                (_, Err(_)) => refuse(400, 50_035, "Invalid Form Body"),
            },
            _ => {
                let done = server.change(|world| {
                    let mishap = world.thread_misbehaviours.pop_front();
                    world.unless(mishap, channel, |world| self.in_thread(world, channel, rest))
                });
                self.or_hang_up(done).await
            }
        }
    }

    /// The parts of the request; it is objected to if they cannot be read.
    pub(super) async fn body(&self, server: &Server) -> Result<Body, Response> {
        bodies::read(&self.headers, self.body.clone()).await.map_err(|wrong| {
            server.change(|world| world.object(wrong));
            refuse(400, 50_035, "Invalid Form Body")
        })
    }

    /// Gives the answer, or resets the connection if it is lost.
    pub(super) async fn or_hang_up(&self, answer: Option<Response>) -> Response {
        match answer {
            Some(answer) => answer,
            None => self.hang_up().await,
        }
    }

    /// Resets the connection in place of an answer.
    async fn hang_up(&self) -> Response {
        self.cable.cut();
        // The connection is gone before anyone would see an answer.
        std::future::pending().await
    }

    async fn read(&self, server: &Server, channel: u64) -> Response {
        pause(server, channel).await;
        let mishap = server.change(|world| world.reading_misbehaviours.pop_front());
        match mishap.and_then(|misbehaviour| misbehaviour.mishap()) {
            Some(Mishap::Answer(answer) | Mishap::After(Some(answer))) => answer,
            Some(Mishap::Limit(after, scope)) => server.change(|w| w.limit(channel, after, scope)),
            Some(Mishap::Reset | Mishap::After(None)) => self.hang_up().await,
            None => server.change(|world| world.read(channel, &self.query)),
        }
    }

    async fn emojis(&self, server: &Server, id: Option<&str>) -> Response {
        let adds = self.method == "POST";
        let mishap = server.change(|world| {
            adds.then(|| world.emoji_misbehaviours.pop_front()?.mishap()).flatten()
        });
        let handled = || server.change(|world| world.emojis(self.method.as_str(), id, &self.body));
        match mishap {
            Some(Mishap::Answer(answer)) => answer,
            Some(Mishap::Limit(after, scope)) => server.change(|w| w.limit(0, after, scope)),
            Some(Mishap::Reset) => self.hang_up().await,
            Some(Mishap::After(lost)) => {
                handled();
                self.or_hang_up(lost).await
            }
            None => handled(),
        }
    }

    async fn post(&self, server: &Server, channel: u64) -> Response {
        let body = match self.body(server).await {
            Ok(body) => body,
            Err(refused) => return refused,
        };
        pause(server, channel).await;
        let post = |world: &mut World| world.post(channel, body);
        let posted = server.change(|world| world.counted(Bucket::Send(channel), post));
        self.or_hang_up(posted).await
    }
}

/// Returns `true` if this is the application of the tests.
fn is_ours(application: &str) -> bool {
    application.parse() == Ok(BOT)
}

/// Returns `true` if a path needs no token of the bot's, and counts for no limit of all requests.
fn is_for_interactions(path: &str) -> bool {
    path.starts_with("interactions/") || path.starts_with("webhooks/")
}

/// Waits as long as a channel is slow, which a test may end.
pub(super) async fn pause(server: &Server, channel: u64) {
    let begun = Instant::now();
    let slow = || server.world().slow.get(&channel).copied().unwrap_or_default();
    while begun.elapsed() < slow() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

impl World {
    /// Returns what is told of a channel or thread of a server, or of a private chat.
    fn channel(&self, id: u64) -> Response {
        if !self.has_channel(id) {
            return refuse(404, 10_003, "Unknown Channel");
        }
        if !self.may(id, VIEW_CHANNEL) {
            return refuse(403, 50_001, "Missing Access");
        }
        answer(&self.describe_channel(id))
    }

    /// Returns what every request has to pass.
    fn front(&mut self, request: &Request) -> Option<Mishap> {
        self.calls.push(format!("{} {}", request.method, request.path));
        if request.method != Method::GET {
            let host = request.headers.get("host").and_then(|host| host.to_str().ok());
            let host = host.unwrap_or_default().to_owned();
            if self.speakers.last() != Some(&host) {
                self.speakers.push(host);
            }
        }
        if self.is_blocked() {
            return Some(Mishap::Answer(page(429)));
        }
        if let Some(outage) = self.outage {
            return outage.mishap();
        }
        let header = |name| request.headers.get(name).and_then(|value| value.to_str().ok());
        if !header("user-agent").unwrap_or_default().starts_with("DiscordBot (http") {
            self.object(format!("the user agent {:?}", header("user-agent")));
            return Some(Mishap::Answer(page(403)));
        }
        let known = header("authorization").is_some_and(|token| token == format!("Bot {TOKEN}"));
        if is_for_interactions(&request.path) {
            return None;
        }
        if request.path != "gateway" && !known {
            return Some(Mishap::Answer(refuse(401, 0, "401: Unauthorized")));
        }
        self.count_request().map(|after| Mishap::Limit(after, Scope::Global))
    }

    fn gateway(&mut self, for_bots: bool) -> Response {
        if self.gateway_fails {
            return refuse(404, 0, "404: Not Found");
        }
        let url = self.gateway_url.as_ref().unwrap_or(&self.gateway_address);
        let mut body = json!({ "url": url });
        if for_bots {
            self.asked_for_gateway = true;
            let remaining = self.rules.starts.saturating_sub(self.starts_used);
            body["shards"] = json!(self.shards);
            body["session_start_limit"] = json!({ "total": self.rules.starts,
                "remaining": remaining, "reset_after": 14_400_000,
                "max_concurrency": self.rules.max_concurrency });
        }
        answer(&body)
    }

    /// Opens the private channel with a person.
    fn open(&mut self, body: &[u8]) -> Response {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let person = body["recipient_id"].as_str().and_then(|id| id.parse().ok());
        let Some(person) = person else {
            self.object(format!("a private channel with {body}"));
            return refuse(400, 50_035, "Invalid Form Body");
        };
        let recipient = json!({ "id": body["recipient_id"], "username": "somebody",
            "discriminator": "0", "global_name": null, "avatar": null });
        answer(&json!({ "id": dm_of(person).to_string(), "type": 1, "recipients": [recipient] }))
    }

    fn read(&mut self, channel: u64, query: &str) -> Response {
        if let Some(refused) = self.refusal_of_reading(channel) {
            return refused;
        }
        let Some((from, limit)) = asked(query) else {
            self.object(format!("a question for messages {query:?}"));
            return refuse(400, 50_035, "Invalid Form Body");
        };
        // Who may not read the history reads an empty one.
        let hidden = self.no_history.contains(&channel) || !self.may(channel, READ_HISTORY);
        let all = if hidden { Vec::new() } else { self.history(channel, from, limit) };
        answer(&json!(all))
    }

    fn read_one(&mut self, channel: u64, id: u64) -> Response {
        if let Some(refused) = self.refusal_of_reading(channel) {
            return refused;
        }
        if !self.may(channel, READ_HISTORY) {
            return refuse(403, 50_013, "Missing Permissions");
        }
        match self.kept(channel, id) {
            Some(kept) => answer(&self.message(kept, self.content_is_granted())),
            None => refuse(404, 10_008, "Unknown Message"),
        }
    }

    /// Who may only not write reads all the same.
    fn refusal_of_reading(&mut self, channel: u64) -> Option<Response> {
        let only_writing = self.forbidden.get(&channel).is_some_and(|(_, code)| *code == 50_013);
        if only_writing { None } else { self.refusal_of_place(channel) }
    }

    pub(super) fn refusal_of_place(&mut self, channel: u64) -> Option<Response> {
        self.note_impatience(channel);
        if let Some((status, code)) = self.forbidden.get(&channel) {
            return Some(refuse(*status, *code, "forbidden"));
        }
        if !self.has_channel(channel) {
            return Some(refuse(404, 10_003, "Unknown Channel"));
        }
        (!self.may_read(channel)).then(|| refuse(403, 50_001, "Missing Access"))
    }

    /// Posts a message; `None` if its answer is lost.
    fn post(&mut self, channel: u64, body: Body) -> Option<Response> {
        self.attempts.push((channel, body.payload.clone()));
        if let Some(refused) =
            self.refusal_of_place(channel).or_else(|| self.refusal(channel, &body))
        {
            return Some(refused);
        }
        let mishap = self.misbehaviours.pop_front();
        self.unless(mishap, channel, |world| answer(&world.put(channel, body)))
    }

    /// Handles a request unless something else happens to it; `None` if its answer is lost. A limit
    /// holds what this id names.
    pub(super) fn unless(
        &mut self,
        misbehaviour: Option<Misbehaviour>,
        held: u64,
        handle: impl FnOnce(&mut Self) -> Response,
    ) -> Option<Response> {
        match misbehaviour.and_then(Misbehaviour::mishap) {
            None => Some(handle(self)),
            Some(Mishap::Answer(answer)) => Some(answer),
            Some(Mishap::Limit(after, scope)) => Some(self.limit(held, after, scope)),
            Some(Mishap::Reset) => None,
            Some(Mishap::After(answer)) => {
                let handled = handle(self);
                if handled.status() == 429 { Some(handled) } else { answer }
            }
        }
    }

    /// Puts a message into its channel, unless its nonce is that of one that is there already, and
    /// gives the one that is there then.
    fn put(&mut self, channel: u64, mut body: Body) -> Value {
        let (now, memory) = (self.clock.instant(), self.rules.nonce_memory);
        self.nonces.retain(|_, (_, at)| *at + memory > now);
        let enforced = body.payload["enforce_nonce"] == true;
        let nonce = &body.payload["nonce"];
        let nonce = (enforced && !nonce.is_null()).then(|| format!("{channel} {nonce}"));
        let known = nonce.as_ref().and_then(|nonce| self.nonces.get(nonce)).map(|(id, _)| *id);
        if let Some(kept) = known.and_then(|id| self.kept(channel, id)) {
            return self.message(kept, true);
        }
        let id = self.next_id();
        let kept = Kept::own(id, channel, Own::new(id, &body));
        self.announce(&kept);
        let message = self.message(&kept, true);
        self.keep(kept);
        let file = (!body.files.is_empty()).then(|| body.files.remove(0));
        self.posts.push(Post { id, channel, payload: body.payload, file, at: Instant::now() });
        self.nonces.extend(nonce.map(|nonce| (nonce, (id, now))));
        message
    }

    /// Checks a message or its change, where it has these files already, also for emojis that there are
    /// not.
    pub(super) fn check(
        &self,
        body: &Body,
        form: Form,
        files: &[u64],
    ) -> Result<(), (u64, String)> {
        bodies::check(body, form, files)?;
        let emojis = self.check_emojis(&body.payload["components"]);
        emojis.map_err(|wrong| (INVALID_FORM, wrong))
    }

    /// Returns why a message is refused, if it is.
    fn refusal(&mut self, channel: u64, body: &Body) -> Option<Response> {
        if let Err((code, wrong)) = self.check(body, Form::Message, &[]) {
            self.object(wrong);
            return Some(refuse(400, code, "Invalid Form Body"));
        }
        if let Some(refused) = self.refusal_of_thread(channel) {
            return Some(refused);
        }
        if let Some(refused) = self.refusal_of_files(body) {
            return Some(refused);
        }
        if !body.files.is_empty() && self.no_files.contains(&channel) {
            return Some(refuse(403, 50_013, "Missing Permissions"));
        }
        if let Some(refused) = self.refusal_of_send(channel, !body.files.is_empty()) {
            return Some(refused);
        }
        let quotes = !body.payload["message_reference"].is_null();
        let may_read = self.may(channel, READ_HISTORY) && !self.no_history.contains(&channel);
        let may_quote = !self.no_quotes.contains(&channel) && may_read;
        (quotes && !may_quote)
            .then(|| refuse(400, 160_002, "Cannot reply without permission to read history"))
    }

    /// Returns why files are refused, wherever they are sent to.
    pub(super) fn refusal_of_files(&self, body: &Body) -> Option<Response> {
        let refused = self.refuses_files.filter(|_| !body.files.is_empty());
        let refused = refused.map(|(status, code)| refuse(status, code, "refused"));
        bodies::refusal_of_size(body).or(refused)
    }
}

pub(super) fn answer(body: &Value) -> Response {
    ([("content-type", "application/json")], body.to_string()).into_response()
}

pub(super) fn refuse(status: u16, code: u64, message: &str) -> Response {
    let body = json!({ "message": message, "code": code }).to_string();
    let kind = [("content-type", "application/json")];
    (StatusCode::from_u16(status).unwrap(), kind, body).into_response()
}
