//! Where the hexes of a board lie: a hexagon of hexes that stand on a point, in rows.

use scene::{Hex, Hexes, Veil};

use crate::{
    board::CellLattice,
    point::{HALF_SQRT_3, Point},
    scale::Scale,
    theme::Tone,
};

/// The width and the height that the board may have, at 840 pixels.
const ROOM: Point = [764.0, 680.0];

/// The middle of the board, at 840 pixels: the numbers of the rows stand at its right, the letters
/// of the files below it.
const MIDDLE: Point = [414.0, 352.0];
/// The longest edge of a board on which every file has a letter.
const LONGEST: u8 = 13;

/// The places of the hexes of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HexGrid {
    /// How many hexes an edge has; 0 for a board that is too large for names.
    pub edge: u8,
    /// The length of a side of a hex in pixels, which is also that from its middle to a corner.
    pub unit: f32,
    /// Half a step to the next column, and a step to the next row, in pixels.
    steps: [f32; 2],
    pub veil: Veil,
    middle: Point,
    half_turned: bool,
}

impl HexGrid {
    pub(crate) fn new(scale: Scale, hexes: Hexes) -> Self {
        let factor = scale.factor();
        let edge = if hexes.edge <= LONGEST { hexes.edge } else { 0 };
        let long = f32::from(edge.max(1));
        let [width, height] = ROOM;
        let unit =
            (width / (2.0 * HALF_SQRT_3 * (2.0 * long - 1.0))).min(height / (3.0 * long - 1.0));
        // Where the middles of all hexes lie on pixels, all look alike: files become smaller, and what is drawn
        // once can be copied.
        let half = (HALF_SQRT_3 * unit * factor).floor().max(1.0);
        let unit = half / HALF_SQRT_3;
        Self {
            edge,
            unit,
            steps: [half, (1.5 * unit).round()],
            veil: hexes.veil,
            middle: MIDDLE.map(|length| (length * factor).round()),
            half_turned: hexes.half_turned,
        }
    }

    /// Returns how many steps a hex lies to the right of the middle one and above it before the board is
    /// turned; the way up slants to the right.
    fn axial(&self, hex: Hex) -> (i16, i16) {
        let middle = i16::from(self.edge) - 1;
        (i16::from(hex.column) - middle, i16::from(hex.row) - middle)
    }

    /// Returns `true` if the board has a hex.
    pub(crate) fn has(&self, hex: Hex) -> bool {
        let (x, y) = self.axial(hex);
        let far = x.abs().max(y.abs()).max((x + y).abs());
        far < i16::from(self.edge)
    }

    /// The hex that lies `right` steps to the right of one on the picture and `up` steps above it;
    /// the way up slants to the right.
    pub(crate) fn beside(&self, hex: Hex, right: i8, up: i8) -> Option<Hex> {
        let turned = |step: i8| if self.half_turned { -step } else { step };
        let column = hex.column.checked_add_signed(turned(right))?;
        let row = hex.row.checked_add_signed(turned(up))?;
        Some(Hex { column, row }).filter(|&hex| self.has(hex))
    }

    /// Returns how many rows above the middle of the picture a hex lies.
    pub(crate) fn height(&self, hex: Hex) -> i16 {
        let (_, y) = self.axial(hex);
        if self.half_turned { -y } else { y }
    }

    /// Returns `true` if the viewer may not see what stands on a hex.
    pub(crate) fn is_hidden(&self, hex: Hex) -> bool {
        match self.veil {
            Veil::None => false,
            Veil::Far => self.height(hex) > 0,
            Veil::Both => self.height(hex) != 0,
        }
    }

    /// The steps to the next column and to the next row, in pixels.
    fn steps(&self) -> (Point, Point) {
        let [half, row] = self.steps;
        let (right, up) = ([2.0 * half, 0.0], [half, -row]);
        let turned = |step: Point| if self.half_turned { step.map(|part| -part) } else { step };
        (turned(right), turned(up))
    }

    pub(crate) fn centre(&self, hex: Hex) -> Point {
        let ((x, y), (right, up)) = (self.axial(hex), self.steps());
        [0, 1].map(|axis| self.middle[axis] + f32::from(x) * right[axis] + f32::from(y) * up[axis])
    }

    /// The corners of a hex, from the one on top clockwise.
    pub(crate) fn corners(&self, hex: Hex) -> [Point; 6] {
        let ([x, y], unit) = (self.centre(hex), self.unit);
        let (half, side) = (0.5 * unit, HALF_SQRT_3 * unit);
        [[0.0, -unit], [side, -half], [side, half], [0.0, unit], [-side, half], [-side, -half]]
            .map(|[right, down]| [x + right, y + down])
    }

    /// Boxes (left, top, right, bottom) that cover the hexes at both ends of the rows: their
    /// upright sides, and in slices what slants above and below.
    pub(crate) fn outline(&self) -> Vec<[f32; 4]> {
        let is_end = |hex: &Hex| [1, -1].iter().any(|&step| self.beside(*hex, step, 0).is_none());
        let mut boxes = Vec::new();
        for hex in self.hexes().filter(is_end) {
            let [x, y] = self.centre(hex);
            for slice in 0..=4_u8 {
                let wide = HALF_SQRT_3 * (1.25 - f32::from(slice.max(1)) / 4.0) * self.unit;
                let high = (0.5 + f32::from(slice) / 8.0) * self.unit;
                boxes.push([x - wide, y - high, x + wide, y + high]);
            }
        }
        boxes
    }

    /// The diameter of the circle in a hex, in pixels.
    pub(crate) fn circle(&self) -> f32 {
        2.0 * HALF_SQRT_3 * self.unit
    }

    /// In which of the three tones a hex is painted.
    pub(crate) fn tone(&self, hex: Hex) -> Tone {
        let (x, y) = self.axial(hex);
        match (x - y).rem_euclid(3) {
            0 => Tone::Light,
            1 => Tone::Middle,
            _ => Tone::Dark,
        }
    }

    /// Every hex of the board, row by row.
    pub(crate) fn hexes(self) -> impl Iterator<Item = Hex> {
        let count = (2 * self.edge).saturating_sub(1);
        (0..count)
            .flat_map(move |row| (0..count).map(move |column| Hex { column, row }))
            .filter(move |&hex| self.has(hex))
    }

    /// Returns where the hexes lie, with those at the corners of the lattice that a hexagon lacks.
    pub(crate) fn lattice(&self) -> Option<CellLattice> {
        let first = Hex { column: 0, row: 0 };
        let (along, across) = self.steps();
        let count = (2 * self.edge).checked_sub(1)?;
        Some(CellLattice {
            first: first.into(),
            size: [count, count],
            at: self.centre(first),
            along,
            across,
            edge: Some(self.edge),
        })
    }
}
