//! The claim that stands in a game without clocks, and the end of the time that it leaves.

use table::{Claim, DAY, Game, Millis, Pause, PauseCause, runs_out};

use crate::{
    handling::step::InternalError,
    world::{World, scopes},
};

/// The time for a move after a claim, without outages and vacations.
const TIME: Millis = 3 * DAY;

/// Returns `true` if a game is one that those who wait in it can claim at some time: nobody loses it by a clock, or by
/// the rules of an event.
pub(super) fn can_be_claimed(game: &Game) -> bool {
    !game.terms().clock.is_limited() && game.terms().event.is_none()
}

/// The claim in a game that stands, unless whoever made it has left the game.
pub(super) fn standing(game: &Game) -> Option<Claim> {
    game.clocks().claim().filter(|claim| game.position().active().contains(claim.by))
}

/// Returns when the time is over that a claim leaves: it does not run while the place cannot be reached, or while
/// somebody who is to move is on vacation.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(super) fn ends(world: &dyn World, game: &Game, at: Millis) -> Result<Millis, InternalError> {
    let outages = world.outages(game.place(), at).into_iter();
    let mut pauses: Vec<Pause> =
        outages.map(|(from, to)| Pause { from, to, cause: PauseCause::Outage }).collect();
    for person in game.position().awaits().iter().filter_map(|seat| game.occupant(seat).who()) {
        for (from, to) in world.vacations(&person.id, &scopes::of_game(game), at)? {
            pauses.push(Pause { from, to: Some(to), cause: PauseCause::Vacation });
        }
    }
    Ok(runs_out(at, TIME, &pauses).unwrap_or(Millis::MAX))
}

/// The claim that stands in a game, with the end of its time.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(super) fn pending(
    world: &dyn World,
    game: &Game,
) -> Result<Option<(Claim, Millis)>, InternalError> {
    let Some(claim) = standing(game).filter(|_| game.is_running()) else { return Ok(None) };
    Ok(Some((claim, ends(world, game, claim.at)?)))
}
