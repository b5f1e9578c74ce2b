//! Which edition somebody means, among those that they may see.

use event::{Edition, Stage};
use table::{EditionNo, Platform};

use super::log::{EditionListRow, EditionLog};
use crate::{
    handling::{
        context::Context,
        privacy::Asker,
        step::{Handled, InternalError},
    },
    parse::plain_text::shown,
    places::server_settings::manages,
    text,
    world::World,
};

/// How many editions of a server are looked through.
pub(crate) const LOOKED_THROUGH: u32 = 60;

/// Returns `true` if somebody may see an edition from where they ask: as one who takes part, or in its server;
/// where there are no servers, everybody may.
pub(super) fn may_see(asker: Asker<'_>, edition: &Edition) -> bool {
    let takes_part = edition.entrant_of(asker.who).is_some();
    let platform = edition.place().platform();
    let same_platform = platform == asker.place.platform();
    let is_here = match edition.server() {
        Some(server) => asker.server == Some(server),
        None => !platform.has_servers() || edition.place() == asker.place,
    };
    takes_part || same_platform && is_here
}

/// The editions that are held where somebody asks, the newest first, at most so many: those of their server, or
/// of the whole page. In the private chats of a platform with servers none are.
pub(crate) fn held_here(
    log: &dyn EditionLog,
    asker: Asker<'_>,
    most: u32,
) -> Result<Vec<EditionListRow>, InternalError> {
    let platform = asker.place.platform();
    if asker.server.is_none() && platform.has_servers() {
        return Ok(Vec::new());
    }
    log.held_in(platform, asker.server, most)
}

/// The edition with this number, or the only one that can be meant: of those of the server (in private, of those that the
/// author takes part in) the one that is not over, or the newest one of this place.
///
/// # Errors
/// An answer that says which there are.
pub(super) fn meant(ctx: Context<'_>, no: Option<EditionNo>) -> Handled<Edition> {
    meant_for(ctx, no, |_| ())
}

/// Like [`meant`], for a command that does not fit all editions alike: the greater `fit` is of one, the rather that
/// one is meant, wherever it is held.
///
/// # Errors
/// An answer that says which there are.
pub(super) fn meant_for<F: Ord>(
    ctx: Context<'_>,
    no: Option<EditionNo>,
    fit: impl Fn(&Edition) -> F,
) -> Handled<Edition> {
    let (log, asker) = (ctx.world.editions(), Asker::of(ctx.msg));
    if let Some(no) = no {
        let found = log.edition(no)?.filter(|one| may_see(asker, one));
        return found.ok_or_else(|| ctx.refuse(text::no_such_event(no, ctx.prefix)));
    }
    let held = held_here(log, asker, LOOKED_THROUGH)?;
    let mut numbers: Vec<EditionNo> =
        held.iter().filter(|one| !one.is_over).map(|one| one.no).collect();
    // What somebody plays elsewhere is nobody's business here.
    if ctx.is_private() || !asker.place.platform().has_servers() {
        numbers.extend(log.with(ctx.author())?);
    }
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.is_empty() {
        // What has been played is asked about, rather than what came to nothing.
        let newest = held.first().map(|one| one.no);
        let mut played = None;
        for one in &held {
            let found = log.edition(one.no)?;
            if found.is_some_and(|one| one.stage() == Stage::Finished) {
                played = Some(one.no);
                break;
            }
        }
        numbers.extend(played.or(newest));
    }
    let mut found = Vec::new();
    for no in numbers {
        found.extend(log.edition(no)?);
    }
    let likeness = |one: &Edition| (fit(one), *one.place() == ctx.msg.place);
    if let Some(best) = found.iter().map(likeness).max() {
        found.retain(|one| likeness(one) == best);
    }
    match found.len() {
        0 => Err(ctx.refuse(no_event_here(ctx)?)),
        1 => Ok(found.swap_remove(0)),
        _ => {
            let names = found.iter().map(|one| (one.no(), shown(&one.settings().name)));
            Err(ctx.refuse(text::which_event(&names.collect::<Vec<_>>())))
        }
    }
}

/// Returns `true` if somebody asks on the page who manages its events.
pub(super) fn manages_page(world: &dyn World, asker: Asker<'_>) -> Result<bool, InternalError> {
    let is_page = asker.place.platform() == Platform::Local;
    Ok(is_page && world.page_owner()?.as_ref() == Some(asker.who))
}

/// Returns who runs the events of the page, and how to be let in, for somebody who does not; `None` elsewhere.
pub(super) fn who_manages(ctx: Context<'_>) -> Handled<Option<String>> {
    if ctx.msg.place.platform() != Platform::Local || manages(ctx.world, ctx.msg)? {
        return Ok(None);
    }
    let Some(owner) = ctx.world.page_owner()? else { return Ok(None) };
    let owner = shown(&ctx.world.ratings().name_of(&owner));
    Ok(Some(text::only_owner_runs_events(&owner, &ctx.author_name(), ctx.prefix)))
}

/// There is no event here: who makes one, and how.
pub(super) fn no_event_here(ctx: Context<'_>) -> Handled<String> {
    let words = who_manages(ctx)?.map(|words| text::no_event_yet(&words));
    Ok(words.unwrap_or_else(|| text::no_event_here(ctx.prefix)))
}
