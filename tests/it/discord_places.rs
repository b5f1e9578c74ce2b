//! Where things are said: in a place that is being read back, in one that is gone, and where the bot may not
//! write.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{sync::Arc, time::Duration};

use martian_cake::{
    host::{self, ManualClock, SystemClock},
    table::{GameNo, LogEvent},
};
use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::support::{
    discord::{ANN, BEN, CHANNEL, OTHER_CHANNEL, Said, StandIn, World, line},
    discord_hosted::Hosted,
};

/// When the tests take place that move the clock.
const NOW: i64 = 1_800_000_000_000;
/// Long enough for what must not happen to happen.
const A_WHILE: Duration = Duration::from_millis(300);

async fn registered(discord: &StandIn) {
    discord.until("registration", |world| (world.command_puts > 0).then_some(())).await;
}

/// Starts a game of Ann's, who begins, against Ben.
async fn game(discord: &StandIn, channel: u64) {
    let challenge = format!("!challenge <@{}> lyra white", BEN.id);
    discord.say(Said { channel, ..line(ANN, &challenge) });
    discord.post().await;
    discord.say(Said { channel, ..line(BEN, "!accept") });
    discord.post().await;
}

/// The plies of a game.
fn plies(hosted: &Hosted, no: u32) -> Vec<String> {
    let (row, events) = hosted.store.reader().unwrap().game(GameNo(no)).unwrap().unwrap();
    let game = host::replay_game(&row, &events, |id| id.key().to_owned()).unwrap();
    let entries = game.log().iter();
    let plies = entries.filter_map(|entry| match &entry.event {
        LogEvent::Ply { mv, .. } => Some(mv.clone()),
        _ => None,
    });
    plies.collect()
}

/// The texts that have been posted in a channel.
fn posted(world: &World, channel: u64) -> Vec<String> {
    let posts = world.posts.iter().filter(|post| post.channel == channel);
    posts.map(|post| post.text().to_owned()).collect()
}

/// Waits until this is posted in a channel.
async fn told(discord: &StandIn, channel: u64, words: &str) {
    let is_told = |world: &mut World| {
        posted(world, channel).iter().any(|text| text.contains(words)).then_some(())
    };
    discord.until(words, is_told).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_and_a_press_wait_for_what_was_typed_there_before() {
    let (hosted, clock) = Hosted::by_clock(NOW).await;
    registered(&hosted.discord).await;
    game(&hosted.discord, CHANNEL).await;
    let board = hosted.discord.world().posts.last().unwrap().id;
    let (discord, folder) = hosted.stop().await;
    discord.world().end_sessions(None);
    clock.advance(Duration::from_secs(1));
    discord.say(line(ANN, "f2-f3"));
    discord.world().slow.insert(CHANNEL, Duration::from_secs(600));
    let of_host = Arc::new(clock.clone());
    let hosted = Hosted::open(discord, folder, of_host, Arc::new(SystemClock)).await;
    let discord = &hosted.discord;
    discord.identified(2).await;
    sleep(A_WHILE).await;
    clock.advance(Duration::from_secs(1));
    let begun = Instant::now();
    // A value that is typed is completed meanwhile, and each is acknowledged at once.
    let shown = discord.type_in(ANN, CHANNEL, "board", &[("game", json!(""))], "game").await;
    assert_eq!(shown.unwrap()[0].1, json!(1));
    let id = discord.slash(BEN, CHANNEL, "move", &[("move", json!("d5-d4"))]);
    let again = discord.press_forged(ANN, board, "mc1:1:2:move:a1-c3");
    assert_eq!(discord.acknowledged(id).await.kind, 5);
    assert_eq!(discord.acknowledged(again).await.kind, 6);
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    sleep(A_WHILE).await;
    assert!(plies(&hosted, 1).is_empty(), "her move was not read back yet");
    discord.world().slow.clear();
    told(discord, CHANNEL, "a1-c3").await;
    assert_eq!(plies(&hosted, 1), ["f2-f3", "d5-d4", "a1-c3"]);
    assert!(discord.answered(id).await.text().starts_with("Done"));
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_for_a_place_to_be_read_back_gets_a_word_and_then_the_answer() {
    let clock = ManualClock::new(NOW);
    let discord = StandIn::strict(Arc::new(clock.clone())).await;
    let folder = tempfile::tempdir().unwrap();
    let (of_host, of_adapter) = (Arc::new(clock.clone()), Arc::new(clock.clone()));
    let hosted = Hosted::open(discord, folder, of_host, of_adapter).await;
    hosted.discord.identified(1).await;
    registered(&hosted.discord).await;
    game(&hosted.discord, CHANNEL).await;
    let (discord, folder) = hosted.stop().await;
    discord.world().end_sessions(None);
    discord.world().slow.insert(CHANNEL, Duration::from_secs(600));
    let (of_host, of_adapter) = (Arc::new(clock.clone()), Arc::new(clock.clone()));
    let hosted = Hosted::open(discord, folder, of_host, of_adapter).await;
    let discord = &hosted.discord;
    let mut ready = 0;
    while ready < 20 {
        clock.advance(Duration::from_millis(500));
        sleep(Duration::from_millis(20)).await;
        let world = discord.world();
        ready += u32::from(world.identifies.len() > 1 && world.connected() > 0);
    }
    let id = discord.slash(ANN, CHANNEL, "games", &[]);
    while discord.interaction(id).acknowledged.is_none() {
        clock.advance(Duration::from_millis(10));
        sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(discord.acknowledged(id).await.kind, 5);
    sleep(A_WHILE).await;
    assert!(discord.interaction(id).original.is_none());
    clock.advance(Duration::from_secs(13));
    let shown = discord.answered(id).await;
    assert!(shown.text().contains("longer than usual"), "{}", shown.text());
    discord.world().slow.clear();
    let answer = loop {
        clock.advance(Duration::from_secs(1));
        sleep(Duration::from_millis(20)).await;
        let later = discord.interaction(id).follow_ups;
        if let Some(answer) = later.first() {
            break answer.clone();
        }
    };
    assert!(answer.is_ephemeral() && answer.text().contains("#1"), "{}", answer.text());
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_person_asks_of_a_game_without_a_channel_is_answered_to_them_alone() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    registered(discord).await;
    game(discord, CHANNEL).await;
    discord.delete_channel(CHANNEL);
    told(discord, crate::support::discord::dm(ANN), "The channel of #1 is gone").await;
    // A refusal, and what a button asks, whose game comes to the channel in which they were made.
    let id =
        discord.slash(ANN, OTHER_CHANNEL, "move", &[("game", json!(1)), ("move", json!("c2-c6"))]);
    let refused = discord.answered(id).await;
    assert!(refused.is_ephemeral() && refused.text().contains("not possible"), "{refused:?}");
    told(discord, OTHER_CHANNEL, "#1 is played here from now on.").await;
    sleep(A_WHILE).await;
    assert_eq!(posted(&discord.world(), OTHER_CHANNEL), ["#1 is played here from now on."]);
    let id = discord.slash(ANN, OTHER_CHANNEL, "move", &[("move", json!("c2-c3"))]);
    told(discord, OTHER_CHANNEL, "c2-c3").await;
    assert!(discord.answered(id).await.text().contains("/502/"));
    hosted.stop().await;
}
