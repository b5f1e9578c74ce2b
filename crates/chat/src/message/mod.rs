//! Messages as data: what comes in from a platform and what goes out to it. Adapters translate
//! between these and their platform.

pub(super) mod placeholder;
mod receipt;
pub(super) mod stored_reply;

use std::sync::Arc;

use scene::{RatingCurve, Scene, StandingsSheet, Style};
use table::{
    BoardRecipe, BoardReplay, CardRecipe, GameNo, MessageId, Millis, Person, PersonId, PlaceId,
    ReplayRecipe, ServerId,
};

pub use receipt::{Receipt, WeakReceipt};

use crate::{
    actions::action::{Action, Pick, Pressed, Question},
    message::stored_reply::StoredReply,
    parse::named_command::NamedCommand,
    places::{
        place_report::{ClosedPlace, PlaceReport},
        threads::ThreadWork,
    },
};

/// A message that somebody wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// The message's own id; a repeated one changes nothing.
    pub id: MessageId,
    /// Who wrote it.
    pub author: Person,
    /// The name of its writer's account, where the platform has one beside the name that it shows.
    pub account: Option<String>,
    /// The channel or private chat in which it was written.
    pub place: PlaceId,
    /// The channel to which that place belongs, if it is a thread of one and the adapter knows that.
    pub within: Option<PlaceId>,
    /// How a line there must address the bot to count.
    pub addressing: Addressing,
    /// The text as typed. A person in it is `<@KEY>` with the key of [`PersonId::key`], or a
    /// plain `@name`; the bot is [`BOT_NAME`](super::BOT_NAME). A role is `<@&KEY>`, and a channel
    /// `<#KEY>`.
    pub text: String,
    /// The people that the text mentions, without the bot.
    pub mentioned: Vec<Person>,
    /// Those of them who are no people but other bots.
    pub other_bots: Vec<PersonId>,
    /// Whether the text began with a mention of the bot, which the adapter has cut off, or speaks to it by
    /// one at the end of a line.
    pub to_bot: bool,
    /// The message that this one replies to.
    pub reply_to: Option<MessageId>,
    /// Whether it asks about the game of that message and about no other: if that is about no game, it is
    /// told so.
    pub about_reply: bool,
    /// The game whose board its writer has before them on the page. It counts where they play in that game,
    /// and the message names no other.
    pub facing: Option<GameNo>,
    /// The salt for a roll that this message causes: on Discord an id that the host cannot choose, on the
    /// local page a nonce of the writer's browser.
    pub salt: String,
    /// When it was written, by the platform's clock.
    pub at: Millis,
    /// Whether it is read back late, after the program was away: it is handled as if it had been heard
    /// when it was written.
    pub late: bool,
    /// The server to which the place belongs; `None` for a private chat, and on a platform that has
    /// no servers.
    pub server: Option<ServerId>,
    /// Whether the platform lets its writer manage that server, or the page is theirs to manage.
    pub manages: bool,
    /// The roles that its writer has in that server, by the platform's keys; none where it has no roles,
    /// or does not tell.
    pub roles: Vec<String>,
    /// The language that its writer has chosen on the platform, as a tag such as `de` or `en-GB`;
    /// `None` where the platform does not tell.
    pub locale: Option<String>,
    /// Whether the platform can show an answer to its writer alone, in the same place.
    pub private_answers: bool,
    /// Whether other people read what is said in this place.
    pub others_present: bool,
    /// The file that came with it, where the adapter has fetched one for a command that takes it.
    pub attached: Option<Attached>,
    /// The permissions of the bot in a channel, where the message asks for that and the adapter knows such
    /// things.
    pub report: Option<PlaceReport>,
    /// Other places that are known, if the bot may not write in this one, where its author alone can be
    /// answered.
    pub closed: Option<ClosedPlace>,
    /// The command that it asks for by named values, as a slash command does; the text is empty
    /// then.
    pub command: Option<NamedCommand>,
    /// The state of the game below which the button stands that was pressed in place of typing, or on whose board on
    /// the page a man was moved.
    pub pressed: Option<Pressed>,
    /// How its writer said yes, if they did.
    pub consent: Consent,
    /// Those of the people of [`Step::AskWhoLeft`](crate::Step::AskWhoLeft) who are known to have left its server;
    /// `None` before the platform was asked.
    pub left: Option<Vec<PersonId>>,
}

/// How a yes was given: typed or tapped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Consent {
    /// Its writer has typed it.
    #[default]
    Typed,
    /// Its writer has tapped on an answer to this question, or on one that tells of none.
    Tapped(Option<Question>),
}

