//! A person as the page gets them: their strength, how their games went, and the last of those.

use chat::{Fared, FinishedGame, FinishedGames, PersonView, RatingShown, text, text::Tally};
use games::GameKind;
use serde::Serialize;
use table::{PersonId, PlaceId};

use super::page_place::PagePlace;

/// All about somebody, for one person.
#[derive(Debug, Serialize)]
pub(super) struct PersonInfo {
    name: String,
    /// Whether it is the reader, and whether they have a page open.
    me: bool,
    here: bool,
    /// When their first game began, in milliseconds since 1970; `None` without games.
    since: Option<i64>,
    /// Their running games.
    plays: Vec<u32>,
    ratings: Vec<RatingInfo>,
    record: Vec<RecordInfo>,
    /// The results of the reader in games with them; `None` of oneself.
    together: Option<TallyInfo>,
    finished: FinishedInfo,
}

/// The rating of somebody in a game.
#[derive(Debug, Serialize)]
struct RatingInfo {
    kind: &'static str,
    title: String,
    now: Option<RatingNow>,
    /// For each week with rated games: its beginning, the rating after it, and how far off that may be.
    course: Vec<(i64, i64, i64)>,
}

/// A rating as it is now.
#[derive(Debug, Serialize)]
struct RatingNow {
    /// As it is read: `1530`, `1662?` while it is provisional.
    points: String,
    spread: i64,
    games: u32,
}

/// The results of games of one kind.
#[derive(Debug, Serialize)]
struct RecordInfo {
    title: &'static str,
    #[serde(flatten)]
    tally: TallyInfo,
}

/// The results of games, counted.
#[derive(Debug, Serialize)]
struct TallyInfo {
    games: usize,
    won: usize,
    drawn: usize,
    lost: usize,
}

/// Finished games of somebody.
#[derive(Debug, Serialize)]
pub(super) struct FinishedInfo {
    games: Vec<FinishedLine>,
    /// How many there are in all.
    of: usize,
}

/// A finished game in a list.
#[derive(Debug, Serialize)]
struct FinishedLine {
    no: u32,
    kind: &'static str,
    title: &'static str,
    /// The names of the others.
    with: String,
    /// The result for the person whose game it is, and in words: `you won (resignation)`.
    how: Fared,
    result: String,
    /// When it ended, in milliseconds since 1970.
    at: i64,
    /// Whether there is anything to replay, and a card.
    replay: bool,
    card: bool,
    /// Its last board; `None` without plies.
    board: Option<LastBoard>,
    /// The place of the page where it was played; `None` for one that the reader cannot see.
    place: Option<PagePlace>,
}

/// The board of a game as it ended.
#[derive(Debug, Serialize)]
struct LastBoard {
    /// The address of its picture without width and theme.
    src: String,
    /// Whether a request has to prove whose it is.
    proof: bool,
}

impl PersonInfo {
    /// The one that `reader` gets; `run` tells its pictures apart from those of other databases, and `place_of` knows
    /// which place of the page a place is.
    pub(super) fn of(
        view: PersonView,
        reader: &PersonId,
        is_here: bool,
        run: &str,
        place_of: impl Fn(&PlaceId) -> Option<PagePlace>,
    ) -> Self {
        let finished = FinishedGames { games: view.games, of: view.n_games };
        Self {
            me: view.person.id == *reader,
            name: view.person.name,
            here: is_here,
            since: view.since,
            plays: view.plays.into_iter().map(|no| no.0).collect(),
            ratings: view.ratings.into_iter().map(RatingInfo::from).collect(),
            record: view.record.into_iter().map(RecordInfo::from).collect(),
            together: view.together.map(TallyInfo::from),
            finished: FinishedInfo::of(finished, run, place_of),
        }
    }
}

impl From<RatingShown> for RatingInfo {
    fn from(RatingShown { kind, title, now, course }: RatingShown) -> Self {
        let now = now.map(|now| RatingNow {
            points: text::points(&now.rating),
            spread: now.rating.spread(),
            games: now.games,
        });
        Self { kind: kind.key(), title, now, course }
    }
}

impl From<(GameKind, Tally)> for RecordInfo {
    fn from((kind, tally): (GameKind, Tally)) -> Self {
        Self { title: kind.title(), tally: tally.into() }
    }
}

impl From<Tally> for TallyInfo {
    fn from(Tally { games, won, drawn, lost, .. }: Tally) -> Self {
        Self { games, won, drawn, lost }
    }
}

impl FinishedInfo {
    /// These games; `run` tells their pictures apart from those of other databases, and `place_of` knows which place
    /// of the page a place is.
    pub(super) fn of(
        FinishedGames { games, of }: FinishedGames,
        run: &str,
        place_of: impl Fn(&PlaceId) -> Option<PagePlace>,
    ) -> Self {
        let board = |game: &FinishedGame| LastBoard {
            src: format!("/board/{}.png?v={run}&side={}", game.no.0, game.seat.number()),
            proof: game.place.owner().is_some(),
        };
        let line = |game: FinishedGame| FinishedLine {
            board: game.has_replay.then(|| board(&game)),
            place: place_of(&game.place),
            no: game.no.0,
            kind: game.kind.key(),
            title: game.kind.title(),
            with: game.others,
            how: game.fared,
            result: game.result,
            at: game.ended,
            replay: game.has_replay,
            card: game.has_card,
        };
        Self { games: games.into_iter().map(line).collect(), of }
    }
}
