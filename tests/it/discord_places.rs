//! Where things are said: in a place that is being read back, in one that is gone, and where the bot may not
//! write.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{sync::Arc, time::Duration};

use host::ManualClock;
use serde_json::{Value, json};
use table::{GameNo, LogEvent};
use tokio::time::{sleep, timeout};

use crate::{
    discord_taps::button,
    support::{
        discord_hosted::Hosted,
        discord_rig::{SOON, answered_in_time, settings},
        stand_in::{
            ANN, BEN, BOT, BOT_ROLE, CHANNEL, EVERYONE, GUILD, Guild, OTHER_CHANNEL, Overwrite,
            PRIVATE, Post, Said, Shown, Someone, StandIn, THREAD, TOKEN, World, dm, line, places,
        },
    },
};

/// When the tests take place that move the clock.
const NOW: i64 = 1_800_000_000_000;
/// Long enough for what must not happen to happen.
const A_WHILE: Duration = Duration::from_millis(300);

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

/// Waits until this is posted in a channel, and gives the post.
async fn told(discord: &StandIn, channel: u64, words: &str) -> Post {
    let is_it = |post: &&Post| post.channel == channel && post.text().contains(words);
    discord.until(words, |world| world.posts.iter().find(is_it).cloned()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_and_a_press_wait_for_what_was_typed_there_before() {
    let (hosted, clock) = Hosted::by_clock(NOW).await;
    hosted.discord.registered().await;
    game(&hosted.discord, CHANNEL).await;
    let board = hosted.discord.world().posts.last().unwrap().id;
    let (discord, folder) = hosted.stop().await;
    discord.world().end_sessions(None);
    clock.advance(Duration::from_secs(1));
    discord.say(line(ANN, "f2-f3"));
    discord.world().slow.insert(CHANNEL, Duration::from_secs(600));
    let of_host = Arc::new(clock.clone());
    let hosted = Hosted::open(discord, folder, of_host).await;
    let discord = &hosted.discord;
    discord.identified(2).await;
    discord.heard().await;
    clock.advance(Duration::from_secs(1));
    // A value that is typed is completed meanwhile, and each is acknowledged at once.
    let shown = discord.type_in(ANN, CHANNEL, "board", &[("game", json!(""))], "game").await;
    assert_eq!(shown.unwrap()[0].1, json!(1));
    let id = discord.slash(BEN, CHANNEL, "move", &[("move", json!("d5-d4"))]);
    let again = discord.press_forged(ANN, board, "mc1:1:2:move:a1-c3");
    assert_eq!(discord.acknowledged(id).await.kind, 5);
    assert_eq!(discord.acknowledged(again).await.kind, 6);
    sleep(A_WHILE).await;
    assert!(plies(&hosted, 1).is_empty(), "her move was not read back yet");
    discord.world().slow.clear();
    told(discord, CHANNEL, "a1-c3").await;
    assert_eq!(plies(&hosted, 1), ["f2-f3", "d5-d4", "a1-c3"]);
    // Whom a busy machine keeps waiting for twelve seconds has been told so.
    let done = discord.answered(id).await;
    assert!(done.text().is_empty() || done.text().starts_with("This takes longer"));
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_for_a_place_to_be_read_back_gets_a_word_and_then_the_answer() {
    let clock = ManualClock::new(NOW);
    let discord = StandIn::strict(Arc::new(clock.clone())).await;
    let folder = tempfile::tempdir().unwrap();
    let (of_host, of_adapter) = (Arc::new(clock.clone()), Arc::new(clock.clone()));
    let own = settings(&discord, TOKEN);
    let hosted = Hosted::open_as(own, discord, folder, of_host, of_adapter).await;
    hosted.discord.identified(1).await;
    hosted.discord.registered().await;
    game(&hosted.discord, CHANNEL).await;
    let (discord, folder) = hosted.stop().await;
    discord.world().end_sessions(None);
    discord.world().slow.insert(CHANNEL, Duration::from_secs(600));
    let (of_host, of_adapter) = (Arc::new(clock.clone()), Arc::new(clock.clone()));
    let own = settings(&discord, TOKEN);
    let hosted = Hosted::open_as(own, discord, folder, of_host, of_adapter).await;
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
    let shown = answered_in_time(discord, &clock, id).await;
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
    discord.registered().await;
    game(discord, CHANNEL).await;
    discord.delete_channel(CHANNEL);
    told(discord, dm(ANN), "The channel of #1 is gone").await;
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
    assert_eq!(discord.answered(id).await.text(), "");
    hosted.stop().await;
}

/// A role that sees what is hidden from others.
const MEMBERS: u64 = 77;
/// All that the bot usually may, but writing.
const READS: u64 = places::VIEW_CHANNEL | places::READ_HISTORY;

/// The other channel is hidden from all but us, the owner, and these people.
fn hide_from_all_but(discord: &StandIn, people: &[Someone]) {
    let ids = people.iter().map(|who| who.id);
    discord.world().roles_of.extend(ids.map(|id| (id, vec![MEMBERS])));
    let overwrite = |id, allow, deny| Overwrite { id, is_member: false, allow, deny };
    let view = places::VIEW_CHANNEL;
    let all = [(GUILD, 0, view), (MEMBERS, view, 0), (BOT_ROLE, view, 0)];
    let all = all.map(|(id, allow, deny)| overwrite(id, allow, deny));
    discord.overwrite(OTHER_CHANNEL, all.to_vec());
}

/// The options of a challenge of somebody, who has White.
fn against(id: u64) -> [(&'static str, Value); 3] {
    [("opponent", json!(id.to_string())), ("game", json!("lyra")), ("colour", json!("white"))]
}

/// The program, and a first channel in which it may not write.
async fn closed() -> Hosted {
    let hosted = Hosted::start().await;
    hosted.discord.registered().await;
    hosted.discord.permit(CHANNEL, READS);
    hosted
}

/// Returns what somebody alone is answered.
async fn whispered(discord: &StandIn, id: u64) -> Shown {
    let shown = discord.answered(id).await;
    assert!(shown.is_ephemeral(), "{shown:?}");
    shown
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_from_where_we_may_not_write_goes_to_where_all_who_are_meant_can_read_it() {
    let hosted = closed().await;
    let (discord, carl) = (&hosted.discord, EVERYONE);
    hide_from_all_but(discord, &[BEN]);
    discord.heard().await;
    // Carl does not see the only channel that is open, and hears nothing of it.
    let id = discord.slash(BEN, CHANNEL, "challenge", &against(carl.id));
    let refused = whispered(discord, id).await;
    assert!(refused.text().contains("know no other channel"), "{}", refused.text());
    assert!(refused.text().contains("*Send Messages*") && !refused.text().contains("502"));
    let id = discord.slash(carl, CHANNEL, "challenge", &[("game", json!("lyra"))]);
    assert!(!whispered(discord, id).await.text().contains("502"));
    assert!(discord.world().posts.is_empty());
    // Anyone is whoever reads it where Ben could have said it.
    let id = discord.slash(BEN, CHANNEL, "challenge", &[("game", json!("lyra"))]);
    assert_eq!(discord.post().await.channel, OTHER_CHANNEL);
    let there = whispered(discord, id).await;
    let words = "I may not write in <#501>, so this game is in <#502>.";
    assert_eq!(there.text(), words);
    // Once Carl sees it, he can be challenged there.
    hide_from_all_but(discord, &[BEN, carl]);
    let id = discord.slash(BEN, CHANNEL, "challenge", &against(carl.id));
    let offer = discord.post().await;
    assert!(offer.channel == OTHER_CHANNEL && offer.text().contains("<@103>"), "{}", offer.text());
    assert_eq!(whispered(discord, id).await.text(), words);
    discord.say(Said { channel: OTHER_CHANNEL, ..line(carl, "!accept 2") });
    discord.post().await;
    // A move goes to where the game is; a question is answered where it was asked.
    let mv = [("game", json!(2)), ("move", json!("c2-c3"))];
    let id = discord.slash(BEN, CHANNEL, "move", &mv);
    let board = discord.post().await;
    assert!(board.channel == OTHER_CHANNEL && board.text().contains("c2-c3"), "{}", board.text());
    let link = format!("/channels/500/502/{}", board.id);
    assert!(whispered(discord, id).await.text().contains(&link));
    let id = discord.slash(BEN, CHANNEL, "board", &[("game", json!(2))]);
    let shown = whispered(discord, id).await;
    assert!(shown.files.len() == 1 && shown.text().contains("c2-c3"), "{}", shown.text());
    let id = discord.slash(BEN, CHANNEL, "move", &mv);
    assert!(whispered(discord, id).await.text().contains("turn"));
    sleep(A_WHILE).await;
    let elsewhere = |world: &World| {
        world.attempts.iter().filter(|(channel, _)| *channel != OTHER_CHANNEL).count()
    };
    assert_eq!(elsewhere(&discord.world()), 0);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_see_where_a_game_is_gets_no_link_to_it() {
    let hosted = closed().await;
    let discord = &hosted.discord;
    hide_from_all_but(discord, &[BEN]);
    discord.heard().await;
    discord.slash(BEN, CHANNEL, "challenge", &[("game", json!("lyra"))]);
    assert_eq!(discord.post().await.channel, OTHER_CHANNEL);
    // An open offer can be taken up by its number from anywhere in the server.
    let id = discord.slash(EVERYONE, CHANNEL, "challenge-answer accept", &[("game", json!(1))]);
    assert_eq!(discord.post().await.channel, OTHER_CHANNEL);
    assert_eq!(whispered(discord, id).await.text(), "Done.");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_set_from_where_we_may_not_write_and_games_go_where_it_wants_them() {
    let hosted = closed().await;
    let discord = &hosted.discord;
    discord.permit(CHANNEL, 0);
    let set = [("what", json!("channels")), ("value", json!("<#502>"))];
    let id = discord.slash(ANN, CHANNEL, "server set", &set);
    let done = whispered(discord, id).await;
    assert!(done.text().contains("I speak in <#502>"), "{}", done.text());
    let id = discord.slash(ANN, CHANNEL, "server show", &[]);
    assert!(whispered(discord, id).await.text().contains("<#502>"));
    // Also against the bot, which otherwise is played in private.
    discord.slash(ANN, CHANNEL, "challenge", &against(BOT));
    assert_eq!(discord.post().await.channel, OTHER_CHANNEL);
    sleep(A_WHILE).await;
    assert!(posted(&discord.world(), CHANNEL).is_empty());
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_from_a_thread_in_which_we_may_not_write_goes_to_its_channel() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    discord.permit(THREAD, READS | places::SEND_MESSAGES);
    discord.heard().await;
    let id = discord.slash(ANN, THREAD, "challenge", &against(BEN.id));
    assert_eq!(discord.post().await.channel, CHANNEL);
    let there = whispered(discord, id).await;
    assert_eq!(there.text(), "I may not write in <#503>, so this game is in <#501>.");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_discord_is_asked_where_we_may_write() {
    let hosted = closed().await;
    game(&hosted.discord, OTHER_CHANNEL).await;
    let (discord, folder) = hosted.stop().await;
    let still = Arc::new(ManualClock::new(0));
    let hosted = Hosted::open(discord, folder, still).await;
    let discord = &hosted.discord;
    discord.until("connection", |world| (world.connected() > 0).then_some(())).await;
    let id = discord.slash(ANN, CHANNEL, "challenge", &against(BEN.id));
    assert_eq!(discord.post().await.channel, OTHER_CHANNEL);
    assert!(whispered(discord, id).await.text().contains("<#502>"));
    // The session was resumed, and has told nothing of the server.
    assert_eq!(discord.world().identifies.len(), 1);
    let asked = |world: &World| {
        world.calls.iter().filter(|call| call.starts_with("GET guilds/500/channels")).count()
    };
    assert_eq!(asked(&discord.world()), 1);
    discord.slash(ANN, CHANNEL, "challenge", &against(EVERYONE.id));
    discord.post().await;
    assert_eq!(asked(&discord.world()), 1, "it is known by now");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_closed_private_chat_a_game_against_the_bot_is_played_by_interactions() {
    let hosted = closed().await;
    let discord = &hosted.discord;
    discord.world().forbidden.insert(dm(ANN), (403, 50_007));
    let id = discord.slash(ANN, CHANNEL, "challenge", &against(BOT));
    // Either may come first: the board goes round by the private chat that does not open.
    let why = "I may not write in <#501>, so this game is in our private chat.";
    let told = shown_for(discord, id, why, |shown| shown.text() == why).await;
    let board = board_of(discord, id).await;
    assert!(told.is_ephemeral());
    assert!(board.text().contains("cannot open a private chat"), "{}", board.text());
    assert!(board.is_ephemeral() && board.files.len() == 1);
    for ply in [1, 3] {
        let (path, mv) = [("move", "c2-c3"), ("move", "f2-f3")][usize::from(ply > 1)];
        let id = discord.slash(ANN, CHANNEL, path, &[("game", json!(1)), ("move", json!(mv))]);
        // The bot has thought, and its board is no answer to the command any more.
        let next = board_of(discord, id).await;
        assert!(next.is_ephemeral() && next.text().contains("private chat"), "{}", next.text());
        assert_eq!(plies(&hosted, 1).len(), ply + 1);
    }
    // All of it has been told: nothing waits for the chat to open.
    sleep(A_WHILE).await;
    assert!(discord.world().posts.is_empty());
    let (discord, folder) = hosted.stop().await;
    discord.world().forbidden.clear();
    let still = Arc::new(ManualClock::new(0));
    let hosted = Hosted::open(discord, folder, still).await;
    hosted.discord.until("connection", |world| (world.connected() > 0).then_some(())).await;
    sleep(A_WHILE).await;
    assert!(hosted.discord.world().posts.is_empty());
    hosted.stop().await;
}

/// The board that comes as an answer to an interaction, or behind that.
async fn board_of(discord: &StandIn, id: u64) -> Shown {
    shown_for(discord, id, "board", |shown| !shown.files.is_empty()).await
}

/// Whatever fits of the answer to an interaction and of what comes behind it.
async fn shown_for(discord: &StandIn, id: u64, what: &str, fits: impl Fn(&Shown) -> bool) -> Shown {
    let look = |world: &mut World| {
        let found = world.interactions.iter().find(|one| one.id == id)?;
        let mut all = found.original.iter().chain(&found.follow_ups);
        all.find(|shown| fits(shown)).cloned()
    };
    discord.until(what, look).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_closed_channel_keeps_from_its_readers_is_shown_to_whoever_has_done_it() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    game(discord, CHANNEL).await;
    discord.forbid(CHANNEL);
    let id = discord.slash(ANN, CHANNEL, "move", &[("move", json!("c2-c3"))]);
    let shown = whispered(discord, id).await;
    assert!(shown.text().contains("c2-c3") && shown.files.len() == 1, "{}", shown.text());
    assert!(shown.text().contains("Nobody else sees this yet"), "{}", shown.text());
    // The others see it once the channel is open.
    discord.allow(CHANNEL);
    told(discord, CHANNEL, "c2-c3").await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_types_a_move_that_its_channel_does_not_take_sees_it_in_private() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    game(discord, CHANNEL).await;
    discord.forbid(CHANNEL);
    for (who, mv, other) in
        [(ANN, "c2-c3", "d5-d4"), (BEN, "d5-d4", "c2-c3"), (ANN, "f2-f3", "c2-c3")]
    {
        discord.say(line(who, mv));
        let seen = told(discord, dm(who), mv).await;
        let text = seen.text();
        assert!(text.contains("Nobody else sees this yet. I cannot answer in <#501>"), "{text}");
        assert!(text.contains("*Send Messages*") && !text.contains(other), "{text}");
        assert!(seen.file.is_some());
    }
    // What they see does not stand for the board that the others wait for.
    discord.allow(CHANNEL);
    told(discord, CHANNEL, "f2-f3").await;
    sleep(A_WHILE).await;
    let of_moves = posted(&discord.world(), dm(ANN)).len();
    assert_eq!(of_moves, 2, "each of her moves once, and no other word");
    hosted.stop().await;
}

/// What nobody is to be told while the bot cannot see the channel of their game.
fn promises_a_board(post: &Post) -> bool {
    post.text().contains("the board is") || post.text().contains("/501/")
}

#[tokio::test(flavor = "multi_thread")]
async fn who_moves_in_private_is_not_told_of_a_board_that_nobody_sees() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    game(discord, CHANNEL).await;
    discord.world().forbidden.insert(CHANNEL, (403, 50_001));
    discord.say(Said { channel: dm(ANN), ..line(ANN, "c2-c3") });
    told(discord, dm(ANN), "Done in #1, which is played in <#501>.").await;
    let seen = told(discord, dm(ANN), "Nobody else sees this yet").await;
    assert!(seen.text().contains("*View Channel*"), "{}", seen.text());
    assert!(seen.text().contains("c2-c3") && seen.file.is_some());
    told(discord, dm(BEN), "I cannot answer in <#501>").await;
    assert!(!discord.world().posts.iter().any(promises_a_board));
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_removal_nobody_is_told_to_mend_a_role_that_is_gone() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    game(discord, CHANNEL).await;
    discord.throw_out(GUILD);
    for (who, mv) in [(ANN, "c2-c3"), (BEN, "d5-d4")] {
        discord.say(Said { channel: dm(who), ..line(who, mv) });
        let seen = told(discord, dm(who), "Nobody else sees this yet").await;
        assert!(seen.text().contains(mv) && seen.file.is_some(), "{}", seen.text());
    }
    // Ben was told when Ann had moved.
    let words = [BEN, ANN].map(|who| posted(&discord.world(), dm(who)).concat()).concat();
    assert!(words.contains("I am not in its server any more"), "{words}");
    assert!(words.contains("can invite me: <https://discord.com/oauth2/authorize?"), "{words}");
    assert!(!words.contains("Roles") && !words.contains("/check"), "{words}");
    assert!(!discord.world().posts.iter().any(promises_a_board));
    // Back again, it shows how the game stands.
    discord.invite(Guild::first());
    told(discord, CHANNEL, "d5-d4").await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_behind_the_first_refusal_of_a_channel_is_shown_what_they_did() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    for _ in 0..2 {
        game(discord, CHANNEL).await;
    }
    // Both moves are on their way before the channel has refused anything.
    discord.forbid(CHANNEL);
    discord.world().slow.insert(CHANNEL, Duration::from_secs(1));
    let shown = |mv: &'static str, id: u64| async move {
        let shown = whispered(discord, id).await;
        let text = shown.text();
        assert!(text.contains(mv) && text.contains("Nobody else"), "{text}");
        assert_eq!(shown.files.len(), 1);
    };
    let mv = |no: u32, mv| [("game", json!(no)), ("move", json!(mv))];
    let ids = [(1, "c2-c3"), (2, "f2-f3")]
        .map(|(no, words)| (words, discord.slash(ANN, CHANNEL, "move", &mv(no, words))));
    for (words, id) in ids {
        shown(words, id).await;
    }
    // The first is tried and refused again, while somebody moves behind it.
    discord.say(line(EVERYONE, "hello"));
    sleep(Duration::from_millis(1_200)).await;
    discord.say(line(EVERYONE, "hello"));
    sleep(A_WHILE).await;
    let id = discord.slash(BEN, CHANNEL, "move", &mv(2, "d5-d4"));
    shown("d5-d4", id).await;
    sleep(Duration::from_secs(2)).await;
    for (_, id) in ids {
        assert!(discord.interaction(id).follow_ups.is_empty(), "it was shown once");
    }
    discord.world().slow.clear();
    discord.allow(CHANNEL);
    told(discord, CHANNEL, "d5-d4").await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_moves_while_a_newer_board_overtakes_theirs_is_told_nothing_in_private() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    game(discord, CHANNEL).await;
    discord.world().slow.insert(CHANNEL, Duration::from_secs(600));
    discord.say(line(ANN, "f2-f3"));
    let posts = |world: &World| {
        world.calls.iter().filter(|call| call.starts_with("POST channels/501/messages")).count()
    };
    // Her board is on its way, and both of the next wait behind it.
    discord.until("board", |world| (posts(world) == 3).then_some(())).await;
    let ids = [(BEN, "d5-d4"), (ANN, "a1-c3")].map(|(who, mv)| {
        discord.slash(who, CHANNEL, "move", &[("game", json!(1)), ("move", json!(mv))])
    });
    let played = async {
        while plies(&hosted, 1).len() < 3 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, played).await.expect("both moves are played");
    discord.world().slow.clear();
    told(discord, CHANNEL, "a1-c3").await;
    for id in ids {
        assert_eq!(whispered(discord, id).await.text(), "", "a newer board stands there");
    }
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_asked_to_play_where_it_is_not_known_that_they_see_it() {
    let hosted = closed().await;
    let discord = &hosted.discord;
    // They have played in a channel that takes nothing from us any more, so nobody knows what Ben sees.
    discord.slash(ANN, CHANNEL, "challenge", &against(BEN.id));
    discord.post().await;
    discord.slash(BEN, OTHER_CHANNEL, "challenge-answer accept", &[("game", json!(1))]);
    discord.post().await;
    discord.say(Said { channel: OTHER_CHANNEL, ..line(ANN, "!resign 1 yes") });
    let over = told(discord, OTHER_CHANNEL, "resigned").await;
    let again = button(&over.payload, &["Rematch"]);
    discord.permit(OTHER_CHANNEL, READS);
    discord.permit(CHANNEL, READS | places::SEND_MESSAGES | places::ATTACH_FILES);
    discord.heard().await;
    let n = discord.world().posts.len();
    let id = discord.press(ANN, over.id, &again);
    let refused = whispered(discord, id).await;
    assert!(refused.text().contains("know no other channel"), "{}", refused.text());
    sleep(A_WHILE).await;
    assert_eq!(discord.world().posts.len(), n);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_asks_people_by_us_where_they_may_not_write_themselves() {
    let hosted = closed().await;
    let discord = &hosted.discord;
    // Games go on there, and Ben may only read.
    game(discord, OTHER_CHANNEL).await;
    let mute = Overwrite { id: BEN.id, is_member: true, allow: 0, deny: places::SEND_MESSAGES };
    discord.overwrite(OTHER_CHANNEL, vec![mute]);
    discord.heard().await;
    let n = discord.world().posts.len();
    let anyone = vec![("game", json!("lyra"))];
    for options in [against(EVERYONE.id).to_vec(), anyone] {
        let id = discord.slash(BEN, CHANNEL, "challenge", &options);
        let refused = whispered(discord, id).await;
        assert!(refused.text().contains("know no other channel"), "{}", refused.text());
    }
    // Also not in one that the server has chosen.
    let set = [("what", json!("channels")), ("value", json!("<#502>"))];
    discord.slash(ANN, CHANNEL, "server set", &set);
    let id = discord.slash(BEN, CHANNEL, "challenge", &against(EVERYONE.id));
    assert!(whispered(discord, id).await.text().contains("know no other channel"));
    sleep(A_WHILE).await;
    assert_eq!(discord.world().posts.len(), n);
    hosted.stop().await;
}

/// The program again on the same database, with the session of before, which tells nothing of the server.
async fn again(hosted: Hosted) -> Hosted {
    let (discord, folder) = hosted.stop().await;
    let still = Arc::new(ManualClock::new(0));
    let hosted = Hosted::open(discord, folder, still).await;
    hosted.discord.until("connection", |world| (world.connected() > 0).then_some(())).await;
    assert_eq!(hosted.discord.world().identifies.len(), 1, "the session is resumed");
    hosted
}

/// Returns how often something was asked of the server.
fn asked(discord: &StandIn, what: &str) -> usize {
    let call = format!("GET guilds/500{what}");
    discord.world().calls.iter().filter(|one| **one == call).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_a_place_is_linked_to_those_who_certainly_see_it() {
    let hosted = closed().await;
    hide_from_all_but(&hosted.discord, &[BEN]);
    for name in ["lyra", "mix", "martian"] {
        let offer = format!("!seek {name}");
        hosted.discord.say(Said { channel: OTHER_CHANNEL, ..line(BEN, &offer) });
        hosted.discord.post().await;
    }
    let hosted = again(hosted).await;
    let discord = &hosted.discord;
    let carl = EVERYONE;
    let answer = |who, path, no: u32| {
        let id = discord.slash(who, CHANNEL, path, &[("game", json!(no))]);
        async move { whispered(discord, id).await.text().to_owned() }
    };
    assert_eq!(answer(carl, "challenge-answer accept", 1).await, "Done.");
    let there = answer(BEN, "challenge-answer withdraw", 2).await;
    assert!(there.contains("/channels/500/502/"), "{there}");
    // Where Discord does not tell, nothing is certain.
    let hosted = again(hosted).await;
    let discord = &hosted.discord;
    discord.world().hides_servers = Some(403);
    let id = discord.slash(carl, CHANNEL, "challenge-answer accept", &[("game", json!(3))]);
    assert_eq!(whispered(discord, id).await.text(), "Done.");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_thread_is_linked_to_nobody_outside_it() {
    let discord = StandIn::start().await;
    discord.world().threads.get_mut(&THREAD).unwrap().kind = PRIVATE;
    let still = Arc::new(ManualClock::new(0));
    let folder = tempfile::tempdir().unwrap();
    let hosted = Hosted::open(discord, folder, still).await;
    let discord = &hosted.discord;
    discord.identified(1).await;
    discord.registered().await;
    discord.say(Said { channel: THREAD, ..line(BEN, "!seek lyra white") });
    discord.post().await;
    let id = discord.slash(EVERYONE, CHANNEL, "challenge-answer accept", &[("game", json!(1))]);
    assert_eq!(whispered(discord, id).await.text(), "Done.");
    told(discord, THREAD, "#1").await;
    // Whoever acts there sees it.
    let mv = [("game", json!(1)), ("move", json!("c2-c3"))];
    let id = discord.slash(BEN, THREAD, "move", &mv);
    assert_eq!(whispered(discord, id).await.text(), "", "it stands there");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_channel_of_another_server_is_linked_to_nobody() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    discord.invite(Guild { id: 600, channels: vec![601], threads: Vec::new() });
    discord.heard().await;
    game(discord, 601).await;
    let mv = [("game", json!(1)), ("move", json!("c2-c3"))];
    let id = discord.slash(ANN, CHANNEL, "move", &mv);
    told(discord, 601, "c2-c3").await;
    assert_eq!(whispered(discord, id).await.text(), "Done.");
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_see_a_closed_channel_is_not_told_which_it_is() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    game(discord, OTHER_CHANNEL).await;
    hide_from_all_but(discord, &[]);
    discord.forbid(OTHER_CHANNEL);
    discord.heard().await;
    let id = discord.slash(ANN, CHANNEL, "move", &[("game", json!(1)), ("move", json!("c2-c3"))]);
    let named = whispered(discord, id).await;
    assert!(named.text().contains("I cannot answer in <#502>"), "she owns the server: {named:?}");
    let id = discord.slash(BEN, CHANNEL, "move", &[("game", json!(1)), ("move", json!("d5-d4"))]);
    let shown = whispered(discord, id).await;
    assert!(shown.text().contains("Nobody else sees this yet"), "{}", shown.text());
    assert!(!shown.text().contains("502"), "{}", shown.text());
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_came_first_from_a_closed_channel_is_first_and_the_server_is_asked_about_once() {
    let hosted = closed().await;
    game(&hosted.discord, OTHER_CHANNEL).await;
    let hosted = again(hosted).await;
    let discord = &hosted.discord;
    // It learns by this how late it is by the stand-in's ids.
    discord.say(Said { channel: OTHER_CHANNEL, ..line(ANN, "hello") });
    sleep(A_WHILE).await;
    let n_posts = discord.world().posts.len();
    let people = [ANN, BEN, ANN, EVERYONE, BEN, ANN];
    let ids = people.map(|who| discord.slash(who, CHANNEL, "challenge", &against(BOT)));
    for id in ids {
        let there = whispered(discord, id).await;
        assert!(there.text().contains("this game is in <#502>"), "{}", there.text());
    }
    let n = people.len();
    discord.until("boards", |world| (world.posts.len() >= n_posts + n).then_some(())).await;
    // Games are numbered as they begin.
    let begun_by = |no| hosted.store.reader().unwrap().game(GameNo(no)).unwrap().unwrap().0;
    let begun: Vec<String> = (2..).take(n).map(|no| begun_by(no).start_salt).collect();
    // The host has an order for each person.
    for who in [ANN, BEN] {
        let of_them = |id: &&u64| discord.interaction(**id).who.id == who.id;
        let theirs: Vec<String> = ids.iter().filter(of_them).map(u64::to_string).collect();
        let begun: Vec<_> = begun.iter().filter(|salt| theirs.contains(salt)).cloned().collect();
        assert_eq!(begun, theirs);
    }
    assert_eq!((asked(discord, ""), asked(discord, "/channels")), (1, 1));
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_be_asked_about_is_left_alone_for_some_minutes() {
    let hosted = closed().await;
    game(&hosted.discord, OTHER_CHANNEL).await;
    let hosted = again(hosted).await;
    let discord = &hosted.discord;
    discord.world().hides_servers = Some(403);
    for _ in 0..3 {
        let id = discord.slash(ANN, CHANNEL, "challenge", &against(BEN.id));
        let refused = whispered(discord, id).await;
        assert!(refused.text().contains("know no other channel"), "{}", refused.text());
        let before = discord.world().posts.len();
        discord.say(Said { channel: OTHER_CHANNEL, ..line(BEN, "!server set prefix ?") });
        let is_told = |world: &mut World| (world.posts.len() > before).then_some(());
        discord.until("answer", is_told).await;
    }
    assert_eq!((asked(discord, ""), asked(discord, "/channels")), (1, 1));
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_else_we_may_write_is_looked_up_when_a_command_has_waited_and_not_before() {
    let hosted = Hosted::start().await;
    hosted.discord.registered().await;
    game(&hosted.discord, CHANNEL).await;
    let (discord, folder) = hosted.stop().await;
    discord.world().end_sessions(None);
    discord.world().slow.insert(CHANNEL, Duration::from_secs(600));
    let still = Arc::new(ManualClock::new(0));
    let hosted = Hosted::open(discord, folder, still).await;
    let discord = &hosted.discord;
    discord.identified(2).await;
    discord.permit(CHANNEL, READS);
    discord.heard().await;
    let n_posts = discord.world().posts.len();
    let id = discord.slash(EVERYONE, CHANNEL, "challenge", &against(BEN.id));
    discord.acknowledged(id).await;
    sleep(A_WHILE).await;
    hide_from_all_but(discord, &[BEN]);
    discord.heard().await;
    discord.world().slow.clear();
    let refused = whispered(discord, id).await;
    assert!(refused.text().contains("know no other channel"), "{}", refused.text());
    assert_eq!(discord.world().posts.len(), n_posts);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn beside_voices_we_write_only_where_we_may_enter() {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    discord.world().kinds.insert(OTHER_CHANNEL, places::VOICE);
    let enter = |id, is_member| Overwrite { id, is_member, allow: places::CONNECT, deny: 0 };
    discord.overwrite(OTHER_CHANNEL, vec![enter(MEMBERS, false)]);
    discord.world().roles_of.insert(ANN.id, vec![MEMBERS]);
    sleep(A_WHILE).await;
    let id = discord.slash(ANN, OTHER_CHANNEL, "challenge", &against(BEN.id));
    assert_eq!(discord.post().await.channel, CHANNEL);
    let there = whispered(discord, id).await;
    assert_eq!(there.text(), "I may not write in <#502>, so this game is in <#501>.");
    let id = discord.slash(ANN, OTHER_CHANNEL, "check", &[]);
    let told = whispered(discord, id).await;
    assert!(told.text().contains("- *Connect*: **missing**"), "{}", told.text());
    discord.say(line(ANN, "!check <#502>"));
    let told = discord.post().await;
    assert!(told.text().contains("- *Connect*: **missing**"), "{}", told.text());
    discord.overwrite(OTHER_CHANNEL, vec![enter(GUILD, false)]);
    discord.heard().await;
    discord.slash(ANN, OTHER_CHANNEL, "challenge", &against(BEN.id));
    assert_eq!(discord.post().await.channel, OTHER_CHANNEL);
    hosted.stop().await;
}
