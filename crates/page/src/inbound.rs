//! Messages from a page: each is kept as a line and goes to the host.

use std::sync::Arc;

use chat::{Addressing, Consent, Incoming};
use store::{PageLine, StoreError, message_id};
use table::{GameNo, MAX_MESSAGE, MessageId, Person, Platform};
use tokio::runtime::Handle;

use super::{
    chat_room::{ChatRoom, NewLine},
    names,
    page_place::PagePlace,
    text, view,
    wire::{NewMessage, ToPage},
};
use crate::admission::Party;

/// The longest message id or salt of a browser, in bytes.
const LONGEST_TOKEN: usize = 48;

/// How many characters of a browser's salt count. A record takes salts of 64, and a conditional move is
/// salted with two of them and, against a bot, the ply. The page draws so many; what an earlier version
/// of it has drawn and not sent yet is longer, and is cut.
const SALT_LENGTH: usize = 24;

/// The shortest message id: a UUID. A shorter one could be a line's number.
const SHORTEST_ID: usize = 32;

/// The longest message that brings a record to `verify`, in bytes.
const LONGEST_RECORD: usize = 12 * 1024;

/// How many lines, and how many characters of them, are kept of a record that is longer than another
/// message may be.
const KEPT_OF_RECORD: (usize, usize) = (4, 240);

/// How many lines of a place are searched for the answer to a message that is sent again.
const LOOK_BACK: u32 = 60;

/// The store's knowledge of a message before it is kept.
#[derive(Debug, Default)]
struct LookedUp {
    /// The people whom it mentions.
    mentioned: Vec<Person>,
    /// Its line as others may see it, if that is not all of it.
    redacted: Option<String>,
}

/// Takes a message from a page. Its line is queued before the host gets the message, so that the
/// line stands before every answer; the page is told once the line is kept.
pub(super) async fn take(
    room: &Arc<ChatRoom>,
    session: u64,
    (author, locale): (&Person, Option<&str>),
    said: NewMessage,
) {
    let text = match checked(&said) {
        Ok(text) => text,
        Err(why) => {
            room.send_to(session, &ToPage::Unkept { id: said.id, why, retry: false });
            return;
        }
    };
    let locale = locale.map(str::to_owned);
    let LookedUp { mentioned, redacted } = look_up(room, author, &said, &text).await;
    let incoming = Incoming { locale, mentioned, ..incoming(room, author, &said, &text) };
    let shown = redacted.unwrap_or_else(|| kept(text));
    let line = Arc::new(line(room, &incoming, author, &said.id, shown));
    // The line may be kept before the next statement, and its number is noted only of a message that
    // is known by then: an answer finds by it what it answers.
    let is_new = room.note_forwarded(&incoming.id);
    if is_new && room.store.is_full() {
        // Nothing is done about a message of which no line may ever be kept.
        keep(room, session, said.id, &incoming.id.clone(), line, Some((incoming, said.again)));
        return;
    }
    keep(room, session, said.id, &incoming.id, line, None);
    if is_new {
        forward(room, incoming, said.again);
    }
}

/// Hands a message to the host, unless it was answered before the program was restarted.
fn forward(room: &Arc<ChatRoom>, incoming: Incoming, again: bool) {
    if !again {
        room.host.receive(incoming);
        return;
    }
    let room = Arc::clone(room);
    tokio::spawn(async move {
        let (asked, party) = (Arc::clone(&room), Party::Person(incoming.author.id.clone()));
        let found = room.reading(party, move || (answered(&asked, &incoming), incoming)).await;
        if let Some((false, incoming)) = found {
            room.host.receive(incoming);
        }
    });
}

/// The text as it is kept, or what is wrong with the message.
fn checked(said: &NewMessage) -> Result<String, String> {
    // An id of digits alone could be taken for the number of a line.
    let number = said.id.bytes().all(|byte| byte.is_ascii_digit());
    if number || !is_token(&said.id, SHORTEST_ID) || !is_token(&said.salt, 1) {
        return Err(text::MALFORMED.to_owned());
    }
    // A line may end as other systems end it.
    let text = said.text.trim().replace("\r\n", "\n").replace('\r', "\n");
    let text: String = text.chars().filter_map(harmless).collect();
    match text.chars().count() {
        0 => Err(text::EMPTY.to_owned()),
        count if count <= MAX_MESSAGE => Ok(text),
        count if !chat::brings_record(to_bot(&text)) => Err(text::too_long(count)),
        _ if text.len() > LONGEST_RECORD => Err(text::record_too_long(LONGEST_RECORD >> 10)),
        _ => Ok(text),
    }
}

/// A text as it is kept: of a long record only the beginning, since it stands in its own game.
fn kept(text: String) -> String {
    let (lines, characters) = KEPT_OF_RECORD;
    if text.chars().count() <= MAX_MESSAGE {
        return text;
    }
    let lines: Vec<&str> = text.lines().take(lines).collect();
    let begun: String = lines.join("\n").chars().take(characters).collect();
    format!("{begun}\n…")
}

