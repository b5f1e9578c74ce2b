//! A totally ordered log of entries on PostgreSQL, so that a second process takes over where the first one has ended.
//!
//! # How it works
//!
//! - A row of the log is a group of the writer's. Row `n + 1` is added only by a process whose copy stands at `n`, and the
//!   primary key refuses every other one: whoever was overtaken cannot write, whatever it believes (`appender`).
//! - Each process has a copy of all tables, today's database and code (`copy`). It is throwaway, and its position in
//!   the log is in the same transaction as the rows.
//! - One process is active: it has the lock of the log, which is a session's. The others follow (`follower`).
//! - A row that was found in the log, other than by an answer to its own statement, counts only after a later commit
//!   was acknowledged: a server shows rows that its standby lacks, where the wait for that was cut short.
//! - Only who was answered lately may speak. This crate tells when it was; what to do without is the adapters'.
//!
//! Order, durability and exclusion are PostgreSQL's; ours is what an entry says, and when to be silent.

mod address;
mod appender;
mod copy;
mod follower;
mod log_error;
mod moving;
mod position;
mod session;
mod snapshot;
mod times;

use std::{
    fmt,
    path::PathBuf,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use log_error::LogError;
use session::Session;
use table::Millis;

use super::{BackupFolder, Formats, LogThrottle, Store};

pub(super) use position::Position;

pub use address::LogAddress;
pub use moving::{Moved, Pulled};
pub use snapshot::Keeper;
pub use times::Times;

/// A shared log, as one process takes part in it.
#[derive(Clone)]
pub struct SharedLog {
    /// Where it is.
    pub address: LogAddress,
    /// The database file of before; the copy stands beside it.
    pub database: PathBuf,
    /// The backups that this process has made when it was the active one.
    pub backups: BackupFolder,
    /// The formats of entries that this process knows.
    pub formats: Formats,
    /// The clocks by which it goes.
    pub times: Times,
    /// The throttle on what goes wrong again and again.
    pub throttle: LogThrottle,
    /// Is told with each commit that was acknowledged when it went out.
    pub answered: Arc<dyn Fn(Instant) + Send + Sync>,
    /// Ends what waits for the database.
    pub ending: Ending,
    /// The number of rows that this process lacks.
    pub lag: Lag,
}

impl fmt::Debug for SharedLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedLog").field("address", &self.address).finish_non_exhaustive()
    }
}

/// The format in which the active process writes. A clone is the same.
#[derive(Clone, Debug)]
struct Writes(Arc<AtomicU32>);

impl Writes {
    fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// Goes by what the processes read that were seen lately.
    fn choose(&self, known: Formats, session: &mut Session) -> Result<(), LogError> {
        let newest = session.newest_of_all(known.newest)?;
        self.0.store(known.for_readers(newest), Ordering::Relaxed);
        Ok(())
    }
}

/// A process that has become active.
#[derive(Debug)]
pub struct Active {
    /// Its copy, of which the writer appends to the log.
    pub store: Store,
    /// The last instant that the log names: no time may lie before it.
    pub at: Millis,
    /// From when on it may speak; what its predecessor has under way has an end by then.
    pub speaks_from: Instant,
    /// Makes snapshots of the log for as long as this lives.
    pub keeper: Keeper,
}

/// The distance of a process from taking over: the rows of the log that it has not applied, as far as it knows, and
/// whether it could be the active one. A clone is the same.
#[derive(Clone, Debug, Default)]
pub struct Lag(Arc<(AtomicI64, AtomicBool)>);

impl Lag {
    /// How many rows that is just now.
    #[must_use]
    pub fn rows(&self) -> i64 {
        self.0.0.load(Ordering::Relaxed)
    }

    /// Returns `true` if it follows, and nothing but the active process keeps it from being that.
    #[must_use]
    pub fn is_fit(&self) -> bool {
        self.0.1.load(Ordering::Relaxed)
    }

    fn set(&self, rows: i64, is_fit: bool) {
        self.0.0.store(rows.max(0), Ordering::Relaxed);
        self.0.1.store(is_fit, Ordering::Relaxed);
    }
}

/// The end of whatever waits for the database. A clone is the same one.
#[derive(Clone, Debug, Default)]
pub struct Ending(Arc<(Mutex<bool>, Condvar)>);

impl Ending {
    /// Ends whatever waits.
    pub fn end(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }

    /// Waits, and returns `true` as soon as it is the end.
    fn pause(&self, pause: Duration) -> bool {
        let is_over = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.0.1.wait_timeout_while(is_over, pause, |is_over| !*is_over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}
