//! The band around a rating: within it the strength lies nineteen times of twenty.

use super::plot::Plot;
use crate::{
    canvas::{Canvas, LineStyle},
    point::Point,
    theme::ChartColours,
};

/// Fills the band between its two ends and draws them; `grid` says which rows have a line at a round
/// value, which shows through.
pub(super) fn render(
    canvas: &mut Canvas<'_>,
    plot: &Plot,
    colours: &ChartColours,
    [lower, upper]: &[Vec<Point>; 2],
    grid: &[[i32; 2]],
) {
    let corners: Vec<Point> = lower.iter().chain(upper.iter().rev()).copied().collect();
    let is_line = |y: i32| grid.iter().any(|&[top, bottom]| (top..bottom).contains(&y));
    canvas.area_where(&corners, colours.band, |_, y| !is_line(y));
    canvas.area_where(&corners, colours.grid_in_band, |_, y| is_line(y));
    let rim = LineStyle::open(2.0 * canvas.assets.scale.factor());
    for end in [lower, upper] {
        for drawn in end.chunk_by(|from, to| !plot.is_cut(*from, *to)) {
            canvas.line(drawn, rim, colours.rim);
        }
    }
}
