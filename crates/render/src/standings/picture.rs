//! Composes the picture of standings. Lengths are those of the default width.

use scene::{Honour, StandingsRow, StandingsSection, StandingsSheet};

use super::{
    columns::{BOX, CROWN, Columns, Fonts, NumberColumn, PAD, parts},
    extent::{ABOVE_FOOT, BETWEEN, FOOT, HEAD, HEADING, ROW, foot, height, table_height, tables},
    signs::Signs,
};
use crate::{
    assets::Assets,
    canvas::{Align, Canvas, IndexedImage},
    point::pixel,
    text::Font,
    theme::{Rgb, StandingsColours},
};

/// The height of the middle of the title.
const TITLE: f32 = 48.0;
/// The height of the middle of the note.
const NOTE: f32 = 96.0;
/// The size of the title.
const LARGE: f32 = 43.0;
/// The distance of the words of a head above its middle, so that they are nearer to their rows.
const HEAD_MIDDLE: f32 = 24.0;

/// A picture in the making.
struct Picture<'a> {
    canvas: Canvas<'a>,
    colours: StandingsColours,
    fonts: Fonts,
    columns: Columns,
}

/// The picture of standings.
pub(crate) fn compose(assets: &Assets, sheet: &StandingsSheet) -> IndexedImage {
    let colours = StandingsColours::of(assets.colours);
    let high = assets.px(height(sheet)).max(1) as usize;
    let ground = assets.palette.index(colours.ground);
    let image = IndexedImage::new(assets.scale.width as usize, high, ground);
    let fonts = Fonts::of(assets.scale);
    let columns = Columns::of(sheet, fonts, assets.scale);
    let mut picture = Picture { canvas: Canvas::new(assets, image), colours, fonts, columns };
    picture.heading(sheet);
    let mut top = HEADING;
    for (section, rows) in tables(sheet) {
        picture.table(section, rows, top);
        top += table_height(section, rows) + BETWEEN;
    }
    top += ABOVE_FOOT - BETWEEN;
    for line in foot(sheet) {
        picture.line(line, picture.fonts.small, picture.colours.dim_text, top + FOOT / 2.0);
        top += FOOT;
    }
    picture.canvas.image
}

