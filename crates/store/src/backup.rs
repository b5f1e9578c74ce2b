//! Copies of a whole database, as it is at one moment: for whoever asks, and those of a running bot.

use std::{
    fs::{self, File},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use rusqlite::Connection;

use super::{
    Reader, Stop, Store, StoreError,
    check::{Inspection, file_faults},
    files::{beside, file_error, new_file, sync_folder_of},
    open, queries,
};

/// How many steps of SQLite's there are between two looks at whether a copy is to be given up.
const STEPS_BETWEEN_LOOKS: i32 = 10_000;

/// Writes a copy of the database as it is at one moment, also while a bot writes to it. The copy
/// is whole on the disk, and checked, before it gets its name. That of a copy of a shared log is a database of its own.
///
/// # Errors
/// [`StoreError::Other`] if there is already a file at `to`, [`StoreError::Damaged`] if the copy is
/// not sound; otherwise as [`check`](super::check()).
pub fn backup(path: &Path, to: &Path) -> Result<(), StoreError> {
    let inspected = Inspection::at(path)?;
    changed_copy(inspected.reader.conn(), to, open::make_database)
}

impl Store {
    /// Writes a copy as [`backup`] does, of the database that this process has open, on the thread
    /// that calls. Commits go on meanwhile. As soon as `is_given_up` is true it ends with an error.
    ///
    /// # Errors
    /// As [`backup`].
    pub fn backup(&self, to: &Path, is_given_up: &Arc<AtomicBool>) -> Result<(), StoreError> {
        if self.stopped().is_some() {
            return Err(StoreError::Stopped);
        }
        if is_given_up.load(Ordering::Relaxed) {
            return Err(StoreError::Other("the copy was given up".to_owned()));
        }
        // Nothing here may open the database's file but SQLite: closing it would drop its locks.
        let reader = self.reader()?;
        let conn = reader.conn();
        // A copy is written, so the connection may not be one that only queries.
        conn.pragma_update(None, "query_only", false)?;
        let given_up = Arc::clone(is_given_up);
        let look = move || given_up.load(Ordering::Relaxed);
        conn.progress_handler(STEPS_BETWEEN_LOOKS, Some(look))?;
        changed_copy(conn, to, open::make_database).map_err(|error| match error {
            StoreError::Damaged(what) => self.blamed(&reader, what),
            other => other,
        })
    }

    /// Finds out whose damage it is that a copy has come upon: that of the database, after which the
    /// store stops, or that of the disk on which the copy is.
    fn blamed(&self, reader: &Reader, what: String) -> StoreError {
        match reader.all(queries::QUICK_CHECK, [], |row| row.get::<_, String>(0)) {
            Ok(verdict) if verdict == ["ok"] => StoreError::Other(what),
            Ok(_) => {
                self.inner.health.stop(Stop::damage(&what));
                StoreError::Damaged(what)
            }
            Err(error) => error,
        }
    }
}

/// Copies, changes something in the copy, checks it, and gives it its name.
pub(super) fn changed_copy(
    conn: &Connection,
    to: &Path,
    change: impl FnOnce(&Path) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    if to.symlink_metadata().is_ok() {
        return Err(exists(to));
    }
    let part = beside(to, &format!(".{}.part", std::process::id()));
    let result = copy(conn, &part)
        .and_then(|()| change(&part))
        .and_then(|()| check_copy(&part))
        .and_then(|()| give_name(&part, to));
    if result.is_err() {
        // The error that led here says more than an error of this clean-up would.
        drop(fs::remove_file(&part));
    }
    result
}

fn exists(to: &Path) -> StoreError {
    StoreError::Other(format!("{} is there already and stays as it is", to.display()))
}

/// Copies to a new file and waits until the disk has it.
///
/// By `VACUUM INTO`: unlike a page by page copy it cannot be set back by a busy writer, and it stops
/// at damage instead of copying it.
pub(super) fn copy(conn: &Connection, part: &Path) -> Result<(), StoreError> {
    drop(new_file(part).map_err(|error| file_error(part, &error))?);
    let name = part.to_str().ok_or_else(|| {
        StoreError::Other(format!("{}: this name is not Unicode", part.display()))
    })?;
    conn.execute(queries::BACKUP.sql, [name])?;
    File::open(part).and_then(|file| file.sync_all()).map_err(|error| file_error(part, &error))
}

/// Looks at a copy as at a database that somebody brings along.
pub(super) fn check_copy(part: &Path) -> Result<(), StoreError> {
    let inspected = Inspection::at(part)?;
    match file_faults(&inspected.reader)?.first() {
        Some(fault) => Err(StoreError::Damaged(format!("in the copy: {fault}"))),
        None => Ok(()),
    }
}

/// Gives the whole copy its name, and makes that durable.
fn give_name(part: &Path, to: &Path) -> Result<(), StoreError> {
    // Renaming would replace a file that has appeared in the meantime, so the name is taken first.
    match new_file(to) {
        Ok(file) => drop(file),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return Err(exists(to)),
        Err(error) => return Err(file_error(to, &error)),
    }
    fs::rename(part, to).map_err(|error| file_error(to, &error))?;
    sync_folder_of(to)
}
