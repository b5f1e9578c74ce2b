//! Following: a process that is not active keeps its copy up to date, and takes over once the lock of the log is free.

use std::{
    sync::{Arc, atomic::AtomicU32},
    time::{Duration, Instant},
};

use super::{
    Active, LogError, SharedLog, Writes,
    appender::{self, Appender},
    copy::{self, Copy, path_of},
    moving,
    session::{Added, LogState, POLL, Session},
    snapshot,
};
use crate::{Entry, Store, StoreError, files::beside};

/// The pause before a lost server is tried again.
const RETRY: Duration = Duration::from_secs(1);
/// Behind a lost connection nobody but the one who had the lock asks for it for so long.
const RESERVED: Duration = Duration::from_secs(3);
/// The pause between two looks at the server, at each of which this process is noted.
const LOOK: Duration = Duration::from_secs(5);
/// The pause between two looks at whether backups have to go.
const HOUR: Duration = Duration::from_secs(3_600);
/// The time for which a process that has the lock is silent: longer than its predecessor may speak without an answer.
const SILENCE: Duration = Duration::from_secs(2);

impl SharedLog {
    /// The name by which this process is known to others.
    #[must_use]
    pub fn name(&self) -> String {
        let host = rustix::system::uname();
        let path = std::path::absolute(&self.database).unwrap_or_else(|_| self.database.clone());
        format!("{}:{}", host.nodename().to_string_lossy(), path.display())
    }

    /// Follows the log until this process becomes the active one; `None` if it is to end before. It blocks for as long
    /// as that takes, and whatever can be tried again is.
    ///
    /// # Errors
    /// [`StoreError`] for what the owner has to see to.
    pub fn follow(&self) -> Result<Option<Active>, StoreError> {
        self.remove_leavings();
        let (mut copy, mut has_connected, mut may_ask) = (None, false, None);
        loop {
            let (copy, has_connected) = (&mut copy, &mut has_connected);
            let followed = Follower { log: self, copy, has_connected, may_ask }.run();
            match followed {
                Ok(active) => return Ok(active),
                Err(error @ LogError::Away(_)) => {
                    self.throttle.pass("follow", &error, |line| {
                        tracing::warn!("the log cannot be followed just now: {line}");
                    });
                    self.lag.set(self.lag.rows(), false);
                    may_ask = Some((self.times.instant)() + RETRY + RESERVED);
                }
                Err(error) => return Err(error.into()),
            }
            if self.ending.pause(RETRY) {
                return Ok(None);
            }
        }
    }
}

impl SharedLog {
    /// Removes the copies that a process has left which ended in the middle of making one: they are of before whatever was
    /// forgotten since.
    fn remove_leavings(&self) {
        let copy = path_of(&self.database);
        for of in [&self.database, &copy] {
            for ending in [snapshot::ENDING, copy::PART] {
                drop(std::fs::remove_file(beside(of, ending)));
            }
        }
    }
}

/// A process that follows, as long as its session lasts.
struct Follower<'a> {
    log: &'a SharedLog,
    copy: &'a mut Option<Copy>,
    has_connected: &'a mut bool,
    /// When it may ask for the lock.
    may_ask: Option<Instant>,
}

