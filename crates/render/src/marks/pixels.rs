//! Marks as pixels: frames, brackets, bars, rings, hatching. Each has a shape of its own,
//! so that it is told apart without its colour, and a dark edge, so that it shows on light and dark
//! cells.

use super::{
    drawing::{CLEAR, EDGE, MarkDrawing, Pen},
    shape::MarkShape,
};
use crate::{canvas::Pixel, point::Point, theme::Rgb};

/// The pixels of a mark, from the upper left corner of the square where it starts.
pub(crate) fn pixels(shape: MarkShape, pen: Pen, cell: u32) -> impl Iterator<Item = Pixel> {
    let mut drawing = MarkDrawing::new(bounds(shape, cell as f32), cell as f32);
    draw(&mut drawing, shape, pen);
    drawing.pixels()
}

/// The areas of a mark on squares of this side from a point on: the data of an SVG path for each, and whether it is of
/// the inside and not of the edge.
pub(crate) fn areas(shape: MarkShape, cell: f32, at: Point) -> Vec<(String, bool)> {
    let pen = Pen { core: Rgb(1, 1, 1), edge: Rgb(0, 0, 0) };
    let mut drawing = MarkDrawing::paths(cell, at);
    draw(&mut drawing, shape, pen);
    drawing.into_paths().into_iter().map(|(ink, path)| (path, ink == pen.core())).collect()
}

fn draw(drawing: &mut MarkDrawing, shape: MarkShape, pen: Pen) {
    match shape {
        MarkShape::Corners => drawing.corners(pen),
        MarkShape::Frame => drawing.frame(pen),
        MarkShape::Inset => drawing.inset(pen),
        MarkShape::Burst => drawing.burst(pen),
        MarkShape::Taken => drawing.taken(pen),
        MarkShape::Covered => drawing.covered(pen),
        MarkShape::Counted => drawing.disc((85.0, 15.0), 12.0, pen),
        MarkShape::Hatch => drawing.hatch(pen),
        MarkShape::Dot => drawing.disc((50.0, 50.0), 16.5, pen),
        MarkShape::Ring => drawing.ring(pen),
        MarkShape::Grown => drawing.grown(pen),
        MarkShape::Raised => drawing.raised(pen),
        MarkShape::Struck => drawing.struck(pen),
        MarkShape::Plus => drawing.plus(pen),
        MarkShape::Medal => drawing.medal(pen),
        MarkShape::Tray(width, height) => drawing.tray(width, height, pen),
        MarkShape::Label(width, height) => drawing.label(width, height, pen),
        MarkShape::Bounce(eighths) => drawing.bounce(eighths, pen),
        MarkShape::Threat(right, down) => drawing.threat(way(right, down), pen),
        MarkShape::Band(right, down, half) => {
            drawing.band_between(way(right, down), half.into(), pen)
        }
    }
}

/// Returns where a mark lies, in pixels: left, top, right, bottom.
fn bounds(shape: MarkShape, cell: f32) -> [f32; 4] {
    match shape {
        MarkShape::Threat(right, down) | MarkShape::Band(right, down, _) => {
            let (right, down) = (f32::from(right), f32::from(down));
            [right.min(0.0), down.min(0.0), right.max(0.0) + 1.0, down.max(0.0) + 1.0]
                .map(|side| side * cell)
        }
        MarkShape::Label(width, height) | MarkShape::Tray(width, height) => {
            [0.0, 0.0, f32::from(width), f32::from(height)]
        }
        _ => [0.0, 0.0, cell, cell],
    }
}

/// A way given in squares, in hundredths of a square.
fn way(right: i16, down: i16) -> (f32, f32) {
    (f32::from(right) * 100.0, f32::from(down) * 100.0)
}

/// The distance that threats reach into the square where they begin: further, so that they are seen between
/// neighbours too. They end at the border, so that the head of the king there stays free.
const THREAT: f32 = 24.0;

impl MarkDrawing {
    fn frame(&mut self, pen: Pen) {
        let steps =
            [(1.0, pen.edge()), (1.0 + EDGE, pen.core()), (8.4, pen.edge()), (8.4 + EDGE, CLEAR)];
        for (inset, colour) in steps {
            let far = 100.0 - inset;
            self.rounded((inset, inset), (far, far), 11.0 - inset * 0.7, colour);
        }
    }

    /// A frame of which only some stretches of each side stay.
    fn frame_in_parts(&mut self, pen: Pen, parts: &[(f32, f32)]) {
        for (inset, colour) in [(0.0, pen.edge()), (EDGE, pen.core())] {
            for (from, to) in parts.iter().map(|(from, to)| (from + inset, to - inset)) {
                for (low, high) in [(1.0 + inset, 10.4 - inset), (89.6 + inset, 99.0 - inset)] {
                    self.rect((from, low), (to, high), colour);
                    self.rect((low, from), (high, to), colour);
                }
            }
        }
    }

