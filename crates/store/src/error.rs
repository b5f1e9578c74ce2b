//! Errors of the store.

use std::io;

use rusqlite::{ErrorCode, ffi};

/// The reason why the store has refused or failed to do something. Nothing of it has been written then, unless the
/// outcome is [`Unknown`](Self::Unknown).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The game or its log is not what the writer thought.
    #[error("the game has changed meanwhile")]
    Conflict,
    /// The source message was handled before.
    #[error("this message was handled before")]
    Repeated,
    /// Another process, or another part of this one, has the database open.
    #[error("another martian-cake is running on this database")]
    InUse,
    /// The database was written by a newer program.
    #[error(
        "the database was written by a newer martian-cake{} (schema {found}; this is {}, which knows {known}); please \
         update the program",
        by.as_ref().map_or_else(String::new, |version| format!(", {version}")), env!("CARGO_PKG_VERSION")
    )]
    Newer {
        /// Schema of the file.
        found: u32,
        /// Newest schema of this program.
        known: u32,
        /// The version of the program that had it last, if it says so.
        by: Option<String>,
    },
    /// The file is not a database of this program, or a broken one.
    #[error("the database file is damaged: {0}")]
    Damaged(String),
    /// The disk takes nothing just now: it is full, read-only or over its quota. That is no damage: the
    /// same can be tried again, and works as soon as there is room.
    #[error("the disk of the database takes nothing: {0}")]
    NoRoom(String),
    /// The system could not bring something onto the disk. What was to be written may or may not be
    /// there after the next start.
    #[error("the disk does not confirm what was written: {0}")]
    Unsynced(String),
    /// The store [has stopped](super::Stop) and writes nothing any more.
    #[error("the store has stopped")]
    Stopped,
    /// The store has stopped while this was being written. It is not known whether it will be there after
    /// the next start: the state that is read then decides.
    #[error("the store has stopped, and it is not known whether this was written")]
    Unknown,
    /// The file that was to be put in place of the database will not do.
    #[error("{0}; nothing was changed")]
    Unfit(String),
    /// The games of this database were moved to a shared log, or are being.
    #[error(
        "{}; start with DATABASE_URL, or take them back into a file with `martian-cake db pull FILE`",
        if *whole { "the games of this database were moved to the log of DATABASE_URL" }
        else { "the games of this database are being moved to the log of DATABASE_URL, and that was cut short: run \
                `martian-cake db move` again" }
    )]
    Moved {
        /// Whether all of them are there.
        whole: bool,
    },
    /// Something about a shared log that its owner has to see to.
    #[error("{0}")]
    Log(String),
    /// Everything else that SQLite or the file system says.
    #[error("database: {0}")]
    Other(String),
}

/// The system's number for a fault of the device itself; it has this number on every Unix.
const DEVICE_FAULT: i32 = 5;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        // SQLite keeps the system's reason to itself, but the call that failed has left it here.
        let is_device_fault = io::Error::last_os_error().raw_os_error() == Some(DEVICE_FAULT);
        let Some(code) = error.sqlite_error() else { return Self::Other(error.to_string()) };
        match (code.code, code.extended_code) {
            (ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase, _)
            | (
                _,
                ffi::SQLITE_IOERR_READ
                | ffi::SQLITE_IOERR_SHORT_READ
                | ffi::SQLITE_IOERR_CORRUPTFS
                | ffi::SQLITE_IOERR_DATA,
            ) => Self::Damaged(error.to_string()),
            (_, ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC) => {
                Self::Unsynced(error.to_string())
            }
            (_, ffi::SQLITE_IOERR_WRITE) if is_device_fault => Self::Damaged(error.to_string()),
            (ErrorCode::DiskFull | ErrorCode::ReadOnly, _)
            | (_, ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_SHMSIZE) => {
                Self::NoRoom(error.to_string())
            }
            _ => Self::Other(error.to_string()),
        }
    }
}

impl StoreError {
    /// Returns `true` if the store has to stop after this.
    pub(super) const fn is_fatal(&self) -> bool {
        matches!(self, Self::Damaged(_) | Self::Unsynced(_))
    }

    /// Returns `true` if this is about what was asked for, and nothing is wrong with the store.
    pub(super) const fn is_own(&self) -> bool {
        matches!(self, Self::Conflict | Self::Repeated | Self::Other(_))
    }
}
