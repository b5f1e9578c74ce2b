//! Where the cells of a board of wedges lie: zones of 4 × 4 cells joined round one point, each a
//! rhombus. A canal lies along every seam, and the numbers of the lines stand in it.

use scene::{Cell, Wedges};

use crate::{
    board::CellLattice,
    point::{HALF_SQRT_3, Point},
    scale::Scale,
};

/// How many cells a side of a zone has.
const SIDE: u8 = 4;
/// Half the width of a canal at 840 pixels.
const BANK: f32 = 12.5;

/// The side of a cell and the point round which the zones are joined, by the number of zones, at
/// 840 pixels; `None` for a number that no board has.
const fn measures(zones: u8) -> Option<(f32, Point)> {
    match zones {
        3 => Some((80.0, [420.0, 356.0])),
        4 => Some((70.0, [333.0, 360.0])),
        5 => Some((54.4, [420.0, 324.0])),
        6 => Some((45.5, [420.0, 360.0])),
        _ => None,
    }
}

/// Directions of the seams from the middle, clockwise; the first one leads from the zone at the
/// bottom to the one before it. They are written out because sines differ between machines.
const fn seams(zones: u8) -> &'static [Point] {
    match zones {
        3 => &[[HALF_SQRT_3, 0.5], [-HALF_SQRT_3, 0.5], [0.0, -1.0]],
        4 => &[[0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]],
        5 => &[
            [0.587_785_25, 0.809_017],
            [-0.587_785_25, 0.809_017],
            [-0.951_056_5, -0.309_017],
            [0.0, -1.0],
            [0.951_056_5, -0.309_017],
        ],
        6 => &[
            [0.5, HALF_SQRT_3],
            [-0.5, HALF_SQRT_3],
            [-1.0, 0.0],
            [-0.5, -HALF_SQRT_3],
            [0.5, -HALF_SQRT_3],
            [1.0, 0.0],
        ],
        _ => &[],
    }
}

/// The places of the cells of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WedgeGrid {
    /// The number of zones; 0 in place of a number that no board has.
    pub zones: u8,
    /// The zone at the bottom.
    pub facing: u8,
    /// The side of a cell in pixels.
    pub unit: f32,
    /// Half the width of a canal in pixels.
    pub bank: f32,
    middle: Point,
}

impl WedgeGrid {
    pub(crate) fn new(scale: Scale, wedges: Wedges) -> Self {
        let factor = scale.factor();
        let (zones, (unit, middle)) = match measures(wedges.zones) {
            Some(measures) => (wedges.zones, measures),
            None => (0, (1.0, [0.0, 0.0])),
        };
        Self {
            zones,
            facing: wedges.facing % zones.max(1),
            unit: unit * factor,
            bank: BANK * factor,
            middle: middle.map(|length| length * factor),
        }
    }

    /// The direction of the seam between a zone and the one before it.
    fn seam(&self, zone: u8) -> Point {
        let seams = seams(self.zones);
        let index = (zone + self.zones - self.facing) % self.zones.max(1);
        seams.get(usize::from(index)).copied().unwrap_or([0.0, 0.0])
    }

    /// A zone's two directions, in which u and v grow.
    fn axes(&self, zone: u8) -> (Point, Point) {
        (self.seam(zone), self.seam((zone + 1) % self.zones.max(1)))
    }

    /// Returns how far a zone's inmost corner is from the middle, as parts of its two directions.
    fn inset(&self) -> f32 {
        let (p, q) = self.axes(0);
        // The sine of the angle between both.
        self.bank / (p[0] * q[1] - p[1] * q[0]).abs().max(0.1)
    }

    /// The point of a zone that lies `u` and `v` cells along its two seams.
    pub(crate) fn point(&self, zone: u8, u: f32, v: f32) -> Point {
        let ((p, q), inset) = (self.axes(zone), self.inset());
        let (along, across) = (inset + u * self.unit, inset + v * self.unit);
        [0, 1].map(|axis| self.middle[axis] + p[axis] * along + q[axis] * across)
    }

    /// Returns how far from the middle the cells along the seams begin.
    fn shore(&self) -> f32 {
        let (p, q) = self.axes(0);
        self.inset() * (1.0 + p[0] * q[0] + p[1] * q[1])
    }

    /// The point that lies `along` cells out on the seam between a zone and the one before it.
    pub(crate) fn on_seam(&self, zone: u8, along: f32) -> Point {
        let p = self.seam(zone);
        let length = self.shore() + along * self.unit;
        [0, 1].map(|axis| self.middle[axis] + p[axis] * length)
    }

    /// The corners of the strip along that seam, `half` pixels wide to each side.
    pub(crate) fn canal(&self, zone: u8, half: f32) -> [Point; 4] {
        let [right, down] = self.seam(zone);
        let ([x, y], [far_x, far_y]) = (self.middle, self.on_seam(zone, SIDE.into()));
        let (across, along) = (-down * half, right * half);
        [
            [x + across, y + along],
            [far_x + across, far_y + along],
            [far_x - across, far_y - along],
            [x - across, y - along],
        ]
    }

