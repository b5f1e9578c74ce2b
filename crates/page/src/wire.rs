//! The messages between the page and the program over the WebSocket, as JSON.

use chat::{Action, Fared, NewEvent, NewGameForm};
use serde::{Deserialize, Serialize};
use table::PersonId;

use super::{
    click_map::ClickMap,
    events::{EventItem, EventPanel},
    home::HomeInfo,
    markup::Span,
    page_place::PagePlace,
    person::{FinishedInfo, PersonInfo},
    reading::{HelpGroup, RulesPage},
    table_info::{MoveInfo, TableInfo},
};

/// The largest frame that a page may send, in bytes: enough for the longest message, a record all of
/// whose characters are escaped.
pub(super) const FRAME_LIMIT: usize = 32 * 1024;

/// A message from the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum FromPage {
    /// The page comes in, perhaps first as a guest and later under a name.
    Enter {
        /// The name that this tab has or wants.
        name: Option<NameClaim>,
        /// The last line that the tab has, so that only what it missed is sent.
        last: Option<u64>,
        /// The language that the browser prefers, `en-GB`.
        #[serde(default)]
        locale: Option<String>,
    },
    /// The page's person wants a code for another device.
    Code {},
    /// The page wants to become the person on whose other device a code is shown.
    Device(CodeClaim),
    /// The page's person says whether it is them who have typed the code.
    Admit {
        /// Whether it is.
        yes: bool,
    },
    /// The page's person wants to be in this browser alone.
    SignOut {},
    /// The page says something.
    Say(NewMessage),
    /// The page asks something that changes nothing; the answer comes at once.
    Ask {
        /// Comes back with the answer.
        id: u64,
        /// The question.
        about: Question,
    },
    /// The page wants the lines before one.
    Older {
        /// The place whose lines it wants.
        place: PagePlace,
        /// The first line that the tab has.
        before: u64,
    },
}

impl FromPage {
    /// Returns `true` if somebody has said or tapped something; the rest a page sends by itself.
    pub(super) const fn is_of_somebody(&self) -> bool {
        match self {
            Self::Enter { .. } => false,
            Self::Ask { about, .. } => {
                matches!(about, Question::Targets { .. } | Question::Illegal { .. })
            }
            _ => true,
        }
    }
}

/// A question of a page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Question {
    /// The next actions of its person in a place.
    Actions {
        /// The place.
        place: PagePlace,
    },
    /// Where the man on a square can go.
    Targets {
        /// The number of the game.
        game: u32,
        /// The name of the square.
        square: String,
    },
    /// All about the table of a game. Guests may ask it too.
    Table {
        /// The number of the game.
        game: u32,
        /// The number of the side at the bottom; the person's own without one.
        #[serde(default)]
        side: Option<u8>,
        /// The theme from the settings of its browser.
        #[serde(default)]
        theme: Option<String>,
        /// Whether its system asks for more contrast.
        #[serde(default)]
        contrast: bool,
        /// The part of the log, in lines, that the board of this game shows which it has, from this side.
        #[serde(default)]
        have: Option<usize>,
    },
    /// Why a text is not a legal move of a game.
    Illegal {
        /// The number of the game.
        game: u32,
        /// The text, as it would be typed.
        text: String,
    },
    /// What there is to play, to take and to watch, and who is here. Guests may ask it too.
    Home,
    /// The choices in a form for a new game. Guests may ask it too.
    #[serde(rename = "new_game")]
    NewGame {
        /// The number of a game from which it is filled in.
        game: Option<u32>,
    },
    /// When time is over in its person's games.
    Times,
    /// All about the person of a name. Guests may ask it too.
    Person {
        /// The name.
        name: String,
    },
    /// The finished games of its person.
    Finished {
        /// The word of a game, if they are to be of that one alone.
        game: Option<String>,
        /// The name of somebody who has to have played in them.
        with: Option<String>,
        /// The result that they have to have had for that person.
        result: Option<Fared>,
        /// How many of them the page has already.
        #[serde(default)]
        skip: usize,
    },
    /// Which events there are.
    Events,
    /// All about an event. Guests may ask it too.
    Event {
        /// The number of the edition.
        no: u32,
    },
    /// The choices in a form for a new event.
    #[serde(rename = "event_form")]
    EventForm,
    /// Every command. Guests may ask it too.
    Help,
    /// The rules of a game. Guests may ask it too.
    Rules {
        /// The key of the game.
        kind: String,
        /// The topic; empty for all of them in short.
        topic: String,
    },
}