/// A file that came with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attached {
    /// Its text, as it was sent.
    Text(String),
    /// It is longer than a record may be ([`MAX_RECORD`](table::record::MAX_RECORD)), and was not fetched.
    TooLong,
    /// It could not be fetched, or is no text.
    Unreadable,
    /// It was not fetched, since other files are on their way.
    Later,
}

impl Incoming {
    /// A line that somebody has typed where it needs no prefix: in a private chat with the bot, or in
    /// a place where others are. It mentions nobody and answers nothing, and its salt is the key of
    /// its id; whoever knows more of it says so.
    ///
    /// ```
    /// use martian_cake_chat::{Addressing, Incoming};
    /// use table::{MessageId, Person, PersonId, PlaceId, Platform};
    ///
    /// let ann = Person { id: PersonId::new(Platform::Local, "ann"), name: "ann".to_owned() };
    /// let id = MessageId::new(Platform::Local, "m1");
    /// let place = PlaceId::channel(Platform::Local, "channel");
    /// let line = Incoming::line(id, ann, place, "c2-c3", 0);
    /// assert_eq!((line.addressing, line.salt.as_str()), (Addressing::Open, "m1"));
    /// ```
    #[must_use]
    pub fn line(
        id: MessageId,
        author: Person,
        place: PlaceId,
        text: impl Into<String>,
        at: Millis,
    ) -> Self {
        let is_private = place.owner().is_some();
        Self {
            salt: id.key().to_owned(),
            id,
            author,
            account: None,
            place,
            within: None,
            addressing: if is_private { Addressing::Private } else { Addressing::Open },
            text: text.into(),
            attached: None,
            report: None,
            closed: None,
            command: None,
            pressed: None,
            consent: Consent::Typed,
            left: None,
            mentioned: Vec::new(),
            other_bots: Vec::new(),
            to_bot: false,
            reply_to: None,
            about_reply: false,
            facing: None,
            at,
            late: false,
            server: None,
            manages: false,
            roles: Vec::new(),
            locale: None,
            private_answers: false,
            others_present: !is_private,
        }
    }

    /// Returns `true` if it comes from a command or a button of the platform, which shows by itself what
    /// becomes of it.
    pub(super) fn is_tapped(&self) -> bool {
        let is_button = self.is_button() || self.pressed.is_some();
        // What is tapped on the page is a line there like any other.
        self.command.is_some() || is_button && self.place.platform().has_servers()
    }

    /// Returns `true` if it was tapped rather than typed: on the page only where that is the answer to a
    /// question.
    pub(super) const fn is_button(&self) -> bool {
        matches!(self.consent, Consent::Tapped(_))
    }

    /// Returns `true` if an answer that changes nothing is for its author alone: the platform shows it so, but
    /// for a board, or a game, that a command asks for before all.
    pub(super) fn is_answered_alone(&self, answer: &Reply) -> bool {
        self.private_answers || self.command.is_some() && !answer.is_for_everyone()
    }
}

/// How a line in a place must address the bot to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addressing {
    /// A public channel: a prefix, a mention, a reply to a board, or a full move by a player.
    Channel,
    /// The local page's channel: no prefix is needed, and talk gets no answer.
    Open,
    /// A private chat with the bot: no prefix is needed.
    Private,
}

/// The people who may see a reply.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Audience {
    /// Everyone in the place.
    Place,
    /// This person alone, where the platform can do that; otherwise everyone in the place.
    Only(PersonId),
}

/// A reply as data, before its picture is rendered. Its serialised form is that in which the store
/// keeps it until the platform has it; the forms of earlier versions are read as well.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(from = "StoredReply", into = "StoredReply")]
pub struct Reply {
    /// The place to which it goes.
    pub place: PlaceId,
    /// Who in that place sees it.
    pub audience: Audience,
    /// The message that it answers, if it answers one. Answering never pings.
    pub reply_to: Option<MessageId>,
    /// Markdown text. `<@PERSON-ID>` (the whole [`PersonId`]) stands for a mention of a person, `<#KEY>`
    /// and `<@&KEY>` for a channel and a role; names in it are already harmless.
    pub text: String,
    /// The people that this message may ping: nobody else, whatever the text says.
    pub ping: Vec<PersonId>,
    /// The attachments beside the text.
    pub attachments: Vec<Attachment>,
    /// The game that it is about, so that a reply to it finds the game.
    pub game: Option<GameNo>,
    /// The possible next actions.
    pub actions: Vec<Action>,
    /// The choices to move for whoever asked. It is of use at once or never, so it is not stored.
    pub pick: Option<Pick>,
    /// The message to send instead, and its place, if this place cannot be reached. It tells nothing of what
    /// a private message says.
    pub fallback: Option<Fallback>,
    /// Work on a thread once the platform has this message.
    pub thread: Option<ThreadWork>,
}

