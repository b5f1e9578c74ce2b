//! Marks: frames, brackets, arrows, bars, rings, hatching. Each kind has its own shape, so that it
//! is told apart without its colour, and a dark edge, so that it shows on both squares.

use image::{Rgba, RgbaImage};
use imageproc::drawing::{draw_filled_circle_mut, draw_filled_rect_mut, draw_polygon_mut};
use imageproc::point::Point;
use imageproc::rect::Rect;

use super::stamp::Dot;
use super::theme::Rgb;

/// Drawn this much larger and scaled down, for smooth edges; larger drawings do with less.
const fn fineness(side: u32) -> u32 {
    match side {
        0..700 => 4,
        700..1600 => 2,
        _ => 1,
    }
}

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
}

impl Shape {
    /// Whether the mark runs along the border of a cell or fills it, and so has the cell's form.
    pub(super) const fn follows_border(self) -> bool {
        matches!(self, Self::Corners | Self::Frame | Self::Dashes | Self::Hatch)
    }
}

/// A mark's two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pen {
    pub core: Rgb,
    pub edge: Rgb,
}

/// The pixels of a mark, from the upper left corner of the square where it starts.
pub(super) fn dots(shape: Shape, pen: Pen, cell: u32) -> Vec<Dot> {
    let mut sketch = Sketch::new(bounds(shape, cell as f32), cell as f32);
    match shape {
        Shape::Corners => sketch.corners(pen),
        Shape::Frame => sketch.frame(pen),
        Shape::Dashes => sketch.dashes(pen),
        Shape::Cross => sketch.cross(pen),
        Shape::Hatch => sketch.hatch(pen),
        Shape::Dot => sketch.disc((50.0, 50.0), 15.0, pen),
        Shape::Ring => sketch.ring(pen),
        Shape::Grown => sketch.grown(pen),
        Shape::Plus => sketch.plus(pen),
        Shape::Medal => sketch.medal(pen),
        Shape::Tray(width, height) => sketch.tray(f32::from(width), f32::from(height), pen),
        Shape::Label(width, height) => sketch.label(f32::from(width), f32::from(height), pen),
        Shape::Arrow(right, down) => sketch.arrow(way(right, down), pen),
        Shape::Blunt(right, down) => sketch.blunt(way(right, down), pen),
    }
    sketch.dots()
}

