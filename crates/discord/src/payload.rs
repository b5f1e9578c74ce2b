//! Turns a reply into what Discord takes: who is mentioned, how long a message may be, the picture
//! and its description, and the nonce that keeps a repeated request from posting twice.

use std::sync::Arc;

use serde_json::{Value, json};
use serenity::model::id::ChannelId;

pub(super) use super::ids::snowflake;
use super::{
    emojis::KnownEmojis,
    interactions,
    picture_name::PictureName,
    request::{ApiCall, Attachment},
    tag::Tag,
    text,
};
use crate::sent_lookup::SeenMessage;
use chat::{Audience, Outgoing, Placeholder, Reply, replace_placeholders};
use table::{MessageId, PersonId, PlaceId, PlaceKind, Platform, ServerId};

/// The longest text of a message, in UTF-16 units.
const MAX_TEXT: usize = 2_000;
/// The longest description of a picture, in UTF-16 units.
const MAX_ALT: usize = 1_024;
/// How many messages one reply may become; a longer reply is cut, and [`CUT`] says so.
const MAX_PARTS: usize = 5;
const CUT: &str = "\n… (cut: too long for a message here)";
/// How many people one message may ping.
const MAX_PINGS: usize = 100;
/// The flag of a message that makes no sound and shows no badge.
const SUPPRESS_NOTIFICATIONS: u32 = 1 << 12;

/// The way to send a reply, by what its channel allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SendOptions {
    /// Whether pictures and files may be attached.
    pub(super) files: bool,
    /// The sentence about why nothing is attached.
    pub(super) notice: Option<&'static str>,
    /// Whether the message may refer to the message that it answers.
    pub(super) quote: bool,
    /// Whether the server's filter lets the words pass; otherwise a sentence stands for them.
    pub(super) words: bool,
    /// Whether buttons and lists stand below.
    pub(super) rows: bool,
    /// Whether emojis of ours stand in the lists.
    pub(super) emojis: bool,
}

impl SendOptions {
    /// Everything is allowed.
    pub(super) const ALL: Self =
        Self { files: true, notice: None, quote: true, words: true, rows: true, emojis: true };
}

/// One of the messages that a reply becomes, as the channel's history shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    text: String,
    file: Option<String>,
}

impl Part {
    /// Returns whether this message is that part of a reply which answers `quoted`, or nothing.
    pub(super) fn is(&self, seen: &SeenMessage, quoted: Option<u64>) -> bool {
        let named = |name: &String| seen.files.contains(name);
        if let Some(name) = &self.file
            && PictureName::read(name).is_some_and(|name| name.known_by.is_some())
        {
            return named(name);
        }
        let same_files = self.file.as_ref().map_or(seen.files.is_empty(), named);
        same_files && seen.text == self.text && (seen.answers.is_none() || seen.answers == quoted)
    }
}

/// Every way in which a reply may have been sent, by what its channel allowed: the messages that it
/// became.
pub(super) fn forms(outgoing: &Outgoing, tag: Tag) -> Vec<Vec<Part>> {
    let all = SendOptions::ALL;
    let without = |notice| SendOptions { files: false, notice, ..all };
    let notices = [None, Some(text::NO_PICTURES), Some(text::TOO_LARGE)];
    let mut ways = vec![all, SendOptions { words: false, ..all }];
    if outgoing.png.is_some() || outgoing.reply.file().is_some() {
        ways.extend(notices.map(without));
    }
    let form = |options| {
        let messages = messages(outgoing, tag, options);
        let part = |(text, file): (String, Option<Attachment>)| Part {
            text,
            file: file.map(|file| file.name),
        };
        messages.into_iter().map(part).collect()
    };
    ways.into_iter().map(form).collect()
}

/// The texts and files of the messages that a reply becomes.
fn messages(
    outgoing: &Outgoing,
    tag: Tag,
    options: SendOptions,
) -> Vec<(String, Option<Attachment>)> {
    let mut files = if options.files { files(outgoing, tag) } else { Vec::new() };
    let mut parts = parts(&text(outgoing, options));
    let n_messages = parts.len().max(files.len());
    files.resize(n_messages, None);
    parts.resize(n_messages, String::new());
    parts.into_iter().zip(files).collect()
}

