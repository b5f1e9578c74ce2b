//! The players, standings and rounds of an edition as data, for a surface that shows them as tables. Players are
//! told by their start numbers, so that a name stands in it once.

use std::collections::BTreeMap;

use event::{Board, Edition, Entrant, Form, Results, Round, Stage, Table, table};
use pairing::{
    history::{Colour, Entry, Number, Score},
    standings::{CrossCell, Line, Standings, crosstable},
};
use scene::Honour;
use serde::Serialize;
use table::{GameNo, PersonId};

use super::{
    people::plainly_named,
    questions::result_words,
    standing::{group_lines, honour},
};
use crate::text;

/// An edition in tables, as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventTable {
    /// Everybody who takes part or did, once it has begun in the order of the start numbers.
    pub players: Vec<PlayerView>,
    /// The standings: one table, or one for each group of a league; none before it begins.
    pub groups: Vec<GroupView>,
    /// The rounds that were paired.
    pub rounds: Vec<RoundView>,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerView {
    /// The start number; `None` until it begins.
    pub number: Option<Number>,
    /// The name, harmless to show.
    pub name: String,
    /// The rating when they entered, 0 without one.
    pub rating: u32,
    /// Whether it is a person, and not a bot that fills up.
    pub is_person: bool,
    /// Whether they have said that they are there.
    pub here: bool,
    /// Whether they play no further rounds.
    pub gone: bool,
    /// Whether it is the person who looks.
    pub mine: bool,
}

/// The standings of an edition or of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupView {
    /// Which group, from 1, if there are several.
    pub group: Option<usize>,
    /// After how many rounds.
    pub rounds: usize,
    /// In a league, whose rounds are played all at once: how many games of the group are over, and how many it has.
    pub games: Option<(usize, usize)>,
    /// The tie-breaks, the first one first.
    pub tie_breaks: Vec<TieBreakHead>,
    /// The players, the best first.
    pub lines: Vec<LineView>,
}

/// A tie-break as the head of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TieBreakHead {
    /// The code of the regulations.
    pub code: &'static str,
    /// The whole name.
    pub name: &'static str,
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineView {
    /// The place, from 1; `None` for a bot that fills up.
    pub place: Option<usize>,
    /// The start number.
    pub number: Number,
    /// The points as people read them.
    pub points: String,
    /// Whether they stand on the podium, now that it is over.
    pub podium: bool,
    /// The values of the tie-breaks.
    pub tie_breaks: Vec<String>,
    /// The player's score in each round that was paired, also in those that do not count yet.
    pub rounds: Vec<CellView>,
}

/// One cell of a crosstable: what a player did in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellView {
    /// As in a crosstable: `12w1`; of a game that is being played `12w…`.
    pub text: String,
    /// The same in a word or two, without the opponent.
    pub how: &'static str,
    /// Its kind, which decides the colour.
    pub kind: CellKind,
    /// The start number of the opponent, if there is one.
    pub with: Option<Number>,
    /// Whether the player has White; `None` without a board.
    pub white: Option<bool>,
    /// The number of the game, if there is one.
    pub game: Option<GameNo>,
}

/// The result of a player in a round so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CellKind {
    /// The player has won, with or without a game.
    Won,
    /// The game was drawn.
    Drew,
    /// The player has lost.
    Lost,
    /// The game is being played.
    Plays,
    /// There was no opponent.
    None,
}

/// A round with its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundView {
    /// The games, in the order of the boards.
    pub pairs: Vec<PairView>,
    /// Who has no game, and why, in words.
    pub free: Vec<String>,
}

/// A game of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PairView {
    /// The start number of who has White.
    pub white: Number,
    /// The start number of who has Black.
    pub black: Number,
    /// The number of the game.
    pub game: GameNo,
    /// Its result; `None` while it is played.
    pub result: Option<String>,
}

/// An edition in tables, as a person sees it.
pub(super) fn event_table(edition: &Edition, results: &Results, who: &PersonId) -> EventTable {
    let has_begun = edition.players().next().is_some();
    let tables = if has_begun { table(edition, results) } else { Vec::new() };
    let boards = boards_of(edition);
    let several = tables.len() > 1;
    EventTable {
        players: edition.entrants().iter().map(|one| player(edition, one, who)).collect(),
        groups: tables
            .iter()
            .map(|table| group(edition, (results, &boards), table, several))
            .collect(),
        rounds: edition.rounds().iter().map(|one| round(edition, results, one)).collect(),
    }
}

fn player(edition: &Edition, one: &Entrant, who: &PersonId) -> PlayerView {
    PlayerView {
        number: one.number,
        name: edition.plain_name(one),
        rating: one.rating,
        is_person: one.person().is_some(),
        here: one.is_here,
        gone: one.gone.is_some(),
        mine: one.person() == Some(who),
    }
}

/// The board of each player in each round, both counted as in the edition.
type Boards = BTreeMap<(usize, Number), Board>;