/// A text without a mention of the bot at its start.
fn to_bot(text: &str) -> &str {
    without_bot(text).unwrap_or(text)
}

/// Returns `true` if a text has only letters, digits and the few marks that the record and the dice know, and
/// is at least `least` bytes long.
fn is_token(text: &str, least: usize) -> bool {
    (least..=LONGEST_TOKEN).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._:-".contains(&b))
}

/// The character that is kept for a typed one. Characters that would turn the direction of the text
/// around them are dropped (`None`); other control characters become spaces.
fn harmless(c: char) -> Option<char> {
    match c {
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => None,
        '\n' => Some(c),
        _ if c.is_control() => Some(' '),
        _ => Some(c),
    }
}

/// Looks up what a message needs, if anything: off the async threads, since it reads the store.
async fn look_up(room: &Arc<ChatRoom>, author: &Person, said: &NewMessage, text: &str) -> LookedUp {
    let redacted = match said.place {
        PagePlace::Channel => chat::redacted(text),
        PagePlace::Private => None,
    };
    if redacted.is_none() && !text.contains('@') {
        return LookedUp::default();
    }
    let (asked, who, text) = (Arc::clone(room), author.id.clone(), text.to_owned());
    let failed = redacted.clone();
    let found = room.reading(Party::Person(author.id.clone()), move || LookedUp {
        mentioned: asked.mentioned(to_bot(&text)),
        redacted: redacted.filter(|_| asked.arranges_unseen(&who)),
    });
    // If that fails nobody is mentioned, and nothing is shown that may be hidden.
    found.await.unwrap_or(LookedUp { mentioned: Vec::new(), redacted: failed })
}

/// The message as the host takes it.
fn incoming(room: &ChatRoom, author: &Person, said: &NewMessage, text: &str) -> Incoming {
    let (place, addressing) = match said.place {
        PagePlace::Channel => (names::channel(), Addressing::Open),
        PagePlace::Private => (names::private(&author.id), Addressing::Private),
    };
    let (to_bot, text) = match without_bot(text) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    Incoming {
        id: MessageId::new(Platform::Local, said.id.clone()),
        author: author.clone(),
        account: None,
        place,
        within: None,
        addressing,
        text: text.to_owned(),
        mentioned: Vec::new(),
        other_bots: Vec::new(),
        to_bot,
        reply_to: said.reply_to.map(message_id),
        salt: shortened(&said.salt),
        at: room.clock.now(),
        server: None,
        manages: room.is_manager(&author.id),
        roles: Vec::new(),
        locale: None,
        private_answers: true,
        others_present: said.place == PagePlace::Channel && room.others_are_here(&author.id),
        late: false,
        attached: None,
        report: None,
        closed: None,
        command: None,
        pressed: said.seen,
        left: None,
        consent: said.question.clone().map_or(Consent::Typed, |one| Consent::Tapped(Some(one))),
        about_reply: false,
        facing: said.facing.map(GameNo),
    }
}

/// As much of a browser's salt as counts.
fn shortened(salt: &str) -> String {
    salt.chars().take(SALT_LENGTH).collect()
}

/// The text after a mention of the bot at its start; `None` if it does not begin with one.
fn without_bot(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    ["@martian cake", "@martian-cake", "@martiancake"]
        .into_iter()
        .filter(|name| lower.starts_with(name))
        .map(|name| &text[name.len()..])
        .find(|rest| rest.is_empty() || rest.starts_with([' ', ',', ':']))
        .map(|rest| rest.trim_start_matches([' ', ',', ':']))
}

/// The message as a line to keep, with the id that its page gave it.
fn line(room: &ChatRoom, incoming: &Incoming, author: &Person, id: &str, text: String) -> PageLine {
    PageLine {
        place: incoming.place.clone(),
        author: Some(author.clone()),
        only: None,
        reply_to: incoming.reply_to.clone(),
        text,
        ping: incoming.mentioned.iter().map(|person| person.id.clone()).collect(),
        picture: None,
        game: None,
        actions: Vec::new(),
        at: room.clock.now(),
        client: Some(view::client_key(&author.id, id)),
    }
}

