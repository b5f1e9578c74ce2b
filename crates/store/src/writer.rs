//! The writer: one thread that owns the writing connection and commits in groups.
//!
//! A commit costs one sync of the disk, whatever it holds, so all transactions that wait go into
//! one commit. Before and behind each commit, before each checkpoint and a few times a minute the
//! files are looked at (`watch`); whatever is wrong with them stops the store (`health`).

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use rusqlite::{Connection, config::DbConfig};

use super::{
    Entry, Stop, StoreError,
    health::Health,
    lock::FileLock,
    open::BUSY,
    queries::{self, Query},
    watch::FileWatch,
};

/// The greatest number of transactions in one commit, so that the first one need not wait too long.
const MAX_GROUP: usize = 256;

/// The time for which a group of nothing but delivery marks waits for one more transaction.
const LINGER: Duration = Duration::from_millis(10);
/// How many times in a row it waits that long.
const MAX_LINGERS: usize = 5;

// Pages (of 4 KiB) in the write-ahead log that have not been copied to the database yet. SOME_PAGES
// are copied as soon as nothing has come for a SHORT_REST, fewer only after a LONG_REST, and
// MANY_PAGES at once: this limits the log, and with it the time that a start after a crash takes.
const SOME_PAGES: u32 = 256;
const MANY_PAGES: u32 = 4_096;
const SHORT_REST: Duration = Duration::from_secs(1);
const LONG_REST: Duration = Duration::from_secs(30);

/// The time for which whoever reads is waited for when the log is to be cut, before it is tried again.
const CUT_WITHIN: Duration = Duration::from_millis(100);

/// The time for which the files are left alone while nothing is written.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// The way a transaction goes to the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// It may wait a moment for others to join it.
    Lazy,
    /// With all that waits just now.
    Usual,
    /// Likewise, and then at once out of the write-ahead log into the database.
    Settled,
}

/// A transaction on its way, whatever it writes.
trait WriteJob: Send {
    /// Returns `true` if it may wait a moment for others to join it.
    fn is_lazy(&self) -> bool;

    /// Returns `true` if the database itself holds it, and not only its log, before the caller is told.
    fn is_settled(&self) -> bool;

    /// Writes, and returns whether that went well. The answer to the caller is kept for `finish`.
    fn apply(&mut self, conn: &Connection) -> Result<(), StoreError>;

    /// The entry that it has written, if that went well and it is one.
    fn accepted(&self) -> Option<&Entry>;

    /// Tells the caller, once the group is durable or has failed.
    fn finish(self: Box<Self>, group: &Result<(), StoreError>);
}

/// A log to which the entries of a group go before the group is committed here. All of it may wait for as long as the
/// log cannot be reached; after an error the writer stops.
pub(super) trait EntryLog: Send {
    /// Appends the entries of an open transaction, and writes there how far the database has come. Once this returns,
    /// they count.
    fn append(&mut self, conn: &Connection, entries: &[&Entry]) -> Result<(), Stop>;

    /// The time for which the log can do without [`beat`](Self::beat).
    fn rest(&self) -> Duration;

    /// Gives a sign of life if it is time for one. It is called behind each group, too.
    fn beat(&mut self) -> Result<(), Stop>;

    /// The writer ends: nothing more is appended.
    fn sign_off(&mut self);
}

/// A job made of two closures: one writes, the other takes the answer.
struct WriteTask<T, A, D: FnOnce(Result<T, StoreError>)> {
    pace: Pace,
    entry: Option<Arc<Entry>>,
    apply: Option<A>,
    outcome: Option<Result<T, StoreError>>,
    done: Option<D>,
}

