//! Claims on Discord, which says who has left the server: the whole program beside a stand-in.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{sync::Arc, time::Duration};

use host::ManualClock;
use serde_json::json;
use table::{ClockEvent, LogEvent};
use tokio::time::timeout;

use crate::{
    discord_taps::button,
    support::{
        discord_hosted::Hosted,
        discord_rig::SOON,
        stand_in::{ANN, BEN, CHANNEL, GUILD, Post, Said, StandIn, line},
    },
};

/// When the tests take place.
const NOW: i64 = 1_800_000_000_000;
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(86_400);
/// Words of a claim that needed no warning.
const LEFT: &str = "You have left the server, so there was no warning before.";
/// Words of the refusal of a claim before the warning.
const EARLY: &str = "You can claim #1 once I have warned Ann";

/// A game without clocks in which Ann, who owns the server, is to move, and Ben waits.
async fn begun() -> (Hosted, ManualClock) {
    let (hosted, clock) = Hosted::by_clock(NOW).await;
    hosted.discord.registered().await;
    for (who, text) in
        [(ANN, format!("!challenge <@{}> lyra white", BEN.id)), (BEN, "!accept".to_owned())]
    {
        said(&hosted.discord, &clock, line(who, &text)).await;
    }
    (hosted, clock)
}

/// Says something, and gives what is posted next.
async fn said(discord: &StandIn, clock: &ManualClock, what: Said) -> Post {
    discord.say(what);
    clock.advance(Duration::from_secs(1));
    discord.post().await
}