/// The id of the message that a reply answers, where Discord has it.
pub(super) fn answered(reply: &Reply) -> Option<u64> {
    snowflake(reply.reply_to.as_ref()?.key_on(Platform::Discord)?)
}

/// An id of Discord's for a message.
pub(super) fn message_id(id: u64) -> MessageId {
    MessageId::new(Platform::Discord, id.to_string())
}

/// The requests that send a reply, in order; there are none if nothing is left to say.
///
/// The picture and the reference are in the first one: if the channel refuses them, nothing has
/// been sent yet, and replies to a board find the message whose id the host learns. Each message
/// has one file at most, because serenity numbers every file that it is given from outside as 0.
/// Their nonces are the tag with the number of the message, so that Discord knows each again.
pub(super) fn calls(
    channel: ChannelId,
    outgoing: &Outgoing,
    tag: Tag,
    options: SendOptions,
    emojis: &KnownEmojis,
) -> Vec<ApiCall> {
    let reply = &outgoing.reply;
    let pings = pings(reply);
    let quoted = answered(reply).filter(|_| options.quote);
    let messages = messages(outgoing, tag, options);
    let rows = rows(reply, options, emojis);
    let last = messages.len().saturating_sub(1);
    let call = |(n, (text, file)): (usize, (String, Option<Attachment>))| {
        let mut payload = message(&text, &format!("{tag}-{n}"), &pings);
        if let Some(id) = quoted.filter(|_| n == 0) {
            payload["message_reference"] =
                json!({ "message_id": id.to_string(), "fail_if_not_exists": false });
        }
        if let Some(file) = &file {
            payload["attachments"] = attachments(file);
        }
        if n == last && !rows.is_empty() {
            payload["components"] = json!(rows);
        }
        ApiCall::Send { channel, payload, file }
    };
    messages.into_iter().enumerate().map(call).collect()
}

/// The buttons and lists below a reply, as far as its channel allows them.
fn rows(reply: &Reply, options: SendOptions, emojis: &KnownEmojis) -> Vec<Value> {
    match options {
        SendOptions { rows: false, .. } => Vec::new(),
        SendOptions { emojis: false, .. } => {
            interactions::rows(reply, false, &KnownEmojis::default())
        }
        _ => interactions::rows(reply, false, emojis),
    }
}

/// Returns `true` if buttons stand below a reply.
pub(super) fn has_buttons(outgoing: &Outgoing) -> bool {
    !interactions::rows(&outgoing.reply, false, &KnownEmojis::default()).is_empty()
}

/// Returns `true` if any of these emojis stands in a list below a reply.
pub(super) fn has_emojis(outgoing: &Outgoing, emojis: &KnownEmojis) -> bool {
    outgoing.reply.pick.as_ref().is_some_and(|pick| emojis.stand_in(pick))
}

/// One of the messages that a reply becomes where one person alone sees it.
pub(super) struct PrivateMessage {
    pub(super) payload: Value,
    pub(super) file: Option<Attachment>,
    /// The same without emojis, where any stand in it.
    pub(super) without_emojis: Option<Value>,
    /// Its words alone, where Discord takes neither its file nor its buttons.
    pub(super) in_words: Vec<Value>,
}

