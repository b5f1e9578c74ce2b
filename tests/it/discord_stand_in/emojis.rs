//! The application's emojis in the stand-in.

use data_encoding::BASE64;
use serde_json::{Value, json};

use super::{ask, post, strict, with};
use crate::support::stand_in::{BOT, Emoji, StandIn};

async fn emojis(discord: &StandIn, method: &str, rest: &str, body: &Value) -> (u16, Value) {
    ask(discord, method, &format!("applications/{BOT}/emojis{rest}"), body).await
}

/// A picture of so many bytes as the platform takes it.
fn image(kind: &str, bytes: usize) -> String {
    let mut picture = b"\x89PNG".to_vec();
    picture.resize(bytes, 0);
    format!("data:image/{kind};base64,{}", BASE64.encode(&picture))
}

#[tokio::test]
async fn emojis_are_uploaded_once_and_shown_in_components() {
    let (discord, _) = strict().await;
    let good = |name: &str| json!({ "name": name, "image": image("png", 300) });
    let (status, made) = emojis(&discord, "POST", "", &good("captain_w")).await;
    assert_eq!((status, &made["name"]), (201, &json!("captain_w")));
    let id = made["id"].as_str().unwrap();
    for wrong in [
        good("captain_w"),
        good("c"),
        good("captain-w"),
        good(&"c".repeat(33)),
        json!({ "name": "pawn" }),
        json!({ "name": "pawn", "image": image("gif", 300) }),
        json!({ "name": "pawn", "image": image("png", (256 << 10) + 1) }),
        json!({ "name": "pawn", "image": image("png", 300), "roles": [] }),
    ] {
        assert_eq!(emojis(&discord, "POST", "", &wrong).await.0, 400, "{}", wrong["name"]);
        assert_eq!(std::mem::take(&mut discord.world().violations).len(), 1);
    }
    assert_eq!(discord.world().emojis[0].picture.len(), 300);
    let (_, all) = emojis(&discord, "GET", "", &Value::Null).await;
    assert_eq!(all["items"].as_array().unwrap().len(), 1);

    let button = |id: &str| {
        let emoji = json!({ "id": id, "name": "captain_w" });
        let button = json!({ "type": 2, "style": 2, "custom_id": "c", "emoji": emoji });
        with("components", json!([{ "type": 1, "components": [button] }]))
    };
    assert_eq!(post(&discord, &button(id)).await.0, 200);
    assert_eq!(post(&discord, &button("12")).await.0, 400, "there is no such emoji");
    let list = |id: &str| {
        let emoji = json!({ "id": id, "name": "captain_w" });
        let option = json!({ "label": "Captain", "value": "c2", "emoji": emoji });
        let list = json!({ "type": 3, "custom_id": "c", "options": [option] });
        with("components", json!([{ "type": 1, "components": [list] }]))
    };
    assert_eq!(post(&discord, &list(id)).await.0, 200);
    let (status, refused) = post(&discord, &list("12")).await;
    assert_eq!((status, &refused["code"]), (400, &json!(50_035)));
    discord.world().violations.clear();
    let (_, renamed) =
        emojis(&discord, "PATCH", &format!("/{id}"), &json!({ "name": "king" })).await;
    assert_eq!(renamed["name"], "king");
    assert_eq!(emojis(&discord, "DELETE", &format!("/{id}"), &Value::Null).await.0, 204);
    let (status, gone) = emojis(&discord, "GET", &format!("/{id}"), &Value::Null).await;
    assert_eq!((status, &gone["code"]), (404, &json!(10_014)));
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn there_is_room_for_so_many_emojis() {
    let (discord, _) = strict().await;
    let emoji = |n: u64| Emoji { id: n, name: format!("e_{n}"), picture: Vec::new() };
    discord.world().emojis.extend((1..=1_999).map(emoji));
    let good = |name: &str| json!({ "name": name, "image": image("png", 300) });
    assert_eq!(emojis(&discord, "POST", "", &good("last")).await.0, 201);
    let (status, refused) = emojis(&discord, "POST", "", &good("one_more")).await;
    assert_eq!((status, &refused["code"]), (400, &json!(30_008)));
    assert_eq!(emojis(&discord, "DELETE", "/1", &Value::Null).await.0, 204);
    assert_eq!(emojis(&discord, "POST", "", &good("one_more")).await.0, 201);
}
