//! Servers from which the bot was removed: since when, and the end of all that was chosen and decided there.

use rusqlite::{Connection, params};
use table::{Millis, ServerId};

use super::{Reader, StoreError, columns::id, queries};

/// The scope of what was chosen and decided in a server.
fn scope(server: &ServerId) -> String {
    format!("server:{server}")
}

/// Notes since when the bot is no more in a server, of which the first word counts, or that it is there.
pub(super) fn put(
    conn: &Connection,
    server: &ServerId,
    since: Option<Millis>,
) -> Result<(), StoreError> {
    let scope = scope(server);
    match since {
        Some(at) => {
            conn.prepare_cached(queries::PUT_LEFT.sql)?.execute(params![scope, at.to_string()])?
        }
        None => conn.prepare_cached(queries::DROP_LEFT.sql)?.execute([scope])?,
    };
    Ok(())
}

/// Deletes what was chosen and decided in a server, unless the bot is back there.
pub(super) fn drop_all(conn: &Connection, server: &ServerId) -> Result<(), StoreError> {
    let scope = scope(server);
    if !conn.prepare_cached(queries::LEFT.sql)?.exists([&scope])? {
        return Ok(());
    }
    for query in [
        queries::DROP_BANS_IN,
        queries::DROP_MODERATION,
        queries::DROP_PLACES_OF,
        queries::DROP_SETTINGS,
    ] {
        conn.prepare_cached(query.sql)?.execute([&scope])?;
    }
    tracing::info!(
        "the settings, bans and reports of the server {server}, which has removed the bot, are deleted"
    );
    Ok(())
}

/// Every read fails in the same way: with [`StoreError`] and what SQLite says.
impl Reader {
    /// The servers in which anything was chosen or decided.
    pub fn known_servers(&self) -> Result<Vec<ServerId>, StoreError> {
        // What is chosen for all places without a server stands under a scope that names none.
        let servers = self.all(queries::KNOWN_SERVERS, [], |row| Ok(id(row, 0).ok()))?;
        Ok(servers.into_iter().flatten().collect())
    }

    /// The servers in which the bot is no more, each with since when.
    pub fn left_servers(&self) -> Result<Vec<(ServerId, Millis)>, StoreError> {
        let left = self.all(queries::LEFT_SERVERS, [], |row| Ok((id(row, 0), row.get(1)?)))?;
        Ok(left.into_iter().filter_map(|(server, at)| Some((server.ok()?, at))).collect())
    }

    /// Returns `true` if the bot is no more in a server in which something was chosen or decided.
    pub fn has_left(&self, server: &ServerId) -> Result<bool, StoreError> {
        Ok(self.one(queries::LEFT, [scope(server)], |_| Ok(()))?.is_some())
    }
}
