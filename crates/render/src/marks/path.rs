//! Marks from cell to cell along points: on boards without squares, and over canals.

use super::{border::EDGE, shape::MarkShape};
use crate::{
    canvas::{Canvas, LineStyle},
    point::{Point, between, distance},
    theme::Rgb,
};

/// Draws a threat or a band from cell to cell along points; `side` is the side of a cell.
pub(crate) fn mark_path(
    canvas: &mut Canvas<'_>,
    points: &[Point],
    side: f32,
    shape: MarkShape,
    colour: Rgb,
) {
    match shape {
        MarkShape::Threat(..) => threat(canvas, points, side, colour),
        MarkShape::Band(_, _, half) => {
            let band = LineStyle { round: true, ..LineStyle::open(f32::from(half) * side / 50.0) };
            canvas.line(points, band, colour);
        }
        _ => {}
    }
}

/// Draws a thin broken line with an open head.
fn threat(canvas: &mut Canvas<'_>, points: &[Point], side: f32, colour: Rgb) {
    let mut shaft = trimmed(points, 0.3 * side);
    shaft.reverse();
    shaft = trimmed(&shaft, 0.3 * side);
    let [Some(&tip), Some(&next)] = [shaft.first(), shaft.get(1)] else { return };
    let length = distance(tip, next).max(0.01);
    let unit = [(tip[0] - next[0]) / length, (tip[1] - next[1]) / length];
    let wing = |off: f32| {
        let (back, off) = (0.14 * side, off * side);
        [tip[0] - unit[0] * back - unit[1] * off, tip[1] - unit[1] * back + unit[0] * off]
    };
    let edge = (EDGE * side).max(0.7);
    for (more, colour) in [(edge, canvas.assets.colours.edge), (0.0, colour)] {
        let width = 0.05 * side + 2.0 * more;
        let dashes = [0.11 * side + more, 0.08 * side - more];
        canvas.line(&shaft, LineStyle { dashes: &dashes, ..LineStyle::open(width) }, colour);
        canvas.line(&[wing(0.13), tip, wing(-0.13)], LineStyle::open(width), colour);
    }
}

/// An arrow along points, from the middle of its first cell to that of its last. Lengths are in pixels.
pub(crate) struct Arrow {
    pub(crate) points: Vec<Point>,
    /// The distance from the first point at which it begins; nearer to it if it were too short to be seen.
    pub(crate) start: f32,
    /// The distance before the last point at which it ends.
    pub(crate) end: f32,
    /// Where it has dots, and how broad they are.
    pub(crate) landings: Vec<Point>,
    pub(crate) dot: f32,
    /// The side of a cell.
    pub(crate) side: f32,
}

/// The shortest arrow, in sides of a cell: a little more than its head.
const SHORTEST: f32 = 0.28;

/// Draws an arrow in the colour of the last move.
pub(crate) fn arrow(canvas: &mut Canvas<'_>, arrow: &Arrow) {
    let side = arrow.side;
    let (head, edge) = (0.24 * side, (EDGE * side).max(0.7));
    let length: f32 = arrow.points.windows(2).map(|two| distance(two[0], two[1])).sum();
    // The dark edge reaches beyond the tip.
    let end = arrow.end + 2.0 * edge;
    let start = arrow.start.min(length - end - SHORTEST * side).max(0.0);
    let mut shaft = trimmed(&arrow.points, start);
    shaft.reverse();
    shaft = trimmed(&shaft, end);
    let [Some(&tip), Some(_)] = [shaft.first(), shaft.get(1)] else { return };
    let mut neck = trimmed(&shaft, head * 0.96);
    neck.reverse();
    let (Some(&to), true) = (neck.last(), neck.len() > 1) else { return };
    let length = distance(to, tip).max(0.01);
    let unit = [(tip[0] - to[0]) / length, (tip[1] - to[1]) / length];
    let at = |on: f32, off: f32| {
        [tip[0] + unit[0] * on - unit[1] * off, tip[1] + unit[1] * on + unit[0] * off]
    };
    let colours = canvas.assets.colours;
    for (more, colour) in [(edge, colours.edge), (0.0, colours.last)] {
        let mut line = neck.clone();
        if let [first, second, ..] = line.as_mut_slice() {
            let length = distance(*first, *second).max(0.01);
            *first = between(*first, *second, -more / length);
        }
        canvas.line(&line, LineStyle::open(0.08 * side + 2.0 * more), colour);
        for landing in &arrow.landings {
            canvas.disc(*landing, arrow.dot / 2.0 + more, colour);
        }
        let wide = 0.135 * side + 2.2 * more;
        let back = -head - more;
        canvas.area(&[at(2.0 * more, 0.0), at(back, wide), at(back, -wide)], colour);
    }
}

/// A line without so much of its beginning; empty if it is not that long.
fn trimmed(points: &[Point], mut length: f32) -> Vec<Point> {
    for (index, pair) in points.windows(2).enumerate() {
        let long = distance(pair[0], pair[1]);
        if length < long {
            let mut rest = vec![between(pair[0], pair[1], length / long)];
            rest.extend(&points[index + 1..]);
            return rest;
        }
        length -= long;
    }
    Vec::new()
}