/// Where a mark lies, in pixels: left, top, right, bottom.
fn bounds(shape: Shape, cell: f32) -> [f32; 4] {
    match shape {
        Shape::Arrow(right, down) | Shape::Blunt(right, down) => {
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

/// Width of the edge around a mark, in hundredths of a square.
const EDGE: f32 = 2.1;

/// How far arrows and bars reach into the squares that they connect: seen, but clear of the pieces.
const INSIDE: f32 = 12.0;

/// A drawing in hundredths of a square, kept in finer pixels.
struct Sketch {
    image: RgbaImage,
    fine: u32,
    left: f32,
    top: f32,
    unit: f32,
}

impl Sketch {
    fn new([left, top, right, bottom]: [f32; 4], cell: f32) -> Self {
        let (width, height) = ((right - left).ceil() as u32, (bottom - top).ceil() as u32);
        let fine = fineness(width.max(height));
        let image = RgbaImage::new(width.max(1) * fine, height.max(1) * fine);
        Self { image, fine, left, top, unit: cell / 100.0 }
    }

    fn place(&self, (x, y): (f32, f32)) -> (i32, i32) {
        let fine = self.fine as f32;
        let place = |at: f32, start: f32| ((at * self.unit - start) * fine).round() as i32;
        (place(x, self.left), place(y, self.top))
    }

    fn length(&self, length: f32) -> i32 {
        (length * self.unit * self.fine as f32).round() as i32
    }

    fn polygon(&mut self, corners: &[(f32, f32)], ink: Rgba<u8>) {
        let corners = corners.iter().map(|&corner| self.place(corner));
        let corners: Vec<_> = corners.map(|(x, y)| Point::new(x, y)).collect();
        draw_polygon_mut(&mut self.image, &corners, ink);
    }

    fn circle(&mut self, centre: (f32, f32), radius: f32, ink: Rgba<u8>) {
        let (centre, radius) = (self.place(centre), self.length(radius));
        if radius > 0 {
            draw_filled_circle_mut(&mut self.image, centre, radius, ink);
        }
    }

    fn rect(&mut self, from: (f32, f32), to: (f32, f32), ink: Rgba<u8>) {
        let ((left, top), (right, bottom)) = (self.place(from), self.place(to));
        if right > left && bottom > top {
            let size = ((right - left) as u32, (bottom - top) as u32);
            draw_filled_rect_mut(&mut self.image, Rect::at(left, top).of_size(size.0, size.1), ink);
        }
    }

    fn rounded(&mut self, from: (f32, f32), to: (f32, f32), radius: f32, ink: Rgba<u8>) {
        let radius = radius.min((to.0 - from.0) / 2.0).min((to.1 - from.1) / 2.0).max(0.0);
        self.rect((from.0 + radius, from.1), (to.0 - radius, to.1), ink);
        self.rect((from.0, from.1 + radius), (to.0, to.1 - radius), ink);
        for x in [from.0 + radius, to.0 - radius] {
            for y in [from.1 + radius, to.1 - radius] {
                self.circle((x, y), radius, ink);
            }
        }
    }

    /// A band with an edge around it, from one point to another.
    fn band(&mut self, from: (f32, f32), to: (f32, f32), half: f32, ink: Rgba<u8>) {
        let (right, down) = (to.0 - from.0, to.1 - from.1);
        let length = right.hypot(down).max(1.0);
        let (x, y) = (right / length * half, down / length * half);
        let corners = [
            (from.0 - x - y, from.1 - y + x),
            (to.0 + x - y, to.1 + y + x),
            (to.0 + x + y, to.1 + y - x),
            (from.0 - x + y, from.1 - y - x),
        ];
        self.polygon(&corners, ink);
    }

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

    fn tray(&mut self, width: f32, height: f32, pen: Pen) {
        let (width, height) = (width / self.unit, height / self.unit);
        self.rounded((0.0, 0.0), (width, height), 9.0, pen.edge());
        let (right, bottom) = (width - EDGE, height - EDGE);
        self.rounded((EDGE, EDGE), (right, bottom), 9.0 - EDGE, pen.core());
    }

    fn label(&mut self, width: f32, height: f32, pen: Pen) {
        let (width, height) = (width / self.unit, height / self.unit);
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

    /// Scales down to pixels.
    fn dots(self) -> Vec<Dot> {
        let fine = self.fine;
        let (width, height) = (self.image.width() / fine, self.image.height() / fine);
        let (left, top) = (self.left.round() as i32, self.top.round() as i32);
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        places
            .filter_map(|(x, y)| {
                let (colour, alpha) = mean(&self.image, x * fine, y * fine, fine)?;
                Some(Dot { x: left + x as i32, y: top + y as i32, colour, alpha })
            })
            .collect()
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

const CLEAR: Rgba<u8> = Rgba([0; 4]);

impl Pen {
    fn core(self) -> Rgba<u8> {
        opaque(self.core)
    }

    fn edge(self) -> Rgba<u8> {
        opaque(self.edge)
    }
}

fn opaque(Rgb(red, green, blue): Rgb) -> Rgba<u8> {
    Rgba([red, green, blue, 255])
}

/// The mean colour of a block's inked pixels and how much of the block they cover.
fn mean(image: &RgbaImage, left: u32, top: u32, size: u32) -> Option<(Rgb, u8)> {
    let mut sum = [0_u32; 3];
    let mut inked = 0;
    for y in top..top + size {
        for x in left..left + size {
            let Rgba([red, green, blue, alpha]) = *image.get_pixel(x, y);
            if alpha > 0 {
                inked += 1;
                sum =
                    [sum[0] + u32::from(red), sum[1] + u32::from(green), sum[2] + u32::from(blue)];
            }
        }
    }
    let [red, green, blue] = sum.map(|sum| sum.checked_div(inked));
    let colour = Rgb(red? as u8, green? as u8, blue? as u8);
    Some((colour, (inked * 255 / (size * size)) as u8))
}
