//! The adapter's gateway against whatever the platform and the network do to it: over real sockets, with
//! a stand-in as strict as the platform. Whoever waits here waits by a clock that the test moves.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use chat::Incoming;
use discord::{DiscordToken, Pace, Settings};
use host::{Clock, HostEvent, ManualClock, MessageOutcome, Sleep};
use serde_json::{Value, json};
use table::{Millis, PlaceId};
use tokio::time::timeout;

use crate::support::{
    discord_rig::{KeptTexts, Rig, SOON, message_id},
    stand_in::{
        ANN, BEN, CHANNEL, CONTENT_INTENT, GUILD, Guild, OTHER_CHANNEL, Rules, Said, StandIn,
        TOKEN, dm, line, private,
    },
};

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
/// Of so long an interval before the first heartbeat, none goes out while a test runs: it is a random part of it.
const TEN_YEARS: Duration = Duration::from_hours(10 * 365 * 24);
/// How far the clock moves at once.
const STEP: Duration = Duration::from_millis(250);
/// How long the machine may do what there is to do at each step.
const BREATH: Duration = Duration::from_millis(10);

/// An adapter with its real limits and a strict stand-in, both by a clock that stands still.
struct Connected {
    rig: Rig,
    clock: ManualClock,
    /// What the host has heard and no test has asked for.
    heard: Vec<String>,
}

fn settings(discord: &StandIn) -> Settings {
    let token = DiscordToken::new(TOKEN.to_owned());
    let pace = Pace { shutdown_grace: SECOND, ..Pace::default() };
    Settings { api_url: Some(discord.url.clone()), pace, ..Settings::new(token) }
}

impl Connected {
    async fn start() -> Self {
        let clock = ManualClock::new(1_767_225_600_000);
        let discord = StandIn::strict(Arc::new(clock.clone())).await;
        Self::with(discord, clock, KeptTexts::default()).await
    }

    async fn with(discord: StandIn, clock: ManualClock, kept: KeptTexts) -> Self {
        Self::run(discord, clock, kept, true).await
    }

    /// Starts it, and waits until it has a session.
    async fn run(discord: StandIn, clock: ManualClock, kept: KeptTexts, ends: bool) -> Self {
        let settings = settings(&discord);
        let rig = Rig::run(discord, settings, Arc::new(clock.clone()), kept, ends);
        Self::once_connected(rig, clock).await
    }

    /// Waits until an adapter has a session.
    async fn once_connected(rig: Rig, clock: ManualClock) -> Self {
        let mut bot = Self { rig, clock, heard: Vec::new() };
        bot.until(MINUTE, |bot| bot.rig.discord.world().connected() > 0).await;
        bot
    }

    /// Lets time pass, in small steps.
    async fn pass(&mut self, time: Duration) {
        self.within(time, Duration::ZERO, |_| false).await;
    }

    /// Lets time pass until something holds, and returns how much; `None` if it does not within so long.
    /// Once so much has passed, a slow machine gets some patience of its own.
    async fn within(
        &mut self,
        limit: Duration,
        patience: Duration,
        mut holds: impl FnMut(&mut Self) -> bool,
    ) -> Option<Duration> {
        let mut passed = Duration::ZERO;
        let mut breaths_left = patience.as_millis() / BREATH.as_millis();
        loop {
            tokio::time::sleep(BREATH).await;
            // What the host was told by now is noted.
            self.rig.host.settled().await;
            if holds(self) {
                return Some(passed);
            }
            if passed >= limit {
                breaths_left = breaths_left.checked_sub(1)?;
                continue;
            }
            // Where minutes are to pass, a quarter of a second is too small a step.
            let step = STEP.max(limit / 240);
            self.clock.advance(step);
            passed += step;
        }
    }

    /// Lets time pass until something holds, for as long as a slow machine needs; about as fast as if
    /// it were to happen within `limit`.
    async fn until(&mut self, limit: Duration, mut holds: impl FnMut(&mut Self) -> bool) {
        for _ in 0..10 {
            if self.within(limit, Duration::ZERO, &mut holds).await.is_some() {
                return;
            }
        }
        panic!("it never happens");
    }

    /// Waits until the host hears this text, and returns how long that took.
    async fn hears(&mut self, text: &str) -> Duration {
        let took = self.within(5 * SECOND, SOON, |bot| {
            while let Ok(incoming) = bot.rig.said.try_recv() {
                bot.heard.push(incoming.text);
            }
            let at = bot.heard.iter().position(|line| line == text);
            at.map(|at| bot.heard.remove(at)).is_some()
        });
        let took = took.await;
        took.unwrap_or_else(|| panic!("{text} was not heard within 5 s, but {:?}", self.heard))
    }

