//! Points of a picture, and lengths and directions between them.

/// A point of a picture, in pixels.
pub(crate) type Point = [f32; 2];

/// Half the root of three: how far the sides of a hexagon are from its middle, in sides.
pub(crate) const HALF_SQRT_3: f32 = 0.866_025_4;

/// The distance between two points.
pub(crate) fn distance(from: Point, to: Point) -> f32 {
    (to[0] - from[0]).hypot(to[1] - from[1])
}

/// The point on the way from one to another, at `part` of it: 0 is `from`, 1 is `to`.
pub(crate) fn between(from: Point, to: Point, part: f32) -> Point {
    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part)
}

/// The pixel at a point.
pub(crate) fn pixel(at: Point) -> [i32; 2] {
    at.map(|at| at.round() as i32)
}
