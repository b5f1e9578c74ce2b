//! The limits of Discord's REST interface: the adapter waits for them in every burst, so none is ever reached.
//! The stand-in counts each request beyond one, and panics about it at the end of each test.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{sync::Arc, time::Duration};

use chat::{Action, Outgoing, Reply};
use discord::{DiscordToken, Settings};
use host::ManualClock;
use table::{GameNo, MessageId, PersonId, PlaceId, Platform};

use crate::support::{
    discord_rig::{KeptTexts, Rig, board_of, text},
    stand_in::{ANN, Guild, Misbehaviour, Someone, StandIn, TOKEN, World},
};

/// When the tests take place.
const NOW: i64 = 1_800_000_000_000;
const SECOND: Duration = Duration::from_secs(1);
/// How long the machine may do what there is to do at each step of the clock.
const BREATH: Duration = Duration::from_millis(20);

/// The adapter as it runs on Discord, and a strict stand-in, both by a clock that stands still.
async fn start() -> (Rig, ManualClock) {
    let clock = ManualClock::new(NOW);
    let discord = StandIn::strict(Arc::new(clock.clone())).await;
    let token = DiscordToken::new(TOKEN.to_owned());
    let settings = Settings { api_url: Some(discord.url.clone()), ..Settings::new(token) };
    let rig = Rig::launch_with(discord, settings, Arc::new(clock.clone()), KeptTexts::default());
    until(&rig, &clock, |world| world.connected() > 0 && world.command_puts > 0).await;
    (rig, clock)
}

/// Lets time pass until something holds.
async fn until(rig: &Rig, clock: &ManualClock, holds: impl Fn(&World) -> bool) {
    for _ in 0..10_000 {
        let seen = rig.discord.within(BREATH, |world| holds(world).then_some(()));
        if seen.await.is_some() {
            return;
        }
        clock.advance(SECOND / 10);
    }
    panic!("it never happens");
}

/// Lets time pass, so much at a time, until so many replies are acknowledged, and gives those.
async fn delivered(
    rig: &mut Rig,
    clock: &ManualClock,
    n: usize,
    step: Duration,
) -> Vec<(u64, Option<MessageId>)> {
    while rig.delivered.len() < n {
        rig.discord.within(BREATH, |_| None::<()>).await;
        clock.advance(step);
    }
    let mut all = Vec::new();
    rig.delivered.recv_many(&mut all, n).await;
    all
}

/// Sends a board of each of these games with a button, and waits until all are there.
async fn post_boards(rig: &Rig, clock: &ManualClock, games: std::ops::Range<u32>, lines: usize) {
    let posts = rig.discord.world().posts.len() + games.len();
    for game in games {
        let number = u64::from(game) * 1_000 + u64::try_from(lines).unwrap();
        let mut board = board_of(game, number, lines, "moved.", false);
        let show = Action::command("board").with_label("Show");
        board.reply.actions = vec![Action { game: Some(GameNo(game)), ply: Some(0), ..show }];
        rig.send(board);
    }
    until(rig, clock, |world| world.posts.len() == posts).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_changes_at_once_wait_for_their_bucket() {
    let (rig, clock) = start().await;
    post_boards(&rig, &clock, 1..31, 1).await;
    clock.advance(SECOND);
    rig.discord.world().change_limit = Some((5, SECOND));
    // Each takes the button from the board before, and nothing holds those up but their bucket.
    post_boards(&rig, &clock, 1..31, 2).await;
    until(&rig, &clock, |world| world.edits.len() > 10).await;
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_and_changes_that_share_a_bucket_are_counted_together_also_when_it_shrinks() {
    let (rig, clock) = start().await;
    rig.discord.world().one_limit = true;
    rig.discord.world().limit = Some((1_000, SECOND));
    post_boards(&rig, &clock, 1..21, 1).await;
    post_boards(&rig, &clock, 1..2, 2).await;
    until(&rig, &clock, |world| world.edits.len() == 1).await;
    clock.advance(2 * SECOND);
    rig.discord.world().limit = Some((5, SECOND));
    post_boards(&rig, &clock, 2..21, 2).await;
    until(&rig, &clock, |world| world.edits.len() > 1).await;
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ninety_three_private_chats_are_opened_one_after_the_other() {
    let (mut rig, clock) = start().await;
    for id in 2_001..2_094 {
        let someone = Someone { id, ..ANN };
        rig.discord.world().people.insert(id, someone);
        let person = PersonId::new(Platform::Discord, id.to_string());
        let reply = Reply::new(person.private_place(), "Your round begins.");
        rig.send(Outgoing::new(Some(id), reply));
    }
    for (_, message) in delivered(&mut rig, &clock, 93, SECOND).await {
        assert!(message.is_some());
    }
    let opened = |call: &&String| *call == "POST users/@me/channels";
    assert_eq!(rig.discord.world().calls.iter().filter(opened).count(), 93);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_asks_leaves_room_for_a_move() {
    let (rig, clock) = start().await;
    clock.advance(2 * SECOND);
    let channels: Vec<u64> = (5_001..5_061).collect();
    let guild = Guild { id: 9 << 22, channels: channels.clone(), threads: Vec::new() };
    rig.discord.world().add_guild(guild);
    for channel in &channels {
        let place = PlaceId::channel(Platform::Discord, channel.to_string());
        rig.send(Outgoing::new(None, Reply::new(place, "The rules are these.")));
    }
    let answers = |world: &mut World| (world.posts.len() == 30).then_some(());
    assert!(rig.discord.within(10 * SECOND, answers).await.is_some(), "as many as may go");
    rig.send(text(1, "Ann moved."));
    // The clock stands still: nothing of the limit becomes free.
    let moved =
        |world: &mut World| world.posts.last().filter(|post| post.text() == "Ann moved.").map(drop);
    assert!(rig.discord.within(10 * SECOND, moved).await.is_some(), "at once");
    until(&rig, &clock, |world| world.posts.len() == 61).await;
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_answers_hold_a_bucket_up_no_longer_than_its_window() {
    let (mut rig, clock) = start().await;
    rig.discord.world().limit = Some((2, SECOND));
    for number in 1..=6 {
        let lost = [Misbehaviour::ResetAfterPosting, Misbehaviour::Reset, Misbehaviour::Works];
        rig.discord.world().misbehaviours.extend(lost);
        rig.send(text(number, &number.to_string()));
    }
    let delivered = delivered(&mut rig, &clock, 6, SECOND / 10).await;
    assert!(delivered.iter().map(|(number, _)| *number).eq(1..=6), "{delivered:?}");
    let texts: Vec<String> =
        rig.discord.world().posts.iter().map(|post| post.text().to_owned()).collect();
    assert_eq!(texts, ["1", "2", "3", "4", "5", "6"]);
    rig.stop().await;
}
