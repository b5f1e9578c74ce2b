//! `privacy forget` and `privacy return`.

use table::{DAY, Millis};

use crate::{
    handling::{
        context::Context,
        step::{Change, Handled, Step, Write},
    },
    parse::plain_text::shown,
    personal_data::plays_no_more::plays_no_more,
    text,
    world::game_list_row::GameListRow,
};

/// The time after which no backup of the bot's own has somebody who was forgotten.
const LAST_BACKUP: Millis = 30 * DAY;

/// `privacy forget`
pub(crate) fn forget(ctx: Context<'_>, is_sure: bool) -> Handled {
    ctx.check_unseen(text::data_in_private)?;
    if plays_no_more(ctx.world, ctx.author())? {
        return ctx.say_to_author(text::you_are_forgotten(ctx.prefix));
    }
    if !is_sure {
        let words = text::forget_sure(&lost(ctx)?, heir(ctx)?.as_deref(), ctx.prefix);
        return ctx.ask_if_sure("privacy forget yes", "Yes, forget me", words);
    }
    let until = ctx.written_at().saturating_add(LAST_BACKUP);
    let words = text::forgotten(until, ctx.is_on_page(), ctx.prefix);
    // A line of the page would be kept there, and is told by the page itself.
    let replies =
        if ctx.is_on_page() { Vec::new() } else { vec![ctx.reply_to_author(words.clone())] };
    let rows = vec![Write::Forget(ctx.author().clone(), words)];
    Ok(Step::Change(Change { rows, replies, ..Change::default() }))
}

/// `privacy return`
pub(crate) fn come_back(ctx: Context<'_>, is_sure: bool) -> Handled {
    ctx.check_unseen(text::data_in_private)?;
    let mark = ctx.world.moderation().forgotten(ctx.author())?;
    if !mark.is_some_and(|mark| mark.stands()) {
        return ctx.say_to_author(text::not_forgotten(ctx.prefix));
    }
    if !is_sure {
        let words = text::return_sure(ctx.prefix);
        return ctx.ask_if_sure("privacy return yes", "Yes, I am back", words);
    }
    let replies = vec![ctx.reply_to_author(text::returned(ctx.prefix))];
    let rows = vec![Write::Return(ctx.author().clone())];
    Ok(Step::Change(Change { rows, people: ctx.people(), replies, ..Change::default() }))
}

/// The games, offers and events that the author gives up by it, in words.
fn lost(ctx: Context<'_>) -> Handled<String> {
    let open = ctx.world.open_games_of(ctx.author())?;
    let count = |is: fn(&GameListRow) -> bool| open.iter().filter(|game| is(game)).count();
    let running = count(GameListRow::is_running);
    let events = ctx.world.editions().with(ctx.author())?;
    Ok(text::lost_by_forgetting(running, open.len() - running, events.len()))
}

/// Whoever manages the page once the author is forgotten; `None` if nothing changes.
fn heir(ctx: Context<'_>) -> Handled<Option<String>> {
    if !ctx.is_on_page() || ctx.world.page_owner()?.as_ref() != Some(ctx.author()) {
        return Ok(None);
    }
    let next = ctx.world.page_heir()?;
    let name = next.map(|next| shown(&ctx.world.ratings().name_of(&next)));
    Ok(Some(name.unwrap_or_else(|| text::next_to_come().to_owned())))
}
