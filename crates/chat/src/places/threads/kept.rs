//! Stored texts about threads: the channel of one that the bot has opened, of a channel why it has none, and
//! of a game that somebody has asked for one.

use table::{GameNo, MINUTE, Millis, PlaceId, Setting};

use super::why::NoThread;
use crate::{
    handling::step::InternalError,
    world::{World, scopes},
};

/// The key under which a thread has the channel in which it was opened.
const CHANNEL: &str = "thread of";
/// The key under which a game has since when a thread for it is on its way.
const ASKED: &str = "thread asked";
/// For how long a thread counts as on its way. The message that is to open it may never be said, which must
/// not keep anybody from asking again.
const ON_ITS_WAY: Millis = 10 * MINUTE;
/// The key under which a channel has why it has no threads, once that was told there.
const REFUSED: &str = "no thread";

/// The channel in which the bot has opened this thread; `None` for any other place.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn channel_of_own_thread(
    world: &dyn World,
    place: &PlaceId,
) -> Result<Option<PlaceId>, InternalError> {
    if !place.platform().has_servers() || place.owner().is_some() {
        return Ok(None);
    }
    let kept = world.setting(&scopes::of_channel(place), CHANNEL)?;
    Ok(kept.and_then(|channel| channel.parse().ok()))
}

/// The setting by which it is known that the bot has opened a thread, and in which channel.
pub(super) fn kept_channel(thread: &PlaceId, channel: &PlaceId) -> Setting {
    Setting {
        scope: scopes::of_channel(thread),
        key: CHANNEL.to_owned(),
        value: Some(channel.to_string()),
    }
}

/// Returns whether somebody has just asked for a thread for a game, of which nothing has come yet.
pub(super) fn is_on_its_way(world: &dyn World, no: GameNo) -> Result<bool, InternalError> {
    let kept = world.setting(&scopes::of_one_game(no), ASKED)?;
    let since = kept.and_then(|since| since.parse::<Millis>().ok());
    Ok(since.is_some_and(|since| (since..since.saturating_add(ON_ITS_WAY)).contains(&world.now())))
}

/// The setting by which it is known that a thread for a game is on its way since this instant; `None` once
/// it is known what has come of it.
pub(super) fn kept_asked(no: GameNo, since: Option<Millis>) -> Setting {
    Setting {
        scope: scopes::of_one_game(no),
        key: ASKED.to_owned(),
        value: since.map(|since| since.to_string()),
    }
}

/// Returns what was told last in a channel about why it has no threads, by [`NoThread::key`].
pub(super) fn told_refusal(
    world: &dyn World,
    channel: &PlaceId,
) -> Result<Option<String>, InternalError> {
    world.setting(&scopes::of_channel(channel), REFUSED)
}

/// The setting by which it is known that a channel was told why it has no threads; without a reason that
/// is forgotten.
pub(super) fn refusal(channel: &PlaceId, why: Option<NoThread>) -> Setting {
    Setting {
        scope: scopes::of_channel(channel),
        key: REFUSED.to_owned(),
        value: why.map(|why| why.key().to_owned()),
    }
}