impl Follower<'_> {
    fn run(self) -> Result<Option<Active>, LogError> {
        let mut session = Session::open(&self.log.address).map_err(|error| match error {
            // In the middle of a change of servers this passes.
            LogError::Refused(why) | LogError::NoDatabase(why) if *self.has_connected => {
                LogError::Away(why)
            }
            error => error,
        })?;
        *self.has_connected = true;
        // The one that can read it has been here, and has left its version.
        let newest = session.newest_version()?;
        self.follow(session).map_err(|error| match (error, newest) {
            (LogError::TooNew(what), Some(version)) => {
                LogError::TooNew(format!("{what}: install version {version}"))
            }
            (error, _) => error,
        })
    }

    fn follow(mut self, mut session: Session) -> Result<Option<Active>, LogError> {
        let mut state = self.state(&mut session)?;
        let mut copy = match self.copy.take() {
            Some(copy) if copy.useless(&mut session, state)?.is_none() => copy,
            other => {
                drop(other);
                Copy::ready(&self.log.database, &mut session, state)?
            }
        };
        let name = self.log.name();
        let (mut looked, mut tidied, mut is_fit) = (None::<Instant>, None::<Instant>, false);
        loop {
            let now = (self.log.times.instant)();
            let is_due = |last: Option<Instant>, every| {
                last.is_none_or(|at| now.saturating_duration_since(at) >= every)
            };
            if is_due(looked, LOOK) {
                looked = Some(now);
                session.note_process(&name, self.log.formats.newest, copy.position.n)?;
                is_fit = self.is_fit(&mut session)?;
            }
            if is_due(tidied, HOUR) {
                tidied = Some(now);
                let last = |by| copy.last_forgotten(by);
                self.log.backups.drop_forgotten((self.log.times.now)(), last);
            }
            let caught_up = self.catch_up(&mut session, &mut copy, state.through);
            if let Err(error) = caught_up {
                return Err(self.after_fault(copy, error));
            }
            self.log.lag.set(state.head - copy.position.n, is_fit);
            let may_ask = self.may_ask.is_none_or(|at| now >= at);
            if is_fit && may_ask && copy.position.n >= state.through {
                if session.try_lock(state.id)? {
                    return self.take_over(session, copy).map(Some);
                }
                if session.end_stalled_holder(state.id)? {
                    tracing::warn!(
                        "the active process was stopped in the middle of a statement; its session is ended"
                    );
                }
            }
            if self.log.ending.pause(POLL) {
                return Ok(None);
            }
            state = self.state(&mut session)?;
        }
    }

    /// Looks at the log. Where there is none yet, it begins with an empty database.
    fn state(&self, session: &mut Session) -> Result<LogState, LogError> {
        let found = match session.log()? {
            Some(state) => state,
            None => moving::begin_empty(self.log, session)?,
        };
        if found.is_left {
            return Err(moving::left());
        }
        Ok(found)
    }

    /// Returns `true` if a process may be active on this server, and says why not.
    fn is_fit(&self, session: &mut Session) -> Result<bool, LogError> {
        match session.check_fit(&self.log.address, &self.log.times) {
            Ok(()) => Ok(true),
            Err(LogError::Refused(why)) => {
                self.log.throttle.pass("unfit", &why, |line| {
                    tracing::error!("this process cannot become the active one: {line}");
                });
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Applies the rows up to this one.
    fn catch_up(&self, session: &mut Session, copy: &mut Copy, to: i64) -> Result<(), LogError> {
        // Whoever is to end does not wait for all that is to be caught up.
        copy.catch_up(session, self.log.formats, to, || self.log.ending.pause(Duration::ZERO))
    }

    /// An error over rows: a copy to which one does not apply is made anew by the next start.
    fn after_fault(&mut self, copy: Copy, error: LogError) -> LogError {
        match error {
            // Nothing is wrong with the copy: it goes on as soon as there is room.
            LogError::Copy(error @ StoreError::NoRoom(_)) => {
                *self.copy = Some(copy);
                LogError::Away(error.to_string())
            }
            LogError::Copy(error) => {
                let path = path_of(&self.log.database);
                let gone =
                    copy.discard().err().map_or_else(String::new, |error| format!(" ({error})"));
                LogError::Copy(StoreError::Log(format!(
                    "{}: {error}; the next start makes this copy anew{gone}",
                    path.display()
                )))
            }
            other => {
                *self.copy = Some(copy);
                other
            }
        }
    }

    /// Becomes the active process. Until the takeover is in the log, the predecessor may write another row.
    fn take_over(&mut self, mut session: Session, mut copy: Copy) -> Result<Active, LogError> {
        // The predecessor was answered before this at the latest.
        let locked = (self.log.times.instant)();
        let (id, log) = (copy.position.id, self.log);
        // Behind a commit of this session, all rows that are seen now are on the standby.
        let has_signed_off = session.take(id, &log.name())?;
        let writes = Writes(Arc::new(AtomicU32::new(log.formats.oldest)));
        writes.choose(log.formats, &mut session)?;
        loop {
            let head = self.state(&mut session)?.head;
            if let Err(error) = self.catch_up(&mut session, &mut copy, head) {
                return Err(self.after_fault(copy, error));
            }
            let at = (log.times.now)().max(copy.position.at);
            let entry = Entry::Takeover { at };
            let row = appender::row(copy.position.n + 1, writes.get(), &[&entry])?;
            let sent = (log.times.instant)();
            match session.append(&row, copy.position.writer)? {
                Added::Acknowledged => {
                    (log.answered)(sent);
                    copy.apply(log.formats, &row)?;
                    break;
                }
                Added::Taken => {}
                Added::Unsure => return Err(LogError::unconfirmed()),
                Added::Nowhere => {
                    return Err(LogError::Away("the log has changed meanwhile".to_owned()));
                }
            }
        }
        tracing::info!("this process is the active one now");
        log.lag.set(0, true);
        let wakes = snapshot::wakes();
        let forgot = wakes.0.clone();
        let forgot = Box::new(move || {
            // The keeper may have ended.
            let _ = forgot.send(snapshot::Wake::Forgot);
        });
        let Copy { conn, lock, position } = copy;
        let appender = Appender::new(log.clone(), session, position, writes.clone(), forgot);
        let store = Store::of_copy(conn, lock, log.throttle.clone(), Box::new(appender))?;
        let keeper = snapshot::Keeper::start(log.clone(), store.clone(), writes, wakes)?;
        let silence = if has_signed_off { Duration::ZERO } else { SILENCE };
        Ok(Active { store, at: position.at, speaks_from: locked + silence, keeper })
    }
}
