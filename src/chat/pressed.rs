//! Buttons below older boards: what is pressed there is judged by the game as it is now.

use super::{
    cause::reply_to,
    inset::Inset,
    message::{Incoming, Reply},
    step::{InternalError, Step},
    text,
    world::World,
};
use crate::table::Game;

/// The answer to a button that stands below a game as it is no longer; `None` if it is still so.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(super) fn moved_on(world: &dyn World, msg: &Incoming) -> Result<Option<Step>, InternalError> {
    let Some(pressed) = msg.pressed else { return Ok(None) };
    let Some(game) = world.game(pressed.game)? else { return Ok(None) };
    if game.position().ply() == pressed.ply {
        return Ok(None);
    }
    let words = text::moved_on(game.no(), &board_link(world, &game)?);
    let reply = Reply { game: Some(game.no()), ..reply_to(msg, words) };
    Ok(Some(Step::Say(vec![reply])))
}

/// The link to the newest board of a game in its place; empty if there is none.
fn board_link(world: &dyn World, game: &Game) -> Result<String, InternalError> {
    let (place, server) = (game.place().clone(), game.server().cloned());
    let message = world.newest_board(game.no(), &place)?;
    let link = |message| Inset::Message { game: game.no(), place, message, server }.tag();
    Ok(message.map(link).unwrap_or_default())
}
