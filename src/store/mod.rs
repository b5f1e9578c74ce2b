//! SQLite: migrations, queries, the writer. The only module that names SQL.

mod page;

use std::path::Path;

pub use page::{Appended, NameHold, PageClaim, PageLine, PagePicture, PageRow, message_id};

use crate::{
    chat::Reply,
    dice::Secret,
    table::{GameNo, Person, PersonId, PlaceId},
};

/// Milliseconds since 1970 UTC.
pub type Millis = i64;

/// A game or offer as it is stored, without its log.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Number.
    pub no: GameNo,
    /// Game key, `lyra`.
    pub kind: String,
    /// Version of the rules page.
    pub rules: u32,
    /// Canonical options text.
    pub options: String,
    /// Where it is played.
    pub place: PlaceId,
    /// Offered, running or over.
    pub state: GameState,
    /// Terms of the offer as JSON, opaque to the store.
    pub terms: String,
    /// The seats in order; in an offer the challenger first.
    pub seats: Vec<SeatRow>,
    /// Dice secret.
    pub secret: Secret,
    /// The id of the message that started the game: salt of the bot's first fights.
    pub start_salt: String,
    /// Plies played.
    pub ply: u32,
    /// Plies that have been told in a message.
    pub told: u32,
    /// Index of the seat to move in a running game.
    pub to_move: Option<u8>,
    /// Whether the seat to move is a bot's.
    pub bot_turn: bool,
    /// Grows by one with every change; a write names the version that it changes.
    pub version: u64,
    /// When it was offered.
    pub created: Millis,
    /// When it last changed hands: start or last ply.
    pub moved: Millis,
    /// When an open offer ends.
    pub expires: Option<Millis>,
    /// Result line when over (also `aborted`; offers that came to nothing: `aborted`).
    pub result: Option<String>,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// Not started.
    Offered,
    /// Going on.
    Running,
    /// Ended, or an offer that came to nothing.
    Over,
}

/// A seat as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatRow {
    /// A person sits here (or is asked to).
    Person(PersonId),
    /// A bot of this level.
    Bot(u8),
    /// Open to anyone.
    Open,
}

/// A line of a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Number in the log, from 1.
    pub n: u32,
    /// The ply that it is, if it is one; unique in the game.
    pub ply: Option<u32>,
    /// Seat index of who did it.
    pub seat: Option<u8>,
    /// What: `ply`, `resign`, `draw-offer`, … opaque to the store.
    pub kind: String,
    /// The canonical move, or what the kind needs.
    pub text: String,
    /// Roll number over the rolled plies, faces (`3,2`) and salt.
    pub roll: Option<RollRow>,
    /// When.
    pub at: Millis,
}

/// A roll as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollRow {
    /// Number of the roll in its game, from 1.
    pub n: u32,
    /// Faces, `3,2`.
    pub faces: String,
    /// Salt.
    pub salt: String,
}

/// One transaction: all of it or nothing.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// People seen, to insert or rename.
    pub people: Vec<Person>,
    /// A new or changed game. A new one has version 1; a changed one must replace exactly
    /// version − 1, otherwise the batch fails with [`StoreError::Conflict`].
    pub game: Option<GameRow>,
    /// Lines to append to that game's log.
    pub events: Vec<EventRow>,
    /// Source message that this handles; a second one fails with [`StoreError::Repeated`].
    pub handled: Option<String>,
    /// Replies to keep until they are delivered, with the numbers to keep them under.
    pub outbox: Vec<(u64, Reply)>,
    /// Replies that the platform has, with the platform's message id.
    pub delivered: Vec<(u64, Option<String>)>,
    /// When.
    pub at: Millis,
}

/// What can go wrong in the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The game has another version than the writer thought.
    #[error("the game has changed meanwhile")]
    Conflict,
    /// The source message was handled before.
    #[error("this message was handled before")]
    Repeated,
    /// Another process has the database.
    #[error("another martian-cake is running on this database")]
    InUse,
    /// Written by a newer program.
    #[error(
        "the database was written by a newer martian-cake (schema {found}, this one knows {known}); please update the program"
    )]
    Newer {
        /// Schema of the file.
        found: u32,
        /// Newest schema of this program.
        known: u32,
    },
    /// Not a database, or a broken one.
    #[error("the database file is damaged: {0}")]
    Damaged(String),
    /// Everything else SQLite says.
    #[error("database: {0}")]
    Other(String),
}

/// The open database with its writer thread.
#[derive(Debug, Clone)]
pub struct Store {}

impl Store {
    /// Opens (and, where new, makes) the database, alone: a second process is refused.
    ///
    /// # Errors
    /// [`StoreError`]; the file is left untouched then.
    pub fn open(_path: &Path) -> Result<Self, StoreError> {
        unimplemented!()
    }

