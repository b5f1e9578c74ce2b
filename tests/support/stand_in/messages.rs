//! What was said: every message that a channel has, as the gateway tells it and as its history shows it.

use serde_json::{Value, json};
use time::OffsetDateTime;

use super::{
    BOT, World,
    own::Own,
    people::{PEOPLE, Said, bot, mentioned, named, names, user},
};

/// The first millisecond that an id can name: the start of 2015.
const EPOCH: i64 = 1_420_070_400_000;

/// A message of a channel.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) id: u64,
    pub(crate) channel: u64,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// A person's, or another bot's.
    Said(Said),
    /// The bot's own.
    Own(Own),
}

/// The id of the first message of a millisecond.
pub(crate) fn snowflake(millis: i64) -> u64 {
    u64::try_from(millis - EPOCH).unwrap_or(0) << 22
}

/// The millisecond that an id names.
pub(super) fn written_at(id: u64) -> i64 {
    (id >> 22) as i64 + EPOCH
}

/// An instant as the platform writes it.
pub(super) fn timestamp(millis: i64) -> String {
    let at = OffsetDateTime::from_unix_timestamp_nanos(i128::from(millis) * 1_000_000).unwrap();
    let (date, (hour, minute, second, milli)) = (at.date(), at.time().as_hms_milli());
    format!(
        "{}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}000+00:00",
        date.year(),
        u8::from(date.month()),
        date.day()
    )
}

impl Kept {
    pub(super) fn said(id: u64, said: Said) -> Self {
        Self { id, channel: said.channel, content: Content::Said(said) }
    }

    pub(super) fn own(id: u64, channel: u64, own: Own) -> Self {
        Self { id, channel, content: Content::Own(own) }
    }

    /// Returns what is special about it if it is the bot's own.
    pub(super) fn as_own(&self) -> Option<&Own> {
        match &self.content {
            Content::Own(own) => Some(own),
            Content::Said(_) => None,
        }
    }

    pub(super) fn as_own_mut(&mut self) -> Option<&mut Own> {
        match &mut self.content {
            Content::Own(own) => Some(own),
            Content::Said(_) => None,
        }
    }

    /// The text, whoever may read it.
    pub(super) fn text(&self) -> &str {
        match &self.content {
            Content::Said(said) => &said.text,
            Content::Own(own) => own.text(),
        }
    }

    fn author(&self) -> Value {
        match &self.content {
            Content::Said(said) => user(said.by),
            Content::Own(_) => bot(),
        }
    }

    fn files(&self) -> Vec<Value> {
        match &self.content {
            Content::Said(said) => said.files.clone(),
            Content::Own(own) => own.files(),
        }
    }
}

impl World {
    pub(super) fn next_id(&mut self) -> u64 {
        let by_clock = self.ids_by_clock.then(|| snowflake(self.clock.now()));
        self.last_id = (self.last_id + 1).max(by_clock.unwrap_or(0));
        self.last_id
    }

    /// Adds a message to its channel, which forgets the oldest one beyond a number.
    pub(super) fn keep(&mut self, kept: Kept) {
        self.wake_thread(kept.channel);
        let of_channel = self.messages.entry(kept.channel).or_default();
        of_channel.push_back(kept);
        if of_channel.len() > self.rules.history {
            of_channel.pop_front();
        }
    }

    /// Takes a message away from its channel.
    pub(super) fn remove(&mut self, channel: u64, id: u64) {
        if let Some(of_channel) = self.messages.get_mut(&channel) {
            of_channel.retain(|kept| kept.id != id);
        }
    }

    pub(super) fn kept_mut(&mut self, channel: u64, id: u64) -> Option<&mut Kept> {
        self.messages.get_mut(&channel)?.iter_mut().find(|kept| kept.id == id)
    }

    pub(super) fn kept(&self, channel: u64, id: u64) -> Option<&Kept> {
        self.messages.get(&channel)?.iter().find(|kept| kept.id == id)
    }

    /// Returns `true` if the bot may read the text without the intent for content.
    fn is_for_bot(&self, kept: &Kept) -> bool {
        match &kept.content {
            Content::Said(said) => {
                said.private || names(&said.text, BOT) || self.is_reply_to_bot(said)
            }
            Content::Own(_) => true,
        }
    }

    /// Returns `true` if this replies to the bot. Replies to answers of interactions do not count; where the
    /// message is forgotten, it was one of the bot's.
    fn is_reply_to_bot(&self, said: &Said) -> bool {
        said.reply_to.is_some_and(|to| {
            let replied = self.kept(said.channel, to).map(Kept::as_own);
            replied.is_none_or(|own| own.is_some_and(|own| own.answers.is_none()))
        })
    }

