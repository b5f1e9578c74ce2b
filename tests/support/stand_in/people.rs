//! Who writes messages, and how the platform shows people.

use serde_json::{Value, json};

use super::{BOT, CHANNEL};

/// Somebody who writes messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Someone {
    pub(crate) id: u64,
    pub(crate) username: &'static str,
    pub(crate) global: Option<&'static str>,
    pub(crate) nick: Option<&'static str>,
    pub(crate) bot: bool,
}

pub(crate) const ANN: Someone =
    Someone { id: 101, username: "ann_1990", global: Some("Ann"), nick: None, bot: false };
pub(crate) const BEN: Someone =
    Someone { id: 102, username: "ben", global: Some("Benjamin"), nick: Some("ben"), bot: false };
pub(crate) const EVERYONE: Someone =
    Someone { id: 103, username: "carl", global: Some("@everyone"), nick: None, bot: false };
pub(crate) const ANOTHER_BOT: Someone =
    Someone { id: 104, username: "beep", global: None, nick: None, bot: true };
pub(crate) const CARL: Someone =
    Someone { id: 105, username: "carl", global: Some("Carl"), nick: None, bot: false };
pub(crate) const DORA: Someone =
    Someone { id: 106, username: "dora", global: Some("Dora"), nick: None, bot: false };
pub(crate) const EVE: Someone =
    Someone { id: 107, username: "eve", global: Some("Eve"), nick: None, bot: false };
/// Those whom the stand-in knows before they have said anything.
pub(super) const PEOPLE: [Someone; 4] = [ANN, BEN, EVERYONE, ANOTHER_BOT];

/// What the id of a private channel is above that of its person.
const DM_OFFSET: u64 = 700;

/// The id of somebody's private channel.
pub(crate) fn dm(who: Someone) -> u64 {
    dm_of(who.id)
}

/// The id of the private channel of the person with this id.
pub(super) fn dm_of(person: u64) -> u64 {
    DM_OFFSET + person
}

/// The person whose private channel this would be.
pub(super) fn person_of(dm: u64) -> Option<u64> {
    dm.checked_sub(DM_OFFSET)
}

/// A message that somebody writes.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) by: Someone,
    pub(crate) channel: u64,
    pub(crate) private: bool,
    pub(crate) text: String,
    pub(crate) kind: u8,
    pub(crate) reply_to: Option<u64>,
    pub(crate) webhook: bool,
    /// The roles that its writer has in the server.
    pub(crate) roles: Vec<u64>,
    /// The files that come with it, as Discord describes them.
    pub(crate) files: Vec<Value>,
    /// The buttons and the like of the message that is replied to, whatever they are.
    pub(crate) quoted_components: Vec<Value>,
}

/// A line in the channel.
pub(crate) fn line(by: Someone, text: &str) -> Said {
    Said {
        by,
        channel: CHANNEL,
        private: false,
        text: text.to_owned(),
        kind: 0,
        reply_to: None,
        webhook: false,
        roles: Vec::new(),
        files: Vec::new(),
        quoted_components: Vec::new(),
    }
}

/// A line in a private chat.
pub(crate) fn private(by: Someone, text: &str) -> Said {
    Said { channel: dm(by), private: true, ..line(by, text) }
}

/// A reply to a message of the bot's, with its ping on.
pub(crate) fn reply(by: Someone, to: u64, text: &str) -> Said {
    Said { kind: 19, reply_to: Some(to), ..line(by, text) }
}

/// Returns `true` if a text mentions somebody.
pub(super) fn names(text: &str, id: u64) -> bool {
    text.contains(&format!("<@{id}>")) || text.contains(&format!("<@!{id}>"))
}

/// The ids of the people whom a text mentions, each once.
pub(super) fn named(text: &str) -> Vec<u64> {
    let ids = text.split("<@").skip(1).filter_map(|rest| {
        let (id, _) = rest.split_once('>')?;
        id.strip_prefix('!').unwrap_or(id).parse().ok()
    });
    let mut named: Vec<u64> = Vec::new();
    ids.for_each(|id| {
        if !named.contains(&id) {
            named.push(id);
        }
    });
    named
}

pub(super) fn user(who: Someone) -> Value {
    json!({ "id": who.id.to_string(), "username": who.username, "discriminator": "0",
        "global_name": who.global, "avatar": null, "bot": who.bot })
}

pub(super) fn member(who: Someone) -> Value {
    json!({ "nick": who.nick, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": false, "mute": false, "flags": 0 })
}

/// Somebody as a message names those whom it mentions.
pub(super) fn mentioned(who: &Someone) -> Value {
    let mut out = user(*who);
    out["member"] = member(*who);
    out
}

pub(super) fn bot() -> Value {
    json!({ "id": BOT.to_string(), "username": "Martian Cake", "discriminator": "0",
        "global_name": null, "avatar": null, "bot": true, "verified": true, "email": null,
        "mfa_enabled": false, "flags": 0 })
}
