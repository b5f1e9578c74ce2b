//! What becomes of replies where Discord refuses them, is down, or has them already: the real adapter
//! over real HTTP and WebSocket, against the strict stand-in.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{sync::Arc, time::Duration};

use chat::{Fallback, Outgoing};
use discord::Settings;
use host::{Clock as _, ManualClock, SystemClock, Voice};
use table::{PersonId, PlaceId, Platform};
use tokio::time::timeout;

use crate::support::{
    discord_rig::{
        Rig, SOON, answering, at, board, board_of, message_id, pinging, settings, text,
        with_picture,
    },
    stand_in::{
        ANN, BEN, CHANNEL, GUILD, Misbehaviour, OTHER_CHANNEL, Post, StandIn, TOKEN, dm, line,
        private,
    },
};

/// Long enough for what must not happen to happen.
const A_WHILE: Duration = Duration::from_millis(200);

/// The same reply as it comes again after a restart.
fn again(mut outgoing: Outgoing) -> Outgoing {
    outgoing.may_be_sent = true;
    outgoing
}

/// The adapter with the pauses of real life, on a clock that the test moves.
async fn on_a_clock() -> (Rig, ManualClock) {
    with_voice(Voice::default(), ManualClock::new(1_790_000_000_000)).await
}

/// The same with this permission to speak.
async fn with_voice(voice: Voice, clock: ManualClock) -> (Rig, ManualClock) {
    let discord = StandIn::start().await;
    let real = Settings::new(settings(&discord, TOKEN).token);
    let settings = Settings { api_url: Some(discord.url.clone()), voice, ..real };
    let mut rig = Rig::launch_with(discord, settings, Arc::new(clock.clone()), Arc::default());
    // What the server tells at the start is a sign of life, which is to come before the test begins.
    timeout(SOON, rig.places.recv()).await.expect("the server is told").unwrap();
    rig.discord.heard().await;
    // Nor is an answer to come that would be one.
    until(|| rig.kept.lock().unwrap().keys().any(|key| key.starts_with("commands/"))).await;
    (rig, clock)
}

/// The adapter with requests that may take as long as a test holds them.
async fn patient() -> Rig {
    let discord = StandIn::start().await;
    let mut settings = settings(&discord, TOKEN);
    settings.pace.request = SOON;
    let rig = Rig::launch_with(discord, settings, Arc::new(SystemClock), Arc::default());
    rig.discord.heard().await;
    rig
}

/// Lets time pass, a second at a time, until the stand-in has seen something.
async fn pass(clock: &ManualClock, seconds: u64, mut seen: impl FnMut() -> bool) -> bool {
    for _ in 0..seconds {
        if seen() {
            return true;
        }
        clock.advance(Duration::from_secs(1));
        tokio::time::sleep(Duration::from_millis(4)).await;
    }
    tokio::time::sleep(A_WHILE).await;
    seen()
}

fn attempts(rig: &Rig) -> usize {
    rig.discord.world().attempts.len()
}

/// Waits until the adapter has tried to send so many messages.
async fn tried(rig: &Rig, n: usize) {
    rig.discord.until("try", |world| (world.attempts.len() >= n).then_some(())).await;
}

/// Waits until something holds.
async fn until(mut holds: impl FnMut() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(SOON, waiting).await.expect("it holds soon");
}

async fn says(rig: &mut Rig, number: u64, words: &str) -> Post {
    let post = rig.discord.post().await;
    assert_eq!(post.text(), words);
    assert_eq!(rig.delivered().await, (number, Some(message_id(post.id))));
    post
}

