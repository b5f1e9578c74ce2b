//! The end of the log at which the active process writes: a row, or a sign of life, and what becomes of one whose answer
//! has not come.

use std::{
    io::Write as _,
    time::{Duration, Instant},
};

use flate2::{Compression, write::ZlibEncoder};
use rusqlite::Connection;

use super::{
    LogError, SharedLog, Writes,
    position::Position,
    session::{Added, LogRow, POLL, Session},
};
use crate::{Entry, Stop, StoreError, writer::EntryLog};

/// The time between two signs of life.
const BEAT: Duration = Duration::from_millis(500);

/// The writing end of a log, in the hands of the process that has its lock.
pub(super) struct Appender {
    log: SharedLog,
    /// `None` once the connection is lost.
    session: Option<Session>,
    position: Position,
    last_beat: Instant,
    writes: Writes,
    /// Is told that somebody was forgotten, once the copy knows it.
    forgot: Box<dyn Fn() + Send>,
    has_forgotten: bool,
}

impl Appender {
    /// The writing end behind this position, by a session that has the lock.
    pub(super) fn new(
        log: SharedLog,
        session: Session,
        position: Position,
        writes: Writes,
        forgot: Box<dyn Fn() + Send>,
    ) -> Self {
        let last_beat = (log.times.instant)();
        let session = Some(session);
        Self { log, session, position, last_beat, writes, forgot, has_forgotten: false }
    }

    /// Adds a row until it counts.
    fn add(&mut self, row: &LogRow) -> Result<(), Stop> {
        loop {
            let sent = (self.log.times.instant)();
            match self.with_session(|session| session.append(row)) {
                Ok(Added::Acknowledged) => {
                    (self.log.answered)(sent);
                    return Ok(());
                }
                Ok(Added::Taken | Added::Warned) => {}
                Err(error) => self.lose(&error),
            }
            if self.is_there(Some(row))? && self.confirm()? {
                return Ok(());
            }
        }
    }

    /// Looks whether a row of ours stands at the end of the log, with the lock in hand.
    fn is_there(&mut self, row: Option<&LogRow>) -> Result<bool, Stop> {
        let (next, ours) = (self.position.n + 1, row.map(|row| row.writer));
        loop {
            self.regain(ours)?;
            match self.with_session(|session| session.writer_of(next)) {
                Ok(None) => return Ok(false),
                Ok(writer) if writer == ours => return Ok(true),
                Ok(Some(_)) => return Err(overtaken()),
                Err(error) => self.lose(&error),
            }
        }
    }

    /// Has one more commit acknowledged, so that a row that was found counts. Returns `false` if the session was lost
    /// over it.
    fn confirm(&mut self) -> Result<bool, Stop> {
        let (id, through) = (self.position.id, self.position.n);
        let sent = (self.log.times.instant)();
        match self.with_session(|session| session.beat(id, through, false)) {
            Ok(()) => {
                self.last_beat = sent;
                (self.log.answered)(sent);
                Ok(true)
            }
            Err(LogError::Refused(what)) => Err(Stop::ended(what)),
            Err(error) => {
                self.lose(&error);
                Ok(false)
            }
        }
    }

    fn with_session<T>(
        &mut self,
        ask: impl FnOnce(&mut Session) -> Result<T, LogError>,
    ) -> Result<T, LogError> {
        let session = self.session.as_mut();
        session.map_or_else(|| Err(LogError::Away("not connected".to_owned())), ask)
    }

    /// The connection is no use any more.
    fn lose(&mut self, error: &LogError) {
        self.session = None;
        self.log.throttle.pass("log", error, |line| {
            tracing::error!("nothing is said until the log can be written to: {line}");
        });
    }

