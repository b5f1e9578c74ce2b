//! Moving a database to a log, and back.

use std::path::Path;

use rusqlite::Connection;

use super::{
    LogError, SharedLog,
    copy::{self, Copy},
    position::Position,
    session::{LogState, Session},
    snapshot::{self, Parts, Passing},
};
use crate::{
    StoreError, backup,
    files::{beside, size_of},
    lock::FileLock,
    migrate, open,
};

/// The id of a new log.
fn fresh_id() -> i64 {
    rand::random_range(1..=i64::MAX)
}

/// Refuses to begin a log beside a copy: where the server has lost its log, the copy has the games.
fn check_no_copy(database: &Path) -> Result<(), LogError> {
    let copy = copy::path_of(database);
    if !copy.exists() {
        return Ok(());
    }
    Err(LogError::refused(format!(
        "the database of DATABASE_URL is empty, and this machine has the copy of a log, {0}: `martian-cake db pull FILE` \
         makes a database of it, and `martian-cake db move` with FILE as DATABASE_PATH takes that there; if you do not \
         want its games, delete {0} and what is called like it",
        copy.display()
    )))
}

/// Begins a log with an empty database.
pub(super) fn begin_empty(log: &SharedLog, session: &mut Session) -> Result<LogState, LogError> {
    check_no_copy(&log.database)?;
    if size_of(&log.database) > 0 {
        return Err(LogError::refused(format!(
            "the database of DATABASE_URL is empty, and there are games in {}: `martian-cake db move` takes them there; \
             if you do not want them, move the file away",
            log.database.display()
        )));
    }
    let file = Passing(beside(&log.database, ".new"));
    crate::files::make_folder(&file.0)?;
    drop(std::fs::remove_file(&file.0)); // What a kill has left.
    let at = Position { id: fresh_id(), n: 0, writer: 0, at: 0 };
    open::make_new(&file.0, |conn| at.begin(conn))?;
    // Another process may be quicker.
    if let Err(error) = session.begin(at, migrate::KNOWN, Parts::of(&file.0)?) {
        return session.log()?.ok_or(error);
    }
    session.log()?.ok_or_else(|| LogError::Away("the new log is not there".to_owned()))
}

/// The result of a move to a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// The games are in the log now.
    Now,
    /// They were before.
    Before,
}

/// The result of a pull out of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pulled {
    /// The reason why the log could not be marked as left, if it could not: then it is not known either whether the copy
    /// has all of it.
    pub unmarked: Option<String>,
}

/// The refusal of a log that was left.
pub(super) fn left() -> LogError {
    LogError::refused(
        "this log was left by `db pull`: the games went on from the file that it has written. Start with that file as \
         DATABASE_PATH and without DATABASE_URL, or begin a new log on an empty database with `martian-cake db move`"
            .to_owned(),
    )
}

/// The refusal to move games to where others are.
fn has_games() -> StoreError {
    StoreError::Log(
        "the database of DATABASE_URL has games already, or a log that a start has begun without any; name an empty \
         one. If nobody has played there and no games were moved there, `DROP SCHEMA martian_cake CASCADE`, with all \
         processes stopped, makes it empty"
            .to_owned(),
    )
}

/// The way a database file is marked.
fn mark(conn: &Connection, as_what: i32) -> Result<(), StoreError> {
    Ok(conn.pragma_update(None, "application_id", as_what)?)
}

