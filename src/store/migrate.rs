//! The schema, step by step. Steps are numbered, only go forward, and are never edited once they
//! are released.

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use super::StoreError;

const STEPS: &[M<'static>] = &[
    M::up(include_str!("migrations/001-games.sql")),
    M::up(include_str!("migrations/002-page.sql")),
    M::up(include_str!("migrations/003-asked.sql")),
    M::up(include_str!("migrations/004-wakes.sql")),
    M::up(include_str!("migrations/005-trust.sql")),
];

/// The newest schema that this program knows.
pub(super) const KNOWN: u32 = STEPS.len() as u32;

/// Brings the database to the newest schema, in one transaction.
pub(super) fn to_latest(conn: &mut Connection) -> Result<(), StoreError> {
    Migrations::from_slice(STEPS).to_latest(conn).map_err(store_error)
}

/// Brings the database to schema `version`, so that tests can start from an old one.
#[cfg(test)]
pub(super) fn to_version(conn: &mut Connection, version: u32) -> Result<(), StoreError> {
    Migrations::from_slice(STEPS).to_version(conn, version as usize).map_err(store_error)
}

fn store_error(error: rusqlite_migration::Error) -> StoreError {
    match error {
        rusqlite_migration::Error::RusqliteError { err, .. } => err.into(),
        other => StoreError::Other(other.to_string()),
    }
}
