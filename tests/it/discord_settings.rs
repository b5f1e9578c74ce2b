//! What a server has chosen, from its members' lines to the answers: the whole program beside a stand-in for
//! Discord.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{sync::Arc, time::Duration};

use host::ManualClock;
use tokio::time::timeout;

use crate::support::{
    discord_hosted::Hosted,
    stand_in::{ANN, BEN, CHANNEL, OTHER_CHANNEL, Said, StandIn, THREAD, World, line},
};

/// Long enough for what must not happen to happen.
const A_WHILE: Duration = Duration::from_millis(150);
/// The role that manages the bot.
const MANAGER: u64 = 77;

/// Returns what is answered to this.
async fn answer(discord: &StandIn, said: Said) -> String {
    discord.say(said);
    discord.post().await.text().to_owned()
}

/// Says what gets no answer, and lets enough time pass for one.
async fn unanswered(discord: &StandIn, said: Said) {
    discord.say(said);
    assert!(timeout(A_WHILE, discord.post()).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_prefix_of_a_server_holds_for_all_that_is_said_there() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    let said = answer(discord, line(ANN, "!server set prefix ?")).await;
    assert!(said.contains("commands begin with `?`"), "{said}");
    unanswered(discord, line(BEN, "!about")).await;
    let said = answer(discord, line(BEN, "?help board")).await;
    assert!(said.contains("`?board"), "{said}");
    // What the mention means is decided by the prefix, before the host has the line.
    for text in ["?challenge lyra white <@900>", "<@900> !challenge bot lyra white"] {
        let said = answer(discord, line(ANN, text)).await;
        assert!(said.contains("Martian Cake, level 2 (Black)"), "{text}: {said}");
    }
    let said = answer(discord, line(ANN, "<@900> !server show")).await;
    assert!(said.contains("Prefix: `?`. `?server set prefix"), "{said}");

    let (discord, folder) = hosted.stop().await;
    let still = Arc::new(ManualClock::new(0));
    let hosted = Hosted::open(discord, folder, still).await;
    let connected = |world: &mut World| (world.connected() > 0).then_some(());
    hosted.discord.until("connection", connected).await;
    unanswered(&hosted.discord, line(BEN, "!about")).await;
    let said = answer(&hosted.discord, line(BEN, "?server show")).await;
    assert!(said.contains("Prefix: `?`"), "after a restart: {said}");
    // The session was resumed, and has told nothing of who may do what in the server.
    let said = answer(&hosted.discord, line(BEN, "?server set prefix default")).await;
    assert!(said.contains("manage"), "{said}");
    let said = answer(&hosted.discord, line(ANN, "?server set prefix default")).await;
    assert!(said.contains("commands begin with `!`") || said.contains("usual"), "{said}");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_manager_role_sets_it_and_threads_go_with_their_channels() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    let ben = |text: &str, channel, roles: &[u64]| Said {
        channel,
        roles: roles.to_vec(),
        ..line(BEN, text)
    };
    let refused = answer(discord, ben("!server set vacation 3d", CHANNEL, &[MANAGER])).await;
    assert!(refused.contains("Only the server's owner"), "{refused}");
    answer(discord, line(ANN, &format!("!server set manager <@&{MANAGER}>"))).await;
    let set = answer(discord, ben("!server set channels here", CHANNEL, &[5, MANAGER])).await;
    assert!(set.contains(&format!("I speak in <#{CHANNEL}> and in private")), "{set}");
    let refused = answer(discord, ben("!server set vacation 3d", CHANNEL, &[5])).await;
    assert!(refused.contains("Only the server's owner"), "{refused}");

    let pointed = answer(discord, ben("!about", OTHER_CHANNEL, &[])).await;
    assert_eq!(pointed, format!("Not here: I answer in <#{CHANNEL}>, and in private."));
    unanswered(discord, ben("c2-c3", OTHER_CHANNEL, &[])).await;
    let said = answer(discord, ben("!about", THREAD, &[])).await;
    assert!(!said.contains("Not here"), "{said}");
    let set = answer(discord, ben("!server set channels all", OTHER_CHANNEL, &[MANAGER])).await;
    assert!(set.contains("all channels"), "{set}");
    let said = answer(discord, ben("!about", OTHER_CHANNEL, &[])).await;
    assert!(!said.contains("Not here"), "{said}");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_channel_has_not_chosen_is_shown_as_in_its_server() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    for set in ["boards slate", "default martian", "boards small here", "default 3d/move here"] {
        let said = answer(discord, line(ANN, &format!("!server set {set}"))).await;
        assert!(said.starts_with("Set"), "{set}: {said}");
    }
    let shown = answer(discord, line(ANN, "!server show")).await;
    let lines: Vec<&str> = shown.lines().collect();
    for start in [
        "Boards: slate, large; all keep their pictures",
        "In this channel: Boards: slate, small; all keep their pictures",
        "Challenges that name no game: Martian Chess. ",
        "In this channel: Challenges that name no game: Martian Chess; that name no clock: Lyra 3d",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(start)), "{start}: {shown}");
    }
    hosted.stop().await;
}
