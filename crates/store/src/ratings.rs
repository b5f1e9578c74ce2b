//! Which games count for ratings, what the ratings have come to, and results that were put right.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, Row, params};
use table::{
    Correction, GameNo, Millis, PersonId, RatedGame, RatedPlayer, RatingArea, ScaleName,
    StoredRating,
};

use super::{
    Reader, StoreError,
    columns::{self, Id, id, id_if_any},
    queries,
    reader::number,
};

/// A change to be written about ratings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RatingWrite {
    /// A rated game that has ended, or one of which something else is said than before. It keeps its place
    /// in the order of the games.
    Game(RatedGame),
    /// The rating of somebody at the end of a period, in place of the one that they had there.
    Rating(StoredRating),
    /// Removes the rating of somebody at the end of a period in which they have no rated game any more.
    Drop(StoredRating),
    /// The result of a game was put right.
    Correction(Correction),
}

/// All that a database keeps about ratings.
#[derive(Clone, Debug, Default)]
pub struct KeptRatings {
    /// The rated games in the order in which they count.
    pub games: Vec<RatedGame>,
    /// Those of them whose players are kept under another scale or period, where they are looked up.
    pub misplaced: Vec<GameNo>,
    /// When each game that is over ended.
    pub ended: BTreeMap<GameNo, Millis>,
    /// The ratings, in no order.
    pub ratings: Vec<StoredRating>,
    /// The version of the formulas that gave them; `None` before there were any versions.
    pub formulas: Option<u32>,
    /// The results that were put right, and when: of each game the first one first.
    pub corrections: BTreeMap<GameNo, Vec<(Millis, String)>>,
}

/// Writes one of these things.
pub(super) fn write(conn: &Connection, write: &RatingWrite, at: Millis) -> Result<(), StoreError> {
    match write {
        RatingWrite::Game(game) => return write_game(conn, game),
        RatingWrite::Rating(rating) => return write_rating(conn, rating),
        RatingWrite::Drop(StoredRating { area, scale, person, period, .. }) => conn
            .prepare_cached(queries::DROP_RATING.sql)?
            .execute(params![Id(area), Id(scale), Id(person), period])?,
        RatingWrite::Correction(Correction { game, by, result, reason }) => conn
            .prepare_cached(queries::ADD_CORRECTION.sql)?
            .execute(params![game.0, at, Id(by), result, reason])?,
    };
    Ok(())
}

/// Writes these ratings, by this version of the formulas, in place of all that there are.
pub(super) fn replace(
    conn: &Connection,
    version: u32,
    ratings: &[StoredRating],
) -> Result<(), StoreError> {
    conn.execute(queries::DROP_RATINGS.sql, [])?;
    ratings.iter().try_for_each(|rating| write_rating(conn, rating))?;
    conn.execute(queries::PUT_RATING_FORMULAS.sql, [version])?;
    Ok(())
}

fn write_rating(conn: &Connection, rating: &StoredRating) -> Result<(), StoreError> {
    let StoredRating { area, scale, person, period, rating, deviation, volatility, games } = rating;
    conn.prepare_cached(queries::PUT_RATING.sql)?.execute(params![
        Id(area),
        Id(scale),
        Id(person),
        period,
        rating,
        deviation,
        volatility,
        games
    ])?;
    Ok(())
}

fn write_game(conn: &Connection, game: &RatedGame) -> Result<(), StoreError> {
    let RatedGame { no, n: _, scale, platform, server, period, refused, players } = game;
    conn.prepare_cached(queries::PUT_RATED_GAME.sql)?.execute(params![
        no.0,
        Id(scale),
        platform.name(),
        server.as_ref().map(Id),
        period,
        refused
    ])?;
    let mut put = conn.prepare_cached(queries::PUT_RATED_PLAYER.sql)?;
    for (seat, player) in (0_u8..).zip(players) {
        let RatedPlayer { person, place, has_moved, out_of_time } = player;
        let (person, scale) = (Id(person), Id(scale));
        put.execute(params![no.0, seat, person, place, has_moved, out_of_time, scale, period])?;
    }
    Ok(())
}

/// A rated game without its players, from the columns of the statements about them.
fn game(row: &Row<'_>) -> rusqlite::Result<RatedGame> {
    Ok(RatedGame {
        no: GameNo(row.get(0)?),
        n: row.get(6)?,
        scale: id(row, 1)?,
        platform: columns::platform(row, 2)?,
        server: id_if_any(row, 3)?,
        period: row.get(4)?,
        refused: row.get(5)?,
        players: Vec::new(),
    })
}

/// A player of a rated game, from the columns that begin with this one.
fn player(row: &Row<'_>, first: usize) -> rusqlite::Result<RatedPlayer> {
    Ok(RatedPlayer {
        person: id(row, first)?,
        place: row.get(first + 1)?,
        has_moved: row.get(first + 2)?,
        out_of_time: row.get(first + 3)?,
    })
}

fn rating(row: &Row<'_>) -> rusqlite::Result<StoredRating> {
    Ok(StoredRating {
        area: id(row, 0)?,
        scale: id(row, 1)?,
        person: id(row, 2)?,
        period: row.get(3)?,
        rating: row.get(4)?,
        deviation: row.get(5)?,
        volatility: row.get(6)?,
        games: row.get(7)?,
    })
}

/// Every read fails in the same way: with [`StoreError`] and what SQLite says.
impl Reader {
    /// A game as ratings see it; `None` if it was not to be rated, or has not ended.
    pub fn rated_game(&self, no: GameNo) -> Result<Option<RatedGame>, StoreError> {
        let found = self.one(queries::RATED_GAME, [no.0], game)?;
        found.map(|game| self.with_players(game)).transpose()
    }

