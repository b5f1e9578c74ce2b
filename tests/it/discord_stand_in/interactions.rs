//! Interactions in the stand-in: who may do what, what is told, and what is taken as an answer.

mod taps;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use serde_json::{Value, json};

use super::{Client, INTENTS, ask, message, post, strict};
use crate::support::stand_in::{
    ANN, ANOTHER_BOT, BEN, BOT, CHANNEL, GUILD, Misbehaviour, StandIn, dm, line, reply,
};

/// Commands of every form that the tests use.
fn commands() -> Value {
    let text = |name: &str, more: Value| {
        let mut option = json!({ "type": 3, "name": name, "description": "A text" });
        for (name, value) in more.as_object().unwrap() {
            option[name] = value.clone();
        }
        option
    };
    json!([
        { "name": "move", "description": "Plays", "contexts": [0, 1], "options": [
            text("move", json!({ "required": true, "autocomplete": true })),
            { "type": 4, "name": "game", "description": "Which", "min_value": 1 },
            { "type": 6, "name": "who", "description": "Who" },
        ] },
        { "name": "draw", "description": "Draws", "contexts": [0], "options": [
            { "type": 1, "name": "offer", "description": "Offers", "options": [
                text("how", json!({ "choices": [{ "name": "Kindly", "value": "kindly" }] })),
            ] },
        ] },
        { "name": "server", "description": "Settings", "default_member_permissions": "32" },
        { "name": "Play as my move", "type": 3 },
        { "name": "Profile", "type": 2, "contexts": [0, 1] },
    ])
}

async fn register(discord: &StandIn) {
    let path = format!("applications/{BOT}/commands");
    assert_eq!(ask(discord, "PUT", &path, &commands()).await.0, 200);
}

/// Answers for the first time.
async fn answer(discord: &StandIn, id: u64, body: &Value) -> (u16, u64) {
    let token = discord.interaction(id).token;
    let path = format!("interactions/{id}/{token}/callback");
    let (status, answer) = ask(discord, "POST", &path, body).await;
    (status, answer["code"].as_u64().unwrap_or(0))
}

/// Uses the token of an interaction.
async fn by_token(
    discord: &StandIn,
    id: u64,
    method: &str,
    path: &str,
    body: &Value,
) -> (u16, Value) {
    let token = discord.interaction(id).token;
    ask(discord, method, &format!("webhooks/{BOT}/{token}{path}"), body).await
}

/// A message for one person.
fn whisper(text: &str) -> Value {
    let mut body = message(text);
    body["flags"] = json!(64);
    body
}

/// A row of one button.
fn buttons(ids: &[&str]) -> Value {
    let button = |id: &&str| json!({ "type": 2, "style": 1, "label": id, "custom_id": id });
    json!([{ "type": 1, "components": ids.iter().map(button).collect::<Vec<_>>() }])
}

/// Lets the bot post a message with buttons, and gives its id.
async fn board(discord: &StandIn, ids: &[&str]) -> u64 {
    let mut body = message("a board");
    body["components"] = buttons(ids);
    let (status, posted) = post(discord, &body).await;
    assert_eq!(status, 200, "{posted}");
    posted["id"].as_str().unwrap().parse().unwrap()
}

fn panics<T>(act: impl FnOnce() -> T) -> bool {
    catch_unwind(AssertUnwindSafe(act)).is_err()
}

