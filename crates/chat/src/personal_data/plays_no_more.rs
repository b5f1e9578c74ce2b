//! People who have asked to be forgotten: nothing is stored of them, whoever names them.

use table::{Person, PersonId};

use crate::{
    handling::{
        context::Context,
        step::{Handled, InternalError},
    },
    text,
    world::World,
};

/// Returns `true` as long as somebody is forgotten, and for whoever stands in their place.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn plays_no_more(world: &dyn World, who: &PersonId) -> Result<bool, InternalError> {
    let mark = world.moderation().forgotten(who)?;
    Ok(who.is_deleted() || mark.is_some_and(|mark| mark.stands()))
}

/// The person, unless they play no more.
pub(crate) fn who_plays(ctx: Context<'_>, person: Person) -> Handled<Person> {
    check_plays(ctx, &person.id)?;
    Ok(person)
}

/// Refuses to do something with somebody who plays no more.
pub(crate) fn check_plays(ctx: Context<'_>, who: &PersonId) -> Handled<()> {
    if plays_no_more(ctx.world, who)? { Err(ctx.refuse(text::plays_no_more())) } else { Ok(()) }
}
