//! In which channels of a server the bot speaks. In the others it answers a command with one line that
//! names those, and talk not at all; what was begun there before goes on.

use table::{GameNo, PlaceId};

use super::{context::Context, privacy::Asker, step::InternalError};
use crate::{
    commands::{InSilence, SeenBy},
    events::{LOOKED_THROUGH, held_here},
    message::{Addressing, Incoming},
    parse::command::Command,
    places::server_settings::{channels, is_in, mentions},
    world::{World, game_list_row::GameListRow, scopes},
};

/// The channels in which the bot speaks, as the platform shows them, if a message was written in another
/// one; `None` where the bot speaks.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn closed_here(
    world: &dyn World,
    msg: &Incoming,
) -> Result<Option<Vec<String>>, InternalError> {
    if msg.addressing != Addressing::Channel || msg.server.is_none() {
        return Ok(None);
    }
    let channels = channels(world, &scopes::of_server(msg.server.as_ref()))?;
    let closed = channels.filter(|open| !open.iter().any(|channel| is_in(msg, channel)));
    Ok(closed.map(|open| mentions(&open)))
}

/// Returns whether a command is followed even where the bot does not speak, by its row: what its writer alone sees,
/// and what is done in a game or an event that goes on there.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn goes_on(ctx: Context<'_>, command: &Command) -> Result<bool, InternalError> {
    let info = command.info;
    // Where its author alone is answered, nobody is disturbed.
    let is_alone = ctx.msg.private_answers && info.seen_by == SeenBy::Author;
    if is_alone || ctx.msg.closed.is_some() {
        return Ok(true);
    }
    match info.in_silence {
        InSilence::Never => Ok(false),
        InSilence::WithEvent => event_goes_on(ctx),
        InSilence::WithGame | InSilence::ForManagers => game_goes_on(ctx, command.values.game_no()),
    }
}

/// Returns whether an event that is not over is held there.
fn event_goes_on(ctx: Context<'_>) -> Result<bool, InternalError> {
    let held = held_here(ctx.world.editions(), Asker::of(ctx.msg), LOOKED_THROUGH)?;
    let is_here =
        |place: &PlaceId| *place == ctx.msg.place || ctx.msg.within.as_ref() == Some(place);
    Ok(held.iter().any(|event| !event.is_over && is_here(&event.place)))
}

/// Returns whether a line is about a game or an offer that is open there: one that it names, or one of its
/// writer.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn game_goes_on(ctx: Context<'_>, no: Option<GameNo>) -> Result<bool, InternalError> {
    let is_open = |game: &GameListRow| ctx.is_here(game) && !game.is_over();
    if let Some(no) = ctx.named(no) {
        return Ok(ctx.world.game_list_row(no)?.is_some_and(|game| is_open(&game)));
    }
    Ok(ctx.world.open_games_of(ctx.author())?.iter().any(is_open))
}
