//! The card of a finished game, to be shared: `record card`.

use table::{CardRecipe, FightTally, Game, GameNo};

use crate::{
    handling::{
        context::Context,
        selection::started_game,
        step::{Handled, Step},
    },
    message::Reply,
    naming::{
        names::{name_at, players, seats},
        titles::{name_of, rules_topic},
    },
    pictures::{card_picture, drawn_names::panel_name},
    play::results::{end_sentence, standing_words},
    text,
};

/// `record card`
pub(crate) fn card(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let game = started_game(ctx, no)?;
    let no = game.no();
    if game.is_running() {
        return ctx.say_about(no, text::card_while_running(no, ctx.prefix));
    }
    let names = seats(&game).map(|seat| panel_name(ctx.world, &game, seat)).collect();
    let invitation = format!("{}play {}", ctx.prefix, rules_topic(&game));
    let Some(recipe) = CardRecipe::of(&game, names, invitation) else {
        return ctx.say_about(no, text::no_card(no, ctx.prefix));
    };
    let named = format!("{no} {}: {}", name_of(&game), players(&game));
    let told = told(&game, &recipe, &named);
    let reply = Reply {
        attachments: vec![card_picture(&game, recipe, &told)],
        ..ctx.reply_about(no, text::card_of(&named))
    };
    Ok(Step::Say(vec![reply]))
}

/// All that stands on a card beside its board, in sentences.
fn told(game: &Game, recipe: &CardRecipe, named: &str) -> String {
    let Some(sheet) = recipe.sheet() else { return named.to_owned() };
    let end = game.outcome().and_then(|outcome| end_sentence(game, outcome)).unwrap_or_default();
    let all = game.position().fights();
    let tally = |seat| format!("{}: {}", name_at(game, seat), FightTally::of(&all, seat));
    let fights: Vec<String> = seats(game).filter(|_| !all.is_empty()).map(tally).collect();
    text::card_told(named, sheet, &[end, standing_words(game)], &fights)
}
