//! Putting a backup in the place of the database, so that the games go on from the moment of the copy.
//!
//! The present database is set aside whole before a name is taken from it. From then on until the copy
//! stands in its place, a short text stands there that no program takes for a database: whatever the
//! moment at which the power fails, the next start finds the old database, or the copy, or refuses.

use std::{
    fs::{self, File, Metadata},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use table::Millis;

use super::{
    EventRow, GameRow, StoreError,
    backup::{check_copy, copy},
    check::{self, Inspection},
    files::{beside, file_error, make_folder, new_file, sync_folder_of},
    forgotten,
    lock::{FileLock, absolute},
    migrate, open,
};
use crate::quarantine;

/// The files of a database, by what follows its name.
const ENDINGS: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// The marker in place of the database while it is changed.
const MARKER: &[u8] = b"martian-cake db restore was cut short here. Run it again.\n";

/// The result of [`restore`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The schema of the backup; the next start brings an older one up to date.
    pub schema: u32,
    /// The newest schema that this program knows.
    pub known: u32,
    /// Where the database of before is now, with the files beside it under the same name; `None` if
    /// there was none.
    pub set_aside: Option<PathBuf>,
}

/// Puts a copy of `from` in the place of the database at `path`, which is kept under another name.
/// `from` is checked like a database first, with `replay` if it has this program's schema.
///
/// # Errors
/// [`StoreError::InUse`] while a program has the database open; [`StoreError::Unfit`] if
/// `from` is no sound database of ours; [`StoreError::Other`] if the files cannot be written. Up to the last steps nothing has changed then; if one of those fails, the
/// message says where the database of before is.
pub fn restore(
    path: &Path,
    from: &Path,
    now: Millis,
    replay: impl FnMut(&GameRow, &[EventRow]) -> Result<(), String>,
) -> Result<Restored, StoreError> {
    check_kind(from)?;
    let unfit = |error| unfit(from, error);
    let source = Inspection::at(from).map_err(unfit)?;
    let schema = check_source(&source, replay).map_err(unfit)?;
    make_folder(path)?;
    let path = absolute(path).map_err(|error| file_error(path, &error))?;
    if from.canonicalize().is_ok_and(|from| from == path) {
        let what = format!("{} is the database itself", from.display());
        return Err(StoreError::Other(what));
    }
    let present = FileLock::take_if_there(&path)?;
    let part = beside(&path, &format!(".{}.part", std::process::id()));
    let prepared = copy(source.reader.conn(), &part)
        .and_then(|()| check_copy(&part))
        .and_then(|()| forget_again(schema, &path, &part))
        .and_then(|()| give_to_owner(&part, &path))
        .and_then(|()| set_aside(&path, now));
    let set_aside = prepared.inspect_err(|_| {
        // The error that led here says more than an error of this clean-up would.
        drop(fs::remove_file(&part));
    })?;
    put_in_place(&path, &part).map_err(|error| cut_short(&error, set_aside.as_deref()))?;
    drop(present);
    Ok(Restored { schema, known: migrate::KNOWN, set_aside })
}

