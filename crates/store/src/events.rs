//! Events: their editions, logs, games and people.

use rusqlite::{
    Connection, ErrorCode, Row, params,
    types::{FromSql, FromSqlError, FromSqlResult, ValueRef},
};
use serde::{Deserialize, Serialize};
use table::{Correction, EditionNo, GameNo, Millis, PersonId, PlaceId, Platform, ServerId};

use super::{
    Reader, StoreError,
    columns::{Id, id, id_if_any},
    queries,
    reader::number,
};
use crate::sync_state::places_of;

/// The point that an edition has reached, as far as the store needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum EditionState {
    /// It has not begun.
    Open,
    /// It is being played.
    Running,
    /// It is over, or was called off.
    Over,
}

/// An edition without its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditionRow {
    /// The number of the edition.
    pub no: EditionNo,
    /// The number of the first edition of its event.
    pub event: EditionNo,
    /// Which edition of its event it is, from 1.
    pub ordinal: u32,
    /// Where it is held.
    pub place: PlaceId,
    /// The server to which that place belongs, if it belongs to one.
    pub server: Option<ServerId>,
    /// The name of the event.
    pub name: String,
    /// Its state: open, running or over.
    pub state: EditionState,
}

/// A line of the log of an edition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditionLogRow {
    /// Its number in the log, from 1.
    pub n: u32,
    /// When it happened.
    pub at: Millis,
    /// Who has brought it about; `None` if it came by itself.
    pub by: Option<PersonId>,
    /// The event as text, opaque to the store.
    pub text: String,
}

/// The data written about an edition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditionWrite {
    /// The edition as it is to be.
    pub row: EditionRow,
    /// Lines to append to its log. Their numbers must go on where the log ends, otherwise the batch fails
    /// with [`StoreError::Conflict`].
    pub log: Vec<EditionLogRow>,
    /// Games of the same batch that belong to it, each with its round and its pair, from 1. If a pair has
    /// one already, the batch fails with [`StoreError::Conflict`].
    pub games: Vec<(u16, u16, GameNo)>,
    /// Rounds whose games do not belong to it any more.
    pub unpaired: Vec<u16>,
    /// Who takes part from now on.
    pub joined: Vec<PersonId>,
    /// Who does not take part any more.
    pub gone: Vec<PersonId>,
    /// The keys of what is said once and for all. If one was used before, the batch fails with
    /// [`StoreError::Conflict`].
    pub posts: Vec<String>,
}

/// The game of a pair, as far as it counts for its event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditionGameRow {
    /// The number of the game.
    pub game: GameNo,
    /// How many plies were played.
    pub plies: u32,
    /// Its result as it was put right last; `None` while it is played.
    pub result: Option<String>,
}

impl FromSql for EditionState {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        let states = [Self::Open, Self::Running, Self::Over];
        states.into_iter().find(|state| state.name() == text).ok_or(FromSqlError::InvalidType)
    }
}

impl EditionState {
    const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Over => "over",
        }
    }
}

/// Writes what has happened in an edition.
pub(super) fn write(conn: &Connection, write: &EditionWrite, at: Millis) -> Result<(), StoreError> {
    let EditionWrite { row, log, games, unpaired, joined, gone, posts } = write;
    let no = row.no.0;
    conn.prepare_cached(queries::PUT_TOURNAMENT.sql)?.execute(params![
        no,
        row.event.0,
        row.ordinal,
        row.place.platform().name(),
        Id(&row.place),
        row.server.as_ref().map(Id),
        row.name,
        row.state.name(),
    ])?;
    let mut last: u32 = conn
        .prepare_cached(queries::LAST_TOURNAMENT_LINE.sql)?
        .query_row([no], |row| row.get(0))?;
    for line in log {
        if line.n != last + 1 {
            return Err(StoreError::Conflict);
        }
        last = line.n;
        let EditionLogRow { n, at, by, text } = line;
        let mut add = conn.prepare_cached(queries::ADD_TOURNAMENT_LINE.sql)?;
        add.execute(params![no, n, at, by.as_ref().map(Id), text])?;
    }
    for round in unpaired {
        conn.prepare_cached(queries::DROP_ROUND.sql)?.execute([no, u32::from(*round)])?;
    }
    let mut add = conn.prepare_cached(queries::ADD_TOURNAMENT_GAME.sql)?;
    for (round, pair, game) in games {
        add.execute(params![no, round, pair, game.0]).map_err(once)?;
    }
    for who in joined {
        conn.prepare_cached(queries::JOIN_TOURNAMENT.sql)?.execute(params![Id(who), no])?;
    }
    for who in gone {
        conn.prepare_cached(queries::LEAVE_TOURNAMENT.sql)?.execute(params![Id(who), no])?;
    }
    for key in posts {
        conn.prepare_cached(queries::ADD_POST.sql)?.execute(params![key, at]).map_err(once)?;
    }
    Ok(())
}

