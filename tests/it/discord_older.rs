//! Buttons of older messages about a game: they answer that the game has moved on, show nobody more than a typed
//! line would, and are taken away while Discord lets us.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use host::ManualClock;
use serde_json::{Value, json};

use crate::{
    discord_taps::button,
    discord_threads::{begin, playing_in_thread, say, set, told},
    support::{
        discord_hosted::{Hosted, mover},
        stand_in::{ANN, BEN, CHANNEL, EVERYONE, Post, Someone, StandIn, World, line, private},
    },
};

/// When the tests by a clock take place.
const NOW: i64 = 1_800_000_000_000;

/// The labels of all buttons below a message.
fn labels(message: &Value) -> Vec<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    let all = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    all.map(|one| one["label"].as_str().unwrap().to_owned()).collect()
}

/// Waits until a message has lost all its buttons.
async fn cleared(discord: &StandIn, post: &Post) {
    let none = json!({ "components": [] });
    discord
        .until("edit", |world| {
            let mut edits = world.edits.iter();
            edits.any(|edit| edit.id == post.id && edit.payload == none).then_some(())
        })
        .await;
}

/// Says a line, and gives the next post of the bot.
async fn said(discord: &StandIn, who: Someone, text: &str) -> Post {
    discord.say(line(who, text));
    discord.post().await
}

/// The words of the answer that somebody alone sees who presses this.
async fn pressed(discord: &StandIn, who: Someone, below: &Post, id: &str) -> (String, Vec<String>) {
    let id = discord.press_forged(who, below.id, id);
    let shown = discord.answered(id).await;
    assert!(shown.is_ephemeral(), "{:?}", shown.message);
    (shown.text().to_owned(), labels(&shown.message))
}