/// The information that a page gets.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Knowledge {
    /// The next actions of its person, those that are asked of them first.
    Actions(Vec<Action>),
    /// Where the man on a square can go.
    Targets {
        /// The squares that it can reach.
        squares: Vec<String>,
        /// Its legal moves as they are written.
        moves: Vec<String>,
        /// Its changes in the set-up that the person makes unseen.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        changes: Vec<MoveInfo>,
    },
    /// All about the table of a game; `None` if there is none to see.
    Table(Option<Box<TableInfo>>),
    /// Why a text is not a legal move; `None` if it is one.
    Illegal(Option<String>),
    /// What there is to play, to take and to watch, and who is here.
    Home(Box<HomeInfo>),
    /// The choices in a form for a new game.
    #[serde(rename = "new_game")]
    NewGame(NewGameForm),
    /// When time is over in its person's games that have clocks.
    Times(Vec<TimeView>),
    /// All about a person; `None` if nobody is known by the name.
    Person(Option<Box<PersonInfo>>),
    /// Finished games of its person, the one that ended last first.
    Finished(FinishedInfo),
    /// The events that are not over, or have not been for long.
    Events(Vec<EventItem>),
    /// All about an event; `None` if there is none with this number.
    Event(Option<Box<EventPanel>>),
    /// The choices in a form for a new event, or who makes them; `None` if neither can be read.
    #[serde(rename = "event_form")]
    EventForm(Option<NewEvent>),
    /// Every command.
    Help(Vec<HelpGroup>),
    /// The rules of a game; `None` for what nobody knows.
    Rules(Option<RulesPage<Span>>),
}

/// The instant at which time is over in a game.
#[derive(Debug, Serialize)]
pub(super) struct TimeView {
    /// The number of the game.
    pub no: u32,
    /// Whether it is the time of the page's person.
    pub mine: bool,
    /// When it is over, in milliseconds since 1970; `None` while the clock stands.
    pub ends: Option<i64>,
}

/// A secret that a browser has made and keeps.
#[derive(Deserialize)]
pub(super) struct Secret(String);

impl Secret {
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

/// A code as typed, with the secret by which the person is to belong to this browser too.
#[derive(Deserialize)]
pub(super) struct CodeClaim {
    /// The code as it was typed.
    pub code: String,
    /// The secret of the browser.
    pub secret: Secret,
}

impl std::fmt::Debug for CodeClaim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CodeClaim")
    }
}

/// A name with the secret that shows whose it is.
#[derive(Debug, Deserialize)]
pub(super) struct NameClaim {
    /// The name as typed.
    pub name: String,
    /// The browser's secret.
    pub secret: Secret,
}

/// A message that somebody sends.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct NewMessage {
    /// The message's id, made by the browser; the same when the message is sent again.
    pub id: String,
    /// The salt of a roll that the message may cause. The browser makes it and not the host; whoever runs
    /// both can choose it.
    pub salt: String,
    /// The place where it is said.
    pub place: PagePlace,
    /// The text as typed.
    pub text: String,
    /// The number of the line that it replies to.
    pub reply_to: Option<u64>,
    /// The question to which the action is the yes that was tapped in place of typing.
    #[serde(default)]
    pub question: Option<chat::Question>,
    /// The state of the game that the person saw who has made it on the board of the game.
    #[serde(default)]
    pub seen: Option<chat::Pressed>,
    /// The number of the person's own game whose board the page shows.
    #[serde(default)]
    pub facing: Option<u32>,
    /// Whether it is sent again after a lost connection.
    #[serde(default)]
    pub again: bool,
}

/// A message to the page.
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
        /// The greeting of the bot to someone new.
        greeting: Greeting,
        /// The public key with which the host signs records, 64 hex digits.
        signing_key: String,
        /// Whether other machines can open the page.
        open: bool,
        /// The address by which they can, for a page on this machine; `None` if none is known.
        address: Option<String>,
    },
    /// The person cannot have the name.
    Refused {
        /// Why, as a sentence.
        why: String,
        /// A name to take instead.
        offer: Option<String>,
        /// The key of the refused name, if it was one.
        key: Option<String>,
        /// Whether it was this browser's, and this browser has been signed out.
        out: bool,
    },
    /// Earlier lines.
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
        /// The place whose lines these are.
        place: PagePlace,
        /// The lines, oldest first.
        lines: Vec<LineView>,
        /// The line before which to ask next time; `None` if there are no older lines.
        before: Option<u64>,
    },
    /// A new line.
    Line {
        /// The line as this page shows it.
        line: LineView,
    },
    /// A message is kept as this line.
    Kept {
        /// The browser's id of it.
        id: String,
        /// The number of the line.
        line: u64,
    },
    /// A message is not kept.
    Unkept {
        /// The browser's id of it.
        id: String,
        /// Why, as a sentence.
        why: String,
        /// Whether the same may be sent again later.
        retry: bool,
    },
    /// Words of the bot that are shown and not kept, because the store cannot keep them.
    Note {
        /// Where they stand.
        place: PagePlace,
        /// The words.
        text: Vec<Span>,
    },
    /// Another browser has signed this one out, and the connection ends.
    Out {
        /// Why, as a sentence.
        why: String,
    },
    /// The host has stopped, and the connection ends.
    Stopped {
        /// Why, as a sentence.
        why: &'static str,
    },
    /// The answer to `ask`.
    Answer {
        /// The number of the question.
        id: u64,
        /// The answer itself.
        #[serde(flatten)]
        knowledge: Knowledge,
    },
    /// The step that it has reached with another device.
    Device(DeviceStep),
    /// Everybody who is here.
    People {
        /// Their names, in order.
        here: Vec<String>,
    },
    /// The games of the tab's person.
    Games {
        /// Those that wait for the person first.
        games: Vec<GameView>,
    },
    /// There is nothing new, but the connection is alive.
    Beat {},
}