/// A connection that hears of everything.
async fn connect(discord: &StandIn) -> Client {
    let (_, answer) = ask(discord, "GET", "gateway/bot", &Value::Null).await;
    let mut client = Client::connect(answer["url"].as_str().unwrap()).await;
    assert_eq!(client.identify((0, 1), INTENTS).await["t"], "READY");
    assert_eq!(client.frame().await["t"], "GUILD_CREATE");
    client
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_command_is_told_as_it_was_typed() {
    let (discord, _) = strict().await;
    register(&discord).await;
    let mut client = connect(&discord).await;
    let options = [("move", json!("c2-c3")), ("game", json!(7)), ("who", json!("102"))];
    let id = discord.slash(ANN, CHANNEL, "move", &options);
    let event = client.frame().await;
    let data = &event["d"];
    assert_eq!((&event["t"], &data["type"]), (&json!("INTERACTION_CREATE"), &json!(2)));
    assert_eq!(data["id"], id.to_string());
    assert_eq!(data["token"], discord.interaction(id).token.as_str());
    let guild = GUILD.to_string();
    assert_eq!((&data["guild_id"], &data["context"]), (&json!(guild), &json!(0)));
    assert_eq!(data["member"]["user"]["id"], "101");
    assert!(data["member"]["permissions"].as_str().unwrap().parse::<u64>().is_ok());
    assert_eq!(data["app_permissions"], "274878008320");
    assert_eq!(data["authorizing_integration_owners"], json!({ "0": guild }));
    assert_eq!(data["data"]["options"][1], json!({ "name": "game", "type": 4, "value": 7 }));
    assert_eq!(data["data"]["resolved"]["users"]["102"]["username"], "ben");
    assert_eq!(data["data"]["resolved"]["members"]["102"]["nick"], "ben");
    assert!(data["data"]["resolved"]["members"]["102"]["user"].is_null());

    discord.slash(BEN, CHANNEL, "draw offer", &[("how", json!("kindly"))]);
    let data = client.frame().await["d"]["data"].clone();
    assert_eq!(data["name"], "draw");
    let inner = json!([{ "name": "how", "type": 3, "value": "kindly" }]);
    assert_eq!(data["options"], json!([{ "name": "offer", "type": 1, "options": inner }]));

    discord.slash(BEN, dm(BEN), "move", &[("move", json!("x"))]);
    let data = client.frame().await["d"].clone();
    assert_eq!((&data["user"]["id"], &data["context"]), (&json!("102"), &json!(1)));
    assert!(data["member"].is_null() && data["guild_id"].is_null());
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn what_the_input_of_the_platform_does_not_allow_is_not_sent() {
    let (discord, _) = strict().await;
    register(&discord).await;
    let to = |channel, path: &'static str, options: &[(&str, Value)]| {
        panics(|| discord.slash(BEN, channel, path, options))
    };
    assert!(to(CHANNEL, "resign", &[]), "it is not registered");
    assert!(to(CHANNEL, "draw", &[]), "it has subcommands");
    assert!(to(CHANNEL, "draw accept", &[]));
    assert!(to(CHANNEL, "move", &[]), "a required option is missing");
    assert!(to(CHANNEL, "move", &[("move", json!("a")), ("colour", json!("b"))]));
    assert!(to(CHANNEL, "move", &[("move", json!(3))]));
    assert!(to(CHANNEL, "move", &[("move", json!("a")), ("game", json!(0))]));
    assert!(to(CHANNEL, "draw offer", &[("how", json!("rudely"))]));
    assert!(to(dm(BEN), "draw offer", &[]), "it is for servers");
    assert!(to(dm(ANN), "move", &[("move", json!("a"))]), "the chat of somebody else");
    assert!(to(CHANNEL, "server", &[]), "it is for those who manage the server");
    discord.slash(ANN, CHANNEL, "server", &[]);
    assert_eq!(discord.world().interactions.len(), 1);
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_first_answer_comes_in_time_and_once() {
    let (discord, clock) = strict().await;
    register(&discord).await;
    let offer = || discord.slash(ANN, CHANNEL, "draw offer", &[]);
    let id = offer();
    clock.advance(Duration::from_secs(2));
    assert_eq!(answer(&discord, id, &json!({ "type": 4, "data": message("yes") })).await, (204, 0));
    assert_eq!(discord.acknowledged_after(id), Duration::from_secs(2));
    assert_eq!(discord.acknowledged(id).await.kind, 4);
    let shown = discord.answered(id).await;
    assert_eq!((shown.text(), shown.is_ephemeral()), ("yes", false));
    assert_eq!(shown.message["type"], 20);
    assert_eq!(answer(&discord, id, &json!({ "type": 5 })).await, (400, 40_060));
    assert_eq!(super::read(&discord, "limit=9").await, ["yes"]);

    let id = offer();
    clock.advance(Duration::from_millis(3_001));
    assert_eq!(discord.world().unanswered_interactions(), [id]);
    assert_eq!(answer(&discord, id, &json!({ "type": 5 })).await, (404, 10_062));
    let path = format!("interactions/{id}/{}/callback", "x".repeat(40));
    assert_eq!(ask(&discord, "POST", &path, &json!({ "type": 5 })).await.1["code"], 10_062);
    // Nothing but the token of the interaction is asked for.
    let id = offer();
    let token = discord.interaction(id).token;
    let address = format!("{}/api/v10/interactions/{id}/{token}/callback", discord.url);
    let sent = reqwest::Client::new()
        .post(format!("{address}?with_response=true"))
        .header("user-agent", "DiscordBot (https://example.org, 1)")
        .header("content-type", "application/json")
        .body(json!({ "type": 5, "data": { "flags": 64 } }).to_string());
    let body = sent.send().await.unwrap().bytes().await.unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body["interaction"]["response_message_ephemeral"], true);
    assert_eq!(body["resource"]["message"]["flags"], 64 | 128);
}

#[tokio::test]
async fn an_answer_fits_what_was_done() {
    let (discord, _) = strict().await;
    register(&discord).await;
    let on = board(&discord, &["a"]).await;
    let form = json!({ "custom_id": "f", "title": "t", "components": [
        { "type": 18, "label": "l", "component": { "type": 4, "custom_id": "i", "style": 1 } },
    ] });
    let choices = json!({ "choices": [{ "name": "a", "value": "b" }] });
    let data = |kind: u64| match kind {
        4 | 7 => message("m"),
        8 => choices.clone(),
        9 => form.clone(),
        _ => Value::Null,
    };
    let typing = [("move", json!("c"))];
    let begin: [(&dyn Fn() -> u64, &[u64]); 4] = [
        (&|| discord.slash(ANN, CHANNEL, "draw offer", &[]), &[4, 5, 9]),
        (&|| discord.press(ANN, on, "a"), &[4, 5, 6, 9, 7]),
        (&|| discord.start_typing(ANN, CHANNEL, "move", &typing, "move"), &[8]),
        (&|| discord.menu_user(ANN, "Profile", BEN), &[4, 5, 9]),
    ];
    for (begin, allowed) in begin {
        for kind in 1..=12 {
            // The button is gone once the message was changed to one without.
            if discord.world().edits.is_empty() || kind != 1 {
                let id = begin();
                let body = json!({ "type": kind, "data": data(kind) });
                let (status, code) = answer(&discord, id, &body).await;
                let fits = allowed.contains(&kind);
                let expected = if fits { (204, 0) } else { (400, 50_035) };
                assert_eq!(
                    (status, code),
                    expected,
                    "{kind} to {:?}",
                    discord.interaction(id).kind
                );
                let wrong = std::mem::take(&mut discord.world().violations).len();
                assert_eq!(wrong, usize::from(!fits), "{kind}");
            }
        }
    }
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_deferred_answer_becomes_one_by_its_token() {
    let (discord, clock) = strict().await;
    register(&discord).await;
    let id = discord.slash(ANN, CHANNEL, "draw offer", &[]);
    let original = "/messages/@original";
    let early = by_token(&discord, id, "PATCH", original, &message("early")).await;
    assert_eq!((early.0, &early.1["code"]), (404, &json!(10_015)), "nothing is answered yet");
    let deferred = json!({ "type": 5, "data": { "flags": 64 } });
    assert_eq!(answer(&discord, id, &deferred).await, (204, 0));
    assert!(discord.interaction(id).original.is_none(), "it is only announced");
    let (status, changed) = by_token(&discord, id, "PATCH", original, &message("done")).await;
    assert_eq!((status, &changed["flags"]), (200, &json!(64)));
    let shown = discord.answered(id).await;
    assert_eq!((shown.text(), shown.is_ephemeral()), ("done", true));
    assert!(super::read(&discord, "limit=9").await.is_empty(), "nobody else sees it");

    let (status, further) = by_token(&discord, id, "POST", "", &whisper("more")).await;
    assert_eq!((status, &further["flags"]), (200, &json!(64)));
    let path = format!("/messages/{}", further["id"].as_str().unwrap());
    by_token(&discord, id, "PATCH", &path, &message("less")).await;
    assert_eq!(discord.interaction(id).follow_ups[0].text(), "less");
    clock.advance(Duration::from_secs(2));
    assert_eq!(by_token(&discord, id, "DELETE", original, &Value::Null).await.0, 204);
    let gone = by_token(&discord, id, "GET", original, &Value::Null).await;
    assert_eq!((gone.0, &gone.1["code"]), (404, &json!(10_008)));
    assert!(discord.interaction(id).deleted);
    clock.advance(Duration::from_secs(900));
    let late = by_token(&discord, id, "POST", "", &message("late")).await;
    assert_eq!((late.0, &late.1["code"]), (401, &json!(50_027)));
    let path = format!("webhooks/{BOT}/{}", "x".repeat(40));
    assert_eq!(ask(&discord, "POST", &path, &message("a")).await.1["code"], 10_015);
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn the_first_further_answer_takes_the_place_of_one_that_is_announced() {
    let (discord, _) = strict().await;
    register(&discord).await;
    let id = discord.slash(ANN, CHANNEL, "draw offer", &[]);
    answer(&discord, id, &json!({ "type": 5 })).await;
    let (_, shown) = by_token(&discord, id, "POST", "", &whisper("here")).await;
    assert_eq!(shown["flags"], 0, "a message does not become one for one person");
    assert_eq!(discord.answered(id).await.text(), "here");
    assert_eq!(super::read(&discord, "limit=9").await, ["here"]);
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_token_has_a_limit_of_its_own() {
    let (discord, clock) = strict().await;
    register(&discord).await;
    let id = discord.slash(ANN, CHANNEL, "draw offer", &[]);
    answer(&discord, id, &json!({ "type": 4, "data": message("a") })).await;
    for _ in 0..5 {
        assert_eq!(by_token(&discord, id, "POST", "", &message("b")).await.0, 200);
    }
    let (status, limited) = by_token(&discord, id, "POST", "", &message("b")).await;
    assert_eq!((status, limited["global"].as_bool()), (429, Some(false)));
    assert_eq!(super::over_limits(&discord), 1);
    clock.advance(Duration::from_secs(2));
    discord.world().rules.requests_a_second = 0;
    assert_eq!(by_token(&discord, id, "POST", "", &message("b")).await.0, 200);
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn what_is_typed_gets_choices_or_nothing() {
    let (discord, _) = strict().await;
    register(&discord).await;
    let start = |kind: Value| {
        let typing = [("move", json!("c2")), ("game", kind)];
        discord.start_typing(ANN, CHANNEL, "move", &typing, "move")
    };
    let id = start(json!(7));
    let data = discord.interaction(id).data;
    let focused = json!({ "name": "move", "type": 3, "value": "c2", "focused": true });
    assert_eq!(data["options"][0], focused);
    let choice = |value: Value| {
        json!({ "type": 8, "data": { "choices": [
        { "name": "c2-c3", "value": value },
    ] } })
    };
    assert_eq!(answer(&discord, id, &choice(json!(3))).await.0, 400, "a number for a text");
    discord.world().violations.clear();
    let many = json!({ "choices": vec![json!({ "name": "a", "value": "a" }); 26] });
    assert_eq!(answer(&discord, id, &json!({ "type": 8, "data": many })).await.0, 400);
    discord.world().violations.clear();
    assert_eq!(answer(&discord, id, &choice(json!("c2-c3"))).await.0, 204);

    let typing = [("move", json!("c2"))];
    discord.world().rules.first_answer = Duration::from_millis(120);
    assert_eq!(discord.type_in(ANN, CHANNEL, "move", &typing, "move").await, None);
    discord.world().rules.first_answer = Duration::from_secs(3);
    let asked = discord.type_in(ANN, CHANNEL, "move", &typing, "move");
    let answered = async {
        let id = discord.until("typing", |world| Some(world.interactions.last()?.id)).await;
        answer(&discord, id, &choice(json!("c2-c3"))).await
    };
    let (choices, _) = tokio::join!(asked, answered);
    assert_eq!(choices, Some(vec![("c2-c3".to_owned(), json!("c2-c3"))]));
    let closed = || discord.start_typing(ANN, CHANNEL, "move", &[("game", json!(1))], "game");
    assert!(panics(closed), "this option is not completed");
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn menus_name_what_they_were_opened_on() {
    let (discord, _) = strict().await;
    register(&discord).await;
    discord.world().refuses_content = true;
    let said = discord.say(line(BEN, "c2-c3"));
    let id = discord.menu_message(ANN, "Play as my move", said);
    let data = discord.interaction(id).data;
    assert_eq!((&data["type"], &data["target_id"]), (&json!(3), &json!(said.to_string())));
    let resolved = &data["resolved"]["messages"][said.to_string()];
    assert_eq!(resolved["content"], "c2-c3", "whatever the bot may read otherwise");
    let id = discord.menu_user(ANN, "Profile", ANOTHER_BOT);
    let data = discord.interaction(id).data;
    assert_eq!((&data["type"], &data["target_id"]), (&json!(2), &json!("104")));
    assert_eq!(data["resolved"]["users"]["104"]["bot"], true);
    assert!(panics(|| discord.menu_user(ANN, "Play as my move", BEN)), "it is of messages");
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn an_answer_that_is_lost_is_there_all_the_same() {
    let (discord, _) = strict().await;
    register(&discord).await;
    let id = discord.slash(ANN, CHANNEL, "draw offer", &[]);
    let yes = json!({ "type": 4, "data": message("yes") });
    let next = [Misbehaviour::Fails(500), Misbehaviour::FailsAfterPosting];
    discord.world().answer_misbehaviours.extend(next);
    assert_eq!(answer(&discord, id, &yes).await.0, 500);
    assert!(discord.interaction(id).acknowledged.is_none());
    assert_eq!(answer(&discord, id, &yes).await.0, 502);
    assert_eq!(answer(&discord, id, &yes).await, (400, 40_060));
    assert_eq!(discord.answered(id).await.text(), "yes");
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_reply_to_an_answer_is_read_with_the_intent_only() {
    let (discord, _) = strict().await;
    register(&discord).await;
    discord.world().refuses_content = true;
    let id = discord.slash(ANN, CHANNEL, "draw offer", &[]);
    answer(&discord, id, &json!({ "type": 4, "data": message("yes") })).await;
    discord.say(reply(ANN, discord.answered(id).await.id, "c2-c3"));
    let board = board(&discord, &["a"]).await;
    discord.say(reply(ANN, board, "c3-c4"));
    assert_eq!(super::read(&discord, "limit=4").await, ["c3-c4", "a board", "", "yes"]);
}
