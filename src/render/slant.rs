//! Marks that do not keep to a square: on slanted cells, and over canals.

use super::border::{Border, between, distance};
use super::canvas::Canvas;
use super::ink::{Line, Point};
use super::marks::Shape;
use super::theme::Rgb;

/// Width of the edges of lines, in sides of a cell.
const EDGE: f32 = 0.021;

/// A mark that follows the border of a cell.
pub(super) fn mark(canvas: &mut Canvas<'_>, cell: &Border, shape: Shape, colour: Rgb) {
    let side = cell.side();
    let edge = (EDGE * side).max(0.7);
    let width = cell.weight() * side;
    let border = cell.inset(width / 2.0 + edge + 0.01 * side);
    let inks = [(edge, canvas.kit.colours.edge), (0.0, colour)];
    for (more, ink) in inks {
        let around = Line::closed(width + 2.0 * more);
        match shape {
            Shape::Frame => canvas.line(&border, around, ink),
            Shape::Dashes => {
                let dashes = [0.15 * side + more, 0.12 * side - more];
                canvas.line(&border, Line { dashes: &dashes, ..around }, ink);
            }
            Shape::Corners => {
                for part in corner_parts(&border, 0.24, more) {
                    canvas.line(&part, Line::open(width + 2.0 * more), ink);
                }
            }
            _ => {}
        }
    }
    if shape == Shape::Hatch {
        let (period, weight) = ((0.2 * side) as i32, (0.06 * side) as i32);
        let striped = |x: i32, y: i32| (x + y).rem_euclid(period.max(2)) < weight.max(1);
        canvas.area_where(cell.corners(), colour, striped);
        canvas.line(&cell.inset(edge), Line::closed(2.0 * edge), canvas.kit.colours.edge);
    }
}

/// The corners of a border, each as a line around it.
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

/// A mark from cell to cell along points; `side` is that of a cell.
pub(super) fn connect(
    canvas: &mut Canvas<'_>,
    points: &[Point],
    side: f32,
    shape: Shape,
    colour: Rgb,
) {
    match shape {
        Shape::Threat(..) => threat(canvas, points, side, colour),
        Shape::Band(_, _, half) => {
            let band = Line { round: true, ..Line::open(f32::from(half) * side / 50.0) };
            canvas.line(points, band, colour);
        }
        _ => arrow(canvas, points, side, colour),
    }
}

/// A thin broken line with an open head.
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
    for (more, ink) in [(edge, canvas.kit.colours.edge), (0.0, colour)] {
        let width = 0.05 * side + 2.0 * more;
        let dashes = [0.11 * side + more, 0.08 * side - more];
        canvas.line(&shaft, Line { dashes: &dashes, ..Line::open(width) }, ink);
        canvas.line(&[wing(0.13), tip, wing(-0.13)], Line::open(width), ink);
    }
}

/// An arrow along points, from inside the first cell to just inside the last, so that the piece
/// there stays free. Sizes are in sides of a cell.
fn arrow(canvas: &mut Canvas<'_>, points: &[Point], side: f32, colour: Rgb) {
    let (start, head) = (0.36 * side, 0.24 * side);
    let edge = (EDGE * side).max(0.7);
    let mut shaft = trimmed(points, start);
    shaft.reverse();
    shaft = trimmed(&shaft, start);
    let [Some(&tip), Some(_)] = [shaft.first(), shaft.get(1)] else { return };
    let mut neck = trimmed(&shaft, head * 0.96);
    neck.reverse();
    let (Some(&to), true) = (neck.last(), neck.len() > 1) else { return };
    let length = distance(to, tip).max(0.01);
    let unit = [(tip[0] - to[0]) / length, (tip[1] - to[1]) / length];
    let at = |on: f32, off: f32| {
        [tip[0] + unit[0] * on - unit[1] * off, tip[1] + unit[1] * on + unit[0] * off]
    };
    for (more, ink) in [(edge, canvas.kit.colours.edge), (0.0, colour)] {
        let mut line = neck.clone();
        if let [first, second, ..] = line.as_mut_slice() {
            let length = distance(*first, *second).max(0.01);
            *first = between(*first, *second, -more / length);
        }
        canvas.line(&line, Line::open(0.08 * side + 2.0 * more), ink);
        let wide = 0.135 * side + 2.2 * more;
        let back = -head - more;
        canvas.area(&[at(2.0 * more, 0.0), at(back, wide), at(back, -wide)], ink);
    }
}

/// A line without so much of its beginning.
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
