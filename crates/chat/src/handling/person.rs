//! All that a surface needs to show about somebody: their strength, how their games went, and which those were. A
//! reader learns of no game that they may not see.

use games::GameKind;
use table::{GameNo, Millis, Person, StoredRating, name_key, plain_name};

use super::{
    finished::{FinishedGame, told},
    privacy::{Asker, SeenWorld},
    step::InternalError,
};
use crate::{
    naming::people::the_one,
    questions::{
        ratings::{Course, courses, scales},
        scores::{anybody, by_kind, tally, the_other},
    },
    ratings::{beginning, kept},
    text::{RatedLine, Tally},
    world::{
        World,
        game_summary::{GameSummary, GamesListed},
    },
};

/// Somebody, as another one or they themselves see them.
#[derive(Clone, Debug)]
pub struct PersonView {
    /// Who they are, with the name as it is shown.
    pub person: Person,
    /// When the first of their games began, if there are any.
    pub since: Option<Millis>,
    /// Their running games.
    pub plays: Vec<GameNo>,
    /// Their ratings: for each game what they have, in the order of the games.
    pub ratings: Vec<RatingShown>,
    /// The results of their finished games, for each kind of which there are any.
    pub record: Vec<(GameKind, Tally)>,
    /// The results of those that they and the viewer have played together, for the viewer; `None` of oneself.
    pub together: Option<Tally>,
    /// The last of their finished games, the one that ended last first.
    pub games: Vec<FinishedGame>,
    /// How many of those there are.
    pub n_games: usize,
}

/// The rating of somebody in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingShown {
    /// Which game it is.
    pub kind: GameKind,
    /// The name of its scale: `Game`, `Game for 4`.
    pub title: String,
    /// Their rating now; `None` if they have finished no rated game.
    pub now: Option<RatedLine>,
    /// Its course: the beginning of each week with such games, the rating after it, and how far off that may be.
    pub course: Vec<(Millis, i64, i64)>,
}

/// Returns what somebody may know who asks about the person of a name; `present` are people who are there and may never
/// have said anything. `None` if nobody is known by it.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn person_view(
    world: &dyn World,
    asker: Asker<'_>,
    name: &str,
    present: &[Person],
) -> Result<Option<PersonView>, InternalError> {
    let world = &SeenWorld::new(world, asker);
    let mut known = world.people_named(asker.place.platform(), name)?;
    if known.is_empty() {
        let is_called_so = |one: &&Person| name_key(&one.name) == name_key(name);
        known.extend(present.iter().filter(is_called_so).cloned());
    }
    let Some(Person { id, name }) = the_one(&known, name) else { return Ok(None) };
    let finished = world.game_summaries(GamesListed::FinishedOf(id), asker.who)?;
    let mut running = world.game_summaries(GamesListed::OpenOf(id), asker.who)?;
    running.retain(GameSummary::is_running);
    let together = finished.iter().filter(|game| !game.others.is_empty());
    Ok(Some(PersonView {
        person: Person { id: id.clone(), name: plain_name(name) },
        since: finished.iter().chain(&running).map(|game| game.created).min(),
        plays: running.iter().map(|game| game.no).collect(),
        ratings: ratings(courses(world, asker, id, scales(None))?),
        record: by_kind(&finished, anybody),
        together: (id != asker.who).then(|| for_asker(tally(together, the_other))),
        games: told(world, &finished, id, asker.who)?,
        n_games: finished.len(),
    }))
}

/// The same results for the other one of two who are compared.
const fn for_asker(theirs: Tally) -> Tally {
    Tally { won: theirs.lost, lost: theirs.won, ..theirs }
}

/// The ratings of each game: those that somebody has, or none.
fn ratings(courses: Vec<Course>) -> Vec<RatingShown> {
    let shown: Vec<RatingShown> = courses.into_iter().map(RatingShown::from).collect();
    let of_kind = |kind: GameKind| {
        let had: Vec<_> = shown.iter().filter(|one| one.kind == kind).cloned().collect();
        if had.is_empty() { vec![RatingShown::none(kind)] } else { had }
    };
    GameKind::ALL.into_iter().flat_map(of_kind).collect()
}

