//! The open database: where transactions are queued and readers come from.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use rusqlite::Connection;
use signing::HostKey;
use table::{Forgotten, Millis, PersonId, Platform, RatedGame, StoredRating};

use super::{
    Appended, Batch, Claimed, DeviceAdmission, Entry, Hidden, LogThrottle, OthersSignedOut,
    PageClaim, PageLine, Reader, Stop, StoreError, devices, forgotten,
    health::Health,
    lock::FileLock,
    open, quarantine, transaction,
    writer::{Pace, Writer},
};
#[cfg(feature = "postgres")]
use crate::writer::EntryLog;

/// The open database with its writer thread. A clone is the same store; when the last one is
/// dropped, the thread commits all that waits and ends.
#[derive(Debug, Clone)]
pub struct Store {
    pub(super) inner: Arc<Inner>,
}

#[derive(Debug)]
pub(super) struct Inner {
    // This stands before the lock: the connection must be gone when the lock is released.
    pub(super) writer: Writer,
    pub(super) lock: Arc<FileLock>,
    pub(super) health: Arc<Health>,
    /// The processes that may know somebody who was forgotten, until the owner is told.
    pub(super) elsewhere: Mutex<Option<Vec<String>>>,
}

impl Store {
    /// Opens the database for this process alone, or makes it where there is none; a second process
    /// is refused.
    ///
    /// # Errors
    /// [`StoreError`]; the file is left untouched then.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, LogThrottle::default())
    }

    /// Opens the database, with a throttle on what goes wrong again and again.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_with(path: &Path, throttle: LogThrottle) -> Result<Self, StoreError> {
        let (conn, lock) = open::open(path)?;
        let health = Arc::new(Health::new(throttle));
        let writer = Writer::start(conn, Arc::clone(&lock), Arc::clone(&health), None)?;
        Ok(Self { inner: Arc::new(Inner { writer, lock, health, elsewhere: Mutex::default() }) })
    }

    /// The store of a copy, which goes on behind this log.
    #[cfg(feature = "postgres")]
    pub(super) fn of_copy(
        conn: Connection,
        lock: Arc<FileLock>,
        throttle: LogThrottle,
        log: Box<dyn EntryLog>,
    ) -> Result<Self, StoreError> {
        conn.pragma_update(None, "wal_autocheckpoint", 0)?;
        let health = Arc::new(Health::new(throttle));
        let writer = Writer::start(conn, Arc::clone(&lock), Arc::clone(&health), Some(log))?;
        Ok(Self { inner: Arc::new(Inner { writer, lock, health, elsewhere: Mutex::default() }) })
    }

    /// Returns why the store has stopped; `None` while it works. After [`Store::close`] this also says what was
    /// found at the end.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        self.inner.health.stopped().cloned()
    }

    /// Calls back once the store has stopped, at once if it has already. `tell` may be called on any
    /// thread and must be short; commits that wait then are answered after it.
    pub fn on_stop(&self, tell: impl FnOnce(&Stop) + Send + 'static) {
        self.inner.health.listen(Box::new(tell));
    }

    /// Returns `true` if the disk took nothing when something was last written.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.inner.health.is_full()
    }

    /// The throttle on the program's log.
    #[must_use]
    pub fn throttle(&self) -> &LogThrottle {
        &self.inner.health.throttle
    }

    /// A new connection that reads what is committed.
    ///
    /// # Errors
    /// [`StoreError::Other`] if it cannot be opened.
    pub fn reader(&self) -> Result<Reader, StoreError> {
        Reader::beside_writer(Arc::clone(&self.inner.lock), Arc::clone(&self.inner.health))
    }

    /// The names of the files beside the database that were set aside, by the program or by `db restore`, before somebody was
    /// forgotten whom they may still hold, in the order of their names. Before them comes the file from which a shared log
    /// began, since nothing is changed in it.
    ///
    /// # Errors
    /// [`StoreError`] if the store or its folder cannot be read.
    pub fn set_aside_before_forgetting(&self, now: Millis) -> Result<Vec<String>, StoreError> {
        let Some(at) = self.reader()?.last_forgotten(now)? else { return Ok(Vec::new()) };
        let lock = &self.inner.lock;
        let before = Some(lock.database()).filter(|file| *file != lock.path() && file.exists());
        let before = before.map(Path::to_owned).into_iter();
        let files = before.chain(quarantine::made_by(lock.database(), at)?);
        let name = |file: PathBuf| Some(file.file_name()?.to_string_lossy().into_owned());
        Ok(files.filter_map(name).collect())
    }

    /// The names of the processes that were not seen since somebody was forgotten, once after each time that this was found
    /// out. With none of them it still concerns the archives of the database server.
    #[must_use]
    pub fn take_known_elsewhere(&self) -> Option<Vec<String>> {
        self.inner.elsewhere.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The key with which this host signs records. Where it has none yet it gets one, of the bytes
    /// that `fresh` gives; the key is durable when this returns.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read or written, or `fresh` fails.
    pub fn host_key(
        &self,
        fresh: impl FnOnce() -> Result<[u8; 32], String>,
    ) -> Result<HostKey, StoreError> {
        if let Some(key) = self.reader()?.host_key()? {
            return Ok(key);
        }
        self.write(Entry::HostKey(Hidden(fresh().map_err(StoreError::Other)?)))?;
        let kept = self.reader()?.host_key()?;
        kept.ok_or_else(|| StoreError::Other("the host's key was not kept".to_owned()))
    }

    /// Has all ratings computed anew by `make` from all rated games, which come in the order in which they count,
    /// unless those that are kept are by this version of the formulas already. They are durable when this returns.
    /// Returns how many there are; `None` if nothing was to be done.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read or written. Then all ratings are as they were.
    pub fn rate_anew(
        &self,
        version: u32,
        make: impl FnOnce(Vec<RatedGame>) -> Vec<StoredRating>,
    ) -> Result<Option<usize>, StoreError> {
        let reader = self.reader()?;
        if reader.rating_formulas()? == Some(version) {
            return Ok(None);
        }
        let ratings = make(reader.rated_games()?);
        let n = ratings.len();
        self.write(Entry::Ratings { formulas: version, ratings })?;
        Ok(Some(n))
    }

    /// Commits this, and waits until it is durable or has failed.
    fn write(&self, entry: Entry) -> Result<(), StoreError> {
        let (done, written) = std::sync::mpsc::sync_channel(1);
        let entry = Arc::new(entry);
        let applied = Arc::clone(&entry);
        let apply = move |conn: &Connection| applied.apply(conn);
        self.inner
            .writer
            .submit(Pace::Settled, Some(entry), apply, move |result| drop(done.send(result)));
        written.recv().unwrap_or_else(|_| Err(StoreError::Other("the writer has ended".into())))
    }

    /// Queues a transaction. All transactions that wait are committed together. `done` is called on
    /// the writer thread once the transaction is durable or has failed; it must be short, because
    /// others wait for it.
    ///
    /// A batch that only sets marks, such as that of a delivered reply, waits up to 50 ms for others to join it.
    pub fn commit(
        &self,
        mut batch: Batch,
        done: impl FnOnce(Result<(), StoreError>) + Send + 'static,
    ) {
        if !batch.forgotten.is_empty() {
            batch.chance.get_or_insert_with(|| Hidden(rand::random()));
        }
        let pace = match () {
            () if batch.only_marks() => Pace::Lazy,
            // No trace is left in the log.
            () if !batch.forgotten.is_empty() => Pace::Settled,
            () => Pace::Usual,
        };
        let path = self.inner.lock.database().to_owned();
        let forgets = !batch.forgotten.is_empty() || !batch.returned.is_empty();
        let entry = Arc::new(Entry::Batch(batch));
        let applied = Arc::clone(&entry);
        let apply = move |conn: &Connection| {
            applied.apply(conn)?;
            if forgets {
                // Before the commit: whatever happens then, the next start does as they wish.
                forgotten::write_beside(&path, &forgotten::marks(conn)?)?;
            }
            Ok(())
        };
        self.inner.writer.submit(pace, Some(entry), apply, done);
    }

    /// Queues a claim of a name on the local page. `done` learns whether the name is this browser's
    /// now: because it was free and looks like nobody else's, or because the browser already held it
    /// with the same secret. Of two claims that wait together, the first one counts.
    pub fn claim_name(
        &self,
        claim: PageClaim,
        done: impl FnOnce(Result<Claimed, StoreError>) + Send + 'static,
    ) {
        let path = self.inner.lock.database().to_owned();
        let apply = move |conn: &Connection| {
            let who = PersonId::new(Platform::Local, &*claim.key);
            let is_back = forgotten::mark_of(conn, &who)?.is_some_and(Forgotten::stands);
            let claimed = transaction::claim(conn, &claim)?;
            if is_back {
                forgotten::write_beside(&path, &forgotten::marks(conn)?)?;
            }
            Ok(claimed)
        };
        self.inner.writer.submit(Pace::Usual, None, apply, done);
    }

    /// Queues one more browser for a name of the local page, by the folded key of the name and SHA-256 of the
    /// browser's secret. `by` is the same of the browser that says so. Beyond ten of them, the first of those that
    /// have let nobody in loses the name; the browser that took it keeps it.
    pub fn admit_device(
        &self,
        key: String,
        secret_hash: [u8; 32],
        by: [u8; 32],
        at: Millis,
        done: impl FnOnce(Result<DeviceAdmission, StoreError>) + Send + 'static,
    ) {
        let apply = move |conn: &Connection| devices::admit(conn, &key, &secret_hash, &by, at);
        self.inner.writer.submit(Pace::Usual, None, apply, done);
    }

    /// Queues that a name of the local page belongs to one of its browsers alone, and to those that have let it in,
    /// by the folded key of the name and SHA-256 of the browser's secret. `done` learns what has come of it; `None`
    /// if the name was not that browser's.
    pub fn sign_out_others(
        &self,
        key: String,
        secret_hash: [u8; 32],
        at: Millis,
        done: impl FnOnce(Result<Option<OthersSignedOut>, StoreError>) + Send + 'static,
    ) {
        let apply = move |conn: &Connection| devices::sign_out_others(conn, &key, &secret_hash, at);
        self.inner.writer.submit(Pace::Usual, None, apply, done);
    }

    /// Queues a line for the history of a place and, in the same transaction, marks the reply
    /// `delivered` (an outbox number) as sent with [`message_id`] of the line. A client id that
    /// is already there adds nothing and gives the old line's number.
    ///
    /// [`message_id`]: super::message_id
    pub fn append_line(
        &self,
        line: PageLine,
        delivered: Option<u64>,
        done: impl FnOnce(Result<Appended, StoreError>) + Send + 'static,
    ) {
        let apply = move |conn: &Connection| transaction::append(conn, &line, delivered);
        self.inner.writer.submit(Pace::Usual, None, apply, done);
    }

    /// Gives up what is on its way to a shared log: nobody knows whether it gets there, and the next start finds out.
    #[cfg(feature = "postgres")]
    pub fn give_up(&self) {
        let why = "it was to end while the log did not answer";
        self.inner.health.stop(Stop::ended(why));
    }

    /// Takes no more transactions, commits all that wait, brings the file up to date and releases it;
    /// readers keep it locked as long as they live. A store that [has stopped](Store::stopped), or is
    /// found damaged now, leaves its files as they are. Dropping the last clone does the same; a program
    /// that ends while there are other clones calls this first. Later commits fail.
    pub fn close(&self) {
        self.inner.writer.close();
    }
}
