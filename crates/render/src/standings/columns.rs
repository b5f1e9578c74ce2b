//! Where the columns of standings lie, and which of them have room. Lengths are those of the default
//! width, places are in pixels.

use scene::{Honour, StandingsRow, StandingsSheet};

use super::extent::tables;
use crate::{scale::Scale, text::Font};

/// The free space at the left and at the right.
pub(super) const PAD: f32 = 32.0;
/// The side of the box of a result.
pub(super) const BOX: f32 = 40.0;
/// The width of the crown before a name, with the free space behind it.
pub(super) const CROWN: f32 = 46.0;
/// The width of a place.
const PLACE: f32 = 48.0;
/// The free space between a place and the name behind it.
const BEHIND_PLACE: f32 = 14.0;
/// The free space between the boxes of two rounds.
const BETWEEN_BOXES: f32 = 6.0;
/// The free space before the other columns.
const GAP: f32 = 24.0;
/// So much room a name has before results have any, if it needs it.
const NAME: f32 = 230.0;
/// So much room it has before tie-breaks have any.
const LONG_NAME: f32 = 300.0;
/// The size of names and places.
const SIZE: f32 = 33.0;
/// The size of points.
const POINTS: f32 = 37.0;
/// The size of tie-breaks.
const TIE_BREAK: f32 = 31.0;
/// The size of what stands above and below, and of the note.
const SMALL: f32 = 29.0;

/// The fonts of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fonts {
    /// Names and results.
    pub(super) name: Font,
    /// Places, the name of a winner, the titles of tables.
    pub(super) bold: Font,
    /// Points.
    pub(super) points: Font,
    /// Tie-breaks.
    pub(super) tie_break: Font,
    /// All else.
    pub(super) small: Font,
}

impl Fonts {
    /// The fonts of a scale.
    pub(super) fn of(scale: Scale) -> Self {
        Self {
            name: Font::narrow(scale.size(SIZE)),
            bold: Font::narrow_bold(scale.size(SIZE)),
            points: Font::narrow_bold(scale.size(POINTS)),
            tie_break: Font::narrow(scale.size(TIE_BREAK)),
            small: Font::narrow(scale.size(SMALL)),
        }
    }
}

/// A number as a table has it: what stands before the decimal point, or before a half, and the rest.
pub(super) fn parts(number: &str) -> (&str, &str) {
    number.split_at(number.find(['.', '½']).unwrap_or(number.len()))
}

/// A column of numbers, which stand with their units below each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NumberColumn {
    /// The middle of what stands above it.
    pub(super) middle: f32,
    /// Where the units end.
    pub(super) unit: f32,
}

/// The room that a column of numbers takes: before the end of the units, and behind it.
#[derive(Clone, Copy, Debug, Default)]
struct Need {
    before: f32,
    behind: f32,
    head: f32,
}

impl Need {
    fn of<'a>(font: Font, numbers: impl Iterator<Item = &'a str>, head: f32) -> Self {
        numbers.map(parts).fold(Self { head, ..Self::default() }, |need, (whole, rest)| Self {
            before: need.before.max(font.width(whole)),
            behind: need.behind.max(font.width(rest)),
            ..need
        })
    }

    fn width(self) -> f32 {
        self.head.max(self.before + self.behind)
    }

    /// The column, with its right end there.
    fn ending(self, right: f32) -> NumberColumn {
        let middle = right - self.width() / 2.0;
        NumberColumn { middle, unit: middle + (self.before - self.behind) / 2.0 }
    }
}

/// The places of the columns.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// The middle of the places.
    pub(super) place: f32,
    /// Where names begin, and where they end at the latest.
    pub(super) name: [f32; 2],
    /// The left sides of the boxes of results.
    pub(super) results: Vec<f32>,
    /// The points.
    pub(super) points: NumberColumn,
    /// The tie-breaks, the first one first.
    pub(super) tie_breaks: Vec<NumberColumn>,
}

