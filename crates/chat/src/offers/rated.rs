//! Who may play a rated game.

use table::{Occupant, Person, RATED_CLOCK, ServerId, TimeControl};

use crate::{
    handling::{context::Context, step::Handled},
    parse::plain_text::shown,
    places::server_settings::too_new,
    text,
};

/// Refuses a rated offer of the author to these occupants in a server if a bot is among them, or somebody
/// whose account is too new for it.
pub(super) fn check_rated(
    ctx: Context<'_>,
    others: &[Occupant],
    server: Option<&ServerId>,
) -> Handled<()> {
    if others.iter().any(|other| matches!(other, Occupant::Bot(_))) {
        return Err(ctx.refuse(text::rated_with_bot()));
    }
    check_age(ctx, &ctx.msg.author, server)?;
    for other in others {
        if let Occupant::Asked(person) = other {
            check_age(ctx, person, server)?;
        }
    }
    Ok(())
}

/// The clock of an offer where this is the usual one: a rated one has one in any case, since a game that
/// stands still without a clock is nobody's loss.
pub(super) const fn usual_clock(usual: TimeControl, rated: bool) -> TimeControl {
    if rated && !usual.is_limited() { RATED_CLOCK } else { usual }
}

/// Refuses to go on if somebody's account is too new for rated games of a server.
pub(super) fn check_age(
    ctx: Context<'_>,
    person: &Person,
    server: Option<&ServerId>,
) -> Handled<()> {
    if let Some((least, left)) = too_new(ctx.world, &person.id, server)? {
        let name = (person.id != *ctx.author()).then(|| shown(&person.name));
        return Err(ctx.refuse(text::account_too_new(name.as_deref(), least, left)));
    }
    Ok(())
}
