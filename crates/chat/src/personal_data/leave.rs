//! The end of all that somebody has begun who is forgotten: games are given up, offers withdrawn, events left, by their rules.

use table::{Key, PersonId};

use crate::{
    events::withdrawn_from,
    handling::{
        cause::{Cause, Scope},
        step::{Change, InternalError, Step, Write},
    },
    offers::left_by,
    play::resign::give_up,
    world::World,
};

/// Ends one thing that is open of somebody who stands in the place of a person forgotten, and asks for the next.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take the change.
pub(crate) fn leave_next(
    world: &dyn World,
    key: &Key,
    who: &PersonId,
) -> Result<Step, InternalError> {
    let scope = Scope { world, cause: Cause::Due(key, world.now()) };
    let change = match withdrawn_from(scope, who, |_| true)? {
        (_, left) if left.is_empty() => leave_a_game(scope, who)?,
        (change, _) => Some(change),
    };
    let next = change.is_some().then(|| world.now().saturating_add(1));
    let mut change = change.unwrap_or_default();
    change.rows.push(Write::Deadline(key.clone(), next));
    Ok(Step::Change(change))
}

/// Leaves one of their games or offers that are no event's.
fn leave_a_game(scope: Scope<'_>, who: &PersonId) -> Result<Option<Change>, InternalError> {
    let open = scope.world.open_games_of(who)?;
    for row in open.iter().filter(|row| !row.is_of_event) {
        let Some(game) = scope.world.game(row.no)?.map(|game| (*game).clone()) else { continue };
        let change = match game.seat_of(who) {
            Some(seat) if game.is_running() => give_up(scope, game, seat)?.into(),
            _ => left_by(scope, game, who)?,
        };
        return Ok(Some(change));
    }
    Ok(None)
}