/// Refuses what is no file: to open a pipe, say, would wait for somebody who writes to it.
fn check_kind(from: &Path) -> Result<(), StoreError> {
    match fs::metadata(from) {
        Ok(meta) if meta.is_file() => Ok(()),
        Ok(_) => Err(StoreError::Unfit(format!("{} is not a file", from.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(StoreError::Unfit(format!("there is no file {}", from.display())))
        }
        Err(error) => Err(StoreError::Unfit(format!("{}: {error}", from.display()))),
    }
}

/// Returns what is wrong with the file that was to be put in place, by its name: the database itself may be
/// sound.
fn unfit(from: &Path, error: StoreError) -> StoreError {
    let from = from.display();
    StoreError::Unfit(match error {
        StoreError::Damaged(what) => format!("{from} is not sound: {what}"),
        StoreError::Other(what) => {
            let own = format!("{from}: ");
            format!("{own}{}", what.strip_prefix(&own).unwrap_or(&what))
        }
        other => format!("{from}: {other}"),
    })
}

/// Checks what is to be put in place as a whole; returns its schema.
fn check_source(
    source: &Inspection,
    replay: impl FnMut(&GameRow, &[EventRow]) -> Result<(), String>,
) -> Result<u32, StoreError> {
    let schema = open::identify(source.reader.conn())?;
    let faults = match schema {
        0 => return Err(StoreError::Other("it is an empty database".into())),
        migrate::KNOWN => check::check_inspected(source, replay)?.faults,
        _ => check::file_faults(&source.reader)?,
    };
    match faults.first() {
        Some(fault) => Err(StoreError::Damaged(fault.clone())),
        None => Ok(schema),
    }
}

/// Forgets in the copy whoever was forgotten in the present database. The next start does it in a copy of an older
/// schema.
fn forget_again(schema: u32, path: &Path, part: &Path) -> Result<(), StoreError> {
    // The file is written before anybody is forgotten in the database.
    let marks = forgotten::read_beside(path)?;
    if schema != migrate::KNOWN || marks.is_empty() {
        return Ok(());
    }
    let mut conn = open::connect_alone(part)?;
    open::forget_again(&mut conn, &marks)
}

/// Gives the copy to whom the database belongs, or else the folder: whoever restores is often root, and
/// the bot is not.
fn give_to_owner(part: &Path, path: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, chown};

        let meta = |of: &Path| fs::metadata(of).map_err(|error| file_error(of, &error));
        let owner = |of: Metadata| (of.uid(), of.gid());
        let model = if path.exists() { path } else { path.parent().unwrap_or(path) };
        let (wanted, has) = (owner(meta(model)?), owner(meta(part)?));
        if wanted.0 != has.0 {
            chown(part, Some(wanted.0), Some(wanted.1))
                .map_err(|error| file_error(part, &error))?;
        }
    }
    Ok(())
}

/// Gives each file of the present database a second name, and makes that durable. Returns the name of
/// the database; `None` if no file is there.
fn set_aside(path: &Path, now: Millis) -> Result<Option<PathBuf>, StoreError> {
    let is_free = |name: &PathBuf| {
        ENDINGS.iter().all(|ending| beside(name, ending).symlink_metadata().is_err())
    };
    let aside =
        quarantine::names(path, now)?.find(is_free).ok_or_else(|| quarantine::no_name(path))?;
    let mut named = Vec::new();
    let result = ENDINGS.iter().try_for_each(|ending| {
        let (from, to) = (beside(path, ending), beside(&aside, ending));
        if from.symlink_metadata().is_ok() {
            link_or_copy(&from, &to).map_err(|error| file_error(&to, &error))?;
            named.push(to);
        }
        Ok(())
    });
    match result.and_then(|()| sync_folder_of(path)) {
        Ok(()) => Ok((!named.is_empty()).then_some(aside)),
        Err(error) => {
            named.iter().for_each(|name| drop(fs::remove_file(name)));
            Err(error)
        }
    }
}

/// A second name for a file; where the file system has none, a copy.
fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            let mut copied = new_file(to)?;
            io::copy(&mut File::open(from)?, &mut copied)?;
            copied.sync_all()
        }
        done => done,
    }
}

/// Takes the names of the present database from it, and gives the copy its name. At each moment a file
/// stands there that is locked, so that no bot can start on it.
fn put_in_place(path: &Path, part: &Path) -> Result<(), StoreError> {
    let at = |path: &Path, error: &io::Error| file_error(path, error);
    let locked = File::open(part).map_err(|error| at(part, &error))?;
    locked.try_lock().map_err(|error| at(part, &error.into()))?;
    let marker = beside(path, &format!(".{}.marker", std::process::id()));
    let mut file = new_file(&marker).map_err(|error| at(&marker, &error))?;
    let marked = file
        .write_all(MARKER)
        .and_then(|()| file.sync_all())
        .and_then(|()| file.try_lock().map_err(io::Error::from))
        .and_then(|()| fs::rename(&marker, path));
    marked.map_err(|error| at(&marker, &error))?;
    sync_folder_of(path)?;
    for ending in ENDINGS.iter().filter(|ending| !ending.is_empty()) {
        let file = beside(path, ending);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(at(&file, &error)),
            _ => {}
        }
    }
    sync_folder_of(path)?;
    fs::rename(part, path).map_err(|error| at(path, &error))?;
    sync_folder_of(path)
}

/// Returns what failed in the last steps, with where everything is.
fn cut_short(error: &StoreError, set_aside: Option<&Path>) -> StoreError {
    let kept = set_aside.map_or_else(String::new, |set_aside| {
        format!("; the database of before is kept as {}", set_aside.display())
    });
    StoreError::Other(format!("the restore was cut short, run it again: {error}{kept}"))
}
