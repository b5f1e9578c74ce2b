//! The stand-in for Discord itself: it refuses what the platform refuses.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

mod bodies;
mod emojis;
mod interactions;
mod litter;
mod places;

use std::{sync::Arc, time::Duration};

use futures_util::{SinkExt as _, StreamExt as _};
use host::ManualClock;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

use crate::support::stand_in::{
    ANN, BOT, CHANNEL, CONTENT_INTENT, Guild, Misbehaviour, OTHER_CHANNEL, StandIn, TOKEN, World,
    line, private, reply,
};

/// Servers, and messages in them and in private.
const INTENTS: u64 = 4_609;
/// A time that ids can name: the end of 2026.
const NOW: i64 = 1_798_000_000_000;

async fn strict() -> (StandIn, ManualClock) {
    let clock = ManualClock::new(NOW);
    (StandIn::strict(Arc::new(clock.clone())).await, clock)
}

/// Sends a request and gives the status and the body of the answer.
async fn ask(discord: &StandIn, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let request = reqwest::Client::new()
        .request(method.parse().unwrap(), format!("{}/api/v10/{path}", discord.url))
        .header("authorization", format!("Bot {TOKEN}"))
        .header("user-agent", "DiscordBot (https://example.org, 1)")
        .header("content-type", "application/json")
        .body(body.to_string());
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    (status, serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap_or(Value::Null))
}

async fn post(discord: &StandIn, body: &Value) -> (u16, Value) {
    ask(discord, "POST", &format!("channels/{CHANNEL}/messages"), body).await
}

async fn read(discord: &StandIn, query: &str) -> Vec<String> {
    let path = format!("channels/{CHANNEL}/messages?{query}");
    let (status, all) = ask(discord, "GET", &path, &Value::Null).await;
    assert_eq!(status, 200, "{query}");
    let texts = all.as_array().unwrap().iter().map(|message| message["content"].as_str().unwrap());
    texts.map(str::to_owned).collect()
}

/// A message that the platform takes.
fn message(text: &str) -> Value {
    json!({ "content": text, "allowed_mentions": { "parse": [] } })
}

/// A message with something else in it.
fn with(field: &str, value: Value) -> Value {
    let mut body = message("a");
    body[field] = value;
    body
}

