//! Showing a game once more: `replay`, and one ply of it with a way to those beside it.

use games::Outcome;
use scene::FightVerdict;
use table::{Game, GameNo, ReplayRecipe};

use crate::{
    actions::replay_action,
    handling::{
        context::Context,
        selection::started_game,
        step::{Handled, Step},
    },
    message::{Audience, Reply},
    naming::{
        names::{players, seats},
        titles::name_of,
    },
    pictures::{drawn_names::panel_name, n_captured, replay_picture},
    play::results::result_words,
    text,
};

/// `replay`, of all plies or one.
pub(crate) fn replay(ctx: Context<'_>, no: Option<GameNo>, ply: Option<u32>) -> Handled {
    let game = started_game(ctx, no)?;
    let (no, plies) = (game.no(), game.position().n_standing());
    if game.is_running() && game.position().arranging().is_some() {
        return ctx.say_about(no, text::replay_while_arranging(no, ctx.prefix));
    }
    if plies > 0 && ply.is_some_and(|ply| ply > plies) {
        return ctx.say_about(no, text::no_such_ply(no, plies, ctx.prefix));
    }
    let names = seats(&game).map(|seat| panel_name(ctx.world, &game, seat)).collect();
    let Some(recipe) = ReplayRecipe::of(&game, names, ply) else {
        return ctx
            .say_about(no, text::replay_without_plies(no, game.position().ply() > 0, ctx.prefix));
    };
    let reply = match ply {
        Some(ply) => one_ply(ctx, &game, recipe, ply),
        None => all_plies(ctx, &game, recipe),
    };
    Ok(Step::Say(vec![reply]))
}

/// All plies of a game, as an animation.
fn all_plies(ctx: Context<'_>, game: &Game, recipe: ReplayRecipe) -> Reply {
    let (no, plies) = (game.no(), game.position().n_standing());
    let named = format!("{no} {}: {}", name_of(game), players(game));
    let fights = game.position().fights();
    let hits = fights.iter().filter(|(_, fight)| fight.verdict == FightVerdict::Hit).count();
    let shown = recipe.replay().and_then(|replay| replay.shown_words());
    let plies = (plies, shown.as_deref());
    let told =
        text::replay_told(&named, plies, n_captured(game), (fights.len(), hits), &end_words(game));
    let words = text::replayed(no, &named, plies, ctx.prefix);
    Reply { attachments: vec![replay_picture(recipe, &told)], ..ctx.reply_about(no, words) }
}

/// One ply of a game, for whoever asks, with a way to those beside it.
fn one_ply(ctx: Context<'_>, game: &Game, recipe: ReplayRecipe, ply: u32) -> Reply {
    let (no, plies) = (game.no(), game.position().n_standing());
    let then = recipe.replay().and_then(|replay| replay.at(ply));
    let position = then.as_ref().map_or(game.position(), |then| then.position());
    let end = (ply == plies).then(|| end_words(game));
    let words = text::replayed_ply(no, ply, plies, &position.last_ply_words(), end.as_deref());
    let alt = format!("{words} {}", position.position_words().join(" "));
    let before = ply.checked_sub(1).map(|ply| replay_action(game, ply, true));
    let behind = (ply < plies).then(|| replay_action(game, ply + 1, false));
    Reply {
        audience: Audience::Only(ctx.author().clone()),
        attachments: vec![replay_picture(recipe, &alt)],
        actions: before.into_iter().chain(behind).collect(),
        ..ctx.reply_about(no, words)
    }
}

/// The sentence that says how a game ended, or that it goes on.
fn end_words(game: &Game) -> String {
    match game.outcome() {
        Some(Outcome::Win(_, reason) | Outcome::Draw(reason)) => {
            format!("The end: {} ({}).", result_words(game), reason.words())
        }
        Some(Outcome::Aborted) => format!("It {}.", result_words(game)),
        None => "The game goes on.".to_owned(),
    }
}
