//! The copy of a process: a database of its own with its position in the log, made of a snapshot and the rows behind it.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use flate2::read::ZlibDecoder;
use rusqlite::Connection;
use table::Millis;

use super::{
    LogError,
    position::Position,
    session::{LogRow, LogState, Session},
    snapshot,
};
use crate::{
    Entry, EntryError, Formats, StoreError,
    files::{beside, file_error, make_folder, sync_folder_of},
    forgotten,
    lock::FileLock,
    migrate, open, queries,
};

/// The ending of the name of a copy.
const ENDING: &str = ".copy";
/// The same of one that is being fetched.
pub(super) const PART: &str = ".part";
/// The files of a copy, by what follows its name.
const FILES: [&str; 4] = ["", "-wal", "-shm", "-journal"];
/// The greatest length of the text of a row; a group has 256 entries at most.
const LONGEST: u64 = 256 << 20;

/// A copy that this process has open.
pub(super) struct Copy {
    // It stands before the lock: the connection must be gone when the lock is released.
    pub(super) conn: Connection,
    pub(super) lock: Arc<FileLock>,
    pub(super) position: Position,
}

/// The path of the copy beside a database.
pub(super) fn path_of(database: &Path) -> PathBuf {
    beside(database, ENDING)
}

impl Copy {
    /// Opens the copy beside a database, or makes it anew where there is none that can go on from where it is.
    ///
    /// # Errors
    /// [`LogError::Refused`] for a copy that has what the log lacks; it stays as it is.
    pub(super) fn ready(
        database: &Path,
        session: &mut Session,
        log: LogState,
    ) -> Result<Self, LogError> {
        make_folder(database)?;
        if path_of(database).exists() {
            let why = match Self::open(database) {
                Ok(copy) => match copy.useless(session, log)? {
                    None => return Ok(copy.begin()?),
                    Some(why) => why,
                },
                Err(StoreError::Damaged(what)) => what,
                Err(error @ StoreError::Newer { .. }) => error.to_string(),
                Err(error) => return Err(error.into()),
            };
            tracing::warn!("the copy of the log is made anew: {why}");
        }
        Self::fetch(database, session)
    }

    /// Opens the copy beside a database, and leaves it as it is: it may hold what the log lacks.
    pub(super) fn open(database: &Path) -> Result<Self, StoreError> {
        let (conn, lock) = open::open_copy(&path_of(database), database)?;
        let position = Position::of(&conn)?;
        let position = position.ok_or_else(|| StoreError::Damaged("it has no position".into()))?;
        Ok(Self { conn, lock: Arc::new(lock), position })
    }

    /// Begins with it.
    pub(super) fn begin(mut self) -> Result<Self, StoreError> {
        open::begin_copy(&mut self.conn, &self.lock)?;
        Ok(self)
    }

    /// Returns why it cannot go on from where it is although it holds nothing that the log lacks; `None` if it can.
    pub(super) fn useless(
        &self,
        session: &mut Session,
        log: LogState,
    ) -> Result<Option<String>, LogError> {
        let Position { id, n, writer, .. } = self.position;
        let refused = |what: &str| {
            Err(LogError::refused(format!(
                "{} {what}. It stays as it is: `martian-cake db pull FILE` makes a database of it, and `martian-cake db \
                 move` begins a log with that",
                self.lock.path().display()
            )))
        };
        if id != log.id {
            return Err(LogError::refused(format!(
                "{0} is the copy of another log than that of DATABASE_URL. If you have left that one, delete {0} and what \
                 is called like it; if not, `martian-cake db backup FILE` with {0} as DATABASE_PATH and without \
                 DATABASE_URL makes a database of it",
                self.lock.path().display()
            )));
        }
        match session.writer_of(n)? {
            Some(one) if one != writer => refused("is not what the log has at its position"),
            Some(_) => Ok(None),
            None if n > log.head => refused("has more than the log"),
            None => Ok(Some("the rows behind it are cut from the log".to_owned())),
        }
    }

