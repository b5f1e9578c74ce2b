//! Reminders over the real adapter: what cannot be said in private is said where the game is played.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use crate::support::{
    discord::{ANN, BEN, CHANNEL, dm, line},
    discord_hosted::Hosted,
};

/// When the tests take place.
const NOW: i64 = 1_800_000_000_000;
const HOUR: Duration = Duration::from_secs(3_600);
/// Long enough for what must not happen to happen.
const A_WHILE: Duration = Duration::from_millis(300);

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_for_a_closed_private_chat_comes_once_where_the_game_is_played() {
    let (hosted, clock) = Hosted::by_clock(NOW).await;
    let discord = &hosted.discord;
    for said in [
        line(BEN, "!notify turn dm"),
        line(ANN, &format!("!challenge <@{}> lyra white 2d/move", BEN.id)),
        line(BEN, "!accept"),
    ] {
        discord.say(said);
        clock.advance(Duration::from_secs(1));
        discord.post().await;
    }
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
