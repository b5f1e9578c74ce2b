//! Marks: frames, brackets, arrows, bars, rings, hatching. Each kind has its own shape, so that it
//! is told apart without its colour, and a dark edge, so that it shows on both squares.

use super::sketch::{CLEAR, EDGE, Pen, Sketch};
use super::stamp::Dot;

/// A mark on one square or from one square to another, by its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// Four corners: left.
    Corners,
    /// A closed frame: reached.
    Frame,
    /// A broken frame: nothing moved.
    Dashes,
    /// A diagonal cross: lost.
    Cross,
    /// A frame with eight points: in check.
    Burst,
    /// A small bold cross: taken on the way.
    Taken,
    /// A thin cross on a disc: covered.
    Covered,
    /// A small disc at the upper right: counted.
    Counted,
    /// Hatching: blocked.
    Hatch,
    /// A dot: may go there.
    Dot,
    /// A ring: may attack there.
    Ring,
    /// A label of so many pixels, for what stands in a ring.
    Label(u16, u16),
    /// Two chevrons on a medallion: became one bigger piece.
    Grown,
    /// A bold arrow upward: of higher rank now.
    Raised,
    /// A ring with a bar across: too strong.
    Struck,
    /// A plus on a medallion: may become one with the piece there.
    Plus,
    /// A round medallion that fills the square.
    Medal,
    /// A rounded box of so many pixels.
    Tray(u16, u16),
    /// An arrow by its way in squares, right and down.
    Arrow(i16, i16),
    /// A line that ends blunt, by its way in squares, right and down.
    Blunt(i16, i16),
    /// A thin broken line with an open head, by its way in squares, right and down.
    Threat(i16, i16),
    /// A band from middle to middle without an edge, by its way in squares, right and down, and
    /// half its width in hundredths of a square.
    Band(i16, i16, u8),
}

impl Shape {
    /// Whether the mark runs along the border of a cell or fills it, and so has the cell's form.
    pub(super) const fn follows_border(self) -> bool {
        matches!(self, Self::Corners | Self::Frame | Self::Dashes | Self::Hatch)
    }
}

/// The pixels of a mark, from the upper left corner of the square where it starts.
pub(super) fn dots(shape: Shape, pen: Pen, cell: u32) -> Vec<Dot> {
    let mut sketch = Sketch::new(bounds(shape, cell as f32), cell as f32);
    match shape {
        Shape::Corners => sketch.corners(pen),
        Shape::Frame => sketch.frame(pen),
        Shape::Dashes => sketch.dashes(pen),
        Shape::Cross => sketch.cross(pen),
        Shape::Burst => sketch.burst(pen),
        Shape::Taken => sketch.taken(pen),
        Shape::Covered => sketch.covered(pen),
        Shape::Counted => sketch.disc((85.0, 15.0), 12.0, pen),
        Shape::Hatch => sketch.hatch(pen),
        Shape::Dot => sketch.disc((50.0, 50.0), 15.0, pen),
        Shape::Ring => sketch.ring(pen),
        Shape::Grown => sketch.grown(pen),
        Shape::Raised => sketch.raised(pen),
        Shape::Struck => sketch.struck(pen),
        Shape::Plus => sketch.plus(pen),
        Shape::Medal => sketch.medal(pen),
        Shape::Tray(width, height) => sketch.tray(width, height, pen),
        Shape::Label(width, height) => sketch.label(width, height, pen),
        Shape::Arrow(right, down) => sketch.arrow(way(right, down), pen),
        Shape::Blunt(right, down) => sketch.blunt(way(right, down), pen),
        Shape::Threat(right, down) => sketch.threat(way(right, down), pen),
        Shape::Band(right, down, half) => sketch.bond(way(right, down), half.into(), pen),
    }
    sketch.dots()
}