    /// Queues a transaction. All that wait are committed together; `done` is called on the
    /// writer thread once it is durable, or has failed.
    pub fn commit(
        &self,
        _batch: Batch,
        _done: impl FnOnce(Result<(), StoreError>) + Send + 'static,
    ) {
        unimplemented!()
    }

    /// Queues a claim of a name on the local page. `done` is told whether the name is this
    /// browser's: it was free, or held with the same secret.
    pub fn page_claim(
        &self,
        _claim: PageClaim,
        _done: impl FnOnce(Result<bool, StoreError>) + Send + 'static,
    ) {
        unimplemented!()
    }

    /// Queues a line for the history of a place and, in the same transaction, marks the reply
    /// `delivered` (an outbox number) as sent with [`message_id`] of the line. A client id that
    /// is there already adds nothing and gives the old line's number.
    pub fn page_append(
        &self,
        _line: PageLine,
        _delivered: Option<u64>,
        _done: impl FnOnce(Result<Appended, StoreError>) + Send + 'static,
    ) {
        unimplemented!()
    }

    /// A connection for reading what is committed.
    ///
    /// # Errors
    /// [`StoreError::Other`] if it cannot be opened.
    pub fn reader(&self) -> Result<Reader, StoreError> {
        unimplemented!()
    }
}

/// Reads, each by index; never blocks the writer.
#[derive(Debug)]
pub struct Reader {}

#[expect(clippy::missing_errors_doc, reason = "every read fails alike, with what SQLite says")]
impl Reader {
    /// A game with its log.
    pub fn game(&self, _no: GameNo) -> Result<Option<(GameRow, Vec<EventRow>)>, StoreError> {
        unimplemented!()
    }

    /// A game without its log.
    pub fn game_row(&self, _no: GameNo) -> Result<Option<GameRow>, StoreError> {
        unimplemented!()
    }

    /// Offers and running games in which the person sits, made or is asked, newest first.
    pub fn open_games_of(&self, _person: &PersonId) -> Result<Vec<GameRow>, StoreError> {
        unimplemented!()
    }

    /// Offers and running games of a place, newest first, at most `limit`.
    pub fn open_games_at(&self, _place: &PlaceId, _limit: u32) -> Result<Vec<GameRow>, StoreError> {
        unimplemented!()
    }

    /// Finished games of a person, the last one first, at most `limit`.
    pub fn finished_games_of(
        &self,
        _person: &PersonId,
        _limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        unimplemented!()
    }

    /// The game that a delivered message (platform id) was about.
    pub fn game_of_message(&self, _message: &str) -> Result<Option<GameNo>, StoreError> {
        unimplemented!()
    }

    /// Running games in which a bot is to move.
    pub fn bot_turns(&self) -> Result<Vec<GameNo>, StoreError> {
        unimplemented!()
    }

    /// Offers that ended before `now`, at most `limit`, the oldest first.
    pub fn expired_offers(&self, _now: Millis, _limit: u32) -> Result<Vec<GameNo>, StoreError> {
        unimplemented!()
    }

    /// Replies that are not delivered, in order.
    pub fn undelivered(&self) -> Result<Vec<(u64, Reply)>, StoreError> {
        unimplemented!()
    }

    /// A person.
    pub fn person(&self, _id: &PersonId) -> Result<Option<Person>, StoreError> {
        unimplemented!()
    }

    /// People of a platform by name, any case; at most a handful.
    pub fn people_named(&self, _platform: &str, _name: &str) -> Result<Vec<Person>, StoreError> {
        unimplemented!()
    }

    /// Whether a source message was handled.
    pub fn handled(&self, _source: &str) -> Result<bool, StoreError> {
        unimplemented!()
    }

    /// The greatest game number and the greatest outbox number in use.
    pub fn high_marks(&self) -> Result<(u32, u64), StoreError> {
        unimplemented!()
    }

    /// Whose a name of the page is, by its folded key and the hash of the asking browser's secret.
    pub fn page_name(&self, _key: &str, _hash: &[u8; 32]) -> Result<NameHold, StoreError> {
        unimplemented!()
    }

    /// The last `limit` lines of a place, or those before line `before`; oldest first.
    pub fn page_lines(
        &self,
        _place: &PlaceId,
        _before: Option<u64>,
        _limit: u32,
    ) -> Result<Vec<PageRow>, StoreError> {
        unimplemented!()
    }

    /// The lines of a place after line `after`, oldest first, at most `limit`.
    pub fn page_lines_after(
        &self,
        _place: &PlaceId,
        _after: u64,
        _limit: u32,
    ) -> Result<Vec<PageRow>, StoreError> {
        unimplemented!()
    }

    /// The picture of a line.
    pub fn page_picture(&self, _line: u64) -> Result<Option<PagePicture>, StoreError> {
        unimplemented!()
    }
}
