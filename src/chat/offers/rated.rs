//! Who may play a rated game.

use crate::{
    chat::{context::Context, plain_text::shown, server_settings::too_new, step::Handled, text},
    table::{Occupant, Person, PlaceId, ServerId},
};

/// Refuses a rated offer of the author to these occupants in a place if a bot is among them, or somebody
/// whose account is too new for the server.
pub(super) fn check_rated(ctx: Context<'_>, others: &[Occupant], place: &PlaceId) -> Handled<()> {
    if others.iter().any(|other| matches!(other, Occupant::Bot(_))) {
        return Err(ctx.refuse(text::rated_with_bot()));
    }
    let server = ctx.server_of(place);
    check_age(ctx, &ctx.msg.author, server.as_ref())?;
    for other in others {
        if let Occupant::Asked(person) = other {
            check_age(ctx, person, server.as_ref())?;
        }
    }
    Ok(())
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