fn boards_of(edition: &Edition) -> Boards {
    let mut boards = Boards::new();
    for (at, round) in edition.rounds().iter().enumerate() {
        for board in &round.boards {
            boards.insert((at, board.white), *board);
            boards.insert((at, board.black), *board);
        }
    }
    boards
}

fn group(
    edition: &Edition,
    (results, boards): (&Results, &Boards),
    table: &Table,
    several: bool,
) -> GroupView {
    let words = group_lines(edition, table, several);
    // The places are those of the rounds that count; what was paired since then is shown beside them.
    let all_rounds = Standings { rounds: edition.rounds().len(), ..table.standings.clone() };
    let rows = crosstable(&table.event, &all_rounds);
    let numbers: Vec<Number> = all_rounds.lines.iter().map(|line| line.number).collect();
    let order: BTreeMap<Number, usize> = numbers.iter().copied().zip(1..).collect();
    let is_honoured = |line: &Line| {
        edition.stage() == Stage::Finished && honour(table, line, edition.stage()) != Honour::None
    };
    let podium: Vec<bool> = all_rounds.lines.iter().map(is_honoured).collect();
    let whose = numbers.into_iter().zip(podium);
    let lines = words.lines.into_iter().zip(whose).zip(rows).map(|((line, whose), row)| {
        let (number, podium) = whose;
        let cell = |(at, cell): (usize, &CrossCell)| {
            let board = boards.get(&(at, number));
            let running = board.filter(|one| results.get(&one.game).is_none_or(|it| !it.is_over()));
            match running {
                Some(board) => open_cell(board, number, &order),
                None => cell_of(cell, board, number),
            }
        };
        LineView {
            place: line.place,
            number,
            points: text::points_shown(line.points),
            podium,
            tie_breaks: line.tie_breaks,
            rounds: row.iter().enumerate().map(cell).collect(),
        }
    });
    GroupView {
        group: words.group.map(|at| at + 1),
        rounds: table.standings.rounds,
        games: (edition.settings().form == Form::League).then(|| games_of(edition, results, table)),
        lines: lines.collect(),
        tie_breaks: all_rounds
            .tie_breaks
            .iter()
            .map(|one| TieBreakHead { code: one.code(), name: one.name() })
            .collect(),
    }
}

/// Returns how many games of a group are over, and how many it has.
fn games_of(edition: &Edition, results: &Results, table: &Table) -> (usize, usize) {
    let boards = edition.rounds().iter().flat_map(|round| &round.boards);
    let all: Vec<_> = boards.filter(|board| table.event.player(board.white).is_some()).collect();
    let is_over = |board: &&&Board| results.get(&board.game).is_some_and(|it| edition.counts(it));
    (all.iter().filter(is_over).count(), all.len())
}

const fn kind_of(entry: Entry) -> CellKind {
    match entry {
        Entry::Game { score, .. } | Entry::Forfeit { score, .. } => match score {
            Score::Win => CellKind::Won,
            Score::Draw => CellKind::Drew,
            Score::Loss => CellKind::Lost,
        },
        Entry::Bye { .. } | Entry::Absent => CellKind::None,
    }
}

fn cell_of(cell: &CrossCell, board: Option<&Board>, number: Number) -> CellView {
    CellView {
        text: cell.to_string(),
        how: text::done_in_round(cell.entry),
        kind: kind_of(cell.entry),
        with: cell.entry.opponent(),
        white: board.map(|board| board.white == number),
        game: board.map(|board| board.game),
    }
}

/// A game that is being played, of which an edition has no entry yet.
fn open_cell(board: &Board, number: Number, order: &BTreeMap<Number, usize>) -> CellView {
    let is_white = board.white == number;
    let (with, colour) = if is_white { (board.black, 'w') } else { (board.white, 'b') };
    let line = order.get(&with).map_or_else(String::new, usize::to_string);
    CellView {
        text: format!("{line}{colour}…"),
        how: text::plays_in_round(),
        kind: CellKind::Plays,
        with: Some(with),
        white: Some(is_white),
        game: Some(board.game),
    }
}

fn round(edition: &Edition, results: &Results, round: &Round) -> RoundView {
    let pair = |board: &Board| {
        let result = results.get(&board.game);
        let is_forfeit = result
            .and_then(|result| result.entry(Colour::White, board.black))
            .is_some_and(|entry| matches!(entry, Entry::Forfeit { .. }));
        let words = result.and_then(|result| result.outcome).map(result_words);
        PairView {
            white: board.white,
            black: board.black,
            game: board.game,
            result: words.map(|it| if is_forfeit { text::by_forfeit(&it) } else { it }),
        }
    };
    let free = |one| text::free_line(one, |number| plainly_named(edition, number));
    RoundView {
        pairs: round.boards.iter().map(pair).collect(),
        free: round.free.iter().filter_map(free).collect(),
    }
}

#[cfg(test)]
mod tests;
