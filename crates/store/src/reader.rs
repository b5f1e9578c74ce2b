//! Reads of what is committed.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, Params, Row, config::DbConfig, params};
use signing::HostKey;
use table::{GameNo, MessageId, Person, PersonId, PlaceId, Platform, ServerId, name_key};

use super::{
    DeadlineRow, EventRow, GameRow, NameStatus, PagePicture, PageRow, SeatRow, SignedOut,
    StoreError,
    columns::{self, Id, id, unsigned},
    devices::signed_out_by,
    health::Health,
    lock::FileLock,
    open,
    queries::{self, Query},
};

/// Reads what is committed, always by an index, and never blocks the writer.
///
/// It keeps the database locked for this process: drop it before the file is opened again.
#[derive(Debug)]
pub struct Reader {
    // This stands before the lock: the connection must be gone when the lock is released.
    conn: Connection,
    /// Of the store that writes; `None` for a database that is only looked at.
    health: Option<Arc<Health>>,
    _lock: Option<Arc<FileLock>>,
}

impl Drop for Reader {
    /// The last connection to be closed removes the write-ahead log, if the writer has left it empty.
    fn drop(&mut self) {
        if self.health.as_ref().is_some_and(|health| health.is_closed()) {
            let config = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
            // If this fails, the next start finds an empty log, which harms nobody.
            drop(self.conn.set_db_config(config, false));
        }
    }
}

/// Every read fails in the same way: with [`StoreError`] and what SQLite says.
impl Reader {
    /// A game with its log.
    pub fn game(&self, no: GameNo) -> Result<Option<(GameRow, Vec<EventRow>)>, StoreError> {
        self.at_one_moment(|| match self.whole_game(no)? {
            Some(game) => Ok(Some((game, self.all(queries::EVENTS, [no.0], columns::event)?))),
            None => Ok(None),
        })
    }

    /// A game without its log.
    pub fn game_row(&self, no: GameNo) -> Result<Option<GameRow>, StoreError> {
        self.at_one_moment(|| self.whole_game(no))
    }

    /// Offers and running games in which the person sits or is asked to sit, newest first.
    pub fn open_games_of(&self, person: &PersonId) -> Result<Vec<GameRow>, StoreError> {
        self.games(queries::OPEN_OF, [Id(person)])
    }

    /// Offers and running games of a place, newest first, at most `limit`.
    pub fn open_games_at(&self, place: &PlaceId, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        self.games(queries::OPEN_AT, (Id(place), limit))
    }

    /// Finished games of a person, the last one first, at most `limit`. A game that came to
    /// nothing before its first ply (`aborted`) is left out.
    pub fn finished_games_of(
        &self,
        person: &PersonId,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        self.games(queries::FINISHED_OF, (Id(person), limit))
    }

    /// Finished games of a server, or of all places that have none, the last one first, at most `limit`. A
    /// game that came to nothing before its first ply (`aborted`) is left out.
    pub fn finished_games_in(
        &self,
        server: Option<&ServerId>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        self.games(queries::FINISHED_IN, (server.map(Id), limit))
    }

    /// Returns `true` if all plies of a game were taken back.
    pub fn is_taken_back(&self, game: GameNo) -> Result<bool, StoreError> {
        Ok(self.one(queries::IS_TAKEN_BACK, [game.0], |row| row.get(0))?.unwrap_or(false))
    }

    /// The game that a delivered message was about, by the message's id with its platform.
    pub fn game_of_message(&self, message: &MessageId) -> Result<Option<GameNo>, StoreError> {
        self.one(queries::GAME_OF_MESSAGE, [Id(message)], number)
    }

    /// The newest message with the board of a game that was delivered in this place; while there is none
    /// with its board, the newest one about it.
    pub fn newest_board(
        &self,
        game: GameNo,
        place: &PlaceId,
    ) -> Result<Option<MessageId>, StoreError> {
        self.one(queries::NEWEST_BOARD, (game.0, Id(place)), |row| id(row, 0))
    }

    /// The newest messages about a game that were delivered, with their places: those with its board, or the
    /// others; at most `limit`.
    pub fn shown_messages(
        &self,
        game: GameNo,
        board: bool,
        limit: u32,
    ) -> Result<Vec<(PlaceId, MessageId)>, StoreError> {
        self.all(queries::SHOWN_MESSAGES, (game.0, board, limit), |row| {
            Ok((id(row, 0)?, id(row, 1)?))
        })
    }

    /// The running games in which a bot is to move.
    pub fn games_awaiting_bot(&self) -> Result<Vec<GameNo>, StoreError> {
        self.all(queries::BOT_TURNS, [], number)
    }