/// A game between Ann, who is to move, and Ben.
async fn playing() -> (Hosted, Post) {
    let hosted = Hosted::start().await;
    hosted.discord.registered().await;
    said(&hosted.discord, ANN, &format!("!challenge <@{}> lyra white", BEN.id)).await;
    let board = said(&hosted.discord, BEN, "!accept").await;
    (hosted, board)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_button_of_an_older_board_tells_that_the_game_has_moved_on() {
    let (hosted, board) = playing().await;
    let discord = &hosted.discord;
    let next = said(discord, ANN, "c2-c3").await;
    hosted.knows(next.id).await;
    let link = format!("https://discord.com/channels/500/{CHANNEL}/{}", next.id);
    for does in
        ["legal", "legal:c2", "board:text", "board:flip", "board", "more", "takeback", "form"]
    {
        for who in [ANN, BEN, EVERYONE] {
            let (words, _) = pressed(discord, who, &board, &format!("mc1:1:0:{does}")).await;
            assert!(words.contains("#1 has moved on") && words.contains(&link), "{does}: {words}");
        }
    }
    assert_eq!(hosted.game().position().ply(), 1);
    hosted.stop().await;
}

/// After a takeback as many plies have been played as below the board before it, and the same player is to move.
#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_does_not_revive_the_buttons_of_a_board() {
    let (hosted, _) = playing().await;
    let discord = &hosted.discord;
    said(discord, ANN, "c2-c3").await;
    let older = said(discord, BEN, "d5-d4").await;
    let shown = button(&older.payload, &["Move"]);
    said(discord, ANN, "!takeback").await;
    let board = said(discord, BEN, "!takeback accept").await;
    let moves = |id: &str| id.replace("legal", "move:b2-b3");
    for id in [&shown, &moves(&shown)] {
        let (words, _) = pressed(discord, ANN, &older, id).await;
        assert!(words.contains("#1 has moved on"), "{id}: {words}");
    }
    assert_eq!(hosted.game().position().ply(), 2);
    let id = button(&board.payload, &["Move"]);
    let men = discord.answered(discord.press(ANN, board.id, &id)).await;
    assert!(!men.text().contains("has moved on"), "{}", men.text());
    discord.press_forged(ANN, board.id, &moves(&id));
    assert!(discord.post().await.text().contains("b2-b3"));
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_shows_what_its_presser_can_do() {
    let (hosted, board) = playing().await;
    let discord = &hosted.discord;
    let more = button(&board.payload, &["More"]);
    let (words, of_ann) = pressed(discord, ANN, &board, &more).await;
    assert_eq!(words, "#1: what would you like?");
    assert!(of_ann.len() == 5 && of_ann.contains(&"Resign".to_owned()), "{of_ann:?}");
    let (_, of_ben) = pressed(discord, BEN, &board, &more).await;
    assert_eq!(of_ben, of_ann[1..], "it is not his move");
    let (_, of_others) = pressed(discord, EVERYONE, &board, &more).await;
    assert_eq!(of_others, of_ann[1..3], "they look on");
    // There is nothing to type, and nobody else has a set-up either.
    for (who, why) in [(ANN, "nobody arranges anything"), (EVERYONE, "You do not play in #1")] {
        let (words, _) = pressed(discord, who, &board, "mc1:1:0:form").await;
        assert!(words.contains(why), "{words}");
    }
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_opens_of_a_game_that_its_presser_may_not_see() {
    let (hosted, board) = playing().await;
    let discord = &hosted.discord;
    discord.say(private(BEN, "challenge bot:1 lyra white"));
    discord
        .until("game", |world| {
            world.posts.iter().any(|post| post.text().contains("#2")).then_some(())
        })
        .await;
    for does in ["more", "form"] {
        let (words, buttons) = pressed(discord, ANN, &board, &format!("mc1:2:0:{does}")).await;
        assert!(words.starts_with("There is no game #2"), "{words}");
        assert!(buttons.is_empty(), "{buttons:?}");
        let (none, _) = pressed(discord, ANN, &board, &format!("mc1:99:0:{does}")).await;
        assert_eq!(none, words.replace("#2", "#99"));
    }
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_loses_its_buttons_when_the_game_goes_on_in_its_thread() {
    let hosted = set("ask").await;
    let discord = &hosted.discord;
    begin(discord);
    let board = told(discord, CHANNEL, "#1 Lyra").await;
    discord.press(ANN, board.id, &button(&board.payload, &["Open a thread"]));
    let thread = told(discord, CHANNEL, "asks for a thread").await.id;
    told(discord, thread, "played in this thread").await;
    say(discord, ANN, thread, "c2-c3");
    told(discord, thread, "c2-c3").await;
    cleared(discord, &board).await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_above_a_thread_loses_its_buttons_with_the_first_move() {
    let (hosted, thread) = playing_in_thread().await;
    let discord = &hosted.discord;
    let board = told(discord, CHANNEL, "#1 Lyra").await;
    say(discord, ANN, thread, "c2-c3");
    told(discord, thread, "c2-c3").await;
    cleared(discord, &board).await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_asks_no_more() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    let challenge = format!("!challenge <@{}> lyra white", BEN.id);
    let offer = said(discord, ANN, &challenge).await;
    said(discord, BEN, "!decline").await;
    cleared(discord, &offer).await;
    let offer = said(discord, ANN, &challenge).await;
    let board = said(discord, BEN, "!accept").await;
    cleared(discord, &offer).await;
    let draw = said(discord, ANN, "!draw offer").await;
    assert!(labels(&draw.payload).contains(&"Accept the draw".to_owned()), "{:?}", draw.payload);
    said(discord, BEN, "!draw decline").await;
    cleared(discord, &draw).await;
    // The board holds as before.
    assert!(discord.world().edits.iter().all(|edit| edit.id != board.id));
    let next = said(discord, ANN, "c2-c3").await;
    cleared(discord, &board).await;
    let takeback = said(discord, ANN, "!takeback").await;
    said(discord, BEN, "!takeback decline").await;
    cleared(discord, &takeback).await;
    assert!(discord.world().edits.iter().all(|edit| edit.id != next.id));
    said(discord, BEN, "!resign yes").await;
    cleared(discord, &next).await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_keeps_what_still_holds_when_an_offer_on_it_is_answered() {
    let (hosted, _) = playing().await;
    let discord = &hosted.discord;
    said(discord, BEN, "!draw offer").await;
    let board = said(discord, ANN, "c2-c3").await;
    let before = labels(&board.payload);
    assert!(before.contains(&"Accept the draw".to_owned()), "{before:?}");
    said(discord, ANN, "!draw decline").await;
    let left = discord
        .until("edit", |world| world.edits.iter().find(|edit| edit.id == board.id).cloned())
        .await;
    assert_eq!(labels(&left.payload), ["Move", "More"]);
    hosted.stop().await;
}

/// The messages that have lost their pictures and kept their words, in their order, as soon as there are so many.
async fn without_pictures(discord: &StandIn, n: usize) -> Vec<u64> {
    let bare = json!({ "components": [], "attachments": [] });
    let all = |world: &mut World| {
        let lost = world.edits.iter().filter(|edit| edit.payload == bare);
        let lost: BTreeSet<u64> = lost.map(|edit| edit.id).collect();
        (lost.len() >= n).then(|| lost.into_iter().collect())
    };
    discord.until("lost pictures", all).await
}

/// Stops, waits for so long and goes on.
async fn restarted(hosted: Hosted, clock: &ManualClock, pause: Duration) -> Hosted {
    let (discord, folder) = hosted.stop().await;
    clock.advance(pause);
    let before = discord.world().connections;
    let hosted = Hosted::open(discord, folder, Arc::new(clock.clone())).await;
    let is_back =
        |world: &mut World| (world.connections > before && world.connected() > 0).then_some(());
    hosted.discord.until("connection", is_back).await;
    hosted
}

/// Makes the first move that there is, and gives its board.
async fn moved(hosted: &Hosted) -> Post {
    let game = hosted.game();
    let mv = format!("!move {}", game.position().moves()[0]);
    said(&hosted.discord, mover(&game, &[ANN, BEN]), &mv).await
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_last_board_of_a_game_keeps_its_picture_where_a_server_wants_it() {
    let (hosted, clock) = Hosted::by_clock(NOW).await;
    hosted.discord.registered().await;
    said(&hosted.discord, ANN, &format!("!challenge <@{}> lyra white", BEN.id)).await;
    let first = said(&hosted.discord, BEN, "!accept").await;
    let second = moved(&hosted).await;
    cleared(&hosted.discord, &first).await;
    let set = said(&hosted.discord, ANN, "!server set boards last").await;
    assert!(set.text().contains("takes the picture from the one before"), "{}", set.text());
    let third = moved(&hosted).await;
    let mut lost = vec![first.id, second.id];
    assert_eq!(without_pictures(&hosted.discord, 2).await, lost);
    // After a restart it is known what stands there; what is old is left alone.
    let hosted = restarted(hosted, &clock, Duration::from_secs(60)).await;
    moved(&hosted).await;
    lost.push(third.id);
    assert_eq!(without_pictures(&hosted.discord, 3).await, lost);
    let hosted = restarted(hosted, &clock, Duration::from_secs(56 * 60)).await;
    let fifth = moved(&hosted).await;
    let set = said(&hosted.discord, ANN, "!server set boards all").await;
    assert!(set.text().contains("all boards keep their pictures"), "{}", set.text());
    moved(&hosted).await;
    cleared(&hosted.discord, &fifth).await;
    assert_eq!(without_pictures(&hosted.discord, 3).await, lost);
    hosted.stop().await;
}

/// Plays to a board and an offer, stops, and plays on after so long: whether both lose their buttons.
async fn after_a_restart(pause: Duration, are_cleared: bool) {
    let (hosted, clock) = Hosted::by_clock(NOW).await;
    hosted.discord.registered().await;
    said(&hosted.discord, ANN, &format!("!challenge <@{}> lyra white", BEN.id)).await;
    let board = said(&hosted.discord, BEN, "!accept").await;
    let draw = said(&hosted.discord, ANN, "!draw offer").await;
    clock.advance(pause);
    let (discord, folder) = hosted.stop().await;
    discord.world().edits.clear();
    let of_host = Arc::new(clock.clone());
    let hosted = Hosted::open(discord, folder, of_host).await;
    let discord = &hosted.discord;
    discord.until("connection", |world| (world.connected() > 0).then_some(())).await;
    let next = said(discord, ANN, "c2-c3").await;
    let last = said(discord, BEN, "d5-d4").await;
    cleared(discord, &next).await;
    for older in [&board, &draw] {
        if are_cleared {
            cleared(discord, older).await;
        }
    }
    let edits: Vec<u64> = discord.world().edits.iter().map(|edit| edit.id).collect();
    assert!(!edits.contains(&last.id));
    assert_eq!(edits.len(), if are_cleared { 3 } else { 1 });
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_of_before_a_restart_loses_its_buttons_while_it_can_be_edited() {
    after_a_restart(Duration::from_secs(60), true).await;
    after_a_restart(Duration::from_secs(56 * 60), false).await;
}