    /// Checks that the one session has gone on, at its own address.
    fn still_has_its_session(&self, resumes: usize) {
        let world = self.rig.discord.world();
        assert_eq!(world.identifies.len(), 1, "the session was resumed");
        assert_eq!(world.misplaced_resumes, 0, "at the address that it named");
        assert_eq!(world.resumes.len(), resumes);
    }

    async fn stop(self) -> (StandIn, ManualClock, KeptTexts) {
        let clock = self.clock;
        let (discord, kept) = self.rig.stop().await;
        discord.until("end of all", |world| (world.connected() == 0).then_some(())).await;
        (discord, clock, kept)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_network_gone_for_three_seconds_or_a_minute_loses_nothing() {
    for (gone, code) in [(3 * SECOND, None), (3 * SECOND, Some(4000)), (MINUTE, None)] {
        let mut bot = Connected::start().await;
        bot.rig.discord.say(line(ANN, "before"));
        bot.hears("before").await;
        match code {
            Some(code) => bot.rig.discord.close_and_lose_network(code),
            None => bot.rig.discord.lose_network(),
        }
        bot.rig.discord.say(line(ANN, "meanwhile"));
        bot.pass(gone).await;
        bot.rig.discord.restore_network();
        let back = bot.hears("meanwhile").await;
        assert!(back <= 5 * SECOND, "{back:?}");
        bot.rig.discord.say(line(BEN, "after"));
        bot.hears("after").await;
        bot.still_has_its_session(1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_dead_without_knowing_it_is_closed_and_resumed() {
    let mut bot = Connected::start().await;
    // Heartbeats go by the machine's clock: the connection is found dead after two of these.
    bot.rig.discord.world().rules.heartbeat_interval = Duration::from_millis(200);
    // Meanwhile the clock of the test runs ahead of them.
    bot.rig.discord.world().rules.resume_window = 60 * MINUTE;
    bot.rig.discord.close(4000);
    bot.until(5 * SECOND, |bot| bot.rig.discord.world().resumes.len() == 1).await;
    bot.rig.discord.numb();
    bot.rig.discord.say(line(ANN, "into the void"));
    bot.until(5 * MINUTE, |bot| bot.rig.discord.world().resumes.len() == 2).await;
    bot.hears("into the void").await;
    bot.still_has_its_session(2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_heartbeat_that_is_acknowledged_says_up_to_when_all_was_heard() {
    let clock = ManualClock::new(1_767_225_600_000);
    let discord = StandIn::strict(Arc::new(clock.clone())).await;
    discord.world().rules.heartbeat_interval = TEN_YEARS;
    let start = clock.now();
    let mut bot = Connected::with(discord, clock, KeptTexts::default()).await;
    let confirmed = Arc::clone(&bot.rig.confirmed);
    let heard = || confirmed.load(Ordering::SeqCst);
    // What was said before the session is known by it.
    bot.until(MINUTE, |_| heard() > 0).await;
    let begun = heard();
    assert!((start..=bot.clock.now()).contains(&begun));
    bot.pass(5 * MINUTE).await;
    assert_eq!(heard(), begun);

    // Heartbeats go by the machine's clock.
    bot.rig.discord.world().rules.heartbeat_interval = Duration::from_millis(200);
    bot.rig.discord.world().rules.resume_window = 60 * MINUTE;
    bot.rig.discord.close(4000);
    bot.until(MINUTE, |bot| bot.rig.discord.world().resumes.len() == 1).await;
    for _ in 0..2 {
        let now = bot.clock.now();
        bot.until(MINUTE, |_| heard() >= now).await;
        assert!(heard() <= bot.clock.now());
    }
    bot.still_has_its_session(1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resume_that_is_never_answered_is_tried_again_although_heartbeats_are() {
    let mut bot = Connected::start().await;
    {
        let mut world = bot.rig.discord.world();
        world.rules.heartbeat_interval = Duration::from_millis(200);
        world.rules.resume_window = 60 * MINUTE;
        world.ignored_resumes = 1;
    }
    bot.rig.discord.hang_up();
    bot.until(MINUTE, |bot| bot.rig.discord.world().resumes.len() == 1).await;
    bot.rig.discord.say(line(ANN, "meanwhile"));
    let beats = bot.rig.discord.world().heartbeats;
    bot.until(MINUTE, |bot| bot.rig.discord.world().resumes.len() == 2).await;
    assert!(bot.rig.discord.world().heartbeats > beats);
    bot.hears("meanwhile").await;
    bot.still_has_its_session(2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_within_a_minute_goes_on_with_the_session() {
    let mut bot = Connected::start().await;
    bot.rig.discord.say(line(ANN, "before"));
    bot.hears("before").await;
    let (discord, clock, kept) = bot.stop().await;
    assert_eq!(discord.goodbyes().await, [4000], "1000 and 1001 would end the session");
    discord.say(line(ANN, "in between"));
    clock.advance(50 * SECOND);
    let mut bot = Connected::with(discord, clock, kept).await;
    bot.hears("in between").await;
    assert!(bot.rig.said.try_recv().is_err(), "what had its end does not come again");
    bot.still_has_its_session(1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_end_at_a_kill_comes_again() {
    let clock = ManualClock::new(1_767_225_600_000);
    let discord = StandIn::strict(Arc::new(clock.clone())).await;
    let mut bot = Connected::run(discord, clock, KeptTexts::default(), false).await;
    let ids = ["one", "two", "three"].map(|text| bot.rig.discord.say(line(ANN, text)));
    bot.hears("three").await;
    for done in [0, 2] {
        let (message, end) = (message_id(ids[done]), MessageOutcome::Answered);
        bot.rig.out.send(HostEvent::MessageOutcome { message, end }).unwrap();
    }
    bot.pass(3 * SECOND).await;
    let told = bot.rig.caught_up.try_recv().unwrap();
    let place = PlaceId::channel(table::Platform::Discord, CHANNEL.to_string());
    assert_eq!(told, (place, message_id(ids[0])), "the second has no end");
    assert!(bot.rig.caught_up.try_recv().is_err());

    // A kill keeps nothing more than this.
    let kept = bot.rig.kept.lock().unwrap().clone();
    let clock = bot.clock;
    let (discord, _) = bot.rig.kill().await;
    let mut bot = Connected::with(discord, clock, Arc::new(kept.into())).await;
    bot.hears("two").await;
    bot.hears("three").await;
    assert_eq!(bot.rig.discord.world().identifies.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loop_of_invalid_sessions_is_braked_also_over_restarts() {
    let mut bot = Connected::start().await;
    bot.rig.discord.world().invalidates_all = true;
    bot.rig.discord.invalidate(false);
    for _ in 0..4 {
        bot.pass(4 * MINUTE).await;
        let (discord, clock, kept) = bot.stop().await;
        let settings = settings(&discord);
        let rig = Rig::run(discord, settings, Arc::new(clock.clone()), kept, true);
        bot = Connected { rig, clock, heard: Vec::new() };
    }
    {
        let world = bot.rig.discord.world();
        let n = world.identifies.len();
        assert!((6..=8).contains(&n), "{n} identifies in 16 minutes");
        assert!(world.most_identifies(10 * MINUTE) <= 5);
        assert_eq!((world.unasked_identifies, world.early_identifies), (0, 0));
    }
    bot.rig.discord.world().invalidates_all = false;
    bot.until(60 * MINUTE, |bot| bot.rig.discord.world().connected() > 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_closes_each_resume_is_asked_less_and_less_often() {
    let mut bot = Connected::start().await;
    bot.rig.discord.world().slams = Some(4000);
    bot.rig.discord.close(4000);
    bot.rig.discord.say(line(ANN, "meanwhile"));
    bot.pass(6 * SECOND).await;
    let resumes = bot.rig.discord.world().resumes.len();
    assert!(resumes <= 10, "{resumes} resumes in 6 seconds");
    bot.until(MINUTE, |bot| bot.rig.discord.world().resumes.len() >= 3).await;
    bot.rig.discord.world().slams = None;
    bot.until(MINUTE, |bot| bot.rig.discord.world().connected() > 0).await;
    bot.hears("meanwhile").await;
    assert_eq!(bot.rig.discord.world().identifies.len(), 1);

    // For an hour: never more than one in half the longest pause.
    bot.pass(15 * SECOND).await;
    let before = bot.rig.discord.world().resumes.len();
    bot.rig.discord.world().slams = Some(4000);
    bot.rig.discord.close(4000);
    bot.pass(3 * MINUTE).await;
    let resumes = bot.rig.discord.world().resumes.len() - before;
    assert!(resumes <= 20, "{resumes} resumes in 3 minutes");
}

/// The shard and the number of shards of each identify. Which of two shards goes first does not matter.
fn shards(discord: &StandIn) -> Vec<String> {
    let world = discord.world();
    let mut all: Vec<_> = world.identifies.iter().map(|one| one["shard"].to_string()).collect();
    all.sort();
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_has_outgrown_its_shards_is_divided_anew() {
    let mut bot = Connected::start().await;
    bot.rig.discord.world().shards = 2;
    bot.rig.discord.close(4011);
    bot.until(MINUTE, |bot| bot.rig.discord.world().connected() == 2).await;
    assert_eq!(shards(&bot.rig.discord), ["[0,1]", "[0,2]", "[1,2]"]);
    {
        let world = bot.rig.discord.world();
        assert_eq!((world.early_identifies, world.unasked_identifies), (0, 0));
    }
    // A server of the second shard: its number follows from the upper bits of its id.
    let channel = 9_000_000;
    let guild = Guild { id: 1 << 22, channels: vec![channel], threads: Vec::new() };
    bot.rig.discord.world().add_guild(guild);
    bot.rig.discord.say(Said { channel, ..line(ANN, "on the second") });
    bot.hears("on the second").await;
    bot.rig.discord.say(private(BEN, "on the first"));
    bot.hears("on the first").await;

    // Both sessions outlive a restart, and one that ends leaves the other alone.
    let (discord, clock, kept) = bot.stop().await;
    let mut bot = Connected::with(discord, clock, kept).await;
    bot.until(MINUTE, |bot| bot.rig.discord.world().connected() == 2).await;
    assert_eq!(bot.rig.discord.world().resumes.len(), 2);
    bot.rig.discord.close_shard(1, 4009);
    bot.until(MINUTE, |bot| bot.rig.discord.world().identifies.len() == 4).await;
    bot.rig.discord.say(private(BEN, "still there"));
    bot.hears("still there").await;
    assert_eq!(shards(&bot.rig.discord), ["[0,1]", "[0,2]", "[1,2]", "[1,2]"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_starts_of_a_day_are_not_used_up() {
    let mut bot = Connected::start().await;
    bot.rig.discord.world().rules.starts = 1;
    bot.rig.discord.invalidate(false);
    // The stand-in says that the next day begins in four hours.
    bot.pass(10 * MINUTE).await;
    assert_eq!(bot.rig.discord.world().identifies.len(), 1);
    bot.rig.discord.world().rules.starts = 1_000;
    let calls = bot.rig.discord.world().calls.len();
    bot.clock.advance(4 * 60 * MINUTE);
    bot.until(MINUTE, |bot| bot.rig.discord.world().connected() > 0).await;
    assert!(bot.rig.discord.world().calls.len() > calls, "it asks again before it starts");
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_that_end_in_any_way_are_followed_by_new_ones() {
    let mut bot = Connected::start().await;
    for (n, code) in [4009, 4007, 4003].into_iter().enumerate() {
        // Far apart, so that no brake acts.
        bot.clock.advance(20 * MINUTE);
        bot.rig.discord.close(code);
        bot.until(MINUTE, |bot| {
            let world = bot.rig.discord.world();
            world.identifies.len() == n + 2 && world.connected() > 0
        })
        .await;
    }
    bot.clock.advance(20 * MINUTE);
    bot.rig.discord.ask_to_reconnect();
    bot.until(MINUTE, |bot| bot.rig.discord.world().resumes.len() == 1).await;
    bot.rig.discord.invalidate(true);
    bot.until(MINUTE, |bot| bot.rig.discord.world().resumes.len() == 2).await;
    bot.rig.discord.say(line(ANN, "here"));
    bot.hears("here").await;
    assert_eq!(bot.rig.discord.world().identifies.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn heartbeats_and_resumes_need_no_host() {
    let mut bot = Connected::start().await;
    bot.rig.discord.world().rules.heartbeat_interval = Duration::from_millis(100);
    bot.rig.discord.close(4000);
    bot.until(5 * SECOND, |bot| bot.rig.discord.world().resumes.len() == 1).await;
    bot.rig.is_stuck.store(true, Ordering::SeqCst);
    let before = bot.rig.discord.world().heartbeats;
    let beats = |bot: &mut Connected| bot.rig.discord.world().heartbeats >= before + 5;
    bot.until(5 * MINUTE, beats).await;
    bot.rig.discord.close(4000);
    bot.until(5 * SECOND, |bot| bot.rig.discord.world().resumes.len() == 2).await;
    bot.rig.discord.say(line(ANN, "heard"));
    bot.hears("heard").await;
    assert_eq!(bot.rig.discord.world().connections, 3, "no connection was lost");

    // An identify alone waits until it is kept.
    bot.rig.discord.invalidate(false);
    bot.pass(MINUTE).await;
    assert_eq!(bot.rig.discord.world().identifies.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_content_a_restart_goes_on_until_the_switch_is_on() {
    let clock = ManualClock::new(1_767_225_600_000);
    let discord = StandIn::strict(Arc::new(clock.clone())).await;
    discord.world().refuses_content = true;
    let mut bot = Connected::with(discord, clock, KeptTexts::default()).await;
    assert_eq!(bot.rig.discord.world().identifies.len(), 2);
    bot.rig.discord.say(private(ANN, "here"));
    bot.hears("here").await;
    let (discord, clock, kept) = bot.stop().await;
    let mut bot = Connected::with(discord, clock, kept).await;
    bot.rig.discord.say(private(ANN, "again"));
    bot.hears("again").await;
    assert_eq!(bot.rig.discord.world().resumes.len(), 1);
    assert_eq!(bot.rig.discord.world().identifies.len(), 2);

    let (discord, clock, kept) = bot.stop().await;
    discord.world().refuses_content = false;
    let bot = Connected::with(discord, clock, kept).await;
    let world = bot.rig.discord.world();
    assert_eq!(world.identifies.len(), 3);
    assert!(world.identifies[2]["intents"].as_u64().unwrap() & CONTENT_INTENT != 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_that_no_new_try_can_mend_end_the_run() {
    for (code, text) in [(4012, "4012"), (4013, "4013"), (4004, "DISCORD_TOKEN")] {
        let bot = Connected::start().await;
        bot.rig.discord.close(code);
        let error = timeout(SOON, bot.rig.run).await.unwrap().unwrap().unwrap_err();
        assert!(error.to_string().contains(text), "{code}: {error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_never_resumed_at_discords_own_address() {
    let mut bot = Connected::start().await;
    bot.rig.discord.say(line(ANN, "here"));
    bot.hears("here").await;
    let (discord, clock, kept) = bot.stop().await;
    for session in kept.lock().unwrap().values_mut() {
        let mut read: Value = serde_json::from_str(session).unwrap_or_default();
        if read["url"].is_string() {
            read["url"] = json!("wss://gateway.discord.gg");
            *session = read.to_string();
        }
    }
    discord.world().rules = Rules { demands_resume_url: false, ..Rules::of_the_platform() };
    bot = Connected::with(discord, clock, kept).await;
    let world = bot.rig.discord.world();
    assert_eq!((world.resumes.len(), world.misplaced_resumes), (1, 1), "at the first address");
}

/// A reply whose quoted message holds what no library knows yet, as the gateway tells it.
fn reply_to_the_unknown(text: &str) -> Value {
    let strange = json!([{ "type": 4_242, "components": [{ "type": "novel", "id": {} }] }]);
    json!({
        "id": "1274019562035909999", "channel_id": OTHER_CHANNEL.to_string(), "guild_id": "500",
        "content": text, "type": 19, "timestamp": "2026-01-01T00:00:00+00:00", "tts": false,
        "edited_timestamp": null, "mention_everyone": false, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": strange, "pinned": false, "components": strange,
        "author": { "id": "101", "username": "ann_1990", "discriminator": "0", "avatar": null,
            "global_name": "Ann", "primary_guild": "novel" },
        "member": { "nick": null, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": false, "mute": false, "flags": 0, "novel": strange },
        "message_reference": { "type": 0, "message_id": "7", "channel_id": "502" },
        "referenced_message": { "id": "7", "components": strange, "poll": strange },
        "message_snapshots": strange, "poll": strange, "sticker_items": strange,
        "interaction_metadata": strange,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_shows_a_removal_and_never_the_token() {
    let discord = StandIn::start().await;
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.txt");
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_martian-cake"))
        .current_dir(folder.path())
        .env("DATABASE_PATH", folder.path().join("test.db"))
        .env("DISCORD_TOKEN", TOKEN)
        .env("DISCORD_API_URL", &discord.url)
        .env("RUST_LOG", "trace")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    // An unoptimised program on a busy machine takes its time to start.
    let started = discord.within(MINUTE, |world| (world.connected() > 0).then_some(())).await;
    assert!(started.is_some(), "{}", std::fs::read_to_string(&log).unwrap());
    discord.say(line(ANN, "!about"));
    discord.post().await;
    discord.close(4000);
    discord.until("resume", |world| (!world.resumes.is_empty()).then_some(())).await;
    // A server that is down is no removal.
    discord.dispatch("GUILD_DELETE", json!({ "id": "700", "unavailable": true }));
    discord.throw_out(GUILD);
    // Whatever comes behind it is handled after it.
    discord.say(Said { channel: dm(ANN), ..line(ANN, "about") });
    discord.post().await;
    let id = program.id().to_string();
    std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
    let ended = tokio::task::spawn_blocking(move || program.wait()).await.unwrap().unwrap();
    assert!(ended.success());
    assert_eq!(discord.goodbyes().await.last(), Some(&4000));
    let log = std::fs::read_to_string(&log).unwrap();
    assert!(log.contains("connected to Discord as") && log.contains("twilight"), "{log}");
    assert!(!log.contains(TOKEN));
    let removals: Vec<&str> = log.lines().filter(|line| line.contains("removed from")).collect();
    assert!(removals.len() == 1 && removals[0].contains(&GUILD.to_string()), "{removals:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_knows_yet_hides_no_message() {
    let mut bot = Connected::start().await;
    bot.rig.discord.dispatch("MESSAGE_CREATE", reply_to_the_unknown("c2-c3"));
    let heard: Incoming = timeout(SOON, bot.rig.said.recv()).await.unwrap().unwrap();
    assert_eq!((heard.text.as_str(), heard.author.name.as_str()), ("c2-c3", "Ann"));
    assert_eq!(heard.reply_to, Some(message_id(7)));
    // An event that cannot be read at all costs nothing but itself.
    bot.rig.discord.dispatch("MESSAGE_CREATE", json!({ "guild_id": "500", "id": {} }));
    bot.rig.discord.dispatch("NOVEL", json!({ "guild_id": "500" }));
    bot.rig.discord.say(line(ANN, "next"));
    bot.hears("next").await;
    bot.still_has_its_session(0);
}

/// A clock that fails the next time that it is asked what time it is, once it is to.
#[derive(Clone, Debug)]
struct FaultyClock {
    clock: ManualClock,
    fails: Arc<AtomicBool>,
}

impl Clock for FaultyClock {
    fn now(&self) -> Millis {
        assert!(!self.fails.swap(false, Ordering::SeqCst), "a fault in our own code");
        self.clock.now()
    }

    fn instant(&self) -> Instant {
        self.clock.instant()
    }

    fn sleep_until(&self, until: Instant) -> Sleep {
        self.clock.sleep_until(until)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_our_own_code_fails_on_costs_nothing_but_itself() {
    let clock = ManualClock::new(1_767_225_600_000);
    let discord = StandIn::strict(Arc::new(clock.clone())).await;
    // But for heartbeats, only what is said asks what time it is.
    discord.world().rules.heartbeat_interval = TEN_YEARS;
    let faulty = FaultyClock { clock: clock.clone(), fails: Arc::default() };
    let settings = settings(&discord);
    let rig = Rig::run(discord, settings, Arc::new(faulty.clone()), KeptTexts::default(), true);
    let mut bot = Connected::once_connected(rig, clock).await;
    bot.rig.discord.say(line(ANN, "before"));
    bot.hears("before").await;
    faulty.fails.store(true, Ordering::SeqCst);
    bot.rig.discord.say(line(ANN, "what nobody can stand"));
    bot.rig.discord.say(line(ANN, "next"));
    bot.hears("next").await;
    assert!(bot.heard.is_empty(), "it is left out");
    let (discord, clock, kept) = bot.stop().await;
    discord.say(line(ANN, "after the restart"));
    let mut bot = Connected::with(discord, clock, kept).await;
    bot.hears("after the restart").await;
    assert!(bot.heard.is_empty(), "it is not handed over again and again");
    bot.still_has_its_session(1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_in_a_new_session_waits_until_the_places_are_listed() {
    let mut bot = Connected::start().await;
    bot.rig.lists_nothing.send_replace(true);
    bot.rig.discord.invalidate(false);
    bot.until(MINUTE, |bot| bot.rig.discord.world().identifies.len() == 2).await;
    bot.rig.discord.say(line(ANN, "one"));
    bot.rig.discord.say(line(ANN, "two"));
    bot.pass(SECOND).await;
    assert!(bot.rig.said.try_recv().is_err(), "they wait");
    bot.rig.lists_nothing.send_replace(false);
    assert_eq!([bot.rig.heard().await.text, bot.rig.heard().await.text], ["one", "two"]);
    bot.stop().await;
}
