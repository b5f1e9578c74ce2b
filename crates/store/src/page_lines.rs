//! Data of the local page: the names that browsers hold, and the lines of its channels.

use std::fmt;

use table::{GameNo, MessageId, Millis, Person, PersonId, PlaceId, Platform};

use super::devices::SignedOut;

/// A browser's claim on a name. The name goes to the first browser that claims it, unless it can be
/// mistaken for somebody else's.
#[derive(Clone, PartialEq, Eq)]
pub struct PageClaim {
    /// The name as it is compared, so that `Ann` and `ann` are one; the page folds it.
    pub key: String,
    /// The name as typed.
    pub name: String,
    /// Its skeleton, for comparison with names that look alike; see [`skeleton`](fn@table::skeleton).
    pub skeleton: String,
    /// SHA-256 of the browser's secret. The secret itself is never stored.
    pub secret_hash: [u8; 32],
    /// When it is claimed.
    pub at: Millis,
}

impl fmt::Debug for PageClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, name, skeleton: _, secret_hash: _, at } = self;
        f.debug_struct("PageClaim")
            .field("key", key)
            .field("name", name)
            .field("at", at)
            .finish_non_exhaustive()
    }
}

/// The outcome of a claim on a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// The name is this browser's: it was free, or the browser held it already.
    Yours,
    /// Another browser has it.
    Taken,
    /// It is free, but looks like this name, which somebody has.
    LooksLike(String),
}

/// The holder of a name, seen from one browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameStatus {
    /// Nobody has it.
    Free,
    /// This browser has it; the name as it was first typed.
    Yours(String),
    /// Another browser has it.
    Taken,
    /// Another browser has it, and this one has been signed out.
    SignedOut(SignedOut),
}

/// A line to keep in the history of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLine {
    /// Where it was said.
    pub place: PlaceId,
    /// Who said it; `None` for the bot.
    pub author: Option<Person>,
    /// The one person who may see it; `None` for everyone in the place.
    pub only: Option<PersonId>,
    /// The id of the line that it answers.
    pub reply_to: Option<MessageId>,
    /// Text as typed, or Markdown of the bot.
    pub text: String,
    /// The people whom it pings.
    pub ping: Vec<PersonId>,
    /// The picture, if there is one.
    pub picture: Option<LinePicture>,
    /// The game that it is about.
    pub game: Option<GameNo>,
    /// Texts that could be typed next.
    pub actions: Vec<String>,
    /// When it was said.
    pub at: Millis,
    /// An id that the sender chose, unique over all lines, so that sending twice keeps one line.
    /// The author's key stands before what a browser sends: one browser must not use up
    /// another's ids.
    pub client: Option<String>,
}

/// The picture of a line to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePicture {
    /// The alt text.
    pub alt: String,
    /// The scene drawn, as JSON; opaque to the store.
    pub scene: String,
}

/// The outcome of appending a line that was to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The number of the line, growing over all places.
    pub id: u64,
    /// Whether it is new; `false` if a line with this client id was there before, whose number `id`
    /// then is.
    pub is_new: bool,
}

/// A line of the history, without its picture's scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRow {
    /// The number of the line, growing over all places.
    pub id: u64,
    /// Where it was said.
    pub place: PlaceId,
    /// Who said it; `None` for the bot.
    pub author: Option<Person>,
    /// The one person who may see it; `None` for everyone in the place.
    pub only: Option<PersonId>,
    /// The id of the line that it answers.
    pub reply_to: Option<MessageId>,
    /// Text as typed, or Markdown of the bot.
    pub text: String,
    /// The people whom it pings.
    pub ping: Vec<PersonId>,
    /// Alt text of the picture, if there is one.
    pub alt: Option<String>,
    /// The game that it is about.
    pub game: Option<GameNo>,
    /// Texts that could be typed next.
    pub actions: Vec<String>,
    /// When it was said.
    pub at: Millis,
    /// The id that the sender chose; see [`PageLine::client`].
    pub client: Option<String>,
}

/// The picture of a line with what decides who may fetch it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePicture {
    /// Where the line was said.
    pub place: PlaceId,
    /// The one person who may see it; `None` for everyone in the place.
    pub only: Option<PersonId>,
    /// The scene to draw, as the JSON that it was kept as.
    pub scene: String,
}

/// The id of a line with its platform, `local:17`: a reply to the line names it, and the outbox
/// keeps it as the message of a delivered reply.
#[must_use]
pub fn message_id(line: u64) -> MessageId {
    MessageId::new(Platform::Local, line.to_string())
}
