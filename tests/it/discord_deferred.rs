//! Deferred answers to interactions: what becomes of them when the host is slow, when their time is over, and
//! when the program was restarted in between.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use chat::{Attachment, Audience, Outgoing, TextFile};
use host::{HostEvent, ManualClock, MessageOutcome};
use serde_json::json;
use table::{MessageId, PersonId, Platform};
use tokio::time::sleep;

use crate::support::{
    discord_hosted::Hosted,
    discord_rig::{Rig, answered_in_time, at, board, settings, text},
    stand_in::{ANN, BEN, BOT, CHANNEL, GUILD, OTHER_CHANNEL, StandIn, TOKEN, World, dm, line},
};

/// When the tests take place.
const NOW: i64 = 1_800_000_000_000;
/// Long enough for what must not happen to happen.
const A_WHILE: Duration = Duration::from_millis(300);

/// The adapter by a clock that is moved, before a host that answers nothing by itself.
async fn start() -> (Rig, ManualClock) {
    let clock = ManualClock::new(NOW);
    let discord = StandIn::strict(Arc::new(clock.clone())).await;
    let settings = settings(&discord, TOKEN);
    let rig = Rig::run(discord, settings, Arc::new(clock.clone()), Arc::default(), false);
    rig.discord.identified(1).await;
    rig.discord.until("registration", |world| (world.command_puts > 0).then_some(())).await;
    (rig, clock)
}

/// The id of the message that an interaction stands for.
fn message_of(interaction: u64) -> MessageId {
    MessageId::new(Platform::Discord, format!("i{interaction}"))
}

/// A reply to an interaction of Ann's, for her alone.
fn whisper(number: u64, words: &str, interaction: u64) -> Outgoing {
    let mut outgoing = text(number, words);
    outgoing.reply.audience = Audience::Only(PersonId::new(Platform::Discord, "101"));
    outgoing.reply.reply_to = Some(message_of(interaction));
    outgoing.cause = outgoing.reply.reply_to.clone();
    outgoing
}