/// Where a mark lies, in pixels: left, top, right, bottom.
fn bounds(shape: Shape, cell: f32) -> [f32; 4] {
    match shape {
        Shape::Arrow(right, down)
        | Shape::Blunt(right, down)
        | Shape::Threat(right, down)
        | Shape::Band(right, down, _) => {
            let (right, down) = (f32::from(right), f32::from(down));
            [right.min(0.0), down.min(0.0), right.max(0.0) + 1.0, down.max(0.0) + 1.0]
                .map(|side| side * cell)
        }
        Shape::Label(width, height) | Shape::Tray(width, height) => {
            [0.0, 0.0, f32::from(width), f32::from(height)]
        }
        _ => [0.0, 0.0, cell, cell],
    }
}

/// A way in hundredths of a square.
fn way(right: i16, down: i16) -> (f32, f32) {
    (f32::from(right) * 100.0, f32::from(down) * 100.0)
}

/// How far arrows and bars reach into the squares that they connect: seen, but clear of the pieces.
const INSIDE: f32 = 12.0;

/// How far threats reach into the square where they begin: further, to be seen between
/// neighbours too. They end at the border, so that the head of the king there stays free.
const THREAT: f32 = 24.0;

impl Sketch {
    fn frame(&mut self, pen: Pen) {
        let steps =
            [(1.0, pen.edge()), (1.0 + EDGE, pen.core()), (8.4, pen.edge()), (8.4 + EDGE, CLEAR)];
        for (inset, ink) in steps {
            let far = 100.0 - inset;
            self.rounded((inset, inset), (far, far), 11.0 - inset * 0.7, ink);
        }
    }

    /// A frame of which only some stretches of each side stay.
    fn frame_in_parts(&mut self, pen: Pen, parts: &[(f32, f32)]) {
        for (inset, ink) in [(0.0, pen.edge()), (EDGE, pen.core())] {
            for (from, to) in parts.iter().map(|(from, to)| (from + inset, to - inset)) {
                for (low, high) in [(1.0 + inset, 10.4 - inset), (89.6 + inset, 99.0 - inset)] {
                    self.rect((from, low), (to, high), ink);
                    self.rect((low, from), (high, to), ink);
                }
            }
        }
    }

    fn corners(&mut self, pen: Pen) {
        self.frame_in_parts(pen, &[(1.0, 27.0), (73.0, 99.0)]);
    }

    fn dashes(&mut self, pen: Pen) {
        self.frame_in_parts(pen, &[(1.0, 15.0), (26.0, 44.0), (56.0, 74.0), (85.0, 99.0)]);
    }

    fn cross(&mut self, pen: Pen) {
        for (half, ink) in [(6.0 + EDGE, pen.edge()), (6.0, pen.core())] {
            self.band((26.0, 26.0), (74.0, 74.0), half, ink);
            self.band((74.0, 26.0), (26.0, 74.0), half, ink);
        }
    }

    /// Points on the corners and on the middle of each side.
    fn burst(&mut self, pen: Pen) {
        let ring = |half: f32| -> Vec<(f32, f32)> {
            let (far, low, middle) = (50.0 - 1.0 - half, 18.0, 34.5);
            let side = [(-far, -far), (-low, -middle), (0.0, -far), (low, -middle)];
            let turned = |turns: usize, (x, y): (f32, f32)| match turns {
                0 => (50.0 + x, 50.0 + y),
                1 => (50.0 - y, 50.0 + x),
                2 => (50.0 - x, 50.0 - y),
                _ => (50.0 + y, 50.0 - x),
            };
            let all = (0..4).flat_map(|turns| side.map(|at| turned(turns, at)));
            all.chain([turned(0, side[0])]).collect()
        };
        let points = ring(3.2 + EDGE);
        for (half, ink) in [(3.2 + EDGE, pen.edge()), (3.2, pen.core())] {
            self.polyline(&points, half, ink);
        }
    }

    fn taken(&mut self, pen: Pen) {
        for (half, ink) in [(4.5 + EDGE, pen.edge()), (4.5, pen.core())] {
            self.band((36.0, 36.0), (64.0, 64.0), half, ink);
            self.band((64.0, 36.0), (36.0, 64.0), half, ink);
        }
    }

