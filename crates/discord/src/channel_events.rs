//! Signs of life: what Discord tells of a place in which something was refused, so that it is tried again.

use serenity::model::id::{ChannelId, GuildId, UserId};

/// Something that the gateway has told of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// Somebody has written in this channel or thread, so it can be seen. Talk is frequent: where it
    /// did not help, further talk is heeded less and less often.
    Talk(ChannelId),
    /// The permissions of this channel or thread have changed, or itself.
    Channel(ChannelId),
    /// A change of roles or of our own membership in this server, which may open any of its channels.
    Server(GuildId),
    /// A person has written to us in private, in this channel.
    Private(UserId, ChannelId),
    /// A channel or thread was deleted.
    Deleted(ChannelId),
}
