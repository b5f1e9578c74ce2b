//! The water between zones of squares.

use crate::{
    canvas::{Canvas, LineStyle},
    point::Point,
};

/// How far apart waves begin along a canal, at the default width.
const APART: f32 = 124.0;
/// How long a wave is, at the default width.
const LONG: f32 = 62.0;
/// How far a wave rises and falls, at the default width.
const HIGH: f32 = 2.6;
/// The heights of a wave from its beginning to its end, in parts of its height: they are written out because sines
/// differ between machines.
const HEIGHTS: [f32; 9] = [0.0, 0.7, 1.0, 0.7, 0.0, -0.7, -1.0, -0.7, 0.0];

/// Draws waves on the canals between areas, each given by its left, top, width and height. Where a theme has no water,
/// none are seen.
pub(super) fn render_waves(canvas: &mut Canvas<'_>, areas: &[[i32; 4]], canal: i32) {
    for &[left, top, width, height] in areas {
        let middle = |end: i32| end as f32 + canal as f32 / 2.0;
        let has_area = |corner: [i32; 2]| areas.iter().any(|area| area[..2] == corner);
        if has_area([left, top + height + canal]) {
            waves(canvas, width, |along, up| [left as f32 + along, middle(top + height) + up]);
        }
        if has_area([left + width + canal, top]) {
            waves(canvas, height, |along, up| [middle(left + width) + up, top as f32 + along]);
        }
    }
}

/// Draws as many waves as fit into a length.
fn waves(canvas: &mut Canvas<'_>, length: i32, place: impl Fn(f32, f32) -> Point) {
    let (colour, factor) = (canvas.assets.colours.wave(), canvas.assets.scale.factor());
    let line = LineStyle { round: true, ..LineStyle::open(2.0 * factor) };
    let count = (length as f32 / (APART * factor)).round().max(1.0);
    let apart = length as f32 / count;
    for index in 0..count as u8 {
        let start = apart * (f32::from(index) + 0.5) - LONG / 2.0 * factor;
        let step = LONG * factor / (HEIGHTS.len() - 1) as f32;
        let points = HEIGHTS.iter().zip(0_u8..);
        let points: Vec<Point> = points
            .map(|(height, n)| place(start + step * f32::from(n), -height * HIGH * factor))
            .collect();
        canvas.line(&points, line, colour);
    }
}
