//! Vacations: times in which the clocks of a person stand, as far as the server allows it.

mod allowance;
mod command;

pub(super) use allowance::{MOST_DAYS, USUAL_DAYS};
pub(super) use command::vacation;

use super::{step::InternalError, world::World};
use crate::table::{Millis, PersonId};

/// The key of the setting of a server: how many days a year its people may be away.
pub(super) const DAYS: &str = "vacation_days";

/// Until when a person is away at this instant, by the rules of a scope; `None` if they are not.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(super) fn away_until(
    world: &dyn World,
    who: &PersonId,
    scope: &str,
    now: Millis,
) -> Result<Option<Millis>, InternalError> {
    let vacations = world.vacations(who, scope, now)?;
    Ok(vacations.into_iter().find(|(since, _)| *since <= now).map(|(_, until)| until))
}

/// How many days a year people may be away by the rules of a scope.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(super) fn days(world: &dyn World, scope: &str) -> Result<u16, InternalError> {
    let chosen = world.setting(scope, DAYS)?;
    Ok(chosen.and_then(|days| days.parse().ok()).unwrap_or(USUAL_DAYS))
}
