//! One process at a time: the claim on the database file.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs::{self, File, OpenOptions, TryLockError},
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use super::StoreError;

/// Files that this process holds. POSIX drops all of a process's record locks on a file as soon
/// as it closes any descriptor of it, and SQLite uses record locks. So a second open in this
/// process has to be turned down before it makes a descriptor: closing that one would take the
/// first one's locks along.
static HELD: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The claim on a database file, for as long as this lives.
///
/// It is a `flock` on the database file itself, so that nothing is left lying beside it and a
/// killed process leaves no claim behind. SQLite locks with `fcntl`, which knows nothing of
/// `flock`: the two never meet. For the reason at [`HELD`], this must outlive every SQLite
/// connection of the process to this file; whoever has a connection keeps the claim too.
#[derive(Debug)]
pub(super) struct Hold {
    path: PathBuf,
    _file: File,
}

impl Hold {
    /// Claims the file, made empty if there is none.
    pub(super) fn take(path: &Path) -> Result<Self, StoreError> {
        let path = whole(path).map_err(|error| at(path, &error))?;
        let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        if held.contains(&path) {
            return Err(StoreError::InUse);
        }
        let file = claimable(&path).map_err(|error| at(&path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse),
            Err(TryLockError::Error(error)) => return Err(at(&path, &error)),
        }
        held.insert(path.clone());
        Ok(Self { path, _file: file })
    }

    /// The whole path of the database file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        HELD.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.path);
    }
}

/// The path from the root, links followed: neither a new working folder nor a name such as
/// `:memory:` may mean something else to SQLite than to us.
fn whole(path: &Path) -> std::io::Result<PathBuf> {
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

/// Opens the file that is locked, readable by its owner alone if it is made now: it holds the
/// dice secrets. SQLite gives the files beside it the same mode.
fn claimable(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(path)
    }
    // Elsewhere a lock keeps SQLite out too, so there it has to be on another file.
    #[cfg(not(unix))]
    {
        options.open(path)?;
        options.open(beside(path, "-lock"))
    }
}

/// A file named after the database: SQLite's `-wal`, `-shm` and `-journal`.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Makes the folder of the file where there is none.
pub(super) fn make_folder(path: &Path) -> Result<(), StoreError> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => {
            fs::create_dir_all(folder).map_err(|error| at(folder, &error))
        }
        _ => Ok(()),
    }
}

/// What the system said about a file.
pub(super) fn at(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Other(format!("{}: {error}", path.display()))
}
