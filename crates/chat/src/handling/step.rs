//! The result of handling a message: the step that the host is to take, and how a handler stops
//! early.

use event::Edition;
use games::Seat;
use pairing::history::PairingHistory;
use table::{
    ActionError, Correction, EditionNo, Game, GameNo, Key, LogEntry, Millis, ModWrite, Person,
    PersonId, RatedGame, Setting, StoredPlan, StoredRating, Vacation,
};

use super::verification::Verification;
use crate::message::Reply;

/// Something failed on our side. The cause goes into the log, never to people.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct InternalError(pub String);

/// An instruction to the host about a message.
#[derive(Debug)]
pub enum Step {
    /// The message is talk and gets no answer.
    Silent,
    /// Answers that change nothing.
    Say(Vec<Reply>),
    /// A change, to be committed before anything is said.
    Change(Change),
    /// The bot of this game is to answer a draw offer that this seat makes.
    AskBot(GameNo, Seat),
    /// The platform is to be asked which of these people have left the server of the message, which is then handled
    /// again with what is known of that.
    AskWhoLeft(Vec<PersonId>),
    /// This record is to be verified aside; [`crate::verified`] makes the answer of what comes of it.
    Verify(Verification),
    /// The next round of an edition that stands so is to be paired aside. Once that is done, what is due in the
    /// edition is looked at again.
    Pair(EditionNo, Box<PairingHistory>),
}

/// A set of changes made in one transaction: all of it takes effect, or nothing.
#[derive(Debug, Default)]
pub struct Change {
    /// The games that change or come into being, each at most once.
    pub games: Vec<GameChange>,
    /// Whatever else is written.
    pub rows: Vec<Write>,
    /// People to remember.
    pub people: Vec<Person>,
    /// The keys of what must not change meanwhile, beside the games themselves and the author of the message.
    pub holds: Vec<Key>,
    /// The replies to send once the change is durable. Empty where a bot moves next: then one message of the
    /// host announces both plies.
    pub replies: Vec<Reply>,
}

/// One game in a change.
#[derive(Debug)]
pub struct GameChange {
    /// The game as it is to be; its version is still the one it had.
    pub game: Game,
    /// The log entries that are new, at the end of the game's log.
    pub added: Vec<LogEntry>,
}

/// Something else than a game that a change writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// When something else than one of the games is due next; `None` for never again.
    Deadline(Key, Option<Millis>),
    /// A choice of a person or a server.
    Setting(Setting),
    /// A person is away, or ends an absence that began at the same instant.
    Vacation(Vacation),
    /// A plan registered for a seat of a game, in place of the one before. The end of the game drops it by
    /// itself.
    Plan {
        /// The number of the game.
        game: GameNo,
        /// The seat of the person who has registered it.
        seat: Seat,
        /// The plan; `None` drops it.
        plan: Option<StoredPlan>,
    },
    /// Something that a moderator or a player has decided about somebody.
    Moderation(ModWrite),
    /// Somebody is forgotten, once all else of the change is written. On the page these words end their visit.
    Forget(PersonId, String),
    /// Somebody who was forgotten is back.
    Return(PersonId),
    /// A rated game has ended, or another thing is said of it than before.
    RatedGame(RatedGame),
    /// The rating of somebody on a scale at the end of a period.
    Rating(StoredRating),
    /// A rated game is new or another thing is said of it than before, and all ratings of its scale are to
    /// be made anew from its period on. That may take long, so the host does it aside, by
    /// [`renewal`](crate::renewal), before it commits the change.
    RatedAnew(RatedGame),
    /// The result of a game is put right.
    Correction(Correction),
    /// Something has happened in an event.
    Edition(Box<EditionChange>),
}

/// The changes that have happened in an edition of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditionChange {
    /// The edition as it is to be.
    pub edition: Edition,
    /// How many of the last lines of its log are new.
    pub added: usize,
    /// The keys of what is said once and for all with this change; a change with a key that was used before
    /// is not committed.
    pub posts: Vec<String>,
}