impl Reply {
    /// A text in a place, for everyone there: it answers no message, pings nobody and carries nothing.
    #[must_use]
    pub fn new(place: PlaceId, text: impl Into<String>) -> Self {
        Self {
            place,
            audience: Audience::Place,
            reply_to: None,
            text: text.into(),
            ping: Vec::new(),
            attachments: Vec::new(),
            game: None,
            actions: Vec::new(),
            pick: None,
            fallback: None,
            thread: None,
        }
    }

    /// The first picture that it carries.
    #[must_use]
    pub fn picture(&self) -> Option<&Picture> {
        self.attachments.iter().find_map(|attachment| match attachment {
            Attachment::Picture(picture) => Some(picture),
            Attachment::File(_) => None,
        })
    }

    /// The pictures that it carries.
    pub fn pictures_mut(&mut self) -> impl Iterator<Item = &mut Picture> {
        self.attachments.iter_mut().filter_map(|attachment| match attachment {
            Attachment::Picture(picture) => Some(picture),
            Attachment::File(_) => None,
        })
    }

    /// The boards of games that it carries.
    pub fn recipes_mut(&mut self) -> impl Iterator<Item = &mut BoardRecipe> {
        self.pictures_mut().filter_map(|picture| match &mut picture.drawing {
            Drawing::OfGame(recipe) => Some(recipe),
            Drawing::Board(_)
            | Drawing::Replay(_)
            | Drawing::Card(_)
            | Drawing::Curve(_)
            | Drawing::Standings(_) => None,
        })
    }

    /// The board of a game that it shows before all other pictures.
    #[must_use]
    pub fn board(&self) -> Option<&BoardRecipe> {
        match &self.picture()?.drawing {
            Drawing::OfGame(recipe) => Some(recipe),
            Drawing::Board(_)
            | Drawing::Replay(_)
            | Drawing::Card(_)
            | Drawing::Curve(_)
            | Drawing::Standings(_) => None,
        }
    }

    /// Returns `true` if it shows the board of a game.
    #[must_use]
    pub fn shows_board(&self) -> bool {
        self.board().is_some()
    }

    /// Returns `true` if a command that asks for it asks on behalf of everyone in the place: it carries the board
    /// of a game, the game from its start on, or its card.
    #[must_use]
    pub fn is_for_everyone(&self) -> bool {
        let is_shown = |drawing: &Drawing| drawing.moves() || matches!(drawing, Drawing::Card(_));
        self.shows_board() || self.picture().is_some_and(|picture| is_shown(&picture.drawing))
    }

    /// The first text file that it carries.
    #[must_use]
    pub fn file(&self) -> Option<&TextFile> {
        self.attachments.iter().find_map(|attachment| match attachment {
            Attachment::File(file) => Some(file),
            Attachment::Picture(_) => None,
        })
    }
}

/// An attachment of a reply beside its text, by kind: the kind decides how it is made ready and how a
/// platform sends it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[expect(clippy::large_enum_variant, reason = "most are pictures, and a reply has one or none")]
pub enum Attachment {
    /// A picture, rendered from a drawing.
    Picture(Picture),
    /// A text file, sent as it is: a game record.
    File(TextFile),
}

/// A text that is said elsewhere if a private chat cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Fallback {
    /// The place in which it is said.
    pub place: PlaceId,
    /// The text, written like [`Reply::text`].
    pub text: String,
}

/// A small text file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TextFile {
    /// Its name with the extension, without a folder.
    pub name: String,
    /// Its whole content.
    pub text: String,
}

/// A picture as data.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Picture {
    /// The drawing that the picture shows.
    #[serde(rename = "scene")]
    pub drawing: Drawing,
    /// The style. It is chosen when the reply is made, so that a picture that is sent again is the same.
    #[serde(default, skip_serializing_if = "Style::is_usual")]
    pub style: Style,
    /// Whether older boards of its game give up their pictures for it where it stands.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_alone: bool,
    /// The alt text: the last ply first, then the position; at most 1,024 characters.
    pub alt: String,
    /// How many bytes of that, at its beginning, say what the words of the reply say.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub said: usize,
}

impl Picture {
    /// A picture that is drawn as where nobody has chosen.
    #[must_use]
    pub fn plain(drawing: Drawing, alt: String) -> Self {
        Self { drawing, style: Style::default(), is_alone: false, alt, said: 0 }
    }

