//! Snapshots: a whole copy as it is at a place of the log, packed, in parts. Whoever is far behind begins with one.

use std::{
    fs::{self, File},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    sync::{
        PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use flate2::{Compression, read::ZlibEncoder, write::ZlibDecoder};
use rusqlite::Connection;

use super::{LogError, SharedLog, Writes, position::Position, session::Session};
use crate::{
    Store, StoreError, backup,
    files::{beside, file_error, new_file},
    migrate, open,
};

/// The ending of the name of a copy on its way.
pub(super) const ENDING: &str = ".snapshot";
/// The size of a part, packed.
const PART: usize = 1 << 20;
/// So many rows behind a snapshot, or so many seconds, make a new one due.
const ROWS: i64 = 50_000;
const SECONDS: i64 = 24 * 3_600;
/// The pause between two looks at whether one is due.
const LOOK: Duration = Duration::from_secs(60);

/// The parts of a file, packed.
pub(super) struct Parts(ZlibEncoder<File>);

impl Parts {
    pub(super) fn of(file: &Path) -> Result<Self, StoreError> {
        let opened = File::open(file).map_err(|error| file_error(file, &error))?;
        Ok(Self(ZlibEncoder::new(opened, Compression::default())))
    }
}

impl Iterator for Parts {
    type Item = Result<Vec<u8>, LogError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut part = Vec::new();
        let read = (&mut self.0).take(PART as u64).read_to_end(&mut part);
        match read {
            Ok(0) => None,
            Ok(_) => Some(Ok(part)),
            Err(error) => Some(Err(StoreError::Other(error.to_string()).into())),
        }
    }
}

/// Writes a snapshot to a new file.
pub(super) fn fetch(session: &mut Session, n: i64, to: &Path) -> Result<(), LogError> {
    let failed = |error: &io::Error| LogError::Copy(file_error(to, error));
    let mut unpacked = ZlibDecoder::new(new_file(to).map_err(|error| failed(&error))?);
    for part in 0.. {
        let Some(body) = session.part(n, part)? else { break };
        unpacked.write_all(&body).map_err(|error| failed(&error))?;
    }
    // It goes as a whole once there is a newer one.
    if session.part(n, 0)?.is_none() {
        return Err(LogError::Away("a newer snapshot has taken the place of this one".to_owned()));
    }
    let file = unpacked.finish().map_err(|error| failed(&error))?;
    file.sync_all().map_err(|error| failed(&error))
}

/// A file that goes when this is dropped.
pub(super) struct Passing(pub(super) PathBuf);

impl Drop for Passing {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

/// A copy of the database of this connection as it is now, in a file that goes again.
pub(super) fn passing_copy(conn: &Connection, beside_of: &Path) -> Result<Passing, StoreError> {
    let part = Passing(beside(beside_of, ENDING));
    // What a kill has left.
    drop(fs::remove_file(&part.0));
    backup::copy(conn, &part.0)?;
    Ok(part)
}

/// The keeper of snapshots of an active process, on a thread of its own. It ends when this is dropped.
#[derive(Debug)]
pub struct Keeper {
    wake: Sender<Wake>,
    thread: Option<JoinHandle<()>>,
}

/// A word to the keeper.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wake {
    /// Somebody was forgotten.
    Forgot,
    /// It is to end. The other end of the channel alone would not say so: the writer keeps one too, and the keeper keeps
    /// the writer's store.
    End,
}

/// The end at which the keeper is woken.
pub(super) fn wakes() -> (Sender<Wake>, Receiver<Wake>) {
    channel()
}

impl Keeper {
    /// Begins to keep snapshots of this store.
    pub(super) fn start(
        log: SharedLog,
        store: Store,
        writes: Writes,
        (wake, woken): (Sender<Wake>, Receiver<Wake>),
    ) -> Result<Self, StoreError> {
        let run = move || loop {
            match keep(&log, &store, &writes) {
                Ok(()) => {}
                Err(error) => log.throttle.pass("snapshot", &error, |line| {
                    tracing::warn!("no snapshot of the log could be made, and it grows: {line}");
                }),
            }
            match woken.recv_timeout(LOOK) {
                Ok(Wake::Forgot) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Wake::End) | Err(RecvTimeoutError::Disconnected) => break,
            }
        };
        let thread = thread::Builder::new().name("snapshots".into()).spawn(run);
        let thread = thread.map_err(|error| StoreError::Other(format!("no thread: {error}")))?;
        Ok(Self { wake, thread: Some(thread) })
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.wake.send(Wake::End);
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// Makes a snapshot if one is due, and finds out who may still know somebody who was forgotten.
fn keep(log: &SharedLog, store: &Store, writes: &Writes) -> Result<(), LogError> {
    let name = log.name();
    let mut session = Session::open(&log.address)?;
    let since = session.since_snapshot()?;
    session.note_process(&name, log.formats.newest, since.through)?;
    writes.choose(log.formats, &mut session)?;
    let is_grown = since.rows >= ROWS || since.rows > 0 && since.seconds >= SECONDS;
    // A process that could not begin with it would be shut out by it.
    let is_due = (since.forgot || is_grown) && session.is_read_by_all(migrate::KNOWN)?;
    if is_due {
        make(log, store, &name, since.forgot)?;
        // The session of before may have ended over a long copy.
        session = Session::open(&log.address)?;
    }
    let unseen = session.unseen_since_forgetting(&name)?;
    if since.forgot || !unseen.is_empty() {
        *store.inner.elsewhere.lock().unwrap_or_else(PoisonError::into_inner) = Some(unseen);
    }
    if is_due && since.forgot || since.is_dirty {
        session.rewrite()?;
    }
    Ok(())
}

/// Makes a snapshot, and cuts the log behind it, or behind the one before unless somebody was forgotten.
fn make(log: &SharedLog, store: &Store, name: &str, forgot: bool) -> Result<(), LogError> {
    let reader = store.reader()?;
    let conn = reader.conn();
    // A copy is written, so the connection may not be one that only queries.
    conn.pragma_update(None, "query_only", false).map_err(StoreError::from)?;
    let copy = passing_copy(conn, store.inner.lock.path())?;
    let copied = open::connect_immutable(&copy.0)?;
    let at = Position::of(&copied)?.ok_or_else(|| StoreError::Damaged("no position".into()))?;
    drop(copied);
    let mut session = Session::open(&log.address)?;
    session.keep_snapshot(at, migrate::KNOWN, Parts::of(&copy.0)?, (name, !forgot))
}
