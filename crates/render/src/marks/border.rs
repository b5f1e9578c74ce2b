//! Marks that follow the border of a cell that is no square.

use super::shape::MarkShape;
use crate::{
    board::Border,
    canvas::{Canvas, LineStyle},
    point::{Point, between, distance},
    theme::Rgb,
};

/// The width of the edges of lines, in sides of a cell.
pub(crate) const EDGE: f32 = 0.021;

/// Draws a mark that follows the border of a cell.
pub(crate) fn mark_border(canvas: &mut Canvas<'_>, cell: &Border, shape: MarkShape, colour: Rgb) {
    let side = cell.side();
    let edge = (EDGE * side).max(0.7);
    let width = cell.weight() * side;
    let border = cell.inset(width / 2.0 + edge + 0.01 * side);
    let colours = [(edge, canvas.assets.colours.edge), (0.0, colour)];
    for (more, colour) in colours {
        let around = LineStyle::closed(width + 2.0 * more);
        match shape {
            MarkShape::Frame => canvas.line(&border, around, colour),
            MarkShape::Inset if more == 0.0 => {
                let inset = cell.inset(0.09 * side);
                // A thinner line would be half transparent on a phone.
                canvas.line(&inset, LineStyle::closed((0.03 * side).max(2.0)), colour);
            }
            MarkShape::Corners => {
                for part in corner_parts(&border, 0.24, more) {
                    canvas.line(&part, LineStyle::open(width + 2.0 * more), colour);
                }
            }
            _ => {}
        }
    }
    if shape == MarkShape::Hatch {
        let (period, weight) = ((0.2 * side) as i32, (0.06 * side) as i32);
        let striped = |x: i32, y: i32| (x + y).rem_euclid(period.max(2)) < weight.max(1);
        canvas.area_where(cell.corners(), colour, striped);
        canvas.line(&cell.inset(edge), LineStyle::closed(2.0 * edge), canvas.assets.colours.edge);
    }
}

/// The corners of a border, each as a bent line of three points.
fn corner_parts(border: &[Point], part: f32, more: f32) -> Vec<[Point; 3]> {
    let count = border.len();
    let parts = border.iter().enumerate().map(|(index, &at)| {
        let toward = |next: Point| {
            let length = distance(at, next).max(1.0);
            between(at, next, part + more / length)
        };
        [toward(border[(index + count - 1) % count]), at, toward(border[(index + 1) % count])]
    });
    parts.collect()
}
