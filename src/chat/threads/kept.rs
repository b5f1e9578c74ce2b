//! What is kept of a thread that the bot has opened: the channel in which it is.

use crate::{
    chat::{scopes, step::InternalError, world::World},
    table::{PlaceId, Setting},
};

/// The key under which a thread has the channel in which it was opened.
const CHANNEL: &str = "thread of";

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
