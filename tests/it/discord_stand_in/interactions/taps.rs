//! Buttons, selects and forms, and what comes with answers to them.

use serde_json::{Value, json};

use super::{
    super::{message, strict},
    answer, board, by_token, connect, panics, register, whisper,
};
use crate::support::stand_in::{ANN, BEN, CHANNEL, OTHER_CHANNEL, TOKEN};

#[tokio::test]
async fn buttons_are_pressed_where_they_are_seen() {
    let (discord, _) = strict().await;
    register(&discord).await;
    let on = board(&discord, &["play", "stop"]).await;
    assert!(panics(|| discord.press(ANN, on, "jump")), "there is no such button");
    discord.press_forged(ANN, on, "jump");
    let mut client = connect(&discord).await;
    let id = discord.press(BEN, on, "stop");
    let event = client.frame().await["d"].clone();
    assert_eq!(event["type"], 3);
    let data = json!({ "component_type": 2, "custom_id": "stop", "id": 3 });
    assert_eq!(event["data"], data);
    assert_eq!(event["message"]["id"], on.to_string());
    assert_eq!(event["message"]["components"][0]["components"][1]["custom_id"], "stop");

    // The message of the button is the original, and may lose its buttons.
    assert_eq!(answer(&discord, id, &json!({ "type": 6 })).await, (204, 0));
    let (_, original) = by_token(&discord, id, "GET", "/messages/@original", &Value::Null).await;
    assert_eq!(original["id"], on.to_string());
    let bare = json!({ "components": [] });
    let (_, changed) = by_token(&discord, id, "PATCH", "/messages/@original", &bare).await;
    assert_eq!((&changed["content"], &changed["components"]), (&json!("a board"), &json!([])));
    assert_eq!(client.frame().await["t"], "MESSAGE_UPDATE");
    assert!(panics(|| discord.press(BEN, on, "stop")), "the buttons are gone");
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn selects_work_in_what_one_person_sees() {
    let (discord, _) = strict().await;
    register(&discord).await;
    let id = discord.slash(ANN, CHANNEL, "draw offer", &[]);
    let mut body = whisper("choose");
    let options = ["c2", "c3"].map(|square| json!({ "label": square, "value": square }));
    body["components"] = json!([{ "type": 1, "components": [
        { "type": 3, "custom_id": "from", "options": options, "placeholder": "A piece" },
    ] }]);
    answer(&discord, id, &json!({ "type": 4, "data": body })).await;
    let shown = discord.answered(id).await;
    assert_eq!(shown.component("A piece"), Some("from"));
    let choose = |who, values: &[&str]| discord.select(who, shown.id, "from", values);
    assert!(panics(|| choose(BEN, &["c2"])), "somebody else does not see it");
    assert!(panics(|| choose(ANN, &["d2"])), "that is not offered");
    assert!(panics(|| choose(ANN, &["c2", "c3"])), "one is to be chosen");
    let chosen = choose(ANN, &["c3"]);
    assert_eq!(discord.interaction(chosen).data["values"], json!(["c3"]));
    answer(&discord, chosen, &json!({ "type": 7, "data": message("c3") })).await;
    let changed = discord.answered(chosen).await;
    assert_eq!((changed.id, changed.text(), changed.is_ephemeral()), (shown.id, "c3", true));
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn forms_are_sent_as_they_were_shown() {
    let (discord, _) = strict().await;
    register(&discord).await;
    let on = board(&discord, &["set up"]).await;
    let form = json!({ "custom_id": "setup", "title": "Set-up", "components": [
        { "type": 1, "components": [
            { "type": 4, "custom_id": "army", "label": "Army", "style": 2, "min_length": 2 },
        ] },
        { "type": 18, "label": "Note", "component":
            { "type": 4, "custom_id": "note", "style": 1, "required": false, "value": "none" } },
    ] });
    let opener = discord.press(ANN, on, "set up");
    assert_eq!(answer(&discord, opener, &json!({ "type": 9, "data": form })).await.0, 204);
    let send = |who, fields: &[(&str, Value)]| discord.submit(who, "setup", fields);
    assert!(panics(|| send(BEN, &[("army", json!("abc"))])), "nobody showed it to Ben");
    assert!(panics(|| send(ANN, &[])), "the army is needed");
    assert!(panics(|| send(ANN, &[("navy", json!("abc"))])));
    let id = send(ANN, &[("army", json!("abc"))]);
    let data = discord.interaction(id).data;
    assert_eq!(data["components"][0]["components"][0]["value"], "abc");
    let note = &data["components"][1]["component"];
    assert_eq!((&note["custom_id"], &note["value"]), (&json!("note"), &json!("none")));
    assert_eq!(answer(&discord, id, &json!({ "type": 6 })).await.0, 204, "it came from a button");
    assert!(panics(|| send(ANN, &[("army", json!("abc"))])), "it was sent");
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_file_comes_with_an_answer_that_one_person_sees() {
    let (discord, _) = strict().await;
    register(&discord).await;
    let id = discord.slash(ANN, OTHER_CHANNEL, "draw offer", &[]);
    let mut body = whisper("look");
    body["attachments"] = json!([{ "id": 0, "filename": "board.png", "description": "A board" }]);
    let payload = json!({ "type": 4, "data": body }).to_string();
    let part = |name: &str, more: &str, body: &str| {
        format!("--xx\r\ncontent-disposition: form-data; name=\"{name}\"{more}\r\n\r\n{body}\r\n")
    };
    let file = "; filename=\"board.png\"\r\ncontent-type: image/png";
    let parts = part("payload_json", "", &payload) + &part("files[0]", file, "png") + "--xx--\r\n";
    let token = discord.interaction(id).token;
    let sent = reqwest::Client::new()
        .post(format!("{}/api/v10/interactions/{id}/{token}/callback", discord.url))
        .header("authorization", format!("Bot {TOKEN}"))
        .header("user-agent", "DiscordBot (https://example.org, 1)")
        .header("content-type", "multipart/form-data; boundary=xx")
        .body(parts);
    assert_eq!(sent.send().await.unwrap().status().as_u16(), 204);
    let shown = discord.answered(id).await;
    assert_eq!((shown.files.len(), &shown.files[0].bytes[..]), (1, &b"png"[..]));
    assert_eq!(shown.message["attachments"][0]["description"], "A board");
    // Buttons go, the picture stays.
    by_token(&discord, id, "PATCH", "/messages/@original", &json!({ "components": [] })).await;
    assert_eq!(discord.answered(id).await.files.len(), 1);
    by_token(&discord, id, "PATCH", "/messages/@original", &json!({ "attachments": [] })).await;
    assert_eq!(discord.answered(id).await.files.len(), 0);
}
