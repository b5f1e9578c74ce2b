//! Moderation and forgetting by slash commands and buttons, from the question to what others read: the whole program
//! beside a stand-in for Discord.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use serde_json::{Value, json};

use crate::{
    discord_taps::button,
    support::{
        discord_hosted::Hosted,
        stand_in::{
            ANN, BEN, CARL, CHANNEL, DORA, EVE, OTHER_CHANNEL, Post, Said, Someone, StandIn, dm,
            line,
        },
        tables::START,
    },
};

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

/// A tap on the button with this label, and what only whoever tapped is shown of it.
async fn taps(hosted: &Hosted, who: Someone, (post, label): (&Post, &str), words: &str) {
    let id = hosted.discord.press(who, post.id, &button(&post.payload, &[label]));
    let shown = hosted.discord.answered(id).await;
    assert!(shown.is_ephemeral() && shown.text().contains(words), "{label}: {:?}", shown.message);
}

/// Whoever sees the question that a manager was asked can say no yes to it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_manager_alone_says_yes() {
    let (hosted, _clock) = Hosted::by_clock(START).await;
    hosted.discord.registered().await;
    let of_carl = ("person", json!(CARL.id.to_string()));
    let bans = [of_carl, ("terms", json!("all 30d noise"))];
    // Discord does not offer it to them; they may type it.
    for who in [BEN, CARL] {
        hosted.discord.say(line(who, &format!("!mod ban <@{}> all noise yes", ANN.id)));
        posted(&hosted, "Only the server's owner").await;
        hosted.discord.world().posts.clear();
    }
    hosted.discord.slash(ANN, CHANNEL, "mod ban", &bans);
    let asked = posted(&hosted, "Keep Carl from").await;
    taps(&hosted, BEN, (&asked, "Yes"), "").await;
    taps(&hosted, CARL, (&asked, "Yes"), "").await;
    hosted.discord.slash(CARL, CHANNEL, "challenge", &[("opponent", json!(BEN.id.to_string()))]);
    let offer = posted(&hosted, "invites you").await;
    hosted.discord.press(ANN, asked.id, &button(&asked.payload, &["Yes"]));
    posted(&hosted, "is kept from new games until").await;
    // What he has offered before begins nothing any more.
    taps(&hosted, BEN, (&offer, "Accept"), "is no longer open").await;
    hosted.stop().await;
}

/// What only managers should read goes to no channel of another server, nor to one that is not known.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_go_to_a_channel_of_the_server_alone() {
    let (hosted, _clock) = Hosted::by_clock(START).await;
    hosted.discord.registered().await;
    let no_such = "I know no such channel here";
    for channel in ["<#999>", "999"] {
        let filled = [("what", json!("reports")), ("value", json!(channel))];
        let id = hosted.discord.slash(ANN, CHANNEL, "server set", &filled);
        let shown = hosted.discord.answered(id).await;
        assert!(shown.text().contains(no_such), "{channel}: {:?}", shown.message);
        hosted.discord.say(line(ANN, &format!("!server set reports {channel}")));
        posted(&hosted, no_such).await;
        hosted.discord.world().posts.clear();
    }
    let channel = format!("<#{OTHER_CHANNEL}>");
    let filled = [("what", json!("reports")), ("value", json!(channel))];
    hosted.discord.slash(ANN, CHANNEL, "server set", &filled);
    posted(&hosted, &channel).await;
    hosted.discord.say(line(ANN, &format!("!server set reports <#{CHANNEL}>")));
    posted(&hosted, &format!("<#{CHANNEL}>")).await;
    hosted.stop().await;
}

/// By slash and button as by text: whoever is banned, kept out, blocked or forgotten sits down nowhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_sits_down_by_a_button_who_may_not_by_a_word() {
    let (hosted, _clock) = Hosted::by_clock_after(START, |discord: &StandIn| {
        let owner = json!({ "owner": { "id": ANN.id.to_string() } });
        let Value::Object(application) = owner else { unreachable!("it is an object") };
        discord.world().application = application;
    })
    .await;
    hosted.discord.registered().await;
    for who in [DORA, EVE] {
        hosted.discord.say(line(who, "good evening"));
    }
    let of = |who: Someone| ("person", json!(who.id.to_string()));
    let bans = [of(BEN), ("terms", json!("all 30d noise"))];
    decides(&hosted, ("mod ban", &bans), ("Keep ben from", "is kept from new games until")).await;
    asks(&hosted, ANN, ("block add", &[of(EVE)]), "You have blocked").await;
    let forget = ("This cannot be undone", "Yes, forget me", "You are forgotten");
    confirms(&hosted, DORA, ("privacy forget", &[]), forget).await;
    let ban = format!("owner ban person {} noise yes", CARL.id);
    hosted.discord.say(Said { channel: dm(ANN), ..line(ANN, &ban) });
    let is_out = |post: &&Post| post.channel == dm(ANN) && post.text().contains("is kept out");
    hosted.discord.until("out", |world| world.posts.iter().find(is_out).map(|_| ())).await;

    hosted.discord.say(line(ANN, "!challenge anyone lyra"));
    let offer = posted(&hosted, "looks for an opponent").await;
    for (who, words) in [
        (BEN, "keeps you from new games here"),
        (CARL, "You are kept from using me"),
        (DORA, "You have asked to be forgotten"),
        (EVE, "is no longer open"),
    ] {
        taps(&hosted, who, (&offer, "Accept"), words).await;
        let challenge = [("opponent", json!(ANN.id.to_string()))];
        if who.id == EVE.id {
            // Everybody reads that, as of any offer that is declined.
            hosted.discord.slash(who, CHANNEL, "challenge", &challenge);
            posted(&hosted, "declined").await;
        } else {
            asks(&hosted, who, ("challenge", &challenge), words).await;
        }
        let words = if who.id == BEN.id || who.id == EVE.id { "Thank you" } else { words };
        asks(&hosted, who, ("report", &[of(ANN), ("why", json!("noise"))]), words).await;
        for path in ["privacy about", "privacy export"] {
            let id = hosted.discord.slash(who, CHANNEL, path, &[]);
            let shown = hosted.discord.answered(id).await;
            assert!(shown.is_ephemeral(), "{}: {:?}", who.username, shown.message);
            assert!(!shown.text().contains("kept from"), "{}: {:?}", who.username, shown.message);
        }
    }
    hosted.stop().await;
}