#[tokio::test(flavor = "multi_thread")]
async fn after_seventeen_minutes_without_rest_the_newest_board_and_every_word_come() {
    let (mut rig, clock) = on_a_clock().await;
    rig.discord.world().outage = Some(Misbehaviour::Fails(503));
    rig.send(board(1, 5, "Ann moved."));
    rig.send(text(2, "Ben asks for a draw."));
    let before = rig.discord.world().calls.len();
    pass(&clock, 500, || false).await;
    rig.send(board(3, 6, "Ben moved."));
    assert_eq!(rig.delivered().await, (1, None), "the newer board takes its place");
    pass(&clock, 520, || false).await;
    let tries = rig.discord.world().calls.len() - before;
    assert!((10..80).contains(&tries), "growing pauses: {tries} requests");
    assert!(rig.discord.world().posts.is_empty());

    rig.discord.world().outage = None;
    assert!(pass(&clock, 61, || rig.discord.world().posts.len() == 2).await);
    says(&mut rig, 2, "Ben asks for a draw.").await;
    says(&mut rig, 3, "Ben moved.").await;
    assert!(timeout(A_WHILE, rig.delivered.recv()).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_is_always_posted() {
    let (mut rig, clock) = on_a_clock().await;
    rig.discord.world().outage = Some(Misbehaviour::Fails(503));
    rig.send(board_of(12, 1, 9, "Ann wins #12.", true));
    rig.send(board_of(12, 2, 10, "And so it stands.", false));
    pass(&clock, 3, || false).await;
    rig.discord.world().outage = None;
    assert!(pass(&clock, 61, || rig.discord.world().posts.len() == 2).await);
    says(&mut rig, 1, "Ann wins #12.").await;
    says(&mut rig, 2, "And so it stands.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_older_than_one_that_was_posted_elsewhere_is_dropped() {
    let mut rig = Rig::start().await;
    rig.discord.world().forbidden.insert(CHANNEL, (403, 50_013));
    rig.send(board(1, 5, "Ann moved."));
    tried(&rig, 1).await;
    rig.send(at(OTHER_CHANNEL, board(2, 6, "Ben moved.")));
    let mut ends = [rig.delivered().await, rig.delivered().await];
    ends.sort_by_key(|(number, _)| *number);
    let post = rig.discord.world().posts[0].clone();
    assert_eq!(post.channel, OTHER_CHANNEL);
    assert_eq!(ends, [(1, None), (2, Some(message_id(post.id)))]);
    // Another game's board is another matter.
    rig.discord.world().forbidden.clear();
    rig.discord.say(line(BEN, "hello"));
    rig.send(board_of(13, 3, 2, "Carl moved.", false));
    assert_eq!(rig.delivered().await.0, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_discord_cannot_do_just_now_is_tried_again() {
    for trouble in [
        Misbehaviour::Refuses(400, 40_003),
        Misbehaviour::Refuses(403, 40_004),
        Misbehaviour::Refuses(403, 40_006),
        Misbehaviour::Fails(500),
        Misbehaviour::Fails(408),
        Misbehaviour::Reset,
        Misbehaviour::ResetAfterPosting,
    ] {
        let mut rig = Rig::start().await;
        rig.discord.world().misbehaviours.extend([trouble; 3]);
        let post = rig.posted(with_picture(text(1, "Ann moved."))).await;
        assert!(post.file.is_some(), "{trouble:?}");
        assert_eq!(rig.discord.world().posts.len(), 1, "{trouble:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_address_stops_everything_until_it_is_over() {
    for page in [403, 429] {
        let (mut rig, clock) = on_a_clock().await;
        rig.discord.world().outage = Some(Misbehaviour::Page(page));
        let before = rig.discord.world().calls.len();
        let calls = || rig.discord.world().calls.len() - before;
        for n in 1..=5 {
            rig.send(at(if n % 2 == 0 { CHANNEL } else { OTHER_CHANNEL }, text(n, &n.to_string())));
        }
        rig.discord.until("call", |world| (world.calls.len() > before).then_some(())).await;
        pass(&clock, 4, || false).await;
        let first = calls();
        assert!(first <= 2, "what was under way already: {first}");
        pass(&clock, 10, || calls() > first).await;
        pass(&clock, 9, || false).await;
        assert_eq!(calls(), first + 1, "one request finds out that it is not over");
        rig.discord.world().outage = None;
        assert!(pass(&clock, 90, || rig.discord.world().posts.len() == 5).await);
        let mut numbers = Vec::new();
        for _ in 0..5 {
            numbers.push(rig.delivered().await.0);
        }
        numbers.sort_unstable();
        assert_eq!(numbers, [1, 2, 3, 4, 5], "nothing is lost");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_is_said_in_text_and_explained_once() {
    for refusal in [(400, 400_001), (400, 50_045), (413, 40_005)] {
        let mut rig = Rig::start().await;
        rig.discord.world().refuses_files = Some(refusal);
        let post = rig.posted(board(1, 5, "Ann moved.")).await;
        assert!(post.file.is_none());
        assert!(post.text().starts_with("Ann moved.\nWhite: General d1.\nDiscord does not take"));
        let post = rig.posted(board(2, 6, "Ben moved.")).await;
        assert_eq!(post.text(), "Ben moved.\nWhite: General d1.");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_closed_in_mid_game_tells_its_players_and_shows_the_newest_board_at_the_first_sign()
 {
    let mut rig = Rig::start().await;
    rig.discord.world().forbidden.insert(CHANNEL, (403, 50_013));
    let id = rig.discord.say(line(ANN, "c2-c3"));
    rig.heard().await;
    let moved = answering(id, pinging(BEN, board(1, 5, "Ann moved.")));
    rig.send(Outgoing { cause: Some(message_id(id)), ..moved });
    let mut told = [rig.discord.post().await, rig.discord.post().await];
    told.sort_by_key(|post| post.channel);
    assert_eq!([told[0].channel, told[1].channel], [dm(ANN), dm(BEN)], "mover and whoever waits");
    let why = "I cannot answer in <#501>: the permission *Send Messages* is missing.";
    assert!(told.iter().all(|post| post.text().contains(why)), "{}", told[0].text());
    let seen = told[0].text().starts_with("Ann moved.\nNobody else sees this yet.");
    assert!(seen && told[1].text().starts_with(why), "{}", told[0].text());
    assert!(told.iter().all(|post| post.text().contains("`/check` there")));
    // Whoever waits learns what was done, and in which game.
    assert!(told.iter().all(|post| post.text().contains("#12 goes on")), "{}", told[0].text());
    assert!(told[1].text().ends_with("\nAnn moved."), "{}", told[1].text());

    // Moves made meanwhile: nobody is told again, and the newest board is kept.
    rig.send(pinging(ANN, board(2, 6, "Ben moved.")));
    assert_eq!(rig.delivered().await, (1, None));
    tokio::time::sleep(A_WHILE).await;
    assert_eq!(rig.discord.world().posts.len(), 2);

    rig.discord.world().forbidden.clear();
    rig.discord.say(line(BEN, "is it here again?"));
    let post = says(&mut rig, 2, "Ben moved.").await;
    assert_eq!(post.channel, CHANNEL);
    let told =
        rig.kept.lock().unwrap().keys().filter(|key| key.starts_with("outbox/told/")).count();
    assert_eq!(told, 0, "it may have to be said again another day");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_knows_which_channel_takes_nothing_and_when_it_does_again() {
    let mut rig = Rig::start().await;
    rig.posted(board(1, 5, "Ann moved.")).await;
    rig.discord.world().forbidden.insert(CHANNEL, (403, 50_013));
    rig.send(board(2, 6, "Ben moved."));
    let channel = PlaceId::channel(Platform::Discord, CHANNEL.to_string());
    let told = |rig: &Rig| rig.reach.lock().unwrap().clone();
    until(|| !told(&rig).is_empty()).await;
    assert_eq!(told(&rig), [(channel.clone(), true)]);
    // Further replies and tries change nothing of that.
    rig.send(board(3, 7, "Ann moved again."));
    rig.delivered().await;
    rig.discord.world().forbidden.clear();
    rig.discord.say(line(BEN, "is it here again?"));
    says(&mut rig, 3, "Ann moved again.").await;
    until(|| told(&rig).len() > 1).await;
    assert_eq!(told(&rig), [(channel.clone(), true), (channel, false)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_told_of_a_closed_channel_is_remembered_over_a_restart() {
    let rig = Rig::start().await;
    rig.discord.world().forbidden.insert(CHANNEL, (403, 50_013));
    rig.send(pinging(BEN, board(1, 5, "Ann moved.")));
    assert_eq!(rig.discord.post().await.channel, dm(BEN));
    tokio::time::sleep(A_WHILE).await;

    let (discord, kept) = rig.stop().await;
    let (settings, clock) = (settings(&discord, TOKEN), SystemClock);
    let mut rig = Rig::launch_with(discord, settings, Arc::new(clock), kept);
    rig.send(again(pinging(BEN, board(1, 5, "Ann moved."))));
    tried(&rig, 3).await;
    tokio::time::sleep(A_WHILE).await;
    assert_eq!(rig.discord.world().posts.len(), 1, "nobody hears it twice");
    rig.discord.world().forbidden.clear();
    rig.discord.say(line(ANN, "now?"));
    says(&mut rig, 1, "Ann moved.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_takes_no_private_messages_is_told_where_they_were_heard() {
    let mut rig = Rig::start().await;
    rig.discord.world().forbidden.insert(CHANNEL, (403, 50_013));
    rig.discord.world().forbidden.insert(dm(ANN), (403, 50_007));
    let mut elsewhere = line(ANN, "hello");
    elsewhere.channel = OTHER_CHANNEL;
    rig.hear(elsewhere).await;
    let id = rig.discord.say(line(ANN, "!games"));
    rig.heard().await;
    rig.send(answering(id, text(1, "none")));
    let told = rig.discord.post().await;
    assert_eq!(told.channel, OTHER_CHANNEL);
    // Who else reads here may not see the channel, as far as anybody knows, so it is not named.
    assert!(
        told.text().starts_with("<@101>: I cannot answer in another channel"),
        "{}",
        told.text()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn without_any_sign_a_closed_channel_is_tried_again_now_and_then() {
    let (mut rig, clock) = on_a_clock().await;
    rig.discord.world().forbidden.insert(CHANNEL, (403, 50_001));
    rig.send(text(1, "Ann moved."));
    tried(&rig, 1).await;
    tokio::time::sleep(A_WHILE).await;
    pass(&clock, 590, || false).await;
    assert_eq!(attempts(&rig), 1);
    assert!(pass(&clock, 20, || attempts(&rig) == 2).await, "after ten minutes");
    tokio::time::sleep(A_WHILE).await;
    rig.discord.world().forbidden.clear();
    assert!(pass(&clock, 1_210, || attempts(&rig) == 3).await, "after twenty more");
    says(&mut rig, 1, "Ann moved.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn talk_in_a_closed_channel_does_not_make_a_request_of_every_line() {
    let mut rig = Rig::start().await;
    rig.discord.world().forbidden.insert(CHANNEL, (403, 50_013));
    rig.send(text(1, "Ann moved."));
    tried(&rig, 1).await;
    for n in 0..100 {
        rig.discord.say(line(BEN, &n.to_string()));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(attempts(&rig) <= 3, "{} tries in a second", attempts(&rig));
    // One of those lines is remembered until the pause is over.
    rig.discord.world().forbidden.clear();
    says(&mut rig, 1, "Ann moved.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_permissions_is_a_sign_of_life() {
    let mut rig = Rig::start().await;
    rig.discord.world().forbidden.insert(CHANNEL, (403, 50_013));
    rig.send(board(1, 5, "Ann moved."));
    tried(&rig, 2).await;
    tokio::time::sleep(A_WHILE).await;
    rig.discord.allow(CHANNEL);
    says(&mut rig, 1, "Ann moved.").await;

    // So it is for pictures, which are not tried for minutes otherwise.
    rig.discord.world().no_files.insert(CHANNEL);
    assert!(rig.posted(board(2, 6, "Ben moved.")).await.file.is_none());
    rig.discord.world().no_files.clear();
    rig.discord.allow(CHANNEL);
    rig.discord.heard().await;
    assert!(rig.posted(board(3, 7, "Ann moved again.")).await.file.is_some());
}

/// It is found out why a board is refused while the refusal ends: nobody tells of that a second time.
#[tokio::test(flavor = "multi_thread")]
async fn a_permission_that_comes_back_during_a_try_is_a_sign_of_life() {
    let of_channel: fn(&StandIn) = |discord| discord.allow(CHANNEL);
    let of_server: fn(&StandIn) = |discord| {
        discord.world().forbidden.clear();
        discord.time_out(None);
    };
    for comes_back in [of_channel, of_server] {
        let mut rig = patient().await;
        {
            let mut world = rig.discord.world();
            world.forbidden.insert(CHANNEL, (403, 50_013));
            world.slow.insert(GUILD, Duration::from_secs(60));
        }
        rig.send(board(1, 5, "Ann moved."));
        tried(&rig, 2).await;
        comes_back(&rig.discord);
        rig.discord.heard().await;
        rig.discord.world().slow.clear();
        says(&mut rig, 1, "Ann moved.").await;
    }
}

/// So is one for pictures, although the text has got through.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_that_are_allowed_during_a_try_are_tried_with_the_next_board() {
    let mut rig = patient().await;
    rig.discord.world().no_files.insert(CHANNEL);
    rig.discord.world().slow.insert(CHANNEL, Duration::from_secs(600));
    rig.send(board(1, 5, "Ann moved."));
    let begun = |call: &String| call.starts_with("POST channels/501/messages");
    rig.discord.until("try", |world| world.calls.iter().any(begun).then_some(())).await;
    rig.discord.allow(CHANNEL);
    rig.discord.heard().await;
    rig.discord.world().slow.clear();
    assert!(rig.discord.post().await.file.is_none());
    rig.discord.world().no_files.clear();
    rig.delivered().await;
    assert!(rig.posted(board(2, 6, "Ben moved.")).await.file.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_channel_is_gone_without_a_try() {
    let mut rig = Rig::start().await;
    rig.discord.world().forbidden.insert(CHANNEL, (403, 50_013));
    rig.send(text(1, "Ann moved."));
    // Behind the try it is found out why the channel takes nothing.
    until(|| !rig.reach.lock().unwrap().is_empty()).await;
    rig.discord.delete_channel(CHANNEL);
    assert_eq!(rig.delivered().await, (1, None));
    let place = PlaceId::channel(Platform::Discord, CHANNEL.to_string());
    assert_eq!(*rig.gone.lock().unwrap(), [place]);
    assert_eq!(attempts(&rig), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_reply_goes_on_where_it_was_cut_off() {
    let mut rig = Rig::start().await;
    let record = format!("Record of #12:\n```\n{}```", "c2-c3 d6-d5\n".repeat(250));
    rig.discord.world().misbehaviours.extend([Misbehaviour::Works, Misbehaviour::Fails(503)]);
    rig.send(text(1, &record));
    let first = rig.discord.post().await;
    let second = rig.discord.post().await;
    assert_eq!(rig.delivered().await, (1, Some(message_id(first.id))));
    let moves = |post: &Post| post.text().matches("c2-c3 d6-d5").count();
    assert_eq!(moves(&first) + moves(&second), 250);
    assert_eq!(attempts(&rig), 3, "the first part was sent once");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_learns_of_a_channel_that_is_gone() {
    let mut rig = Rig::start().await;
    rig.discord.world().forbidden.insert(CHANNEL, (404, 10_003));
    rig.send(pinging(ANN, board(1, 5, "Ann moved.")));
    assert_eq!(rig.delivered().await, (1, None));
    let place = PlaceId::channel(Platform::Discord, CHANNEL.to_string());
    assert_eq!(*rig.gone.lock().unwrap(), [place]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_opens_a_private_chat_again_is_answered_there_at_once() {
    let mut rig = Rig::start().await;
    rig.discord.world().forbidden.insert(dm(BEN), (403, 50_007));
    let ben = PersonId::new(Platform::Discord, BEN.id.to_string());
    let mut own = text(1, "Arrange your men.");
    own.reply.place = ben.private_place();
    rig.send(own);
    tried(&rig, 1).await;
    let mut with_fallback = text(2, "Arrange them.");
    with_fallback.reply.place = ben.private_place();
    with_fallback.reply.fallback = Some(Fallback {
        place: PlaceId::channel(Platform::Discord, CHANNEL.to_string()),
        text: "<@discord:102>, open your Direct Messages.".to_owned(),
    });
    rig.send(with_fallback);
    let told = rig.discord.post().await;
    assert_eq!((told.channel, told.text()), (CHANNEL, "<@102>, open your Direct Messages."));
    assert_eq!(rig.delivered().await, (2, None));

    // He, not the bot, opens it and writes.
    rig.discord.world().forbidden.clear();
    let id = rig.discord.say(private(BEN, "games"));
    rig.heard().await;
    rig.send(at(dm(BEN), answering(id, text(3, "none"))));
    let first = says(&mut rig, 1, "Arrange your men.").await;
    let second = says(&mut rig, 3, "none").await;
    assert_eq!([first.channel, second.channel], [dm(BEN); 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_kill_what_discord_has_is_not_posted_again() {
    let mut rig = Rig::start().await;
    let moved = board(1, 5, "Ann moved.");
    let asked = answering(7, text(2, "Ben asks for a draw."));
    let private = {
        let ann = PersonId::new(Platform::Discord, ANN.id.to_string());
        let mut reply = text(3, "Your men are set.");
        reply.reply.place = ann.private_place();
        reply
    };
    let mut ids = Vec::new();
    for reply in [&moved, &asked, &private] {
        ids.push(rig.posted(reply.clone()).await.id);
    }
    // Somebody else says the same, and the nonces are forgotten by now.
    rig.discord.say(line(ANN, "Ann resigns."));
    rig.discord.forget_nonces();

    let (discord, kept) = rig.stop().await;
    let (settings, clock) = (settings(&discord, TOKEN), SystemClock);
    let mut rig = Rig::launch_with(discord, settings, Arc::new(clock), kept);
    for reply in [moved, asked, private, text(4, "Ann resigns.")] {
        rig.send(again(reply));
    }
    let mut ends = Vec::new();
    for _ in 0..4 {
        ends.push(rig.delivered().await);
    }
    ends.sort_by_key(|(number, _)| *number);
    for (n, (end, id)) in ends.iter().zip(&ids).enumerate() {
        assert_eq!(*end, (n as u64 + 1, Some(message_id(*id))));
    }
    assert_eq!(rig.discord.world().posts.len(), 4, "only what was not there came");
    let read = rig.discord.world().calls.clone();
    let read = read.iter().filter(|call| **call == format!("GET channels/{CHANNEL}/messages"));
    assert_eq!(read.count(), 1, "once per channel");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_from_before_a_restart_is_not_posted_after_a_newer_one() {
    let mut rig = Rig::start().await;
    rig.posted(board(9, 6, "Ben moved.")).await;
    rig.send(again(board(4, 5, "Ann moved.")));
    assert_eq!(rig.delivered().await, (4, None));
    // Also where only the channel itself knows of the newer one.
    let (discord, kept) = rig.stop().await;
    let (settings, clock) = (settings(&discord, TOKEN), SystemClock);
    let mut rig = Rig::launch_with(discord, settings, Arc::new(clock), kept);
    rig.send(again(board(5, 5, "Ann moved.")));
    assert_eq!(rig.delivered().await, (5, None));
    assert_eq!(rig.discord.world().posts.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_history_may_not_be_read_it_is_posted() {
    let mut rig = Rig::start().await;
    rig.discord.world().no_history.insert(CHANNEL);
    let post = rig.posted(again(board(1, 5, "Ann moved."))).await;
    assert_eq!(post.text(), "Ann moved.");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_closed_channel_has_is_looked_up_once_it_opens() {
    let mut rig = Rig::start().await;
    let moved = board(1, 5, "Ann moved.");
    let post = rig.posted(moved.clone()).await;
    rig.discord.forget_nonces();
    let (discord, kept) = rig.stop().await;
    discord.world().forbidden.insert(CHANNEL, (403, 50_001));
    let (settings, clock) = (settings(&discord, TOKEN), SystemClock);
    let mut rig = Rig::launch_with(discord, settings, Arc::new(clock), kept);
    rig.send(again(moved));
    until(|| !rig.reach.lock().unwrap().is_empty()).await;
    rig.discord.allow(CHANNEL);
    assert_eq!(rig.delivered().await, (1, Some(message_id(post.id))));
    assert_eq!((attempts(&rig), rig.discord.world().posts.len()), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_behind_a_long_outage_posts_nothing_twice() {
    let (mut rig, clock) = on_a_clock().await;
    rig.discord.world().misbehaviours.push_back(Misbehaviour::ResetAfterPosting);
    rig.send(board(1, 5, "Ann moved."));
    let post = rig.discord.post().await;
    rig.discord.world().outage = Some(Misbehaviour::Fails(503));
    pass(&clock, 600, || false).await;
    rig.discord.forget_nonces();
    rig.discord.world().outage = None;
    pass(&clock, 61, || false).await;
    assert_eq!(rig.delivered().await, (1, Some(message_id(post.id))));
    assert_eq!(rig.discord.world().posts.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn words_that_the_servers_filter_refuses_are_replaced_and_the_board_comes() {
    let mut rig = Rig::start().await;
    rig.discord.world().misbehaviours.push_back(Misbehaviour::Refuses(400, 200_000));
    let post = rig.posted(pinging(BEN, board(1, 5, "A name that nobody may say moved."))).await;
    assert!(post.file.is_some());
    assert!(post.text().starts_with("<@102>, this server's AutoMod refused my words."));
    assert!(post.text().contains("`board #12`"), "{}", post.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn old_answers_that_nothing_depends_on_are_dropped() {
    let (mut rig, clock) = on_a_clock().await;
    rig.discord.world().outage = Some(Misbehaviour::Fails(503));
    let mut passing = text(0, "It is 12 o'clock.");
    passing.outbox = None;
    rig.send(passing);
    rig.send(text(1, "Ann moved."));
    pass(&clock, 300, || false).await;
    rig.discord.world().outage = None;
    assert!(pass(&clock, 61, || !rig.discord.world().posts.is_empty()).await);
    says(&mut rig, 1, "Ann moved.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_tried_in_silence_and_all_of_it_comes_once_behind_it() {
    let clock = ManualClock::new(1_790_000_000_000);
    let voice = Voice::answerable(Arc::new(clock.clone()));
    voice.answered(clock.instant() + Duration::from_secs(60));
    let (mut rig, clock) = with_voice(voice.clone(), clock).await;
    // Discord has it, and does not say so.
    rig.discord.world().misbehaviours.push_back(Misbehaviour::ResetAfterPosting);
    rig.send(text(1, "Ann moved."));
    let post = rig.discord.post().await;
    // Silence is longer than a nonce is known, and than an answer is worth something.
    clock.advance(Duration::from_secs(62));
    assert!(!voice.is_heard());
    let answer = Outgoing { outbox: None, ..text(2, "It is your move.") };
    rig.send(answer);
    let silent = attempts(&rig);
    pass(&clock, 600, || false).await;
    assert_eq!(attempts(&rig), silent, "nothing is tried");
    rig.discord.forget_nonces();

    voice.answered(clock.instant() + Duration::from_secs(600));
    assert!(pass(&clock, 61, || rig.discord.world().posts.len() == 2).await);
    assert_eq!(rig.delivered().await, (1, Some(message_id(post.id))));
    assert_eq!(rig.discord.post().await.text(), "It is your move.");
    pass(&clock, 5, || false).await;
    assert_eq!(rig.discord.world().posts.len(), 2, "and nothing twice");
}
