//! The database's file, its folder and the files beside it.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use super::StoreError;

/// A file named after the database: SQLite's `-wal`, `-shm` and `-journal`.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// The size of a file in bytes; 0 where there is none.
pub(super) fn size_of(path: &Path) -> u64 {
    path.metadata().map_or(0, |meta| meta.len())
}

/// Makes the folder of the file where there is none.
pub(super) fn make_folder(path: &Path) -> Result<(), StoreError> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => {
            fs::create_dir_all(folder).map_err(|error| file_error(folder, &error))
        }
        _ => Ok(()),
    }
}

/// The error that the system reported about a file.
pub(super) fn file_error(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Other(format!("{}: {error}", path.display()))
}
