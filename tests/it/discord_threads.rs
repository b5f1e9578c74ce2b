//! A thread for each game on Discord: the whole program beside a strict stand-in.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{sync::Arc, time::Duration};

use host::ManualClock;
use serde_json::json;
use tempfile::TempDir;
use tokio::time::sleep;

use crate::{
    discord_taps::button,
    support::{
        discord_hosted::Hosted,
        stand_in::{
            ANN, BEN, CHANNEL, Misbehaviour, Post, Said, Someone, StandIn, THREAD, Thread, World,
            line,
            places::{CREATE_PUBLIC_THREADS, INVITED},
        },
    },
};

/// Long enough for what must not happen to happen.
pub(crate) const A_WHILE: Duration = Duration::from_millis(200);
/// More requests than are made in any test.
const MANY: usize = 2_000;

/// Starts the program in a server whose games have threads like this.
pub(crate) async fn set(threads: &str) -> Hosted {
    let hosted = Hosted::start().await;
    hosted.discord.registered().await;
    hosted.discord.permit(CHANNEL, INVITED);
    hosted.discord.say(line(ANN, &format!("!server set threads {threads}")));
    told(&hosted.discord, CHANNEL, "a thread for each game").await;
    hosted
}

/// The first post of a channel that has these words.
pub(crate) async fn told(discord: &StandIn, channel: u64, words: &str) -> Post {
    let is_it = |post: &&Post| post.channel == channel && post.text().contains(words);
    discord.until(words, |world| world.posts.iter().find(is_it).cloned()).await
}

/// Returns how many posts of a channel have these words.
pub(crate) fn count(discord: &StandIn, channel: u64, words: &str) -> usize {
    let world = discord.world();
    let found = |post: &&Post| post.channel == channel && post.text().contains(words);
    world.posts.iter().filter(found).count()
}

/// The threads that the bot has opened, in their order.
pub(crate) fn opened(discord: &StandIn) -> Vec<(u64, Thread)> {
    let world = discord.world();
    let own = world.threads.iter().filter(|(id, _)| **id != THREAD);
    own.map(|(id, thread)| (*id, thread.clone())).collect()
}

pub(crate) fn say(discord: &StandIn, by: Someone, channel: u64, text: &str) {
    discord.say(Said { channel, ..line(by, text) });
}

pub(crate) async fn until_archived(discord: &StandIn, thread: u64) {
    discord.until("archive", |world| world.is_archived(thread).then_some(())).await;
}

/// Begins a game between Ann, who is to move, and Ben in the channel.
pub(crate) fn begin(discord: &StandIn) {
    discord.say(line(ANN, &format!("!challenge <@{}> lyra white", BEN.id)));
    discord.say(line(BEN, "!accept"));
}

/// Begins that game, and gives the thread in which it goes on.
pub(crate) async fn begin_in_thread(discord: &StandIn) -> u64 {
    begin(discord);
    let thread = told(discord, CHANNEL, "#1 Lyra").await.id;
    told(discord, thread, "played in this thread").await;
    thread
}

/// Starts the program, and begins that game: gives the thread in which it goes on.
pub(crate) async fn playing_in_thread() -> (Hosted, u64) {
    let hosted = set("always").await;
    let thread = begin_in_thread(&hosted.discord).await;
    (hosted, thread)
}

/// Lets Ben ask for a thread, and gives that in which the game goes on.
async fn asked_for_thread(discord: &StandIn) -> u64 {
    discord.say(line(BEN, "!thread"));
    let thread = told(discord, CHANNEL, "asks for a thread").await.id;
    told(discord, thread, "played in this thread").await;
    thread
}

/// What happens to the first request about a thread, and that none behind it is answered.
pub(crate) fn no_thread_after(discord: &StandIn, first: Misbehaviour) {
    let mishaps = [first].into_iter().chain([Misbehaviour::Fails(503); MANY]);
    discord.world().thread_misbehaviours.extend(mishaps);
}

/// Starts the program again on the same database.
pub(crate) async fn again(hosted: Hosted, between: impl FnOnce(&StandIn)) -> Hosted {
    let (discord, folder) = hosted.stop().await;
    between(&discord);
    started(discord, folder).await
}

