//! The health of the store: whether it may still be written to, as its writer and its readers find out, and
//! who is told when it may not.

use std::{
    fmt,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{LogThrottle, StoreError};

/// The reason why the store has stopped: nothing more is written, and its files are left as they are. As text it says
/// what has happened and what the person who runs the program can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    kind: StopKind,
    what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StopKind {
    /// The files are damaged, or something else has changed them, be it the time stamp of one alone.
    Damage,
    /// The path does not lead to the open file any more.
    Lost,
    /// The disk has not confirmed what was written.
    Unsynced,
    /// The log has something that the file beside could not take.
    Behind,
    /// The log is another process's now, or can no longer be waited for.
    Ended,
}

impl Stop {
    /// The files are damaged, or something else has changed them, be it the time stamp of one alone.
    pub(super) fn damage(what: impl Into<String>) -> Self {
        Self { kind: StopKind::Damage, what: what.into() }
    }

    /// The path does not lead to the open file any more.
    pub(super) fn lost(what: impl Into<String>) -> Self {
        Self { kind: StopKind::Lost, what: what.into() }
    }

    /// The disk has not confirmed what was written.
    pub(super) fn unsynced(what: impl Into<String>) -> Self {
        Self { kind: StopKind::Unsynced, what: what.into() }
    }

    /// The log has something that the copy could not take.
    pub(super) fn behind(what: impl Into<String>) -> Self {
        Self { kind: StopKind::Behind, what: what.into() }
    }

    /// The log is another process's now, or can no longer be waited for.
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "only a shared log ends"))]
    pub(super) fn ended(what: impl Into<String>) -> Self {
        Self { kind: StopKind::Ended, what: what.into() }
    }

    /// Returns `true` if nothing is wrong with the files: the program ends without a word and is started anew, be it to
    /// follow the process that writes now.
    #[must_use]
    pub fn is_handed_over(&self) -> bool {
        matches!(self.kind, StopKind::Behind | StopKind::Ended)
    }

    /// The stop that an error leads to; `None` if the store goes on after it.
    pub(super) fn of(error: &StoreError) -> Option<Self> {
        match error {
            StoreError::Damaged(what) => Some(Self::damage(what)),
            StoreError::Unsynced(what) => Some(Self::unsynced(what)),
            _ => None,
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, what } = self;
        match kind {
            StopKind::Ended => return write!(f, "this process writes no more: {what}"),
            StopKind::Behind => {
                return write!(
                    f,
                    "this process writes no more: what is in the log could not be written to its copy ({what}); \
                     the next start does it"
                );
            }
            StopKind::Damage | StopKind::Lost | StopKind::Unsynced => {}
        }
        f.write_str("the host has stopped, and the database's files are left as they are: ")?;
        match kind {
            StopKind::Damage => write!(
                f,
                "the database is damaged, or something else has changed it, if only its time stamp \
                 ({what}). Before you do anything else, copy the database and the files beside it that \
                 end in -wal and -shm to another folder, and keep these copies. Then run `martian-cake \
                 db check`: if it says ok, start again; if it only finds the -wal file damaged, a start \
                 goes on without the last moves; otherwise put the last backup back with \
                 `martian-cake db restore FILE`, and start again"
            ),
            StopKind::Lost => write!(
                f,
                "the database was deleted, moved or replaced while the program ran ({what}). Put the \
                 file back to its place, or the last backup with `martian-cake db restore FILE`; then \
                 start again"
            ),
            StopKind::Unsynced => write!(
                f,
                "the disk has not confirmed a write ({what}). Look after the disk; then start again: \
                 every move that was confirmed is kept, and the boards show what counts"
            ),
            StopKind::Behind | StopKind::Ended => Ok(()),
        }
    }
}

/// Somebody who is told of the stop.
type Listener = Box<dyn FnOnce(&Stop) + Send>;

/// The state that the writer and the readers of a store share.
pub(super) struct Health {
    stop: OnceLock<Stop>,
    listeners: Mutex<Vec<Listener>>,
    is_full: AtomicBool,
    is_closed: AtomicBool,
    pub(super) throttle: LogThrottle,
}

impl Health {
    pub(super) fn new(throttle: LogThrottle) -> Self {
        Self {
            stop: OnceLock::new(),
            listeners: Mutex::default(),
            is_full: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
            throttle,
        }
    }

    /// Stops the store, says why in the log, and tells those who listen. Only the first reason counts.
    pub(super) fn stop(&self, why: Stop) {
        // A listener is told either here or, if it comes later, at once.
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        if self.stop.set(why).is_err() {
            return;
        }
        let told = std::mem::take(&mut *listeners);
        drop(listeners);
        if let Some(why) = self.stop.get() {
            tracing::error!("{why}");
            told.into_iter().for_each(|tell| tell(why));
        }
    }

    /// Returns why the store has stopped; `None` while it works.
    pub(super) fn stopped(&self) -> Option<&Stop> {
        self.stop.get()
    }

    /// Stops the store if this error is a sign of damage.
    pub(super) fn note(&self, error: &StoreError) {
        if let Some(why) = Stop::of(error) {
            self.stop(why);
        }
    }

    /// Calls back once the store has stopped.
    pub(super) fn listen(&self, tell: Listener) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        match self.stop.get() {
            Some(why) => {
                drop(listeners);
                tell(why);
            }
            None => listeners.push(tell),
        }
    }

    /// Notes whether the disk takes what is written.
    pub(super) fn set_full(&self, is_full: bool) {
        self.is_full.store(is_full, Ordering::Relaxed);
    }

    /// Returns `true` if the disk took nothing when something was last written.
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Notes that the writer has ended with an empty write-ahead log: whoever closes the last connection
    /// may remove it.
    pub(super) fn set_closed(&self) {
        self.is_closed.store(true, Ordering::Release);
    }

    /// Returns `true` if the write-ahead log may be removed.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire)
    }
}

impl fmt::Debug for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Health").field("stop", &self.stop).finish_non_exhaustive()
    }
}
