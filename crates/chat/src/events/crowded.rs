//! The check whether a place can carry the games of an edition that would begin at once.

use event::EditionEvent;

use super::{posts, progress::Progress};
use crate::{
    handling::step::InternalError,
    places::{
        server_settings::{Threads, threads},
        threads::are_refused,
    },
};

/// So many games at once can be followed in one channel.
pub(super) const MOST_IN_CHANNEL: usize = 8;

/// The reason why an edition has no threads for its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoThreads {
    /// They are switched off.
    Off,
    /// The bot cannot open them.
    Refused,
}

/// Returns why an edition has no threads for its games; `None` if it has, as far as is known.
///
/// # Errors
/// [`InternalError`] if the settings cannot be read.
pub(super) fn no_threads(progress: &Progress<'_>) -> Result<Option<NoThreads>, InternalError> {
    if !in_threads(progress)? {
        return Ok(Some(NoThreads::Off));
    }
    let is_refused = are_refused(progress.scope, progress.edition.place())?;
    Ok(is_refused.then_some(NoThreads::Refused))
}

/// Returns whether the games of an edition are to be played in threads of their own.
///
/// # Errors
/// [`InternalError`] if the settings cannot be read.
pub(super) fn in_threads(progress: &Progress<'_>) -> Result<bool, InternalError> {
    let edition = &progress.edition;
    let (place, server) = (edition.place(), edition.server());
    Ok(server.is_some() && threads(progress.scope.world, place, server)? != Threads::Never)
}

/// Pauses an edition of which so many games would begin at once, and says why, if that is more than its channel
/// can carry and games have no threads there; whether it is.
///
/// # Errors
/// [`InternalError`] if the settings cannot be read, or the edition does not take it.
pub(super) fn paused_if_crowded(
    progress: &mut Progress<'_>,
    games: usize,
) -> Result<bool, InternalError> {
    let has_channels = progress.edition.place().platform().has_servers();
    if games <= MOST_IN_CHANNEL || !has_channels {
        return Ok(false);
    }
    let Some(why) = no_threads(progress)? else { return Ok(false) };
    progress.add(EditionEvent::Paused)?;
    let reply = posts::needs_threads(progress, games, why);
    progress.post(&format!("threads:{}", progress.edition.log().len()), reply);
    Ok(true)
}