    /// Has a session with the lock, however long that takes, unless somebody else's row stands where that of `ours` is to
    /// be.
    fn regain(&mut self, ours: Option<i64>) -> Result<(), Stop> {
        while self.session.is_none() {
            match self.reconnect(ours) {
                Ok(Some(session)) => {
                    tracing::info!("connected to the log again");
                    self.session = Some(session);
                    break;
                }
                Ok(None) => {}
                Err(Ok(stop)) => return Err(stop),
                Err(Err(error)) => self.lose(&error),
            }
            if self.log.ending.pause(POLL) {
                return Err(Stop::ended("it was to end while the log could not be written to"));
            }
        }
        Ok(())
    }

    /// Tries once to have a session with the lock; `None` while somebody else has it, be it our own lost one.
    fn reconnect(&self, ours: Option<i64>) -> Result<Option<Session>, Result<Stop, LogError>> {
        let mut session = Session::open(&self.log.address).map_err(Err)?;
        let state = session.log().map_err(Err)?;
        let state = state.filter(|state| state.id == self.position.id && !state.is_left);
        let state = state.ok_or_else(|| Ok(Stop::ended("the log is no longer there")))?;
        // One of ours may be there, whose answer has not come. A successor may have written nothing but its takeover.
        let next = self.position.n + 1;
        let writer = session.writer_of(next).map_err(Err)?;
        if state.head > next || writer.is_some() && writer != ours {
            return Err(Ok(overtaken()));
        }
        session.check_fit(&self.log.address, &self.log.times).map_err(Err)?;
        let has_lock = session.try_lock(self.position.id).map_err(Err)?;
        Ok(has_lock.then_some(session))
    }
}

/// Row `n` with these entries, in a format.
pub(super) fn row(n: i64, format: u32, entries: &[&Entry]) -> Result<LogRow, StoreError> {
    let cannot = |what: &dyn std::fmt::Display| StoreError::Other(format!("an entry: {what}"));
    let text = Entry::to_text(format, entries).map_err(|error| cannot(&error))?;
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    let body = packed.write_all(text.as_bytes()).and_then(|()| packed.finish());
    Ok(LogRow {
        n,
        writer: rand::random_range(1..=i64::MAX),
        format: i32::try_from(format).unwrap_or(i32::MAX),
        forgets: entries.iter().any(|entry| entry.forgets()),
        body: body.map_err(|error| cannot(&error))?,
    })
}

impl EntryLog for Appender {
    fn append(&mut self, conn: &Connection, entries: &[&Entry]) -> Result<(), Stop> {
        let row = row(self.position.n + 1, self.writes.get(), entries)
            .map_err(|error| Stop::ended(error.to_string()))?;
        let at = entries.iter().filter_map(|entry| entry.at()).max().unwrap_or(0);
        let next = Position {
            n: row.n,
            writer: row.writer,
            at: at.max(self.position.at),
            ..self.position
        };
        next.put(conn).map_err(|error| Stop::ended(error.to_string()))?;
        self.add(&row)?;
        self.position = next;
        self.has_forgotten |= row.forgets;
        Ok(())
    }

    fn rest(&self) -> Duration {
        let since = (self.log.times.instant)().saturating_duration_since(self.last_beat);
        BEAT.saturating_sub(since)
    }

    fn beat(&mut self) -> Result<(), Stop> {
        // The group is committed by now, and nothing of it is left in the write-ahead log: a snapshot from before would have
        // whoever was forgotten, and whoever reads keeps that log from being cut.
        if std::mem::take(&mut self.has_forgotten) {
            (self.forgot)();
        }
        if !self.rest().is_zero() {
            return Ok(());
        }
        // Behind a lost connection somebody else may have written.
        while !self.confirm()? {
            self.is_there(None)?;
        }
        Ok(())
    }

    fn sign_off(&mut self) {
        let (id, through) = (self.position.id, self.position.n);
        if let Err(error) = self.with_session(|session| session.beat(id, through, true)) {
            tracing::warn!(
                "the next process waits for two seconds: this one could not sign off: {error}"
            );
        }
        self.session = None;
    }
}

fn overtaken() -> Stop {
    Stop::ended("another process has taken over")
}
