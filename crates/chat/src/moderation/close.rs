//! Closing a game without a result: `mod close`.

use table::{Game, GameNo, ModAct, ModEntry, PersonId, harmless};

use super::{
    ask::sure,
    entry::{MAX_WHY, entry, logged},
};
use crate::{
    handling::{
        changes::{announced_in_words, change_of},
        context::Context,
        step::{Change, Handled, Step},
    },
    naming::names::{listed, mention, others_listed},
    parse::plain_text::escaped,
    text,
};

/// `mod close #12 why`
pub(crate) fn close(ctx: Context<'_>, no: Option<GameNo>, why: &str, is_sure: bool) -> Handled {
    let Some(no) = ctx.named(no) else { return ctx.say(text::close_which(ctx.prefix)) };
    let Some(game) = ctx.world.game(no)? else {
        return ctx.say(text::no_such_game(no, ctx.prefix));
    };
    if game.server() != ctx.msg.server.as_ref() {
        return ctx.say_about(no, text::belongs_to_another_server(no));
    }
    if game.outcome().is_some() {
        return ctx.say_about(no, text::not_running(no, ctx.prefix));
    }
    if game.terms().event.is_some() {
        return ctx.say_about(no, text::close_in_event(no, ctx.prefix));
    }
    let why = harmless(why, MAX_WHY);
    if why.is_empty() {
        return ctx.say_about(no, text::say_why(&format!("{}mod close {no} why", ctx.prefix)));
    }
    if !is_sure {
        let players = others_listed(&game, None);
        let line = |_: &str| format!("mod close {no} {why}");
        return Ok(sure(ctx, None, line, |shown| text::close_sure(no, &players, shown)));
    }
    let mut game = Game::clone(&game);
    let added = if game.is_offered() {
        game.withdraw(ctx.written_at())?
    } else {
        game.close_idle(ctx.written_at())?
    };
    game.mark_announced();
    let people: Vec<_> = game.people().map(|(_, person)| person.clone()).collect();
    let mentions: Vec<String> = people.iter().map(mention).collect();
    let words = text::closed_by_manager(no, &listed(&mentions), &escaped(&why));
    let ping: Vec<PersonId> =
        people.into_iter().map(|person| person.id).filter(|id| id != ctx.author()).collect();
    let change = change_of(*ctx, game, added);
    let mut change = Change::from(announced_in_words(*ctx, change, words, ping));
    let entry = ModEntry { game: Some(no), ..entry(ctx, ModAct::Close, why) };
    change.rows.push(logged(entry));
    Ok(Step::Change(change))
}
