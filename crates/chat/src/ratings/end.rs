//! Changes of ratings at the end of a rated game.

use std::collections::BTreeMap;

use pairing::ratings::{FinishedGame, NotRated, Rating, not_rated_after, rate_period};
use table::{Game, PersonId, RatedGame, RatingArea, ScaleName};

use super::{
    formulas::{at_period, counts, finished, method, period_of, rating, stored},
    log::RatingLog,
};
use crate::{
    handling::step::{InternalError, Write},
    world::World,
};

/// The end of a rated game, with the changes of ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RatedEnd {
    /// The rows to write together with the end itself.
    pub(crate) rows: Vec<Write>,
    /// The rating of each player for whom it counts, before and after it, in the order of the seats, on its
    /// server or, where there is none, overall.
    pub(crate) changes: Vec<(PersonId, Rating, Rating)>,
    /// Why it does not count, or not for everybody; `None` if it does.
    pub(crate) refused: Option<NotRated>,
}

/// Returns what the end of this game changes about ratings; `None` if it has not ended, is casual, or has been
/// taken into account.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn at_end(world: &dyn World, game: &Game) -> Result<Option<RatedEnd>, InternalError> {
    let Some(mut ended) = rated_game(world, game)? else { return Ok(None) };
    let log = world.ratings();
    let earlier = earlier_games(log, &ended)?;
    let method = method(&ended.scale);
    let refused = not_rated_after(method, &earlier, &finished(&ended, u64::MAX));
    ended.refused = refused.map(|why| why.key().to_owned());
    if !counts(&ended) {
        let rows = vec![Write::RatedGame(ended)];
        return Ok(Some(RatedEnd { rows, changes: Vec::new(), refused }));
    }
    let mut rows = vec![Write::RatedGame(ended.clone())];
    let (mut changes, mut is_late) = (Vec::new(), false);
    for area in ended.areas() {
        let after = ratings_after(log, &area, &ended)?;
        is_late |= after.iter().any(|one| one.is_late);
        rows.extend(after.iter().map(|one| {
            Write::Rating(stored(
                &area,
                ended.scale,
                &one.who,
                ended.period,
                (one.after, one.games),
            ))
        }));
        // The server's comes last, and is what is told there.
        changes = after.into_iter().map(|one| (one.who, one.before, one.after)).collect();
    }
    if is_late {
        // Somebody has a rating of a later period: the clock was wrong, now or then.
        rows = vec![Write::RatedAnew(ended)];
    }
    Ok(Some(RatedEnd { rows, changes, refused }))
}

/// Returns what the ends of these games, which one change brings about, change about ratings: nothing for those
/// that go on, are casual, or have been taken into account.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn at_ends<'g>(
    world: &dyn World,
    games: impl Iterator<Item = &'g Game>,
) -> Result<Vec<Write>, InternalError> {
    let mut by_scale: BTreeMap<ScaleName, Vec<(RatedGame, &Game)>> = BTreeMap::new();
    for game in games {
        if let Some(rated) = rated_game(world, game)? {
            by_scale.entry(rated.scale).or_default().push((rated, game));
        }
    }
    let mut rows = Vec::new();
    for ended in by_scale.into_values() {
        rows.extend(match ended.as_slice() {
            [(_, game)] => at_end(world, game)?.map(|end| end.rows).unwrap_or_default(),
            // Each would have to see what the others change.
            _ => ended.into_iter().map(|(rated, _)| Write::RatedAnew(rated)).collect(),
        });
    }
    Ok(rows)
}

/// The game as ratings see it, if it has just ended and was to be rated.
fn rated_game(world: &dyn World, game: &Game) -> Result<Option<RatedGame>, InternalError> {
    let Some(outcome) = game.outcome().filter(|_| game.terms().rated) else { return Ok(None) };
    let Some(players) = game.rated_players(outcome) else { return Ok(None) };
    if world.ratings().rated_game(game.no())?.is_some() {
        return Ok(None);
    }
    Ok(Some(RatedGame {
        no: game.no(),
        n: None,
        scale: game.scale(),
        platform: game.place().platform(),
        server: game.server().cloned(),
        period: period_of(world.now()),
        refused: None,
        players,
    }))
}

/// A game with why it is not rated, if it is not.
type Judged = (FinishedGame<PersonId>, Option<NotRated>);

/// The games of the period that ended before this one and in which any of its players took part, in order,
/// with what was said of each.
fn earlier_games(log: &dyn RatingLog, ended: &RatedGame) -> Result<Vec<Judged>, InternalError> {
    let mut games = BTreeMap::new();
    for player in &ended.players {
        for game in log.rated_games_of(&player.person, &ended.scale, ended.period)? {
            games.insert(game.n, game);
        }
    }
    let verdict = |game: &RatedGame| {
        let refused = game.refused.as_deref()?;
        // A word that a later program has written, or one of ours, keeps the game out in any case.
        Some(NotRated::from_key(refused).unwrap_or(NotRated::Casual))
    };
    Ok(games.values().map(|game| (finished(game, 0), verdict(game))).collect())
}

/// The ratings of a player of a game in an area, before and after it.
struct After {
    who: PersonId,
    before: Rating,
    after: Rating,
    /// How many games they have played in the period.
    games: u32,
    /// Whether they have a rating of a later period already.
    is_late: bool,
}

fn ratings_after(
    log: &dyn RatingLog,
    area: &RatingArea,
    ended: &RatedGame,
) -> Result<Vec<After>, InternalError> {
    let mut found: Vec<After> = Vec::new();
    let is_rated_by = finished(ended, 0);
    for who in ended.players.iter().map(|player| &player.person) {
        if !is_rated_by.counts_for(who) {
            continue;
        }
        let mut games = log.rated_games_of(who, &ended.scale, ended.period)?;
        games.retain(|game| counts(game) && game.areas().any(|one| one == *area));
        games.push(ended.clone());
        let mut before: BTreeMap<PersonId, Rating> = BTreeMap::new();
        for one in games.iter().flat_map(|game| &game.players) {
            if !before.contains_key(&one.person) {
                let last = log.rating_before(area, &ended.scale, &one.person, ended.period)?;
                before.insert(one.person.clone(), at_period(last.as_ref(), ended.period));
            }
        }
        let games: Vec<_> = games.iter().map(|game| finished(game, 0)).collect();
        let mut rated = rate_period(method(&ended.scale), &before, &games);
        let Some((after, n)) = rated.remove(who) else { continue };
        let last = log.rating_before(area, &ended.scale, who, u32::MAX)?;
        let in_period = last.as_ref().filter(|last| last.period == ended.period);
        let start =
            at_period(last.as_ref().filter(|last| last.period < ended.period), ended.period);
        found.push(After {
            who: who.clone(),
            before: in_period.map_or(start, rating),
            after,
            games: n,
            is_late: last.is_some_and(|last| last.period > ended.period),
        });
    }
    Ok(found)
}
