//! What the page and the program tell each other over the WebSocket, as JSON.

use serde::{Deserialize, Serialize};

use super::{click_map::ClickMap, markup::Span};
use crate::table::PersonId;

/// The longest message, in characters.
pub const TEXT_LIMIT: usize = 2_000;

/// The largest frame that a page may send, in bytes: a message of the longest kind with room.
pub(super) const FRAME_LIMIT: usize = 16 * 1024;

/// From the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum FromPage {
    /// Comes in, first as a guest perhaps, later under a name.
    Enter {
        /// The name that this tab has or wants.
        name: Option<NameClaim>,
        /// A name that this browser had before, to suggest again.
        known: Option<String>,
        /// The last line that the tab has, so that only what it missed is sent.
        last: Option<u64>,
    },
    /// Says something.
    Say(NewMessage),
    /// Wants the lines before one.
    Older {
        /// Where.
        place: PagePlace,
        /// The first line that the tab has.
        before: u64,
    },
}

/// A name with the secret that shows whose it is.
#[derive(Deserialize)]
pub(super) struct NameClaim {
    /// As typed.
    pub name: String,
    /// Drawn by the browser, kept there.
    pub secret: String,
}

impl std::fmt::Debug for NameClaim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wish").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A message on its way in.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct NewMessage {
    /// Drawn by the browser; the same when it is sent again.
    pub id: String,
    /// Drawn by the browser too: salts a roll, so that the host cannot steer it.
    pub salt: String,
    /// Where.
    pub place: PagePlace,
    /// What.
    pub text: String,
    /// The line that it replies to.
    pub reply_to: Option<u64>,
    /// Whether it is sent again after a lost connection.
    #[serde(default)]
    pub again: bool,
}

/// The places of the page, seen from one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PagePlace {
    /// The channel.
    Channel,
    /// One's private chat with the bot.
    Private,
}

/// To the page.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum ToPage {
    /// The answer to `enter`.
    Welcome {
        /// Differs after a restart of the program.
        run: String,
        /// Differs when the page itself has changed.
        build: &'static str,
        /// Who the tab is now; a guest has no name.
        you: Option<You>,
        /// A name to suggest to a guest.
        suggestion: Option<String>,
        /// What the bot says to someone new.
        greeting: Greeting,
    },
    /// The name cannot be had.
    Refused {
        /// A sentence.
        why: String,
        /// A name to take instead.
        offer: Option<String>,
        /// The key of the refused name, if it was one.
        key: Option<String>,
    },
    /// Lines that were there before.
    Lines {
        /// Whether they replace what the tab shows.
        fresh: bool,
        /// The lines, oldest first.
        lines: Vec<LineView>,
        /// Places that have older lines still.
        more: Vec<PagePlace>,
    },
    /// The answer to `older`.
    Older {
        /// Where.
        place: PagePlace,
        /// The lines, oldest first.
        lines: Vec<LineView>,
        /// Ask before this one next time; `None` at the beginning.
        before: Option<u64>,
    },
    /// A new line.
    Line {
        /// The line.
        line: LineView,
    },
    /// A message is kept as this line.
    Kept {
        /// The browser's id of it.
        id: String,
        /// The line.
        line: u64,
    },
    /// A message is not kept.
    Unkept {
        /// The browser's id of it.
        id: String,
        /// A sentence.
        why: String,
        /// Whether the same may be sent again later.
        retry: bool,
    },
    /// Who is here.
    People {
        /// Names.
        here: Vec<String>,
    },
    /// The games of the tab's person.
    Games {
        /// Those that wait for the person first.
        games: Vec<GameView>,
    },
    /// Nothing new; the connection lives.
    Beat {},
}

/// Who a tab is.
#[derive(Clone, Debug, Serialize)]
pub(super) struct You {
    /// The whole id, as in mentions.
    pub id: PersonId,
    /// As shown.
    pub name: String,
    /// As compared.
    pub key: String,
    /// Shows a request for a private picture to come from this browser.
    pub proof: String,
}

/// The bot's words to someone new.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Greeting {
    /// The text.
    pub text: Vec<Span>,
    /// What to tap: what it says and what is sent.
    #[serde(rename = "chips")]
    pub actions: Vec<Action>,
}

/// A button that sends a text.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Action {
    /// What it says.
    pub label: &'static str,
    /// What is sent.
    pub text: &'static str,
}

/// A line as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LineView {
    /// Number, growing over all places.
    pub id: u64,
    /// Where.
    pub place: PagePlace,
    /// Who wrote it; `None` for the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Author>,
    /// What.
    pub text: Vec<Span>,
    /// Whether only the reader of this sees it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only: bool,
    /// The line that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<u64>,
    /// Whom it pings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ping: Vec<PersonId>,
    /// The picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureView>,
    /// The game that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// What could be typed next.
    #[serde(rename = "chips", skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<String>,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The browser's id of it, told to its author alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}

/// Who wrote a line.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Author {
    /// Id.
    pub id: PersonId,
    /// Name.
    pub name: String,
}

/// A picture as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PictureView {
    /// Address without width and proof, `/picture/12.png?v=1`.
    pub src: String,
    /// Alt text.
    pub alt: String,
    /// Its size and where its squares are.
    #[serde(rename = "frame")]
    pub click_map: ClickMap,
}

/// A game in the list at the left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct GameView {
    /// Number.
    pub no: u32,
    /// `Lyra`.
    pub title: String,
    /// Who else plays: `ben`, `offer · anyone`.
    pub with: String,
    /// Whether it waits for the person.
    pub waiting: bool,
    /// Where it is played.
    pub place: Option<PagePlace>,
}
