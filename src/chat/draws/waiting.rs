//! The draw offers that wait for the author of a message, and which of them it answers.

use crate::{
    chat::{
        brief::Brief,
        context::Context,
        selection::which_game,
        step::{Handled, InternalError},
        text,
    },
    table::GameNo,
};

/// The running games in which a draw offer waits for the author: those of this place, or if there
/// are none, those of other places.
pub(in crate::chat) fn games_with_offer(ctx: Context<'_>) -> Result<Vec<Brief>, InternalError> {
    let mut offered = Vec::new();
    for brief in ctx.all_running_games()? {
        // What is played in private is no business of a channel's.
        let may_be_named = ctx.is_private() || ctx.is_here(&brief) || brief.place.owner().is_none();
        if may_be_named && is_offered_in(ctx, brief.no)? {
            offered.push(brief);
        }
    }
    if offered.iter().any(|game| ctx.is_here(game)) {
        offered.retain(|game| ctx.is_here(game));
    }
    Ok(offered)
}

/// Whether a draw offer waits for the author in this game.
pub(in crate::chat) fn is_offered_in(ctx: Context<'_>, no: GameNo) -> Result<bool, InternalError> {
    let game = ctx.world.game(no)?.filter(|game| game.is_running());
    Ok(game.is_some_and(|game| !game.draw_awaits(ctx.author()).is_empty()))
}

/// The game whose draw offer is answered: the one that is named or replied to, otherwise the only
/// one in which an offer waits for the author. If there is no offer, this is the only game that
/// could be meant. `again` is the command to repeat with a number if there are several.
pub(super) fn game_to_answer_in(
    ctx: Context<'_>,
    no: Option<GameNo>,
    again: &str,
) -> Handled<GameNo> {
    if let Some(no) = ctx.named_game(no) {
        return Ok(no);
    }
    match games_with_offer(ctx)?.as_slice() {
        [one] => Ok(one.no),
        [] => only_game(ctx),
        several => {
            let line = |no| format!("{again} {no}");
            Err(which_game(ctx, text::SEVERAL_DRAW_OFFERS, several, line))
        }
    }
}

/// The author's only running game, where no draw is offered in any.
fn only_game(ctx: Context<'_>) -> Handled<GameNo> {
    let games = if ctx.is_private() { ctx.all_running_games()? } else { ctx.running_games()? };
    match games.as_slice() {
        [] => Err(ctx.refuse(text::no_game(ctx.prefix))),
        [one] => Ok(one.no),
        several => {
            let numbers: Vec<GameNo> = several.iter().map(|game| game.no).collect();
            Err(ctx.refuse(text::no_draw_offer_in_any(&numbers, ctx.prefix)))
        }
    }
}
