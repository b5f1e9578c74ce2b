//! Ratings made anew from all games of a scale, as a correction needs it.

use std::collections::BTreeMap;

use super::{
    formulas::{ANNULLED, counts, finished, method, stored},
    log::RatingLog,
};
use crate::{
    chat::step::{InternalError, Row},
    table::{PersonId, RatedGame, RatingArea, ScaleName, StoredRating},
    tournament::ratings::{FinishedGame, NotRated, not_rated, rate_all},
};

/// What is to be written when these games of one scale are new or another thing is to be said of them than
/// before: the games that count now and did not, or the other way round, and all ratings of the scale.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(in crate::chat) fn renewed(
    log: &dyn RatingLog,
    changed: Vec<RatedGame>,
) -> Result<Vec<Row>, InternalError> {
    let Some(scale) = changed.first().map(|game| game.scale) else { return Ok(Vec::new()) };
    let known = log.rated_games_on(&scale)?;
    let mut games = known.clone();
    for game in changed {
        match games.iter_mut().find(|known| known.no == game.no) {
            Some(known) => *known = RatedGame { n: known.n, ..game },
            None => games.push(game),
        }
    }
    judge(&mut games);
    // Those that are known stand where they stood, and new ones behind them.
    let changed = games.iter().enumerate().filter(|(at, game)| known.get(*at) != Some(*game));
    let mut rows: Vec<Row> = changed.map(|(_, game)| Row::RatedGame(game.clone())).collect();
    rows.push(Row::ClearRatings(scale));
    rows.extend(ratings_of(scale, &games).into_iter().map(Row::Rating));
    Ok(rows)
}

/// Says of each of all games of a scale, which come in the order in which they count, whether it counts.
pub fn judge(games: &mut [RatedGame]) {
    let Some(scale) = games.first().map(|game| game.scale) else { return };
    let all: Vec<FinishedGame<PersonId>> =
        (0..).zip(&*games).map(|(number, game)| finished(game, number)).collect();
    for (game, verdict) in games.iter_mut().zip(not_rated(method(&scale), &all)) {
        if game.refused.as_deref() != Some(ANNULLED) {
            game.refused = verdict.map(NotRated::key).map(str::to_owned);
        }
    }
}

/// The ratings that come of all games of a scale, of which is said whether they count, by area, person and
/// period.
#[must_use]
pub fn ratings_of(scale: ScaleName, games: &[RatedGame]) -> Vec<StoredRating> {
    let mut by_area: BTreeMap<RatingArea, Vec<FinishedGame<PersonId>>> = BTreeMap::new();
    for game in games.iter().filter(|game| counts(game)) {
        for area in game.areas() {
            by_area.entry(area).or_default().push(finished(game, 0));
        }
    }
    let mut ratings = Vec::new();
    for (area, games) in by_area {
        for (person, rated) in rate_all(method(&scale), &games) {
            ratings.extend(rated.course.iter().map(|point| {
                stored(&area, scale, &person, point.period, (point.rating, point.games))
            }));
        }
    }
    ratings.sort_by_key(|one| (one.area.to_string(), one.person.to_string(), one.period));
    ratings
}
