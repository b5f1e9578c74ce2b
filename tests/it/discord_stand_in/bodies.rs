//! What the stand-in refuses in components, in commands, and in changes of messages.

use std::time::Duration;

use serde_json::{Value, json};

use super::{ask, message, post, strict, with};
use crate::support::stand_in::{ANN, BOT, CHANNEL, Misbehaviour, StandIn, line};

fn row(components: Value) -> Value {
    json!([{ "type": 1, "components": components }])
}

fn button(id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "Play", "custom_id": id })
}

/// A component with other fields.
fn but(mut base: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        base[name] = value.clone();
    }
    base
}

fn select(n: usize) -> Value {
    let option = |i| json!({ "label": format!("{i}"), "value": format!("{i}") });
    json!({ "type": 3, "custom_id": "s", "options": (0..n).map(option).collect::<Vec<_>>() })
}

/// The violations of one request, which is then forgotten.
fn objections(discord: &StandIn) -> usize {
    std::mem::take(&mut discord.world().violations).len()
}

#[tokio::test]
async fn components_in_the_wrong_place_or_of_a_wrong_form_are_refused() {
    let (discord, _) = strict().await;
    discord.world().rules.requests_a_second = 1_000;
    let six: Vec<Value> = (0..6).map(|n| button(&n.to_string())).collect();
    let same = json!([{ "label": "a", "value": "a" }, { "label": "b", "value": "a" }]);
    for wrong in [
        json!([button("a")]),
        row(json!([])),
        row(json!(six)),
        json!(vec![json!({ "type": 1, "components": [] }); 6]),
        row(json!([button("a"), button("a")])),
        row(json!([button("a"), select(2)])),
        row(json!([select(2), select(2)])),
        row(json!([but(button("a"), json!({ "style": 7 }))])),
        row(json!([but(button("a"), json!({ "style": 5 }))])),
        row(json!([but(button("a"), json!({ "custom_id": "x".repeat(101) }))])),
        row(json!([but(button("a"), json!({ "label": "x".repeat(81) }))])),
        row(json!([but(button("a"), json!({ "label": null }))])),
        row(json!([but(button("a"), json!({ "colour": "red" }))])),
        row(json!([but(button("a"), json!({ "emoji": { "id": "12", "name": "p" } }))])),
        row(json!([but(button("a"), json!({ "emoji": { "name": ":die:" } }))])),
        row(json!([select(0)])),
        row(json!([select(26)])),
        row(json!([but(select(2), json!({ "options": same }))])),
        row(json!([but(select(2), json!({ "max_values": 3 }))])),
        row(json!([but(select(2), json!({ "min_values": 2 }))])),
        row(json!([but(select(2), json!({ "placeholder": "x".repeat(151) }))])),
        row(json!([{ "type": 4, "custom_id": "i", "style": 1, "label": "l" }])),
    ] {
        let (status, answer) = post(&discord, &with("components", wrong.clone())).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50_035)), "{wrong}");
        assert_eq!(objections(&discord), 1, "{wrong}");
    }
    let emoji = but(button("b"), json!({ "label": null, "emoji": { "name": "🎲" } }));
    let link = json!({ "type": 2, "style": 5, "label": "Read", "url": "https://example.org" });
    let good = json!([
        { "type": 1, "components": [button("a"), emoji, link] },
        { "type": 1, "components": [select(25)] },
    ]);
    let (status, posted) = post(&discord, &with("components", good)).await;
    assert_eq!(status, 200);
    assert_eq!(posted["components"][1]["components"][0]["id"], 6, "each has its number");
    assert_eq!(post(&discord, &with("flags", json!(64))).await.0, 400, "it is for interactions");
    assert_eq!(objections(&discord), 1);
}

async fn put(discord: &StandIn, commands: &Value) -> (u16, Value) {
    ask(discord, "PUT", &format!("applications/{BOT}/commands"), commands).await
}

