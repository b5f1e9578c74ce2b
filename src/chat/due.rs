//! What happens when an instant has come at which something was due, without anybody saying anything.

use super::{
    cause::{Cause, Scope},
    offers::expire_offer,
    step::{Change, InternalError, Row, Step},
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
            Some(game) => match game.next_due() {
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
        Stage::Running | Stage::Over(_) => Err(InternalError(format!(
            "nothing is known that could be due about game {}",
            game.no()
        ))),
    }
}
