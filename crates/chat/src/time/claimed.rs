//! The claim that stands in a game without clocks, and the end of the time that it leaves.

use table::{
    Claim, ClockEvent, DAY, Game, LogEvent, Millis, Pause, PauseCause, PersonId, runs_out,
};

use super::deadlines::LOOK_AGAIN;
use crate::{
    handling::step::InternalError,
    world::{World, scopes},
};

/// The time for a move after a claim, without outages and vacations.
const TIME: Millis = 3 * DAY;

/// The least time between two claims of one person in a game.
const BETWEEN: Millis = 7 * DAY;

/// Returns when somebody can claim a game again; `None` if they never have. A claim counts whatever came of it, and
/// whatever was taken back since.
pub(super) fn again(game: &Game, who: &PersonId) -> Option<Millis> {
    let claims = game.log().iter().rev().filter(|entry| match &entry.event {
        LogEvent::Clock(ClockEvent::Claimed { seat, .. }) => {
            game.occupant(*seat).who().is_some_and(|person| person.id == *who)
        }
        _ => false,
    });
    claims.map(|entry| entry.at.saturating_add(BETWEEN)).next()
}

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
/// somebody who is to move is on vacation. While the place cannot be reached that is later than now, and moves on.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(super) fn ends(world: &dyn World, game: &Game, at: Millis) -> Result<Millis, InternalError> {
    let (outages, now) = (world.outages(game.place(), at), world.now());
    let goes_on = outages.iter().any(|(_, to)| to.is_none());
    let outage = |(from, to): (Millis, Option<Millis>)| Pause {
        from,
        to: to.or(Some(now.max(from))),
        cause: PauseCause::Outage,
    };
    let mut pauses: Vec<Pause> = outages.into_iter().map(outage).collect();
    for person in game.position().awaits().iter().filter_map(|seat| game.occupant(seat).who()) {
        for (from, to) in world.vacations(&person.id, &scopes::of_game(game), at)? {
            pauses.push(Pause { from, to: Some(to), cause: PauseCause::Vacation });
        }
    }
    let ends = runs_out(at, TIME, &pauses).unwrap_or(Millis::MAX);
    Ok(if goes_on { ends.max(now.saturating_add(LOOK_AGAIN)) } else { ends })
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