impl Write {
    /// Returns what else must not change while it is written.
    #[must_use]
    pub fn key(&self) -> Option<Key> {
        match self {
            Self::Deadline(key, _) => Some(key.clone()),
            Self::Setting(_) => None,
            Self::Forget(who, _) | Self::Return(who) => Some(Key::Person(who.clone())),
            Self::Vacation(away) => Some(Key::Person(away.person.clone())),
            Self::Plan { game, .. } => Some(Key::Game(*game)),
            Self::Moderation(write) => write.person().cloned().map(Key::Person),
            Self::RatedGame(game) | Self::RatedAnew(game) => Some(Key::Scale(game.scale)),
            Self::Rating(rating) => Some(Key::Scale(rating.scale)),
            Self::Correction(correction) => Some(Key::Game(correction.game)),
            Self::Edition(change) => Some(Key::Edition(change.edition.no())),
        }
    }

    /// Returns what it says that somebody chooses.
    #[must_use]
    pub const fn setting(&self) -> Option<&Setting> {
        match self {
            Self::Setting(setting) => Some(setting),
            _ => None,
        }
    }

    /// Returns who is forgotten by it, with the last words to them.
    #[must_use]
    pub const fn forgotten(&self) -> Option<(&PersonId, &String)> {
        match self {
            Self::Forget(who, farewell) => Some((who, farewell)),
            _ => None,
        }
    }

    /// Returns when something is due next by it, and what.
    #[must_use]
    pub fn deadline(&self) -> Option<(Key, Option<Millis>)> {
        match self {
            Self::Deadline(key, due) => Some((key.clone(), *due)),
            _ => None,
        }
    }
}

/// A change of a single game, as most handlers make it.
#[derive(Debug)]
pub(crate) struct SingleChange {
    /// The game as it is to be.
    pub(crate) game: Game,
    /// The log entries that are new.
    pub(crate) added: Vec<LogEntry>,
    /// People to remember.
    pub(crate) people: Vec<Person>,
    /// The replies to send once the change is durable.
    pub(crate) replies: Vec<Reply>,
}

impl Change {
    /// All of another change takes place together with this one, or nothing of both does.
    pub(crate) fn append(&mut self, other: Self) {
        let Self { games, rows, people, holds, replies } = other;
        self.games.extend(games);
        self.rows.extend(rows);
        self.people.extend(people);
        self.holds.extend(holds);
        self.replies.extend(replies);
    }

    /// The change of one more game takes place together with this one, or neither does.
    pub(crate) fn add(&mut self, change: SingleChange) {
        let SingleChange { game, added, people, replies } = change;
        self.games.push(GameChange { game, added });
        self.people.extend(people);
        self.replies.extend(replies);
    }
}

impl From<SingleChange> for Change {
    fn from(change: SingleChange) -> Self {
        let mut whole = Self::default();
        whole.add(change);
        whole
    }
}

impl From<SingleChange> for Step {
    fn from(change: SingleChange) -> Self {
        Self::Change(change.into())
    }
}

/// The reason why a handler stops early. With `?` it passes through every handler up to [`crate::handle`], where it
/// becomes a [`Step`] or an [`InternalError`] again.
#[derive(Debug)]
pub(crate) enum Early {
    /// The message gets this answer, a refusal or a question, or it is talk. Nothing changes, unless the
    /// author's time was over.
    Answered(Step),
    /// Our own failure.
    Failed(InternalError),
}

impl From<InternalError> for Early {
    fn from(error: InternalError) -> Self {
        Self::Failed(error)
    }
}

impl From<ActionError> for InternalError {
    /// Returns what a game refuses is a failure of ours, unless the handler has an answer to it.
    fn from(error: ActionError) -> Self {
        Self(error.to_string())
    }
}

impl From<ActionError> for Early {
    fn from(error: ActionError) -> Self {
        Self::Failed(error.into())
    }
}

/// The result of a handler, or of a part of one, unless it stops early.
pub(crate) type Handled<T = Step> = Result<T, Early>;

/// The result of a message, whether its handler has run to its end or stopped early.
pub(crate) fn conclude(handled: Handled) -> Result<Step, InternalError> {
    match handled {
        Ok(step) | Err(Early::Answered(step)) => Ok(step),
        Err(Early::Failed(error)) => Err(error),
    }
}
