//! The database's file, its folder and the files beside it.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
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

/// A new file, readable by its owner alone: it will hold dice secrets. An error if there is one.
pub(super) fn new_file(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes what was renamed, made or removed beside this file durable.
pub(super) fn sync_folder_of(path: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(|error| file_error(folder, &error))?;
    }
    Ok(())
}