impl Columns {
    /// The columns of all tables of a sheet, which stand below each other. First the points have room, then
    /// as many results as a name leaves, the last ones, and then tie-breaks, the first ones.
    pub(super) fn of(sheet: &StandingsSheet, fonts: Fonts, scale: Scale) -> Self {
        let len = |length: f32| length * scale.factor();
        let rows = || tables(sheet).flat_map(|(_, rows)| rows);
        let left = len(PAD + PLACE + BEHIND_PLACE);
        let mut right = scale.width as f32 - len(PAD);

        let crown = |row: &StandingsRow| match row.honour {
            Honour::Winner => len(CROWN),
            Honour::Podium | Honour::None => 0.0,
        };
        let names = rows().map(|row| fonts.bold.width(&row.name) + crown(row));
        let name = names.fold(0.0, f32::max).min(len(LONG_NAME));
        let points = points_need(sheet, fonts);
        let mut room = right - left - len(GAP) - points.width();

        let rounds = tables(sheet).map(|(section, _)| section.rounds.len()).max().unwrap_or(0);
        let one = len(BOX + BETWEEN_BOXES);
        let most = ((room - name.min(len(NAME)) - len(GAP)) / one).max(0.0) as usize;
        let results = rounds.min(most);
        if results > 0 {
            room -= len(GAP) + results as f32 * one;
        }

        room -= name;
        let mut needs = Vec::new();
        for need in tie_break_needs(sheet, fonts) {
            room -= len(GAP) + need.width();
            if room < 0.0 {
                break;
            }
            needs.push(need);
        }

        let mut tie_breaks = Vec::new();
        for need in needs.into_iter().rev() {
            tie_breaks.insert(0, need.ending(right));
            right -= need.width() + len(GAP);
        }
        let points_column = points.ending(right);
        right -= points.width() + len(GAP);
        let boxes = right - results as f32 * one + len(BETWEEN_BOXES);
        let name_end = if results == 0 { right } else { boxes - len(GAP) };
        Self {
            place: len(PAD + PLACE / 2.0),
            name: [left, name_end.max(left)],
            results: (0..results).map(|at| boxes + at as f32 * one).collect(),
            points: points_column,
            tie_breaks,
        }
    }
}

fn points_need(sheet: &StandingsSheet, fonts: Fonts) -> Need {
    let heads = tables(sheet).map(|(section, _)| fonts.small.width(&section.points));
    let head = heads.fold(0.0, f32::max);
    let points = tables(sheet).flat_map(|(_, rows)| rows).map(|row| row.points.as_str());
    Need::of(fonts.points, points, head)
}

/// Returns what each column of tie-breaks takes, the first one first.
fn tie_break_needs(sheet: &StandingsSheet, fonts: Fonts) -> impl Iterator<Item = Need> {
    let count = tables(sheet).map(|(section, _)| section.codes.len()).max().unwrap_or(0);
    (0..count).map(move |at| {
        let heads = tables(sheet).filter_map(|(section, _)| section.codes.get(at));
        let head = heads.map(|code| fonts.small.width(code)).fold(0.0, f32::max);
        let rows = tables(sheet).flat_map(|(_, rows)| rows);
        let values = rows.filter_map(|row| row.tie_breaks.get(at)).map(String::as_str);
        Need::of(fonts.tie_break, values, head)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::Format;
    use scene::{RoundSign, StandingsSection};

    fn row(name: &str, points: &str, rounds: usize, tie_breaks: &[&str]) -> StandingsRow {
        StandingsRow {
            place: Some(1),
            honour: Honour::None,
            name: name.to_owned(),
            results: vec![RoundSign::Won; rounds],
            points: points.to_owned(),
            tie_breaks: tie_breaks.iter().map(|one| (*one).to_owned()).collect(),
        }
    }

    fn columns(name: &str, rounds: usize) -> Columns {
        let values = ["12.5", "104", "7.25", "-", "3"];
        let section = StandingsSection {
            title: String::new(),
            rounds: (1..=rounds).map(|round| round.to_string()).collect(),
            points: "Pts".to_owned(),
            codes: ["BH-C1", "BH", "SB", "DE", "WIN"].map(str::to_owned).to_vec(),
            rows: vec![row(name, "10½", rounds, &values), row("b", "½", rounds, &values)],
            more: String::new(),
        };
        let sheet = StandingsSheet {
            title: String::new(),
            note: String::new(),
            sections: vec![section],
            foot: Vec::new(),
        };
        let scale = Scale::new(Format::Standings, 900);
        Columns::of(&sheet, Fonts::of(scale), scale)
    }

    #[test]
    fn what_matters_most_has_room() {
        for (name, rounds) in
            [("ann", 3), ("ann", 5), ("a name of thirty characters...", 5), ("W", 60)]
        {
            let found = columns(name, rounds);
            let width = found.name[1] - found.name[0];
            assert!(
                width >= Fonts::of(Scale::new(Format::Standings, 900)).bold.width(name).min(230.0),
                "{name}: {width}"
            );
            assert_eq!(found.results.len(), rounds.min(13), "{name}");
            assert!(found.points.unit < 870.0);
        }
        assert_eq!(columns("a name of thirty characters...", 5).tie_breaks.len(), 1);
        assert_eq!(columns("ann", 5).tie_breaks.len(), 5);
    }

    #[test]
    fn a_number_is_parted_at_its_point_or_half() {
        for (number, parted) in [
            ("2½", ("2", "½")),
            ("½", ("", "½")),
            ("12.25", ("12", ".25")),
            ("7", ("7", "")),
            ("-", ("-", "")),
            ("", ("", "")),
        ] {
            assert_eq!(parts(number), parted);
        }
    }
}