    /// The alt text as it stands below the words of the reply, which say its beginning already.
    #[must_use]
    pub fn beside_words(&self) -> &str {
        self.alt.get(self.said..).unwrap_or(&self.alt).trim_start()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it by reference")]
const fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// The subject that is drawn. Each kind of drawing has fields of its own, by which it is told from the others where
/// it is stored.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum Drawing {
    /// A board with what stands beside it.
    Board(Scene),
    /// A board of a game, which is drawn from the game's log wherever it is wanted again.
    OfGame(BoardRecipe),
    /// The plies of a game, or one of them, which are drawn from the game's log as well.
    Replay(ReplayRecipe),
    /// The card of a finished game, which is drawn from the game's log as well.
    Card(CardRecipe),
    /// The course of a rating.
    Curve(RatingCurve),
    /// The standings of an event.
    Standings(StandingsSheet),
}

impl Drawing {
    /// The board that is to be seen; `None` for one of a game that was stored, and not drawn since, and
    /// where no board is.
    #[must_use]
    pub const fn scene(&self) -> Option<&Scene> {
        match self {
            Self::Board(scene) => Some(scene),
            Self::OfGame(recipe) => recipe.scene(),
            Self::Replay(_) | Self::Card(_) | Self::Curve(_) | Self::Standings(_) => None,
        }
    }

    /// Returns `true` if it becomes an animation, a GIF in place of a PNG.
    #[must_use]
    pub fn moves(&self) -> bool {
        matches!(self, Self::Replay(recipe) if !recipe.is_still())
    }

    /// The game from whose log it is drawn; `None` if it is drawn from what is kept of it.
    #[must_use]
    pub const fn drawn_from(&self) -> Option<GameNo> {
        match self {
            Self::OfGame(recipe) => Some(recipe.game()),
            Self::Replay(recipe) => Some(recipe.game()),
            Self::Card(recipe) => Some(recipe.game()),
            Self::Board(_) | Self::Curve(_) | Self::Standings(_) => None,
        }
    }

    /// Draws it from a replay of that game, as far as it goes.
    pub fn redraw(&mut self, replay: &mut BoardReplay) {
        match self {
            Self::OfGame(recipe) => recipe.redraw(replay),
            Self::Replay(recipe) => recipe.redraw(replay),
            Self::Card(recipe) => recipe.redraw(replay),
            Self::Board(_) | Self::Curve(_) | Self::Standings(_) => {}
        }
    }
}

/// A reply that is ready for a platform.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// The outbox number to acknowledge with `HostHandle::delivered`; `None` for a transient answer
    /// that nothing depends on. It stays the same over restarts. Strangers must not see it: it counts
    /// what is said in private as well.
    pub outbox: Option<u64>,
    /// Whether an earlier run of the program may have sent it, and was ended before it knew.
    pub may_be_sent: bool,
    /// The reply to send.
    pub reply: Reply,
    /// The rendered picture as PNG, or as GIF if it moves; `None` if there is none or it could not be rendered.
    pub png: Option<Arc<Vec<u8>>>,
    /// The message of this run that has led to it, whether or not it answers that; `None` if none has.
    pub cause: Option<MessageId>,
    /// Whether it is said in a thread that the bot has opened for a game. If that takes nothing any more,
    /// the game goes back to the channel, so nothing waits for it there.
    pub in_own_thread: bool,
    /// The receipt of an answer that is kept nowhere; an adapter lets go of it once the answer is out.
    pub receipt: Option<Receipt>,
}

impl Outgoing {
    /// The platform has it, has refused it, or it is too old to be sent.
    pub fn is_out(&self) {
        self.receipt.iter().for_each(Receipt::out);
    }

    /// A reply with its outbox number, if it has one, that this run sends for the first time. Its picture
    /// is still to be rendered.
    #[must_use]
    pub const fn new(outbox: Option<u64>, reply: Reply) -> Self {
        Self {
            outbox,
            may_be_sent: false,
            reply,
            png: None,
            cause: None,
            in_own_thread: false,
            receipt: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Platform;

    /// On the page what is tapped is a line that all read like any other.
    #[test]
    fn a_button_is_tapped_where_the_platform_shows_what_becomes_of_it() {
        for (platform, is_tapped) in [(Platform::Discord, true), (Platform::Local, false)] {
            let author = Person { id: PersonId::new(platform, "1"), name: "ann".to_owned() };
            let place = PlaceId::channel(platform, "2");
            let id = MessageId::new(platform, "3");
            let typed = Incoming::line(id, author, place, "tournament join T1", 0);
            assert!(!typed.is_tapped() && !typed.is_button());
            let tapped = Incoming { consent: Consent::Tapped(None), ..typed };
            assert_eq!((tapped.is_tapped(), tapped.is_button()), (is_tapped, true));
        }
    }
}