fn end(rig: &Rig, interaction: u64) {
    let message = message_of(interaction);
    rig.out.send(HostEvent::MessageOutcome { message, end: MessageOutcome::Answered }).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_host_keeps_nobody_waiting_without_a_word() {
    let (mut rig, clock) = start().await;
    let id = rig.discord.slash(ANN, CHANNEL, "games", &[]);
    assert_eq!(rig.discord.acknowledged(id).await.kind, 5);
    assert_eq!(rig.heard().await.id, message_of(id));
    let shown = answered_in_time(&rig.discord, &clock, id).await;
    assert!(shown.text().contains("longer than usual"), "{}", shown.text());
    rig.send(whisper(1, "#1 waits for you.", id));
    end(&rig, id);
    let later = rig
        .discord
        .until("follow-up", |world| {
            world.interactions.iter().find(|one| one.id == id)?.follow_ups.first().cloned()
        })
        .await;
    assert!(later.is_ephemeral() && later.text() == "#1 waits for you.");
    assert_eq!(rig.delivered().await.0, 1);
    assert!(rig.discord.world().posts.is_empty(), "nobody else has seen anything");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_refused_is_said_in_words_and_nothing_comes_twice() {
    let (mut rig, _) = start().await;
    rig.discord.world().refuses_files = Some((413, 40_005));
    let id = rig.discord.slash(ANN, CHANNEL, "games", &[]);
    rig.discord.acknowledged(id).await;
    rig.heard().await;
    // More than one message holds, with a file at the first.
    let words = "A line of the answer.\n".repeat(150);
    let mut outgoing = whisper(1, &words, id);
    let file = TextFile { name: "game-1.txt".to_owned(), text: "Result 1-0".to_owned() };
    outgoing.reply.attachments.push(Attachment::File(file));
    rig.send(outgoing);
    end(&rig, id);
    assert_eq!(rig.delivered().await.0, 1);
    let first = rig.discord.answered(id).await;
    let later = {
        let world = rig.discord.world();
        world.interactions.iter().find(|one| one.id == id).unwrap().follow_ups.clone()
    };
    let said: Vec<&str> = [&first].into_iter().chain(&later).map(|one| one.text()).collect();
    let lines = said.iter().flat_map(|text| text.lines());
    assert_eq!(lines.filter(|line| *line == "A line of the answer.").count(), 150, "{said:?}");
    assert_eq!(said.iter().filter(|text| text.contains("Result 1-0")).count(), 1, "{said:?}");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_when_the_token_has_run_out_goes_to_the_private_chat() {
    let (mut rig, clock) = start().await;
    let id = rig.discord.slash(ANN, CHANNEL, "games", &[]);
    rig.discord.acknowledged(id).await;
    rig.heard().await;
    rig.discord.world().rules.token_life = Duration::ZERO;
    clock.advance(Duration::from_secs(1));
    rig.send(whisper(1, "A secret of Ann's.", id));
    end(&rig, id);
    let post = rig.discord.post().await;
    assert_eq!((post.channel, post.text()), (dm(ANN), "A secret of Ann's."));
    assert_eq!(rig.delivered().await.0, 1);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_for_a_place_is_said_there_once_the_token_has_run_out() {
    let (mut rig, clock) = start().await;
    let id = rig.discord.slash(ANN, CHANNEL, "board", &[]);
    rig.discord.acknowledged(id).await;
    rig.heard().await;
    clock.advance(Duration::from_secs(11));
    assert!(rig.discord.answered(id).await.text().contains("longer than usual"));
    // Nobody knows any more whether the host will ever answer: the conversation is over.
    clock.advance(Duration::from_secs(15 * 60));
    rig.discord
        .until("end of the conversation", |world| {
            let one = world.interactions.iter().find(|one| one.id == id)?;
            let is_over = world.calls.iter().filter(|call| call.contains("webhooks/")).count() > 1;
            (is_over || !one.follow_ups.is_empty()).then_some(())
        })
        .await;
    // The board is for everyone; a list that answers Ann is not.
    let mut board = board(1, 3, "#12, the board");
    (board.outbox, board.cause) = (None, Some(message_of(id)));
    board.reply.reply_to = Some(message_of(id));
    let mut list = whisper(2, "Your games.", id);
    (list.outbox, list.reply.audience) = (None, Audience::Place);
    rig.send(board);
    let post = rig.discord.post().await;
    assert_eq!(post.channel, CHANNEL, "{}", post.text());
    rig.send(list);
    let post = rig.discord.post().await;
    assert_eq!((post.channel, post.text()), (dm(ANN), "Your games."));
    end(&rig, id);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_stays_open_while_it_is_slowly_found_out_who_sees_its_board() {
    let (mut rig, clock) = start().await;
    // What comes behind all that the gateway tells of the server: the next run is told it no more.
    let message = rig.hear(line(ANN, "!games")).await.id;
    rig.out.send(HostEvent::MessageOutcome { message, end: MessageOutcome::Silent }).unwrap();
    let (discord, kept) = rig.stop().await;
    let settings = settings(&discord, TOKEN);
    let mut rig = Rig::run(discord, settings, Arc::new(clock.clone()), kept, false);
    // The session is resumed, so nothing is known of the server, and Discord is slow to tell.
    rig.discord.until("connection", |world| (world.connected() > 0).then_some(())).await;
    rig.discord.world().slow.insert(GUILD, Duration::from_secs(3_600));
    let id = rig.discord.slash(ANN, CHANNEL, "resign", &[]);
    rig.discord.acknowledged(id).await;
    rig.heard().await;
    let mut elsewhere = at(OTHER_CHANNEL, text(1, "#1 is over."));
    elsewhere.cause = Some(message_of(id));
    rig.send(elsewhere);
    end(&rig, id);
    let asks =
        |world: &mut World| world.calls.iter().any(|call| call.contains("guilds/")).then_some(());
    rig.discord.until("question about the server", asks).await;
    // No time has passed before, however busy the machine is, so this is all that there is.
    clock.advance(Duration::from_secs(10));
    let shown = rig.discord.answered(id).await;
    assert_eq!(shown.text(), "Done.", "it does not say where, since Ann may not see that place");
    rig.discord.world().slow.clear();
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_for_one_person_before_a_restart_is_not_said_before_others() {
    let (mut rig, _clock) = start().await;
    let mut again = whisper(7, "A secret of Ann's.", 12_345);
    (again.may_be_sent, again.cause) = (true, None);
    rig.send(again);
    let post = rig.discord.post().await;
    assert_eq!((post.channel, post.text()), (dm(ANN), "A secret of Ann's."));
    assert_eq!(rig.delivered().await.0, 7);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_discord_gave_up_before_it_reached_us_is_left_out() {
    let (mut rig, clock) = start().await;
    rig.discord.lose_network();
    rig.discord.until("loss", |world| (world.connected() == 0).then_some(())).await;
    let id = rig.discord.slash(ANN, CHANNEL, "games", &[]);
    clock.advance(Duration::from_secs(5));
    rig.discord.restore_network();
    // It has been told that the command failed, and uses it again.
    let again = loop {
        clock.advance(Duration::from_millis(500));
        sleep(Duration::from_millis(50)).await;
        if rig.discord.world().connected() > 0 {
            break rig.discord.slash(ANN, CHANNEL, "help", &[]);
        }
    };
    assert_eq!(rig.heard().await.id, message_of(again));
    sleep(A_WHILE).await;
    rig.host.settled().await;
    assert!(rig.said.try_recv().is_err(), "{id} was not handed over");
    end(&rig, again);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_works_after_a_restart() {
    let hosted = Hosted::start().await;
    hosted.discord.registered().await;
    let challenge = format!("!challenge <@{}> lyra white", BEN.id);
    hosted.discord.say(line(ANN, &challenge));
    hosted.discord.post().await;
    hosted.discord.say(line(BEN, "!accept"));
    let board = hosted.discord.post().await;
    let (discord, folder) = hosted.stop().await;
    let still = Arc::new(ManualClock::new(0));
    let again = Hosted::open(discord, folder, still).await;
    again.discord.until("connection", |world| (world.connected() > 0).then_some(())).await;
    let id = again.discord.press(ANN, board.id, "mc1:1:0:legal");
    let men = again.discord.answered(id).await;
    let list =
        men.component("Which one moves?").unwrap_or_else(|| panic!("{}", men.text())).to_owned();
    again.discord.select(ANN, men.id, &list, &["move:c2-c3"]);
    assert!(again.discord.post().await.text().contains("c2-c3"));
    // The session was resumed, and brings no word of who we are.
    assert_eq!(again.discord.world().identifies.len(), 1);
    let bot = serde_json::json!(crate::support::stand_in::BOT.to_string());
    again.discord.slash(ANN, CHANNEL, "challenge", &[("opponent", bot)]);
    let against_us = again.discord.post().await;
    assert!(against_us.text().contains("against Martian Cake"), "{}", against_us.text());
    again.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_opens_something_is_answered_also_while_the_host_is_stuck() {
    let mut rig = Rig::start().await;
    let post = rig.posted(text(1, "a board")).await;
    rig.is_stuck.store(true, Ordering::SeqCst);
    for id in ["mc1:1:0:more", "mc1:1:0:form"] {
        let id = rig.discord.press_forged(ANN, post.id, id);
        let shown = rig.discord.answered(id).await;
        assert!(shown.is_ephemeral() && shown.text().contains("slow"), "{}", shown.text());
    }
    rig.is_stuck.store(false, Ordering::SeqCst);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_before_a_crash_stays_as_it_is() {
    let (hosted, clock) = Hosted::by_clock(NOW).await;
    let discord = &hosted.discord;
    discord.until("registration", |world| (world.command_puts > 0).then_some(())).await;
    let bot = json!(BOT.to_string());
    let bot = [("opponent", bot), ("game", json!("mix")), ("colour", json!("white"))];
    let begin = discord.slash(ANN, CHANNEL, "challenge", &bot);
    let board = discord.post().await;
    assert_eq!(discord.answered(begin).await.text(), "", "the board stands in the channel");
    // The list links to the board as soon as the host knows where it is.
    hosted.knows(board.id).await;
    let games = discord.slash(ANN, CHANNEL, "games", &[]);
    let listed = discord.answered(games).await;
    let pressed = discord.press(ANN, board.id, "mc1:1:0:legal");
    let men = discord.answered(pressed).await;
    let list = men.component("Which one moves?").unwrap().to_owned();
    let chosen = discord.select(ANN, men.id, &list, &["legal:b1"]);
    let targets = discord.answered(chosen).await;
    discord.world().replays_twice = true;
    hosted.notes(&message_of(chosen)).await;
    let (discord, folder) = hosted.kill().await;
    let of_host = Arc::new(clock.clone());
    let hosted = Hosted::open(discord, folder, of_host).await;
    let discord = &hosted.discord;
    discord.until("connection", |world| (world.connected() > 0).then_some(())).await;
    // What came last comes again, since nobody knows any more how far the killed run had come.
    let again = |world: &mut World| {
        let acknowledged = world.calls.iter().filter(|call| call.contains("/callback")).count();
        (acknowledged >= 5).then_some(())
    };
    discord.until("second acknowledgement", again).await;
    sleep(A_WHILE).await;
    for (id, before) in [(games, listed), (chosen, targets)] {
        let now = discord.interaction(id);
        let shown = now.original.unwrap();
        assert_eq!(shown.text(), before.text());
        assert_eq!(shown.message["components"], before.message["components"]);
        assert!(now.follow_ups.is_empty(), "{:?}", now.follow_ups);
    }
    assert_eq!(discord.interaction(pressed).follow_ups.len(), 1);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_only_acknowledged_before_a_crash_gets_a_word() {
    let (mut rig, clock) = start().await;
    let id = rig.discord.slash(ANN, CHANNEL, "resign", &[]);
    rig.discord.acknowledged(id).await;
    rig.heard().await;
    let (discord, kept) = rig.kill().await;
    let settings = settings(&discord, TOKEN);
    let mut rig = Rig::run(discord, settings, Arc::new(clock.clone()), kept, false);
    assert_eq!(rig.heard().await.id, message_of(id));
    let end = HostEvent::MessageOutcome { message: message_of(id), end: MessageOutcome::Repeated };
    rig.out.send(end).unwrap();
    assert_eq!(rig.discord.answered(id).await.text(), "Done.");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_whose_message_was_taken_away_is_still_seen_there() {
    let (mut rig, _) = start().await;
    let id = rig.discord.slash(ANN, CHANNEL, "games", &[]);
    rig.discord.acknowledged(id).await;
    rig.heard().await;
    rig.discord.take_away(id);
    rig.send(whisper(1, "#1 has moved on.", id));
    end(&rig, id);
    assert_eq!(rig.delivered().await.0, 1);
    let follow_ups = rig.discord.interaction(id).follow_ups;
    let said: Vec<&str> = follow_ups.iter().map(|one| one.text()).collect();
    assert_eq!(said, ["#1 has moved on."]);
    assert!(follow_ups[0].is_ephemeral() && rig.discord.world().posts.is_empty());
    rig.stop().await;
}