/// The number of times that the first game was claimed.
fn claims(hosted: &Hosted) -> usize {
    let game = hosted.game();
    let is_claim = |event: &LogEvent| {
        matches!(event, LogEvent::Clock(ClockEvent::Claimed { manages: false, .. }))
    };
    game.log().iter().filter(|entry| is_claim(&entry.event)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_left_the_server_is_claimed_against_without_a_warning_once_a_week() {
    let (hosted, clock) = begun().await;
    let discord = &hosted.discord;
    let early = said(discord, &clock, line(BEN, "!claim #1")).await;
    assert!(early.text().starts_with(EARLY), "{}", early.text());
    discord.world().no_members.insert(ANN.id);
    let claim = said(discord, &clock, line(BEN, "!claim #1")).await;
    assert!(claim.text().starts_with("<@101>, ben claims #1"), "{}", claim.text());
    assert!(claim.text().ends_with(LEFT), "{}", claim.text());
    assert_eq!(claim.payload["allowed_mentions"]["users"], json!(["101"]));
    // She comes back and moves, and leaves again.
    discord.world().no_members.clear();
    clock.advance(DAY);
    said(discord, &clock, line(ANN, "!f2-f3")).await;
    said(discord, &clock, line(BEN, "!d5-d4")).await;
    discord.world().no_members.insert(ANN.id);
    let again = said(discord, &clock, line(BEN, "!claim #1")).await;
    let at = (NOW + 7 * 86_400_000) / 1_000;
    assert!(again.text().starts_with("You can claim a game once a week: #1 again <t:"));
    let told: i64 =
        again.text().split("<t:").nth(1).unwrap().split(':').next().unwrap().parse().unwrap();
    assert!((at..at + 60).contains(&told), "{}", again.text());
    assert_eq!(claims(&hosted), 1);
    clock.advance(6 * DAY - MINUTE);
    assert!(said(discord, &clock, line(BEN, "!claim")).await.text().contains("once a week"));
    clock.advance(MINUTE);
    assert!(said(discord, &clock, line(BEN, "!claim")).await.text().ends_with(LEFT));
    assert_eq!(claims(&hosted), 2);
    // What she may have said in time is waited for.
    clock.advance(3 * DAY + MINUTE);
    hosted.host.settled().await;
    assert!(hosted.game().is_running());
    hear(&hosted).await;
    let end = discord.post().await;
    assert!(end.text().contains("Ann forfeited"), "{}", end.text());
    hosted.stop().await;
}

/// The bot hears what has been said by now: talk shows it what Discord's clock shows.
async fn hear(hosted: &Hosted) {
    hosted.discord.say(line(BEN, "hm"));
    hosted.discord.heard().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_by_slash_command_asks_who_has_left_as_well() {
    let (hosted, clock) = begun().await;
    let discord = &hosted.discord;
    let number = [("game", json!(1))];
    let id = discord.slash(BEN, CHANNEL, "claim", &number);
    let early = discord.answered(id).await;
    assert!(early.text().starts_with(EARLY), "{}", early.text());
    discord.world().no_members.insert(ANN.id);
    clock.advance(MINUTE);
    discord.slash(BEN, CHANNEL, "claim", &number);
    let claim = discord.post().await;
    assert!(claim.text().ends_with(LEFT), "{}", claim.text());
    assert_eq!(claims(&hosted), 1);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_button_of_a_warning_claims_the_game() {
    let (hosted, clock) = begun().await;
    let discord = &hosted.discord;
    clock.advance(30 * DAY);
    let warning = discord.post().await;
    discord.press(BEN, warning.id, &button(&warning.payload, &["Claim"]));
    let claim = discord.post().await;
    assert!(claim.text().contains("ben claims #1") && !claim.text().contains(LEFT));
    assert_eq!(claims(&hosted), 1);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_discord_does_not_say_is_not_known() {
    let (hosted, clock) = begun().await;
    let discord = &hosted.discord;
    discord.world().no_members.insert(ANN.id);
    for status in [403, 404] {
        discord.world().hides_servers = Some(status);
        let early = said(discord, &clock, line(BEN, "!claim")).await;
        assert!(early.text().starts_with(EARLY), "{status}: {}", early.text());
    }
    discord.world().hides_servers = None;
    // Discord does not answer. Everybody else goes on meanwhile, and what Ben says waits.
    discord.world().slow.insert(GUILD, 100 * DAY);
    discord.say(line(BEN, "!claim"));
    discord.say(line(BEN, "!score"));
    let other = said(discord, &clock, line(ANN, "!about")).await;
    assert!(other.text().contains("Martian Cake"), "{}", other.text());
    let early = discord.post().await;
    assert!(early.text().starts_with(EARLY), "{}", early.text());
    assert!(discord.post().await.text().contains("score"));
    assert_eq!(claims(&hosted), 0);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_over_whose_question_the_program_is_killed_is_made_once() {
    let (hosted, clock) = begun().await;
    {
        let mut world = hosted.discord.world();
        world.no_members.insert(ANN.id);
        world.slow.insert(GUILD, 100 * DAY);
    }
    hosted.discord.say(line(BEN, "!claim"));
    clock.advance(Duration::from_secs(1));
    let other = said(&hosted.discord, &clock, line(ANN, "!about")).await;
    assert!(other.text().contains("Martian Cake"), "{}", other.text());
    let (discord, folder) = hosted.kill().await;
    discord.world().slow.clear();
    discord.world().end_sessions(None);
    let of_host = Arc::new(clock.clone());
    let hosted = Hosted::open(discord, folder, of_host).await;
    // That Ann was answered may not be noted either.
    let rest = async || loop {
        let post = hosted.discord.post().await;
        if !post.text().starts_with("Martian Cake") {
            return post.text().to_owned();
        }
    };
    // Nobody knows of a line that is read back whether whoever wrote it manages the server.
    let late = rest().await;
    assert!(late.contains("Please claim it again"), "{late}");
    assert_eq!(claims(&hosted), 0);
    hosted.discord.say(line(BEN, "!claim"));
    let claim = rest().await;
    assert!(claim.ends_with(LEFT), "{claim}");
    assert_eq!(claims(&hosted), 1);
    // Until all is read back that was said, the days do not run.
    let ended = async {
        while hosted.game().is_running() {
            clock.advance(HOUR);
            hear(&hosted).await;
            hosted.host.settled().await;
        }
    };
    timeout(SOON, ended).await.unwrap();
    let end = rest().await;
    assert!(end.contains("Ann forfeited"), "{end}");
    assert_eq!(claims(&hosted), 1);
    hosted.stop().await;
}