/// The messages that a reply becomes where one person alone sees it. The buttons stand below the last one.
pub(super) fn private(outgoing: &Outgoing, emojis: &KnownEmojis) -> Vec<PrivateMessage> {
    // It is never looked for among the messages of a channel.
    let messages = messages(outgoing, Tag::random(), SendOptions::ALL);
    let rows_with = |emojis| interactions::rows(&outgoing.reply, true, emojis);
    let (with, without) = (rows_with(emojis), rows_with(&KnownEmojis::default()));
    let last = messages.len().saturating_sub(1);
    let private_message = |(n, (text, file)): (usize, (String, Option<Attachment>))| {
        let payload = |rows: &[Value]| {
            let mut payload = private_words(&text);
            if let Some(file) = &file {
                payload["attachments"] = attachments(file);
            }
            if n == last && !rows.is_empty() {
                payload["components"] = json!(rows);
            }
            payload
        };
        let told = file.as_ref().map(|file| told_of(&outgoing.reply, file));
        let words: Vec<&str> = [&*text].into_iter().chain(told.as_deref()).collect();
        let in_words = parts(&words.join("\n")).iter().map(|part| private_words(part)).collect();
        let without_emojis = (n == last && with != without).then(|| payload(&without));
        PrivateMessage { payload: payload(&with), without_emojis, file, in_words }
    };
    messages.into_iter().enumerate().map(private_message).collect()
}

/// Returns what is said in words of a file that cannot be attached: the description of a picture, the text of
/// another.
fn told_of(reply: &Reply, file: &Attachment) -> String {
    match reply.picture().filter(|_| file.alt.is_some()) {
        Some(picture) => picture.beside_words().to_owned(),
        None => block(&String::from_utf8_lossy(&file.bytes)),
    }
}

/// A text as it stands, whatever is in it.
fn block(text: &str) -> String {
    format!("```\n{}\n```", text.trim_end())
}

/// A message with these words alone, which pings nobody.
pub(super) fn private_words(words: &str) -> Value {
    json!({ "content": words, "allowed_mentions": { "parse": [] } })
}

fn attachments(file: &Attachment) -> Value {
    json!([{ "id": 0, "filename": file.name, "description": file.alt }])
}

/// A message with this text alone.
fn message(text: &str, nonce: &str, pings: &[String]) -> Value {
    let mut payload = json!({
        "content": text,
        "nonce": nonce,
        "enforce_nonce": true,
        "allowed_mentions": { "parse": [], "users": pings, "replied_user": false },
    });
    if pings.is_empty() {
        payload["flags"] = json!(SUPPRESS_NOTIFICATIONS);
    }
    payload
}

/// The name of a game that is shown from its start on. Such an answer is never sent again, so nothing has to
/// recognise it.
const REPLAY: &str = "replay.gif";

/// The files of a reply: its picture, then its text file.
fn files(outgoing: &Outgoing, tag: Tag) -> Vec<Option<Attachment>> {
    let reply = &outgoing.reply;
    let alt = reply.picture().map(|picture| split_at(&picture.alt, MAX_ALT).0);
    let picture = outgoing.png.as_ref().map(|png| Attachment {
        name: match reply.picture() {
            Some(picture) if picture.drawing.moves() => REPLAY.to_owned(),
            _ => PictureName::of(outgoing, tag).to_string(),
        },
        bytes: Arc::clone(png),
        alt: alt.map(str::to_owned),
    });
    let file = reply.file().map(|file| Attachment {
        name: file.name.clone(),
        bytes: Arc::new(file.text.clone().into_bytes()),
        alt: None,
    });
    [picture, file].into_iter().flatten().map(Some).collect()
}

/// The people whom the message may ping, each once, since Discord refuses a list with doubles. An
/// answer for one person alone is a reply to their message and pings nobody.
fn pings(reply: &Reply) -> Vec<String> {
    if matches!(reply.audience, Audience::Only(_)) {
        return Vec::new();
    }
    let mut ids: Vec<u64> = reply.ping.iter().filter_map(user).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.truncate(MAX_PINGS);
    ids.iter().map(u64::to_string).collect()
}

/// The number of a person on Discord; `None` for people elsewhere.
pub(super) fn user(person: &PersonId) -> Option<u64> {
    person.key_on(Platform::Discord).and_then(snowflake)
}

