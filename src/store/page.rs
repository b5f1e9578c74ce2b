//! What the local page keeps: the names that browsers hold, and the lines of its channels.

use std::fmt;

use super::Millis;
use crate::{
    chat::{Audience, Picture, Reply},
    scene::Scene,
    table::{GameNo, Person, PersonId, PlaceId},
};

/// A wish for a name: it goes to the first browser that asks.
#[derive(Clone, PartialEq, Eq)]
pub struct PageClaim {
    /// The name as it is compared, so that `Ann` and `ann` are one; the page folds it.
    pub key: String,
    /// The name as typed.
    pub name: String,
    /// SHA-256 of the browser's secret. The secret itself is never stored.
    pub secret_hash: [u8; 32],
    /// When.
    pub at: Millis,
}

impl fmt::Debug for PageClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, name, secret_hash: _, at } = self;
        f.debug_struct("PageClaim")
            .field("key", key)
            .field("name", name)
            .field("at", at)
            .finish_non_exhaustive()
    }
}

/// Whose a name is, seen from one browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameHold {
    /// Nobody has it.
    Free,
    /// This browser has it; the name as it was first typed.
    Yours(String),
    /// Another browser has it.
    Taken,
}

/// A line to keep in the history of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLine {
    /// Where it was said.
    pub place: PlaceId,
    /// Who said it; `None` for the bot.
    pub author: Option<Person>,
    /// Who may see it.
    pub audience: Audience,
    /// The line that it answers (id with platform).
    pub reply_to: Option<String>,
    /// Text as typed, or Markdown of the bot.
    pub text: String,
    /// Whom it pings.
    pub ping: Vec<PersonId>,
    /// The picture.
    pub picture: Option<Picture>,
    /// The game that it is about.
    pub game: Option<GameNo>,
    /// Texts that could be typed next.
    pub actions: Vec<String>,
    /// When.
    pub at: Millis,
    /// An id that the sender chose, unique over all lines, so that sending twice keeps one line.
    /// Put the author's key before what a browser sends: one browser must not use up another's.
    pub client: Option<String>,
}

impl PageLine {
    /// The line of a reply of the bot. With its outbox number as the client id, so that a reply
    /// that comes again after a restart stays one line.
    #[must_use]
    pub fn of_reply(outbox: Option<u64>, reply: &Reply, at: Millis) -> Self {
        Self {
            place: reply.place.clone(),
            author: None,
            audience: reply.audience.clone(),
            reply_to: reply.reply_to.clone(),
            text: reply.text.clone(),
            ping: reply.ping.clone(),
            picture: reply.picture.clone(),
            game: reply.game,
            actions: reply.actions.clone(),
            at,
            client: outbox.map(|id| format!("outbox:{id}")),
        }
    }
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The number of the line, growing over all places.
    pub id: u64,
    /// Whether it is new; `false` if this client id was there before (the id is the old line's).
    pub fresh: bool,
}

/// A line of the history, without its picture's scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRow {
    /// Number of the line.
    pub id: u64,
    /// Where it was said.
    pub place: PlaceId,
    /// Who said it; `None` for the bot.
    pub author: Option<Person>,
    /// Who may see it.
    pub audience: Audience,
    /// The line that it answers (id with platform).
    pub reply_to: Option<String>,
    /// Text.
    pub text: String,
    /// Whom it pings.
    pub ping: Vec<PersonId>,
    /// Alt text of the picture, if there is one.
    pub alt: Option<String>,
    /// The game that it is about.
    pub game: Option<GameNo>,
    /// Texts that could be typed next.
    pub actions: Vec<String>,
    /// When.
    pub at: Millis,
    /// The sender's id of it.
    pub client: Option<String>,
}

/// The picture of a line with what decides who may fetch it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePicture {
    /// Where the line was said.
    pub place: PlaceId,
    /// Who may see it.
    pub audience: Audience,
    /// What to draw.
    pub scene: Scene,
}

/// The id with platform of a line, `local:17`: what a reply to it names, and what the outbox
/// keeps as the message of a delivered reply.
#[must_use]
pub fn message_id(line: u64) -> String {
    format!("local:{line}")
}