#[tokio::test]
async fn a_wrong_body_is_refused() {
    let (discord, _) = strict().await;
    let twice = json!({ "parse": [], "users": ["1", "1"] });
    for wrong in [
        message(""),
        message(&"x".repeat(2_001)),
        with("contents", json!("b")),
        with("nonce", json!("n".repeat(26))),
        with("enforce_nonce", json!(true)),
        with("allowed_mentions", Value::Null),
        with("allowed_mentions", twice),
        with("allowed_mentions", json!({ "parse": ["users"], "users": ["1"] })),
        with("message_reference", json!({ "message_id": "x" })),
        with("attachments", json!([{ "id": 0, "filename": "board.png" }])),
        with("flags", json!(1)),
    ] {
        assert_eq!(post(&discord, &wrong).await.0, 400, "{wrong}");
        assert_eq!(std::mem::take(&mut discord.world().violations).len(), 1, "{wrong}");
    }
    let (status, posted) = post(&discord, &with("flags", json!(4_096))).await;
    assert_eq!((status, posted["content"].as_str()), (200, Some("a")));
    assert_eq!(discord.world().posts.len(), 1);
    let (status, answer) = ask(&discord, "POST", "channels/4/messages", &message("a")).await;
    assert_eq!((status, answer["code"].as_u64()), (404, Some(10_003)));
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_nonce_is_remembered_for_a_while() {
    let (discord, clock) = strict().await;
    let body = json!({ "content": "a", "nonce": "7-1", "enforce_nonce": true,
        "allowed_mentions": { "parse": [] } });
    let first = post(&discord, &body).await.1["id"].clone();
    assert_eq!(post(&discord, &body).await.1["id"], first);
    clock.advance(Duration::from_secs(299));
    assert_eq!(post(&discord, &body).await.1["id"], first);
    clock.advance(Duration::from_secs(2));
    assert_ne!(post(&discord, &body).await.1["id"], first, "it is forgotten");
    let mut loose = body.clone();
    loose["enforce_nonce"] = json!(false);
    post(&discord, &loose).await;
    assert_eq!(discord.world().posts.len(), 3);
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn history_is_read_in_parts_and_blank_without_the_intent() {
    let (discord, _) = strict().await;
    let ids: Vec<u64> = (0..5).map(|n| discord.say(line(ANN, &n.to_string()))).collect();
    assert_eq!(read(&discord, "limit=2").await, ["4", "3"]);
    assert_eq!(read(&discord, &format!("after={}&limit=2", ids[0])).await, ["2", "1"]);
    assert_eq!(read(&discord, &format!("before={}&limit=2", ids[3])).await, ["2", "1"]);
    assert_eq!(read(&discord, &format!("around={}&limit=3", ids[2])).await, ["3", "2", "1"]);
    assert_eq!(read(&discord, "after=1").await.len(), 5);

    discord.world().refuses_content = true;
    discord.say(line(ANN, &format!("<@{BOT}> hello")));
    let own = post(&discord, &message("mine")).await.1;
    discord.say(reply(ANN, own["id"].as_str().unwrap().parse().unwrap(), "back"));
    let expected = ["back", "mine", &format!("<@{BOT}> hello"), ""];
    assert_eq!(read(&discord, "limit=4").await, expected);
    discord.world().no_history.insert(CHANNEL);
    assert!(read(&discord, "limit=4").await.is_empty());
    for wrong in ["limit=0", "limit=101", "before=1&after=2"] {
        let path = format!("channels/{CHANNEL}/messages?{wrong}");
        assert_eq!(ask(&discord, "GET", &path, &Value::Null).await.0, 400, "{wrong}");
    }
    discord.world().violations.clear();
}

#[tokio::test]
async fn limits_hold_and_refusals_are_counted() {
    let (discord, clock) = strict().await;
    discord.world().limit = Some((5, Duration::from_secs(5)));
    for _ in 0..5 {
        assert_eq!(post(&discord, &message("a")).await.0, 200);
    }
    let (status, limited) = post(&discord, &message("a")).await;
    assert_eq!((status, limited["global"].as_bool()), (429, Some(false)));
    assert_eq!(counted(&discord, |world| (world.impatient, world.refusals())), (0, 1));
    post(&discord, &message("a")).await;
    assert_eq!(discord.world().impatient, 1, "it had been told to wait");
    clock.advance(Duration::from_secs(5));
    assert_eq!(post(&discord, &message("a")).await.0, 200);

    for _ in 0..49 {
        ask(&discord, "GET", "users/@me", &Value::Null).await;
    }
    let (status, limited) = ask(&discord, "GET", "users/@me", &Value::Null).await;
    assert_eq!((status, limited["global"].as_bool()), (429, Some(true)));
    clock.advance(Duration::from_secs(2));
    discord.world().rules.refusals = 4;
    discord.world().misbehaviours.push_back(Misbehaviour::Page(403));
    assert_eq!(post(&discord, &message("a")).await, (403, Value::Null));
    assert_eq!(post(&discord, &message("a")).await, (429, Value::Null), "the address is blocked");
    assert_eq!(over_limits(&discord), 3);
}

/// Returns how many requests were beyond a limit, and forgives them.
fn over_limits(discord: &StandIn) -> usize {
    std::mem::take(&mut discord.world().over_limits).len()
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn each_bucket_has_its_window_and_each_channel_its_bucket() {
    let (discord, clock) = strict().await;
    discord.world().limit = Some((1, Duration::from_secs(5)));
    discord.world().misbehaviours.push_back(Misbehaviour::Fails(500));
    assert_eq!(post(&discord, &message("a")).await.0, 500);
    assert_eq!(post(&discord, &message("a")).await.0, 429, "what fails is counted as well");
    let elsewhere = format!("channels/{OTHER_CHANNEL}/messages");
    let (status, posted) = ask(&discord, "POST", &elsewhere, &message("a")).await;
    assert_eq!(status, 200);
    let path = format!("{elsewhere}/{}", posted["id"].as_str().unwrap());
    assert_eq!(ask(&discord, "PATCH", &path, &message("b")).await.0, 200);
    assert_eq!(ask(&discord, "DELETE", &path, &Value::Null).await.0, 429, "one with the changes");
    clock.advance(Duration::from_secs(5));
    discord.world().one_limit = true;
    assert_eq!(ask(&discord, "PATCH", &path, &message("c")).await.0, 200);
    assert_eq!(ask(&discord, "POST", &elsewhere, &message("a")).await.0, 429);

    let open = || async {
        let body = json!({ "recipient_id": ANN.id.to_string() });
        ask(&discord, "POST", "users/@me/channels", &body).await.0
    };
    for _ in 0..5 {
        assert_eq!(open().await, 200);
    }
    clock.advance(Duration::from_secs(4));
    assert_eq!(open().await, 429);
    clock.advance(Duration::from_secs(1));
    assert_eq!(open().await, 200);
    assert_eq!(over_limits(&discord), 4);
}

fn counted<T>(discord: &StandIn, count: impl Fn(&World) -> T) -> T {
    count(&discord.world())
}

/// A bot's connection by hand.
struct Client(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Client {
    async fn connect(address: &str) -> Self {
        let (socket, _) = connect_async(format!("{address}/?v=10&encoding=json")).await.unwrap();
        let mut client = Self(socket);
        assert_eq!(client.frame().await["op"], 10);
        client
    }

    async fn send(&mut self, op: u64, data: Value) {
        let frame = json!({ "op": op, "d": data });
        self.0.send(Message::text(frame.to_string())).await.unwrap();
    }

    async fn next(&mut self) -> Option<Message> {
        let next = tokio::time::timeout(Duration::from_secs(5), self.0.next());
        next.await.expect("something comes").and_then(Result::ok)
    }

    async fn frame(&mut self) -> Value {
        match self.next().await {
            Some(Message::Text(text)) => serde_json::from_str(&text).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    async fn close_code(&mut self) -> u16 {
        loop {
            match self.next().await {
                Some(Message::Close(Some(frame))) => return frame.code.into(),
                Some(_) => {}
                None => return 0,
            }
        }
    }

    /// Identifies, and gives the first frame that comes.
    async fn identify(&mut self, shard: (u64, u64), intents: u64) -> Value {
        self.send(2, identify(shard, intents)).await;
        self.frame().await
    }

    async fn resume(&mut self, session: &Value, seq: u64) {
        self.send(6, json!({ "token": TOKEN, "session_id": session, "seq": seq })).await;
    }
}

fn identify(shard: (u64, u64), intents: u64) -> Value {
    json!({ "token": TOKEN, "intents": intents, "shard": [shard.0, shard.1],
        "properties": { "os": "linux", "browser": "test", "device": "test" } })
}

/// The address for the first connection.
async fn address(discord: &StandIn) -> String {
    let (_, answer) = ask(discord, "GET", "gateway/bot", &Value::Null).await;
    answer["url"].as_str().unwrap().to_owned()
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn identifies_are_paced_counted_and_checked() {
    let (discord, clock) = strict().await;
    let address = address(&discord).await;
    let mut first = Client::connect(&address).await;
    assert_eq!(first.identify((0, 1), INTENTS).await["t"], "READY");
    assert_eq!(first.frame().await["t"], "GUILD_CREATE");
    first.send(2, identify((0, 1), INTENTS)).await;
    assert_eq!(first.close_code().await, 4005);

    let mut early = Client::connect(&address).await;
    let invalid = early.identify((0, 1), INTENTS).await;
    assert_eq!((invalid["op"].as_u64(), invalid["d"].as_bool()), (Some(9), Some(false)));
    clock.advance(Duration::from_secs(5));
    assert_eq!(early.identify((0, 1), INTENTS).await["t"], "READY", "now is the time");
    assert_eq!(
        counted(&discord, |world| (world.early_identifies, world.unasked_identifies)),
        (1, 2)
    );
    let (_, answer) = ask(&discord, "GET", "gateway/bot", &Value::Null).await;
    assert_eq!(answer["session_start_limit"]["remaining"], 997);

    discord.world().refuses_content = true;
    discord.world().shards = 2;
    for (shard, intents, code) in [
        ((1, 1), INTENTS, 4010),
        ((0, 1), INTENTS, 4011),
        ((0, 2), 1 << 40, 4013),
        ((0, 2), INTENTS | CONTENT_INTENT, 4014),
    ] {
        let mut client = Client::connect(&address).await;
        client.send(2, identify(shard, intents)).await;
        assert_eq!(client.close_code().await, code);
    }
}

#[tokio::test]
async fn a_session_goes_on_within_its_windows() {
    let (discord, clock) = strict().await;
    let address = address(&discord).await;
    let mut client = Client::connect(&address).await;
    let ready = client.identify((0, 1), INTENTS | CONTENT_INTENT).await["d"].clone();
    let (session, again) = (&ready["session_id"], ready["resume_gateway_url"].as_str().unwrap());
    assert_ne!(again, address);
    discord.hang_up();
    discord.say(line(ANN, "meanwhile"));
    let mut client = Client::connect(again).await;
    client.resume(session, 2).await;
    assert_eq!(client.frame().await["d"]["content"], "meanwhile");
    assert_eq!(client.frame().await["t"], "RESUMED");

    discord.hang_up();
    clock.advance(Duration::from_secs(80));
    let mut client = Client::connect(again).await;
    client.resume(session, 4).await;
    assert_eq!(client.frame().await["t"], "RESUMED", "there was nothing else");
    discord.hang_up();
    clock.advance(Duration::from_secs(91));
    let mut client = Client::connect(again).await;
    client.resume(session, 5).await;
    assert_eq!(client.frame().await, json!({ "op": 9, "d": false }), "too late");
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_wrong_resume_and_an_orderly_end_cost_the_session() {
    let (discord, clock) = strict().await;
    let address = address(&discord).await;
    let begin = async || {
        clock.advance(Duration::from_secs(5));
        let mut client = Client::connect(&address).await;
        let ready = client.identify((0, 1), INTENTS).await["d"].clone();
        let again = ready["resume_gateway_url"].as_str().unwrap().to_owned();
        (client, ready["session_id"].clone(), again)
    };
    let (_client, session, again) = begin().await;
    let mut ahead = Client::connect(&again).await;
    ahead.resume(&session, 99).await;
    assert_eq!(ahead.close_code().await, 4007);

    let (_client, session, _) = begin().await;
    let mut misplaced = Client::connect(&address).await;
    misplaced.resume(&session, 2).await;
    assert_eq!(misplaced.frame().await["op"], 9, "it belongs to the other address");
    assert_eq!(discord.world().misplaced_resumes, 1);

    let (mut client, session, again) = begin().await;
    client.0.close(None).await.unwrap();
    discord.until("end", |world| (world.closed_with.len() == 1).then_some(())).await;
    let mut client = Client::connect(&again).await;
    client.resume(&session, 2).await;
    // A close without a code is none of the two that end a session.
    assert_eq!(client.frame().await["t"], "RESUMED");
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_connection_without_heartbeats_ends() {
    let (discord, _) = strict().await;
    discord.world().rules.heartbeat_interval = Duration::from_millis(40);
    discord.world().rules.heartbeat_slack = Duration::from_millis(20);
    let mut client = Client::connect(&address(&discord).await).await;
    assert_eq!(client.identify((0, 1), INTENTS).await["t"], "READY");
    assert_eq!(client.close_code().await, 4009);
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn what_is_sent_too_often_or_is_no_frame_ends_the_connection() {
    let (discord, _) = strict().await;
    discord.world().rules.frames_a_minute = 3;
    let address = address(&discord).await;
    let mut client = Client::connect(&address).await;
    for _ in 0..8 {
        client.send(1, Value::Null).await;
    }
    assert_eq!(client.close_code().await, 4008);
    for (op, data, code) in
        [(3, json!({}), 4003), (99, Value::Null, 4001), (2, json!("x".repeat(4_096)), 4002)]
    {
        let mut client = Client::connect(&address).await;
        client.send(op, data).await;
        assert_eq!(client.close_code().await, code, "op {op}");
    }
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn each_shard_hears_of_its_own_servers() {
    let (discord, clock) = strict().await;
    let far = Guild { id: 3 << 22, channels: vec![77], threads: Vec::new() };
    discord.world().add_guild(far);
    discord.world().shards = 2;
    let address = address(&discord).await;
    let mut shards = Vec::new();
    for shard in 0..2 {
        let mut client = Client::connect(&address).await;
        assert_eq!(client.identify((shard, 2), INTENTS | CONTENT_INTENT).await["t"], "READY");
        assert_eq!(client.frame().await["t"], "GUILD_CREATE");
        clock.advance(Duration::from_secs(5));
        shards.push(client);
    }
    let mut elsewhere = line(ANN, "far");
    elsewhere.channel = 77;
    discord.say(elsewhere);
    discord.say(private(ANN, "near"));
    assert_eq!(shards[1].frame().await["d"]["content"], "far");
    assert_eq!(shards[0].frame().await["d"]["content"], "near");
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_lost_network_resets_what_was_there_and_what_comes() {
    let (discord, _) = strict().await;
    let address = address(&discord).await;
    let mut client = Client::connect(&address).await;
    discord.lose_network();
    assert!(client.next().await.is_none(), "the connection is gone");
    assert!(connect_async(&address).await.is_err());
    discord.restore_network();
    Client::connect(&address).await;
    discord.delete_channel(OTHER_CHANNEL);
    let path = format!("channels/{OTHER_CHANNEL}/messages");
    assert_eq!(ask(&discord, "POST", &path, &message("a")).await.0, 404);
}
