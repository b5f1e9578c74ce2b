//! The schema, step by step. Steps are numbered, only go forward, and are never edited once they
//! are released.

use rusqlite::{Connection, Transaction};
use rusqlite_migration::{HookResult, M, Migrations};
use table::{name_key, skeleton};

use super::StoreError;

/// The newest schema that this program knows.
pub(super) const KNOWN: u32 = 22;

/// Every step, the first one first.
fn steps() -> [M<'static>; KNOWN as usize] {
    [
        M::up(include_str!("migrations/001-games.sql")),
        M::up(include_str!("migrations/002-page.sql")),
        M::up(include_str!("migrations/003-asked.sql")),
        M::up(include_str!("migrations/004-wakes.sql")),
        M::up_with_hook(include_str!("migrations/005-trust.sql"), fill_skeletons),
        M::up_with_hook(include_str!("migrations/006-names.sql"), fill_name_keys),
        M::up(include_str!("migrations/007-touch.sql")),
        M::up(include_str!("migrations/008-time.sql")),
        M::up(include_str!("migrations/009-lists.sql")),
        M::up(include_str!("migrations/010-servers.sql")),
        M::up(include_str!("migrations/011-boards.sql")),
        M::up(include_str!("migrations/012-ratings.sql")),
        M::up(include_str!("migrations/013-corrections.sql")),
        M::up(include_str!("migrations/014-rating-periods.sql")),
        M::up(include_str!("migrations/015-tournaments.sql")),
        M::up(include_str!("migrations/016-event-places.sql")),
        M::up(include_str!("migrations/017-rating-formulas.sql")),
        M::up(include_str!("migrations/018-devices.sql")),
        M::up(include_str!("migrations/019-admitters.sql")),
        M::up(include_str!("migrations/020-moderation.sql")),
        M::up(include_str!("migrations/021-forgotten.sql")),
        M::up(include_str!("migrations/022-written-by.sql")),
    ]
}

/// Gives every name of the page its skeleton, which no statement of SQL can find.
fn fill_skeletons(conn: &Transaction<'_>) -> HookResult {
    let mut read = conn.prepare("SELECT key, name FROM page_name")?;
    let mut write = conn.prepare("UPDATE page_name SET skeleton = ?2 WHERE key = ?1")?;
    let names = read.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (key, name) in names.collect::<Result<Vec<(String, String)>, _>>()? {
        write.execute([key, skeleton(&name)])?;
    }
    Ok(())
}

/// Gives every person the form in which their name is looked up, which no statement of SQL can find
/// either.
fn fill_name_keys(conn: &Transaction<'_>) -> HookResult {
    let mut read = conn.prepare("SELECT id, name FROM person")?;
    let mut write = conn.prepare("UPDATE person SET folded = ?2 WHERE id = ?1 AND folded <> ?2")?;
    let names = read.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (id, name) in names.collect::<Result<Vec<(String, String)>, _>>()? {
        write.execute([id, name_key(&name)])?;
    }
    Ok(())
}

/// Brings the database to the newest schema, in one transaction.
pub(super) fn to_latest(conn: &mut Connection) -> Result<(), StoreError> {
    Migrations::from_slice(&steps()).to_latest(conn).map_err(store_error)
}

/// Brings the database to schema `version`, so that tests can start from an old one.
#[cfg(test)]
pub(super) fn to_version(conn: &mut Connection, version: u32) -> Result<(), StoreError> {
    Migrations::from_slice(&steps()).to_version(conn, version as usize).map_err(store_error)
}

fn store_error(error: rusqlite_migration::Error) -> StoreError {
    match error {
        rusqlite_migration::Error::RusqliteError { err, .. } => err.into(),
        other => StoreError::Other(other.to_string()),
    }
}