/// Queues the line of a message; once it is kept, everyone sees it and its page learns of it. A message
/// that waits for that goes to the host then.
fn keep(
    room: &Arc<ChatRoom>,
    session: u64,
    id: String,
    message: &MessageId,
    line: Arc<PageLine>,
    first: Option<(Incoming, bool)>,
) {
    let (room, message) = (Arc::clone(room), message.clone());
    let runtime = Handle::current();
    let store = room.store.clone();
    store.append_line((*line).clone(), None, move |result| match result {
        Ok(kept) => {
            room.note_line(&message, kept.id);
            if kept.is_new {
                room.line_stored(kept.id, NewLine { line, drawn: None, actions: Vec::new() });
            }
            room.send_to(session, &ToPage::Kept { id, line: kept.id });
            if let Some((incoming, again)) = first {
                // This thread is the writer's, which has no runtime of its own.
                let _entered = runtime.enter();
                forward(&room, incoming, again);
            }
        }
        Err(error) => {
            room.log_failure("line", "a line cannot be kept", &error);
            let (why, retry) = match (&error, &first) {
                (StoreError::Stopped | StoreError::Unknown, _) => (text::STOPPED, true),
                (_, Some(_)) => (text::NO_ROOM, false),
                (_, None) => (text::LINE_FAILED, true),
            };
            if first.is_some() {
                room.forget_forwarded(&message);
            }
            room.send_to(session, &ToPage::Unkept { id, why: why.to_owned(), retry });
        }
    });
}

/// Returns `true` if one of the last lines of the place answers this message.
fn answered(room: &ChatRoom, incoming: &Incoming) -> bool {
    let lines = room.read(|reader| reader.last_lines(&incoming.place, None, LOOK_BACK));
    lines.is_ok_and(|lines| {
        lines
            .iter()
            .any(|line| line.author.is_none() && line.reply_to.as_ref() == Some(&incoming.id))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{bot_salt, is_salt, planned_salt};
    use table::MAX_PLIES;

    fn said(id: &str, salt: &str, text: &str) -> NewMessage {
        NewMessage {
            id: id.to_owned(),
            salt: salt.to_owned(),
            place: PagePlace::Channel,
            text: text.to_owned(),
            reply_to: None,
            question: None,
            seen: None,
            facing: None,
            again: false,
        }
    }

    const ID: &str = "3f1b6a52-0c55-4a3f-9c39-0d1c9f6f0001";

    #[test]
    fn checks_what_a_browser_sends() {
        let check = |id: &str, salt: &str, text: &str| checked(&said(id, salt, text));
        assert_eq!(check(ID, "a", "  c2-c3 "), Ok("c2-c3".to_owned()));
        assert_eq!(check(ID, "a", &"é".repeat(MAX_MESSAGE)), Ok("é".repeat(MAX_MESSAGE)));
        assert!(check(ID, "a", &"é".repeat(MAX_MESSAGE + 1)).unwrap_err().contains("2001"));
        let record = |len: usize| format!("[Game \"lyra\"]\n{}", "x".repeat(len - 14));
        for verb in ["verify ", "@Martian Cake, VERIFY\n", "!verify #12 ```\n"] {
            let room = LONGEST_RECORD - verb.len();
            let longest = format!("{verb}{}", record(room));
            assert_eq!(check(ID, "a", &longest), Ok(longest.clone()), "{verb}");
            assert_eq!(kept(longest.clone()), format!("{}\n…", &longest[..KEPT_OF_RECORD.1]));
            let longer = format!("{verb}{}", record(room + 1));
            assert!(check(ID, "a", &longer).unwrap_err().contains("12 KiB"));
        }
        for verb in ["", "record ", "verified ", "verify this "] {
            let other = format!("{verb}{}", record(MAX_MESSAGE + 1));
            assert!(check(ID, "a", &other).unwrap_err().contains("2000 is the most"), "{verb}");
        }
        assert_eq!(check(ID, "a", " \n"), Err(text::EMPTY.to_owned()));
        for (id, salt) in [("17", "a"), (ID, ""), (ID, "a b"), (ID, "a\n"), (ID, &"a".repeat(65))] {
            assert_eq!(check(id, salt, "x"), Err(text::MALFORMED.to_owned()), "{id} {salt}");
        }
        assert_eq!(check(ID, "a", "a\u{202e}b\u{7}c"), Ok("ab c".to_owned()));
    }

    #[test]
    fn two_salts_and_the_ply_of_a_bot_fit_in_one() {
        let longest = shortened(&"0f".repeat(16));
        assert_eq!(longest.len(), SALT_LENGTH);
        let of_bot = bot_salt(&longest, MAX_PLIES);
        let planned = planned_salt(&longest, &of_bot);
        assert!(is_salt(&planned) && planned == format!("{longest}.{of_bot}"));
        // A game may still have a salt of 32 digits, of before.
        let of_bot = bot_salt(&"0f".repeat(16), MAX_PLIES);
        assert!(planned_salt(&longest, &of_bot).ends_with(&of_bot));
    }

    #[test]
    fn knows_when_the_bot_is_meant() {
        assert_eq!(without_bot("@Martian Cake help"), Some("help"));
        assert_eq!(without_bot("@martian-cake, help"), Some("help"));
        assert_eq!(without_bot("@MartianCake"), Some(""));
        assert_eq!(without_bot("@martian-cakes help"), None);
        assert_eq!(without_bot("help @Martian Cake"), None);
    }
}