    /// A message with its content where the reader may see it.
    pub(super) fn message(&self, kept: &Kept, sees_content: bool) -> Value {
        let readable = sees_content || self.is_for_bot(kept);
        let files = if readable { kept.files() } else { Vec::new() };
        let mut message = json!({
            "id": kept.id.to_string(), "channel_id": kept.channel.to_string(), "type": 0,
            "author": kept.author(), "content": if readable { kept.text() } else { "" },
            "timestamp": timestamp(written_at(kept.id)), "edited_timestamp": null, "tts": false,
            "mention_everyone": false, "mentions": self.mentions(kept), "mention_roles": [],
            "attachments": files, "embeds": [], "pinned": false, "flags": 0, "components": [],
        });
        match &kept.content {
            Content::Said(said) => self.add_what_was_said(&mut message, said),
            Content::Own(own) => own.complete(kept.channel, &mut message),
        }
        if let Some(thread) = self.describe_thread(kept.id) {
            // The flag of a message that has a thread.
            message["flags"] = json!(message["flags"].as_u64().unwrap_or(0) | 1 << 5);
            message["thread"] = thread;
        }
        message
    }

    fn add_what_was_said(&self, message: &mut Value, said: &Said) {
        message["type"] = json!(said.kind);
        if let Some(to) = said.reply_to {
            message["message_reference"] = reference(said.channel, &to.to_string());
            let quoted = self.kept(said.channel, to).map(|kept| {
                let mut quoted = self.message(kept, self.content_is_granted());
                quoted["components"] = json!(said.quoted_components);
                quoted
            });
            message["referenced_message"] = json!(quoted);
        }
        if said.webhook {
            message["webhook_id"] = json!("800");
        }
    }

    /// A message as the gateway gives it: with its server, and with its author's name there.
    pub(super) fn event(&self, kept: &Kept, sees_content: bool) -> Value {
        let mut message = self.message(kept, sees_content);
        if let Some(guild) = self.guild_of(kept.channel) {
            message["guild_id"] = json!(guild.to_string());
            if let Content::Said(said) = &kept.content {
                message["member"] = self.member(said.by);
                let roles = said.roles.iter().map(|id| json!(id.to_string()));
                message["member"]["roles"].as_array_mut().unwrap().extend(roles);
            }
        }
        message
    }

    fn mentions(&self, kept: &Kept) -> Vec<Value> {
        let text = kept.text();
        let known =
            |id: u64| PEOPLE.iter().find(|who| who.id == id).or_else(|| self.people.get(&id));
        let mut mentions: Vec<Value> =
            named(text).into_iter().filter_map(known).map(mentioned).collect();
        let replies = matches!(&kept.content, Content::Said(said) if self.is_reply_to_bot(said));
        if names(text, BOT) || replies {
            mentions.push(bot());
        }
        mentions
    }
}

pub(super) fn reference(channel: u64, message: &str) -> Value {
    json!({ "type": 0, "channel_id": channel.to_string(), "message_id": message })
}

/// Which messages of a channel are asked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum From {
    Newest,
    After(u64),
    Before(u64),
    Around(u64),
}

/// Reads the question after a path; `None` if the platform refuses it.
pub(super) fn asked(query: &str) -> Option<(From, usize)> {
    let (mut from, mut limit, mut points) = (From::Newest, 50, 0);
    for (key, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
        let number: u64 = value.parse().ok()?;
        match key {
            "limit" => {
                limit = number as usize;
                continue;
            }
            "after" => from = From::After(number),
            "before" => from = From::Before(number),
            "around" => from = From::Around(number),
            _ => return None,
        }
        points += 1;
    }
    (points <= 1 && (1..=100).contains(&limit)).then_some((from, limit))
}

impl World {
    /// A part of a channel's history, the newest message first.
    pub(super) fn history(&self, channel: u64, from: From, limit: usize) -> Vec<Value> {
        let empty = Default::default();
        let all = self.messages.get(&channel).unwrap_or(&empty);
        let start = match from {
            From::Newest => all.len().saturating_sub(limit),
            From::After(id) => all.partition_point(|kept| kept.id <= id),
            From::Before(id) => all.partition_point(|kept| kept.id < id).saturating_sub(limit),
            From::Around(id) => all.partition_point(|kept| kept.id < id).saturating_sub(limit / 2),
        };
        let fits = |kept: &&Kept| !matches!(from, From::Before(id) if kept.id >= id);
        let part = all.iter().skip(start).take(limit).filter(fits);
        let seen = self.content_is_granted();
        let mut out: Vec<Value> = part.map(|kept| self.message(kept, seen)).collect();
        out.reverse();
        out
    }
}