/// Returns what may be there once only was there before: somebody else has written it.
fn once(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => StoreError::Conflict,
        _ => error.into(),
    }
}

fn edition(row: &Row<'_>) -> rusqlite::Result<EditionRow> {
    Ok(EditionRow {
        no: EditionNo(row.get(0)?),
        event: EditionNo(row.get(1)?),
        ordinal: row.get(2)?,
        place: id(row, 3)?,
        server: id_if_any(row, 4)?,
        name: row.get(5)?,
        state: row.get(6)?,
    })
}

fn log_line(row: &Row<'_>) -> rusqlite::Result<EditionLogRow> {
    Ok(EditionLogRow { n: row.get(0)?, at: row.get(1)?, by: id_if_any(row, 2)?, text: row.get(3)? })
}

fn edition_no(row: &Row<'_>) -> rusqlite::Result<EditionNo> {
    row.get(0).map(EditionNo)
}

/// Every read fails in the same way: with [`StoreError`] and what SQLite says.
impl Reader {
    /// An edition with its log.
    pub fn edition(
        &self,
        no: EditionNo,
    ) -> Result<Option<(EditionRow, Vec<EditionLogRow>)>, StoreError> {
        self.at_one_moment(|| match self.one(queries::TOURNAMENT, [no.0], edition)? {
            Some(row) => Ok(Some((row, self.all(queries::TOURNAMENT_LOG, [no.0], log_line)?))),
            None => Ok(None),
        })
    }

    /// The editions of a server, or of all places of a platform that belong to none, the newest first,
    /// at most `limit`.
    pub fn editions_of(
        &self,
        platform: Platform,
        server: Option<&ServerId>,
        limit: u32,
    ) -> Result<Vec<EditionRow>, StoreError> {
        self.all(queries::TOURNAMENTS_OF, (platform.name(), server.map(Id), limit), edition)
    }

    /// The editions of a server, or of all places of a platform that belong to none, in which something
    /// can still happen or has happened since an instant, at most `limit`: those that are being played first, then
    /// those to come, of each the newest first.
    pub fn editions_lately(
        &self,
        platform: Platform,
        server: Option<&ServerId>,
        since: Millis,
        limit: u32,
    ) -> Result<Vec<EditionNo>, StoreError> {
        let of = (platform.name(), server.map(Id), since, limit);
        self.all(queries::TOURNAMENTS_LATELY, of, edition_no)
    }

    /// The editions in which a person takes part and that are not over, the newest first.
    pub fn editions_with(&self, who: &PersonId) -> Result<Vec<EditionNo>, StoreError> {
        self.all(queries::TOURNAMENTS_WITH, [Id(who)], edition_no)
    }

    /// The editions that are held in a place and are not over, the oldest first.
    pub fn editions_at(&self, place: &PlaceId) -> Result<Vec<EditionNo>, StoreError> {
        self.all(queries::TOURNAMENTS_AT, [Id(place)], edition_no)
    }

    /// The places of a platform in which editions are held that are not over, with their servers and since when
    /// nothing has happened in each.
    pub fn live_editions(
        &self,
        platform: Platform,
    ) -> Result<Vec<(PlaceId, Option<ServerId>, Millis)>, StoreError> {
        let found = self.all(queries::LIVE_TOURNAMENTS, places_of(platform), |row| {
            let place = id(row, 0).ok();
            let (server, since) = (id_if_any(row, 1).ok().flatten(), row.get(2)?);
            Ok(place.map(|place| (place, server, since)))
        })?;
        Ok(found.into_iter().flatten().collect())
    }

    /// An edition by its event and its number there.
    pub fn nth_edition(
        &self,
        event: EditionNo,
        ordinal: u32,
    ) -> Result<Option<EditionNo>, StoreError> {
        self.one(queries::EDITION, [event.0, ordinal], edition_no)
    }

    /// The games of an edition.
    pub fn edition_games(&self, no: EditionNo) -> Result<Vec<EditionGameRow>, StoreError> {
        self.all(queries::TOURNAMENT_GAMES, [no.0], |row| {
            Ok(EditionGameRow { game: number(row)?, plies: row.get(1)?, result: row.get(2)? })
        })
    }

    /// The results of games of an edition that were put right, and when, the first one first.
    pub fn edition_corrections(
        &self,
        no: EditionNo,
    ) -> Result<Vec<(Millis, Correction)>, StoreError> {
        self.all(queries::TOURNAMENT_CORRECTIONS, [no.0], |row| {
            let (game, by) = (number(row)?, id(row, 2)?);
            Ok((row.get(1)?, Correction { game, by, result: row.get(3)?, reason: row.get(4)? }))
        })
    }

    /// The greatest number that an edition has; 0 if there is none.
    pub fn last_edition(&self) -> Result<u32, StoreError> {
        let last = self.one(queries::LAST_TOURNAMENT, [], |row| row.get(0))?;
        Ok(last.unwrap_or(0))
    }
}