impl RatingShown {
    fn none(kind: GameKind) -> Self {
        Self { kind, title: kind.title().to_owned(), now: None, course: Vec::new() }
    }
}

impl From<Course> for RatingShown {
    fn from(course: Course) -> Self {
        let point = |one: &StoredRating| {
            let rating = kept(one);
            (beginning(one.period), rating.points(), rating.spread())
        };
        Self {
            kind: course.scale.kind(),
            title: course.scale.title(),
            now: Some(course.now),
            course: course.periods.iter().map(point).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use games::Seat;
    use table::{Game, PlaceId, Platform, ServerId};

    use super::*;
    use crate::{
        play::results::Fared,
        tests::{NewWorld, channel, person, started_as},
    };

    /// A game that the second of these people has lost.
    fn lost(no: u32, names: &[&str], place: &PlaceId) -> Game {
        let mut game = started_as(GameNo(no), names);
        game.move_to(place.clone());
        game.resign(Seat::from_index(1).unwrap(), 10).unwrap();
        game
    }

    /// Ann has played in the channel, in private with Ben, and elsewhere with Carl, where she plays still.
    fn world() -> NewWorld {
        let elsewhere = PlaceId::channel(Platform::Discord, "2");
        let mut running = started_as(GameNo(4), &["ann", "dora"]);
        running.move_to(elsewhere.clone());
        let games = vec![
            running,
            lost(3, &["ann", "carl"], &elsewhere),
            lost(2, &["ben", "ann"], &person("ann").id.private_place()),
            lost(1, &["ann", "ben"], &channel()),
        ];
        NewWorld::with_games(games)
    }

    fn seen(world: &NewWorld, who: &str, place: &PlaceId, name: &str) -> Option<PersonView> {
        let who = person(who).id;
        let asker = Asker { who: &who, place, server: None::<&ServerId> };
        person_view(world, asker, name, &[person("newt")]).unwrap()
    }

    #[test]
    fn nobody_learns_of_a_game_that_they_may_not_see() {
        let world = world();
        let numbers = |who: &str| {
            let view = seen(&world, who, &channel(), "ann").unwrap();
            let finished: Vec<u32> = view.games.iter().map(|game| game.no.0).collect();
            let counted: usize = view.record.iter().map(|(_, tally)| tally.games).sum();
            assert_eq!((finished.len(), finished.len()), (counted, view.n_games), "{who}");
            (finished, view.plays.iter().map(|no| no.0).collect::<Vec<_>>())
        };
        assert_eq!(numbers("ann"), (vec![3, 2, 1], vec![4]));
        assert_eq!(numbers("ben"), (vec![2, 1], vec![]));
        assert_eq!(numbers("carl"), (vec![3, 1], vec![]));
        assert_eq!(numbers("dora"), (vec![1], vec![4]));
        // Where nothing was played in the open, those games alone count in which the asker plays too.
        let private = seen(&world, "eve", &person("eve").id.private_place(), "ann").unwrap();
        assert_eq!((private.n_games, private.since, private.plays.len()), (0, None, 0));
    }

    #[test]
    fn two_are_compared_as_the_asker_sees_it() {
        let world = world();
        let view = seen(&world, "carl", &channel(), "ann").unwrap();
        assert_eq!(view.together, Some(Tally { games: 1, lost: 1, ..Tally::default() }));
        assert_eq!(view.games[0].fared, Fared::Won);
        assert_eq!(view.games[0].result, "ann won (resignation)");
        let own = seen(&world, "ann", &channel(), "ann").unwrap();
        assert_eq!((own.together, &*own.games[0].result), (None, "you won (resignation)"));
    }

    #[test]
    fn who_is_there_is_known_and_nobody_else() {
        let world = world();
        let newt = seen(&world, "ann", &channel(), "NEWT").unwrap();
        assert_eq!((&*newt.person.name, newt.n_games, newt.since), ("newt", 0, None));
        assert!(newt.ratings.iter().all(|one| one.now.is_none() && one.course.is_empty()));
        assert_eq!(newt.ratings.len(), GameKind::ALL.len());
        assert!(seen(&world, "ann", &channel(), "nobody").is_none());
    }
}
