//! From all games of a scale to every player's rating and its course.

use std::collections::BTreeMap;

use super::{
    eligible::{FinishedGame, NotRated, not_rated},
    glicko,
    period::Period,
    rating::Rating,
    weng_lin::{self, Observation},
};
use crate::history::Score;

/// The method by which the games of a scale are rated. A scale has games of one kind only: one game, one family of
/// its options, one number of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Two seats, by Glicko-2.
    TwoSeats,
    /// Three and more seats, by Weng-Lin.
    ManySeats,
}

/// A rated game of two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel<P> {
    /// When it ended.
    pub period: Period,
    /// The two who played.
    pub players: [P; 2],
    /// The score of the first of them.
    pub score: Score,
    /// Whether it counts for the loser alone.
    pub is_one_sided: bool,
}

/// A rated game of three or more players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<P> {
    /// When it ended.
    pub period: Period,
    /// Who played, and the place of each: the least is the best, and equal ones are shared.
    pub places: Vec<(P, u8)>,
    /// For whom of them it counts as it was, while for the others it is as if these had not been there;
    /// nobody if it counts for all alike.
    pub apart: Vec<P>,
}

/// A player's rating at the end of a period in which they played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurvePoint {
    /// The period that ended.
    pub period: Period,
    /// The rating with which the next period begins.
    pub rating: Rating,
    /// How many rated games they played in it.
    pub games: u32,
}

/// The result of a scale for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The rating after the last period that was asked for, with what a pause has added.
    pub rating: Rating,
    /// How many rated games they have played.
    pub games: u32,
    /// The rating after each period with a game, in the order of the periods.
    pub curve: Vec<CurvePoint>,
}

/// The result of the games of a scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder<P> {
    /// Everybody who played a rated game.
    pub players: BTreeMap<P, Rated>,
    /// For each game, in the order given, why it is not rated, or not for everybody; `None` if it is.
    pub not_rated: Vec<Option<NotRated>>,
}

/// Rates the finished games of a scale, in any order, through this period; later games do not count
/// yet. Which of them are rated says [`not_rated`].
#[must_use]
pub fn ladder<P: Ord + Clone>(
    scale: Scale,
    games: &[FinishedGame<P>],
    through: Period,
) -> Ladder<P> {
    let not_rated = not_rated(scale, games);
    let counts = |why: &Option<NotRated>| why.is_none_or(NotRated::is_one_sided);
    let rated = games.iter().zip(&not_rated).filter(|(_, why)| counts(why));
    let rated: Vec<FinishedGame<P>> = rated
        .map(|(game, why)| FinishedGame { is_one_sided: why.is_some(), ..game.clone() })
        .collect();
    Ladder { players: rate(scale, &rated, Some(through)), not_rated }
}

/// Rates games of a scale of which each counts, in any order, through the last period with a game.
#[must_use]
pub fn rate_all<P: Ord + Clone>(scale: Scale, games: &[FinishedGame<P>]) -> BTreeMap<P, Rated> {
    rate(scale, games, None)
}

/// Rates games of which each counts, through this period or the last one with a game.
fn rate<P: Ord + Clone>(
    scale: Scale,
    games: &[FinishedGame<P>],
    through: Option<Period>,
) -> BTreeMap<P, Rated> {
    match scale {
        Scale::TwoSeats => {
            let duels: Vec<Duel<P>> = games.iter().filter_map(FinishedGame::duel).collect();
            rate_duels(&duels, through)
        }
        Scale::ManySeats => {
            let tables: Vec<Table<P>> = games.iter().filter_map(FinishedGame::table).collect();
            rate_tables(&tables, through)
        }
    }
}

/// Rates games of two players by Glicko-2, through this period or the last one with a game. Games
/// may come in any order.
#[must_use]
pub fn rate_duels<P: Ord + Clone>(
    duels: &[Duel<P>],
    through: Option<Period>,
) -> BTreeMap<P, Rated> {
    let mut periods: BTreeMap<Period, Vec<&Duel<P>>> = BTreeMap::new();
    for duel in duels {
        periods.entry(duel.period).or_default().push(duel);
    }
    let mut climb = Climb::through(through.or(periods.keys().last().copied()));
    for (period, duels) in periods {
        let before = climb.begin(period, duels.iter().flat_map(|duel| &duel.players));
        climb.end(period, after_duels(&duels, &before));
    }
    climb.finish()
}