/// The whole text. It includes a file that cannot be attached and the description of a picture that
/// cannot, so that the game can go on without them.
fn text(outgoing: &Outgoing, options: SendOptions) -> String {
    let reply = &outgoing.reply;
    if !options.words {
        let people: Vec<String> = pings(reply).iter().map(|id| format!("<@{id}>")).collect();
        let number = reply.game.map(|game| game.0);
        return text::filtered(&people.join(" "), number);
    }
    let mut text = mentions(&links(&reply.text));
    if let Some(picture) = reply.picture().filter(|_| !options.files || outgoing.png.is_none()) {
        text = format!("{text}\n{}", picture.beside_words());
    }
    if options.files {
        return text;
    }
    if let Some(file) = reply.file() {
        text = format!("{text}\n{}", block(&file.text));
    }
    if let Some(notice) = options.notice {
        text = format!("{text}\n{notice}");
    }
    text
}

/// The text with every link to a message as Discord takes it: it needs the server. Instants are spelt
/// as Discord does.
fn links(text: &str) -> String {
    replace_placeholders(text, |inset| match &inset {
        Placeholder::Instant(_) => inset.tag(),
        Placeholder::Date(at) => format!("{} ({})", inset.tag(), Placeholder::Instant(*at).tag()),
        Placeholder::Message { place, message, server, .. } => {
            link(place, message, server.as_ref()).unwrap_or_default()
        }
    })
}

/// The link to a board in a server; `None` for one elsewhere.
fn link(place: &PlaceId, message: &MessageId, server: Option<&ServerId>) -> Option<String> {
    let address = address(place, message, server)?;
    Some(format!(" [board]({address})"))
}

/// Returns where a message of a server is found; `None` for one elsewhere.
pub(super) fn address(
    place: &PlaceId,
    message: &MessageId,
    server: Option<&ServerId>,
) -> Option<String> {
    let PlaceKind::Channel(channel) = place.kind() else { return None };
    let message = message.key_on(Platform::Discord)?;
    let server = server?.key_on(Platform::Discord)?;
    let numbers = [server, channel, message].map(snowflake);
    let [Some(server), Some(channel), Some(message)] = numbers else { return None };
    Some(format!("https://discord.com/channels/{server}/{channel}/{message}"))
}

/// The text with every `<@discord:123>` as `<@123>`, and people from elsewhere by their key.
fn mentions(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("<@") {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let tag = from[2..].split_once('>').filter(|(tag, _)| tag.contains(':'));
        let Some((tag, after)) = tag else {
            out.push_str("<@");
            rest = &from[2..];
            continue;
        };
        match tag.parse().map(|person: PersonId| (user(&person), person)) {
            Ok((Some(id), _)) => out.push_str(&format!("<@{id}>")),
            Ok((None, person)) => out.push_str(&format!("@{}", person.key())),
            Err(_) => out.push_str(&format!("@{tag}")),
        }
        rest = after;
    }
    out + rest
}

/// Splits the text into messages that are short enough, where it reads best. A code block that is
/// split is closed and opened again.
fn parts(text: &str) -> Vec<String> {
    const FENCE: &str = "```";
    let mut parts: Vec<String> = Vec::new();
    let mut rest = text.trim().to_owned();
    while !rest.is_empty() {
        if parts.len() == MAX_PARTS {
            if let Some(last) = parts.last_mut() {
                *last = format!("{}{CUT}", split_at(last, MAX_TEXT - 2 * CUT.len()).0);
            }
            break;
        }
        // Room for a fence in front of the next part and one behind this one.
        let fits = width(&rest) <= MAX_TEXT;
        let room = if fits { MAX_TEXT } else { MAX_TEXT - FENCE.len() - 1 };
        let (head, tail) = split_at(&rest, room);
        let cuts_block = !tail.is_empty() && head.matches(FENCE).count() % 2 == 1;
        let (head, tail) = if cuts_block {
            (format!("{head}\n{FENCE}"), format!("{FENCE}\n{tail}"))
        } else {
            (head.to_owned(), tail.to_owned())
        };
        parts.push(head);
        rest = tail;
    }
    parts
}

