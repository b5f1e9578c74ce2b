//! The servers, channels and threads, and how the platform describes them.

use serde_json::{Value, json};

use super::{ANN, BOT, BOT_ROLE, CHANNEL, GUILD, OTHER_CHANNEL, THREAD};

/// What a member may do in every channel: view, send, attach files, read the history, and the like.
pub(super) const PERMISSIONS: u64 = 274_878_008_320;

/// A server.
#[derive(Clone, Debug)]
pub(crate) struct Guild {
    pub(crate) id: u64,
    pub(crate) channels: Vec<u64>,
    /// Each thread with the channel in which it was opened.
    pub(crate) threads: Vec<(u64, u64)>,
}

impl Guild {
    /// The server of most tests.
    pub(crate) fn first() -> Self {
        Self { id: GUILD, channels: vec![CHANNEL, OTHER_CHANNEL], threads: vec![(THREAD, CHANNEL)] }
    }

    /// Its description without its roles, channels and threads.
    pub(super) fn json(&self) -> Value {
        json!({
            "id": self.id.to_string(), "name": "Club", "owner_id": ANN.id.to_string(),
            "verification_level": 0, "default_message_notifications": 0,
            "explicit_content_filter": 0, "roles": [],
            "emojis": [], "features": [], "mfa_level": 0, "system_channel_flags": 0,
            "premium_tier": 0, "preferred_locale": "en-US", "nsfw_level": 0, "stickers": [],
            "premium_progress_bar_enabled": false, "joined_at": "2026-01-01T00:00:00+00:00",
            "large": false, "unavailable": false, "member_count": 3, "voice_states": [],
            "members": [], "channels": [], "threads": [], "presences": [],
            "stage_instances": [], "guild_scheduled_events": [],
        })
    }
}

/// Returns `true` if a shard receives the events of a server; private chats are those of server 0.
pub(super) fn is_of_shard(guild: u64, (shard, count): (u64, u64)) -> bool {
    (guild >> 22) % count.max(1) == shard
}

/// The role that everybody has.
pub(super) fn everyone(guild: u64) -> Value {
    json!({
        "id": guild.to_string(), "name": "@everyone", "color": 0, "hoist": false,
        "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
        "managed": false, "mentionable": false, "permissions": PERMISSIONS.to_string(),
        "position": 0,
    })
}

/// The bot's own role.
pub(super) fn role() -> Value {
    json!({
        "id": BOT_ROLE.to_string(), "name": "Martian Cake", "color": 0,
        "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
        "hoist": false, "managed": true, "mentionable": false, "permissions": "0",
        "position": 1, "tags": { "bot_id": BOT.to_string() },
    })
}

/// A text channel of a server.
pub(super) fn channel(guild: u64, id: u64) -> Value {
    json!({
        "id": id.to_string(), "type": 0, "guild_id": guild.to_string(), "name": "games",
        "position": 0, "permission_overwrites": [], "nsfw": false,
    })
}
