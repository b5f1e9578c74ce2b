//! Composes the chart of a rating. Lengths are those of the default width.

use std::ops::RangeInclusive;

use scene::{CurvePoint, RatingCurve};

use super::{
    axes::{figures, labelled, rating, round_values, span},
    band,
    plot::{Plot, periods},
};
use crate::{
    assets::Assets,
    canvas::{Align, Canvas, IndexedImage, LineStyle},
    point::{Point, pixel},
    text::Font,
    theme::ChartColours,
};

/// The free space around everything.
const PAD: f32 = 36.0;
/// The height of the middle of the title.
const TITLE: f32 = 50.0;
/// The height of the middle of the note.
const NOTE: f32 = 100.0;
/// The height of the middle of the labels below.
const BELOW: f32 = 526.0;
/// The rows between which the line runs.
const ROWS: [f32; 2] = [140.0, 484.0];
/// The size of the title and of the last value.
const LARGE: f32 = 43.0;
/// The size of all other texts.
const SIZE: f32 = 31.0;
/// The free space between the labels of an axis and what they stand beside.
const GAP: f32 = 16.0;
/// The free space between two labels below.
const BETWEEN: f32 = 24.0;
/// The width of the band around a single point.
const COLUMN: f32 = 110.0;
/// The distance of the first point from the edge of the lines at round values.
const INSET: f32 = 12.0;
/// The radius of a point.
const DOT: f32 = 7.0;
/// The radius of the last point.
const LAST: f32 = 11.0;
/// The width of the ground that shows around it.
const HALO: f32 = 4.0;

/// A chart in the making.
struct Chart<'a> {
    canvas: Canvas<'a>,
    colours: ChartColours,
    points: &'a [CurvePoint],
    plot: Plot,
    /// The distance of the rating from the last point.
    beside: f32,
    /// The columns between which the lines at round values run.
    grid: [f32; 2],
}

/// The chart of a course.
pub(crate) fn compose(assets: &Assets, curve: &RatingCurve) -> IndexedImage {
    let (width, height) = (assets.scale.width as usize, assets.scale.height as usize);
    let colours = ChartColours::of(assets.colours);
    let image = IndexedImage::new(width, height, assets.palette.index(colours.ground));
    let points = curve.points.as_slice();
    let mut chart = Chart::new(Canvas::new(assets, image), points, colours);
    chart.heading(curve);
    if let Some(last) = points.last() {
        let lines = chart.grid();
        let ends = chart.plot.band(points, chart.len(COLUMN));
        band::render(&mut chart.canvas, &chart.plot, &chart.colours, &ends, &lines);
        chart.line();
        chart.labels();
        chart.last(last);
    }
    chart.canvas.image
}

/// A title that fits into a width: less of what stands before its last comma, so that what stands
/// behind it is read however long a name is.
fn fitted_title(font: Font, title: &str, room: f32) -> String {
    let Some(behind) = title.rfind(", ") else { return font.fit(title, room) };
    let (name, behind) = title.split_at(behind);
    let left = room - font.width(behind);
    if left < room / 2.0 { font.fit(title, room) } else { font.fit(name, left) + behind }
}

impl<'a> Chart<'a> {
    /// An empty chart. Its lines lie between the labels of round values and the last rating, which a
    /// point alone has beside its band.
    fn new(canvas: Canvas<'a>, points: &'a [CurvePoint], colours: ChartColours) -> Self {
        let assets = canvas.assets;
        let (factor, width) = (assets.scale.factor(), assets.scale.width as f32);
        let font = Font::narrow(assets.size(SIZE));
        let labels =
            round_values(span(points)).into_iter().map(|value| font.width(&figures(value)));
        let left = (PAD + GAP) * factor + labels.fold(0.0, f32::max);
        let edge = width - PAD * factor;
        let (columns, grid, beside) = if periods(points) == 0 {
            ([left, edge], [left, edge], COLUMN / 2.0 + GAP)
        } else {
            let value = points.last().map(|last| figures(rating(last))).unwrap_or_default();
            let value = Font::narrow_bold(assets.size(LARGE)).width(&value);
            let right = edge - value - (LAST + GAP) * factor;
            ([left + INSET * factor, right], [left, right], LAST + GAP)
        };
        let plot = Plot::new(points, columns, ROWS.map(|row| row * factor));
        Self { canvas, colours, points, plot, beside: beside * factor, grid }
    }

    /// A length of the default width in pixels.
    fn len(&self, length: f32) -> f32 {
        length * self.canvas.assets.scale.factor()
    }

