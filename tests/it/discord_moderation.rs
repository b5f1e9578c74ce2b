//! Moderation and forgetting by slash commands and buttons, from the question to what others read: the whole program
//! beside a stand-in for Discord.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use serde_json::{Value, json};

use crate::{
    discord_taps::button,
    support::{
        discord_hosted::Hosted,
        stand_in::{ANN, BEN, CHANNEL, Post, Someone},
        tables::START,
    },
};

const CARL: Someone =
    Someone { id: 105, username: "carl", global: Some("Carl"), nick: None, bot: false };

/// Somebody uses a slash command, and is shown this, which nobody else sees; the message of it.
async fn asks(
    hosted: &Hosted,
    who: Someone,
    (path, filled): (&str, &[(&str, Value)]),
    words: &str,
) -> (u64, Value) {
    let id = hosted.discord.slash(who, CHANNEL, path, filled);
    let shown = hosted.discord.answered(id).await;
    assert!(shown.is_ephemeral() && shown.text().contains(words), "{path}: {:?}", shown.message);
    (shown.id, shown.message)
}

/// The same for a question that is answered by its button.
async fn confirms(
    hosted: &Hosted,
    who: Someone,
    asked: (&str, &[(&str, Value)]),
    (question, label, words): (&str, &str, &str),
) {
    let (id, message) = asks(hosted, who, asked, question).await;
    let id = hosted.discord.press(who, id, &button(&message, &[label]));
    let shown = hosted.discord.answered(id).await;
    assert!(shown.text().contains(words), "{question}: {:?}", shown.message);
}

/// A message of the bot in the channel that says this.
async fn posted(hosted: &Hosted, words: &str) -> Post {
    let has_them = |post: &&Post| post.channel == CHANNEL && post.text().contains(words);
    hosted.discord.until(words, |world| world.posts.iter().find(has_them).cloned()).await
}

/// A manager uses a slash command that asks whether they are sure, and says yes by its button.
async fn decides(
    hosted: &Hosted,
    (path, filled): (&str, &[(&str, Value)]),
    (question, words): (&str, &str),
) {
    hosted.discord.slash(ANN, CHANNEL, path, filled);
    let asked = posted(hosted, question).await;
    hosted.discord.press(ANN, asked.id, &button(&asked.payload, &["Yes"]));
    posted(hosted, words).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn managers_and_players_decide_by_slash_and_button() {
    let (hosted, _clock) = Hosted::by_clock(START).await;
    hosted.discord.registered().await;
    let of = |who: Someone| ("person", json!(who.id.to_string()));
    let bans = [of(BEN), ("terms", json!("all 30d noise"))];
    decides(&hosted, ("mod ban", &bans), ("Keep ben from", "is kept from new games until")).await;
    let challenge = [("opponent", json!(ANN.id.to_string()))];
    asks(&hosted, BEN, ("challenge", &challenge), "noise").await;
    decides(&hosted, ("mod unban", &[of(BEN)]), ("do everything again here?", "is told with"))
        .await;
    asks(&hosted, BEN, ("report", &[of(ANN), ("why", json!("insults"))]), "Thank you").await;
    asks(&hosted, BEN, ("block add", &[of(ANN)]), "You have blocked").await;
    asks(&hosted, ANN, ("mod log", &[]), "insults").await;
    // What concerns Ben alone, or is between him and whoever he blocks, stood nowhere.
    let posts = hosted.discord.world().posts.clone();
    for secret in ["noise. Games", "insults", "blocked", "tells the managers"] {
        assert!(posts.iter().all(|post| !post.text().contains(secret)), "{secret}: {posts:?}");
    }
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_is_forgotten_by_slash_and_button_and_comes_back() {
    let (hosted, _clock) = Hosted::by_clock(START).await;
    hosted.discord.registered().await;
    asks(&hosted, BEN, ("privacy about", &[]), "privacy forget").await;
    asks(&hosted, BEN, ("privacy export", &[]), "for your eyes alone").await;
    let forget = ("This cannot be undone", "Yes, forget me", "You are forgotten");
    confirms(&hosted, BEN, ("privacy forget", &[]), forget).await;
    asks(&hosted, BEN, ("games", &[]), "You have asked to be forgotten").await;
    let challenge = [("opponent", json!(BEN.id.to_string()))];
    asks(&hosted, CARL, ("challenge", &challenge), "plays no more").await;
    let back = ("as a new person", "Yes, I am back", "Welcome");
    confirms(&hosted, BEN, ("privacy return", &[]), back).await;
    hosted.discord.slash(CARL, CHANNEL, "challenge", &challenge);
    posted(&hosted, "invites you").await;
    hosted.stop().await;
}
