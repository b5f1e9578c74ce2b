//! People who do not want to meet somebody: `block`, `unblock`, `block list`.

use table::{Game, ModWrite, Person};

use crate::{
    handling::{
        context::Context,
        step::{Change, Handled, Step, Write},
    },
    naming::people::find_person,
    offers::declined,
    parse::plain_text::{in_code, shown},
    text,
};

/// The most people whom one person can block.
const MOST_BLOCKED: usize = 200;

/// `block @ann`
pub(crate) fn block(ctx: Context<'_>, word: Option<&str>) -> Handled {
    ctx.check_unseen(text::block_in_private)?;
    let person = find_person(ctx, word.unwrap_or_default())?;
    if person.id == *ctx.author() {
        return ctx.say(text::no_self_block());
    }
    let blocked = ctx.world.moderation().blocks(ctx.author())?;
    let name = shown(&person.name);
    if blocked.contains(&person.id) {
        return ctx.say(text::blocked_already(&name, ctx.prefix));
    }
    if blocked.len() >= MOST_BLOCKED {
        return ctx.say(text::too_many_blocked(MOST_BLOCKED, ctx.prefix));
    }
    let mut change = set(ctx, &person, true);
    change.people.push(person.clone());
    // What stands between them is answered as if it were declined by hand.
    for row in ctx.world.open_games_of(ctx.author())? {
        if row.is_offer_of(&person.id)
            && row.asks(ctx.author())
            && let Some(game) = ctx.world.game(row.no)?
        {
            change.append(declined(ctx, Game::clone(&game))?);
        }
    }
    let words = text::blocked(&name, &in_code(&person.name), ctx.prefix);
    change.replies.push(ctx.reply_to_author(words));
    Ok(Step::Change(change))
}

/// `unblock @ann`
pub(crate) fn unblock(ctx: Context<'_>, word: Option<&str>) -> Handled {
    ctx.check_unseen(text::block_in_private)?;
    let person = find_person(ctx, word.unwrap_or_default())?;
    let name = shown(&person.name);
    if !ctx.world.moderation().has_blocked(ctx.author(), &person.id)? {
        return ctx.say(text::not_blocked(&name, ctx.prefix));
    }
    let mut change = set(ctx, &person, false);
    change.replies.push(ctx.reply_to_author(text::unblocked(&name)));
    Ok(Step::Change(change))
}

/// The change by which the author blocks somebody, or does so no more.
fn set(ctx: Context<'_>, person: &Person, holds: bool) -> Change {
    let (author, blocked) = (ctx.author().clone(), person.id.clone());
    let rows = vec![Write::Moderation(ModWrite::Block { person: author, blocked, holds })];
    Change { rows, people: ctx.people(), ..Change::default() }
}

/// `block list`
pub(crate) fn list(ctx: Context<'_>) -> Handled {
    ctx.check_unseen(text::block_in_private)?;
    let blocked = ctx.world.moderation().blocks(ctx.author())?;
    let names = blocked.iter().map(|id| shown(&ctx.world.ratings().name_of(id)));
    ctx.say(text::blocks(&names.collect::<Vec<_>>(), ctx.prefix))
}
