//! Slash commands, menus, buttons and lists over the real adapter and the real host.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::support::{
    discord_hosted::Hosted,
    stand_in::{ANN, BEN, CHANNEL, EVERYONE, Post, StandIn, World, line, reply},
};

/// Long enough for what must not happen to happen.
const A_WHILE: Duration = Duration::from_millis(300);

/// The program with its commands registered.
async fn start() -> Hosted {
    let hosted = Hosted::start().await;
    registered(&hosted.discord).await;
    hosted
}

async fn registered(discord: &StandIn) {
    discord.until("registration", |world| (world.command_puts > 0).then_some(())).await;
}

/// The id of the button with these words below a post.
fn button(post: &Post, label: &str) -> String {
    button_of(&post.payload, label)
        .unwrap_or_else(|| panic!("no button {label}: {:?}", post.payload))
}

fn button_of(message: &Value, label: &str) -> Option<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    let mut all = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let found = all.find(|one| one["label"] == label || one["placeholder"] == label)?;
    found["custom_id"].as_str().map(str::to_owned)
}

/// Starts a game of Ann's against Ben in which she begins, and gives its first board.
async fn challenge(discord: &StandIn) -> Post {
    let ben = json!(BEN.id.to_string());
    let id = discord.slash(
        ANN,
        CHANNEL,
        "challenge",
        &[("opponent", ben), ("game", json!("lyra")), ("colour", json!("white"))],
    );
    let offer = discord.post().await;
    assert!(discord.answered(id).await.is_ephemeral());
    let accepted = discord.press(BEN, offer.id, &button(&offer, "Accept"));
    let board = discord.post().await;
    assert_eq!(discord.acknowledged(accepted).await.kind, 6, "a button waits without a word");
    board
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_by_slash_is_accepted_by_a_button_and_played_by_taps() {
    let hosted = start().await;
    let discord = &hosted.discord;
    let board = challenge(discord).await;
    assert!(board.file.is_some() && board.text().contains("Ann"), "{}", board.text());
    // A man: where else it could go is not asked.
    let id = discord.press(ANN, board.id, &button(&board, "Move"));
    let men = discord.answered(id).await;
    assert!(men.is_ephemeral() && men.files.len() == 1, "{:?}", men.message);
    let list = men.component("Which one moves?").unwrap().to_owned();
    discord.select(ANN, men.id, &list, &["move:c2-c3"]);
    let next = discord.post().await;
    assert!(next.text().contains("c2-c3") && next.channel == CHANNEL, "{}", next.text());
    // The list is gone, and nothing private stands in its place.
    discord.until("end", |world| (!world.shows(men.id)).then_some(())).await;
    let link = format!("https://discord.com/channels/500/{CHANNEL}/{}", next.id);
    // The older board has lost its buttons; one who kept them is told that the game has moved on.
    discord
        .until("edit", |world| {
            let edit = world.edits.iter().find(|edit| edit.id == board.id)?;
            (edit.payload == json!({ "components": [] })).then_some(())
        })
        .await;
    hosted.knows(next.id).await;
    let id = discord.press_forged(ANN, board.id, "mc1:1:0:move:c2-c3");
    let told = discord.answered(id).await;
    assert!(told.text().contains("has moved on") && told.text().contains(&link), "{}", told.text());
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_for_one_person_is_seen_by_that_person_alone() {
    let hosted = start().await;
    let discord = &hosted.discord;
    let board = challenge(discord).await;
    let posts = discord.world().posts.len();
    for (path, words) in [("games", "#1"), ("help", "challenge"), ("notify show", "turn")] {
        let id = discord.slash(ANN, CHANNEL, path, &[]);
        let shown = discord.answered(id).await;
        assert!(shown.is_ephemeral() && shown.text().contains(words), "{path}: {}", shown.text());
        assert_eq!(discord.acknowledged(id).await.kind, 5);
    }
    // Errors as well, and what somebody asks who does not play.
    let id = discord.slash(ANN, CHANNEL, "move", &[("move", json!("c2-c6"))]);
    let refused = discord.answered(id).await;
    assert!(
        refused.is_ephemeral() && refused.text().contains("not possible"),
        "{}",
        refused.text()
    );
    let id = discord.press(BEN, board.id, &button(&board, "Move"));
    assert!(discord.answered(id).await.text().contains("Ann"));
    // Resigning asks once, and the one who asked alone.
    let id = discord.press(BEN, board.id, &button(&board, "More"));
    let more = discord.answered(id).await;
    let id = discord.press(BEN, more.id, more.component("Resign").unwrap());
    let sure = discord.answered(id).await;
    assert!(sure.is_ephemeral(), "{:?}", sure.message);
    sleep(A_WHILE).await;
    assert_eq!(discord.world().posts.len(), posts, "nobody else has seen anything");
    let id = discord.press(BEN, sure.id, sure.component("Yes, resign #1").unwrap());
    let over = discord.post().await;
    assert!(over.text().contains("resign"), "{}", over.text());
    assert_eq!(discord.answered(id).await.text(), "");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_asked_for_by_slash_is_an_ordinary_message_that_can_be_replied_to() {
    let hosted = start().await;
    let discord = &hosted.discord;
    challenge(discord).await;
    let id = discord.slash(ANN, CHANNEL, "board", &[]);
    let board = discord.post().await;
    assert!(board.file.is_some());
    assert_eq!(discord.answered(id).await.text(), "");
    discord.say(reply(ANN, board.id, "c2-c3"));
    assert!(discord.post().await.text().contains("c2-c3"));
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_takes_no_buttons_from_the_board() {
    let hosted = start().await;
    let discord = &hosted.discord;
    let board = challenge(discord).await;
    for by in [EVERYONE, BEN] {
        discord.say(line(by, "!board #1"));
        discord.post().await;
    }
    sleep(A_WHILE).await;
    let id = discord.press(ANN, board.id, &button(&board, "Move"));
    assert!(discord.answered(id).await.component("Which one moves?").is_some());
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn menus_do_what_their_commands_do() {
    let hosted = start().await;
    let discord = &hosted.discord;
    let id = discord.menu_user(ANN, "Challenge to a game", BEN);
    let offer = discord.post().await;
    assert!(offer.text().contains("<@102>"), "{}", offer.text());
    assert!(discord.answered(id).await.is_ephemeral());
    let id = discord.menu_user(ANN, "Profile", BEN);
    assert!(discord.answered(id).await.text().contains("ben"));
    discord.press(BEN, offer.id, &button(&offer, "Accept"));
    let board = discord.post().await;
    let mover = if board.text().contains("<@101>") { ANN } else { BEN };
    let mv = if mover.id == ANN.id { "c2-c3" } else { "d5-d4" };
    discord.say(line(mover, mv));
    assert!(discord.post().await.text().contains(mv));
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_played_as_a_move() {
    let hosted = start().await;
    let discord = &hosted.discord;
    challenge(discord).await;
    let said = discord.say(line(BEN, "Ann, why not c2-c3?"));
    let talk = discord.menu_message(ANN, "Play as my move", said);
    let foo = discord.slash(ANN, CHANNEL, "move", &[("move", json!("foo"))]);
    for (id, typed) in [(talk, "Ann, why not"), (foo, "foo")] {
        let shown = discord.answered(id).await;
        assert!(shown.is_ephemeral(), "that is no move");
        assert!(
            shown.text().contains(typed) && shown.text().contains("does not read as a move"),
            "{shown:?}"
        );
    }
    let said = discord.say(line(BEN, "c2c3"));
    discord.heard().await;
    discord.menu_message(ANN, "Play as my move", said);
    let moved = |world: &mut World| {
        world.posts.iter().any(|post| post.text().contains("Ann moved c2-c3")).then_some(())
    };
    discord.until("move", moved).await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_of_a_game_is_had_from_any_message_of_it() {
    const ENTRY: &str = "Record of this game";
    let hosted = start().await;
    let discord = &hosted.discord;
    let board = challenge(discord).await;
    let typed = discord.say(reply(ANN, board.id, "c2-c3"));
    let next = discord.post().await;
    let talk = discord.say(line(BEN, "well played"));
    for message in [board.id, next.id] {
        hosted.knows(message).await;
    }
    let id = discord.slash(EVERYONE, CHANNEL, "record", &[("game", json!(1))]);
    let asked = discord.answered(id).await;
    let posts = discord.world().posts.len();
    // Boards, also older ones, and what was typed below one; by whom it is asked does not matter.
    for (message, who) in [(board.id, EVERYONE), (next.id, ANN), (typed, BEN)] {
        let id = discord.menu_message(who, ENTRY, message);
        let shown = discord.answered(id).await;
        assert!(shown.is_ephemeral(), "{:?}", shown.message);
        assert_eq!((shown.text(), shown.files.len()), (asked.text(), 1));
        assert_eq!(shown.files[0].bytes, asked.files[0].bytes);
    }
    let id = discord.menu_message(ANN, ENTRY, talk);
    let shown = discord.answered(id).await;
    assert!(shown.is_ephemeral() && shown.files.is_empty(), "{:?}", shown.message);
    assert!(shown.text().contains("belongs to no game"), "{}", shown.text());
    sleep(A_WHILE).await;
    assert_eq!(discord.world().posts.len(), posts, "nobody else has seen anything");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn values_are_completed_while_they_are_typed() {
    let hosted = start().await;
    let discord = &hosted.discord;
    challenge(discord).await;
    let typed = async |path: &str, name: &str, typed: &str| {
        discord.type_in(ANN, CHANNEL, path, &[(name, json!(typed))], name).await.unwrap()
    };
    let moves = typed("move", "move", "c2").await;
    assert!(moves.iter().any(|(_, value)| *value == json!("c2-c3")), "{moves:?}");
    let games = discord.type_in(ANN, CHANNEL, "board", &[("game", json!(""))], "game").await;
    assert_eq!(games.unwrap()[0].1, json!(1));
    assert!(!typed("help", "command", "cha").await.is_empty());
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_registered_once_for_all_starts() {
    let hosted = start().await;
    for name in ["challenge", "Play as my move", "Record of this game", "Profile"] {
        assert!(hosted.discord.world().commands.iter().any(|one| one["name"] == name), "{name}");
    }
    while !hosted.host.kept().await.iter().any(|(key, _)| key.starts_with("commands/")) {
        sleep(Duration::from_millis(5)).await;
    }
    let (discord, folder) = hosted.stop().await;
    let still = std::sync::Arc::new(host::ManualClock::new(0));
    let again = Hosted::open(discord, folder, still).await;
    again.discord.say(line(ANN, "!help"));
    again.discord.post().await;
    sleep(A_WHILE).await;
    assert_eq!(again.discord.world().command_puts, 1);
    again.stop().await;
}

/// Whoever presses is checked like whoever types.
#[tokio::test(flavor = "multi_thread")]
async fn strangers_and_forgers_change_nothing() {
    let hosted = start().await;
    let discord = &hosted.discord;
    let board = challenge(discord).await;
    let posts = discord.world().posts.len();
    for id in [
        "mc1:1:0:move:c2-c3",
        "mc1:1:0:resign:yes",
        "mc1:1:0:draw:accept",
        "mc1:99:0:move:c2-c3",
        "mc1:1:0:rm -rf",
        "mc1:4294967296:0:board",
        "mc1:1:0:",
        "other:1",
        "mc1:1:0:pick:0",
    ] {
        let id = discord.press_forged(EVERYONE, board.id, id);
        let answer = discord.answered(id).await;
        assert!(answer.is_ephemeral(), "{:?}", answer.message);
    }
    sleep(A_WHILE).await;
    assert_eq!(discord.world().posts.len(), posts);
    assert!(discord.world().unanswered_interactions().is_empty());
    hosted.stop().await;
}
