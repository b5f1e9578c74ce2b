//! Recognises a reply among the messages that a place has already, so that nothing is posted twice. A
//! nonce does not come back in a channel's history: the picture's name has the tag of its reply, and where
//! there is no picture the text must do.

use chat::Outgoing;
use serde_json::Value;

use super::{board_age::BoardAge, payload, picture_name::PictureName, tag::Tag};

/// How many messages are looked at.
pub(super) const READ: u8 = 50;

/// One of our own messages, as far as it matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeenMessage {
    /// Its id.
    pub(super) id: u64,
    /// Its text.
    pub(super) text: String,
    /// The names of its files.
    pub(super) files: Vec<String>,
    /// The message that it answers.
    pub(super) answers: Option<u64>,
}

/// The messages of a reply that a place has already.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Their ids, in order.
    pub(super) ids: Vec<u64>,
    /// Whether they are the whole reply.
    pub(super) is_whole: bool,
}

/// Our own messages in an answer of Discord's, the oldest first.
pub(super) fn own_messages(answer: &Value, own_id: u64) -> Vec<SeenMessage> {
    let number = |value: &Value| value.as_str().and_then(payload::snowflake);
    let messages = answer.as_array().into_iter().flatten();
    let own = messages.filter(|message| number(&message["author"]["id"]) == Some(own_id));
    let mut seen: Vec<SeenMessage> = own
        .filter_map(|message| {
            let files = message["attachments"].as_array().into_iter().flatten();
            Some(SeenMessage {
                id: number(&message["id"])?,
                text: message["content"].as_str().unwrap_or_default().to_owned(),
                files: files
                    .filter_map(|file| file["filename"].as_str().map(str::to_owned))
                    .collect(),
                answers: number(&message["message_reference"]["message_id"]),
            })
        })
        .collect();
    seen.sort_unstable_by_key(|message| message.id);
    seen
}

/// Looks for the messages of a reply. Each message is recognised once.
pub(super) fn recognise(history: &mut Vec<SeenMessage>, outgoing: &Outgoing, tag: Tag) -> Found {
    let quoted = payload::answered(&outgoing.reply);
    let mut best = Found::default();
    for form in payload::forms(outgoing, tag) {
        let mut ids: Vec<u64> = Vec::new();
        for part in &form {
            let after = ids.last().copied().or(quoted).unwrap_or(0);
            let known = history.iter().find(|seen| seen.id > after && part.is(seen, quoted));
            let Some(known) = known else { break };
            ids.push(known.id);
        }
        if ids.len() > best.ids.len() {
            best = Found { is_whole: ids.len() == form.len(), ids };
        }
    }
    history.retain(|seen| !best.ids.contains(&seen.id));
    best
}

/// Returns `true` if a place has a newer board of this one's game already.
pub(super) fn has_newer(history: &[SeenMessage], board: &BoardAge) -> bool {
    let names = history.iter().flat_map(|seen| &seen.files);
    names.filter_map(|name| PictureName::read(name)).any(|name| name.is_newer_than(board))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use chat::Reply;
    use table::{GameNo, MessageId, PlaceId, Platform};

    const NAME: &str = "board-12-t00c0ffee00c0ffee.png";

    fn tag() -> Tag {
        Tag::read("00c0ffee00c0ffee").expect("a tag")
    }

    fn outgoing(text: &str, png: bool) -> Outgoing {
        let reply = Reply {
            reply_to: Some(MessageId::new(Platform::Discord, "100")),
            game: Some(GameNo(12)),
            ..Reply::new(PlaceId::channel(Platform::Discord, "5"), text)
        };
        let png = png.then(|| Arc::new(vec![1]));
        Outgoing { may_be_sent: true, png, ..Outgoing::new(Some(7), reply) }
    }

    fn message(id: u64, author: u64, text: &str, file: Option<&str>) -> Value {
        let files: Vec<Value> = file.iter().map(|name| json!({ "filename": name })).collect();
        json!({ "id": id.to_string(), "author": { "id": author.to_string() }, "content": text,
            "attachments": files, "message_reference": { "message_id": "100" } })
    }

    fn history(messages: &[Value]) -> Vec<SeenMessage> {
        own_messages(&json!(messages), 900)
    }

    #[test]
    fn a_picture_is_known_by_its_tag_and_a_text_by_its_words() {
        let seen = [
            message(101, 900, "Ann moved.", None),
            message(102, 900, "other words", Some(NAME)),
            message(103, 900, "more", Some("board-12-a6-t1111111111111111.png")),
        ];
        let mut read = history(&seen);
        let found = recognise(&mut read, &outgoing("Ben moved.", true), tag());
        assert_eq!((found.ids, found.is_whole), (vec![102], true));
        let found = recognise(&mut read, &outgoing("Ann moved.", false), tag());
        assert_eq!((found.ids, found.is_whole), (vec![101], true));
        // Each message is one reply.
        assert_eq!(recognise(&mut read, &outgoing("Ann moved.", false), tag()).ids, [0; 0]);
        let board = |game, age| BoardAge { game: GameNo(game), age, is_over: false };
        assert!(has_newer(&read, &board(12, 5)) && !has_newer(&read, &board(12, 6)));
        assert!(!has_newer(&read, &board(13, 5)));
    }

    #[test]
    fn a_picture_of_an_earlier_version_is_another_one() {
        let old = "board-12-o7.png";
        let mut read = history(&[message(101, 900, "Ann moved.", Some(old))]);
        assert_eq!(recognise(&mut read, &outgoing("Ann moved.", true), tag()).ids, [0; 0]);
        assert_eq!(recognise(&mut read, &outgoing("Ann moved.", false), tag()).ids, [0; 0]);
        assert!(!has_newer(&read, &BoardAge { game: GameNo(12), age: 0, is_over: false }));
    }

    #[test]
    fn what_others_say_and_what_came_before_is_not_ours() {
        let seen = [
            message(99, 900, "Ann moved.", None),
            message(101, 101, "Ann moved.", Some(NAME)),
            json!({ "id": 5 }),
        ];
        let mut read = history(&seen);
        for png in [true, false] {
            assert_eq!(recognise(&mut read, &outgoing("Ann moved.", png), tag()).ids, [0; 0]);
        }
        assert_eq!(own_messages(&Value::Null, 900), []);
    }

    #[test]
    fn the_first_part_of_a_long_reply_leaves_the_rest_to_be_sent() {
        let text = "twenty letters here.\n".repeat(150);
        let first = &text[..text[..2_000].rfind('\n').unwrap_or(0)];
        let mut read = history(&[message(101, 900, first, None)]);
        let found = recognise(&mut read, &outgoing(&text, false), tag());
        assert_eq!((found.ids, found.is_whole), (vec![101], false));
    }
}
