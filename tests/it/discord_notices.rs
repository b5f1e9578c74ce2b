//! What is said in private over the real adapter: conditional moves stay there, and a reminder that cannot be
//! said there is said where the game is played.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::time::Duration;

use host::ManualClock;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::support::{
    discord_hosted::Hosted,
    discord_rig::without_tags,
    stand_in::{ANN, BEN, CHANNEL, Post, Said, StandIn, dm, line, private},
};

/// When the tests take place.
const NOW: i64 = 1_800_000_000_000;
const HOUR: Duration = Duration::from_secs(3_600);
/// Long enough for what must not happen to happen.
const A_WHILE: Duration = Duration::from_millis(300);

/// People say this one after the other, and each is answered once.
async fn say(discord: &StandIn, clock: &ManualClock, said: impl IntoIterator<Item = Said>) {
    for one in said {
        discord.say(one);
        clock.advance(Duration::from_secs(1));
        discord.post().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn conditional_moves_are_taken_and_told_in_the_private_chat_alone() {
    let (hosted, clock) = Hosted::by_clock(NOW).await;
    let discord = &hosted.discord;
    let challenge = format!("!challenge <@{}> lyra white 2d/move", BEN.id);
    say(discord, &clock, [line(ANN, &challenge), line(BEN, "!accept")]).await;
    let begun = discord.world().posts.len();
    say(discord, &clock, [private(BEN, "if f2-f3 then d5-d4"), private(BEN, "premove show")]).await;
    let told: Vec<_> = discord.world().posts[begun..]
        .iter()
        .map(|post| (post.channel, post.text().contains("d5-d4")))
        .collect();
    assert_eq!(told, [(dm(BEN), true), (dm(BEN), true)]);
    discord.say(line(ANN, "!f2-f3"));
    let played = discord.post().await;
    let text = played.text();
    assert!(
        played.channel == CHANNEL && text.contains("f2-f3") && text.contains("d5-d4"),
        "{text}"
    );
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_for_a_closed_private_chat_comes_once_where_the_game_is_played() {
    let (hosted, clock) = Hosted::by_clock(NOW).await;
    let discord = &hosted.discord;
    let challenge = format!("!challenge <@{}> lyra white 2d/move", BEN.id);
    let said = [line(BEN, "!notify turn dm"), line(ANN, &challenge), line(BEN, "!accept")];
    say(discord, &clock, said).await;
    discord.say(line(ANN, "!f2-f3"));
    let mut asked = [discord.post().await, discord.post().await];
    asked.sort_by_key(|post| post.channel);
    assert_eq!(asked.each_ref().map(|post| post.channel), [CHANNEL, dm(BEN)]);
    assert_eq!(asked[0].payload["allowed_mentions"]["users"], json!([]), "{}", asked[0].text());
    assert!(asked[1].text().starts_with("Your turn in #1"), "{}", asked[1].text());

    discord.world().forbidden.insert(dm(BEN), (403, 50_007));
    clock.advance(24 * HOUR);
    let reminder = discord.post().await;
    assert_eq!(reminder.channel, CHANNEL, "{}", reminder.text());
    let text = reminder.text();
    assert!(text.starts_with("<@102>, a reminder: it is your turn in #1"), "{text}");
    assert_eq!(reminder.payload["allowed_mentions"]["users"], json!(["102"]));
    let said = discord.world().posts.len();
    clock.advance(HOUR);
    sleep(A_WHILE).await;
    assert_eq!(discord.world().posts.len(), said, "it comes once");
    hosted.stop().await;
}

/// Returns what a message shows to whoever reads the channel, but for Discord's own ids and for tags.
fn shown(post: &Post) -> Value {
    let mut shown = post.payload.clone();
    shown["message_reference"] = Value::Null;
    shown["nonce"] = json!(without_tags(shown["nonce"].as_str().unwrap()));
    if let Some(file) = &post.file {
        assert_eq!(shown["attachments"][0]["filename"], file.name.as_str());
        shown["attachments"][0]["filename"] = json!(without_tags(&file.name));
    }
    shown
}

/// Returns what is shown in the channel of a game in which Ben says something in private between two moves.
async fn shown_beside(in_private: &[&str]) -> Vec<Value> {
    let (hosted, clock) = Hosted::by_clock(NOW).await;
    let discord = &hosted.discord;
    let challenge = format!("!challenge <@{}> lyra white", BEN.id);
    say(discord, &clock, [line(ANN, &challenge), line(BEN, "!accept")]).await;
    say(discord, &clock, in_private.iter().map(|text| private(BEN, text))).await;
    say(discord, &clock, [line(ANN, "!f2-f3")]).await;
    if !in_private.is_empty() {
        // He learns that it came to nothing, before or after the board.
        discord.post().await;
    }
    say(discord, &clock, [line(BEN, "!d5-d4")]).await;
    let posts = discord.world().posts.clone();
    let gone = |post: &Post| post.channel == dm(BEN) && post.text().contains("did not fit");
    assert_eq!(posts.iter().any(gone), !in_private.is_empty());
    hosted.stop().await;
    posts.iter().filter(|post| post.channel == CHANNEL).map(shown).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_in_a_channel_tell_nothing_of_what_was_said_in_private_between_them() {
    let quiet = shown_beside(&[]).await;
    let names: Vec<&str> =
        quiet.iter().filter_map(|post| post["attachments"][0]["filename"].as_str()).collect();
    assert_eq!(names, ["board-1-a0-t*.png", "board-1-a1-t*.png", "board-1-a2-t*.png"]);
    assert_eq!(shown_beside(&["if c2-c3 then d5-d4", "premove show"]).await, quiet);
}
