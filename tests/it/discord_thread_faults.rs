//! What goes wrong with the threads of games on Discord: the whole program beside a strict stand-in.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use table::GameNo;
use tokio::time::sleep;

use crate::{
    discord_threads::{
        A_WHILE, again, begin, begin_in_thread, count, no_thread_after, opened, playing_in_thread,
        say, set, started, told, until_archived,
    },
    support::{
        discord_hosted::Hosted,
        stand_in::{
            ANN, BEN, CHANNEL, Misbehaviour, THREAD, World, dm, line,
            places::{CREATE_PUBLIC_THREADS, INVITED, SEND_IN_THREADS},
            private,
        },
    },
};

#[tokio::test(flavor = "multi_thread")]
async fn where_the_bot_may_not_write_in_threads_none_is_opened() {
    let hosted = set("always").await;
    let discord = &hosted.discord;
    discord.permit(CHANNEL, INVITED & !SEND_IN_THREADS);
    begin(discord);
    let stays = told(discord, CHANNEL, "#1 stays in this channel").await;
    assert!(stays.text().contains("I cannot write in a thread"), "{}", stays.text());
    assert!(stays.text().contains("*Send Messages in Threads* is missing"), "{}", stays.text());
    discord.say(line(ANN, "!#1 f2-f3"));
    told(discord, CHANNEL, "f2-f3").await;
    discord.say(line(BEN, "!challenge bot:1 lyra white"));
    told(discord, CHANNEL, "#2 Lyra").await;
    sleep(A_WHILE).await;
    assert_eq!(count(discord, CHANNEL, "stays in this channel"), 1, "it is said once");
    assert!(opened(discord).is_empty());
    discord.permit(CHANNEL, INVITED);
    discord.say(line(BEN, "!thread #2"));
    let asked = told(discord, CHANNEL, "asks for a thread").await;
    told(discord, asked.id, "#2 is played in this thread").await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_in_which_the_bot_may_write_no_more_is_archived_and_its_game_goes_back() {
    let (hosted, thread) = playing_in_thread().await;
    let discord = &hosted.discord;
    discord.permit(CHANNEL, INVITED & !SEND_IN_THREADS);
    say(discord, ANN, thread, "f2-f3");
    let back = told(discord, CHANNEL, "I cannot write in the thread of #1").await;
    assert!(back.text().contains("*Send Messages in Threads* is missing"), "{}", back.text());
    until_archived(discord, thread).await;
    discord.say(line(BEN, "d5-d4"));
    told(discord, CHANNEL, "d5-d4").await;
    // The reason is known there by now.
    discord.say(line(BEN, "!challenge bot:1 lyra white"));
    told(discord, CHANNEL, "#2 Lyra").await;
    sleep(A_WHILE).await;
    assert_eq!((count(discord, CHANNEL, "stays in this"), opened(discord).len()), (0, 1));
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_timeout_is_told_with_its_end_and_who_can_lift_it() {
    let hosted = set("always").await;
    let discord = &hosted.discord;
    let thread = begin_in_thread(discord).await;
    discord.time_out(Some("2099-01-01T00:00:00+00:00"));
    say(discord, ANN, thread, "f2-f3");
    let words =
        "I am in a timeout, which ends <t:4070908800:R>. Whoever moderates this server can end it";
    let shown = told(discord, dm(BEN), words).await;
    assert!(!shown.text().contains("missing"), "{}", shown.text());
    discord.time_out(None);
    let back = told(discord, CHANNEL, "keeps me from writing in the thread of #1").await;
    let words = "A timeout, which ends <t:4070908800:R>, keeps me";
    assert!(
        back.text().contains(words) && back.text().contains("Remove Timeout"),
        "{}",
        back.text()
    );
    assert!(back.file.is_some() && !back.text().contains("missing"), "{}", back.text());
    // The next game has a thread again.
    discord.say(line(ANN, "!challenge bot:1 lyra white"));
    let thread = told(discord, CHANNEL, "#2 Lyra").await.id;
    told(discord, thread, "#2 is played in this thread").await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sets_threads_is_told_of_all_that_is_missing_for_them() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    discord.permit(CHANNEL, INVITED & !SEND_IN_THREADS);
    discord.say(line(ANN, "!server set threads always"));
    let set = told(discord, CHANNEL, "a thread for each game: always").await;
    let words = "the permission *Send Messages in Threads*, which is missing";
    assert!(set.text().contains(words), "{}", set.text());
    discord.permit(CHANNEL, INVITED & !SEND_IN_THREADS & !CREATE_PUBLIC_THREADS);
    discord.say(line(ANN, "!server set threads ask"));
    let set = told(discord, CHANNEL, "a thread for each game: ask").await;
    let words = "*Create Public Threads* and *Send Messages in Threads*, which are missing";
    assert!(set.text().contains(words), "{}", set.text());
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_thread_cannot_wake_since_too_many_are_active_goes_back() {
    let (hosted, thread) = playing_in_thread().await;
    let discord = &hosted.discord;
    discord.archive_thread(thread);
    discord.world().rules.active_threads = 1;
    discord.say(line(ANN, "!#1 f2-f3"));
    let back = told(discord, CHANNEL, "The thread of #1 is archived").await;
    assert!(back.text().contains("as many active threads as Discord allows"), "{}", back.text());
    assert!(back.file.is_some() && back.text().contains("your turn"), "{}", back.text());
    discord.say(line(BEN, "d5-d4"));
    told(discord, CHANNEL, "d5-d4").await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_is_not_woken_at_once_is_not_called_locked() {
    for mishap in [Misbehaviour::Fails(503), Misbehaviour::Limited(0.2), Misbehaviour::Reset] {
        let (hosted, thread) = playing_in_thread().await;
        let discord = &hosted.discord;
        discord.archive_thread(thread);
        discord.world().misbehaviours.push_back(Misbehaviour::Refuses(400, 50_083));
        discord.world().thread_misbehaviours.push_back(mishap);
        discord.say(line(ANN, "!#1 f2-f3"));
        told(discord, thread, "f2-f3").await;
        sleep(A_WHILE).await;
        assert_eq!(count(discord, CHANNEL, "goes on here"), 0, "{mishap:?}");
        hosted.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_in_threads_go_on_in_private_when_their_channel_is_deleted() {
    let (hosted, thread) = playing_in_thread().await;
    let discord = &hosted.discord;
    discord.delete_channel(CHANNEL);
    for who in [ANN, BEN] {
        told(discord, dm(who), "The channel of #1 is gone").await;
    }
    // That is known after a restart too.
    let hosted = again(hosted, |_| {}).await;
    let discord = &hosted.discord;
    discord.say(private(ANN, "f2-f3"));
    for who in [ANN, BEN] {
        told(discord, dm(who), "f2-f3").await;
    }
    let tried = |channel| discord.world().attempts.iter().filter(|(to, _)| *to == channel).count();
    let before = (tried(thread), tried(CHANNEL));
    discord.say(private(BEN, "!resign #1 yes"));
    for who in [ANN, BEN] {
        told(discord, dm(who), "Ann wins").await;
    }
    assert_eq!((tried(thread), tried(CHANNEL)), before, "nothing is sent there");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_a_server_filters_is_left_out_of_the_name_of_a_thread() {
    let hosted = set("always").await;
    let discord = &hosted.discord;
    discord.world().filtered_names = Some("ben");
    let thread = begin_in_thread(discord).await;
    assert_eq!(opened(discord)[0].1.name, "#1 Lyra");
    say(discord, ANN, thread, "f2-f3");
    told(discord, thread, "f2-f3").await;
    // Where that is refused too, another try would not help, and none is offered.
    discord.world().filtered_names = Some("Lyra");
    discord.say(line(ANN, "!challenge bot:1 lyra white"));
    let stays = told(discord, CHANNEL, "#2 stays in this channel").await;
    assert!(!stays.text().contains("tries again"), "{}", stays.text());
    // A message that is gone is no such refusal.
    discord.world().filtered_names = None;
    discord.world().thread_misbehaviours.push_back(Misbehaviour::Refuses(404, 10_008));
    discord.say(line(ANN, "!thread #2"));
    told(discord, CHANNEL, "the message for its thread was deleted. `!thread #2` tries again")
        .await;
    hosted.stop().await;
}

/// Returns whether it was tried to change a thread.
fn tried_to_change(thread: u64) -> impl Fn(&mut World) -> Option<()> {
    let call = format!("PATCH channels/{thread}");
    move |world| world.calls.iter().any(|made| made.ends_with(&call)).then_some(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_in_which_a_new_game_lives_by_now_is_not_archived() {
    for is_restarted in [false, true] {
        let (mut hosted, thread) = playing_in_thread().await;
        let discord = &hosted.discord;
        no_thread_after(discord, Misbehaviour::Fails(503));
        say(discord, BEN, thread, "resign #1 yes");
        told(discord, thread, "Ann wins").await;
        discord.until("try", tried_to_change(thread)).await;
        say(discord, BEN, thread, "rematch");
        told(discord, thread, "invites you").await;
        say(discord, ANN, thread, "accept");
        told(discord, thread, "#2 Lyra").await;
        if is_restarted {
            hosted = again(hosted, |discord| discord.world().thread_misbehaviours.clear()).await;
        } else {
            discord.world().thread_misbehaviours.clear();
        }
        let discord = &hosted.discord;
        sleep(A_WHILE).await;
        assert!(!discord.world().is_archived(thread), "#2 is played there");
        say(discord, BEN, thread, "abort #2 yes");
        until_archived(discord, thread).await;
        hosted.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_is_there_though_no_answer_said_so_is_used() {
    for mishap in [Misbehaviour::FailsAfterPosting, Misbehaviour::ResetAfterPosting] {
        let hosted = set("always").await;
        let discord = &hosted.discord;
        no_thread_after(discord, mishap);
        let thread = begin_in_thread(discord).await;
        assert_eq!(count(discord, CHANNEL, "stays in this channel"), 0, "{mishap:?}");
        say(discord, ANN, thread, "f2-f3");
        told(discord, thread, "f2-f3").await;
        hosted.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_is_not_there_is_called_missing_once_that_is_known() {
    let hosted = set("always").await;
    let discord = &hosted.discord;
    no_thread_after(discord, Misbehaviour::Fails(503));
    begin(discord);
    let stays = told(discord, CHANNEL, "#1 stays in this channel").await;
    assert!(stays.text().contains("tries again"), "{}", stays.text());
    let asked = discord.world().calls.iter().any(|call| call.starts_with("GET channels/"));
    assert!(asked && opened(discord).is_empty());
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_in_a_thread_before_its_game_lives_there_is_not_lost() {
    // What is typed is replayed by a resumed session, or was said before a new one.
    for is_resumed in [true, false] {
        let hosted = set("always").await;
        let discord = &hosted.discord;
        no_thread_after(discord, Misbehaviour::FailsAfterPosting);
        begin(discord);
        let there = |world: &mut World| world.threads.keys().find(|id| **id != THREAD).copied();
        let thread = discord.until("thread", there).await;
        say(discord, ANN, thread, "f2-f3");
        sleep(A_WHILE).await;
        let (discord, folder) = hosted.kill().await;
        discord.world().thread_misbehaviours.clear();
        if !is_resumed {
            discord.world().end_sessions(None);
        }
        say(&discord, BEN, thread, "d5-d4");
        let hosted = started(discord, folder).await;
        let discord = &hosted.discord;
        // It answers the move that was typed before it.
        told(discord, thread, "ben moved d5-d4").await;
        sleep(A_WHILE).await;
        let (row, _) = hosted.store.reader().unwrap().game(GameNo(1)).unwrap().unwrap();
        assert_eq!(row.ply, 2, "each is played once");
        assert_eq!(count(discord, thread, "while I was away"), 0);
        hosted.stop().await;
    }
}
