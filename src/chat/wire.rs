//! What goes in from a platform and what goes out to it. Adapters translate to and from this.

use crate::{
    scene::Scene,
    table::{GameNo, Person, PersonId, PlaceId},
};

/// A message that somebody wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// The message's own id with its platform, `discord:1274019562035904613`; a repeated one
    /// changes nothing.
    pub id: String,
    /// Who wrote it.
    pub author: Person,
    /// Where.
    pub place: PlaceId,
    /// What kind of place that is.
    pub addressing: Addressing,
    /// The text as typed. A person in it is `<@KEY>` with the key of [`PersonId::key`], or a
    /// plain `@name`.
    pub text: String,
    /// The people that the text mentions, the bot left out.
    pub mentioned: Vec<Person>,
    /// Whether the text began with a mention of the bot, which the adapter has cut off.
    pub to_bot: bool,
    /// The id (with platform) of the message that this one replies to.
    pub reply_to: Option<String>,
    /// What salts a roll of this message: something the host cannot choose.
    pub salt: String,
}

/// What a place asks of a line before it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addressing {
    /// A public channel: a prefix, a mention, a reply to a board, or a full move by a player.
    Channel,
    /// The local page's channel: no prefix needed, talk is left alone.
    Open,
    /// A private chat with the bot: no prefix needed, talk gets a hint.
    Private,
}

/// Who may see a reply.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Audience {
    /// Everyone in the place.
    Place,
    /// This person alone, where the platform can do that; otherwise a reply in the place.
    Only(PersonId),
}

/// A reply as data, before it is drawn. Stored as it is until the platform has it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Reply {
    /// Where to.
    pub place: PlaceId,
    /// Who sees it.
    pub audience: Audience,
    /// The message (id with platform) that it answers, if it answers one; never pings.
    pub reply_to: Option<String>,
    /// Markdown text. `<@PERSON-ID>` (the whole [`PersonId`]) stands for a mention of a person;
    /// names are already harmless.
    pub text: String,
    /// The people that this message may ping: nobody else, whatever the text says.
    pub ping: Vec<PersonId>,
    /// The picture.
    pub picture: Option<Picture>,
    /// A text file to send along: a game record.
    pub file: Option<TextFile>,
    /// The game that it is about, so that a reply to it finds the game.
    pub game: Option<GameNo>,
    /// Texts that could be typed next, for the page to offer.
    #[serde(rename = "chips")]
    pub actions: Vec<String>,
    /// What is said instead, and where, if this place cannot be reached: of a private message,
    /// without anything of what it says.
    #[serde(default, rename = "otherwise", skip_serializing_if = "Option::is_none")]
    pub fallback: Option<Fallback>,
}

/// What is said where a private chat cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Fallback {
    /// Where.
    pub place: PlaceId,
    /// What.
    pub text: String,
}

/// A small text file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TextFile {
    /// Its name.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// A picture as data.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Picture {
    /// What is drawn.
    pub scene: Scene,
    /// The alt text: the last ply first, then the position; at most 1,024 characters.
    pub alt: String,
}

/// A reply ready for a platform.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// The outbox number to acknowledge with `HostHandle::delivered`; `None` for a passing answer
    /// that nothing depends on. Stable over restarts, so good for a nonce.
    pub outbox: Option<u64>,
    /// What to send.
    pub reply: Reply,
    /// The drawn picture, PNG.
    pub png: Option<std::sync::Arc<Vec<u8>>>,
}
