//! The state of an adapter's synchronisation with its platform: texts that it keeps, how far each place has
//! come, and which places are gone.

use serde::{Deserialize, Serialize};
use std::fmt;

use rusqlite::{Connection, params};
use table::{GameNo, MessageId, Millis, PersonId, PlaceId, Platform, ServerId};

use super::{
    Reader, StoreError,
    columns::{Id, id, id_if_any},
    queries, transaction,
};

/// A text that an adapter keeps for itself. Its debug form leaves the value out, which may be a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The platform of the adapter.
    pub platform: Platform,
    /// The key, at most 200 characters.
    pub key: String,
    /// The text, at most 65,536 characters; `None` forgets it.
    pub value: Option<String>,
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").field("key", &self.key).finish_non_exhaustive()
    }
}

/// Something that is written about the touch with a platform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SyncWrite {
    /// A text is kept or forgotten.
    Keep(Kept),
    /// Everything said in a place up to this message has its end. A mark never goes backwards.
    Mark(PlaceId, MessageId),
    /// Nothing needs the mark of this place any more.
    DropMark(PlaceId),
    /// A message was answered without a change, so that it is not answered a second time.
    Answered(MessageId),
    /// A place is gone for good.
    Gone(PlaceId),
    /// Nothing needs to be known any more of this place, which is gone.
    DropGone(PlaceId),
}

/// A game or an offer that has not ended, as far as the catching up of its place needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveGame {
    /// The number of the game.
    pub no: GameNo,
    /// Where it is played or offered.
    pub place: PlaceId,
    /// The server to which that belongs, where it is known.
    pub server: Option<ServerId>,
    /// Since when nothing has been done in it.
    pub moved: Millis,
    /// Whether it runs and no ply has been played: men may still be arranged.
    pub at_first_ply: bool,
}

/// Writes one of these things.
pub(super) fn write(conn: &Connection, write: &SyncWrite, at: Millis) -> Result<(), StoreError> {
    match write {
        SyncWrite::Keep(Kept { platform, key, value: Some(value) }) => {
            conn.prepare_cached(queries::KEEP.sql)?.execute(params![platform.name(), key, value])?
        }
        SyncWrite::Keep(Kept { platform, key, value: None }) => {
            conn.prepare_cached(queries::UNKEEP.sql)?.execute([platform.name(), key])?
        }
        SyncWrite::Mark(place, message) => conn
            .prepare_cached(queries::PUT_MARK.sql)?
            .execute(params![Id(place), Id(message), at])?,
        SyncWrite::DropMark(place) => {
            conn.prepare_cached(queries::DROP_MARK.sql)?.execute([Id(place)])?
        }
        SyncWrite::Answered(message) => {
            // One that is there already was handled once, which is all that matters.
            return match transaction::mark_handled(conn, message, at) {
                Err(StoreError::Repeated) => Ok(()),
                result => result,
            };
        }
        SyncWrite::Gone(place) => {
            conn.prepare_cached(queries::PUT_GONE.sql)?.execute(params![Id(place), at])?
        }
        SyncWrite::DropGone(place) => {
            conn.prepare_cached(queries::DROP_GONE.sql)?.execute([Id(place)])?
        }
    };
    Ok(())
}

/// The texts between which the ids of all places of a platform lie.
pub(super) fn places_of(platform: Platform) -> [String; 2] {
    // The character behind the colon.
    [format!("{platform}:"), format!("{platform};")]
}

/// Every read fails in the same way: with [`StoreError`] and what SQLite says.
impl Reader {
    /// Returns what the adapter of a platform has kept, by its keys.
    pub fn kept(&self, platform: Platform) -> Result<Vec<(String, String)>, StoreError> {
        self.all(queries::KEPT, [platform.name()], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The marks of a platform's places. One that cannot be read is left out.
    pub fn place_marks(&self, platform: Platform) -> Result<Vec<(PlaceId, MessageId)>, StoreError> {
        let marks = self.all(queries::PLACE_MARKS, places_of(platform), |row| {
            Ok(id(row, 0).ok().zip(id(row, 1).ok()))
        })?;
        Ok(marks.into_iter().flatten().collect())
    }

    /// The places of a platform that are gone.
    pub fn gone_places(&self, platform: Platform) -> Result<Vec<PlaceId>, StoreError> {
        let places =
            self.all(queries::GONE_PLACES, places_of(platform), |row| Ok(id(row, 0).ok()))?;
        Ok(places.into_iter().flatten().collect())
    }

    /// The running games and open offers in the places of a platform, place by place.
    pub fn live_games(&self, platform: Platform) -> Result<Vec<LiveGame>, StoreError> {
        let games = self.all(queries::LIVE_GAMES, places_of(platform), |row| {
            let place = id(row, 1).ok();
            let (no, moved, at_first_ply) = (GameNo(row.get(0)?), row.get(2)?, row.get(3)?);
            let server = id_if_any(row, 4).ok().flatten();
            Ok(place.map(|place| LiveGame { no, place, server, moved, at_first_ply }))
        })?;
        Ok(games.into_iter().flatten().collect())
    }

    /// Returns whether a game runs or is offered in a place.
    pub fn is_live(&self, place: &PlaceId) -> Result<bool, StoreError> {
        Ok(!self.all(queries::OPEN_AT, (Id(place), 1), |_| Ok(()))?.is_empty())
    }

    /// Returns whether a person sits or is asked to sit in a game or an offer that has not ended.
    pub fn has_open_games(&self, person: &PersonId) -> Result<bool, StoreError> {
        Ok(!self.all(queries::HAS_OPEN, [Id(person)], |_| Ok(()))?.is_empty())
    }

    /// The body of a reply that is not delivered; `None` if it is, or there is no such reply.
    pub fn undelivered_body(&self, outbox: u64) -> Result<Option<String>, StoreError> {
        let Ok(outbox) = i64::try_from(outbox) else { return Ok(None) };
        let found = self.all(queries::UNDELIVERED_BODY, [outbox], |row| row.get(0))?;
        Ok(found.into_iter().next())
    }
}