    fn covered(&mut self, pen: Pen) {
        self.disc((50.0, 50.0), 19.0, pen);
        self.band((43.0, 43.0), (57.0, 57.0), 2.6, pen.edge());
        self.band((57.0, 43.0), (43.0, 57.0), 2.6, pen.edge());
    }

    fn hatch(&mut self, pen: Pen) {
        for step in -6..7 {
            let at = step as f32 * 16.0;
            self.band((at, 100.0), (at + 100.0, 0.0), 1.8, pen.core());
        }
        for (from, to) in [(1.0, 3.6), (96.4, 99.0)] {
            self.rect((1.0, from), (99.0, to), pen.edge());
            self.rect((from, 1.0), (to, 99.0), pen.edge());
        }
    }

    fn disc(&mut self, centre: (f32, f32), radius: f32, pen: Pen) {
        self.circle(centre, radius, pen.edge());
        self.circle(centre, radius - EDGE - 0.4, pen.core());
    }

    fn ring(&mut self, pen: Pen) {
        let centre = (50.0, 50.0);
        self.disc(centre, 47.5, pen);
        self.circle(centre, 40.5, pen.edge());
        self.circle(centre, 40.5 - EDGE, CLEAR);
    }

    /// At the upper right, where pyramids leave room.
    fn grown(&mut self, pen: Pen) {
        let (x, y) = (80.0, 20.0);
        self.disc((x, y), 19.0, pen);
        for top in [y - 10.0, y] {
            for side in [-9.5, 9.5] {
                self.band((x, top), (x + side, top + 8.5), 2.2, pen.edge());
            }
        }
    }

    fn raised(&mut self, pen: Pen) {
        let half = [(0.0, -20.0), (19.0, 0.0), (9.0, 0.0), (9.0, 18.0)];
        for (part, ink) in [(1.0 + EDGE / 9.0, pen.edge()), (1.0, pen.core())] {
            let at = |(x, y): (f32, f32)| (80.0 + x * part, 21.0 + y * part);
            let right = half.map(at);
            let left = half.map(|(x, y)| at((-x, y)));
            let corners: Vec<_> = right.into_iter().chain(left.into_iter().skip(1).rev()).collect();
            self.polygon(&corners, ink);
        }
    }

    /// The bar is thin, for the man beneath it must be known.
    fn struck(&mut self, pen: Pen) {
        self.ring(pen);
        for (half, ink) in [(2.6 + EDGE * 0.7, pen.edge()), (2.6, pen.core())] {
            self.flat((21.5, 21.5), (78.5, 78.5), half, ink);
        }
    }

    fn plus(&mut self, pen: Pen) {
        let (x, y) = (80.0, 20.0);
        self.disc((x, y), 19.0, pen);
        self.band((x - 10.5, y), (x + 10.5, y), 2.6, pen.edge());
        self.band((x, y - 10.5), (x, y + 10.5), 2.6, pen.edge());
    }

    fn medal(&mut self, pen: Pen) {
        let centre = (50.0, 50.0);
        self.circle(centre, 50.0, pen.edge());
        self.circle(centre, 44.0, pen.core());
    }

    fn tray(&mut self, width: u16, height: u16, pen: Pen) {
        let (width, height) = (self.hundredths(width), self.hundredths(height));
        self.rounded((0.0, 0.0), (width, height), 9.0, pen.edge());
        let (right, bottom) = (width - EDGE, height - EDGE);
        self.rounded((EDGE, EDGE), (right, bottom), 9.0 - EDGE, pen.core());
    }

    fn label(&mut self, width: u16, height: u16, pen: Pen) {
        let (width, height) = (self.hundredths(width), self.hundredths(height));
        self.rounded((0.0, 0.0), (width, height), height / 2.0, pen.edge());
        let (right, bottom) = (width - EDGE, height - EDGE);
        self.rounded((EDGE, EDGE), (right, bottom), height / 2.0, pen.core());
    }

