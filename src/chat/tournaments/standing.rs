//! The standings of an edition, in words and as a picture.

use super::people::{game_title, named};
use crate::{
    chat::{
        message::{Drawing, Picture},
        pictures::MAX_ALT,
        plain_text::shown,
        text::{self, GroupLines, StandingLine, StandingsStage},
    },
    edition::{Form, Results, Stage, Table, Tournament, table},
    scene::{Honour, RoundSign, StandingsRow, StandingsSection, StandingsSheet},
    tournament::{
        event::{Bye, Entry, Number, Score},
        standings::{Line, TieBreakValue},
    },
};

/// The most lines of a table in a picture: more are not read on a phone.
const MOST_ROWS: usize = 16;
/// The most groups of a league in a picture.
const MOST_GROUPS: usize = 3;
/// The most rounds of which a picture shows what they brought, the last ones.
const MOST_ROUNDS: usize = 9;
/// So many places are marked.
const PODIUM: usize = 3;

/// The standings in words, group by group, the best first.
pub(super) fn standings_lines(tournament: &Tournament, results: &Results) -> Vec<GroupLines> {
    let tables = table(tournament, results);
    let several = tables.len() > 1;
    tables.iter().map(|table| group_lines(tournament, table, several)).collect()
}

/// One table in words; as that of a group where there are `several`.
pub(super) fn group_lines(tournament: &Tournament, table: &Table, several: bool) -> GroupLines {
    let line = |line: &Line| StandingLine {
        place: line.place,
        name: named(tournament, line.number),
        points: line.points,
        tie_breaks: line.tie_breaks.iter().map(TieBreakValue::shown).collect(),
    };
    GroupLines {
        group: several.then_some(table.group),
        codes: codes(table),
        lines: table.standings.lines.iter().map(line).collect(),
    }
}

fn codes(table: &Table) -> Vec<String> {
    table.standings.tie_breaks.iter().map(|one| one.code().to_owned()).collect()
}

/// How far an edition has come for its standings.
pub(super) fn standings_stage(tournament: &Tournament, results: &Results) -> StandingsStage {
    if tournament.stage() == Stage::Finished {
        return StandingsStage::Over;
    }
    match tournament.settings().form {
        Form::Evening => {
            StandingsStage::Rounds(tournament.whole_rounds(results), tournament.planned_rounds())
        }
        Form::League => {
            let boards = tournament.rounds().iter().flat_map(|round| &round.boards);
            let is_over = |game| results.get(game).is_some_and(|result| result.is_over());
            let over = boards.clone().filter(|board| is_over(&board.game)).count();
            StandingsStage::Games(over, boards.count())
        }
    }
}

/// The standings as a picture with its alt text. Where there are more groups than it can show, those around
/// the one of `own` are shown, or the strongest.
pub(super) fn standings_picture(
    tournament: &Tournament,
    results: &Results,
    own: Option<Number>,
) -> Picture {
    let tables = table(tournament, results);
    let plays_in = |table: &Table| own.is_some_and(|own| table.event.player(own).is_some());
    let around = tables.iter().position(plays_in).unwrap_or(0);
    let first = around.saturating_sub(1).min(tables.len().saturating_sub(MOST_GROUPS));
    let shown_tables = &tables[first..tables.len().min(first + MOST_GROUPS)];
    let (settings, stage) = (tournament.settings(), standings_stage(tournament, results));
    let sections: Vec<StandingsSection> =
        shown_tables.iter().map(|one| section(tournament, one, tables.len() > 1)).collect();
    let mut foot = Vec::new();
    if sections.iter().flat_map(|section| &section.rows).any(has_sign_without_box) {
        foot.push(text::without_box());
    }
    if shown_tables.len() < tables.len() {
        foot.push(text::groups_shown(first, first + shown_tables.len() - 1, tables.len()));
    }
    let sheet = StandingsSheet {
        title: shown(&settings.name),
        note: text::standings_note(tournament.no(), game_title(settings), stage),
        sections,
        foot,
    };
    let alt = text::standings_alt(&sheet, MAX_ALT);
    Picture::plain(Drawing::Standings(sheet), alt)
}

/// A table as the picture has it.
fn section(tournament: &Tournament, table: &Table, several: bool) -> StandingsSection {
    let lines = &table.standings.lines;
    let rounds = table.standings.rounds;
    let first = rounds.saturating_sub(MOST_ROUNDS);
    let below = lines.len().saturating_sub(MOST_ROWS);
    let row = |line: &Line| StandingsRow {
        place: u32::try_from(line.place).unwrap_or(u32::MAX),
        honour: honour(line, tournament.stage()),
        name: named(tournament, line.number),
        results: (first..rounds).map(|round| sign(table, line.number, round)).collect(),
        points: text::points_shown(line.points),
        tie_breaks: line.tie_breaks.iter().map(TieBreakValue::shown).collect(),
    };
    StandingsSection {
        title: if several { text::group_title(table.group) } else { String::new() },
        rounds: (first + 1..=rounds).map(|round| round.to_string()).collect(),
        points: text::points_head(),
        codes: codes(table),
        rows: lines.iter().take(MOST_ROWS).map(row).collect(),
        more: if below > 0 { text::more_below(below) } else { String::new() },
    }
}

/// How a place is marked: while nobody has points, all have the first one.
fn honour(line: &Line, stage: Stage) -> Honour {
    match (line.place, stage) {
        _ if line.points == 0 => Honour::None,
        (1, Stage::Finished) => Honour::Winner,
        (place, _) if place <= PODIUM => Honour::Podium,
        _ => Honour::None,
    }
}

/// What a round, from 0, brought to a player.
fn sign(table: &Table, number: Number, round: usize) -> RoundSign {
    let entry = table.event.player(number).map_or(Entry::Absent, |player| player.entry(round));
    match entry {
        Entry::Game { score: Score::Win, .. } => RoundSign::Won,
        Entry::Game { score: Score::Draw, .. } => RoundSign::Drawn,
        Entry::Game { score: Score::Loss, .. } => RoundSign::Lost,
        Entry::Forfeit { score: Score::Win, .. }
        | Entry::Bye { bye: Bye::Allocated | Bye::Full } => RoundSign::FreePoint,
        Entry::Forfeit { score: Score::Draw, .. } | Entry::Bye { bye: Bye::Half } => {
            RoundSign::FreeHalf
        }
        Entry::Forfeit { score: Score::Loss, .. } | Entry::Bye { bye: Bye::Zero } => {
            RoundSign::FreeNothing
        }
        Entry::Absent => RoundSign::Open,
    }
}

/// Whether somebody had something, or nothing, without a game.
fn has_sign_without_box(row: &StandingsRow) -> bool {
    let is_free = |sign: &RoundSign| match sign {
        RoundSign::FreePoint | RoundSign::FreeHalf | RoundSign::FreeNothing => true,
        RoundSign::Won | RoundSign::Drawn | RoundSign::Lost | RoundSign::Open => false,
    };
    row.results.iter().any(is_free)
}
