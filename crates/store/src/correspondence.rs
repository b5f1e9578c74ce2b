//! Data of games over days beside their own rows: settings, vacations, conditional moves, and when nothing
//! could be heard or said.

use rusqlite::{Connection, Row, params};
use serde::{Deserialize, Serialize};
use table::{
    Area, GameNo, Millis, ModWrite, PersonId, Platform, ServerId, Setting, StoredPlan, Vacation,
};

use super::{
    Reader, StoreError,
    columns::{Id, id},
    left_servers, moderation, queries,
};

/// Something that is written beside games, people and replies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RowWrite {
    /// A choice of a person or a server.
    Setting(Setting),
    /// A person is away, or has ended an absence that began at the same instant.
    Vacation(Vacation),
    /// A plan for a seat of a game, in place of the one before; the end of the game drops it.
    Plan {
        /// The number of the game.
        game: GameNo,
        /// The index of the seat.
        seat: u8,
        /// The plan; `None` drops it.
        plan: Option<StoredPlan>,
    },
    /// Something that a moderator or a player has decided about somebody.
    Moderation(ModWrite),
    /// The bot is no more in a server since this instant, of which the first word counts; `None` if it is there.
    Left(ServerId, Option<Millis>),
    /// All that was chosen and decided in a server goes, unless the bot is back there.
    DropServer(ServerId),
    /// Nothing could be heard or said somewhere: a new time, or one that has got an end.
    Outage(OutageRow),
    /// The outage in this area that began at this instant is of no interest, or has not been one.
    DropOutage(Area, Millis),
    /// The program runs for this platform at this instant.
    Alive(Platform, Millis),
}

impl RowWrite {
    /// Returns `true` if nobody waits for it.
    pub(super) const fn is_mark(&self) -> bool {
        match self {
            Self::Outage(_) | Self::DropOutage(..) | Self::Alive(..) => true,
            Self::Setting(_)
            | Self::Vacation(_)
            | Self::Plan { .. }
            | Self::Moderation(_)
            | Self::Left(..)
            | Self::DropServer(_) => false,
        }
    }
}

/// A time in which nothing could be heard or said somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutageRow {
    /// The place or the platform that could not be reached.
    pub area: Area,
    /// Since when it could not.
    pub since: Millis,
    /// Until when, not before `since`; `None` as long as it is not over.
    pub until: Option<Millis>,
}

/// Writes one of these things.
pub(super) fn write(conn: &Connection, write: &RowWrite, now: Millis) -> Result<(), StoreError> {
    match write {
        RowWrite::Setting(Setting { scope, key, value: Some(value) }) => {
            conn.prepare_cached(queries::PUT_SETTING.sql)?.execute([scope, key, value])?
        }
        RowWrite::Setting(Setting { scope, key, value: None }) => {
            conn.prepare_cached(queries::DROP_SETTING.sql)?.execute([scope, key])?
        }
        RowWrite::Vacation(Vacation { person, scope, since, until }) => conn
            .prepare_cached(queries::PUT_VACATION.sql)?
            .execute(params![Id(person), scope, since, until])?,
        RowWrite::Plan { game, seat, plan: Some(plan) } => {
            let StoredPlan { ply, body, salt, at } = plan;
            conn.prepare_cached(queries::PUT_PLAN.sql)?
                .execute(params![game.0, seat, ply, body, salt, at])?
        }
        RowWrite::Plan { game, seat, plan: None } => {
            conn.prepare_cached(queries::DROP_PLAN.sql)?.execute(params![game.0, seat])?
        }
        RowWrite::Moderation(write) => return moderation::write(conn, write, now),
        RowWrite::Left(server, since) => return left_servers::put(conn, server, *since),
        RowWrite::DropServer(server) => return left_servers::drop_all(conn, server),
        RowWrite::Outage(OutageRow { area, since, until }) => conn
            .prepare_cached(queries::PUT_OUTAGE.sql)?
            .execute(params![Id(area), since, until])?,
        RowWrite::DropOutage(area, since) => {
            conn.prepare_cached(queries::DROP_OUTAGE.sql)?.execute(params![Id(area), since])?
        }
        RowWrite::Alive(platform, at) => {
            conn.prepare_cached(queries::PUT_ALIVE.sql)?.execute(params![platform.name(), at])?
        }
    };
    Ok(())
}

/// An outage, from the columns of `OUTAGES`; `None` for an area that cannot be read.
fn outage(row: &Row<'_>) -> rusqlite::Result<Option<OutageRow>> {
    let (since, until) = (row.get(1)?, row.get(2)?);
    Ok(id(row, 0).ok().map(|area| OutageRow { area, since, until }))
}

/// Every read fails in the same way: with [`StoreError`] and what SQLite says.
impl Reader {
    /// Returns what was chosen under a key; `None` if nothing was.
    pub fn setting(&self, scope: &str, key: &str) -> Result<Option<String>, StoreError> {
        self.one(queries::SETTING, [scope, key], |row| row.get(0))
    }

    /// All that a person or a server has chosen, by its keys.
    pub fn settings(&self, scope: &str) -> Result<Vec<(String, String)>, StoreError> {
        self.all(queries::SETTINGS, [scope], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Returns what servers have chosen under a key, each with the scope of the server.
    pub fn server_settings(&self, key: &str) -> Result<Vec<(String, String)>, StoreError> {
        self.all(queries::SETTINGS_OF_SERVERS, [key], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Returns when a person is away by the rules of a scope, as far as that ends after `from`: since when and
    /// until when, the first one first.
    pub fn vacations_of(
        &self,
        person: &PersonId,
        scope: &str,
        from: Millis,
    ) -> Result<Vec<(Millis, Millis)>, StoreError> {
        self.all(queries::VACATIONS, (Id(person), scope, from), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }

    /// Returns what is registered for a seat of a game.
    pub fn plan(&self, game: GameNo, seat: u8) -> Result<Option<StoredPlan>, StoreError> {
        self.one(queries::PLAN, (game.0, seat), |row| {
            let (ply, body, salt, at) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(StoredPlan { ply, body, salt, at })
        })
    }

    /// The outages of a platform and of its places, in each area the first one first.
    pub fn outages(&self, platform: Platform) -> Result<Vec<OutageRow>, StoreError> {
        // The character behind the colon ends the ids of a platform's places.
        let places = [format!("place:{platform}:"), format!("place:{platform};")];
        let platform = [format!("platform:{platform}"), format!("platform:{platform};")];
        let mut found = self.all(queries::OUTAGES, platform, outage)?;
        found.extend(self.all(queries::OUTAGES, places, outage)?);
        Ok(found.into_iter().flatten().collect())
    }

    /// Returns when the program was last known to run for a platform; `None` if it never did.
    pub fn alive(&self, platform: Platform) -> Result<Option<Millis>, StoreError> {
        self.one(queries::ALIVE, [platform.name()], |row| row.get(0))
    }
}