fn command(fields: Value) -> Value {
    but(json!({ "name": "play", "description": "Plays" }), fields)
}

fn option(fields: Value) -> Value {
    let base = json!({ "type": 3, "name": "what", "description": "What" });
    command(json!({ "options": [but(base, fields)] }))
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn wrong_commands_are_refused() {
    let (discord, _) = strict().await;
    discord.world().rules.requests_a_second = 1_000;
    let long: Vec<Value> = (0..25)
        .map(|n| json!({ "name": format!("{n}"), "value": format!("{n}{}", "x".repeat(98)) }))
        .collect();
    let many: Vec<Value> = (0..4)
        .map(|n| json!({ "type": 3, "name": format!("o{n}"), "description": "x", "choices": long }))
        .collect();
    let sub = json!({ "type": 1, "name": "a", "description": "A" });
    let group = json!({ "type": 2, "name": "b", "description": "B", "options": [sub] });
    let pair = |first: bool, second: bool| {
        let one = |name: &str, required| json!({ "type": 3, "name": name, "description": "x", "required": required });
        command(json!({ "options": [one("a", first), one("b", second)] }))
    };
    for wrong in [
        command(json!({ "name": "Play" })),
        command(json!({ "name": "x".repeat(33) })),
        command(json!({ "description": "" })),
        command(json!({ "description": "x".repeat(101) })),
        command(json!({ "type": 3 })),
        command(json!({ "dm_permission": false })),
        command(json!({ "contexts": [0, 0] })),
        command(json!({ "contexts": [3] })),
        command(json!({ "integration_types": [] })),
        command(json!({ "default_member_permissions": 32 })),
        command(json!({ "name_localizations": { "xx": "a" } })),
        command(json!({ "description_localizations": { "de": "x".repeat(101) } })),
        command(json!({ "options": many })),
        command(json!({ "options": [sub, option(json!({}))["options"][0]] })),
        command(json!({ "options": [but(group.clone(), json!({ "options": [group] }))] })),
        pair(false, true),
        option(json!({ "choices": [{ "name": "a", "value": 3 }] })),
        option(json!({ "choices": [{ "name": "a", "value": "a" }], "autocomplete": true })),
        option(json!({ "choices": vec![json!({ "name": "a", "value": "a" }); 2] })),
        option(json!({ "min_value": 3 })),
        option(json!({ "type": 4, "min_value": 3, "max_value": 2 })),
        option(json!({ "type": 12 })),
    ] {
        let (status, answer) = put(&discord, &json!([wrong])).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50_035)), "{wrong}");
        assert_eq!(objections(&discord), 1, "{wrong}");
    }
    let twice = json!([command(json!({})), command(json!({}))]);
    assert_eq!(put(&discord, &twice).await.0, 400);
    let menus: Vec<Value> =
        (0..16).map(|n| json!({ "type": 3, "name": format!("Menu {n}") })).collect();
    assert_eq!(put(&discord, &json!(menus)).await.1["code"], 30_032);
    assert_eq!(objections(&discord), 2);
    assert_eq!(discord.world().command_puts, 0);
    let path = "applications/901/commands";
    assert_eq!(ask(&discord, "PUT", path, &json!([])).await.0, 403, "somebody else's");
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn commands_keep_their_ids_and_only_new_ones_count() {
    let (discord, _) = strict().await;
    discord.world().rules.new_commands = 3;
    let translated = command(json!({ "description_localizations": { "de": "Spielt" } }));
    let (status, first) = put(&discord, &json!([translated])).await;
    assert_eq!((status, &first[0]["type"]), (200, &json!(1)));
    let menu = json!({ "type": 3, "name": "play" });
    let (_, second) = put(&discord, &json!([menu, pair_of(&translated)])).await;
    assert_eq!(second[1]["id"], first[0]["id"], "it is the same command");
    assert_ne!(second[0]["id"], first[0]["id"]);
    let path = format!("applications/{BOT}/commands");
    let (_, all) = ask(&discord, "GET", &path, &Value::Null).await;
    assert!(all[1]["description_localizations"].is_null());
    let with_names = format!("{path}?with_localizations=true");
    let (_, all) = ask(&discord, "GET", &with_names, &Value::Null).await;
    assert_eq!(all[1]["description_localizations"]["de"], "Spielt");
    let names = ["a", "b"].map(|name| command(json!({ "name": name })));
    let (status, limited) = put(&discord, &json!(names)).await;
    assert_eq!((status, &limited["code"]), (429, &json!(30_034)));
    assert_eq!(discord.world().command_puts, 2);
}

