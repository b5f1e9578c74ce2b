//! The folder of the backups that a bot makes by itself.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use table::{DAY, HOUR, Millis};

use super::{
    Store, StoreError,
    files::{file_error, size_of},
    stamp::{parse_stamp, stamp},
};

/// The ending of a backup's name.
const ENDING: &str = ".db";

/// After this long what a backup has left unfinished is nobody's any more, in milliseconds.
const UNFINISHED_KEPT: Millis = HOUR;

/// The time after somebody was forgotten in which backups from before are kept, in milliseconds: they were told that it
/// is 30 days at most, and a look comes once an hour.
const KEPT_AFTER_FORGETTING: Millis = 30 * DAY - HOUR;

/// Backups of one database in one folder: `martian-cake-2026-11-23-013102.db` is that of
/// `martian-cake.db` at that instant in UTC. Files of any other name are left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupFolder {
    folder: PathBuf,
    /// The prefix of the names: the name of the database without its extension.
    stem: String,
    kept: usize,
}

/// A backup that has just been made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeBackup {
    /// The file that was made.
    pub path: PathBuf,
    /// Its size in bytes.
    pub bytes: u64,
}

/// Says in the log which old backups could not be deleted.
fn log_left_over(left_over: &[String]) {
    for error in left_over {
        tracing::warn!("an old backup could not be deleted: {error}");
    }
}

impl BackupFolder {
    /// The backups of a database in a folder, of which so many are kept, at least one. The folder is
    /// made when it is first needed.
    #[must_use]
    pub fn new(folder: PathBuf, database: &Path, kept: usize) -> Self {
        let stem = database.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self { folder, stem, kept: kept.max(1) }
    }

    /// The folder in which they are.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Returns when the newest backup was made; `None` if there is none. One that is dated after `now` counts
    /// for nothing: the clock was wrong when it was made, or is wrong now.
    ///
    /// # Errors
    /// [`StoreError::Other`] if the folder cannot be read.
    pub fn newest(&self, now: Millis) -> Result<Option<Millis>, StoreError> {
        let instants = self.backups()?.into_iter().map(|(at, _)| at);
        Ok(instants.filter(|at| *at <= now).max())
    }

    /// Makes a backup, and then deletes the oldest ones beyond the number that is kept. It blocks
    /// until the disk has the copy.
    ///
    /// # Errors
    /// As [`Store::backup`]; nothing is deleted then.
    pub fn add(
        &self,
        store: &Store,
        now: Millis,
        is_given_up: &Arc<AtomicBool>,
    ) -> Result<MadeBackup, StoreError> {
        self.make_folder()?;
        self.drop_unfinished(now)?;
        let path = self.folder.join(format!("{}-{}{ENDING}", self.stem, stamp(now)?));
        store.backup(&path, is_given_up)?;
        log_left_over(&self.drop_oldest(&path, now)?);
        Ok(MadeBackup { bytes: size_of(&path), path })
    }

    /// Deletes the backups that were made by this instant, and those that are dated more than a day after `now`: nobody
    /// knows how old they are. Returns how many are gone, and what the system says of those that could not be deleted.
    ///
    /// # Errors
    /// [`StoreError::Other`] if the folder cannot be read.
    pub fn drop_made_by(
        &self,
        instant: Millis,
        now: Millis,
    ) -> Result<(usize, Vec<String>), StoreError> {
        let mut old = self.backups()?;
        old.retain(|(at, _)| *at <= instant || *at > now.saturating_add(DAY));
        let left_over: Vec<String> = old.iter().filter_map(remove).collect();
        Ok((old.len() - left_over.len(), left_over))
    }

    /// Deletes the backups from before somebody was forgotten, once that is long enough ago, and says so in the log. `last`
    /// gives the instant at which somebody was last forgotten by the one that it is given.
    pub fn drop_forgotten(
        &self,
        now: Millis,
        last: impl FnOnce(Millis) -> Result<Option<Millis>, StoreError>,
    ) {
        let dropped = last(now.saturating_sub(KEPT_AFTER_FORGETTING)).and_then(|mark| match mark {
            Some(mark) => self.drop_made_by(mark, now),
            None => Ok((0, Vec::new())),
        });
        match dropped {
            Ok((n, left_over)) => {
                if n > 0 {
                    tracing::info!("{n} backups from before somebody was forgotten are deleted");
                }
                log_left_over(&left_over);
            }
            Err(StoreError::Stopped) => {}
            Err(error) => {
                tracing::warn!(
                    "the backups from before somebody was forgotten are still there: {error}"
                );
            }
        }
    }

    /// Makes the folder where there is none, for its owner alone.
    fn make_folder(&self) -> Result<(), StoreError> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.folder).map_err(|error| file_error(&self.folder, &error))
    }

    /// The names of all files in the folder that can be read as text.
    fn names(&self) -> Result<Vec<String>, StoreError> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(file_error(&self.folder, &error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| file_error(&self.folder, &error))?;
            names.extend(entry.file_name().into_string().ok());
        }
        Ok(names)
    }

    /// The instant in the name of a backup; `None` for a file of another name.
    fn instant_of(&self, name: &str) -> Option<Millis> {
        let stamp = name.strip_prefix(&self.stem)?.strip_prefix('-')?.strip_suffix(ENDING)?;
        parse_stamp(stamp)
    }

    /// All backups with their instants.
    fn backups(&self) -> Result<Vec<(Millis, PathBuf)>, StoreError> {
        let backup = |name: String| Some((self.instant_of(&name)?, self.folder.join(name)));
        Ok(self.names()?.into_iter().filter_map(backup).collect())
    }

    /// Deletes what a program that was killed has left of a backup.
    fn drop_unfinished(&self, now: Millis) -> Result<(), StoreError> {
        for name in self.names()? {
            let begun = name.strip_suffix(".part").and_then(|name| {
                let (name, process) = name.rsplit_once('.')?;
                process.parse::<u32>().ok().and_then(|_| self.instant_of(name))
            });
            if begun.is_some_and(|at| now.abs_diff(at) > UNFINISHED_KEPT.unsigned_abs()) {
                let path = self.folder.join(name);
                fs::remove_file(&path).map_err(|error| file_error(&path, &error))?;
            }
        }
        Ok(())
    }

    /// Deletes the oldest backups beyond the number that is kept, never the one just made. Those that
    /// are dated after `now` go first: nobody knows how old they are.
    fn drop_oldest(&self, made: &Path, now: Millis) -> Result<Vec<String>, StoreError> {
        let mut backups = self.backups()?;
        backups.retain(|(_, path)| path != made);
        backups.sort_by_key(|(at, _)| (*at <= now, *at));
        let surplus = (backups.len() + 1).saturating_sub(self.kept);
        Ok(backups.iter().take(surplus).filter_map(remove).collect())
    }
}

/// Deletes a backup; returns what the system says if it cannot be.
fn remove((_, path): &(Millis, PathBuf)) -> Option<String> {
    fs::remove_file(path).err().map(|error| file_error(path, &error).to_string())
}
