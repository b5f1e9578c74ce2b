//! Presses of what nobody was offered, or not now, or not to them: nothing changes, and each is answered.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use serde_json::json;
use table::GameNo;

use crate::{
    discord_taps::{Walk, button, options},
    support::{
        discord_hosted::Hosted,
        stand_in::{ANN, BEN, CHANNEL, EVERYONE, Post, Someone},
    },
};

/// How many presses there are, and how many of them at once.
const PRESSES: usize = 1_000;
const AT_ONCE: usize = 40;

/// The games that there are: two that run, one that is over, one that is offered, one with a set-up.
const GAMES: u32 = 5;

/// What does something in a game if the right person presses it in time.
const DEEDS: [&str; 12] = [
    "move:c2-c3",
    "move:d5-d4",
    "resign:yes",
    "resign",
    "draw:offer",
    "draw:accept",
    "takeback",
    "takeback:accept",
    "accept",
    "decline",
    "withdraw",
    "setup:default:done",
];

/// What only shows something.
const QUESTIONS: [&str; 7] =
    ["legal", "board:text", "board", "rules:lyra", "record", "help", "more"];

/// What is asked before it is done: the yes counts for whoever was asked, and for a while.
const SURE: [&str; 2] = ["resign:yes", "abort:yes"];

/// What no program has made.
const GARBAGE: [&str; 17] = [
    "",
    ":",
    "::::",
    "mc1",
    "mc2:1:0:board",
    "mc1:-1:0:board",
    "mc1:1:99999999999:board",
    "mc1:0:0:more",
    "mc1:1:0:pick:0",
    "mc1:1:0:move:\u{202e}3c-2c",
    "mc1:1:0:move:ｃ２-ｃ３",
    "mc1:1:0:\u{0}\n\r\t",
    "mc1:1:0:@everyone <@101> <@&901>",
    "mc1:1:0:🎲🎲🎲",
    "mc1:1:0:sure",
    "mc1:1:0:sure:::",
    "mc1:1:0:sure:101:99999999999999999999:resign:yes",
];

/// A press that must change nothing.
struct Press {
    who: Someone,
    id: String,
    /// What is chosen; `None` for a button.
    chosen: Option<String>,
}

/// A press of somebody who may not, of an older or later state, in another game, or of nonsense.
fn press(walk: &mut Walk, ply: u32) -> Press {
    let [who, other] = *walk.pick(&[[ANN, BEN], [BEN, ANN]]);
    let (sure, now) = (*walk.pick(&SURE), *walk.pick(&[0, ply]));
    let game = 1 + u32::try_from(*walk.pick(&[0_usize, 1, 2, 3, 4])).unwrap();
    let deed = *walk.pick(&DEEDS);
    let wrong_ply = *walk.pick(&[ply + 1, ply + 7, u32::MAX]);
    let long = "x".repeat(*walk.pick(&[80, 101, 4_000]));
    let (who, id) = match walk.pick(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
        // Somebody who does not play, whatever the state.
        0 => (EVERYONE, format!("mc1:{game}:{}:{deed}", walk.pick(&[0, 1, ply]))),
        // A player, of a state that is not.
        1 => (who, format!("mc1:{game}:{wrong_ply}:{deed}")),
        // A game that is not.
        2 => (who, format!("mc1:{}:0:{deed}", walk.pick(&[99, 1_000, u32::MAX]))),
        3 => (who, (*walk.pick(&GARBAGE)).to_owned()),
        4 => (who, format!("mc1:{game}:{ply}:{long}")),
        5 => (who, format!("mc1:{game}:{ply}:{}", walk.pick(&QUESTIONS))),
        // The yes to a question that somebody else was asked, or that was asked long ago, or never.
        6 => (who, format!("mc1:{game}:{now}:sure:{}:{}:{sure}", other.id, i64::MAX)),
        7 => (who, format!("mc1:{game}:{now}:sure:{}:0:{sure}", who.id)),
        8 => (who, format!("mc1:{game}:{now}:{sure}")),
        // The form for a set-up that somebody has not.
        9 => (EVERYONE, format!("mc1:{game}:{now}:form")),
        // A move of another game, which this one does not know.
        _ => (who, format!("mc1:{game}:{ply}:move:A24xB41")),
    };
    // The same as a choice in a list.
    let chosen = id.splitn(4, ':').nth(3).filter(|_| *walk.pick(&[true, false]));
    match chosen.map(str::to_owned) {
        Some(value) => {
            let head: Vec<&str> = id.splitn(4, ':').take(3).collect();
            Press { who, id: format!("{}:pick:0", head.join(":")), chosen: Some(value) }
        }
        None => Press { who, id, chosen: None },
    }
}

