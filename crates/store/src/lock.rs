//! One process at a time: the lock on the database file.

use std::{
    collections::BTreeSet,
    fs::{File, OpenOptions, TryLockError},
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

#[cfg(not(unix))]
use super::files::beside;
use super::{StoreError, files::file_error};

/// The files that this process has locked. POSIX drops all record locks of a process on a file as
/// soon as the process closes any descriptor of that file, and SQLite uses record locks. So a second
/// open in this process has to be refused before it makes a descriptor: closing that one would
/// drop the locks of the first one.
static LOCKED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The lock on a database file, for as long as this lives.
///
/// It is a `flock` on the database file itself, so that nothing is left lying beside it and a
/// killed process leaves no lock behind. SQLite locks with `fcntl`, which knows nothing of
/// `flock`: the two never meet. For the reason at [`LOCKED`], this must outlive every SQLite
/// connection of the process to this file; whoever has a connection keeps the lock too.
#[derive(Debug)]
pub(super) struct FileLock {
    path: PathBuf,
    /// The database of which it is the copy, or itself.
    database: PathBuf,
    file: File,
}

impl FileLock {
    /// Locks the file; if there is none, an empty one is made.
    pub(super) fn take(path: &Path) -> Result<Self, StoreError> {
        Self::take_by(path, open_to_lock)
    }

    /// Locks the file; `None` if there is none.
    pub(super) fn take_if_there(path: &Path) -> Result<Option<Self>, StoreError> {
        if path.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            return Ok(None);
        }
        Self::take_by(path, |path| File::open(path)).map(Some)
    }

    fn take_by(
        path: &Path,
        open: impl FnOnce(&Path) -> std::io::Result<File>,
    ) -> Result<Self, StoreError> {
        let path = absolute(path).map_err(|error| file_error(path, &error))?;
        let mut locked = LOCKED.lock().unwrap_or_else(PoisonError::into_inner);
        if locked.contains(&path) {
            return Err(StoreError::InUse);
        }
        let file = open(&path).map_err(|error| file_error(&path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse),
            Err(TryLockError::Error(error)) => return Err(file_error(&path, &error)),
        }
        locked.insert(path.clone());
        Ok(Self { database: path.clone(), path, file })
    }

    /// The same for a file that is the copy of another: what stands beside that is its, too.
    #[cfg(feature = "postgres")]
    pub(super) fn for_copy_of(mut self, database: &Path) -> Result<Self, StoreError> {
        let database = absolute(database).map_err(|error| file_error(database, &error))?;
        self.database = database;
        Ok(self)
    }

    /// The absolute path of the database after which the files beside it are named: for a copy, that of which it is one.
    pub(super) fn database(&self) -> &Path {
        &self.database
    }

    /// The absolute path of the database file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The locked file: the database, or another one where a lock on the database would keep SQLite
    /// out.
    #[cfg_attr(not(unix), expect(dead_code, reason = "the file is not the database there"))]
    pub(super) const fn file(&self) -> &File {
        &self.file
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        let mut locked = LOCKED.lock().unwrap_or_else(PoisonError::into_inner);
        // A process that is just being started holds a copy of the file: closing ours would not end the lock.
        let _ = self.file.unlock();
        locked.remove(&self.path);
    }
}

/// The path from the root, links followed: neither a new working folder nor a name such as
/// `:memory:` may mean something else to SQLite than to us.
pub(super) fn absolute(path: &Path) -> std::io::Result<PathBuf> {
    match path.canonicalize() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
                return Err(error);
            };
            let here = Path::new(".");
            let folder = if folder.as_os_str().is_empty() { here } else { folder };
            Ok(folder.canonicalize()?.join(name))
        }
        found => found,
    }
}

/// Opens the file in order to lock it. If it is made now, only its owner can read it, since it will
/// hold the dice secrets; SQLite gives the files beside it the same mode.
fn open_to_lock(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(path)
    }
    // On other systems a lock keeps SQLite out too, so there it has to be on another file.
    #[cfg(not(unix))]
    {
        options.open(path)?;
        options.open(beside(path, "-lock"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_the_file_in_another_process_keeps_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let lock = FileLock::take(&path).unwrap();
        let copy = lock.file.try_clone().unwrap();
        drop(lock);
        assert!(FileLock::take(&path).is_ok());
        drop(copy);
    }
}