    /// The rated games of a person on a scale in a period, in the order in which they count, also those
    /// that were refused.
    pub fn rated_games_of(
        &self,
        person: &PersonId,
        scale: &ScaleName,
        period: u32,
    ) -> Result<Vec<RatedGame>, StoreError> {
        let games = self.all(queries::RATED_GAMES_OF, (Id(person), Id(scale), period), game)?;
        games.into_iter().map(|game| self.with_players(game)).collect()
    }

    /// All rated games on a scale in a period, in the order in which they count, also those that were
    /// refused.
    pub fn rated_games_in(
        &self,
        scale: &ScaleName,
        period: u32,
    ) -> Result<Vec<RatedGame>, StoreError> {
        const PLAYER: usize = 7;
        let mut games: Vec<RatedGame> = Vec::new();
        self.all(queries::RATED_GAMES_IN, (Id(scale), period), |row| {
            let no = GameNo(row.get(0)?);
            if games.last().is_none_or(|last| last.no != no) {
                games.push(game(row)?);
            }
            let player = player(row, PLAYER)?;
            games.last_mut().into_iter().for_each(|last| last.players.push(player.clone()));
            Ok(())
        })?;
        Ok(games)
    }

    /// The first period from this one on in which a rated game on a scale ended; `None` if there is none.
    pub fn rated_period(&self, scale: &ScaleName, from: u32) -> Result<Option<u32>, StoreError> {
        let least = self.one(queries::RATED_PERIOD, (Id(scale), from), |row| row.get(0))?;
        Ok(least.flatten())
    }

    /// Returns what everybody who played on a scale in a period has at its end, in no order.
    pub fn ratings_in(
        &self,
        scale: &ScaleName,
        period: u32,
    ) -> Result<Vec<StoredRating>, StoreError> {
        self.all(queries::RATINGS_IN, (Id(scale), period), rating)
    }

    fn with_players(&self, game: RatedGame) -> Result<RatedGame, StoreError> {
        let players = self.all(queries::RATED_PLAYERS, [game.no.0], |row| player(row, 0))?;
        Ok(RatedGame { players, ..game })
    }

    /// The ratings of a person on a scale, one for each period in which they played, the first one first.
    pub fn rating_curve(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
        person: &PersonId,
    ) -> Result<Vec<StoredRating>, StoreError> {
        self.all(queries::RATING_CURVE, (Id(area), Id(scale), Id(person)), rating)
    }

    /// Returns what a person has at the end of the last period before this one in which they played.
    pub fn rating_before(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
        person: &PersonId,
        period: u32,
    ) -> Result<Option<StoredRating>, StoreError> {
        self.one(queries::RATING_BEFORE, (Id(area), Id(scale), Id(person), period), rating)
    }

    /// Returns what everybody on a scale has after their last period, in no order.
    pub fn last_ratings(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
    ) -> Result<Vec<StoredRating>, StoreError> {
        self.all(queries::LAST_RATINGS, (Id(area), Id(scale)), rating)
    }

    /// Returns `true` if a person has met at least `n` different people for whom `counts`, in games of a scale that
    /// count for all who played them.
    pub fn has_met(
        &self,
        area: &RatingArea,
        scale: &ScaleName,
        person: &PersonId,
        n: usize,
        counts: &dyn Fn(&PersonId) -> bool,
    ) -> Result<bool, StoreError> {
        let server = match area {
            RatingArea::Overall(_) => None,
            RatingArea::Server(server) => Some(Id(server)),
        };
        let mut opponents = self.conn().prepare_cached(queries::OPPONENTS.sql)?;
        let mut rows =
            opponents.query((Id(person), Id(scale), person.platform().name(), server))?;
        let mut met = BTreeSet::new();
        while met.len() < n {
            let Some(row) = rows.next()? else { return Ok(false) };
            met.extend(Some(id(row, 0)?).filter(counts));
        }
        Ok(true)
    }

    /// All rated games, in the order in which they count, also those that were refused.
    pub(super) fn rated_games(&self) -> Result<Vec<RatedGame>, StoreError> {
        let games = self.all(queries::ALL_RATED_GAMES, [], game)?;
        games.into_iter().map(|game| self.with_players(game)).collect()
    }

    /// The version of the formulas that gave the ratings; `None` before there were any versions.
    pub(super) fn rating_formulas(&self) -> Result<Option<u32>, StoreError> {
        self.one(queries::RATING_FORMULAS, [], |row| row.get(0))
    }

    /// All that is kept about ratings.
    pub(super) fn kept_ratings(&self) -> Result<KeptRatings, StoreError> {
        self.at_one_moment(|| {
            let numbered = |row: &Row<'_>| Ok((GameNo(row.get(0)?), row.get(1)?));
            let correction = |row: &Row<'_>| Ok((GameNo(row.get(0)?), (row.get(1)?, row.get(2)?)));
            let mut corrections: BTreeMap<GameNo, Vec<(Millis, String)>> = BTreeMap::new();
            for (game, result) in self.all(queries::ALL_CORRECTIONS, [], correction)? {
                corrections.entry(game).or_default().push(result);
            }
            Ok(KeptRatings {
                games: self.rated_games()?,
                misplaced: self.all(queries::MISPLACED_PLAYERS, [], number)?,
                ended: self.all(queries::ALL_ENDS, [], numbered)?.into_iter().collect(),
                ratings: self.all(queries::ALL_RATINGS, [], rating)?,
                formulas: self.rating_formulas()?,
                corrections,
            })
        })
    }

    /// The result that holds for a game since it was put right last; `None` if it never was.
    pub fn corrected_result(&self, no: GameNo) -> Result<Option<String>, StoreError> {
        self.one(queries::CORRECTED_RESULT, [no.0], |row| row.get(0))
    }
}
