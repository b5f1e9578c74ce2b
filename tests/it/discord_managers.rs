//! What whoever manages a server puts right on Discord, and who can be challenged there: the whole program
//! beside a stand-in for Discord.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use serde_json::json;

use crate::support::{
    discord_hosted::Hosted,
    stand_in::{ANN, ANOTHER_BOT, BEN, CHANNEL, OTHER_CHANNEL, Post, Said, StandIn, line},
};

/// The next post in a channel.
async fn told(discord: &StandIn, channel: u64) -> Post {
    loop {
        let post = discord.post().await;
        if post.channel == channel {
            return post;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_is_completed_put_right_and_told_where_the_game_was_played() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    for (who, text) in [
        (ANN, format!("!challenge <@{}> lyra white", BEN.id)),
        (BEN, "!accept".to_owned()),
        (ANN, "!resign #1 yes".to_owned()),
        // A game of Ben's against the bot, in which Ann has no part.
        (BEN, "!challenge bot 1 lyra white".to_owned()),
        (BEN, "!resign #2 yes".to_owned()),
    ] {
        discord.say(line(who, &text));
        told(discord, CHANNEL).await;
    }
    let typed = |text| [("game", json!(text))];
    let offered = discord.type_in(ANN, OTHER_CHANNEL, "mod result", &typed(""), "game").await;
    let labels: Vec<String> = offered.unwrap().into_iter().map(|(label, _)| label).collect();
    let all = ["#1 Lyra: Ann and ben", "#2 Lyra: ben and Martian Cake, level 1"];
    assert!(
        labels.len() == 2 && all.iter().all(|one| labels.contains(&(*one).to_owned())),
        "{labels:?}"
    );
    let offered = discord.type_in(ANN, OTHER_CHANNEL, "mod result", &typed("#2"), "game").await;
    assert_eq!(offered.unwrap(), [(all[1].to_owned(), json!(2))]);

    discord.say(Said { channel: OTHER_CHANNEL, ..line(ANN, "!mod result #1 draw we had agreed") });
    let right = told(discord, CHANNEL).await;
    let words = format!(
        "<@{}> and <@{}>: the result of #1 is put right: drawn. Why: we had agreed.",
        ANN.id, BEN.id
    );
    assert_eq!(right.text(), words);
    assert_eq!(right.payload["allowed_mentions"]["users"], json!([BEN.id.to_string()]));
    let note = discord.world().posts.iter().find(|post| post.channel == OTHER_CHANNEL).cloned();
    let note = match note {
        Some(note) => note,
        None => told(discord, OTHER_CHANNEL).await,
    };
    assert!(note.text().contains(&format!("<#{CHANNEL}>")), "{}", note.text());

    // By slash command whoever put it right gets a link.
    let id = discord.slash(
        ANN,
        OTHER_CHANNEL,
        "mod result",
        &[("game", json!(1)), ("result", json!("1-0 Ann had won"))],
    );
    let link = format!("https://discord.com/channels/500/{CHANNEL}/");
    let shown = discord.answered(id).await;
    assert!(shown.is_ephemeral() && shown.text().contains(&link), "{}", shown.text());
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_bot_is_not_challenged() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    let refusal = "beep is no person who could answer";
    let opponent = [("opponent", json!(ANOTHER_BOT.id.to_string()))];
    let by_slash = discord.slash(ANN, CHANNEL, "challenge", &opponent);
    let by_menu = discord.menu_user(ANN, "Challenge to a game", ANOTHER_BOT);
    for id in [by_slash, by_menu] {
        let shown = discord.answered(id).await;
        assert!(shown.is_ephemeral() && shown.text().starts_with(refusal), "{}", shown.text());
    }
    for line_of in
        ["!challenge <@104> lyra", "<@900> play <@104>", "!challenge <@102> <@104> martian"]
    {
        discord.say(line(ANN, line_of));
        let said = discord.post().await;
        assert!(said.text().starts_with(refusal), "{line_of}: {}", said.text());
    }
    // Nothing was offered to it.
    discord.say(line(ANN, "!games open"));
    assert!(!discord.post().await.text().contains("beep"));
    hosted.stop().await;
}
