//! Whether the ratings that are kept are those that come of the games.

use std::collections::{BTreeMap, BTreeSet};

use chat::{RATED_ANNULLED, RATING_FORMULAS, judge_rated, rating_period, ratings_of};
use games::{Outcome, parse_result};
use store::KeptRatings;
use table::{Game, GameNo, Millis, RatedGame, ScaleName, StoredRating};

/// Recomputes all ratings from the logs of the games and from the corrections of their results, and compares
/// them with what is kept.
#[derive(Debug)]
pub struct RatingCheck {
    kept: KeptRatings,
    /// The ratings to which the replayed games come, and when each began to count.
    due: Vec<(Millis, RatedGame)>,
    faults: Vec<String>,
}

impl RatingCheck {
    /// Begins with what is kept.
    #[must_use]
    pub const fn new(kept: KeptRatings) -> Self {
        Self { kept, due: Vec::new(), faults: Vec::new() }
    }

    /// Takes in a game that was replayed from its log.
    pub fn see(&mut self, game: &Game) {
        let Some(played) = game.outcome().filter(|_| game.terms().rated) else { return };
        match self.rated(game, played) {
            Ok(due) => self.due.extend(due),
            Err(what) => self.faults.push(format!("{}: {what}", game.no())),
        }
    }

    /// A game as ratings should see it, and when it began to count: at its end or, if it ended without a
    /// result, when one was given to it. `None` if it never had one.
    fn rated(&self, game: &Game, played: Outcome) -> Result<Option<(Millis, RatedGame)>, String> {
        let (mut begun, mut players, mut is_annulled) = (None, Vec::new(), false);
        for (at, outcome) in self.results(game.no(), played)? {
            let found = game.rated_players(outcome);
            // The seats of an annulled game stay as they were.
            is_annulled = found.is_none();
            if let Some(found) = found {
                begun.get_or_insert(at);
                players = found;
            }
        }
        let Some(begun) = begun else { return Ok(None) };
        let refused = is_annulled.then(|| RATED_ANNULLED.to_owned());
        let (scale, server) = (game.scale(), game.server().cloned());
        let (no, platform) = (game.no(), game.place().platform());
        let period = rating_period(begun);
        let rated = RatedGame { no, n: None, scale, platform, server, period, refused, players };
        Ok(Some((begun, rated)))
    }

    /// The results that a game has had, and since when: the one that was played, and those to which it was
    /// put right.
    fn results(&self, no: GameNo, played: Outcome) -> Result<Vec<(Millis, Outcome)>, String> {
        let ended = self.kept.ended.get(&no).copied().ok_or("when it ended is not kept")?;
        let mut results = vec![(ended, played)];
        for (at, text) in self.kept.corrections.get(&no).into_iter().flatten() {
            let outcome = parse_result(text).flatten();
            results.push((*at, outcome.ok_or("its corrected result cannot be read")?));
        }
        Ok(results)
    }

    /// Returns what is wrong; nothing if the ratings are right. Then also how many rated games and ratings
    /// there are; no number of ratings where these are by other formulas, and so are not compared: the next start
    /// computes them anew.
    #[must_use]
    pub fn finish(mut self) -> (Vec<String>, usize, Option<usize>) {
        let misplaced = std::mem::take(&mut self.kept.misplaced).into_iter();
        self.faults.extend(misplaced.map(|no| format!("{no}: its players are kept elsewhere")));
        let n_games = self.due.len();
        let kept = std::mem::take(&mut self.kept.games);
        let kept: BTreeMap<GameNo, RatedGame> =
            kept.into_iter().map(|game| (game.no, game)).collect();
        let mut unseen: BTreeSet<GameNo> = kept.keys().copied().collect();
        let mut expected: Vec<StoredRating> = Vec::new();
        for (scale, mut games) in self.by_scale(&kept) {
            judge_rated(&mut games);
            for game in &games {
                unseen.remove(&game.no);
                let what = fault(game, kept.get(&game.no));
                self.faults.extend(what.map(|what| format!("{}: {what}", game.no)));
            }
            expected.extend(ratings_of(scale, &games));
        }
        let unseen = unseen.into_iter();
        self.faults
            .extend(unseen.map(|no| format!("{no}: it was not to be rated, or is not there")));
        let is_current = self.kept.formulas == Some(RATING_FORMULAS);
        if is_current {
            self.compare_ratings(&expected);
        }
        (self.faults, n_games, is_current.then_some(expected.len()))
    }

    /// The games of each scale in the order in which they should count: as they ended, and in the order in which
    /// they were written where that was at the same instant.
    fn by_scale(
        &mut self,
        kept: &BTreeMap<GameNo, RatedGame>,
    ) -> BTreeMap<ScaleName, Vec<RatedGame>> {
        let mut due = std::mem::take(&mut self.due);
        for (_, game) in &mut due {
            game.n = kept.get(&game.no).and_then(|kept| kept.n);
        }
        due.sort_by_key(|(begun, game)| (*begun, game.n));
        let mut games: BTreeMap<ScaleName, Vec<RatedGame>> = BTreeMap::new();
        for (_, game) in due {
            games.entry(game.scale).or_default().push(game);
        }
        games
    }

    fn compare_ratings(&mut self, expected: &[StoredRating]) {
        let key =
            |one: &StoredRating| (one.area.clone(), one.scale, one.person.clone(), one.period);
        let kept: BTreeMap<_, _> = self.kept.ratings.iter().map(|one| (key(one), one)).collect();
        let due: BTreeMap<_, _> = expected.iter().map(|one| (key(one), one)).collect();
        let keys = kept.keys().chain(due.keys());
        let mut keys: Vec<_> = keys.filter(|key| kept.get(key) != due.get(key)).collect();
        keys.sort_unstable();
        keys.dedup();
        self.faults.extend(keys.into_iter().map(|(area, scale, person, period)| {
            format!("{area}, {scale}: the rating of {person} in period {period} is another one")
        }));
    }
}

/// Returns what is wrong with how a game is kept.
fn fault(due: &RatedGame, kept: Option<&RatedGame>) -> Option<&'static str> {
    let Some(kept) = kept else { return Some("it is not among the rated games") };
    if kept.period != due.period {
        Some("it ended in another rating period")
    } else if kept.refused != due.refused {
        Some("whether it counts is kept wrongly")
    } else {
        (kept != due).then_some("it is kept as another game than its log says")
    }
}
