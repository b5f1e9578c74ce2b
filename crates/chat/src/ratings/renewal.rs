//! Ratings made anew from a period on, as a correction needs it. What is kept of the time before is rounded
//! at the end of each period, so going on from there gives what all games from the first one give.

use std::collections::{BTreeMap, BTreeSet};

use pairing::ratings::{FinishedGame, NotRated, Rating, not_rated, rate_all, rate_period};
use table::{PersonId, RatedGame, RatingArea, ScaleName, StoredRating};

use super::{
    formulas::{ANNULLED, at_period, counts, finished, method, stored},
    log::RatingHistory,
};
use crate::handling::step::InternalError;

/// The changes to be written when ratings were made anew: what differs from what is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renewal {
    /// The games that are new, or of which another thing is said.
    pub games: Vec<RatedGame>,
    /// The ratings that are new, or other ones than before.
    pub ratings: Vec<StoredRating>,
    /// The ratings that are there no more.
    pub gone: Vec<StoredRating>,
}

/// Returns what is to be written when these games are new, or another thing is to be said of them than before:
/// the games that count now and did not, or the other way round, and the ratings of their scales from their
/// periods on. It reads and rates all games since then, which may take a second.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn renewal(
    history: &dyn RatingHistory,
    changed: Vec<RatedGame>,
) -> Result<Renewal, InternalError> {
    let mut scales: BTreeMap<ScaleName, BTreeMap<u32, Vec<RatedGame>>> = BTreeMap::new();
    for game in changed {
        let periods = scales.entry(game.scale).or_default();
        periods.entry(game.period).or_default().push(game);
    }
    let mut made = Renewal::default();
    for (scale, mut changed) in scales {
        let Some(first) = changed.keys().next().copied() else { continue };
        let mut climb = Climb { history, scale, first, last: BTreeMap::new(), made: &mut made };
        let (mut next, mut has_changed) = (Some(first), false);
        while let Some(period) = next {
            has_changed |= climb.rate(period, changed.remove(&period).unwrap_or_default())?;
            let due = changed.keys().next().copied();
            next = due;
            if has_changed {
                let later = period.saturating_add(1);
                let known = history.period_from(&scale, later)?.filter(|known| *known >= later);
                next = known.into_iter().chain(due).min();
            } else if let Some(due) = due {
                // Where nobody has another rating than before, what follows is as it was.
                climb.begin(due);
            }
        }
    }
    // They are written in the order in which they lie in the store, which takes half as long.
    made.ratings.sort_unstable_by(|one, other| place(one).cmp(&place(other)));
    Ok(made)
}

/// Returns where a rating lies in the store.
const fn place(one: &StoredRating) -> (&RatingArea, &ScaleName, &PersonId, u32) {
    (&one.area, &one.scale, &one.person, one.period)
}

/// The ratings of a scale on their way through the periods.
struct Climb<'a> {
    history: &'a dyn RatingHistory,
    scale: ScaleName,
    /// The period with which it began.
    first: u32,
    /// The last rating of everybody met so far; `None` for the one with which everybody begins.
    last: BTreeMap<(RatingArea, PersonId), Option<StoredRating>>,
    made: &'a mut Renewal,
}