    /// Makes the copy of the newest snapshot.
    fn fetch(database: &Path, session: &mut Session) -> Result<Self, LogError> {
        let n = session
            .newest_snapshot(migrate::KNOWN)?
            .ok_or_else(|| LogError::TooNew("all snapshots of a newer schema".to_owned()))?;
        let path = path_of(database);
        let part = snapshot::Passing(beside(&path, PART));
        drop(fs::remove_file(&part.0)); // What a kill has left.
        snapshot::fetch(session, n, &part.0)?;
        remove(&path)?;
        fs::rename(&part.0, &path).map_err(|error| file_error(&path, &error))?;
        sync_folder_of(&path)?;
        Ok(Self::open(database)?.begin()?)
    }

    /// Applies the rows up to this one, or until it is over.
    pub(super) fn catch_up(
        &mut self,
        session: &mut Session,
        formats: Formats,
        to: i64,
        is_over: impl Fn() -> bool,
    ) -> Result<(), LogError> {
        while self.position.n < to {
            let rows = session.rows(self.position.n, to)?;
            if rows.first().is_none_or(|row| row.n != self.position.n + 1) {
                return Err(LogError::Away(
                    "the rows behind the copy are cut from the log".to_owned(),
                ));
            }
            for row in &rows {
                self.apply(formats, row)?;
                if is_over() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Applies a row, with its position. Nothing of it is done after an error.
    pub(super) fn apply(&mut self, known: Formats, row: &LogRow) -> Result<(), LogError> {
        let entries = entries(known, row)?;
        let at = entries.iter().filter_map(Entry::at).max().unwrap_or(0);
        let next = Position {
            n: row.n,
            writer: row.writer,
            at: at.max(self.position.at),
            ..self.position
        };
        let applied = self.conn.unchecked_transaction().map_err(StoreError::from)?;
        entries.iter().try_for_each(|entry| entry.apply(&applied))?;
        next.put(&applied)?;
        applied.commit().map_err(StoreError::from)?;
        self.position = next;
        if row.forgets {
            forgotten::write_beside(self.lock.database(), &forgotten::marks(&self.conn)?)?;
            self.conn
                .query_row(queries::CHECKPOINT_TRUNCATE.sql, [], |_| Ok(()))
                .map_err(StoreError::from)?;
        }
        Ok(())
    }

    /// When somebody was last forgotten by this instant; `None` if nobody was.
    pub(super) fn last_forgotten(&self, by: Millis) -> Result<Option<Millis>, StoreError> {
        Ok(self.conn.query_row(queries::LAST_FORGOTTEN.sql, [by], |row| row.get(0))?)
    }

    /// Deletes it: the next start makes it anew.
    pub(super) fn discard(self) -> Result<(), StoreError> {
        let path = self.lock.path().to_owned();
        drop(self);
        remove(&path)
    }
}

/// Removes a copy with the files beside it.
fn remove(path: &Path) -> Result<(), StoreError> {
    // The database goes last: a log without its database would be taken for that of the next one.
    for ending in FILES.iter().rev() {
        let file = beside(path, ending);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(file_error(&file, &error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The entries of a row.
fn entries(known: Formats, row: &LogRow) -> Result<Vec<Entry>, LogError> {
    let mut text = String::new();
    let unpacked = ZlibDecoder::new(&*row.body).take(LONGEST).read_to_string(&mut text);
    let unread = |what: &dyn std::fmt::Display| {
        LogError::refused(format!("row {} of the log cannot be read: {what}", row.n))
    };
    unpacked.map_err(|error| unread(&error))?;
    Entry::from_text(known, &text).map_err(|error| match error {
        EntryError::Format { .. } => LogError::TooNew(error.to_string()),
        EntryError::Text { .. } => unread(&error),
    })
}
