//! The present strength of somebody, where one number has to do.

use games::GameKind;
use table::{PersonId, RatingArea, ScaleName, ServerId};

use super::formulas::rating;
use crate::{handling::step::InternalError, world::World};

/// The rating of a person in a game of two seats with these options: on this server, else anywhere on the
/// platform; 0 for who has none.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn rating_now(
    world: &dyn World,
    kind: GameKind,
    options: &str,
    server: Option<&ServerId>,
    who: &PersonId,
) -> Result<u32, InternalError> {
    let scale = ScaleName::new(kind, options, 2);
    let areas =
        [server.cloned().map(RatingArea::Server), Some(RatingArea::Overall(who.platform()))];
    for area in areas.into_iter().flatten() {
        let last = world.ratings().rating_before(&area, &scale, who, u32::MAX)?;
        if let Some(last) = last {
            return Ok(u32::try_from(rating(&last).points()).unwrap_or(0));
        }
    }
    Ok(0)
}