    /// The running games of a server, or of all places that have none, those begun first first.
    pub fn running_games_of(&self, server: Option<&ServerId>) -> Result<Vec<GameNo>, StoreError> {
        self.all(queries::RUNNING_OF, [server.map(Id)], number)
    }

    /// The first deadlines after this one in the order in which they are due, at most `limit`.
    pub fn deadlines_after(
        &self,
        after: &DeadlineRow,
        limit: u32,
    ) -> Result<Vec<DeadlineRow>, StoreError> {
        self.all(queries::DEADLINES, (after.at, &after.key, limit), |row| {
            Ok(DeadlineRow { at: row.get(0)?, key: row.get(1)? })
        })
    }

    /// The bodies of the replies that are not delivered, with their outbox numbers and in their
    /// order. One that is no text is left out and logged: it must not keep the others, and the
    /// program, from going on.
    pub fn undelivered(&self) -> Result<Vec<(u64, String)>, StoreError> {
        let waiting = self.all(queries::UNDELIVERED, [], |row| {
            Ok((unsigned(row, 0)?, row.get::<_, String>(1)))
        })?;
        let readable = waiting.into_iter().filter_map(|(id, body)| match body {
            Ok(body) => Some((id, body)),
            Err(error) => {
                tracing::warn!("reply {id} is not delivered: {error}");
                None
            }
        });
        Ok(readable.collect())
    }

    /// A person by id; `None` for somebody whom the store has never seen.
    pub fn person(&self, id: &PersonId) -> Result<Option<Person>, StoreError> {
        self.one(queries::PERSON, [Id(id)], columns::person)
    }

    /// People of a platform by name, in any case and in letters of any shape; at most eight.
    pub fn people_named(&self, platform: Platform, name: &str) -> Result<Vec<Person>, StoreError> {
        // Somebody whose id cannot be read must not keep the others from being found.
        let readable = |row: &Row<'_>| Ok(columns::person(row).ok());
        let found = self.all(queries::PEOPLE_NAMED, (platform.name(), name_key(name)), readable)?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Returns whether the message with this id has been handled.
    pub fn was_handled(&self, source: &MessageId) -> Result<bool, StoreError> {
        Ok(self.one(queries::HANDLED, [Id(source)], |_| Ok(()))?.is_some())
    }

    /// The greatest game number and the greatest outbox number in use; 0 if there is none.
    pub fn greatest_numbers(&self) -> Result<(u32, u64), StoreError> {
        let game = self.one(queries::LAST_GAME, [], |row| row.get(0))?;
        let outbox = self.one(queries::LAST_OUTBOX, [], |row| unsigned(row, 0))?;
        Ok((game.unwrap_or(0), outbox.unwrap_or(0)))
    }

    /// The key with which this host signs records; `None` before its first start.
    pub fn host_key(&self) -> Result<Option<HostKey>, StoreError> {
        self.one(queries::HOST_KEY, [], columns::host_key)
    }

    /// Who has a name of the page, by its folded key and the hash of the asking browser's secret.
    pub fn name_status(&self, key: &str, hash: &[u8; 32]) -> Result<NameStatus, StoreError> {
        let held = self.one(queries::PAGE_NAME, params![key, hash], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, bool>(1)?))
        })?;
        match held {
            None => return Ok(NameStatus::Free),
            Some((name, true)) => return Ok(NameStatus::Yours(name)),
            Some((_, false)) => {}
        }
        let out = self.one(queries::SIGNED_OUT, params![key, hash], |row| {
            let by = signed_out_by(row.get(1)?, row.get(2)?);
            Ok(SignedOut { by, at: row.get(0)? })
        })?;
        Ok(out.map_or(NameStatus::Taken, NameStatus::SignedOut))
    }

    /// The folded keys of the two names of the page that were taken first, as far as there are any.
    pub fn first_names(&self) -> Result<Vec<String>, StoreError> {
        self.all(queries::FIRST_NAMES, [], |row| row.get(0))
    }

    /// Returns whether a place has games whose server is not known.
    pub fn has_unplaced(&self, place: &PlaceId) -> Result<bool, StoreError> {
        Ok(self.one(queries::UNPLACED, [Id(place)], |_| Ok(()))?.is_some())
    }

    /// A name of the page, other than the one with this key, that has this skeleton; `None` if nobody
    /// has one.
    pub fn name_like(&self, skeleton: &str, key: &str) -> Result<Option<String>, StoreError> {
        self.one(queries::NAME_TWIN, [skeleton, key], |row| row.get(0))
    }

    /// The last `limit` lines of a place, or those before line `before`; oldest first.
    pub fn last_lines(
        &self,
        place: &PlaceId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<PageRow>, StoreError> {
        let before = before.and_then(|id| i64::try_from(id).ok()).unwrap_or(i64::MAX);
        let mut lines = self.all(queries::PAGE_LINES, (Id(place), before, limit), columns::line)?;
        lines.reverse();
        Ok(lines)
    }

    /// The lines of a place after line `after`, oldest first, at most `limit`.
    pub fn lines_after(
        &self,
        place: &PlaceId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<PageRow>, StoreError> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        self.all(queries::PAGE_LINES_AFTER, (Id(place), after, limit), columns::line)
    }

    /// The picture of a line; `None` if there is no such line or it has none.
    pub fn picture_of_line(&self, line: u64) -> Result<Option<PagePicture>, StoreError> {
        let Ok(line) = i64::try_from(line) else { return Ok(None) };
        self.one(queries::PAGE_PICTURE, [line], columns::picture)
    }
}

