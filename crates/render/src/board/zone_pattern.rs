//! The patterns of zones, which tell them apart in grey and for every eye.

use crate::{canvas::Canvas, point::Point};

/// How far apart the signs of a pattern stand, at the default width.
const PERIOD: f32 = 12.0;
/// The least such distance, in pixels: signs that stand closer would run into each other.
const LEAST_PERIOD: f32 = 4.0;
/// Into how many rows and columns a pixel is divided to find which part of it a sign covers.
const FINE: u8 = 4;

/// The signs that fill a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signs {
    Dots,
    Bars,
    Strokes,
    Pluses,
    Checks,
    Zigzags,
}

impl Signs {
    /// Those of the zones, from the first on.
    const ALL: [Self; 6] =
        [Self::Dots, Self::Bars, Self::Strokes, Self::Pluses, Self::Checks, Self::Zigzags];

    /// Returns `true` if a sign covers this point of a field 1 wide and high; all fields are alike.
    fn cover(self, [x, y]: Point) -> bool {
        let [right, down] = [x - 0.5, y - 0.5].map(f32::abs);
        match self {
            Self::Dots => right * right + down * down < 0.26 * 0.26,
            Self::Bars => down < 0.17,
            Self::Strokes => (x + y).rem_euclid(1.0) < 0.36,
            Self::Pluses => right.min(down) < 0.11 && right.max(down) < 0.36,
            Self::Checks => (x < 0.5) == (y < 0.5),
            Self::Zigzags => (y - right - 0.25).abs() < 0.16,
        }
    }
}

/// Fills a box, given by left, top, width and height, in the colour and the pattern of a zone.
pub(crate) fn zone_pattern(
    canvas: &mut Canvas<'_>,
    zone: usize,
    [left, top, width, height]: [i32; 4],
) {
    let [left, top, right, bottom] = [left, top, left + width, top + height].map(|at| at as f32);
    let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
    zone_area(canvas, zone, &corners, [1.0, 0.0]);
}

/// Fills the area between corners in the same way, with rows of signs in a direction of length 1. A sign stands
/// in its middle.
pub(crate) fn zone_area(
    canvas: &mut Canvas<'_>,
    zone: usize,
    corners: &[Point],
    [right, down]: Point,
) {
    let assets = canvas.assets;
    let (fill, colour) = assets.colours.zone_colours(zone);
    let signs = Signs::ALL[zone % Signs::ALL.len()];
    let period = (PERIOD * assets.scale.factor()).max(LEAST_PERIOD);
    let middle = [0, 1].map(|axis| {
        corners.iter().map(|corner| corner[axis]).sum::<f32>() / corners.len().max(1) as f32
    });
    let is_covered = |x: f32, y: f32| {
        let (x, y) = ((x - middle[0]) / period, (y - middle[1]) / period);
        let field = [x * right + y * down + 0.5, y * right - x * down + 0.5];
        signs.cover(field.map(|at| at.rem_euclid(1.0)))
    };
    let part = |x: i32, y: i32| {
        let at = |whole: i32, step: u8| whole as f32 + (f32::from(step) + 0.5) / f32::from(FINE);
        let points = (0..FINE).flat_map(|row| (0..FINE).map(move |column| (column, row)));
        let covered = points.filter(|&(column, row)| is_covered(at(x, column), at(y, row))).count();
        (covered * 255 / usize::from(FINE * FINE)) as u8
    };
    canvas.area(corners, fill);
    canvas.area_in_part(corners, colour, part);
}