/// Rates games of three and more players by Weng-Lin, as [`rate_duels`] does those of two.
#[must_use]
pub fn rate_tables<P: Ord + Clone>(
    tables: &[Table<P>],
    through: Option<Period>,
) -> BTreeMap<P, Rated> {
    let mut periods: BTreeMap<Period, Vec<&Table<P>>> = BTreeMap::new();
    for table in tables {
        periods.entry(table.period).or_default().push(table);
    }
    let mut climb = Climb::through(through.or(periods.keys().last().copied()));
    for (period, tables) in periods {
        let players = tables.iter().flat_map(|table| &table.places).map(|(player, _)| player);
        let before = climb.begin(period, players);
        climb.end(period, after_tables(&tables, &before));
    }
    climb.finish()
}

/// The rating of each player at the end of a period, and how many games they played in it: `games` are all
/// those of the period that count, and `before` is what everybody in them had before it. Of a player all of
/// whose games are given it is the same, whichever games of others are left out.
#[must_use]
pub fn rate_period<P: Ord + Clone>(
    scale: Scale,
    before: &BTreeMap<P, Rating>,
    games: &[FinishedGame<P>],
) -> BTreeMap<P, (Rating, u32)> {
    let before: BTreeMap<&P, Rating> = before.iter().map(|(one, rating)| (one, *rating)).collect();
    let owned = |after: Vec<After<'_, P>>| {
        after.into_iter().map(|(player, rating, n)| (player.clone(), (rating, n))).collect()
    };
    match scale {
        Scale::TwoSeats => {
            let duels: Vec<Duel<P>> = games.iter().filter_map(FinishedGame::duel).collect();
            owned(after_duels(&duels.iter().collect::<Vec<_>>(), &before))
        }
        Scale::ManySeats => {
            let tables: Vec<Table<P>> = games.iter().filter_map(FinishedGame::table).collect();
            owned(after_tables(&tables.iter().collect::<Vec<_>>(), &before))
        }
    }
}

/// The opponents whom somebody met in a period, and what that brought them.
type Met<'a, P> = Vec<(&'a P, Score)>;

/// A player with the rating at the end of a period, and how many games they played in it that count for them.
type After<'a, P> = (&'a P, Rating, u32);

impl<P: Ord> Duel<P> {
    /// Returns whom a player met in it, and what it brought them; `None` if they did not play, or it does not
    /// count for them.
    fn seen_by(&self, player: &P) -> Option<(&P, Score)> {
        let [first, second] = &self.players;
        let met = if first == player {
            Some((second, self.score))
        } else {
            (second == player).then(|| (first, self.score.of_opponent()))
        };
        met.filter(|(_, score)| !self.is_one_sided || *score == Score::Loss)
    }
}

/// A table as it counts for some of its players: all who are to be looked at, each with the place they came to
/// and whether it counts for them, in an order that does not depend on that of the seats.
type Sitting<'a, P> = Vec<(&'a P, u8, bool)>;

impl<P: Ord> Table<P> {
    /// The table as it was, for all of its players or for those apart, and without these for the others.
    fn sittings(&self) -> Vec<Sitting<'_, P>> {
        let is_apart = |player: &P| self.apart.contains(player);
        let for_all = self.apart.is_empty();
        let whole = self.places.iter();
        let whole = whole.map(|(player, place)| (player, *place, for_all || is_apart(player)));
        let mut sittings = vec![sorted(whole.collect())];
        if !for_all {
            let rest = self.places.iter().filter(|(player, _)| !is_apart(player));
            let rest: Sitting<'_, P> = rest.map(|(player, place)| (player, *place, true)).collect();
            sittings.extend((rest.len() > 1).then(|| sorted(rest)));
        }
        sittings
    }
}

