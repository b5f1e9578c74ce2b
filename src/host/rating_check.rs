//! Whether the ratings that are kept are those that come of the games.

use std::collections::BTreeMap;

use crate::{
    chat::{judge_rated, rating_period, ratings_of},
    games::parse_result,
    store::KeptRatings,
    table::{Game, RatedGame, ScaleName, StoredRating},
};

/// Recomputes all ratings from the logs of the games, and compares them with what is kept.
#[derive(Debug)]
pub struct RatingCheck {
    kept: KeptRatings,
    /// What the games that were replayed say.
    games: Vec<RatedGame>,
    faults: Vec<String>,
}

impl RatingCheck {
    /// Begins with what is kept.
    #[must_use]
    pub const fn new(kept: KeptRatings) -> Self {
        Self { kept, games: Vec::new(), faults: Vec::new() }
    }

    /// Takes in a game that was replayed from its log.
    pub fn see(&mut self, game: &Game) {
        let Some(played) = game.outcome().filter(|_| game.terms().rated) else { return };
        let corrected = self.kept.corrected.get(&game.no());
        let outcome = match corrected.map(|text| parse_result(text).flatten()) {
            Some(None) => {
                self.faults.push(format!("{}: its corrected result cannot be read", game.no()));
                return;
            }
            Some(Some(outcome)) => outcome,
            None => played,
        };
        let kept = self.kept.games.iter().find(|kept| kept.no == game.no());
        match (kept, game.rated_players(outcome)) {
            (None, None) => {}
            (None, Some(_)) => {
                self.faults.push(format!("{}: it is not among the rated games", game.no()))
            }
            // The seats of an annulled game stay as they were.
            (Some(kept), players) => {
                let players = players.unwrap_or_else(|| kept.players.clone());
                let (scale, server) = (game.scale(), game.server().cloned());
                let platform = game.place().platform();
                self.games.push(RatedGame { scale, platform, server, players, ..kept.clone() });
            }
        }
    }

    /// What is wrong; nothing if the ratings are right. Then also how many rated games and ratings there are.
    #[must_use]
    pub fn finish(mut self) -> (Vec<String>, usize, usize) {
        self.compare_games();
        let mut expected: Vec<StoredRating> = Vec::new();
        for (scale, mut games) in self.by_scale() {
            judge_rated(&mut games);
            for game in &games {
                let kept = self.kept.games.iter().find(|kept| kept.no == game.no);
                if kept.is_some_and(|kept| kept.refused != game.refused) {
                    self.faults.push(format!("{}: whether it counts is kept wrongly", game.no));
                }
            }
            expected.extend(ratings_of(scale, &games));
        }
        self.compare_ratings(&expected);
        (self.faults, self.games.len(), expected.len())
    }

    fn compare_games(&mut self) {
        for kept in &self.kept.games {
            let Some(game) = self.games.iter().find(|game| game.no == kept.no) else {
                self.faults.push(format!("{}: it was not to be rated, or is not there", kept.no));
                continue;
            };
            if game != kept {
                self.faults
                    .push(format!("{}: it is kept as another game than its log says", kept.no));
            }
        }
        for kept in &self.kept.games {
            // A game that counts only since its result was put right has the period of that.
            let is_corrected = self.kept.corrected.contains_key(&kept.no);
            let ended = self.kept.ended.get(&kept.no).map(|at| rating_period(*at));
            if !is_corrected && ended != Some(kept.period) {
                self.faults.push(format!("{}: it ended in another rating period", kept.no));
            }
        }
    }

    /// The games of each scale in the order in which they count.
    fn by_scale(&self) -> BTreeMap<ScaleName, Vec<RatedGame>> {
        let mut games: BTreeMap<ScaleName, Vec<RatedGame>> = BTreeMap::new();
        for game in &self.games {
            games.entry(game.scale).or_default().push(game.clone());
        }
        games.values_mut().for_each(|games| games.sort_by_key(|game| game.n));
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
