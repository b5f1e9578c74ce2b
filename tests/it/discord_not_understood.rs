//! Interactions that this version does not understand: whoever made one is told what to do, and never waits until
//! Discord calls it failed.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use host::ManualClock;
use serde_json::{Value, json};

use crate::support::{
    discord_hosted::Hosted,
    discord_rig::{KeptTexts, Rig, settings},
    stand_in::{ANN, CHANNEL, Kind, StandIn, TOKEN, line},
};

/// A change of what is told of an interaction.
type Tell = fn(&mut Value);

/// Returns what its author alone is told about a forged interaction.
async fn told(discord: &StandIn, kind: Kind, data: Value) -> String {
    told_of(discord, kind, data, |_| {}).await
}

async fn told_of(
    discord: &StandIn,
    kind: Kind,
    data: Value,
    tell: impl FnOnce(&mut Value),
) -> String {
    let id = discord.forge(ANN, kind, data, tell);
    let shown = discord.answered(id).await;
    assert!(shown.is_ephemeral(), "{:?}", shown.message);
    shown.text().to_owned()
}

/// Takes from an event who has made the interaction.
fn nobody(event: &mut Value) {
    event["member"] = Value::Null;
}

/// Takes from an event where it was made.
fn nowhere(event: &mut Value) {
    event["channel_id"] = Value::Null;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_of_another_version_says_to_reload() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    let said = discord.say(line(ANN, "c2-c3")).to_string();
    for (kind, data) in [
        (Kind::MessageMenu, json!({ "name": "Older", "type": 3, "target_id": said })),
        (Kind::UserMenu, json!({ "name": "Older", "type": 2, "target_id": "101" })),
        (Kind::Command, json!({ "name": "launch", "type": 4 })),
        (Kind::Command, json!({ "name": "Profile", "type": 300 })),
    ] {
        let words = told(discord, kind, data.clone()).await;
        assert!(words.starts_with("That entry is of another version of me."), "{data}: {words}");
    }
    let words = told(discord, Kind::Command, json!({ "name": "older", "type": 1 })).await;
    assert!(words.contains("older") && words.contains("help"), "{words}");
    let words = told(discord, Kind::Button, json!({ "custom_id": "mc9:older" })).await;
    assert!(words.starts_with("I do not know this button any more."), "{words}");
    let words = told(discord, Kind::Form, json!({ "custom_id": "mc9:older" })).await;
    assert!(words.starts_with("I do not know this button any more."), "{words}");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_discord_does_not_tell_is_to_be_typed() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    let said = discord.say(line(ANN, "c2-c3")).to_string();
    let play = json!({ "name": "Play as my move", "type": 3, "target_id": said });
    for resolved in [json!({}), json!({ "messages": {} }), json!({ "messages": { "5": {} } })] {
        let mut data = play.clone();
        data["resolved"] = resolved;
        let words = told(discord, Kind::MessageMenu, data).await;
        assert!(words.ends_with("Please type the move instead."), "{words}");
    }
    // Of the record only the message's number is needed.
    let record = json!({ "name": "Record of this game", "type": 3, "target_id": said });
    let words = told(discord, Kind::MessageMenu, record).await;
    assert!(words.starts_with("That message belongs to no game"), "{words}");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_as_discord_describes_it_is_answered_all_the_same() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    for (kind, data) in [
        (Kind::UserMenu, json!({ "name": "Profile", "type": 2 })),
        (Kind::MessageMenu, json!({ "name": "Play as my move", "type": 3 })),
        (Kind::MessageMenu, json!({ "name": "Record of this game", "type": 3, "target_id": "x" })),
        (Kind::Command, json!({ "name": 7, "type": 1 })),
        (Kind::Command, json!({ "name": "board", "type": 1, "options": [{ "value": 1 }] })),
        (Kind::Button, json!({ "custom_id": [1] })),
        (Kind::Select, json!({ "custom_id": "mc1:0:0:pick:0", "values": 7 })),
        (Kind::Form, json!({ "custom_id": "mc1:1:0:typed", "components": 7 })),
    ] {
        let words = told(discord, kind, data.clone()).await;
        assert!(words.starts_with("I could not read that."), "{data}: {words}");
    }
    let board = json!({ "name": "board", "type": 1 });
    for take in [nobody, nowhere] {
        let words = told_of(discord, Kind::Command, board.clone(), take).await;
        assert!(words.starts_with("I could not read that."), "{words}");
    }
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_and_cannot_be_completed_gets_no_choices() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    let option = json!({ "name": "move", "type": 3, "value": "c2" });
    let mut focused = option.clone();
    focused["focused"] = json!(true);
    let typing = |name: &str, option: &Value| json!({ "name": name, "options": [option] });
    let leave = |_: &mut Value| {};
    let nothing = |event: &mut Value| event["data"] = Value::Null;
    let cases: [(Value, Tell); 6] = [
        (typing("move", &option), leave),
        (typing("older", &focused), leave),
        (typing("move", &json!({ "name": "older", "type": 3, "focused": true })), leave),
        (json!({ "name": "move", "options": 7 }), leave),
        (typing("move", &focused), nobody),
        (typing("move", &focused), nothing),
    ];
    for (data, tell) in cases {
        let id = discord.forge(ANN, Kind::Typing, data.clone(), tell);
        let answer = discord.acknowledged(id).await;
        assert_eq!((answer.kind, &answer.data["choices"]), (8, &json!([])), "{data}");
    }
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kind_of_interaction_that_is_not_known_is_left_out() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    let unknown = |event: &mut Value| event["type"] = json!(999);
    let id = discord.forge(ANN, Kind::Command, json!({ "name": "board", "type": 1 }), unknown);
    told(discord, Kind::Command, json!({ "name": "help", "type": 1 })).await;
    assert!(discord.interaction(id).acknowledged.is_none());
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_takes_too_long_leaves_nobody_who_types_without_an_answer() {
    let clock = ManualClock::new(1_800_000_000_000);
    let discord = StandIn::strict(Arc::new(clock.clone())).await;
    let settings = settings(&discord, TOKEN);
    let rig = Rig::launch_with(discord, settings, Arc::new(clock.clone()), KeptTexts::default());
    rig.discord.heard().await;
    rig.is_stuck.store(true, Ordering::SeqCst);
    let option = json!({ "name": "move", "type": 3, "value": "c2", "focused": true });
    let data = json!({ "name": "move", "options": [option] });
    let id = rig.discord.forge(ANN, Kind::Typing, data, |_| {});
    rig.discord.heard().await;
    let patience = Duration::from_millis(20);
    let seen = |one: &StandIn| one.interaction(id).acknowledged;
    while seen(&rig.discord).is_none() {
        rig.discord
            .within(patience, |world| {
                let found = world.interactions.iter().find(|one| one.id == id);
                found.and_then(|one| one.acknowledged.clone())
            })
            .await;
        clock.advance(Duration::from_millis(10));
    }
    assert_eq!(seen(&rig.discord).unwrap().data["choices"], json!([]));
    assert!(rig.discord.acknowledged_after(id) < Duration::from_secs(3));
    assert_eq!(rig.discord.interaction(id).channel, CHANNEL);
}