    /// The direction straight out over a zone's edge where u is greatest.
    pub(crate) fn outward(&self, zone: u8) -> Point {
        let (p, q) = self.axes(zone);
        let along = p[0] * q[0] + p[1] * q[1];
        let out = [0, 1].map(|axis| p[axis] - along * q[axis]);
        let length = out[0].hypot(out[1]).max(0.1);
        out.map(|part| part / length)
    }

    /// Returns `true` if the board has a cell.
    pub(crate) const fn has(&self, cell: Cell) -> bool {
        cell.zone < self.zones && cell.u >= 1 && cell.u <= SIDE && cell.v >= 1 && cell.v <= SIDE
    }

    pub(crate) fn centre(&self, cell: Cell) -> Point {
        self.point(cell.zone, f32::from(cell.u) - 0.5, f32::from(cell.v) - 0.5)
    }

    pub(crate) fn corners(&self, cell: Cell) -> [Point; 4] {
        let (u, v) = (f32::from(cell.u), f32::from(cell.v));
        [(u - 1.0, v - 1.0), (u, v - 1.0), (u, v), (u - 1.0, v)]
            .map(|(u, v)| self.point(cell.zone, u, v))
    }

    /// The corners of a zone.
    pub(crate) fn outline(&self, zone: u8) -> [Point; 4] {
        let side = f32::from(SIDE);
        [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(|(u, v)| self.point(zone, u, v))
    }

    /// The strips along the two outer edges of a zone, so many pixels deep, which meet at its corner: the corners of
    /// each, and its direction.
    pub(crate) fn outer_strips(&self, zone: u8, deep: f32) -> [([Point; 4], Point); 2] {
        let (p, q) = self.axes(zone);
        let far = f32::from(SIDE);
        let near = far - deep / self.circle().max(1.0);
        let strip = |corners: [(f32, f32); 4]| corners.map(|(u, v)| self.point(zone, u, v));
        [
            (strip([(near, 0.0), (far, 0.0), (far, far), (near, near)]), q),
            (strip([(0.0, near), (near, near), (far, far), (0.0, far)]), p),
        ]
    }

    /// The diameter of the circle in a cell, in pixels.
    pub(crate) fn circle(&self) -> f32 {
        let (p, q) = self.axes(0);
        self.unit * (p[0] * q[1] - p[1] * q[0]).abs()
    }

    /// Returns how much larger than the circle in a cell the box of its piece is: the sharper the cell, the
    /// more room is above and below. Only the corners of the largest piece reach over the border.
    pub(crate) const fn reach(&self) -> f32 {
        match self.zones {
            4 => 1.2,
            6 => 1.44,
            _ => 1.34,
        }
    }

    /// Every cell of the board.
    pub(crate) fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.zones).flat_map(|zone| {
            (1..=SIDE).flat_map(move |u| (1..=SIDE).map(move |v| Cell { zone, u, v }))
        })
    }

    /// Returns where the cells of a zone lie.
    pub(crate) fn lattice(&self, zone: u8) -> CellLattice {
        let (p, q) = self.axes(zone);
        let scaled = |direction: Point| direction.map(|part| part * self.unit);
        CellLattice {
            first: Cell { zone, u: 1, v: 1 }.into(),
            size: [SIDE, SIDE],
            at: self.point(zone, 0.0, 0.0),
            along: scaled(p),
            across: scaled(q),
            edge: None,
        }
    }

    /// The centres of the cells that a line of cells passes from one to another, over seams and
    /// the middle; straight from centre to centre where no such line is.
    pub(crate) fn way(&self, from: Cell, to: Cell) -> Vec<Point> {
        let directions = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];
        let ways = directions.into_iter().filter_map(|direction| self.ray(from, to, direction));
        let cells = ways.min_by_key(Vec::len).unwrap_or_else(|| vec![from, to]);
        cells.into_iter().map(|cell| self.centre(cell)).collect()
    }

    /// The cells from one to another in a direction, if the other lies in that direction.
    fn ray(&self, from: Cell, to: Cell, mut direction: (i8, i8)) -> Option<Vec<Cell>> {
        let (mut cell, mut cells) = (from, vec![from]);
        // No line is longer than eight cells.
        for _ in 0..8 {
            (cell, direction) = self.step(cell, direction)?;
            cells.push(cell);
            if cell == to {
                return Some(cells);
            }
        }
        None
    }

    /// The next cell in a direction, and the direction there: over a seam, u and v change places.
    /// There is none over the middle, where a straight line serves as well.
    fn step(&self, cell: Cell, (du, dv): (i8, i8)) -> Option<(Cell, (i8, i8))> {
        let (u, v) = (cell.u.checked_add_signed(du)?, cell.v.checked_add_signed(dv)?);
        if u > SIDE || v > SIDE || (u < 1 && v < 1) {
            return None;
        }
        if u < 1 {
            let zone = (cell.zone + 1) % self.zones;
            return Some((Cell { zone, u: v, v: 1 }, (dv, 1)));
        }
        if v < 1 {
            let zone = (cell.zone + self.zones - 1) % self.zones;
            return Some((Cell { zone, u: 1, v: u }, (1, du)));
        }
        Some((Cell { u, v, ..cell }, (du, dv)))
    }
}
