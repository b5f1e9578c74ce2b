//! The height of the picture of standings. Lengths are those of the default width.

use scene::{StandingsRow, StandingsSection, StandingsSheet};

/// The height of title and note.
pub(super) const HEADING: f32 = 128.0;
/// The height of what stands above the columns.
pub(super) const HEAD: f32 = 44.0;
/// The height of a row.
pub(super) const ROW: f32 = 54.0;
/// The free space between two tables.
pub(super) const BETWEEN: f32 = 22.0;
/// The height of a line below everything.
pub(super) const FOOT: f32 = 38.0;
/// The free space above the first of these lines.
pub(super) const ABOVE_FOOT: f32 = 14.0;
/// The free space at the bottom.
const BOTTOM: f32 = 26.0;

/// The most tables that are drawn. What is beyond this and the next two is left out, so that no picture is too
/// large.
const MOST_TABLES: usize = 6;
/// The most rows that are drawn, of all tables.
const MOST_ROWS: usize = 24;
/// The most lines below everything that are drawn.
const MOST_FEET: usize = 3;

/// The tables that are drawn, each with its rows.
pub(super) fn tables(
    sheet: &StandingsSheet,
) -> impl Iterator<Item = (&StandingsSection, &[StandingsRow])> {
    sheet.sections.iter().take(MOST_TABLES).scan(MOST_ROWS, |left, section| {
        let rows = &section.rows[..section.rows.len().min(*left)];
        *left -= rows.len();
        Some((section, rows))
    })
}

/// The lines below everything that are drawn.
pub(super) fn foot(sheet: &StandingsSheet) -> &[String] {
    &sheet.foot[..sheet.foot.len().min(MOST_FEET)]
}

/// The height of a table.
pub(super) fn table_height(section: &StandingsSection, rows: &[StandingsRow]) -> f32 {
    let more = if section.more.is_empty() { 0.0 } else { ROW };
    HEAD + rows.len() as f32 * ROW + more
}

/// The height of the picture in a width of 900.
pub(crate) fn height(sheet: &StandingsSheet) -> f32 {
    let heights: Vec<f32> =
        tables(sheet).map(|(section, rows)| table_height(section, rows)).collect();
    let between = heights.len().saturating_sub(1) as f32 * BETWEEN;
    let foot = match foot(sheet).len() {
        0 => 0.0,
        lines => ABOVE_FOOT + lines as f32 * FOOT,
    };
    HEADING + heights.iter().sum::<f32>() + between + foot + BOTTOM
}