impl<T, A, D> WriteJob for WriteTask<T, A, D>
where
    T: Send,
    A: FnOnce(&Connection) -> Result<T, StoreError> + Send,
    D: FnOnce(Result<T, StoreError>) + Send,
{
    fn is_lazy(&self) -> bool {
        matches!(self.pace, Pace::Lazy)
    }

    fn is_settled(&self) -> bool {
        matches!(self.pace, Pace::Settled)
    }

    fn apply(&mut self, conn: &Connection) -> Result<(), StoreError> {
        let Some(apply) = self.apply.take() else { return Ok(()) };
        let outcome = apply(conn);
        let success = outcome.as_ref().map(|_| ()).map_err(Clone::clone);
        self.outcome = Some(outcome);
        success
    }

    fn accepted(&self) -> Option<&Entry> {
        self.entry.as_deref().filter(|_| matches!(self.outcome, Some(Ok(_))))
    }

    fn finish(mut self: Box<Self>, group: &Result<(), StoreError>) {
        let outcome = match (self.outcome.take(), group) {
            (Some(Err(own)), Ok(())) => Err(own),
            (Some(Err(own)), _) if own.is_own() => Err(own),
            (_, Err(all)) => Err(all.clone()),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(closed()),
        };
        if let Some(done) = self.done.take() {
            call_back(|| done(outcome));
        }
    }
}

/// Whoever waits for an answer gets one, even if the thread ends before the job is finished.
impl<T, A, D: FnOnce(Result<T, StoreError>)> Drop for WriteTask<T, A, D> {
    fn drop(&mut self) {
        if let Some(done) = self.done.take() {
            call_back(|| done(Err(closed())));
        }
    }
}

/// Calls back. A callback that panics must not end the writer.
fn call_back(done: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(done)).is_err() {
        tracing::error!("a callback of the store has panicked");
    }
}

fn closed() -> StoreError {
    StoreError::Other("the store is closed".into())
}

/// The handle of the writer thread, by which transactions are queued.
pub(super) struct Writer {
    /// `None` once closed.
    jobs: Mutex<Option<Sender<Box<dyn WriteJob>>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// How many transactions have been queued.
    submitted: AtomicU64,
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl Writer {
    /// Starts the thread. It keeps the lock on the file as long as it has the connection.
    pub(super) fn start(
        conn: Connection,
        lock: Arc<FileLock>,
        health: Arc<Health>,
        log: Option<Box<dyn EntryLog>>,
    ) -> Result<Self, StoreError> {
        let frames = log_pages(&conn, queries::CHECKPOINT_NOOP)?.frames;
        let watch = FileWatch::begin(Arc::clone(&lock), frames)?;
        // SQLite would copy the log when the last connection is closed, without a look at it.
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        let (jobs, waiting) = channel();
        let mut writer =
            WriterThread { conn, watch, health, log, waiting_pages: 0, owes_cut: false };
        // What a crash has left in the log, or a migration: as long as it is nowhere else, damage to
        // the log would cost it.
        writer.checkpoint(queries::CHECKPOINT_TRUNCATE);
        let thread = thread::Builder::new()
            .name("store".into())
            .spawn(move || {
                writer.run(&waiting);
                drop(lock);
            })
            .map_err(|error| StoreError::Other(format!("no thread to write with: {error}")))?;
        Ok(Self {
            jobs: Mutex::new(Some(jobs)),
            thread: Mutex::new(Some(thread)),
            submitted: AtomicU64::new(0),
        })
    }

    /// Queues a transaction, which writes this entry if it is one.
    pub(super) fn submit<T: Send + 'static>(
        &self,
        pace: Pace,
        entry: Option<Arc<Entry>>,
        apply: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
        done: impl FnOnce(Result<T, StoreError>) + Send + 'static,
    ) {
        self.submitted.fetch_add(1, Ordering::Relaxed);
        let task = WriteTask { pace, entry, apply: Some(apply), outcome: None, done: Some(done) };
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // A job that cannot be sent is dropped, and tells its caller so.
        if let Some(jobs) = jobs {
            drop(jobs.send(Box::new(task)));
        }
    }

    /// Returns how many transactions have been queued so far.
    pub(super) fn submitted(&self) -> u64 {
        self.submitted.load(Ordering::Relaxed)
    }

    /// Takes no more, commits all that waits, and waits for that.
    pub(super) fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread
            // The last owner may be dropped in a callback: the thread cannot wait for itself, and
            // it finishes its work anyway.
            && thread.thread().id() != thread::current().id()
            && thread.join().is_err()
        {
            tracing::error!("the store's writer has panicked");
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.close();
    }
}

