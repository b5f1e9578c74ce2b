//! Watches the files of an open database: whether the path still leads to the open file, and whether
//! anything but this process has written to it or to its write-ahead log.
//!
//! The database file is never opened anew for that, since closing it would drop SQLite's locks: what
//! is read of it comes through the descriptor of the [`FileLock`]. In write-ahead mode only our own
//! checkpoints write to the database file, so at any other time it has to be as the last one left it.

use std::{
    fs::{self, File, Metadata},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    Stop, StoreError,
    files::{beside, file_error},
    lock::FileLock,
    wal::{self, Tip},
};

/// How many bytes the header of a database has.
const HEADER: usize = 100;

/// The properties that show that a file is the one that was seen before, and unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    /// Device and inode; zero where files have none.
    file: (u64, u64),
    size: u64,
    /// When it was written to, in seconds and nanoseconds; zero where that is told otherwise.
    modified: (i64, i64),
}

impl Stamp {
    fn of(meta: &Metadata) -> Self {
        #[cfg(unix)]
        let (file, modified) = {
            use std::os::unix::fs::MetadataExt as _;
            ((meta.dev(), meta.ino()), (meta.mtime(), meta.mtime_nsec()))
        };
        #[cfg(not(unix))]
        let (file, modified) = ((0, 0), (0, 0));
        Self { file, size: meta.len(), modified }
    }
}

/// The known state of the files since this process last wrote to them.
pub(super) struct FileWatch {
    lock: Arc<FileLock>,
    wal_path: PathBuf,
    wal_file: File,
    main: Stamp,
    header: Option<[u8; HEADER]>,
    wal: Stamp,
    /// Where the log ended behind the last commit; `None` while it is empty.
    tip: Option<Tip>,
}

impl FileWatch {
    /// Begins to watch an open database, whose log has so many frames.
    pub(super) fn begin(lock: Arc<FileLock>, frames: u32) -> Result<Self, StoreError> {
        let wal_path = beside(lock.path(), "-wal");
        let begin = || -> io::Result<Self> {
            // Closing this descriptor drops no locks: SQLite locks the database and its `-shm` only.
            let wal_file = File::open(&wal_path)?;
            Ok(Self {
                main: Stamp::of(&fs::metadata(lock.path())?),
                header: header(&lock)?,
                wal: Stamp::of(&wal_file.metadata()?),
                tip: wal::tip(&wal_file, frames)?,
                wal_file,
                wal_path: wal_path.clone(),
                lock: Arc::clone(&lock),
            })
        };
        begin().map_err(|error| file_error(lock.path(), &error))
    }

    /// Returns whether both files are where they were and as they were left. `frames` is how many the log has.
    pub(super) fn look(&mut self, frames: u32) -> Result<(), Stop> {
        let main = found(self.lock.path(), "it")?;
        if main.file != self.main.file {
            return Err(Stop::lost("another file is in its place"));
        }
        if main.size != self.main.size {
            let (was, is) = (self.main.size, main.size);
            return Err(Stop::damage(format!("it had {was} bytes and now has {is}")));
        }
        match header(&self.lock) {
            Ok(header) if header == self.header => {}
            Ok(_) => return Err(Stop::damage("its header is not what was written")),
            Err(error) => return Err(Stop::damage(format!("its header cannot be read: {error}"))),
        }
        if main.modified != self.main.modified {
            return Err(Stop::damage("it was changed by something else"));
        }
        let wal = found(&self.wal_path, "its -wal file")?;
        if wal.file != self.wal.file {
            return Err(Stop::lost("another file is in the place of its -wal file"));
        }
        if wal != self.wal {
            // Another program may have added to the log by the rules, such as the `sqlite3` shell.
            self.check_log(frames)?;
            self.wal = wal;
        }
        Ok(())
    }

    /// Looks at every frame of the log, which has so many.
    pub(super) fn check_log(&self, frames: u32) -> Result<(), Stop> {
        let Some(tip) = self.tip.as_ref().filter(|_| frames > 0) else { return Ok(()) };
        match wal::fault(&self.wal_file, tip) {
            Ok(None) => Ok(()),
            Ok(Some(fault)) => Err(Stop::damage(fault)),
            Err(error) => Err(Stop::damage(format!("its -wal file cannot be read: {error}"))),
        }
    }

    /// A commit has written to the log, which has so many frames now.
    pub(super) fn committed(&mut self, frames: u32) -> Result<(), Stop> {
        let unread =
            |error: io::Error| Stop::damage(format!("its -wal file cannot be read: {error}"));
        self.wal_written().map_err(unread)?;
        self.tip = wal::tip(&self.wal_file, frames).map_err(unread)?;
        if self.tip.is_none() && frames > 0 {
            return Err(Stop::damage("its -wal file does not hold what was written"));
        }
        Ok(())
    }

    /// A commit that has failed may have written to the log. Returns whether the next start would find
    /// it there nevertheless.
    pub(super) fn commit_failed(&mut self) -> io::Result<bool> {
        self.wal_written()?;
        wal::holds_more(&self.wal_file, self.tip.as_ref())
    }

    fn wal_written(&mut self) -> io::Result<()> {
        self.wal = Stamp { file: self.wal.file, ..Stamp::of(&self.wal_file.metadata()?) };
        Ok(())
    }

    /// A checkpoint of this process has written to the database, and the log has so many frames now.
    pub(super) fn checkpointed(&mut self, frames: u32) -> Result<(), Stop> {
        let main = found(self.lock.path(), "it")?;
        self.main = Stamp { file: self.main.file, ..main };
        self.header = header(&self.lock)
            .map_err(|error| Stop::damage(format!("its header cannot be read: {error}")))?;
        if frames == 0 {
            self.tip = None;
        }
        self.wal_written()
            .map_err(|error| Stop::damage(format!("its -wal file cannot be read: {error}")))
    }
}

/// Returns what the path leads to.
fn found(path: &Path, what: &str) -> Result<Stamp, Stop> {
    fs::metadata(path).map(|meta| Stamp::of(&meta)).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Stop::lost(format!("{what} is gone")),
        _ => Stop::lost(format!("{what} cannot be looked at: {error}")),
    })
}

/// The header of the database; `None` where its file cannot be read beside SQLite.
#[cfg(unix)]
fn header(lock: &FileLock) -> io::Result<Option<[u8; HEADER]>> {
    use std::os::unix::fs::FileExt as _;
    let mut header = [0; HEADER];
    lock.file().read_exact_at(&mut header, 0)?;
    Ok(Some(header))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
fn header(_: &FileLock) -> io::Result<Option<[u8; HEADER]>> {
    Ok(None)
}
