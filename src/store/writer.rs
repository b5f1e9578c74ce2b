//! The writer: one thread that owns the writing connection and commits in groups.
//!
//! A commit costs one sync of the disk, whatever it holds, so all transactions that wait go into
//! one commit.

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use rusqlite::Connection;

use super::{
    StoreError,
    lock::FileLock,
    queries::{self, Query},
};

/// The greatest number of transactions in one commit, so that the first one need not wait too long.
const MAX_GROUP: usize = 256;

/// How long a group of nothing but delivery marks waits for one more transaction.
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

/// A transaction on its way, whatever it writes.
trait WriteJob: Send {
    /// Whether it may wait a moment for others to join it.
    fn is_lazy(&self) -> bool;

    /// Writes, and returns whether that went well. The answer to the caller is kept for `finish`.
    fn apply(&mut self, conn: &Connection) -> Result<(), StoreError>;

    /// Tells the caller, once the group is durable or has failed.
    fn finish(self: Box<Self>, group: &Result<(), StoreError>);
}

/// A job made of two closures: one writes, the other takes the answer.
struct WriteTask<T, A, D: FnOnce(Result<T, StoreError>)> {
    lazy: bool,
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
        self.lazy
    }

    fn apply(&mut self, conn: &Connection) -> Result<(), StoreError> {
        let Some(apply) = self.apply.take() else { return Ok(()) };
        let outcome = apply(conn);
        let success = outcome.as_ref().map(|_| ()).map_err(Clone::clone);
        self.outcome = Some(outcome);
        success
    }

    fn finish(mut self: Box<Self>, group: &Result<(), StoreError>) {
        let outcome = match (self.outcome.take(), group) {
            (Some(Err(own)), _) => Err(own),
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
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl Writer {
    /// Starts the thread. It keeps the lock on the file as long as it has the connection.
    pub(super) fn start(conn: Connection, lock: Arc<FileLock>) -> Result<Self, StoreError> {
        let (jobs, waiting) = channel();
        let thread = thread::Builder::new()
            .name("store".into())
            .spawn(move || {
                WriterThread { conn, waiting_pages: 0 }.run(&waiting);
                drop(lock);
            })
            .map_err(|error| StoreError::Other(format!("no thread to write with: {error}")))?;
        Ok(Self { jobs: Mutex::new(Some(jobs)), thread: Mutex::new(Some(thread)) })
    }

    /// Queues a transaction.
    pub(super) fn submit<T: Send + 'static>(
        &self,
        lazy: bool,
        apply: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
        done: impl FnOnce(Result<T, StoreError>) + Send + 'static,
    ) {
        let task = WriteTask { lazy, apply: Some(apply), outcome: None, done: Some(done) };
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // A job that cannot be sent is dropped, and tells its caller so.
        if let Some(jobs) = jobs {
            drop(jobs.send(Box::new(task)));
        }
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

/// What the thread owns.
struct WriterThread {
    conn: Connection,
    /// Pages that wait for a checkpoint.
    waiting_pages: u32,
}

impl WriterThread {
    fn run(mut self, waiting: &Receiver<Box<dyn WriteJob>>) {
        loop {
            match waiting.recv_timeout(self.patience()) {
                Ok(first) => self.commit(gather(first, waiting)),
                Err(RecvTimeoutError::Timeout) => self.checkpoint(queries::CHECKPOINT_PASSIVE),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.checkpoint(queries::CHECKPOINT_TRUNCATE);
        if let Err((_, error)) = self.conn.close() {
            tracing::error!("closing the database: {error}");
        }
    }

    /// How long a rest must be before a checkpoint.
    fn patience(&self) -> Duration {
        match self.waiting_pages {
            0 => Duration::MAX,
            1..SOME_PAGES => LONG_REST,
            _ => SHORT_REST,
        }
    }

    /// Commits a group and answers everyone who waits for it.
    fn commit(&mut self, mut group: Vec<Box<dyn WriteJob>>) {
        let result = transact(&self.conn, &mut group);
        if let Err(error) = &result {
            tracing::error!("a commit of {} transactions has failed: {error}", group.len());
        }
        for job in group {
            job.finish(&result);
        }
        self.waiting_pages = self.wal_pages(queries::CHECKPOINT_NOOP);
        // The disk may be full of our own log, which starts over after a checkpoint.
        if result.is_err() || self.waiting_pages >= MANY_PAGES {
            self.checkpoint(queries::CHECKPOINT_PASSIVE);
        }
    }

    /// Copies the write-ahead log into the database, so that the log can start over. Nobody waits
    /// for this, since everything is durable already; pages that somebody still reads are left for
    /// the next time.
    fn checkpoint(&mut self, how: Query) {
        self.wal_pages(how);
        self.waiting_pages = 0;
    }

    /// Runs a checkpoint statement, and says how many pages still wait for one.
    fn wal_pages(&self, how: Query) -> u32 {
        let pages = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?));
        let run = |conn: &Connection| conn.prepare_cached(how.sql)?.query_row([], pages);
        match run(&self.conn) {
            Ok((log, copied)) => u32::try_from(log - copied).unwrap_or(0),
            Err(error) => {
                tracing::warn!("checkpoint: {error}");
                0
            }
        }
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

/// Commits the group in one transaction. After an error, nothing of it has been written.
fn transact(conn: &Connection, group: &mut [Box<dyn WriteJob>]) -> Result<(), StoreError> {
    let run = |query: Query| conn.prepare_cached(query.sql)?.execute([]);
    run(queries::BEGIN)?;
    let result = group
        .iter_mut()
        .try_for_each(|job| apply_alone(conn, job.as_mut()))
        .and_then(|()| Ok(run(queries::COMMIT)?).map(|_| ()));
    if result.is_err() && !conn.is_autocommit() {
        run(queries::ROLLBACK)?;
    }
    result
}

/// Applies a job so that only it is undone if it fails. An error here is the whole group's:
/// after a full disk or a failed read SQLite may have given up the transaction.
fn apply_alone(conn: &Connection, job: &mut dyn WriteJob) -> Result<(), StoreError> {
    let run = |query: Query| conn.prepare_cached(query.sql)?.execute([]);
    run(queries::SAVEPOINT)?;
    match job.apply(conn) {
        Ok(()) => {}
        Err(error) if conn.is_autocommit() => return Err(error),
        Err(_) => drop(run(queries::UNDO_SAVEPOINT)?),
    }
    run(queries::RELEASE)?;
    Ok(())
}
