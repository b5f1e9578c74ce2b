//! The cells of a board: their borders, their places and the lattices that they form.

use scene::{Mark, Spot};

use super::geometry::BoardGeometry;
use crate::{
    point::{HALF_SQRT_3, Point, between, distance},
    theme::Tone,
};

/// A lattice of cells in two directions: the first cell is the parallelogram at `at` between
/// `along` and `across`, and the others follow it in both directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellLattice {
    /// The first cell: with the lowest file and rank, or u and v.
    pub first: Spot,
    /// How many files and ranks, or u and v.
    pub size: [u8; 2],
    /// The outer corner of the first cell, in pixels of the default width.
    pub at: Point,
    /// The step from file to file, or from u to u.
    pub along: Point,
    /// The step from rank to rank, or from v to v.
    pub across: Point,
    /// How many hexes an edge of the board has, where the cells are hexes that stand on a point:
    /// then `at` is the middle of the first one, and the board lacks those of its acute corners.
    pub edge: Option<u8>,
}

/// The place of a cell of a board on a picture, and its look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellPlace {
    /// The upper left corner of the box in which pieces and round marks stand.
    pub corner: [i32; 2],
    /// The side of that box.
    pub size: u16,
    /// The border of a cell that is not its box.
    pub border: Option<Border>,
    /// Its zone, on boards with zones.
    pub zone: Option<usize>,
    pub tone: Tone,
}

impl CellPlace {
    /// Its corners, one after the other.
    pub(crate) fn corners(&self) -> Vec<Point> {
        let [x, y] = self.corner.map(|at| at as f32);
        let size = f32::from(self.size);
        let square = [[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
        self.border.as_ref().map_or(&square[..], Border::corners).to_vec()
    }
}

/// A box in pixels: left, top, width and height.
pub(super) type Area = [i32; 4];

/// Returns how many pixels of these boxes a box covers.
pub(super) fn covered([left, top, width, height]: Area, boxes: &[Area]) -> i32 {
    let common = |at: i32, length: i32, other: i32, other_length: i32| {
        ((at + length).min(other + other_length) - at.max(other)).max(0)
    };
    let of_box = |other: &Area| {
        common(left, width, other[0], other[2]) * common(top, height, other[1], other[3])
    };
    boxes.iter().map(of_box).sum()
}

/// The part of a cell's box with these edges, in hundredths of its side.
fn part(place: &CellPlace, edges: [i32; 4]) -> Area {
    let size = i32::from(place.size);
    let [left, top, right, bottom] = edges.map(|edge| size * edge / 100);
    [place.corner[0] + left, place.corner[1] + top, right - left, bottom - top]
}

/// The box of the sign that a mark puts beside a piece, in a corner of its cell.
pub(super) fn sign_box(geometry: &BoardGeometry, mark: Mark) -> Option<Area> {
    match mark {
        Mark::Grown(at) => Some(part(&geometry.place(at)?, [56, 0, 100, 44])),
        Mark::Raised(at) => {
            let place = geometry.place(at)?;
            let is_square = place.border.is_none();
            Some(part(&place, if is_square { [69, 68, 100, 100] } else { [58, 56, 92, 90] }))
        }
        _ => None,
    }
}

/// The corners of a cell, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Border {
    /// A cell of a wedge.
    Rhombus([Point; 4]),
    /// A hex, which stands on a point.
    Hexagon([Point; 6]),
}

impl Border {
    pub(crate) const fn corners(&self) -> &[Point] {
        match self {
            Self::Rhombus(corners) => corners,
            Self::Hexagon(corners) => corners,
        }
    }

    /// Length of a side.
    pub(crate) fn side(&self) -> f32 {
        let corners = self.corners();
        distance(corners[0], corners[1]).max(1.0)
    }

    /// Returns how wide lines along it are, in sides: the sides of a hex are short for its size.
    pub(crate) const fn weight(&self) -> f32 {
        match self {
            Self::Rhombus(_) => 0.075,
            Self::Hexagon(_) => 0.11,
        }
    }

    /// Its corners, moved inward by a distance from every side.
    pub(crate) fn inset(&self, distance: f32) -> Vec<Point> {
        match self {
            Self::Rhombus(corners) => rhombus_inset(*corners, self.side(), distance).to_vec(),
            Self::Hexagon(corners) => {
                let [one, .., other, _, _] = corners;
                let middle = between(*one, *other, 0.5);
                let part = distance / (self.side() * HALF_SQRT_3);
                corners.map(|corner| between(corner, middle, part)).to_vec()
            }
        }
    }
}

fn rhombus_inset([start, along, _, across]: [Point; 4], side: f32, distance: f32) -> [Point; 4] {
    let p = [0, 1].map(|axis| along[axis] - start[axis]);
    let q = [0, 1].map(|axis| across[axis] - start[axis]);
    let sine = (p[0] * q[1] - p[1] * q[0]).abs() / (side * side);
    let part = distance / side / sine.max(0.1);
    let far = 1.0 - part;
    [(part, part), (far, part), (far, far), (part, far)]
        .map(|(u, v)| [0, 1].map(|axis| start[axis] + u * p[axis] + v * q[axis]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_cover_what_they_have_in_common() {
        let area = [10, 10, 20, 10];
        assert_eq!(covered(area, &[[0, 0, 12, 12], [29, 19, 5, 5], [30, 10, 5, 5]]), 4 + 1);
        assert_eq!(covered(area, &[]), 0);
    }
}
