//! Copies of files that are set aside under a dated name before something else takes their place.

use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    iter,
    path::{Path, PathBuf},
};

use table::Millis;
use time::OffsetDateTime;

use super::{
    StoreError,
    files::{beside, file_error, new_file, sync_folder_of},
    stamp::{LENGTH as STAMP_LENGTH, parse_stamp, stamp},
    wal,
};

/// The middle of the name of a file that is set aside, before the instant.
const SET_ASIDE: &str = ".set-aside-";

/// How many sets of files may have the same second in their name.
const MOST: u32 = 10_000;

/// How often a log is looked at that somebody may be writing to.
const LOOKS: usize = 4;

/// The names under which something can be set aside: `games.db.set-aside-2026-11-23-030415` and, where
/// that is taken, the same with `-2`, `-3` and so on behind it.
pub(super) fn names(path: &Path, at: Millis) -> Result<impl Iterator<Item = PathBuf>, StoreError> {
    let first = beside(path, &format!("{SET_ASIDE}{}", stamp(at)?));
    let further = first.clone();
    let further = (2..MOST).map(move |n| beside(&further, &format!("-{n}")));
    Ok(iter::once(first).chain(further))
}

/// The files beside a database that were set aside by this instant, in the order of their names.
pub(super) fn made_by(path: &Path, instant: Millis) -> Result<Vec<PathBuf>, StoreError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let of = path.file_name().unwrap_or_default().to_string_lossy();
    let is_old = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let aside = name.strip_prefix(&*of).and_then(|rest| rest.split_once(SET_ASIDE));
        let at = aside.and_then(|(_, stamp)| parse_stamp(stamp.get(..STAMP_LENGTH)?));
        at.is_some_and(|at| at <= instant)
    };
    let files = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>());
    let mut files = files.map_err(|error| file_error(folder, &error))?;
    files.retain(is_old);
    files.sort_unstable();
    Ok(files)
}

/// That all names of a second are taken.
pub(super) fn no_name(path: &Path) -> StoreError {
    StoreError::Other(format!("there are too many copies beside {} already", path.display()))
}

/// Returns what tells of damage in the log beside a database; `None` where there is no log, and for one that a
/// crash may have left. Somebody may be writing to it meanwhile.
pub(super) fn log_damage(path: &Path) -> Result<Option<String>, StoreError> {
    let log = beside(path, "-wal");
    let file = match File::open(&log) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(|error| file_error(&log, &error))?,
    };
    let mut before = None;
    for _ in 0..LOOKS {
        let found = wal::damage(&file).map_err(|error| file_error(&log, &error))?;
        // What is being written looks different the next time.
        if found.is_none() || found == before {
            return Ok(found);
        }
        before = found;
    }
    Ok(None)
}

/// Keeps a copy of the log beside a database that is about to be opened, if the log is damaged: SQLite
/// would go on without what it cannot read there, and write over it. Says so in the program's log.
pub(super) fn keep_damaged_log(path: &Path) -> Result<(), StoreError> {
    let Some(what) = log_damage(path)? else { return Ok(()) };
    let log = beside(path, "-wal");
    let kept = keep(&log)?;
    tracing::warn!(
        "the -wal file of the database is damaged ({what}): the last moves that were confirmed before \
         the program ended may be lost. The program goes on with what can be read; a copy of the file \
         is kept as {}",
        kept.display()
    );
    Ok(())
}

/// Copies a file under a name with the instant at which it was last written to, and makes that durable.
/// A copy that is there already is not made again.
fn keep(path: &Path) -> Result<PathBuf, StoreError> {
    let failed = |error: &io::Error| file_error(path, error);
    let bytes = fs::read(path).map_err(|error| failed(&error))?;
    let modified = path.metadata().and_then(|meta| meta.modified());
    let modified = OffsetDateTime::from(modified.map_err(|error| failed(&error))?);
    for name in names(path, modified.unix_timestamp().saturating_mul(1_000))? {
        match new_file(&name) {
            Ok(mut file) => {
                let written =
                    io::Write::write_all(&mut file, &bytes).and_then(|()| file.sync_all());
                if let Err(error) = written {
                    // The error says more than one of this clean-up would.
                    drop(fs::remove_file(&name));
                    return Err(file_error(&name, &error));
                }
                sync_folder_of(&name)?;
                return Ok(name);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                if fs::read(&name).is_ok_and(|kept| kept == bytes) {
                    return Ok(name);
                }
            }
            Err(error) => return Err(file_error(&name, &error)),
        }
    }
    Err(no_name(path))
}