impl Picture<'_> {
    /// A length of the default width in pixels.
    fn len(&self, length: f32) -> f32 {
        length * self.canvas.assets.scale.factor()
    }

    /// Writes a line from the left side on, as much of it as the picture has room for.
    fn line(&mut self, text: &str, font: Font, colour: Rgb, middle: f32) {
        let room = self.canvas.assets.scale.width as f32 - self.len(2.0 * PAD);
        let at = pixel([self.len(PAD), self.len(middle)]);
        self.canvas.text(&font.fit(text, room), font, colour, at, Align::Left);
    }

    fn heading(&mut self, sheet: &StandingsSheet) {
        let large = Font::narrow_bold(self.canvas.assets.size(LARGE));
        self.line(&sheet.title, large, self.colours.text, TITLE);
        self.line(&sheet.note, self.fonts.small, self.colours.dim_text, NOTE);
    }

    fn table(&mut self, section: &StandingsSection, rows: &[StandingsRow], top: f32) {
        self.head(section, top + HEAD_MIDDLE);
        let mut top = top + HEAD;
        for row in rows {
            self.row(section, row, top);
            top += ROW;
        }
        if !section.more.is_empty() {
            self.rule(top);
            let left = self.columns.name[0];
            let at = pixel([left, self.len(top + ROW / 2.0)]);
            let room = self.canvas.assets.scale.width as f32 - left - self.len(PAD);
            let more = self.fonts.small.fit(&section.more, room);
            let (font, colour) = (self.fonts.small, self.colours.dim_text);
            self.canvas.text(&more, font, colour, at, Align::Left);
        }
    }

    /// Paints the heads above the columns.
    fn head(&mut self, section: &StandingsSection, middle: f32) {
        let (font, dim) = (self.fonts.small, self.colours.dim_text);
        let middle = self.len(middle);
        let half = self.len(BOX / 2.0);
        let Columns { name, results, points, tie_breaks, .. } = &self.columns;
        let skipped = section.rounds.len().saturating_sub(results.len());
        let rounds = results.iter().zip(&section.rounds[skipped..]);
        let mut heads: Vec<(f32, &str)> =
            rounds.map(|(left, round)| (left + half, round.as_str())).collect();
        heads.push((points.middle, &section.points));
        let codes = tie_breaks.iter().zip(&section.codes);
        heads.extend(codes.map(|(column, code)| (column.middle, code.as_str())));
        let title = self.fonts.bold.fit(&section.title, name[1] - self.len(PAD));
        let at = pixel([self.len(PAD), middle]);
        self.canvas.text(&title, self.fonts.bold, self.colours.text, at, Align::Left);
        for (column, words) in heads {
            self.canvas.text(words, font, dim, pixel([column, middle]), Align::Middle);
        }
    }

    /// The line above a row.
    fn rule(&mut self, top: f32) {
        let [left, top] = pixel([self.len(PAD), self.len(top)]);
        let thin = self.len(2.0).round().max(1.0) as i32;
        let width = self.canvas.assets.scale.width as i32 - 2 * left;
        self.canvas.fill([left, top, width, thin], self.colours.rule);
    }

    fn row(&mut self, section: &StandingsSection, row: &StandingsRow, top: f32) {
        let mut ground = self.colours.ground;
        if row.honour == Honour::Winner {
            ground = self.colours.won_row;
            let [from, to] = [top, top + ROW].map(|row| self.len(row).round() as i32);
            let width = self.canvas.assets.scale.width as i32;
            self.canvas.fill([0, from, width, to - from], ground);
        }
        self.rule(top);
        let middle = self.len(top + ROW / 2.0 + 1.0);
        self.signs(section, row, ground, middle);
        self.name(row, middle);
        let (points, colour) = (self.columns.points, self.colours.text);
        self.number(&row.points, points, self.fonts.points, colour, middle);
        for (at, value) in row.tie_breaks.iter().enumerate() {
            let Some(&column) = self.columns.tie_breaks.get(at) else { break };
            self.number(value, column, self.fonts.tie_break, self.colours.dim_text, middle);
        }
    }

    /// Paints the place of a row, its crown, and the results of its rounds.
    fn signs(&mut self, section: &StandingsSection, row: &StandingsRow, ground: Rgb, middle: f32) {
        let Self { canvas, colours, fonts, columns } = self;
        let mut signs = Signs { canvas, colours, fonts: *fonts, ground };
        if let Some(place) = row.place {
            signs.place(place, row.honour, [columns.place, middle]);
        }
        if row.honour == Honour::Winner {
            signs.crown([columns.name[0], middle]);
        }
        let skipped = section.rounds.len().saturating_sub(columns.results.len());
        for (&left, &sign) in columns.results.iter().zip(row.results.iter().skip(skipped)) {
            signs.result(sign, left, middle);
        }
    }

    fn name(&mut self, row: &StandingsRow, middle: f32) {
        let [mut left, right] = self.columns.name;
        let mut font = self.fonts.name;
        if row.honour == Honour::Winner {
            left += self.len(CROWN);
            font = self.fonts.bold;
        }
        let name = font.fit(&row.name, right - left);
        self.canvas.text(&name, font, self.colours.text, pixel([left, middle]), Align::Left);
    }

    /// Writes a number so that its units stand below those of the others.
    fn number(&mut self, number: &str, column: NumberColumn, font: Font, colour: Rgb, middle: f32) {
        let (whole, rest) = parts(number);
        let at = pixel([column.unit, middle]);
        self.canvas.text(whole, font, colour, at, Align::Right);
        self.canvas.text(rest, font, colour, at, Align::Left);
    }
}