    fn corners(&mut self, pen: Pen) {
        self.frame_in_parts(pen, &[(1.0, 27.0), (73.0, 99.0)]);
    }

    /// A thin closed line, farther in than a frame. It fills whole pixels: in a small picture it would be half
    /// transparent otherwise.
    fn inset(&mut self, pen: Pen) {
        let pixel = self.hundredths(1);
        let from = (5.0 / pixel).round().max(1.0) * pixel;
        let width = (2.8 / pixel).max(1.7).round() * pixel;
        for (inset, colour) in [(from, pen.core()), (from + width, CLEAR)] {
            let far = 100.0 - inset;
            self.rounded((inset, inset), (far, far), 7.0 - inset * 0.5, colour);
        }
    }

    /// The line between the chevrons lies across the way of the attack.
    fn bounce(&mut self, eighths: u8, pen: Pen) {
        let centre = (50.0, 50.0);
        self.circle(centre, 50.0, pen.edge());
        self.circle(centre, 43.0, pen.core());
        let (sine, cosine) = (f32::from(eighths) * std::f32::consts::FRAC_PI_4).sin_cos();
        let at = |(x, y): (f32, f32)| (50.0 + x * cosine - y * sine, 50.0 + x * sine + y * cosine);
        for side in [-1.0, 1.0] {
            let chevron = [(9.0, -19.0), (27.0, 0.0), (9.0, 19.0)];
            let points = chevron.map(|(x, y)| at((x * side, y)));
            self.polyline(&points, 5.0, pen.edge());
        }
    }

    /// A line with points at the corners and in the middle of each side.
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
        for (half, colour) in [(3.2 + EDGE, pen.edge()), (3.2, pen.core())] {
            self.polyline(&points, half, colour);
        }
    }

    fn taken(&mut self, pen: Pen) {
        for (half, colour) in [(4.5 + EDGE, pen.edge()), (4.5, pen.core())] {
            self.band((36.0, 36.0), (64.0, 64.0), half, colour);
            self.band((64.0, 36.0), (36.0, 64.0), half, colour);
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

    /// The sign stands at the upper right, where pieces leave room.
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
        for (part, colour) in [(1.0 + EDGE / 9.0, pen.edge()), (1.0, pen.core())] {
            let at = |(x, y): (f32, f32)| (80.0 + x * part, 79.0 + y * part);
            let right = half.map(at);
            let left = half.map(|(x, y)| at((-x, y)));
            let corners: Vec<_> = right.into_iter().chain(left.into_iter().skip(1).rev()).collect();
            self.polygon(&corners, colour);
        }
    }

    fn struck(&mut self, pen: Pen) {
        let (x, y) = (80.0, 20.0);
        self.disc((x, y), 19.0, pen);
        self.band((x - 9.0, y + 9.0), (x + 9.0, y - 9.0), 2.8, pen.edge());
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

    /// The line has dashes and an open head, so that it is not taken for a move.
    fn threat(&mut self, way: (f32, f32), pen: Pen) {
        let along = Along::new(way);
        let (start, tip) = (along.border() - THREAT, along.length - along.border() - EDGE);
        // As many dashes as leave no stump before the head.
        let count = ((tip - start - 8.0) / 19.0).round().max(1.0);
        let step = (tip - start - 8.0) / count;
        for (edge, colour) in [(EDGE, pen.edge()), (0.0, pen.core())] {
            for dash in 0..count as u16 {
                let from = start + step * f32::from(dash);
                let ends = [from - edge, from + step * 0.55 + edge];
                let [from, to] = ends.map(|on| along.at(on, 0.0));
                self.flat(from, to, 2.4 + edge, colour);
            }
            let head = [(tip - 14.0, -13.0), (tip, 0.0), (tip - 14.0, 13.0)];
            self.polyline(&head.map(|(on, off)| along.at(on, off)), 2.8 + edge, colour);
        }
    }

    fn band_between(&mut self, (right, down): (f32, f32), half: f32, pen: Pen) {
        self.polyline(&[(50.0, 50.0), (50.0 + right, 50.0 + down)], half, pen.core());
    }
}

/// A line from the middle of a square in a direction, along which threats are drawn.
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

    /// Returns how far along the line the first square's border lies.
    fn border(&self) -> f32 {
        50.0 * self.stretch
    }

    /// The point so far along the line (`on`) and so far to its right (`off`).
    fn at(&self, on: f32, off: f32) -> (f32, f32) {
        let (x, y) = self.unit;
        (50.0 + x * on - y * off, 50.0 + y * on + x * off)
    }
}
