//! Consequences of a corrected result for an event that is over.

use event::{GameResult, Stage};
use games::Outcome;
use table::Game;

use super::{posts, standing::standings_lines};
use crate::{
    handling::{cause::Scope, step::InternalError},
    message::Reply,
};

/// The standings as a corrected result makes them, to be said where the event was held; `None` if the game
/// belongs to none that is over, or nobody's place changes. While an event is being played the table
/// after its next round has it.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn corrected_standings(
    scope: Scope<'_>,
    game: &Game,
    outcome: Outcome,
) -> Result<Option<Reply>, InternalError> {
    let Some(place) = game.terms().event else { return Ok(None) };
    let log = scope.world.editions();
    let found = log.edition(place.edition)?;
    let Some(edition) = found.filter(|one| one.stage() == Stage::Finished) else {
        return Ok(None);
    };
    let before = log.results(edition.no())?;
    let mut after = before.clone();
    let plies = game.position().ply();
    after.insert(game.no(), GameResult { outcome: Some(outcome), plies });
    let lines = standings_lines(&edition, &after);
    let is_same = lines == standings_lines(&edition, &before);
    Ok((!is_same).then(|| posts::put_right(&edition, game.no(), &lines)))
}
