//! The border of a cell that is no square.

use super::ink::Point;

/// The corners of a cell, one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) enum Border {
    /// A cell of a wedge.
    Rhombus([Point; 4]),
    /// A hex, which stands on a point.
    Hexagon([Point; 6]),
}

impl Border {
    pub(super) const fn corners(&self) -> &[Point] {
        match self {
            Self::Rhombus(corners) => corners,
            Self::Hexagon(corners) => corners,
        }
    }

    /// Length of a side.
    pub(super) fn side(&self) -> f32 {
        let corners = self.corners();
        distance(corners[0], corners[1]).max(1.0)
    }

    /// How wide lines along it are, in sides: the sides of a hex are short for its size.
    pub(super) const fn weight(&self) -> f32 {
        match self {
            Self::Rhombus(_) => 0.075,
            Self::Hexagon(_) => 0.11,
        }
    }

    /// Its corners, drawn in by a distance from every side.
    pub(super) fn inset(&self, distance: f32) -> Vec<Point> {
        match self {
            Self::Rhombus(corners) => rhombus_inset(*corners, self.side(), distance).to_vec(),
            Self::Hexagon(corners) => {
                let [one, .., other, _, _] = corners;
                let middle = between(*one, *other, 0.5);
                let part = distance / (self.side() * HALF_ROOT);
                corners.map(|corner| between(corner, middle, part)).to_vec()
            }
        }
    }
}

/// Half the root of three: how far the sides of a hexagon are from its middle, in sides.
pub(super) const HALF_ROOT: f32 = 0.866_025_4;

fn rhombus_inset([start, along, _, across]: [Point; 4], side: f32, distance: f32) -> [Point; 4] {
    let p = [0, 1].map(|axis| along[axis] - start[axis]);
    let q = [0, 1].map(|axis| across[axis] - start[axis]);
    let sine = (p[0] * q[1] - p[1] * q[0]).abs() / (side * side);
    let part = distance / side / sine.max(0.1);
    let far = 1.0 - part;
    [(part, part), (far, part), (far, far), (part, far)]
        .map(|(u, v)| [0, 1].map(|axis| start[axis] + u * p[axis] + v * q[axis]))
}

/// How far two points are from each other.
pub(super) fn distance(from: Point, to: Point) -> f32 {
    (to[0] - from[0]).hypot(to[1] - from[1])
}

/// The point so far on the way from one to another, of 1.
pub(super) fn between(from: Point, to: Point, part: f32) -> Point {
    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part)
}
