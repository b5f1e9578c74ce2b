//! Bans, blocks, reports, and the log of moderators.

use std::collections::BTreeMap;

use rusqlite::{
    Connection, Row, params,
    types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef},
};
use table::{
    Asked, Ban, BannedFrom, DAY, GameNo, Millis, ModAct, ModEntry, ModWrite, PersonId, ServerId,
};

use super::{
    Reader, StoreError,
    columns::{Id, id, id_if_any},
    forgotten, queries,
};

/// For so long it counts that somebody has asked, or was declined, in milliseconds.
const ASKED_KEPT: Millis = DAY;

/// A word of a closed set in a column.
struct Word<T>(T);

impl ToSql for Word<BannedFrom> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.0.word()))
    }
}

impl FromSql for Word<BannedFrom> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        BannedFrom::from_word(value.as_str()?).map(Self).ok_or(FromSqlError::InvalidType)
    }
}

impl FromSql for Word<ModAct> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        ModAct::from_word(value.as_str()?).map(Self).ok_or(FromSqlError::InvalidType)
    }
}

/// Writes one of these changes.
pub(super) fn write(conn: &Connection, write: &ModWrite, now: Millis) -> Result<(), StoreError> {
    match write {
        ModWrite::Ban(Ban { scope, who, from, until, why }) => conn
            .prepare_cached(queries::PUT_BAN.sql)?
            .execute(params![scope, Id(who), Word(*from), until, why])?,
        ModWrite::Unban { scope, who } => {
            let mut drop = conn.prepare_cached(queries::DROP_BANS.sql)?;
            for hashed in forgotten::hashed(conn, who)? {
                drop.execute(params![scope, Id(hashed)])?;
            }
            drop.execute(params![scope, Id(who)])?
        }
        ModWrite::Log(ModEntry { scope, at, by, act, who, game, words }) => {
            let who = who.as_ref().map(Id);
            let row = params![scope, at, Id(by), act.word(), who, game.map(|no| no.0), words];
            conn.prepare_cached(queries::ADD_MOD_ENTRY.sql)?.execute(row)?
        }
        ModWrite::Block { person, blocked, holds } => {
            let query = if *holds { queries::PUT_BLOCK } else { queries::DROP_BLOCK };
            conn.prepare_cached(query.sql)?.execute([Id(person), Id(blocked)])?
        }
        ModWrite::Asked { by, whom, asked: Asked { at, declined } } => {
            conn.prepare_cached(queries::DROP_ASKED.sql)?.execute([now - ASKED_KEPT])?;
            let latest = at.max(declined).unwrap_or(now);
            conn.prepare_cached(queries::PUT_ASKED.sql)?.execute(params![
                Id(by),
                Id(whom),
                at,
                declined,
                latest
            ])?
        }
        ModWrite::Notice { person, words } => {
            conn.prepare_cached(queries::ADD_NOTICE.sql)?.execute(params![Id(person), words])?
        }
        ModWrite::Told(person) => {
            conn.prepare_cached(queries::DROP_NOTICES.sql)?.execute([Id(person)])?
        }
    };
    Ok(())
}

fn ban(row: &Row<'_>) -> rusqlite::Result<Ban> {
    let (scope, who) = (row.get(0)?, id(row, 1)?);
    let Word(from) = row.get(2)?;
    Ok(Ban { scope, who, from, until: row.get(3)?, why: row.get(4)? })
}

fn entry(row: &Row<'_>) -> rusqlite::Result<ModEntry> {
    let Word(act) = row.get(3)?;
    Ok(ModEntry {
        scope: row.get(0)?,
        at: row.get(1)?,
        by: id(row, 2)?,
        act,
        who: id_if_any(row, 4)?,
        game: row.get::<_, Option<u32>>(5)?.map(GameNo),
        words: row.get(6)?,
    })
}

/// Every read fails in the same way: with [`StoreError`] and what SQLite says.
impl Reader {
    /// The bans of a person in a scope, also those whose time is over, and those from before they were forgotten.
    pub fn bans(&self, scope: &str, who: &PersonId) -> Result<Vec<Ban>, StoreError> {
        let mut bans = self.all(queries::BANS, params![scope, Id(who)], ban)?;
        for hashed in self.noted(forgotten::hashed(self.conn(), who))? {
            let before = self.all(queries::BANS, params![scope, Id(hashed)], ban)?;
            bans.extend(before.into_iter().map(|ban| Ban { who: who.clone(), ..ban }));
        }
        Ok(bans)
    }

    /// The log of a scope's moderation, the newest line first, at most `limit`.
    pub fn moderation(&self, scope: &str, limit: u32) -> Result<Vec<ModEntry>, StoreError> {
        self.all(queries::MODERATION, params![scope, limit], entry)
    }

    /// Returns how many reports a person has made since an instant, in all scopes.
    pub fn count_reports(&self, by: &PersonId, since: Millis) -> Result<usize, StoreError> {
        let count = self.one(queries::COUNT_REPORTS, params![Id(by), since], |row| row.get(0))?;
        Ok(usize::try_from(count.unwrap_or(0_i64)).unwrap_or(0))
    }

    /// The servers in which games run or are over, each with how many do and are.
    pub fn games_by_server(&self) -> Result<BTreeMap<ServerId, (u64, u64)>, StoreError> {
        let mut counts: BTreeMap<ServerId, (u64, u64)> = BTreeMap::new();
        let count = |row: &Row<'_>| Ok((id_if_any(row, 0)?, row.get::<_, u32>(1)?));
        for (server, n) in self.all(queries::RUNNING_BY_SERVER, [], count)? {
            if let Some(server) = server {
                counts.entry(server).or_default().0 = n.into();
            }
        }
        for (server, n) in self.all(queries::OVER_BY_SERVER, [], count)? {
            if let Some(server) = server {
                counts.entry(server).or_default().1 = n.into();
            }
        }
        Ok(counts)
    }

    /// The people whom a person blocks.
    pub fn blocks(&self, person: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        self.all(queries::BLOCKS, [Id(person)], |row| id(row, 0))
    }

    /// Returns `true` if a person blocks another one.
    pub fn has_blocked(&self, person: &PersonId, other: &PersonId) -> Result<bool, StoreError> {
        Ok(self.one(queries::HAS_BLOCKED, [Id(person), Id(other)], |_| Ok(()))?.is_some())
    }

    /// Returns when a person last asked another one for a game, as far as that is kept.
    pub fn asked(&self, by: &PersonId, whom: &PersonId) -> Result<Asked, StoreError> {
        let found = self.one(queries::ASKED, [Id(by), Id(whom)], |row| {
            Ok(Asked { at: row.get(0)?, declined: row.get(1)? })
        })?;
        Ok(found.unwrap_or_default())
    }

    /// The words that a person is still to be told, the oldest first.
    pub fn notices(&self, person: &PersonId) -> Result<Vec<String>, StoreError> {
        self.all(queries::NOTICES, [Id(person)], |row| row.get(0))
    }
}
