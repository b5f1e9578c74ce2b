//! Whether a place can carry the games of an edition that would begin at once.

use super::{posts, progress::Progress};
use crate::{
    chat::{
        server_settings::{Threads, threads},
        step::InternalError,
    },
    edition::TournamentEvent,
};

/// So many games at once can be followed in one channel.
pub(super) const MOST_IN_CHANNEL: usize = 8;

/// Whether the games of an edition are played in threads of their own.
///
/// # Errors
/// [`InternalError`] if the settings cannot be read.
pub(super) fn in_threads(progress: &Progress<'_>) -> Result<bool, InternalError> {
    let tournament = &progress.tournament;
    let (place, server) = (tournament.place(), tournament.server());
    Ok(server.is_some() && threads(progress.scope.world, place, server)? != Threads::Never)
}

/// Pauses an edition of which so many games would begin at once, and says why, if that is more than its channel
/// can carry and games have no threads there; whether it is.
///
/// # Errors
/// [`InternalError`] if the settings cannot be read, or the edition does not take it.
pub(super) fn crowded(progress: &mut Progress<'_>, games: usize) -> Result<bool, InternalError> {
    let has_channels = progress.tournament.place().platform().has_servers();
    if games <= MOST_IN_CHANNEL || !has_channels || in_threads(progress)? {
        return Ok(false);
    }
    progress.add(TournamentEvent::Paused)?;
    let reply = posts::needs_threads(progress, games);
    progress.post(&format!("threads:{}", progress.tournament.log().len()), reply);
    Ok(true)
}
