//! How many games and offers one person may have.

use crate::{
    chat::{
        brief::{Brief, count_running},
        context::Context,
        plain_text::shown,
        step::Handled,
        text,
    },
    table::{MAX_OFFERS, MAX_RUNNING, Occupant},
};

/// Refuses an offer to these occupants if it would break a limit: that of the author's open offers,
/// or that of the running games of anybody named in it.
pub(super) fn check_limits(ctx: Context<'_>, others: &[Occupant]) -> Handled<()> {
    let mine = ctx.world.open_games_of(ctx.author())?;
    let offers: Vec<&Brief> = mine.iter().filter(|game| game.is_offer_of(ctx.author())).collect();
    if let Some(oldest) = offers.iter().map(|game| game.no).min()
        && !others.iter().all(|other| matches!(other, Occupant::Bot(_)))
        && offers.len() >= MAX_OFFERS
    {
        return Err(ctx.refuse(text::too_many_offers(MAX_OFFERS, oldest, ctx.prefix)));
    }
    check_running(ctx, &ctx.author_name(), &mine)?;
    for other in others {
        if let Occupant::Asked(person) = other {
            let theirs = ctx.world.open_games_of(&person.id)?;
            check_running(ctx, &shown(&person.name), &theirs)?;
        }
    }
    Ok(())
}

/// Refuses to go on if so many of these games of one person are running that the person cannot
/// start another. `name` is what the refusal calls the person.
pub(super) fn check_running(ctx: Context<'_>, name: &str, games: &[Brief]) -> Handled<()> {
    if count_running(games) >= MAX_RUNNING {
        return Err(ctx.refuse(text::too_many_games(name, MAX_RUNNING, ctx.prefix)));
    }
    Ok(())
}
