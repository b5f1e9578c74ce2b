//! The place to which a copy has come in its log.

use rusqlite::{Connection, OptionalExtension as _, params};
use table::Millis;

use crate::StoreError;

/// The place of a copy in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// The log's id.
    pub(super) id: i64,
    /// The last row that was applied.
    pub(super) n: i64,
    /// Who wrote that row.
    pub(super) writer: i64,
    /// The greatest time in what was applied.
    pub(super) at: Millis,
}

impl Position {
    /// That of a copy; `None` for a database that is none.
    pub(crate) fn of(conn: &Connection) -> Result<Option<Self>, StoreError> {
        let there = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'log_position'";
        if conn.query_row(there, [], |_| Ok(())).optional()?.is_none() {
            return Ok(None);
        }
        let read = "SELECT id, n, writer, at FROM log_position";
        let position = conn.query_row(read, [], |row| {
            Ok(Self { id: row.get(0)?, n: row.get(1)?, writer: row.get(2)?, at: row.get(3)? })
        });
        Ok(position.optional()?)
    }

    /// Makes a copy of a database, at this place.
    pub(super) fn begin(self, conn: &Connection) -> Result<(), StoreError> {
        conn.execute_batch(
            "DROP TABLE IF EXISTS log_position;
             CREATE TABLE log_position (id INTEGER NOT NULL, n INTEGER NOT NULL, writer INTEGER NOT NULL,
                                        at INTEGER NOT NULL) STRICT;",
        )?;
        let put = "INSERT INTO log_position (id, n, writer, at) VALUES (?1, ?2, ?3, ?4)";
        conn.execute(put, params![self.id, self.n, self.writer, self.at])?;
        Ok(())
    }

    /// Notes that a copy has come here, in the transaction of what it has applied.
    pub(super) fn put(self, conn: &Connection) -> Result<(), StoreError> {
        let put = "UPDATE log_position SET n = ?1, writer = ?2, at = ?3";
        conn.prepare_cached(put)?.execute(params![self.n, self.writer, self.at])?;
        Ok(())
    }

    /// Makes a copy a database of its own.
    pub(crate) fn end(conn: &Connection) -> Result<(), StoreError> {
        if Self::of(conn)?.is_some() {
            conn.execute_batch("DROP TABLE log_position")?;
        }
        Ok(())
    }
}
