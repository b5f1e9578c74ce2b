//! Where values lie on a chart.

use scene::CurvePoint;

use super::axes::{band, rating, span};
use crate::point::Point;

/// Returns how many periods lie between the first point and the last one: none where there is one alone.
pub(super) fn periods(points: &[CurvePoint]) -> u32 {
    points.iter().map(|point| point.at).max().unwrap_or_default()
}

/// The area in which the line runs, in pixels, and what it spans.
#[derive(Debug)]
pub(super) struct Plot {
    /// The columns of its first and its last period.
    pub(super) columns: [f32; 2],
    /// The rows of the ends of what it spans, the upper one first.
    pub(super) rows: [f32; 2],
    /// The ratings at its lower and its upper end.
    pub(super) span: [i64; 2],
    /// How many periods lie between those columns.
    periods: u32,
}

impl Plot {
    /// The plot of a course in these columns and rows.
    pub(super) fn new(points: &[CurvePoint], columns: [f32; 2], rows: [f32; 2]) -> Self {
        Self { columns, rows, span: span(points), periods: periods(points) }
    }

    /// The row of a rating.
    pub(super) fn row(&self, rating: i64) -> f32 {
        let ([low, high], [top, bottom]) = (self.span, self.rows);
        bottom - (bottom - top) * (rating - low) as f32 / (high - low) as f32
    }

    /// The column of a period: the middle if all that is shown is one.
    pub(super) fn column(&self, at: u32) -> f32 {
        let part = if self.periods == 0 { 0.5 } else { f64::from(at) / f64::from(self.periods) };
        let [left, right] = self.columns;
        left + (right - left) * part as f32
    }

    /// Returns where the rating of a point lies.
    pub(super) fn place(&self, point: &CurvePoint) -> Point {
        [self.column(point.at), self.row(rating(point))]
    }

    /// The lower and the upper end of the band around the points, each from left to right, without what
    /// lies beyond the plot. Around one point alone it is `width` wide.
    pub(super) fn band(&self, points: &[CurvePoint], width: f32) -> [Vec<Point>; 2] {
        let offs: &[f32] = if self.periods == 0 { &[-0.5, 0.5] } else { &[0.0] };
        [0, 1].map(|end| {
            let at = |point: &CurvePoint, off: f32| {
                [self.column(point.at) + off, self.row(band(point)[end])]
            };
            let ends =
                points.iter().flat_map(|point| offs.iter().map(move |off| at(point, off * width)));
            self.within(&ends.collect::<Vec<_>>())
        })
    }

    /// A line without what lies above or below the plot: it runs along the edge there.
    fn within(&self, line: &[Point]) -> Vec<Point> {
        let [top, bottom] = self.rows;
        let kept = |[x, y]: Point| [x, y.clamp(top, bottom)];
        let mut cut: Vec<Point> = Vec::with_capacity(line.len());
        for (index, &to) in line.iter().enumerate() {
            if let Some(&from) = index.checked_sub(1).and_then(|before| line.get(before)) {
                let part = |row: f32| (row - from[1]) / (to[1] - from[1]);
                let mut crossed: Vec<(f32, f32)> = self.rows.map(|row| (part(row), row)).to_vec();
                crossed.retain(|(part, _)| (0.0..=1.0).contains(part));
                crossed.sort_by(|one, other| one.0.total_cmp(&other.0));
                let place = |(part, row): (f32, f32)| [from[0] + (to[0] - from[0]) * part, row];
                cut.extend(crossed.into_iter().map(place));
            }
            cut.push(kept(to));
        }
        cut
    }

    /// Returns `true` if both points lie on the same edge of the plot, where a line was cut off.
    pub(super) fn is_cut(&self, from: Point, to: Point) -> bool {
        from[1] == to[1] && self.rows.contains(&from[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_where_it_leaves_the_plot() {
        let plot = Plot { columns: [0.0, 100.0], rows: [10.0, 20.0], span: [0, 1], periods: 9 };
        let line = [[0.0, 0.0], [20.0, 20.0], [40.0, 40.0], [80.0, 0.0]];
        let cut = plot.within(&line);
        let corners: Vec<Point> = cut.iter().copied().fold(Vec::new(), |mut corners, point| {
            if corners.last() != Some(&point) {
                corners.push(point);
            }
            corners
        });
        let wanted = [
            [0.0, 10.0],
            [10.0, 10.0],
            [20.0, 20.0],
            [40.0, 20.0],
            [60.0, 20.0],
            [70.0, 10.0],
            [80.0, 10.0],
        ];
        assert_eq!(corners, wanted);
        let drawn: Vec<_> =
            wanted.chunk_by(|from, to| !plot.is_cut(*from, *to)).map(<[_]>::len).collect();
        assert_eq!(drawn, [1, 2, 1, 2, 1]);
    }
}
