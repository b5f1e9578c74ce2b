//! What can go wrong in the store.

/// Why the store has refused or failed to do something. Nothing of it has been written then.
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
        "the database was written by a newer martian-cake (schema {found}, this one knows {known}); please update the program"
    )]
    Newer {
        /// Schema of the file.
        found: u32,
        /// Newest schema of this program.
        known: u32,
    },
    /// The file is not a database of this program, or a broken one.
    #[error("the database file is damaged: {0}")]
    Damaged(String),
    /// Everything else that SQLite or the file system says.
    #[error("database: {0}")]
    Other(String),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        match error.sqlite_error_code() {
            Some(DatabaseCorrupt | NotADatabase) => Self::Damaged(error.to_string()),
            _ => Self::Other(error.to_string()),
        }
    }
}