    fn arrow(&mut self, way: (f32, f32), pen: Pen) {
        let along = Along::new(way);
        // The tip lies just inside the target, so that the piece there stays free.
        let tip = along.length - along.border() + INSIDE;
        for (edge, ink) in [(EDGE, pen.edge()), (0.0, pen.core())] {
            let (half, wide) = (4.0 + edge, 13.5 + edge * 2.2);
            let (neck, start) = (tip - 24.0 - edge * 0.6, along.border() - INSIDE - edge);
            let corners = [
                (start, -half),
                (neck, -half),
                (neck, -wide),
                (tip + edge * 2.0, 0.0),
                (neck, wide),
                (neck, half),
                (start, half),
            ];
            self.polygon(&corners.map(|(on, off)| along.at(on, off)), ink);
        }
    }

    fn blunt(&mut self, way: (f32, f32), pen: Pen) {
        let along = Along::new(way);
        // The bar stands on the target's near border, or just before it on a diagonal.
        let end = along.length - along.border();
        let start = along.border() - 1.6 * INSIDE;
        for (edge, ink) in [(EDGE, pen.edge()), (0.0, pen.core())] {
            let (half, wide) = (4.0 + edge, 24.0 + edge);
            let start = start - edge;
            let shaft = [(start, -half), (end, -half), (end, half), (start, half)];
            let bar = [
                (end - 5.0 - edge, -wide),
                (end + 5.0 + edge, -wide),
                (end + 5.0 + edge, wide),
                (end - 5.0 - edge, wide),
            ];
            self.polygon(&shaft.map(|(on, off)| along.at(on, off)), ink);
            self.polygon(&bar.map(|(on, off)| along.at(on, off)), ink);
        }
    }

    /// Dashes and an open head, so that it is not taken for a move.
    fn threat(&mut self, way: (f32, f32), pen: Pen) {
        let along = Along::new(way);
        let (start, tip) = (along.border() - THREAT, along.length - along.border() - EDGE);
        // As many dashes as leave no stump before the head.
        let count = ((tip - start - 8.0) / 19.0).round().max(1.0);
        let step = (tip - start - 8.0) / count;
        for (edge, ink) in [(EDGE, pen.edge()), (0.0, pen.core())] {
            for dash in 0..count as u16 {
                let from = start + step * f32::from(dash);
                let ends = [from - edge, from + step * 0.55 + edge];
                let [from, to] = ends.map(|on| along.at(on, 0.0));
                self.flat(from, to, 2.4 + edge, ink);
            }
            let head = [(tip - 14.0, -13.0), (tip, 0.0), (tip - 14.0, 13.0)];
            self.polyline(&head.map(|(on, off)| along.at(on, off)), 2.8 + edge, ink);
        }
    }

    fn bond(&mut self, (right, down): (f32, f32), half: f32, pen: Pen) {
        self.polyline(&[(50.0, 50.0), (50.0 + right, 50.0 + down)], half, pen.core());
    }
}

/// A line through a square's middle in a direction, by which arrows are drawn.
struct Along {
    unit: (f32, f32),
    length: f32,
    stretch: f32,
}

impl Along {
    fn new((right, down): (f32, f32)) -> Self {
        let length = right.hypot(down).max(1.0);
        let unit = (right / length, down / length);
        let stretch = 1.0 / unit.0.abs().max(unit.1.abs()).max(0.5);
        Self { unit, length, stretch }
    }

    /// How far along the line the first square's border lies.
    fn border(&self) -> f32 {
        50.0 * self.stretch
    }

    /// The point so far along the line and so far to its right.
    fn at(&self, on: f32, off: f32) -> (f32, f32) {
        let (x, y) = self.unit;
        (50.0 + x * on - y * off, 50.0 + y * on + x * off)
    }
}