/// Starts the program on this database, and waits until it is connected.
pub(crate) async fn started(discord: StandIn, folder: TempDir) -> Hosted {
    let still = Arc::new(ManualClock::new(0));
    let hosted = Hosted::open(discord, folder, still).await;
    let connected = |world: &mut World| (world.connected() > 0).then_some(());
    hosted.discord.until("connection", connected).await;
    hosted
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_in_its_thread_from_start_to_end() {
    let (hosted, thread) = playing_in_thread().await;
    let discord = &hosted.discord;
    let [(id, kept)] = &opened(discord)[..] else { panic!("one thread") };
    assert_eq!((*id, kept.parent, &*kept.name), (thread, CHANNEL, "#1 Lyra: Ann v. ben"));
    let first = told(discord, thread, "played in this thread").await;
    assert!(first.file.is_some(), "with its board");
    let named = &first.payload["allowed_mentions"]["users"];
    assert_eq!(*named, json!([ANN.id.to_string(), BEN.id.to_string()]), "they are led there");
    say(discord, ANN, thread, "f2-f3");
    told(discord, thread, "f2-f3").await;
    // Who still looks at the channel is told where it happens.
    discord.say(line(BEN, "!#1 d5-d4"));
    told(discord, thread, "d5-d4").await;
    told(discord, CHANNEL, "#1").await;
    assert_eq!(count(discord, CHANNEL, "moved"), 0);
    // Whoever writes there has come for the game: no command needs anything before it, and talk stays talk.
    let n_posts = count(discord, thread, "");
    say(discord, BEN, thread, "good luck and have fun");
    say(discord, ANN, thread, "resign");
    let asked = told(discord, thread, "resign #1 yes").await;
    assert!(!asked.text().contains('!'), "{}", asked.text());
    assert_eq!(count(discord, thread, ""), n_posts + 1);
    say(discord, ANN, thread, "resign #1 yes");
    told(discord, thread, "ben wins").await;
    until_archived(discord, thread).await;
    // A rematch wakes it, and is played there.
    say(discord, BEN, thread, "!rematch");
    told(discord, thread, "invites you").await;
    assert!(!discord.world().is_archived(thread));
    say(discord, ANN, thread, "accept");
    told(discord, thread, "#2 Lyra").await;
    sleep(A_WHILE).await;
    assert_eq!(opened(discord).len(), 1, "a game in a thread gets none of its own");
    say(discord, BEN, thread, "!abort #2 yes");
    until_archived(discord, thread).await;
    assert_eq!(opened(discord)[0].1.name, "#1 Lyra: Ann v. ben", "it is named once");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_with_another_game_stays_open() {
    let (hosted, thread) = playing_in_thread().await;
    let discord = &hosted.discord;
    say(discord, ANN, thread, "!challenge anyone lyra");
    told(discord, thread, "#2").await;
    say(discord, ANN, thread, "!resign #1 yes");
    told(discord, thread, "ben wins").await;
    sleep(A_WHILE).await;
    assert!(!discord.world().is_archived(thread));
    say(discord, ANN, thread, "!withdraw #2");
    until_archived(discord, thread).await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_against_the_bot_and_set_ups_have_threads_too() {
    let hosted = set("always").await;
    let discord = &hosted.discord;
    // The bot begins, so its move comes with the first message.
    discord.say(line(ANN, "!challenge bot:1 lyra black"));
    let thread = told(discord, CHANNEL, "#1 Lyra").await.id;
    told(discord, thread, "<@101>: #1 is played in this thread").await;
    assert_eq!(opened(discord)[0].1.name, "#1 Lyra: Martian Cake v. Ann");
    let id = discord.slash(
        ANN,
        CHANNEL,
        "challenge",
        &[("opponent", json!(BEN.id.to_string())), ("game", json!("cyvasse"))],
    );
    let offer = told(discord, CHANNEL, "#2").await;
    discord.answered(id).await;
    discord.press(BEN, offer.id, &button(&offer.payload, &["Accept"]));
    let thread = told(discord, CHANNEL, "#2 Cyvasse").await.id;
    let there = told(discord, thread, "#2 is played in this thread").await;
    assert!(there.file.is_none(), "men are arranged unseen");
    for who in [ANN, BEN] {
        let id = discord.press(who, there.id, &button(&there.payload, &["Arrange now"]));
        let half = discord.answered(id).await;
        assert!(half.is_ephemeral() && half.files.len() == 1, "{:?}", half.message);
        let done = button(&half.message, &["Done"]);
        let id = discord.press(who, half.id, &done);
        assert!(discord.answered(id).await.is_ephemeral());
    }
    assert!(told(discord, thread, "all set-ups are open").await.file.is_some());
    assert_eq!(opened(discord).len(), 2);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_setting_games_stay_and_where_it_asks_a_button_moves_them() {
    let hosted = set("never").await;
    let discord = &hosted.discord;
    begin(discord);
    let board = told(discord, CHANNEL, "#1 Lyra").await;
    assert!(!board.payload["components"].to_string().contains("thread"), "nothing is offered");
    discord.say(line(ANN, "!thread"));
    told(discord, CHANNEL, "`!server set threads ask`").await;
    discord.say(line(ANN, "!server set threads ask"));
    told(discord, CHANNEL, "a thread for each game: ask").await;
    discord.say(line(ANN, "!challenge bot:1 lyra white"));
    let board = told(discord, CHANNEL, "#2 Lyra").await;
    let press = button(&board.payload, &["Open a thread"]);
    // Whoever does not play moves nothing, and two presses in a row move it once.
    let id = discord.press(BEN, board.id, &press);
    discord.answered(id).await;
    assert!(opened(discord).is_empty());
    discord.press(ANN, board.id, &press);
    discord.press(ANN, board.id, &press);
    let asked = told(discord, CHANNEL, "Ann asks for a thread").await;
    told(discord, asked.id, "#2 is played in this thread").await;
    sleep(A_WHILE).await;
    for (id, _) in &opened(discord)[1..] {
        until_archived(discord, *id).await;
    }
    discord.say(line(ANN, "!thread #2"));
    told(discord, CHANNEL, "in a thread already").await;
    say(discord, ANN, asked.id, "f2-f3");
    told(discord, asked.id, "f2-f3").await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_thread_can_be_opened_the_game_stays_and_says_why_once() {
    let hosted = set("always").await;
    let discord = &hosted.discord;
    discord.permit(CHANNEL, INVITED & !CREATE_PUBLIC_THREADS);
    discord.say(line(ANN, "!challenge bot:1 lyra white"));
    told(discord, CHANNEL, "#1 stays in this channel: I cannot open a thread").await;
    told(discord, CHANNEL, "*Create Public Threads* is missing").await;
    discord.say(line(ANN, "!#1 f2-f3"));
    told(discord, CHANNEL, "f2-f3").await;
    discord.say(line(BEN, "!challenge bot:1 lyra white"));
    told(discord, CHANNEL, "#2 Lyra").await;
    sleep(A_WHILE).await;
    assert_eq!(count(discord, CHANNEL, "stays in this channel"), 1, "it is said once");
    discord.say(line(BEN, "!thread"));
    told(discord, CHANNEL, "#2 stays in this channel").await;
    // Another reason is news.
    discord.permit(CHANNEL, INVITED);
    discord.world().rules.active_threads = 1;
    discord.say(line(BEN, "!thread #2"));
    told(discord, CHANNEL, "as many active threads as Discord allows").await;
    discord.world().thread_misbehaviours.push_back(Misbehaviour::Refuses(400, 50_024));
    discord.say(line(BEN, "!thread #2"));
    told(discord, CHANNEL, "channels of this kind have no threads").await;
    assert!(opened(discord).is_empty());
    discord.world().rules.active_threads = 1_000;
    discord.say(line(BEN, "!thread #2"));
    let told_twice = |world: &mut World| (world.threads.len() == 2).then_some(());
    discord.until("thread", told_twice).await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sets_threads_is_told_of_the_permission_that_is_missing() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    discord.say(line(ANN, "!server set threads always"));
    let set = told(discord, CHANNEL, "a thread for each game: always").await;
    assert!(set.text().contains("*Create Public Threads*, which is missing"), "{}", set.text());
    assert!(set.text().contains("permissions=309237746688"), "{}", set.text());
    let values = [("what", json!("threads")), ("value", json!("ask"))];
    let id = discord.slash(ANN, CHANNEL, "server set", &values);
    let set = told(discord, CHANNEL, "a thread for each game: ask").await;
    assert!(set.text().contains("*Create Public Threads*, which is missing"), "{}", set.text());
    discord.answered(id).await;
    discord.permit(CHANNEL, INVITED);
    discord.say(line(ANN, "!server set threads always here"));
    let set_thrice = |world: &mut World| {
        let set = world.posts.iter().filter(|post| post.text().contains("a thread for each game"));
        (set.count() == 3).then_some(())
    };
    discord.until("third setting", set_thrice).await;
    assert_eq!(count(discord, CHANNEL, "is missing"), 2);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_thread_is_locked_or_deleted_goes_back_to_its_channel() {
    let (hosted, thread) = playing_in_thread().await;
    let discord = &hosted.discord;
    discord.lock_thread(thread, true);
    let back = told(discord, CHANNEL, "The thread of #1 is locked: the game goes on here").await;
    assert!(back.file.is_some() && back.text().contains("your turn"), "{}", back.text());
    discord.say(line(ANN, "f2-f3"));
    told(discord, CHANNEL, "f2-f3").await;
    // Without a word of it, the next message finds out; nothing of what was to be said is lost.
    let thread = asked_for_thread(discord).await;
    discord.world().threads.get_mut(&thread).unwrap().locked = true;
    let before = count(discord, CHANNEL, "is locked");
    discord.say(line(BEN, "!#1 d5-d4"));
    discord
        .until("return", |world| {
            let found = world.posts.iter().filter(|post| post.text().contains("is locked"));
            (found.count() > before).then_some(())
        })
        .await;
    discord.say(line(ANN, "!resign #1 yes"));
    told(discord, CHANNEL, "ben wins").await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_game_whose_thread_is_deleted_is_told_in_its_channel() {
    let (hosted, thread) = playing_in_thread().await;
    let discord = &hosted.discord;
    discord.delete_channel(thread);
    told(discord, CHANNEL, "The thread of #1 was deleted: the game goes on here").await;
    discord.say(line(ANN, "f2-f3"));
    told(discord, CHANNEL, "f2-f3").await;
    let thread = asked_for_thread(discord).await;
    // It takes no message any more, as the last one of the game finds out.
    discord.world().forbidden.insert(thread, (404, 10_003));
    discord.say(line(BEN, "!resign #1 yes"));
    told(discord, CHANNEL, "Ann wins").await;
    assert_eq!(count(discord, thread, "Ann wins"), 0);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_somebody_archives_wakes_by_the_next_message() {
    let (hosted, thread) = playing_in_thread().await;
    let discord = &hosted.discord;
    discord.archive_thread(thread);
    discord.say(line(ANN, "!#1 f2-f3"));
    told(discord, thread, "f2-f3").await;
    assert!(!discord.world().is_archived(thread));
    // One that refuses the message for that is woken first.
    discord.archive_thread(thread);
    discord.world().misbehaviours.push_back(Misbehaviour::Refuses(400, 50_083));
    discord.say(line(BEN, "!#1 d5-d4"));
    told(discord, thread, "d5-d4").await;
    assert_eq!(count(discord, CHANNEL, "goes on here"), 0);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_opened_once_whenever_the_program_ends() {
    // Ended between the message and the thread, and between the thread and what the host makes of it:
    // then the thread is there, of which the program has not heard.
    for is_there in [false, true] {
        let hosted = set("always").await;
        let discord = &hosted.discord;
        let mishap =
            if is_there { Misbehaviour::FailsAfterPosting } else { Misbehaviour::Fails(503) };
        no_thread_after(discord, mishap);
        begin(discord);
        let first = told(discord, CHANNEL, "#1 Lyra").await.id;
        let tried = |world: &mut World| {
            world.calls.iter().any(|call| call.ends_with("/threads")).then_some(())
        };
        discord.until("try", tried).await;
        let hosted = again(hosted, |discord| {
            assert_eq!(opened(discord).len(), usize::from(is_there));
            discord.world().thread_misbehaviours.clear();
            discord.forget_nonces();
        })
        .await;
        let discord = &hosted.discord;
        told(discord, first, "played in this thread").await;
        say(discord, ANN, first, "f2-f3");
        told(discord, first, "f2-f3").await;
        assert_eq!((opened(discord).len(), count(discord, CHANNEL, "#1 Lyra")), (1, 1));
        // The end, with the program ended before the thread is archived.
        no_thread_after(discord, Misbehaviour::Fails(503));
        say(discord, BEN, first, "!resign #1 yes");
        told(discord, first, "Ann wins").await;
        let hosted = again(hosted, |discord| {
            assert!(!discord.world().is_archived(first));
            discord.world().thread_misbehaviours.clear();
            discord.forget_nonces();
        })
        .await;
        until_archived(&hosted.discord, first).await;
        assert_eq!(count(&hosted.discord, first, "Ann wins"), 1);
        hosted.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_channel_has_chosen_holds_in_its_threads_after_a_restart_too() {
    let hosted = set("always").await;
    hosted.discord.say(line(ANN, "!server set prefix ?"));
    told(&hosted.discord, CHANNEL, "commands begin with `?`").await;
    hosted.discord.say(line(ANN, "?server set boards slate here"));
    told(&hosted.discord, CHANNEL, "slate").await;
    hosted.discord.say(line(ANN, "?challenge bot:1 lyra white"));
    let thread = told(&hosted.discord, CHANNEL, "#1 Lyra").await.id;
    told(&hosted.discord, thread, "played in this thread").await;
    // The session is resumed, and tells of no thread.
    let hosted = again(hosted, |_| {}).await;
    say(&hosted.discord, ANN, thread, "?server show");
    let shown = told(&hosted.discord, thread, "Prefix: `?`").await;
    assert!(shown.text().contains("slate"), "{}", shown.text());
    // What is typed there while the program is away is read back in a new session.
    let hosted = again(hosted, |discord| {
        discord.world().end_sessions(None);
        say(discord, ANN, thread, "?f2-f3");
    })
    .await;
    told(&hosted.discord, thread, "f2-f3").await;
    hosted.stop().await;
}