impl Climb<'_> {
    /// Begins anew with a later period, up to which all ratings are as they are kept.
    fn begin(&mut self, period: u32) {
        self.first = period;
        self.last.clear();
    }

    /// Rates a period of which these games have changed: whether a rating is another one than before.
    fn rate(&mut self, period: u32, changed: Vec<RatedGame>) -> Result<bool, InternalError> {
        let known = self.history.games_in(&self.scale, period)?;
        let games = if changed.is_empty() { known } else { self.taken_in(known, changed) };
        let key = |one: &StoredRating| (one.area.clone(), one.person.clone());
        let kept = self.history.ratings_in(&self.scale, period)?;
        let mut kept: BTreeMap<_, _> = kept.into_iter().map(|one| (key(&one), one)).collect();
        let n_ratings = self.made.ratings.len();
        for (area, games) in by_area(&games) {
            let before = self.before(&area, period, &games)?;
            for (person, after) in rate_period(method(&self.scale), &before, &games) {
                let after = stored(&area, self.scale, &person, period, after);
                if kept.remove(&key(&after)).as_ref() != Some(&after) {
                    self.made.ratings.push(after.clone());
                }
                self.last.insert(key(&after), Some(after));
            }
        }
        let has_changed = self.made.ratings.len() > n_ratings || !kept.is_empty();
        self.made.gone.extend(kept.into_values());
        Ok(has_changed)
    }

    /// All games of a period, of which is said whether they count, since some have changed.
    fn taken_in(&mut self, known: Vec<RatedGame>, changed: Vec<RatedGame>) -> Vec<RatedGame> {
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
        self.made.games.extend(changed.map(|(_, game)| game.clone()));
        games
    }

    /// Returns what everybody in these games of an area has before them.
    fn before(
        &mut self,
        area: &RatingArea,
        period: u32,
        games: &[FinishedGame<PersonId>],
    ) -> Result<BTreeMap<PersonId, Rating>, InternalError> {
        let people: BTreeSet<&PersonId> = games
            .iter()
            .flat_map(|game| &game.seats)
            .filter_map(|seat| seat.person.as_ref())
            .collect();
        let mut before = BTreeMap::new();
        for person in people {
            let key = (area.clone(), person.clone());
            if !self.last.contains_key(&key) {
                let last = self.history.last_before(area, &self.scale, person, self.first)?;
                self.last.insert(key.clone(), last);
            }
            let last = self.last.get(&key).and_then(Option::as_ref);
            before.insert(person.clone(), at_period(last, period));
        }
        Ok(before)
    }
}