    fn font(&self) -> Font {
        Font::narrow(self.canvas.assets.size(SIZE))
    }

    fn heading(&mut self, curve: &RatingCurve) {
        let assets = self.canvas.assets;
        let room = assets.scale.width as f32 - self.len(2.0 * PAD);
        let font = Font::narrow_bold(assets.size(LARGE));
        let title = fitted_title(font, &curve.title, room);
        let at = [assets.px(PAD), assets.px(TITLE)];
        self.canvas.text(&title, font, self.colours.text, at, Align::Left);
        let note = self.font().fit(&curve.note, room);
        let at = [assets.px(PAD), assets.px(NOTE)];
        self.canvas.text(&note, self.font(), self.colours.dim_text, at, Align::Left);
    }

    /// Draws the lines at round values with their labels; from which row to which one each goes.
    fn grid(&mut self) -> Vec<[i32; 2]> {
        let thin = self.len(2.0).round().max(1.0) as i32;
        let [left, right] = self.grid.map(|column| column.round() as i32);
        let behind = (self.grid[0] - self.len(GAP)).round() as i32;
        let mut rows = Vec::new();
        for value in round_values(self.plot.span) {
            let row = self.plot.row(value).round() as i32;
            let top = row - thin / 2;
            self.canvas.fill([left, top, right - left, thin], self.colours.grid);
            let (font, colour) = (self.font(), self.colours.dim_text);
            self.canvas.text(&figures(value), font, colour, [behind, row], Align::Right);
            rows.push([top, top + thin]);
        }
        rows
    }

    /// Draws the line and, where they stand apart, its points.
    fn line(&mut self) {
        let places: Vec<Point> = self.points.iter().map(|point| self.plot.place(point)).collect();
        let apart = (self.plot.columns[1] - self.plot.columns[0]) / places.len() as f32;
        let width = if apart < self.len(DOT) { 4.0 } else { 5.0 };
        let style = LineStyle { round: true, ..LineStyle::open(self.len(width)) };
        self.canvas.line(&places, style, self.colours.line);
        let radius = self.len(DOT).min(apart / 3.0);
        if radius >= self.len(width) * 0.8 {
            for place in places {
                self.canvas.disc(place, radius, self.colours.line);
            }
        }
    }

    /// Writes when it was below some of the points, with a tick at each.
    fn labels(&mut self) {
        let assets = self.canvas.assets;
        let (font, edges) =
            (self.font(), self.len(PAD)..=assets.scale.width as f32 - self.len(PAD));
        let room = (edges.end() - edges.start()) * 0.4;
        let texts: Vec<String> =
            self.points.iter().map(|point| font.fit(&point.label, room)).collect();
        let columns: Vec<RangeInclusive<f32>> = self
            .points
            .iter()
            .zip(&texts)
            .map(|(point, text)| {
                let wide = font.width(text);
                let left = self.plot.column(point.at) - wide / 2.0;
                let left = left.min(edges.end() - wide).max(*edges.start());
                left..=left + wide
            })
            .collect();
        for index in labelled(&columns, self.len(BETWEEN)) {
            let tick = self.plot.column(self.points[index].at).round() as i32;
            let [top, thin, high] = [self.plot.rows[1], self.len(2.0).max(1.0), self.len(10.0)]
                .map(|length| length.round() as i32);
            self.canvas.fill([tick - thin / 2, top, thin, high], self.colours.grid);
            let at = [columns[index].start().round() as i32, assets.px(BELOW)];
            self.canvas.text(&texts[index], font, self.colours.dim_text, at, Align::Left);
        }
    }

    /// Draws the last point larger, and writes its rating beside it.
    fn last(&mut self, last: &CurvePoint) {
        let at = self.plot.place(last);
        self.canvas.disc(at, self.len(LAST + HALO), self.colours.ground);
        self.canvas.disc(at, self.len(LAST), self.colours.line);
        let font = Font::narrow_bold(self.canvas.assets.size(LARGE));
        let value = figures(rating(last));
        let beside = pixel([at[0] + self.beside, at[1]]);
        // Beside a point alone a line at a round value would strike it out.
        let [gap, wide] = [self.len(GAP / 2.0), font.width(&value)].map(|length| length as i32);
        let high = i32::from(font.size);
        let under = [beside[0] - gap, beside[1] - high / 2, wide + 2 * gap, high];
        self.canvas.fill(under, self.colours.ground);
        self.canvas.text(&value, font, self.colours.text, beside, Align::Left);
    }
}
