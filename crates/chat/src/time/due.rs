//! Actions at an instant at which something was due, without anybody saying anything.

use table::{Game, Key, Millis, Stage};

use super::{
    claim,
    claimed::pending,
    idle::{self, Idle},
    notices::{next_reminder, remind},
    time_left::deadline,
};
use crate::{
    events::edition_due,
    handling::{
        cause::{Cause, Scope},
        step::{Change, InternalError, SingleChange, Step, Write},
    },
    offers::expire_offer,
    personal_data::leave::leave_next,
    play::resign_all::resign_next,
    time::deadlines::{next_deadline, overdue, time_out},
    world::World,
};

/// The most things that are done about a game at one instant after the first: a reminder for each seat and a
/// warning are fewer.
const MOST_AT_ONCE: usize = 16;

/// Returns what is due about this key by now. The state decides, not the instant at which this is asked: it may
/// be late, or asked twice. If nothing is due, the step does no more than say when something will be.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take the change.
pub fn due(world: &dyn World, key: &Key) -> Result<Step, InternalError> {
    let next = match key {
        Key::Game(no) => match world.game(*no)? {
            Some(game) => match next_deadline(world, &game)? {
                Some(at) if at <= world.now() => return game_due(world, key, &game, at),
                next => next,
            },
            None => None,
        },
        Key::Edition(no) => return edition_due(world, key, *no),
        Key::Person(who) if who.is_deleted() => return leave_next(world, key, who),
        Key::Person(who) => return resign_next(world, key, who),
        Key::Scale(_) | Key::Task(_) => None,
    };
    let rows = vec![Write::Deadline(key.clone(), next)];
    Ok(Step::Change(Change { rows, ..Change::default() }))
}

/// Returns what was due about a game at this instant.
fn game_due(world: &dyn World, key: &Key, game: &Game, at: Millis) -> Result<Step, InternalError> {
    let scope = Scope { world, cause: Cause::Due(key, at) };
    match game.stage() {
        Stage::Offered(_) => expire_offer(scope, game).map(Step::Change),
        Stage::Running => match overdue(world, game, world.now())? {
            // A move that was written in time may still be on its way.
            Some((_, at)) if world.heard_until(game.place()) < at => Ok(Step::Silent),
            Some((_, at)) if is_nobody_ready(world, game, at)? => {
                Ok(idle::nobody_arranged(scope, game, at)?.into())
            }
            Some((seat, at)) => Ok(time_out(scope, game, seat, at)?.into()),
            None if may_have_gone_on(world, game)? => Ok(Step::Silent),
            None => of_standing(scope, game),
        },
        Stage::Over(_) => Err(nothing_due(game)),
    }
}

/// Returns whether the time of all players is over at the same instant, before any of them has arranged their
/// men: none of them was later than the others.
fn is_nobody_ready(world: &dyn World, game: &Game, at: Millis) -> Result<bool, InternalError> {
    let (awaited, seats) = (game.position().awaits(), game.position().n_seats());
    if game.position().arranging().is_none() || awaited.len() < usize::from(seats) {
        return Ok(false);
    }
    for seat in awaited.iter() {
        if deadline(world, game, seat)? != Some(at) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns `true` if a game is to end since nobody has moved, and a move that was written in time may still be on its way.
fn may_have_gone_on(world: &dyn World, game: &Game) -> Result<bool, InternalError> {
    let heard = world.heard_until(game.place());
    let claim = pending(world, game)?.map(|(_, at)| at);
    let close = match idle::next(world, game)? {
        Some(Idle::Close(at)) => Some(at),
        Some(Idle::Warn(_)) | None => None,
    };
    Ok(claim.into_iter().chain(close).any(|at| at <= world.now() && heard < at))
}

/// Returns what is due about a running game whose time is not over: all of it at once, since several players
/// may be reminded at the same instant.
fn of_standing(scope: Scope<'_>, game: &Game) -> Result<Step, InternalError> {
    let mut all = one_of_standing(scope, game)?.ok_or_else(|| nothing_due(game))?;
    for _ in 0..MOST_AT_ONCE {
        let Some(next) = one_of_standing(scope, &all.game)? else { break };
        all.game = next.game;
        all.added.extend(next.added);
        all.replies.extend(next.replies);
    }
    Ok(all.into())
}

/// The first thing that is due about a running game whose time is not over.
fn one_of_standing(scope: Scope<'_>, game: &Game) -> Result<Option<SingleChange>, InternalError> {
    let (world, now) = (scope.world, scope.world.now());
    if let Some(reminder) = next_reminder(world, game)?.filter(|next| next.at() <= now) {
        return remind(scope, game, reminder).map(Some);
    }
    if let Some((claim, _)) = pending(world, game)?.filter(|(_, at)| *at <= now) {
        return claim::ended(scope, game, claim).map(Some);
    }
    match idle::next(world, game)?.filter(|next| next.at() <= now) {
        Some(next) => idle::idle(scope, game, next).map(Some),
        None => Ok(None),
    }
}

fn nothing_due(game: &Game) -> InternalError {
    InternalError(format!("nothing is known that could be due about game {}", game.no()))
}
