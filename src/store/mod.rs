//! SQLite: migrations, queries, the writer. The only module that names SQL.
//!
//! # How it works
//!
//! - [`Store::commit`] queues a [`Batch`]; one thread (`writer`) takes all that waits into one
//!   commit, each in a savepoint of its own, and calls back once the disk has it. A batch that
//!   does not fit fails alone; if the commit fails, all of its batches do, and nothing is written.
//! - [`Reader`] has a connection of its own, so reading and writing do not wait for each other
//!   (write-ahead logging). No query of it walks over a table: a test asks SQLite for the plan of
//!   each. Partial indices hold what is open, so finished games cost nothing.
//! - One process has the database (`hold`). What a crash leaves is put right by the next open;
//!   what is newer, damaged or another program's is refused before a byte of it changes (`open`).
//! - Checkpoints, which sync more, wait for a quiet moment.
//! - [`check()`], [`backup()`] and [`each_game`] look at a database from outside, also while a
//!   bot runs, and change nothing.

mod check;
mod hold;
mod migrate;
mod open;
mod page;
mod queries;
mod reader;
mod rows;
#[cfg(test)]
mod tests;
mod write;
mod writer;

use std::{path::Path, sync::Arc};

use rusqlite::Connection;

pub use check::{Report, backup, check, each_game};
use hold::Hold;
pub use page::{Appended, NameHold, PageClaim, PageLine, PagePicture, PageRow, message_id};
pub use reader::Reader;
use writer::Writer;

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
    /// Salt of the last person's message that changed the game, at first of the one that started
    /// it: the bot's fights are salted with it.
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
    /// A person sits here.
    Person(PersonId),
    /// A person is asked to sit here and has not answered.
    Asked(PersonId),
    /// A bot of this level.
    Bot(u8),
    /// Open to anyone.
    Open,
}

impl SeatRow {
    /// The person who sits or is asked to.
    #[must_use]
    pub const fn person(&self) -> Option<&PersonId> {
        match self {
            Self::Person(id) | Self::Asked(id) => Some(id),
            Self::Bot(_) | Self::Open => None,
        }
    }
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

/// One transaction: all of it or nothing. People come first, so a batch may seat someone whom it
/// names itself; a seat for somebody whom the store has never seen is an error.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// People seen, to insert or rename.
    pub people: Vec<Person>,
    /// A new or changed game. A new one has version 1; a changed one must replace exactly
    /// version − 1, otherwise the batch fails with [`StoreError::Conflict`].
    pub game: Option<GameRow>,
    /// Lines to append to that game's log. Their numbers must go on where the log ends, and their
    /// plies and rolls must be new, otherwise the batch fails with [`StoreError::Conflict`].
    pub events: Vec<EventRow>,
    /// Source message that this handles; a second one fails with [`StoreError::Repeated`].
    pub handled: Option<String>,
    /// Replies to keep until they are delivered, with the numbers to keep them under.
    pub outbox: Vec<(u64, Reply)>,
    /// Replies that the platform has, with the platform's message id. The first report counts.
    pub delivered: Vec<(u64, Option<String>)>,
    /// When.
    pub at: Millis,
}

/// What can go wrong in the store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The game or its log is not what the writer thought.
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

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        match error.sqlite_error_code() {
            Some(DatabaseCorrupt | NotADatabase) => Self::Damaged(error.to_string()),
            _ => Self::Other(error.to_string()),
        }
    }
}

/// The open database with its writer thread. A clone is the same store; with the last one goes
/// the thread, after it has committed all that waits.
#[derive(Debug, Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    // Before the claim: the connection must be gone when that is let go.
    writer: Writer,
    hold: Arc<Hold>,
}

impl Store {
    /// Opens (and, where new, makes) the database, alone: a second process is refused.
    ///
    /// # Errors
    /// [`StoreError`]; the file is left untouched then.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let (conn, hold) = open::open(path)?;
        let writer = Writer::start(conn, Arc::clone(&hold))?;
        Ok(Self { inner: Arc::new(Inner { writer, hold }) })
    }

    /// Queues a transaction. All that wait are committed together; `done` is called on the
    /// writer thread once it is durable, or has failed; it must be short, others wait for it.
    ///
    /// A batch of delivery marks alone waits up to 50 ms for company.
    pub fn commit(&self, batch: Batch, done: impl FnOnce(Result<(), StoreError>) + Send + 'static) {
        let lazy = batch.is_marks_alone();
        self.inner.writer.submit(lazy, move |conn| write::batch(conn, &batch), done);
    }

    /// Queues a claim of a name on the local page. `done` is told whether the name is this
    /// browser's: it was free, or held with the same secret.
    pub fn page_claim(
        &self,
        claim: PageClaim,
        done: impl FnOnce(Result<bool, StoreError>) + Send + 'static,
    ) {
        self.inner.writer.submit(false, move |conn| write::claim(conn, &claim), done);
    }

    /// Queues a line for the history of a place and, in the same transaction, marks the reply
    /// `delivered` (an outbox number) as sent with [`message_id`] of the line. A client id that
    /// is there already adds nothing and gives the old line's number.
    pub fn page_append(
        &self,
        line: PageLine,
        delivered: Option<u64>,
        done: impl FnOnce(Result<Appended, StoreError>) + Send + 'static,
    ) {
        let apply = move |conn: &Connection| write::append(conn, &line, delivered);
        self.inner.writer.submit(false, apply, done);
    }

    /// Takes no more, commits all that waits, brings the file up to date and lets it go (readers
    /// apart, which keep it). Dropping the last clone does the same; a program that ends
    /// otherwise, with clones about, calls this first. Later commits fail.
    pub fn close(&self) {
        self.inner.writer.close();
    }
}

impl Batch {
    fn is_marks_alone(&self) -> bool {
        let Self { people, game, events, handled, outbox, delivered: _, at: _ } = self;
        people.is_empty()
            && game.is_none()
            && events.is_empty()
            && handled.is_none()
            && outbox.is_empty()
    }
}
