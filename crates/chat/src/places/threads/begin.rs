//! Which replies open a thread for their game, and which close it.

use std::collections::BTreeSet;

use table::{Game, GameNo, LogEvent, Occupant, ServerId, Stage};

use super::{
    kept::channel_of_own_thread,
    work::{NewThread, ThreadWork},
};
use crate::{
    actions::action::Action,
    commands::THREAD,
    handling::step::{GameChange, InternalError},
    message::{Audience, Incoming, Reply},
    places::server_settings::{Threads, threads},
    world::World,
};

/// Adds to the replies of a change what is done about threads: the first message of a game opens one, or
/// offers to, as its server wishes it; the last one about all games that end in a thread of ours archives
/// that, if no other game lives there by the time at which it is said. `source` is the message that has led
/// to the change.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn add_threads(
    world: &dyn World,
    source: Option<&Incoming>,
    changed: &[GameChange],
    replies: &mut [Reply],
) -> Result<(), InternalError> {
    for change in changed {
        let game = &change.game;
        if let Some(first) = replies.iter_mut().find(|reply| is_public(reply, game))
            && begins(world, change)?
        {
            let here = source.filter(|source| source.place == *game.place());
            let server = game.server().or(here.and_then(|source| source.server.as_ref()));
            open(world, game, server, first)?;
        }
    }
    let ended: Vec<&Game> =
        changed.iter().map(|change| &change.game).filter(|game| is_over(game)).collect();
    for thread in ended.iter().map(|game| game.place()).collect::<BTreeSet<_>>() {
        let about_end = |reply: &&mut Reply| {
            ended.iter().any(|game| game.place() == thread && is_public(reply, game))
        };
        if let Some(last) = replies.iter_mut().rfind(about_end)
            && channel_of_own_thread(world, thread)?.is_some()
        {
            last.thread = Some(ThreadWork::Closes);
        }
    }
    Ok(())
}

/// Returns `true` if a reply tells everybody where a game is played about that game.
fn is_public(reply: &Reply, game: &Game) -> bool {
    reply.place == *game.place()
        && reply.game == Some(game.no())
        && reply.audience == Audience::Place
        && reply.thread.is_none()
}

fn is_over(game: &Game) -> bool {
    matches!(game.stage(), Stage::Over(_))
}

/// Returns whether a change brings the first message of a game that has started: it starts it, or brings the
/// first moves of bots, which are told together with the start.
fn begins(world: &dyn World, change: &GameChange) -> Result<bool, InternalError> {
    let game = &change.game;
    if !game.is_running() {
        return Ok(false);
    }
    let was_running = world.game_list_row(game.no())?.is_some_and(|before| before.is_running());
    if !was_running {
        return Ok(true);
    }
    let by_bot = |event: &LogEvent| {
        event.seat().is_some_and(|seat| matches!(game.occupant(seat), Occupant::Bot(_)))
    };
    let is_done = |event: &&LogEvent| !matches!(event, LogEvent::Clock(_));
    let mut all = game.log().iter().map(|entry| &entry.event).filter(is_done).peekable();
    // Where a person begins, the start was told at once, and so it was before men are arranged unseen.
    let was_told = all.peek().is_none_or(|first| matches!(first, LogEvent::Army { .. }));
    let does_something = change.added.iter().map(|entry| &entry.event).any(|event| is_done(&event));
    Ok(!was_told && does_something && all.all(by_bot))
}

/// Lets the first message of a game open a thread, or offer to.
fn open(
    world: &dyn World,
    game: &Game,
    server: Option<&ServerId>,
    first: &mut Reply,
) -> Result<(), InternalError> {
    let place = game.place();
    let is_channel = server.is_some() && place.owner().is_none();
    if !is_channel || world.channel_of(place).is_some() {
        return Ok(());
    }
    match threads(world, place, server)? {
        Threads::Never => {}
        // Several games of an event begin at once, and a channel shows only one well.
        Threads::Ask if game.terms().event.is_some() => {
            first.thread = Some(ThreadWork::Opens(NewThread::of(game, false)));
        }
        Threads::Ask => offer(first, game),
        Threads::Always => first.thread = Some(ThreadWork::Opens(NewThread::of(game, false))),
    }
    Ok(())
}

/// Adds the action that gives a game a thread.
fn offer(reply: &mut Reply, game: &Game) {
    let action = Action::command(THREAD).with_line(line(game.no())).with_label("Open a thread");
    let action = action.about(game);
    let resign = reply.actions.iter().position(|action| action.id == "resign");
    reply.actions.insert(resign.unwrap_or(reply.actions.len()), action);
}

/// The line that asks for a thread.
pub(super) fn line(no: GameNo) -> String {
    format!("{THREAD} {no}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        places::threads::kept::kept_channel,
        tests::{NewWorld, channel, started_as},
    };
    use games::Seat;
    use table::{PlaceId, Platform};

    /// A game in this place that has ended.
    fn ended(no: u32, place: &PlaceId) -> GameChange {
        let mut game = started_as(GameNo(no), &["ann", "ben"]);
        game.move_to(place.clone());
        let added = game.resign(Seat::FIRST, 0).unwrap();
        GameChange { game, added }
    }

    #[test]
    fn games_that_end_together_archive_their_thread_once_after_the_last() {
        let world = NewWorld::default();
        let thread = |key: &str| PlaceId::channel(Platform::Discord, key);
        let [one, two] = ["5", "6"].map(thread);
        world.set(&kept_channel(&one, &channel()));
        world.set(&kept_channel(&two, &channel()));
        let changed = [ended(1, &one), ended(2, &two), ended(3, &one), ended(4, &channel())];
        let told = |no: u32, place: &PlaceId| Reply {
            game: Some(GameNo(no)),
            ..Reply::new(place.clone(), "over")
        };
        let mut replies =
            [told(1, &one), told(2, &two), told(3, &one), told(4, &channel()), told(9, &one)];
        add_threads(&world, None, &changed, &mut replies).unwrap();
        let closes = replies.map(|reply| reply.thread == Some(ThreadWork::Closes));
        assert_eq!(closes, [false, true, true, false, false]);
    }
}
