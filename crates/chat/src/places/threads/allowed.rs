//! Whether threads can be opened in a channel, as far as that is known: from what the platform has told with a message,
//! or from how it went last.

use table::{PlaceId, PlaceKind, Setting};

use super::{
    kept::{refusal, told_refusal},
    why::NoThread,
};
use crate::{
    handling::{cause::Scope, step::InternalError},
    message::Incoming,
    places::place_report::{Findings, Permission, PlaceReport, Standing},
};

/// Returns what is missing for threads of games in the channel of a report.
pub(crate) fn missing_for_threads(found: &Findings) -> Vec<Permission> {
    let is_missing = |one: &Permission| found.standing(*one) == Some(Standing::Missing);
    [Permission::OpenThreads, Permission::SendInThreads].into_iter().filter(is_missing).collect()
}

/// Returns what is missing for threads in a channel by what came with a message; `None` if the message tells
/// nothing of that channel.
fn told(msg: &Incoming, channel: &PlaceId) -> Option<Vec<Permission>> {
    let PlaceKind::Channel(key) = channel.kind() else { return None };
    let Some(PlaceReport::Found(found)) = &msg.report else { return None };
    (found.channel == key).then(|| missing_for_threads(found))
}

/// Returns whether it is known that the bot cannot open threads in a channel, or not write in them.
///
/// # Errors
/// [`InternalError`] if the settings cannot be read.
pub(crate) fn are_refused(scope: Scope<'_>, channel: &PlaceId) -> Result<bool, InternalError> {
    if let Some(missing) = scope.message().and_then(|msg| told(msg, channel)) {
        return Ok(!missing.is_empty());
    }
    let last = told_refusal(scope.world, channel)?;
    let lasting = [
        NoThread::Lacks(Permission::OpenThreads),
        NoThread::Lacks(Permission::SendInThreads),
        NoThread::NotHere,
    ];
    Ok(last.is_some_and(|last| lasting.iter().any(|why| why.key() == last)))
}

/// The setting that keeps what came with a message about threads in its channel, if something did.
pub(crate) fn kept_report(msg: &Incoming) -> Option<Setting> {
    let channel = msg.within.as_ref().unwrap_or(&msg.place);
    told(msg, channel)
        .map(|missing| refusal(channel, missing.first().copied().map(NoThread::Lacks)))
}