/// The start of a text that is at most `limit` wide, and the rest: cut after a line, else after a
/// sentence, else after a word, else anywhere between two characters.
fn split_at(text: &str, limit: usize) -> (&str, &str) {
    if width(text) <= limit {
        return (text, "");
    }
    let mut end = 0;
    let mut taken = 0;
    for letter in text.chars() {
        taken += letter.len_utf16();
        if taken > limit {
            break;
        }
        end += letter.len_utf8();
    }
    let head = &text[..end];
    // A cut in the first half would waste too much of the message: then the next kind of cut is better.
    let after = |mark: &str| {
        head.rfind(mark).map(|at| at + mark.trim_end().len()).filter(|at| *at > end / 2)
    };
    let cut = after("\n").or_else(|| after(". ")).or_else(|| after(" ")).unwrap_or(end);
    (text[..cut].trim_end(), text[cut..].trim_start_matches(['\n', ' ']))
}

/// The length of a text in UTF-16 units, which is how the strictest reader counts it.
fn width(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::PlaceId;

    fn reply(text: &str, ping: &[&str]) -> Reply {
        Reply {
            ping: ping.iter().map(|id| id.parse().unwrap()).collect(),
            ..Reply::new(PlaceId::channel(Platform::Discord, "5"), text)
        }
    }

    #[test]
    fn people_are_mentioned_by_number() {
        for (text, expected) in [
            ("<@discord:12>, your turn", "<@12>, your turn"),
            ("a <@local:ann> b <@discord:3>", "a @ann b <@3>"),
            ("<@12> and <@ and <@&7>", "<@12> and <@ and <@&7>"),
            ("<@discord:x>", "@x"),
            ("", ""),
        ] {
            assert_eq!(mentions(text), expected);
        }
    }

    #[test]
    fn a_link_to_a_message_needs_its_server() {
        for (text, expected) in [
            (
                "#7:<m:7 discord:77 discord:99 discord:5> due <t:1800000000:R>",
                "#7: [board](https://discord.com/channels/5/77/99) due <t:1800000000:R>",
            ),
            ("#7:<m:7 discord:77 discord:99> due", "#7: due"),
            ("#7:<m:7 discord:private:8 discord:99 discord:5> due", "#7: due"),
            ("#7:<m:7 local:channel local:17> due", "#7: due"),
            ("<@discord:12> <m:x>", "<@discord:12> <m:x>"),
        ] {
            assert_eq!(links(text), expected);
        }
    }

    #[test]
    fn pings_are_a_list_of_people_on_discord_each_once() {
        let mut reply = reply("@everyone", &["discord:9", "local:ann", "discord:2", "discord:9"]);
        assert_eq!(pings(&reply), ["2", "9"]);
        reply.audience = Audience::Only(PersonId::new(Platform::Discord, "9"));
        assert!(pings(&reply).is_empty());
    }

    #[test]
    fn a_long_text_is_cut_between_lines_and_nothing_is_lost() {
        let line = "twenty letters here.\n";
        let text = line.repeat(250);
        let parts = parts(&text);
        assert_eq!(parts.len(), 3);
        assert!(parts.iter().all(|part| width(part) <= MAX_TEXT && part.ends_with("here.")));
        assert_eq!(parts.join("\n"), text.trim());
    }

    #[test]
    fn a_cut_block_is_closed_and_opened_again() {
        let text = format!("Record:\n```\n{}```", "c2-c3 d6-d5\n".repeat(300));
        for part in parts(&text) {
            assert_eq!(part.matches("```").count(), 2, "{part}");
            assert!(width(&part) <= MAX_TEXT);
        }
    }

    #[test]
    fn letters_of_any_width_stay_whole() {
        let text = "\u{1f9c1}".repeat(1_500);
        let parts = parts(&text);
        assert_eq!(parts.concat(), text);
        assert!(parts.iter().all(|part| width(part) <= MAX_TEXT));
    }

    #[test]
    fn what_is_far_too_long_ends_with_a_word_about_it() {
        let parts = parts(&"word ".repeat(10_000));
        assert_eq!(parts.len(), MAX_PARTS);
        assert!(parts[MAX_PARTS - 1].ends_with(CUT));
        assert!(parts.iter().all(|part| width(part) <= MAX_TEXT));
    }
}
