//! What happens when an instant has come at which something was due, without anybody saying anything.

use super::{
    cause::{Cause, Scope},
    idle,
    notices::{next_reminder, remind},
    offers::expire_offer,
    step::{Change, InternalError, Row, Step},
    timing::{next_wake, overdue, time_out},
    world::World,
};
use crate::table::{Game, Key, Millis, Stage};

/// What is due about this key by now. The state decides, not the instant at which this is asked: it may
/// be late, or asked twice. If nothing is due, the step does no more than say when something will be.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take the change.
pub fn due(world: &dyn World, key: &Key) -> Result<Step, InternalError> {
    let next = match key {
        Key::Game(no) => match world.game(*no)? {
            Some(game) => match next_wake(world, &game)? {
                Some(at) if at <= world.now() => return game_due(world, key, &game, at),
                next => next,
            },
            None => None,
        },
        Key::Person(_) | Key::Tournament(_) | Key::Task(_) => None,
    };
    let rows = vec![Row::Wake(key.clone(), next)];
    Ok(Step::Change(Change { rows, ..Change::default() }))
}

/// What was due about a game at this instant.
fn game_due(world: &dyn World, key: &Key, game: &Game, at: Millis) -> Result<Step, InternalError> {
    let scope = Scope { world, cause: Cause::Due(key, at) };
    match game.stage() {
        Stage::Offered(_) => expire_offer(scope, game).map(Step::Change),
        Stage::Running => match overdue(world, game, world.now())? {
            // A move that was written in time may still be on its way.
            Some((_, at)) if world.heard_until(game.place()) < at => Ok(Step::Silent),
            Some((seat, at)) => Ok(time_out(scope, game, seat, at)?.into()),
            None => of_standing(scope, game),
        },
        Stage::Over(_) => Err(nothing_due(game)),
    }
}

/// What is due about a running game whose time is not over.
fn of_standing(scope: Scope<'_>, game: &Game) -> Result<Step, InternalError> {
    let (world, now) = (scope.world, scope.world.now());
    if let Some(reminder) = next_reminder(world, game)?.filter(|next| next.at() <= now) {
        return Ok(remind(scope, game, reminder)?.into());
    }
    match idle::next(world, game)?.filter(|next| next.at() <= now) {
        Some(next) => Ok(idle::idle(scope, game, next)?.into()),
        None => Err(nothing_due(game)),
    }
}

fn nothing_due(game: &Game) -> InternalError {
    InternalError(format!("nothing is known that could be due about game {}", game.no()))
}
