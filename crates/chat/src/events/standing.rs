//! The standings of an edition, in words and as a picture.

use event::{Edition, Form, Results, Stage, Table, table};
use pairing::{
    history::{Bye, Entry, Number, Score},
    standings::{Line, TieBreakValue},
};
use scene::{Honour, RoundSign, StandingsRow, StandingsSection, StandingsSheet};
use table::plain_name;

use super::people::{drawn_name, named};
use crate::{
    message::{Drawing, Picture},
    pictures::MAX_ALT,
    text::{self, GroupLines, StandingLine, StandingsStage},
    world::World,
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
pub(super) fn standings_lines(edition: &Edition, results: &Results) -> Vec<GroupLines> {
    let tables = table(edition, results);
    let several = tables.len() > 1;
    tables.iter().map(|table| group_lines(edition, table, several)).collect()
}

/// One table in words; as that of a group where there are `several`.
pub(super) fn group_lines(edition: &Edition, table: &Table, several: bool) -> GroupLines {
    let line = |line: &Line| StandingLine {
        place: table.place(line),
        name: named(edition, line.number),
        gone: edition.entrant(line.number).is_some_and(|one| one.gone.is_some()),
        points: line.points,
        tie_breaks: line.tie_breaks.iter().map(TieBreakValue::shown).collect(),
    };
    GroupLines {
        group: several.then_some(table.group),
        tie_breaks: table.standings.tie_breaks.to_vec(),
        lines: table.standings.lines.iter().map(line).collect(),
    }
}

fn codes(table: &Table) -> Vec<String> {
    table.standings.tie_breaks.iter().map(|one| one.code().to_owned()).collect()
}

/// Returns how far an edition has come for its standings.
pub(super) fn standings_stage(edition: &Edition, results: &Results) -> StandingsStage {
    match edition.settings().form {
        _ if edition.stage() == Stage::Finished => StandingsStage::Over,
        Form::Evening if edition.stage() == Stage::Cancelled => {
            StandingsStage::CalledOff(edition.whole_rounds(results))
        }
        Form::Evening => {
            StandingsStage::Rounds(edition.whole_rounds(results), edition.planned_rounds())
        }
        Form::League => {
            let boards = edition.rounds().iter().flat_map(|round| &round.boards);
            let is_over = |game| results.get(game).is_some_and(|result| edition.counts(result));
            let over = boards.clone().filter(|board| is_over(&board.game)).count();
            StandingsStage::Games(over, boards.count())
        }
    }
}

/// The standings as a picture with its alt text. Where there are more groups than it can show, those around
/// the one of `own` are shown, or the strongest.
pub(super) fn standings_picture(
    world: &dyn World,
    edition: &Edition,
    results: &Results,
    own: Option<Number>,
) -> Picture {
    let tables = table(edition, results);
    let plays_in = |table: &Table| own.is_some_and(|own| table.event.player(own).is_some());
    let around = tables.iter().position(plays_in).unwrap_or(0);
    let first = around.saturating_sub(1).min(tables.len().saturating_sub(MOST_GROUPS));
    let shown_tables = &tables[first..tables.len().min(first + MOST_GROUPS)];
    let (settings, stage) = (edition.settings(), standings_stage(edition, results));
    let sections: Vec<StandingsSection> =
        shown_tables.iter().map(|one| section(world, edition, one, tables.len() > 1)).collect();
    let mut foot = Vec::new();
    if sections.iter().flat_map(|section| &section.rows).any(has_sign_without_box) {
        foot.push(text::without_box());
    }
    if shown_tables.len() < tables.len() {
        foot.push(text::groups_shown(first, first + shown_tables.len() - 1, tables.len()));
    }
    let sheet = StandingsSheet {
        title: plain_name(&settings.name),
        note: text::standings_note(
            edition.no(),
            games::title(settings.game, &settings.options),
            stage,
        ),
        sections,
        foot,
    };
    let alt = text::standings_alt(&sheet, MAX_ALT);
    Picture::plain(Drawing::Standings(sheet), alt)
}

/// A table as the picture has it.
fn section(world: &dyn World, edition: &Edition, table: &Table, several: bool) -> StandingsSection {
    let lines = &table.standings.lines;
    let rounds = table.standings.rounds;
    let first = rounds.saturating_sub(MOST_ROUNDS);
    let below = lines.len().saturating_sub(MOST_ROWS);
    let row = |line: &Line| StandingsRow {
        place: table.place(line).map(|place| u32::try_from(place).unwrap_or(u32::MAX)),
        honour: honour(table, line, edition.stage()),
        name: drawn_name(world, edition, line.number),
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

/// Returns how a place is marked: while nobody has points, all have the first one.
pub(super) fn honour(table: &Table, line: &Line, stage: Stage) -> Honour {
    match (table.place(line), stage) {
        _ if line.points == 0 => Honour::None,
        (Some(1), Stage::Finished) => Honour::Winner,
        (Some(place), _) if place <= PODIUM => Honour::Podium,
        _ => Honour::None,
    }
}

/// Returns what a round, from 0, brought to a player.
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

/// Returns whether somebody had something, or nothing, without a game.
fn has_sign_without_box(row: &StandingsRow) -> bool {
    let is_free = |sign: &RoundSign| match sign {
        RoundSign::FreePoint | RoundSign::FreeHalf | RoundSign::FreeNothing => true,
        RoundSign::Won | RoundSign::Drawn | RoundSign::Lost | RoundSign::Open => false,
    };
    row.results.iter().any(is_free)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{tests::NewWorld, world::scopes};
    use event::{
        EditionEvent, EditionSettings, Format, GameResult, NextRound, league_rounds, next_round,
        pairing,
        sample::{self, join, new_edition, settings},
    };
    use games::{Outcome, Reason, Seat};
    use table::{MINUTE, Setting};

    fn begun(form: Form, players: u32, groups: Vec<Vec<Number>>) -> Edition {
        let set_up = EditionSettings { format: Format::Swiss, rounds: 5, ..settings(form) };
        let mut made = new_edition(set_up);
        (1..=players).for_each(|n| join(&mut made, &format!("p{n}"), 2_000 - n));
        sample::begin(&mut made, groups);
        made
    }

    /// Pairs a round, of which White wins each game that is over.
    fn pair(edition: &mut Edition, next: NextRound, over: bool) -> Results {
        let outcome = over.then(|| Outcome::win(Seat::FIRST, Reason::Resignation));
        let boards = sample::pair(edition, NextRound { free: Vec::new(), ..next }, 100);
        boards.iter().map(|board| (board.game, GameResult { outcome, plies: 9 })).collect()
    }

    fn sheet(edition: &Edition, results: &Results, own: Option<Number>) -> StandingsSheet {
        match standings_picture(&NewWorld::default(), edition, results, own).drawing {
            Drawing::Standings(sheet) => sheet,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_large_evening_shows_its_best_and_how_many_are_below() {
        let mut edition = begun(Form::Evening, 20, Vec::new());
        let first = next_round(&edition, &Results::new(), |event| Some(pairing(&event))).unwrap();
        let mut results = pair(&mut edition, first, false);
        let before = sheet(&edition, &results, None);
        assert!(before.note.ends_with("before the end of round 1"), "{}", before.note);
        let [section] = &before.sections[..] else { panic!("one table") };
        assert_eq!((section.rows.len(), section.more.as_str()), (16, "And 4 more."));
        assert!(section.rows.iter().all(|row| row.honour == Honour::None && row.place == Some(1)));
        let outcome = Some(Outcome::win(Seat::FIRST, Reason::Resignation));
        results.values_mut().for_each(|result| result.outcome = outcome);
        let after = sheet(&edition, &results, None);
        assert!(after.note.ends_with("after round 1 of 5"), "{}", after.note);
        let row = &after.sections[0].rows[0];
        assert_eq!((row.results.as_slice(), row.honour), (&[RoundSign::Won][..], Honour::Podium));
        assert_eq!(after.sections[0].rows[15].results, [RoundSign::Lost]);
        sample::happen(&mut edition, MINUTE, EditionEvent::Finished);
        let over = sheet(&edition, &results, None);
        assert!(over.note.ends_with("at the end"), "{}", over.note);
        assert_eq!(over.sections[0].rows[0].honour, Honour::Winner);
    }

    #[test]
    fn of_many_groups_those_around_ones_own_are_shown() {
        let groups: Vec<Vec<Number>> =
            (0..5).map(|group| vec![2 * group + 1, 2 * group + 2]).collect();
        let mut edition = begun(Form::League, 10, groups);
        let [round] = league_rounds(&edition).try_into().expect("one round");
        let results = pair(&mut edition, round, false);
        for (own, titles, foot) in [
            (None, ["Group 1", "Group 2", "Group 3"], "Groups 1 to 3 of 5."),
            (Some(2), ["Group 1", "Group 2", "Group 3"], "Groups 1 to 3 of 5."),
            (Some(7), ["Group 3", "Group 4", "Group 5"], "Groups 3 to 5 of 5."),
            (Some(10), ["Group 3", "Group 4", "Group 5"], "Groups 3 to 5 of 5."),
        ] {
            let sheet = sheet(&edition, &results, own);
            let found: Vec<&str> =
                sheet.sections.iter().map(|section| section.title.as_str()).collect();
            assert_eq!(
                (found.as_slice(), sheet.foot.as_slice()),
                (&titles[..], &[foot.to_owned()][..])
            );
            assert!(sheet.note.ends_with("after 0 of 5 games"), "{}", sheet.note);
            assert_eq!(sheet.sections[0].rows[0].results, [RoundSign::Open]);
        }
    }

    #[test]
    fn a_name_that_no_picture_can_show_is_that_of_the_account_or_the_number() {
        let set_up = EditionSettings { format: Format::Swiss, ..settings(Form::Evening) };
        let mut edition = new_edition(set_up);
        let names = ["\u{17000}", "ann", "\u{17001}"];
        names.iter().zip([3, 2, 1]).for_each(|(name, rating)| join(&mut edition, name, rating));
        sample::begin(&mut edition, Vec::new());
        let world = NewWorld::default();
        let who = edition.entrants()[0].person().cloned().unwrap();
        let (key, value) = (scopes::ACCOUNT.to_owned(), Some("ben_7".to_owned()));
        world.set(&Setting { scope: scopes::of_person(&who), key, value });
        let picture = standings_picture(&world, &edition, &Results::new(), None);
        let Drawing::Standings(sheet) = picture.drawing else { panic!("no standings") };
        let mut drawn: Vec<&str> =
            sheet.sections[0].rows.iter().map(|row| row.name.as_str()).collect();
        drawn.sort_unstable();
        assert_eq!(drawn, ["Player 3", "ann", "ben_7"]);
        let mut told = standings_lines(&edition, &Results::new()).remove(0).lines;
        told.retain(|line| names.contains(&line.name.as_str()));
        assert_eq!(told.len(), names.len(), "a text has the names themselves");
    }
}