/// The files of databases that move.
impl SharedLog {
    /// Makes the database the beginning of a log. `check` looks at it first. Where it was interrupted, it goes on.
    ///
    /// # Errors
    /// [`StoreError`]; the database can be used as before unless it says otherwise.
    pub fn take_in(
        &self,
        check: impl FnOnce(&Path) -> Result<(), StoreError>,
    ) -> Result<Moved, StoreError> {
        let mut session = Session::open(&self.address)?;
        session.check_fit(&self.address, &self.times)?;
        let log = session.log()?;
        let is_taken = log.is_some_and(|log| !log.is_left);
        let path = &self.database;
        let (is_moved, was_begun) = match open::kind_of(path)? {
            open::MOVED => (true, true),
            open::MOVING => (false, true),
            _ => (false, false),
        };
        if !was_begun {
            if is_taken {
                return Err(has_games());
            }
            // It is brought up to date as at every start.
            drop(open::open(path)?);
            check(path)?;
        }
        let lock = FileLock::take_if_there(path)?;
        let conn = open::connect_to_write(path, "full")?;
        let at = match Position::of(&conn)?.filter(|_| was_begun) {
            Some(at) => at,
            None => {
                let at = Position { id: fresh_id(), n: 0, writer: 0, at: 0 };
                let begun = conn.unchecked_transaction()?;
                at.begin(&begun)?;
                mark(&begun, open::MOVING)?;
                begun.commit()?;
                at
            }
        };
        match log.filter(|log| log.id == at.id) {
            Some(log) if log.is_left => return Err(left().into()),
            Some(_) if is_moved => return Ok(Moved::Before),
            // It was found, and not answered for: the standby may lack it.
            Some(found) => session.beat(at.id, 0, found.signed_off)?,
            None if is_moved && log.is_some() => {
                return Err(StoreError::Log(
                    "the games of this database were moved to another log than that of DATABASE_URL".to_owned(),
                ));
            }
            // A process may have begun one since it was cut short.
            None if is_taken => return Err(has_games()),
            None => {
                if is_moved {
                    check_no_copy(path)?;
                }
                self.upload(&conn, at)?;
            }
        }
        mark(&conn, open::MOVED)?;
        drop(conn);
        drop(lock);
        Ok(Moved::Now)
    }

    /// Begins the log with the database.
    fn upload(&self, conn: &Connection, at: Position) -> Result<(), StoreError> {
        let file = snapshot::passing_copy(conn, &self.database)?;
        mark(&open::connect_alone(&file.0)?, open::APPLICATION_ID)?;
        // A long copy would have ended the session of before.
        let mut session = Session::open(&self.address)?;
        session.begin(at, migrate::KNOWN, Parts::of(&file.0)?)?;
        Ok(())
    }

    /// Makes a database of the log, or where its server cannot be reached or has none, of the copy. The log is left:
    /// nobody goes on with it.
    ///
    /// # Errors
    /// [`StoreError`], such as while a process is active; then nothing has changed.
    pub fn pull(&self, to: &Path) -> Result<Pulled, StoreError> {
        Session::check_primary(&self.address)?;
        let found = Session::open(&self.address).and_then(|mut session| match session.log()? {
            Some(log) => Ok((session, log)),
            None => Err(LogError::NoDatabase("the database of DATABASE_URL has no games".into())),
        });
        let (copy, session) = match found {
            Ok((mut session, log)) => {
                if !session.try_lock(log.id)? {
                    return Err(StoreError::Log(
                        "a martian-cake is active on this log; stop all of them first".to_owned(),
                    ));
                }
                // The lock has to outlast the making of a large file.
                session.rest_long()?;
                (self.whole_copy(&mut session, log)?, Ok((session, log.id)))
            }
            Err(LogError::Away(why) | LogError::NoDatabase(why))
                if copy::path_of(&self.database).exists() =>
            {
                (Copy::open(&self.database)?.begin()?, Err(why))
            }
            Err(error) => return Err(error.into()),
        };
        backup::changed_copy(&copy.conn, to, open::make_database)?;
        let left = session
            .and_then(|(mut session, id)| session.leave(id).map_err(|error| error.to_string()));
        Ok(Pulled { unmarked: left.err() })
    }

    /// The copy with all that the log has; the copy alone where it has more or something else.
    fn whole_copy(&self, session: &mut Session, log: LogState) -> Result<Copy, LogError> {
        match Copy::ready(&self.database, session, log) {
            Ok(mut copy) => {
                // Behind a commit of this session, all rows that are seen are on the standby.
                session.beat(log.id, 0, log.signed_off)?;
                let head = session.log()?.map_or(log.head, |log| log.head);
                copy.catch_up(session, self.formats, head, || false)?;
                Ok(copy)
            }
            Err(LogError::Refused(why)) => {
                let copy = Copy::open(&self.database)?;
                if copy.position.id != log.id {
                    return Err(LogError::Refused(why));
                }
                tracing::warn!("the file is made of the copy: {why}");
                Ok(copy.begin()?)
            }
            Err(error) => Err(error),
        }
    }
}
