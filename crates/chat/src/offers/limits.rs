//! How many games and offers one person may have.

use table::{MAX_OFFERS, MAX_RUNNING, Occupant, PersonId};

use crate::{
    handling::{context::Context, step::Handled},
    parse::plain_text::shown,
    text,
    world::game_list_row::GameListRow,
};

/// Refuses an offer to these occupants if it would break a limit: that of the author's open offers,
/// or that of the running games of anybody named in it.
pub(super) fn check_limits(ctx: Context<'_>, others: &[Occupant]) -> Handled<()> {
    let mine = ctx.world.open_games_of(ctx.author())?;
    let offers: Vec<&GameListRow> =
        mine.iter().filter(|game| game.is_offer_of(ctx.author())).collect();
    if let Some(oldest) = offers.iter().map(|game| game.no).min()
        && !others.iter().all(|other| matches!(other, Occupant::Bot(_)))
        && offers.len() >= MAX_OFFERS
    {
        return Err(ctx.refuse(text::too_many_offers(MAX_OFFERS, oldest, ctx.prefix)));
    }
    check_running(ctx, &ctx.author_name(), ctx.author())?;
    for other in others {
        if let Occupant::Asked(person) = other {
            check_running(ctx, &shown(&person.name), &person.id)?;
        }
    }
    Ok(())
}

/// Refuses to go on if a person has so many running games that they cannot start another. `name` is
/// what the refusal calls the person.
pub(super) fn check_running(ctx: Context<'_>, name: &str, who: &PersonId) -> Handled<()> {
    if ctx.world.count_running(who)? >= MAX_RUNNING {
        return Err(ctx.refuse(text::too_many_games(name, MAX_RUNNING, ctx.prefix)));
    }
    Ok(())
}
