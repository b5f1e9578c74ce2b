//! What the bot and people may do in a channel, and how the platform describes the channel.

use serde_json::{Value, json};

use super::{ANN, World, people::person_of, servers};

/// The bits of permissions.
pub(crate) const VIEW_CHANNEL: u64 = 1 << 10;
pub(crate) const SEND_MESSAGES: u64 = 1 << 11;
pub(crate) const MANAGE_MESSAGES: u64 = 1 << 13;
pub(crate) const ATTACH_FILES: u64 = 1 << 15;
pub(crate) const READ_HISTORY: u64 = 1 << 16;
pub(crate) const SEND_IN_THREADS: u64 = 1 << 38;
/// All that there are.
const ALL: u64 = (1 << 53) - 1;

impl World {
    /// What the bot may do in a channel.
    pub(crate) fn permissions(&self, channel: u64) -> u64 {
        let mut out = self.bot_may.get(&channel).copied().unwrap_or(servers::PERMISSIONS);
        if self.forbidden.contains_key(&channel) {
            out &= !(SEND_MESSAGES | SEND_IN_THREADS);
        }
        if self.no_files.contains(&channel) {
            out &= !ATTACH_FILES;
        }
        if self.no_history.contains(&channel) {
            out &= !READ_HISTORY;
        }
        out
    }

    /// What a person may do in a channel: the owner everything.
    pub(super) fn permissions_of(&self, person: u64, _channel: u64) -> u64 {
        let usual = if person == ANN.id { ALL } else { servers::PERMISSIONS };
        self.people_may.get(&person).copied().unwrap_or(usual)
    }

    /// A channel or thread of a server, or a private chat, as the platform describes it.
    pub(super) fn describe_channel(&self, id: u64) -> Value {
        let Some(guild) = self.guild_of(id) else {
            let person = person_of(id).map(|id| id.to_string());
            return json!({ "id": id.to_string(), "type": 1, "flags": 0,
                "recipients": [{ "id": person, "username": "somebody", "discriminator": "0",
                    "global_name": null, "avatar": null }] });
        };
        let threads = self.guilds.iter().flat_map(|guild| &guild.threads);
        match threads.clone().find(|(thread, _)| *thread == id) {
            Some((_, parent)) => servers::thread(guild, id, *parent),
            None => servers::channel(guild, id),
        }
    }
}
