//! Which replies open a thread for their game, and which close it.

use super::{
    kept::channel_of_own_thread,
    work::{NewThread, ThreadWork},
};
use crate::{
    chat::{
        action::Action,
        commands::THREAD,
        message::{Audience, Incoming, Reply},
        server_settings::{Threads, threads},
        step::{GameChange, InternalError},
        world::World,
    },
    table::{Game, GameNo, LogEvent, Occupant, ServerId, Stage},
};

/// Adds to the replies of a change what is done about threads: the first message of a game opens one, or
/// offers to, as its server wishes it; the last one in a thread of its own archives that. `source` is the
/// message that has led to the change.
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
        if is_over(game) {
            if is_last_of_thread(world, game)?
                && let Some(last) = replies.iter_mut().rfind(|reply| is_public(reply, game))
            {
                last.thread = Some(ThreadWork::Closes);
            }
        } else if let Some(first) = replies.iter_mut().find(|reply| is_public(reply, game))
            && begins(world, change)?
        {
            let here = source.filter(|source| source.place == *game.place());
            let server = game.server().or(here.and_then(|source| source.server.as_ref()));
            open(world, game, server, first)?;
        }
    }
    Ok(())
}

/// Whether a reply tells everybody where a game is played about that game.
fn is_public(reply: &Reply, game: &Game) -> bool {
    reply.place == *game.place()
        && reply.game == Some(game.no())
        && reply.audience == Audience::Place
        && reply.thread.is_none()
}

fn is_over(game: &Game) -> bool {
    matches!(game.stage(), Stage::Over(_))
}

/// Whether a change brings the first message of a game that has started: it starts it, or brings the first
/// moves of bots, which are told together with the start.
fn begins(world: &dyn World, change: &GameChange) -> Result<bool, InternalError> {
    let game = &change.game;
    if !game.is_running() {
        return Ok(false);
    }
    let was_running = world.brief(game.no())?.is_some_and(|before| before.is_running());
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
        Threads::Ask => offer(first, game),
        Threads::Always => first.thread = Some(ThreadWork::Opens(NewThread::of(game, false))),
    }
    Ok(())
}

/// Adds the action that gives a game a thread.
fn offer(reply: &mut Reply, game: &Game) {
    let action = Action {
        game: Some(game.no()),
        ply: Some(game.position().ply()),
        ..Action::command(THREAD).with_line(line(game.no())).with_label("Open a thread")
    };
    let resign = reply.actions.iter().position(|action| action.id == "resign");
    reply.actions.insert(resign.unwrap_or(reply.actions.len()), action);
}

/// The line that asks for a thread.
pub(super) fn line(no: GameNo) -> String {
    format!("{THREAD} {no}")
}

/// Whether a game that ends was the last one in a thread that the bot has opened for a game.
fn is_last_of_thread(world: &dyn World, game: &Game) -> Result<bool, InternalError> {
    if channel_of_own_thread(world, game.place())?.is_none() {
        return Ok(false);
    }
    let open = world.open_games_at(game.place())?;
    Ok(open.iter().all(|other| other.no == game.no()))
}
