//! Errors of a shared log.

use postgres::error::{DbError, SqlState};

use crate::StoreError;

/// The reason why something could not be done with the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum LogError {
    /// The owner has to change something.
    #[error("{0}")]
    Refused(String),
    /// A server that answers has no database of that name, or none with a log.
    #[error("{0}")]
    NoDatabase(String),
    /// A newer program has written what is in the log.
    #[error("the log was written by a newer martian-cake ({0}; this is {version})", version = env!("CARGO_PKG_VERSION"))]
    TooNew(String),
    /// The server does not answer, or not as it should: the same may work later.
    #[error("the database server: {0}")]
    Away(String),
    /// The copy or its files.
    #[error(transparent)]
    Copy(#[from] StoreError),
}

impl LogError {
    pub(super) const fn refused(what: String) -> Self {
        Self::Refused(what)
    }

    /// The log is not the server's any more.
    pub(super) fn gone() -> Self {
        Self::refused("the log is gone from the database server".to_owned())
    }

    /// A commit whose wait for the standby was cut short.
    pub(super) fn unconfirmed() -> Self {
        Self::Away("it has not waited for its standby".to_owned())
    }
}

/// The class of errors about who may connect, and the error about a database that is not there: to try again would not help.
const DENIED: &str = "28";
const NO_DATABASE: SqlState = SqlState::INVALID_CATALOG_NAME;

fn refuses(told: &DbError) -> String {
    format!("the database server of DATABASE_URL refuses: {}", told.message())
}

/// The words of an error, without the values in it: a row holds secrets.
impl From<postgres::Error> for LogError {
    fn from(error: postgres::Error) -> Self {
        use std::error::Error as _;

        Self::Away(match error.as_db_error() {
            Some(told) if told.code().code().starts_with(DENIED) => {
                return Self::Refused(refuses(told));
            }
            Some(told) if *told.code() == NO_DATABASE => return Self::NoDatabase(refuses(told)),
            Some(told) => format!("{} ({})", told.message(), told.code().code()),
            None => match error.source() {
                Some(cause) => format!("{error}: {cause}"),
                None => error.to_string(),
            },
        })
    }
}

impl From<LogError> for StoreError {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Copy(error) => error,
            other => Self::Log(other.to_string()),
        }
    }
}
