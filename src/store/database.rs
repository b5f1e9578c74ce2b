//! The open database: where transactions are queued and readers come from.

use std::{path::Path, sync::Arc};

use rusqlite::Connection;

use super::{
    Appended, Batch, PageClaim, PageLine, Reader, StoreError, lock::FileLock, open, transaction,
    writer::Writer,
};

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
    lock: Arc<FileLock>,
}

impl Store {
    /// Opens the database for this process alone, or makes it where there is none; a second process
    /// is refused.
    ///
    /// # Errors
    /// [`StoreError`]; the file is left untouched then.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let (conn, lock) = open::open(path)?;
        let writer = Writer::start(conn, Arc::clone(&lock))?;
        Ok(Self { inner: Arc::new(Inner { writer, lock }) })
    }

    /// A new connection that reads what is committed.
    ///
    /// # Errors
    /// [`StoreError::Other`] if it cannot be opened.
    pub fn reader(&self) -> Result<Reader, StoreError> {
        Reader::beside_writer(Arc::clone(&self.inner.lock))
    }

    /// Queues a transaction. All transactions that wait are committed together. `done` is called on
    /// the writer thread once the transaction is durable or has failed; it must be short, because
    /// others wait for it.
    ///
    /// A batch that only marks replies as delivered waits up to 50 ms for others to join it.
    pub fn commit(&self, batch: Batch, done: impl FnOnce(Result<(), StoreError>) + Send + 'static) {
        let lazy = batch.only_marks_delivered();
        self.inner.writer.submit(lazy, move |conn| transaction::batch(conn, &batch), done);
    }

    /// Queues a claim of a name on the local page. `done` learns whether the name is this browser's
    /// now: because it was free, or because the browser already held it with the same secret.
    pub fn claim_name(
        &self,
        claim: PageClaim,
        done: impl FnOnce(Result<bool, StoreError>) + Send + 'static,
    ) {
        self.inner.writer.submit(false, move |conn| transaction::claim(conn, &claim), done);
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
        self.inner.writer.submit(false, apply, done);
    }

    /// Takes no more transactions, commits all that wait, brings the file up to date and releases it;
    /// readers keep it locked as long as they live. Dropping the last clone does the same; a program
    /// that ends while there are other clones calls this first. Later commits fail.
    pub fn close(&self) {
        self.inner.writer.close();
    }
}