impl Reader {
    /// A reader of the database that this process has locked and writes to.
    pub(super) fn beside_writer(
        lock: Arc<FileLock>,
        health: Arc<Health>,
    ) -> Result<Self, StoreError> {
        let conn = open::connect_beside_writer(lock.path())?;
        Ok(Self { conn, health: Some(health), _lock: Some(lock) })
    }

    /// A reader of a database that this process need not have locked.
    pub(super) fn with_connection(conn: Connection) -> Self {
        Self { conn, health: None, _lock: None }
    }

    /// The connection, for other statements than the reads above.
    pub(super) fn conn(&self) -> &Connection {
        &self.conn
    }

    /// Runs reads that may see the same state: each one alone would lock the file and look at what has changed.
    pub fn together<T>(&self, reads: impl FnOnce() -> T) -> T {
        // Where that cannot begin, the reads cannot either, and say why.
        let _moment = self.conn.is_autocommit().then(|| self.conn.unchecked_transaction());
        reads()
    }

    /// Runs reads that must see the same state, so that no commit comes between them.
    pub(super) fn at_one_moment<T, E: From<StoreError>>(
        &self,
        reads: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        if !self.conn.is_autocommit() {
            return reads(); // A caller has fixed the moment already.
        }
        let moment = self.noted(self.conn.unchecked_transaction())?;
        let read = reads()?;
        self.noted(moment.finish())?;
        Ok(read)
    }

    /// The games that a query names.
    fn games(&self, query: Query, of: impl Params) -> Result<Vec<GameRow>, StoreError> {
        self.at_one_moment(|| {
            let mut games = Vec::new();
            for no in self.all(query, of, number)? {
                match self.read_game(no) {
                    Ok(game) => games.extend(game),
                    // A row that makes no sense must not hide the sound ones beside it. A disk that
                    // cannot be read is another thing: a game that is there would seem not to be.
                    Err(error) if error.sqlite_error_code().is_none() => {
                        tracing::error!("game {no} cannot be read: {error}");
                    }
                    Err(error) => return self.noted(Err(error)),
                }
            }
            Ok(games)
        })
    }

    /// A game with its seats.
    fn whole_game(&self, no: GameNo) -> Result<Option<GameRow>, StoreError> {
        self.noted(self.read_game(no))
    }

    /// The same with the error as SQLite gives it.
    fn read_game(&self, no: GameNo) -> rusqlite::Result<Option<GameRow>> {
        let Some(mut game) = self.read_one(queries::GAME, [no.0], columns::game)? else {
            return Ok(None);
        };
        let seats = self.read_all(queries::SEATS, [no.0], columns::seat)?;
        game.seats = seats.into_iter().map(|(_, who)| who).collect();
        Ok(Some(game))
    }

    /// The seats of a game with their numbers.
    pub(super) fn seats(&self, no: GameNo) -> Result<Vec<(u8, SeatRow)>, StoreError> {
        self.all(queries::SEATS, [no.0], columns::seat)
    }

    pub(super) fn one<T>(
        &self,
        query: Query,
        with: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        self.noted(self.read_one(query, with, read))
    }

    pub(super) fn all<T>(
        &self,
        query: Query,
        with: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.noted(self.read_all(query, with, read))
    }

    /// Stops the store if a read has come upon damage.
    pub(super) fn noted<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| {
            let error = StoreError::from(error);
            if let Some(health) = &self.health {
                health.note(&error);
            }
            error
        })
    }

    fn read_one<T>(
        &self,
        query: Query,
        with: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<Option<T>> {
        self.conn.prepare_cached(query.sql)?.query_row(with, read).optional()
    }

    fn read_all<T>(
        &self,
        query: Query,
        with: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<Vec<T>> {
        self.conn.prepare_cached(query.sql)?.query_map(with, read)?.collect()
    }
}

/// A game number in the first column.
pub(super) fn number(row: &Row<'_>) -> rusqlite::Result<GameNo> {
    row.get(0).map(GameNo)
}
