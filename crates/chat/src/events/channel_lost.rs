//! Events whose place is gone: they stand still, until a manager lets one go on in another channel.

use event::{Edition, EditionEvent};
use table::{PersonId, PlaceId};

use super::progress::Progress;
use crate::{
    handling::{
        context::Context,
        step::{Handled, InternalError},
    },
    message::Reply,
    parse::plain_text::shown,
    places::threads::channel_of_own_thread,
    text,
    world::World,
};

/// Returns `true` if the place of an edition is gone, so that nothing can be said there any more.
pub(super) fn is_homeless(world: &dyn World, edition: &Edition) -> bool {
    world.settings(edition.place(), edition.server()).is_gone
}

/// Pauses an edition whose place is gone, and tells whoever has made its event how it goes on; once, also if it was
/// paused before.
///
/// # Errors
/// [`InternalError`] if the state cannot be read, or the edition does not take it.
pub(super) fn stand_still_if_homeless(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    let edition = &progress.edition;
    let is_known = edition.stage().is_over() || edition.has_lost_its_place();
    if is_known || !is_homeless(progress.scope.world, edition) {
        return Ok(());
    }
    progress.add(EditionEvent::PlaceLost)?;
    let edition = &progress.edition;
    let world = progress.scope.world;
    let Some(maker) = maker(world, edition)? else { return Ok(()) };
    let settings = world.settings(edition.place(), edition.server());
    let name = shown(&edition.settings().name);
    let words = text::event_place_gone(edition.no(), &name, &settings.shown_prefix);
    let key = format!("gone:{}", edition.log().len());
    progress.post(&key, Reply::new(maker.private_place(), words));
    Ok(())
}

/// Returns who has made the event of an edition.
fn maker(world: &dyn World, edition: &Edition) -> Result<Option<PersonId>, InternalError> {
    let made_by = |edition: &Edition| edition.log().first().and_then(|line| line.by.clone());
    if let Some(maker) = made_by(edition) {
        return Ok(Some(maker));
    }
    let first = world.editions().edition(edition.event())?;
    Ok(first.as_ref().and_then(made_by))
}

/// The place in which an event can be held that is asked for here: the channel, also of a thread that the bot has
/// opened in it.
///
/// # Errors
/// An answer where there is none.
pub(super) fn place_here(ctx: Context<'_>) -> Handled<PlaceId> {
    let here = &ctx.msg.place;
    let channel = channel_of_own_thread(ctx.world, here)?;
    let is_channel = ctx.msg.within.is_none() || channel.is_some();
    if ctx.is_private() || ctx.msg.closed.is_some() || !is_channel {
        return Err(ctx.refuse(text::event_needs_channel(ctx.prefix)));
    }
    Ok(channel.unwrap_or_else(|| here.clone()))
}

/// An edition whose place is gone is held here from now on; any other stays where it is.
///
/// # Errors
/// An answer where no event can be held.
pub(super) fn come_here(ctx: Context<'_>, progress: &mut Progress<'_>) -> Handled<()> {
    if is_homeless(ctx.world, &progress.edition) {
        let place = place_here(ctx)?;
        progress.add(EditionEvent::Moved { place })?;
    }
    Ok(())
}
