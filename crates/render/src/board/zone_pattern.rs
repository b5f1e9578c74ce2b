//! The patterns of zones, which tell them apart in grey and for every eye.

use crate::{
    assets::Assets,
    canvas::{Canvas, Pixel},
    point::Point,
};

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

/// The pixels of a square with this side in the colour and the pattern of a zone, for a bitmap that is kept.
pub(crate) fn zone_pixels(assets: &Assets, zone: usize, side: u16) -> Vec<Pixel> {
    let (fill, sign) = assets.colours.zone_colours(zone);
    let side = i32::from(side);
    let pattern = Pattern::new(assets, zone, [side as f32 / 2.0; 2], [1.0, 0.0]);
    let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    places
        .map(|(x, y)| Pixel { x, y, colour: fill.under(sign, pattern.part(x, y)), alpha: 255 })
        .collect()
}

/// Fills the area between corners in the same way, with rows of signs in a direction of length 1. A sign stands
/// in its middle.
pub(crate) fn zone_area(canvas: &mut Canvas<'_>, zone: usize, corners: &[Point], along: Point) {
    let assets = canvas.assets;
    let (fill, colour) = assets.colours.zone_colours(zone);
    let middle = [0, 1].map(|axis| {
        corners.iter().map(|corner| corner[axis]).sum::<f32>() / corners.len().max(1) as f32
    });
    let pattern = Pattern::new(assets, zone, middle, along);
    canvas.area(corners, fill);
    canvas.area_in_part(corners, colour, |x, y| pattern.part(x, y));
}

/// A pattern that is laid on a picture.
struct Pattern {
    signs: Signs,
    period: f32,
    middle: Point,
    along: Point,
}

impl Pattern {
    fn new(assets: &Assets, zone: usize, middle: Point, along: Point) -> Self {
        let signs = Signs::ALL[zone % Signs::ALL.len()];
        let period = (PERIOD * assets.scale.factor()).max(LEAST_PERIOD);
        Self { signs, period, middle, along }
    }

    /// How much of a pixel its signs cover, of 255.
    fn part(&self, x: i32, y: i32) -> u8 {
        let at = |whole: i32, step: u8| whole as f32 + (f32::from(step) + 0.5) / f32::from(FINE);
        let points = (0..FINE).flat_map(|row| (0..FINE).map(move |column| (column, row)));
        let is_covered = |(column, row): &(u8, u8)| self.covers([at(x, *column), at(y, *row)]);
        (points.filter(is_covered).count() * 255 / usize::from(FINE * FINE)) as u8
    }

    fn covers(&self, [x, y]: Point) -> bool {
        let [right, down] = self.along;
        let (x, y) = ((x - self.middle[0]) / self.period, (y - self.middle[1]) / self.period);
        let field = [x * right + y * down + 0.5, y * right - x * down + 0.5];
        self.signs.cover(field.map(|at| at.rem_euclid(1.0)))
    }
}