/// The games that count, for each area in which they do.
fn by_area(games: &[RatedGame]) -> BTreeMap<RatingArea, Vec<FinishedGame<PersonId>>> {
    let mut by_area: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for game in games.iter().filter(|game| counts(game)) {
        for area in game.areas() {
            by_area.entry(area).or_default().push(finished(game, 0));
        }
    }
    by_area
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

/// The ratings that come of all rated games, in the order in which they count, of which is said whether they do.
#[must_use]
pub fn all_ratings(games: Vec<RatedGame>) -> Vec<StoredRating> {
    let mut scales: BTreeMap<ScaleName, Vec<RatedGame>> = BTreeMap::new();
    for game in games {
        scales.entry(game.scale).or_default().push(game);
    }
    scales.iter().flat_map(|(scale, games)| ratings_of(*scale, games)).collect()
}

/// The ratings that come of all games of a scale, of which is said whether they count, by area, person and
/// period.
#[must_use]
pub fn ratings_of(scale: ScaleName, games: &[RatedGame]) -> Vec<StoredRating> {
    let mut ratings = Vec::new();
    for (area, games) in by_area(games) {
        for (person, rated) in rate_all(method(&scale), &games) {
            ratings.extend(rated.curve.iter().map(|point| {
                stored(&area, scale, &person, point.period, (point.rating, point.games))
            }));
        }
    }
    ratings.sort_by_key(|one| (one.area.to_string(), one.person.to_string(), one.period));
    ratings
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

    use super::*;
    use games::GameKind;
    use table::{GameNo, Platform, RatedPlayer, ServerId};

    /// The kept games and ratings of one scale.
    #[derive(Default)]
    struct Kept {
        games: Vec<RatedGame>,
        ratings: BTreeMap<(RatingArea, PersonId, u32), StoredRating>,
    }

    fn key(one: &StoredRating) -> (RatingArea, PersonId, u32) {
        (one.area.clone(), one.person.clone(), one.period)
    }

    impl RatingHistory for Kept {
        fn period_from(&self, _: &ScaleName, period: u32) -> Result<Option<u32>, InternalError> {
            let periods = self.games.iter().map(|game| game.period);
            Ok(periods.filter(|one| *one >= period).min())
        }

        fn games_in(&self, _: &ScaleName, period: u32) -> Result<Vec<RatedGame>, InternalError> {
            Ok(self.games.iter().filter(|game| game.period == period).cloned().collect())
        }

        fn ratings_in(
            &self,
            _: &ScaleName,
            period: u32,
        ) -> Result<Vec<StoredRating>, InternalError> {
            Ok(self.ratings.values().filter(|one| one.period == period).cloned().collect())
        }

        fn last_before(
            &self,
            area: &RatingArea,
            _: &ScaleName,
            who: &PersonId,
            period: u32,
        ) -> Result<Option<StoredRating>, InternalError> {
            let of = |period| (area.clone(), who.clone(), period);
            Ok(self.ratings.range(of(0)..of(period)).next_back().map(|(_, one)| one.clone()))
        }
    }

    impl Kept {
        /// Writes what has come of a change, which must be something that was not so before.
        fn write(&mut self, Renewal { games, ratings, gone }: Renewal) {
            for game in games {
                let n = u32::try_from(self.games.len()).unwrap();
                match self.games.iter_mut().find(|known| known.no == game.no) {
                    Some(known) => {
                        assert_ne!(*known, game);
                        *known = game;
                    }
                    None => self.games.push(RatedGame { n: Some(n), ..game }),
                }
            }
            for one in gone {
                assert_eq!(self.ratings.remove(&key(&one)), Some(one));
            }
            for one in ratings {
                assert_ne!(self.ratings.insert(key(&one), one.clone()), Some(one));
            }
        }

        fn change(&mut self, games: Vec<RatedGame>) {
            let from = games.iter().map(|game| game.period).min().unwrap();
            let made = renewal(self, games).unwrap();
            assert!(made.ratings.iter().chain(&made.gone).all(|one| one.period >= from));
            self.write(made);
            let mut games = self.games.clone();
            judge(&mut games);
            assert_eq!(games, self.games);
            let all = ratings_of(games[0].scale, &games);
            assert_eq!(
                all.into_iter().map(|one| (key(&one), one)).collect::<BTreeMap<_, _>>(),
                self.ratings
            );
        }
    }

    /// The players of a game, drawn by lot, and how it went for them.
    fn players(random: &mut StdRng, n_seats: u8) -> Vec<RatedPlayer> {
        let first = random.random_range(0..5_u8);
        let player = |seat: u8| RatedPlayer {
            person: PersonId::new(Platform::Discord, format!("{}", (first + seat) % 5)),
            place: random.random_range(1..=n_seats),
            has_moved: random.random_bool(0.95),
            out_of_time: random.random_bool(0.3),
        };
        (0..n_seats).map(player).collect()
    }

    /// A game in one of two servers or in none, in a period from 5 to 16.
    fn game(random: &mut StdRng, no: u32, scale: ScaleName) -> RatedGame {
        let server = [None, Some("1"), Some("2")][random.random_range(0..3_usize)];
        RatedGame {
            no: GameNo(no),
            n: None,
            scale,
            platform: Platform::Discord,
            server: server.map(|key| ServerId::new(Platform::Discord, key)),
            period: random.random_range(5..17_u32) & !1,
            refused: None,
            players: players(random, scale.n_seats()),
        }
    }

    #[test]
    fn from_a_period_on_ratings_are_what_all_games_come_to() {
        let scales = || GameKind::ALL.into_iter().flat_map(ScaleName::all_of);
        for n_seats in [2, 3] {
            let mut random = StdRng::seed_from_u64(u64::from(n_seats));
            let scale = scales().find(|scale| scale.n_seats() == n_seats).unwrap();
            let mut kept = Kept::default();
            // They end in any order, as if the clock were set now and then.
            for no in 1..=80 {
                kept.change(vec![game(&mut random, no, scale)]);
            }
            assert!(kept.games.iter().any(|game| game.refused.is_some()));
            for _ in 0..100 {
                let [at, same] = [(); 2].map(|()| random.random_range(0..kept.games.len()));
                let old = kept.games[at].clone();
                let annulled = random.random_bool(0.3).then(|| ANNULLED.to_owned());
                let mut players = old.players.clone();
                players.iter_mut().for_each(|one| one.place = random.random_range(1..=n_seats));
                // Another game comes with it of which nothing new is said.
                let same = Some(kept.games[same].clone()).filter(|same| same.no != old.no);
                let changed = RatedGame { refused: annulled, players, ..old };
                kept.change(same.into_iter().chain([changed]).collect());
            }
        }
    }

    #[test]
    fn what_changes_nothing_is_not_written_and_what_comes_later_is_not_read() {
        let scale = ScaleName::all_of(GameKind::ALL[0])[0];
        let mut random = StdRng::seed_from_u64(1);
        let mut kept = Kept::default();
        for no in 1..=20 {
            kept.change(vec![game(&mut random, no, scale)]);
        }
        let known = kept.games[3].clone();
        // In what is wrong later nobody looks.
        kept.ratings
            .values_mut()
            .filter(|one| one.period > known.period)
            .for_each(|one| one.games = 99);
        assert_eq!(renewal(&kept, vec![known]).unwrap(), Renewal::default());
    }
}