/// The state that the thread owns.
struct WriterThread {
    conn: Connection,
    watch: FileWatch,
    health: Arc<Health>,
    log: Option<Box<dyn EntryLog>>,
    /// Pages that wait for a checkpoint.
    waiting_pages: u32,
    /// Whether the log is to be cut as soon as nobody reads it.
    owes_cut: bool,
}

/// The fill level of the write-ahead log.
#[derive(Clone, Copy, Debug)]
struct LogPages {
    /// How many pages it holds.
    frames: u32,
    /// How many of them have not been copied to the database.
    waiting: u32,
    /// Whether somebody who reads has kept a checkpoint from its end.
    is_busy: bool,
}

/// Runs a checkpoint statement, and says what the log holds then.
fn log_pages(conn: &Connection, how: Query) -> Result<LogPages, StoreError> {
    let counts = |row: &rusqlite::Row<'_>| {
        Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?, row.get::<_, i64>(0)? != 0))
    };
    let (log, copied, is_busy) = conn.prepare_cached(how.sql)?.query_row([], counts)?;
    let count = |number: i64| u32::try_from(number).unwrap_or(0);
    Ok(LogPages { frames: count(log), waiting: count(log - copied), is_busy })
}

impl WriterThread {
    fn run(mut self, waiting: &Receiver<Box<dyn WriteJob>>) {
        let mut rested = Duration::ZERO;
        loop {
            let pause = self.rest().map_or(LOOK_EVERY, |rest| {
                rest.saturating_sub(rested).clamp(Duration::from_millis(1), LOOK_EVERY)
            });
            let log = self.log.as_ref().filter(|_| !self.is_stopped());
            let pause = log.map_or(pause, |log| log.rest().min(pause));
            match waiting.recv_timeout(pause) {
                Ok(first) => {
                    self.commit(gather(first, waiting));
                    rested = Duration::ZERO;
                }
                Err(RecvTimeoutError::Timeout) => {
                    rested += pause;
                    if self.rest().is_some_and(|rest| rested >= rest) {
                        if self.owes_cut {
                            self.cut_log();
                        } else {
                            self.checkpoint(queries::CHECKPOINT_PASSIVE);
                        }
                        rested = Duration::ZERO;
                    } else if !self.is_stopped() {
                        drop(self.look());
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.beat();
        }
        if let Some(log) = self.log.as_mut().filter(|_| self.health.stopped().is_none()) {
            log.sign_off();
        }
        self.close();
    }

    /// Lets the log give a sign of life.
    fn beat(&mut self) {
        if let Some(log) = self.log.as_mut().filter(|_| self.health.stopped().is_none())
            && let Err(why) = log.beat()
        {
            self.health.stop(why);
        }
    }

    /// Brings the file up to date and closes it. A store that has stopped leaves its files alone.
    fn close(mut self) {
        if !self.is_stopped() && self.look().is_ok() {
            self.checkpoint(queries::CHECKPOINT_TRUNCATE);
        }
        let is_empty = || log_pages(&self.conn, queries::CHECKPOINT_NOOP).map(|log| log.frames);
        if !self.is_stopped() && matches!(is_empty(), Ok(0)) {
            let config = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
            if self.conn.set_db_config(config, false).is_ok() {
                self.health.set_closed();
            }
        }
        if let Err((_, error)) = self.conn.close() {
            tracing::error!("closing the database: {error}");
        }
    }

    /// Returns how long a rest must be before a checkpoint; `None` if there is nothing to copy.
    fn rest(&self) -> Option<Duration> {
        match self.waiting_pages {
            _ if self.owes_cut => Some(SHORT_REST),
            0 => None,
            1..SOME_PAGES => Some(LONG_REST),
            _ => Some(SHORT_REST),
        }
    }

    fn is_stopped(&self) -> bool {
        self.health.stopped().is_some()
    }

    /// Stops the store.
    fn stop(&self, why: Stop) -> StoreError {
        self.health.stop(why);
        StoreError::Stopped
    }

    /// Looks whether the files are where they were and as they were left, and says what the log holds.
    fn look(&mut self) -> Result<LogPages, StoreError> {
        let pages = log_pages(&self.conn, queries::CHECKPOINT_NOOP)
            .inspect_err(|error| self.health.note(error))?;
        self.watch.look(pages.frames).map_err(|why| self.stop(why))?;
        Ok(pages)
    }

    /// Commits a group and answers everyone who waits for it.
    fn commit(&mut self, mut group: Vec<Box<dyn WriteJob>>) {
        let result = self.write(&mut group);
        if result.is_ok() && group.iter().any(|job| job.is_settled()) {
            self.cut_log();
        }
        let is_full = matches!(result, Err(StoreError::NoRoom(_)));
        match &result {
            Ok(()) => self.health.set_full(false),
            // Why the store has stopped was said when it did.
            Err(StoreError::Stopped | StoreError::Unknown) => {}
            Err(error) => {
                self.health.set_full(is_full);
                let cause = if is_full { "no room" } else { "commit" };
                self.health.throttle.pass(cause, error, |line| {
                    tracing::error!("a commit has failed, and nothing was changed: {line}");
                });
            }
        }
        for job in group {
            job.finish(&result);
        }
        // The disk may be full of our own log, which starts over after a checkpoint.
        if is_full || self.waiting_pages >= MANY_PAGES {
            self.checkpoint(queries::CHECKPOINT_PASSIVE);
        }
    }

    /// Writes a group. Once this returns, the disk has it.
    fn write(&mut self, group: &mut [Box<dyn WriteJob>]) -> Result<(), StoreError> {
        if self.is_stopped() {
            return Err(StoreError::Stopped);
        }
        self.look()?;
        match transact(&self.conn, group, self.log.as_deref_mut()) {
            Ok(()) => self.confirm(),
            Err(Undone::Ended(why)) => {
                self.stop(why);
                Err(StoreError::Unknown)
            }
            Err(Undone::Appended(error)) => {
                self.stop(Stop::behind(error.to_string()));
                Err(StoreError::Unknown)
            }
            Err(Undone::Before(error) | Undone::InCommit(error)) if error.is_fatal() => {
                let is_unknown = self.is_left(&error);
                self.health.note(&error);
                Err(if is_unknown { StoreError::Unknown } else { StoreError::Stopped })
            }
            Err(Undone::InCommit(error)) if self.is_left(&error) => {
                self.stop(Stop::unsynced(error.to_string()));
                Err(StoreError::Unknown)
            }
            Err(Undone::Before(error) | Undone::InCommit(error)) => Err(error),
        }
    }

    /// Returns `true` if the next start may find what a commit has written that failed with this error.
    fn is_left(&mut self, error: &StoreError) -> bool {
        // What is in a file of which a sync has failed is not what is on the disk.
        let is_left = self.watch.commit_failed().unwrap_or(true);
        is_left || matches!(error, StoreError::Unsynced(_))
    }

    /// Looks at the files behind a commit: nobody is told of what went into a file that nobody will
    /// find.
    fn confirm(&mut self) -> Result<(), StoreError> {
        let pages = log_pages(&self.conn, queries::CHECKPOINT_NOOP);
        let seen = match pages {
            Ok(pages) => {
                self.waiting_pages = pages.waiting;
                let committed = self.watch.committed(pages.frames);
                committed.and_then(|()| self.watch.look(pages.frames))
            }
            Err(error) => Err(Stop::damage(error.to_string())),
        };
        seen.map_err(|why| {
            self.stop(why);
            StoreError::Unknown
        })
    }

    /// Leaves nothing in the write-ahead log, as soon as nobody reads it any more: others do not wait for that.
    fn cut_log(&mut self) {
        let patience = |conn: &Connection, time| {
            if let Err(error) = conn.busy_timeout(time) {
                tracing::debug!("the patience of the database cannot be set: {error}");
            }
        };
        patience(&self.conn, CUT_WITHIN);
        self.owes_cut = self.checkpoint(queries::CHECKPOINT_TRUNCATE);
        patience(&self.conn, BUSY);
    }

    /// Copies the write-ahead log into the database, so that the log can start over. Nobody waits
    /// for this, since everything is durable already; pages that somebody still reads are left for
    /// the next time. Returns `true` if somebody was.
    fn checkpoint(&mut self, how: Query) -> bool {
        self.waiting_pages = 0;
        if self.is_stopped() {
            return false;
        }
        let Ok(before) = self.look() else { return false };
        if before.waiting > 0
            && let Err(why) = self.watch.check_log(before.frames)
        {
            self.health.stop(why);
            return false;
        }
        let copied = log_pages(&self.conn, how);
        if let Err(error) = &copied {
            self.health.note(error);
            self.health.throttle.pass("checkpoint", error, |line| {
                tracing::warn!("the log is copied into the database later: {line}");
            });
            // It is tried again after the next long rest.
            self.waiting_pages = before.waiting.min(SOME_PAGES - 1);
        }
        let is_busy = copied.as_ref().is_ok_and(|pages| pages.is_busy);
        let frames = copied.map_or(before.frames, |pages| pages.frames);
        if !self.is_stopped()
            && let Err(why) = self.watch.checkpointed(frames)
        {
            self.health.stop(why);
        }
        is_busy
    }
}

/// Gathers all that waits, up to a full group; a group of marks alone lingers a little.
fn gather(
    first: Box<dyn WriteJob>,
    waiting: &Receiver<Box<dyn WriteJob>>,
) -> Vec<Box<dyn WriteJob>> {
    let mut lazy = first.is_lazy();
    let mut group = vec![first];
    let mut lingers = 0;
    while group.len() < MAX_GROUP {
        let next = if lazy && lingers < MAX_LINGERS {
            lingers += 1;
            waiting.recv_timeout(LINGER).ok()
        } else {
            waiting.try_recv().ok()
        };
        match next {
            Some(job) => {
                lazy &= job.is_lazy();
                group.push(job);
            }
            None => break,
        }
    }
    group
}

/// A group that was not written.
enum Undone {
    /// It did not come to the commit.
    Before(StoreError),
    /// The commit itself failed.
    InCommit(StoreError),
    /// The log may have it or not, and takes no more.
    Ended(Stop),
    /// The log has it, and the commit failed.
    Appended(StoreError),
}

fn run(conn: &Connection, query: Query) -> Result<(), StoreError> {
    conn.prepare_cached(query.sql)?.execute([])?;
    Ok(())
}

/// Commits the group in one transaction, once the log has its entries. After an error nothing of it takes effect in this
/// process.
fn transact(
    conn: &Connection,
    group: &mut [Box<dyn WriteJob>],
    log: Option<&mut (dyn EntryLog + 'static)>,
) -> Result<(), Undone> {
    run(conn, queries::BEGIN).map_err(Undone::Before)?;
    let result = fill(conn, group, log).and_then(|is_appended| {
        let failed = if is_appended { Undone::Appended } else { Undone::InCommit };
        run(conn, queries::COMMIT).map_err(failed)
    });
    if result.is_err() && !conn.is_autocommit() {
        // The error that led here says more.
        drop(run(conn, queries::ROLLBACK));
    }
    result
}

/// Writes the group into the open transaction. Returns `true` if the log has something of it.
fn fill(
    conn: &Connection,
    group: &mut [Box<dyn WriteJob>],
    log: Option<&mut (dyn EntryLog + 'static)>,
) -> Result<bool, Undone> {
    let applied = group.iter_mut().try_for_each(|job| apply_alone(conn, job.as_mut()));
    applied.map_err(Undone::Before)?;
    let Some(log) = log else { return Ok(false) };
    let accepted: Vec<&Entry> = group.iter().filter_map(|job| job.accepted()).collect();
    if accepted.is_empty() {
        return Ok(false);
    }
    log.append(conn, &accepted).map_err(Undone::Ended)?;
    Ok(true)
}

/// Applies a job so that only it is undone if it fails. An error here is the whole group's: the store
/// has to stop, or after a full disk or a failed read SQLite has given up the transaction.
fn apply_alone(conn: &Connection, job: &mut dyn WriteJob) -> Result<(), StoreError> {
    run(conn, queries::SAVEPOINT)?;
    match job.apply(conn) {
        Ok(()) => {}
        Err(error) if error.is_fatal() || conn.is_autocommit() => return Err(error),
        Err(_) => run(conn, queries::UNDO_SAVEPOINT)?,
    }
    run(conn, queries::RELEASE)
}