/// All that the store knows of the games.
fn games(hosted: &Hosted) -> Vec<String> {
    let reader = hosted.store.reader().unwrap();
    (1..=GAMES + 1).map(|no| format!("{:?}", reader.game(GameNo(no)).unwrap())).collect()
}

async fn challenge(hosted: &Hosted, game: &str) -> Post {
    let ben = json!(BEN.id.to_string());
    let white = json!("white");
    hosted.discord.slash(
        ANN,
        CHANNEL,
        "challenge",
        &[("opponent", ben), ("game", json!(game)), ("colour", white)],
    );
    hosted.discord.post().await
}

/// Starts a game that Ann begins, and gives its first board.
async fn started(hosted: &Hosted) -> Post {
    let offer = challenge(hosted, "lyra").await;
    let accept = button(&offer.payload, &["Accept"]);
    hosted.discord.press(BEN, offer.id, &accept);
    hosted.discord.post().await
}

/// Asks for a list of moves, and gives the list in which it was chosen, with its message.
async fn chosen(hosted: &Hosted, board: &Post) -> (u64, (String, String)) {
    let discord = &hosted.discord;
    let id = discord.press(ANN, board.id, &button(&board.payload, &["Move"]));
    let men = discord.answered(id).await;
    (men.id, options(&men.message)[0].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_presses_that_may_not_change_anything_change_nothing() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.until("registration", |world| (world.command_puts > 0).then_some(())).await;
    let board = started(&hosted).await;
    // What is chosen twice at once is played once.
    let (list, (id, value)) = chosen(&hosted, &board).await;
    let [first, again] = [0; 2].map(|_| discord.select(ANN, list, &id, &[&value]));
    discord.post().await;
    discord.answered(first).await;
    assert!(discord.answered(again).await.is_ephemeral());
    started(&hosted).await;
    let over = started(&hosted).await;
    let more = discord.press(ANN, over.id, &button(&over.payload, &["More"]));
    let more = discord.answered(more).await;
    let sure = discord.press(ANN, more.id, &button(&more.message, &["Resign"]));
    let sure = discord.answered(sure).await;
    discord.press(ANN, sure.id, &button(&sure.message, &["Yes, resign #3"]));
    discord.post().await;
    challenge(&hosted, "lyra").await;
    let offer = challenge(&hosted, "cyvasse").await;
    discord.press(BEN, offer.id, &button(&offer.payload, &["Accept"]));
    discord
        .until("set-up", |world| {
            world.posts.iter().any(|post| post.text().contains("This is your half")).then_some(())
        })
        .await;
    let before = games(&hosted);
    assert!(before[0].contains("c2") || before[0].contains('-'), "{}", before[0]);
    assert_eq!(before[5], "None");
    let mut walk = Walk(3);
    for _ in 0..PRESSES / AT_ONCE {
        let pressed = (0..AT_ONCE).map(|_| {
            let press = press(&mut walk, 1);
            let id = match &press.chosen {
                Some(value) => discord.select_forged(press.who, board.id, &press.id, value),
                None => discord.press_forged(press.who, board.id, &press.id),
            };
            (id, press)
        });
        for (id, press) in pressed.collect::<Vec<_>>() {
            discord.acknowledged(id).await;
            let answer = discord.answered(id).await;
            assert!(answer.is_ephemeral(), "{}: {:?}", press.id, answer.message);
        }
        let after = games(&hosted);
        for (was, is) in before.iter().zip(&after) {
            assert_eq!(was, is);
        }
    }
    assert!(discord.world().unanswered_interactions().is_empty());
    hosted.stop().await;
}
