//! The form in which the store keeps a reply until it is delivered. A program reads what an earlier
//! one has left unsent.

use serde::{Deserialize, Serialize};
use table::{GameNo, MessageId, PersonId, PlaceId};

use crate::{
    actions::action::Action,
    message::{Attachment, Audience, Fallback, Picture, Reply, TextFile},
    places::threads::ThreadWork,
};

/// A reply as JSON.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredReply {
    place: PlaceId,
    audience: Audience,
    reply_to: Option<MessageId>,
    text: String,
    ping: Vec<PersonId>,
    #[serde(default)]
    attachments: Vec<Attachment>,
    game: Option<GameNo>,
    #[serde(default)]
    actions: Vec<Action>,
    #[serde(default, rename = "otherwise", skip_serializing_if = "Option::is_none")]
    fallback: Option<Fallback>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    thread: Option<ThreadWork>,
    /// Where the first form has a picture.
    #[serde(default, skip_serializing)]
    picture: Option<Picture>,
    /// Where the first form has a file.
    #[serde(default, skip_serializing)]
    file: Option<TextFile>,
    /// Where the first form has actions: their lines alone.
    #[serde(default, skip_serializing)]
    chips: Vec<String>,
}

impl From<Reply> for StoredReply {
    fn from(reply: Reply) -> Self {
        let Reply {
            place,
            audience,
            reply_to,
            text,
            ping,
            attachments,
            game,
            actions,
            fallback,
            thread,
            ..
        } = reply;
        Self {
            place,
            audience,
            reply_to,
            text,
            ping,
            attachments,
            game,
            actions,
            fallback,
            thread,
            picture: None,
            file: None,
            chips: Vec::new(),
        }
    }
}

impl From<StoredReply> for Reply {
    fn from(stored: StoredReply) -> Self {
        let mut attachments = stored.attachments;
        attachments.extend(stored.picture.map(Attachment::Picture));
        attachments.extend(stored.file.map(Attachment::File));
        let mut actions = stored.actions;
        actions.extend(stored.chips.iter().map(|line| Action::command(line)));
        Self {
            place: stored.place,
            audience: stored.audience,
            reply_to: stored.reply_to,
            text: stored.text,
            ping: stored.ping,
            attachments,
            game: stored.game,
            actions,
            pick: None,
            fallback: stored.fallback,
            thread: stored.thread,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::message::Drawing;

    /// Replies as the version before attachments and actions has stored them.
    const FIRST_FORM: &str = include_str!("../../../../tests/data/stored/replies.txt");

    #[test]
    fn replies_of_the_first_form_are_read_whole() {
        for line in FIRST_FORM.lines() {
            let old: Value = serde_json::from_str(line).unwrap();
            let reply: Reply = serde_json::from_str(line).unwrap();
            assert_eq!(old["text"], reply.text);
            assert_eq!(old["place"], reply.place.to_string());
            assert_eq!(old["game"], serde_json::to_value(reply.game).unwrap());
            assert_eq!(old["reply_to"], serde_json::to_value(&reply.reply_to).unwrap());
            assert_eq!(old["ping"], serde_json::to_value(&reply.ping).unwrap());
            assert_eq!(old["audience"], serde_json::to_value(&reply.audience).unwrap());
            assert_eq!(old["chips"], Value::from(Action::lines(&reply.actions)));
            assert_eq!(old["otherwise"].is_null(), reply.fallback.is_none());
            assert_eq!(old["file"].is_null(), reply.file().is_none());
            assert_eq!(old["picture"].is_null(), reply.picture().is_none());
            if let Some(Picture { drawing: Drawing::Board(scene), alt, .. }) = reply.picture() {
                assert_eq!(old["picture"]["alt"], *alt);
                let (drawn, stored) =
                    (&serde_json::to_value(scene).unwrap(), &old["picture"]["scene"]);
                let lost = |part: &str, replaced: &[&str]| {
                    let keys = stored[part].as_object().unwrap().keys();
                    let mut kept = keys.filter(|key| !replaced.contains(&key.as_str()));
                    kept.any(|key| drawn[part][key].is_null() && !stored[part][key].is_null())
                };
                // These are told by other parts of a panel since.
                let replaced = ["fights", "turns", "foot"];
                assert!(!lost("board", &[]) && !lost("panel", &replaced), "{}", old["text"]);
                assert_eq!(drawn["panel"]["number"], stored["panel"]["foot"]);
            }
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for line in FIRST_FORM.lines() {
            let reply: Reply = serde_json::from_str(line).unwrap();
            let written = serde_json::to_string(&reply).unwrap();
            assert_eq!(serde_json::from_str::<Reply>(&written).unwrap(), reply);
        }
    }
}
