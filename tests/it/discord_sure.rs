//! The question whether somebody is sure: the yes below it counts for that person alone, and for a minute, also
//! after a restart.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{sync::Arc, time::Duration};

use crate::{
    discord_taps::button,
    support::{
        discord_hosted::Hosted,
        discord_rig::message_id,
        stand_in::{ANN, BEN, EVERYONE, Post, Shown, Someone, StandIn, line},
    },
};

/// When the tests take place.
const NOW: i64 = 1_800_000_000_000;

/// Begins a game between Ann, who is to move, and Ben.
async fn begin(discord: &StandIn) {
    discord.registered().await;
    discord.say(line(ANN, &format!("!challenge <@{}> lyra white", BEN.id)));
    discord.post().await;
    discord.say(line(BEN, "!accept"));
    discord.post().await;
}

/// Lets Ben ask for something where everybody reads, and gives the question.
async fn asked(discord: &StandIn, line_of_ben: &str) -> Post {
    discord.say(line(BEN, line_of_ben));
    discord.post().await
}

/// Returns what somebody alone is told who presses the button with these words.
async fn pressed(discord: &StandIn, who: Someone, below: &Post, label: &str) -> Shown {
    let id = discord.press(who, below.id, &button(&below.payload, &[label]));
    let shown = discord.answered(id).await;
    assert!(shown.is_ephemeral(), "{:?}", shown.message);
    shown
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_counts_for_whoever_was_asked_and_for_nobody_else() {
    let (hosted, _clock) = Hosted::by_clock(NOW).await;
    let discord = &hosted.discord;
    begin(discord).await;
    for (command, yes) in [("abort", "Yes, abort #1"), ("resign", "Yes, resign #1")] {
        let question = asked(discord, &format!("!{command}")).await;
        let told = pressed(discord, ANN, &question, yes).await;
        let words =
            format!("Somebody else was asked that, so nothing was done. `!{command} #1` asks you.");
        assert_eq!(told.text(), words);
        let told = pressed(discord, EVERYONE, &question, yes).await;
        assert!(told.text().contains("You do not play in #1"), "{}", told.text());
        assert!(hosted.game().is_running());
    }
    let question = asked(discord, "!resign").await;
    discord.press(BEN, question.id, &button(&question.payload, &["Yes, resign #1"]));
    let over = discord.post().await;
    assert!(over.text().contains("ben resigned"), "{}", over.text());
    assert!(!hosted.game().is_running());
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_counts_for_a_minute_also_after_a_restart() {
    let (hosted, clock) = Hosted::by_clock(NOW).await;
    let discord = &hosted.discord;
    begin(discord).await;
    let question = asked(discord, "!resign").await;
    clock.advance(Duration::from_secs(61));
    let told = pressed(discord, BEN, &question, "Yes, resign #1").await;
    let words =
        "That was asked more than 60 seconds ago, so nothing was done. `!resign #1` asks again.";
    assert_eq!(told.text(), words);
    assert!(hosted.game().is_running());
    let said = discord.say(line(BEN, "!resign"));
    let again = discord.post().await;
    // Otherwise it is answered once more after the restart, and this question is over.
    hosted.notes(&message_id(said)).await;
    let (discord, folder) = hosted.kill().await;
    let of_host = Arc::new(clock.clone());
    let hosted = Hosted::open(discord, folder, of_host).await;
    let discord = &hosted.discord;
    discord.until("connection", |world| (world.connected() > 0).then_some(())).await;
    let told = pressed(discord, BEN, &question, "Yes, resign #1").await;
    assert_eq!(told.text(), words);
    clock.advance(Duration::from_secs(55));
    let told = pressed(discord, ANN, &again, "Yes, resign #1").await;
    assert!(told.text().contains("Somebody else was asked"), "{}", told.text());
    discord.press(BEN, again.id, &button(&again.payload, &["Yes, resign #1"]));
    // What the killed program had said may be said once more before.
    discord.until("resignation", |_| (!hosted.game().is_running()).then_some(())).await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_that_tells_of_no_question_is_asked_once_more() {
    let (hosted, _clock) = Hosted::by_clock(NOW).await;
    let discord = &hosted.discord;
    begin(discord).await;
    let question = asked(discord, "!resign").await;
    // As of an earlier version, for somebody else, or with a question that nobody can have asked.
    for id in [
        "mc1:1:0:resign:yes".to_owned(),
        format!("mc1:1:0:sure:{}:{}:resign:yes", BEN.id, NOW + 60_000),
        format!("mc1:1:0:sure:{}:{}:resign:yes", ANN.id, NOW - 60_000),
        format!("mc1:1:0:sure:{}:never:resign:yes", ANN.id),
        format!("mc1:1:0:sure:{}:{}:", ANN.id, NOW + 60_000),
    ] {
        let id = discord.press_forged(ANN, question.id, &id);
        assert!(discord.answered(id).await.is_ephemeral());
        assert!(hosted.game().is_running());
    }
    // What is typed holds as it is.
    discord.say(line(BEN, "!resign #1 yes"));
    discord.post().await;
    assert!(!hosted.game().is_running());
    hosted.stop().await;
}
