//! After how many days games that stand still are warned of and closed, where a server has chosen that or not.

use table::Game;

use crate::{
    handling::step::InternalError,
    text,
    world::{World, scopes},
};

/// The key of the days after which a game without a clock is warned of, and closed: `30 60`.
pub(crate) const IDLE: &str = "idle_days";
/// After how many idle days a game is warned of, and closed, where a server has not chosen.
const USUAL_IDLE: (u16, u16) = (30, 60);
/// After how many idle days a game of this scope is warned of, and after how many it is closed.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn idle_days(world: &dyn World, scope: &str) -> Result<(u16, u16), InternalError> {
    let days = world.setting(scope, IDLE)?.and_then(|text| {
        let (warn, close) = text.split_once(' ')?;
        Some((warn.parse().ok()?, close.parse().ok()?))
    });
    Ok(days.unwrap_or(USUAL_IDLE))
}

/// Returns what its players should know of a game that has no clock and may stand still less long than is usual;
/// `None` for any other.
///
/// # Errors
/// [`InternalError`] if the settings cannot be read.
pub(crate) fn warning_ahead(
    world: &dyn World,
    game: &Game,
) -> Result<Option<String>, InternalError> {
    if game.terms().clock.is_limited() || game.outcome().is_some() {
        return Ok(None);
    }
    let days = idle_days(world, &scopes::of_game(game))?;
    let is_sooner = days.0 < USUAL_IDLE.0 || days.1 < USUAL_IDLE.1;
    Ok(is_sooner.then(|| text::closes_sooner(days)))
}
