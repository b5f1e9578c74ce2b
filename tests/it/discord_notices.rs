//! What is said in private over the real adapter: conditional moves stay there, and a reminder that cannot be
//! said there is said where the game is played.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::time::Duration;

use martian_cake::host::ManualClock;
use serde_json::json;
use tokio::time::sleep;

use crate::support::{
    discord::{ANN, BEN, CHANNEL, Said, StandIn, dm, line, private},
    discord_hosted::Hosted,
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
