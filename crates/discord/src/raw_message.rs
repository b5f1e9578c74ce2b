//! Reads a message of Discord's into serenity's model, whatever else comes with it.

use std::num::NonZeroU64;

use serde::{
    Deserialize,
    de::{DeserializeOwned, Error as _},
};
use serde_json::{Map, Value};
use serenity::model::channel::Message;

/// The fields of a message that we read; everything else may hold what serenity's model does not know.
const OF_MESSAGE: [&str; 14] = [
    "id",
    "channel_id",
    "guild_id",
    "author",
    "member",
    "content",
    "timestamp",
    "mentions",
    "attachments",
    "tts",
    "mention_everyone",
    "webhook_id",
    "type",
    "message_reference",
];
const OF_USER: [&str; 6] = ["id", "username", "global_name", "bot", "system", "member"];
const OF_MEMBER: [&str; 2] = ["nick", "roles"];
const OF_ATTACHMENT: [&str; 5] = ["id", "filename", "size", "url", "proxy_url"];
const OF_REFERENCE: [&str; 3] = ["message_id", "channel_id", "guild_id"];

/// A message from its JSON. What nobody here reads is left out first, so that no kind of content that
/// Discord invents can make the message unreadable.
///
/// # Errors
///
/// The error of serde. It may quote the message, so it does not belong into a log.
pub(super) fn message(raw: Value) -> serde_json::Result<Message> {
    let Value::Object(mut message) = raw else {
        return Err(serde_json::Error::custom("a message is an object"));
    };
    keep(&mut message, &OF_MESSAGE);
    each(&mut message, "author", user);
    each(&mut message, "member", member);
    each(&mut message, "mentions", user);
    each(&mut message, "attachments", |file| keep(file, &OF_ATTACHMENT));
    each(&mut message, "message_reference", |reference| keep(reference, &OF_REFERENCE));
    for (key, value) in [
        ("edited_timestamp", Value::Null),
        ("pinned", Value::Bool(false)),
        ("mention_roles", Value::Array(Vec::new())),
        ("embeds", Value::Array(Vec::new())),
    ] {
        message.insert(key.to_owned(), value);
    }
    serde_json::from_value(Value::Object(message))
}

fn user(user: &mut Map<String, Value>) {
    keep(user, &OF_USER);
    each(user, "member", member);
}

fn member(member: &mut Map<String, Value>) {
    keep(member, &OF_MEMBER);
    let is_id = |role: &Value| role.as_str().is_some_and(|id| id.parse::<NonZeroU64>().is_ok());
    let mut roles = member.get("roles").and_then(Value::as_array).cloned().unwrap_or_default();
    roles.retain(is_id);
    member.insert("roles".to_owned(), Value::Array(roles));
}

fn keep(object: &mut Map<String, Value>, keys: &[&str]) {
    object.retain(|key, _| keys.contains(&key.as_str()));
}

/// Changes an object in an object, or each one in a list there.
fn each(object: &mut Map<String, Value>, key: &str, change: impl Fn(&mut Map<String, Value>)) {
    match object.get_mut(key) {
        Some(Value::Object(inner)) => change(inner),
        Some(Value::Array(items)) => {
            items.iter_mut().filter_map(Value::as_object_mut).for_each(change)
        }
        _ => {}
    }
}

/// The data of a dispatch, of which only what `T` names is read.
///
/// # Errors
///
/// The error of serde. It may quote the event, so it does not belong into a log.
pub(super) fn data<T: DeserializeOwned>(event: &str) -> serde_json::Result<T> {
    #[derive(Deserialize)]
    struct Dispatch<T> {
        d: T,
    }
    serde_json::from_str::<Dispatch<T>>(event).map(|event| event.d)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use serenity::model::id::RoleId;

    use super::*;

    /// A reply to a message with whatever Discord may invent.
    fn reply_to_anything() -> Value {
        let strange = json!([{ "type": 4_242, "id": 1, "components": [{ "type": "novel" }] }]);
        let author = json!({ "id": "101", "username": "ann", "discriminator": "0",
            "global_name": "Ann", "premium_type": "novel", "primary_guild": 7, "flags": "many" });
        json!({
            "id": "5", "channel_id": "501", "guild_id": "500", "content": "c2-c3", "type": 19,
            "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": "never", "tts": false,
            "mention_everyone": false, "mention_roles": [{}], "pinned": 3, "author": author,
            "member": { "nick": "annie", "roles": ["no id", "0", 7, "70"], "joined_at": 3, "flags": "novel" },
            "mentions": [{ "id": "102", "username": "ben", "collectibles": 3,
                "member": { "nick": "ben", "avatar_decoration_data": 1 } }],
            "attachments": [{ "id": "1", "filename": "a.txt", "size": 1, "url": "http://a/",
                "proxy_url": "http://a/", "waveform": 3, "flags": "novel" }],
            "embeds": strange, "components": strange, "poll": strange, "message_snapshots": strange,
            "sticker_items": 1, "interaction_metadata": 1, "interaction": [], "thread": 7,
            "message_reference": { "type": 99, "message_id": "4", "channel_id": "501" },
            "referenced_message": { "id": "4", "components": strange, "type": "novel" },
        })
    }

    #[test]
    fn content_that_nobody_knows_yet_leaves_the_message_readable() {
        let message = message(reply_to_anything()).unwrap();
        assert_eq!((message.content.as_str(), message.author.name.as_str()), ("c2-c3", "ann"));
        let member = message.member.unwrap();
        assert_eq!(
            (member.nick.as_deref(), &*member.roles),
            (Some("annie"), &[RoleId::new(70)][..])
        );
        assert_eq!(message.mentions[0].member.as_ref().unwrap().nick.as_deref(), Some("ben"));
        assert_eq!(message.message_reference.unwrap().message_id.unwrap().get(), 4);
        assert_eq!(message.attachments[0].url, "http://a/");
    }

    #[test]
    fn what_is_no_message_is_refused() {
        for raw in [json!(null), json!([]), json!({}), json!({ "id": "0", "channel_id": "x" })] {
            assert!(message(raw).is_err());
        }
    }
}
