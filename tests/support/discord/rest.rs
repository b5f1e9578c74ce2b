//! The REST interface: its front, which every request passes, and the routes behind it.

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
    bodies::{self, Body, MAX_FILE, MAX_REQUEST},
    messages::{Kept, asked},
    misbehaviour::{Mishap, Scope, page},
    network::Cable,
    people::{bot, dm_of},
    servers,
    world::Post,
};

/// What answers at the address of the REST interface.
pub(super) fn router(server: Server) -> Router {
    Router::new()
        .route("/api/v10/{*path}", any(rest))
        .layer(DefaultBodyLimit::max(MAX_REQUEST + 1))
        .with_state(server)
}

/// One request.
struct Request {
    method: Method,
    path: String,
    query: String,
    headers: HeaderMap,
    body: Bytes,
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
                let flags = u64::from(server.world().content_is_granted()) << 19;
                answer(&json!({ "id": BOT.to_string(), "name": "Martian Cake", "flags": flags }))
            }
            ("POST", ["users", "@me", "channels"]) => server.change(|w| w.open(&self.body)),
            ("GET", ["channels", channel]) => match channel.parse() {
                Ok(channel) => server.world().channel(channel),
                Err(_) => refuse(400, 50_035, "Invalid Form Body"),
            },
            ("GET", ["channels", channel, "messages"]) => match channel.parse() {
                Ok(channel) => self.read(server, channel).await,
                Err(_) => refuse(400, 50_035, "Invalid Form Body"),
            },
            ("POST", ["channels", channel, "messages"]) => match channel.parse() {
                Ok(channel) => self.post(server, channel).await,
                Err(_) => refuse(400, 50_035, "Invalid Form Body"),
            },
            _ => refuse(404, 0, "404: Not Found"),
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

    async fn post(self, server: &Server, channel: u64) -> Response {
        let body = match bodies::read(&self.headers, self.body.clone()).await {
            Ok(body) => body,
            Err(wrong) => {
                server.change(|world| world.object(wrong));
                return refuse(400, 50_035, "Invalid Form Body");
            }
        };
        pause(server, channel).await;
        let posted = server.change(|world| world.post(channel, body));
        match posted {
            Some(answer) => answer,
            None => self.hang_up().await,
        }
    }
}

/// Waits as long as a channel is slow.
async fn pause(server: &Server, channel: u64) {
    let slow = server.world().slow.get(&channel).copied().unwrap_or_default();
    tokio::time::sleep(slow).await;
}

impl World {
    /// What is told of a channel or thread of a server, or of a private chat.
    fn channel(&self, id: u64) -> Response {
        match self.guild_of(id) {
            _ if !self.has_channel(id) => refuse(404, 10_003, "Unknown Channel"),
            Some(guild) => answer(&servers::channel(guild, id)),
            None => answer(&json!({ "id": id.to_string(), "type": 1 })),
        }
    }

    /// What every request has to pass.
    fn front(&mut self, request: &Request) -> Option<Mishap> {
        self.calls.push(format!("{} {}", request.method, request.path));
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
        if let Some(refused) = self.refusal_of_place(channel) {
            return refused;
        }
        let Some((from, limit)) = asked(query) else {
            self.object(format!("a question for messages {query:?}"));
            return refuse(400, 50_035, "Invalid Form Body");
        };
        // Who may not read the history reads an empty one.
        let hidden = self.no_history.contains(&channel);
        let all = if hidden { Vec::new() } else { self.history(channel, from, limit) };
        answer(&json!(all))
    }

    fn refusal_of_place(&mut self, channel: u64) -> Option<Response> {
        self.note_impatience(channel);
        if let Some((status, code)) = self.forbidden.get(&channel) {
            return Some(refuse(*status, *code, "forbidden"));
        }
        (!self.has_channel(channel)).then(|| refuse(404, 10_003, "Unknown Channel"))
    }

    /// Posts a message; `None` if its answer is lost.
    fn post(&mut self, channel: u64, body: Body) -> Option<Response> {
        self.attempts.push((channel, body.payload.clone()));
        if let Some(refused) =
            self.refusal_of_place(channel).or_else(|| self.refusal(channel, &body))
        {
            return Some(refused);
        }
        let mishap = self.misbehaviours.pop_front().and_then(|it| it.mishap());
        let lost = match mishap {
            None => None,
            Some(Mishap::Answer(answer)) => return Some(answer),
            Some(Mishap::Limit(after, scope)) => return Some(self.limit(channel, after, scope)),
            Some(Mishap::Reset) => return None,
            Some(Mishap::After(answer)) => Some(answer),
        };
        let headers = match self.take_from_bucket(channel) {
            Ok(headers) => headers,
            Err(after) => return Some(self.limit(channel, after, Scope::User)),
        };
        let message = self.put(channel, body);
        match lost {
            None => Some((headers, answer(&message)).into_response()),
            Some(answer) => answer,
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
        let names = body.files.iter().map(|file| file.name.clone()).collect();
        let kept = Kept::posted(id, channel, body.payload.clone(), names);
        self.announce(&kept);
        let message = self.message(&kept, true);
        self.keep(kept);
        let file = (!body.files.is_empty()).then(|| body.files.remove(0));
        self.posts.push(Post { id, channel, payload: body.payload, file, at: Instant::now() });
        self.nonces.extend(nonce.map(|nonce| (nonce, (id, now))));
        message
    }

    /// Why a message is refused, if it is.
    fn refusal(&mut self, channel: u64, body: &Body) -> Option<Response> {
        if let Err((code, wrong)) = bodies::check(body) {
            self.object(wrong);
            return Some(refuse(400, code, "Invalid Form Body"));
        }
        if body.files.iter().any(|file| file.bytes.len() > MAX_FILE) {
            return Some(refuse(413, 40_005, "Request entity too large"));
        }
        if !body.files.is_empty() && self.no_files.contains(&channel) {
            return Some(refuse(403, 50_013, "Missing Permissions"));
        }
        if let Some((status, code)) = self.refuses_files.filter(|_| !body.files.is_empty()) {
            return Some(refuse(status, code, "refused"));
        }
        let quotes = !body.payload["message_reference"].is_null();
        let may_quote = !self.no_quotes.contains(&channel) && !self.no_history.contains(&channel);
        (quotes && !may_quote)
            .then(|| refuse(400, 160_002, "Cannot reply without permission to read history"))
    }
}

fn answer(body: &Value) -> Response {
    ([("content-type", "application/json")], body.to_string()).into_response()
}

pub(super) fn refuse(status: u16, code: u64, message: &str) -> Response {
    let body = json!({ "message": message, "code": code }).to_string();
    let kind = [("content-type", "application/json")];
    (StatusCode::from_u16(status).unwrap(), kind, body).into_response()
}