/// A step on the way of a person to another device.
#[derive(Debug, Serialize)]
#[serde(tag = "step", rename_all = "lowercase")]
pub(super) enum DeviceStep {
    /// To the page that has asked: this is to be typed on the other device.
    Code {
        /// The code.
        code: String,
        /// When it is over, in milliseconds since 1970.
        until: i64,
    },
    /// To the person's pages: somebody has typed the code. Is it them?
    Asks {},
    /// To the page where it was typed: the person is asked.
    Waits {},
    /// To that page: it is the person's now, and is to enter under this name.
    Yours {
        /// The name.
        name: String,
    },
    /// To either: it has come to an end.
    Over {
        /// The reason, as a sentence.
        why: String,
    },
}

/// The identity of a tab.
#[derive(Clone, Debug, Serialize)]
pub(super) struct You {
    /// The person's whole id, as it stands in mentions.
    pub id: PersonId,
    /// The name as it is shown.
    pub name: String,
    /// The name as it is compared.
    pub key: String,
    /// Proves that a request for a private picture comes from this browser.
    pub proof: String,
}

/// The bot's words to someone new.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Greeting {
    /// The text, in spans.
    pub text: Vec<Span>,
    /// The games that it hosts.
    pub games: Vec<GameCard>,
    /// The buttons below it.
    #[serde(rename = "chips")]
    pub starts: Vec<Start>,
}

/// A game that a newcomer can begin.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameCard {
    /// The name under which the game is known.
    pub title: String,
    /// A description of the game, in one clause.
    pub line: Vec<Span>,
    /// The address of a picture of it.
    pub picture: String,
    /// The line that starts it against the bot, behind which a strength may be written.
    pub play: String,
    /// The line that tells its rules.
    pub rules: String,
}

/// A button with which a newcomer can begin: it sends a text when it is tapped.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Start {
    /// The text on the button.
    pub label: String,
    /// The text that is sent.
    pub text: String,
}

/// A line as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LineView {
    /// The number of the line, growing over all places.
    pub id: u64,
    /// The place where it was said.
    pub place: PagePlace,
    /// Who wrote it; `None` for the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Author>,
    /// The text, in spans.
    pub text: Vec<Span>,
    /// Whether only the person who gets this message sees the line.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only: bool,
    /// The line that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<u64>,
    /// The people whom it pings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ping: Vec<PersonId>,
    /// The picture, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureView>,
    /// The game that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The next actions that were possible when the line was said, as lines to type.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chips: Vec<String>,
    /// The same as buttons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<Action>,
    /// When it was said, in milliseconds since 1970.
    pub at: i64,
    /// The id that the author's browser gave it; only that author learns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}

/// The person who wrote a line.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Author {
    /// The author's whole id.
    pub id: PersonId,
    /// The author's name at that time.
    pub name: String,
}

/// A picture as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PictureView {
    /// The kind of picture.
    pub shows: Shown,
    /// Address without width and proof, `/picture/12.png?v=1&side=2`; the side is the number of the seat at the
    /// bottom of a board.
    pub src: String,
    /// The alt text of the picture.
    pub alt: String,
    /// Whether somebody has chosen its theme, so that the browser asks for no other.
    #[serde(rename = "chosen")]
    pub is_chosen: bool,
    /// The size of the picture and where its cells are.
    #[serde(rename = "frame")]
    pub click_map: ClickMap,
}

/// The subject of a picture.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Shown {
    /// A board with what stands beside it.
    Board,
    /// A game from its start on, which moves.
    Replay,
    /// One ply of a game.
    Ply,
    /// The card of a finished game.
    Card,
    /// The course of a rating.
    #[serde(rename = "course")]
    Curve,
    /// The standings of an event.
    Standings,
}

/// A game among the tabs and in the list of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct GameView {
    /// The number of the game.
    pub no: u32,
    /// The key of the game that is played.
    pub kind: String,
    /// The name of that game.
    pub title: String,
    /// Who else plays: `ben`, `offer · anyone`.
    pub with: String,
    /// Whether it waits for the person.
    pub waiting: bool,
    /// Whether an event has begun it.
    pub of_event: bool,
    /// Where it is played; `None` for a place that the person cannot see.
    pub place: Option<PagePlace>,
}