/// The same command, written again.
fn pair_of(command: &Value) -> Value {
    but(command.clone(), json!({ "description": "Plays a move" }))
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn the_definitions_of_the_program_are_taken() {
    let (discord, _) = strict().await;
    let all = discord::definitions();
    let (status, answer) = put(&discord, &json!(all)).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer.as_array().unwrap().len(), all.len());
}

async fn change(discord: &StandIn, id: u64, body: &Value) -> (u16, Value) {
    ask(discord, "PATCH", &format!("channels/{CHANNEL}/messages/{id}"), body).await
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn own_messages_are_changed_and_removed() {
    let (discord, clock) = strict().await;
    let said = discord.say(line(ANN, "mine"));
    let (status, refused) = change(&discord, said, &message("yours")).await;
    assert_eq!((status, &refused["code"]), (403, &json!(50_005)));
    let (status, refused) = change(&discord, 7, &message("a")).await;
    assert_eq!((status, &refused["code"]), (404, &json!(10_008)));
    let body = with("components", row(json!([button("a")])));
    let id: u64 = post(&discord, &body).await.1["id"].as_str().unwrap().parse().unwrap();
    let (status, changed) = change(&discord, id, &json!({ "components": [] })).await;
    assert_eq!((status, &changed["content"]), (200, &json!("a")));
    assert_eq!(changed["components"], json!([]));
    assert!(changed["edited_timestamp"].is_string());
    for wrong in [
        json!({ "content": "no mentions named" }),
        json!({ "content": null, "allowed_mentions": { "parse": [] } }),
        json!({ "nonce": "n" }),
        json!({ "attachments": [{ "id": "5" }] }),
    ] {
        assert_eq!(change(&discord, id, &wrong).await.0, 400, "{wrong}");
        assert_eq!(objections(&discord), 1, "{wrong}");
    }
    let path = format!("channels/{CHANNEL}/messages/{id}");
    let (_, read) = ask(&discord, "GET", &path, &Value::Null).await;
    assert_eq!(read["edited_timestamp"], changed["edited_timestamp"]);
    discord.world().edit_misbehaviours.push_back(Misbehaviour::Fails(503));
    assert_eq!(change(&discord, id, &message("b")).await.0, 503);
    discord.world().limit = Some((1, Duration::from_secs(5)));
    assert_eq!(change(&discord, id, &message("b")).await.0, 200);
    let (status, limited) = change(&discord, id, &message("b")).await;
    assert_eq!((status, &limited["code"]), (429, &Value::Null));
    assert_eq!(super::over_limits(&discord), 1);
    discord.world().limit = None;
    clock.advance(Duration::from_secs(3_601));
    for _ in 0..3 {
        assert_eq!(change(&discord, id, &message("b")).await.0, 200);
    }
    let (status, refused) = change(&discord, id, &message("c")).await;
    assert_eq!((status, &refused["code"]), (429, &json!(30_046)));
    assert_eq!(discord.world().edits.len(), 5);
    let path = format!("channels/{CHANNEL}/messages");
    assert_eq!(ask(&discord, "DELETE", &format!("{path}/{said}"), &Value::Null).await.0, 403);
    assert_eq!(ask(&discord, "DELETE", &format!("{path}/{id}"), &Value::Null).await.0, 204);
    assert_eq!(super::read(&discord, "limit=9").await, ["mine"]);
}