/// Returns what the duels of a period have made of the ratings that their players had `before`.
fn after_duels<'a, P: Ord>(
    duels: &[&'a Duel<P>],
    before: &BTreeMap<&'a P, Rating>,
) -> Vec<After<'a, P>> {
    let mut met: BTreeMap<&P, Met<'_, P>> = BTreeMap::new();
    for duel in duels {
        for player in &duel.players {
            if let Some(seen) = duel.seen_by(player) {
                met.entry(player).or_default().push(seen);
            }
        }
    }
    let after = |(player, met): (&'a P, Met<'a, P>)| {
        let met = sorted(met).into_iter();
        let met: Vec<(Rating, Score)> =
            met.filter_map(|(opponent, score)| Some((*before.get(opponent)?, score))).collect();
        Some((player, glicko::after_period(*before.get(player)?, &met), count(met.len())))
    };
    met.into_iter().filter_map(after).collect()
}

/// Returns what the tables of a period have made of the ratings that their players had `before`.
fn after_tables<'a, P: Ord>(
    tables: &[&'a Table<P>],
    before: &BTreeMap<&'a P, Rating>,
) -> Vec<After<'a, P>> {
    let games = sorted(tables.iter().flat_map(|table| table.sittings()).collect());
    let after = |(player, seen): (&'a P, Vec<Observation>)| {
        let rating = *before.get(player)?;
        Some((player, weng_lin::after_period(rating, &seen), count(seen.len())))
    };
    observations(&games, before).into_iter().filter_map(after).collect()
}

/// Returns what the tables of a period say about each of their players, who had these ratings `before`.
fn observations<'a, P: Ord>(
    games: &[Sitting<'a, P>],
    before: &BTreeMap<&P, Rating>,
) -> BTreeMap<&'a P, Vec<Observation>> {
    let mut seen: BTreeMap<&P, Vec<Observation>> = BTreeMap::new();
    for game in games {
        let places = game.iter().map(|(player, place, _)| Some((*before.get(player)?, *place)));
        let Some(places) = places.collect::<Option<Vec<(Rating, u8)>>>() else { continue };
        let told = game.iter().zip(weng_lin::observe(&places));
        for ((player, ..), observation) in told.filter(|((_, _, counts), _)| *counts) {
            seen.entry(*player).or_default().push(observation);
        }
    }
    seen
}

fn count(games: usize) -> u32 {
    u32::try_from(games).unwrap_or(u32::MAX)
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list
}

/// The courses so far, period by period.
struct Climb<P> {
    through: Period,
    curves: BTreeMap<P, Vec<CurvePoint>>,
}

impl<P: Ord + Clone> Climb<P> {
    fn through(period: Option<Period>) -> Self {
        Self { through: period.unwrap_or_default(), curves: BTreeMap::new() }
    }

    /// The ratings with which these players begin a period; none if it is not to be rated yet.
    fn begin<'a>(
        &self,
        period: Period,
        players: impl Iterator<Item = &'a P>,
    ) -> BTreeMap<&'a P, Rating> {
        let is_due = period <= self.through;
        let players = players.filter(|_| is_due);
        players.map(|player| (player, self.rating_before(player, period))).collect()
    }

    fn rating_before(&self, player: &P, period: Period) -> Rating {
        match self.curves.get(player).and_then(|curve| curve.last()) {
            None => Rating::START,
            Some(last) => last.rating.after_pause(period - last.period - 1),
        }
    }

    /// Adds what a period has come to for each who played in it.
    fn end(&mut self, period: Period, after: Vec<After<'_, P>>) {
        for (player, rating, games) in after {
            let curve = self.curves.entry(player.clone()).or_default();
            curve.push(CurvePoint { period, rating, games });
        }
    }

    fn finish(self) -> BTreeMap<P, Rated> {
        let through = self.through;
        let rated = |curve: Vec<CurvePoint>| {
            let last = curve.last()?;
            let rating = last.rating.after_pause(through - last.period);
            let games = curve.iter().map(|point| point.games).fold(0, u32::saturating_add);
            Some(Rated { rating, games, curve })
        };
        self.curves.into_iter().filter_map(|(p, curve)| Some((p, rated(curve)?))).collect()
    }
}
