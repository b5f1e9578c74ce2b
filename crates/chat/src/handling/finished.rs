//! The finished games of a person as a list, a part at a time.

use games::{GameKind, Outcome, Seat, SeatSet};
use table::{GameNo, Millis, PersonId, PlaceId, Stage};

use super::step::InternalError;
use crate::{
    naming::people::the_one,
    play::results::{Fared, fared, result_for},
    questions::others,
    world::{
        World,
        game_list_row::{GameListRow, sits},
        game_summary::{GameSummary, GamesListed},
    },
};

/// How many games a part of the list has.
const AT_A_TIME: usize = 20;

/// The finished games that somebody wants to see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FinishedWanted {
    /// Those of one game; `None` for all.
    pub kind: Option<GameKind>,
    /// Those with somebody of this name; `None` for all.
    pub with: Option<String>,
    /// Those with this result for the person; `None` for all.
    pub result: Option<Fared>,
    /// How many of them are known already.
    pub skip: usize,
}

/// A part of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FinishedGames {
    /// The games, the one that ended last first.
    pub games: Vec<FinishedGame>,
    /// How many there are in all.
    pub of: usize,
}

/// A finished game of somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The number that people call it by.
    pub no: GameNo,
    /// Which game was played.
    pub kind: GameKind,
    /// The place in which it was played.
    pub place: PlaceId,
    /// Where the person sat.
    pub seat: Seat,
    /// The names of the others.
    pub others: String,
    /// Its result for the person.
    pub fared: Fared,
    /// The result in words: `you won (resignation)` to the person whose game it is.
    pub result: String,
    /// When it ended.
    pub ended: Millis,
    /// Whether anything was played that can be replayed.
    pub has_replay: bool,
    /// Whether it has a card.
    pub has_card: bool,
}

/// The finished games of a person, told to that person.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn finished_games(
    world: &dyn World,
    viewer: &PersonId,
    wanted: &FinishedWanted,
) -> Result<FinishedGames, InternalError> {
    let known = match &wanted.with {
        Some(name) => world.people_named(viewer.platform(), name)?,
        None => Vec::new(),
    };
    let with = wanted.with.as_deref().map(|name| the_one(&known, name));
    let other = match with {
        Some(None) => return Ok(FinishedGames::default()),
        Some(Some(person)) => &person.id,
        None => viewer,
    };
    let mut games = world.game_summaries(GamesListed::FinishedOf(viewer), other)?;
    games.retain(|game| {
        wanted.kind.is_none_or(|kind| kind == game.kind)
            && wanted.result.is_none_or(|result| fared_in(game) == Some(result))
            && (with.is_none() || !game.others.is_empty())
    });
    let shown = games.get(wanted.skip..).unwrap_or_default();
    Ok(FinishedGames { of: games.len(), games: told(world, shown, viewer, viewer)? })
}

/// The first of these finished games of somebody, as they are told to a viewer.
pub(super) fn told(
    world: &dyn World,
    games: &[GameSummary],
    whose: &PersonId,
    viewer: &PersonId,
) -> Result<Vec<FinishedGame>, InternalError> {
    let mut told = Vec::new();
    for summary in games.iter().take(AT_A_TIME) {
        let row = world.game_list_row(summary.no)?;
        told.extend(row.and_then(|row| FinishedGame::of(row, summary, whose, viewer)));
    }
    Ok(told)
}

/// The result of a game for the person whose it is.
fn fared_in(game: &GameSummary) -> Option<Fared> {
    game.outcome().map(|outcome| fared(outcome, game.seats, SeatSet::default()))
}

impl FinishedGame {
    fn of(
        row: GameListRow,
        summary: &GameSummary,
        whose: &PersonId,
        viewer: &PersonId,
    ) -> Option<Self> {
        let Stage::Over(outcome) = row.stage else { return None };
        let mut seats = row.seats.iter().zip(Seat::all(u8::try_from(row.seats.len()).ok()?));
        let (_, seat) = seats.clone().find(|(occupant, _)| sits(occupant, whose))?;
        let own =
            seats.by_ref().filter(|(occupant, _)| sits(occupant, viewer)).map(|(_, seat)| seat);
        Some(Self {
            no: row.no,
            kind: row.kind,
            seat,
            others: others(&row, whose),
            fared: fared_in(summary)?,
            result: result_for(&row, outcome, Some(own.collect())),
            ended: row.moved,
            has_replay: row.has_plies,
            has_card: row.has_plies && outcome != Outcome::Aborted,
            place: row.place,
        })
    }
}
