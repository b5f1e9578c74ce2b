//! The standings of an edition in words.

use super::people::named;
use crate::{
    chat::text::{GroupLines, StandingLine},
    edition::{Results, Table, Tournament, table},
    tournament::standings::{Line, TieBreakValue},
};

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
        rounds: table.standings.rounds,
        codes: table.standings.tie_breaks.iter().map(|one| one.code().to_owned()).collect(),
        lines: table.standings.lines.iter().map(line).collect(),
    }
}
