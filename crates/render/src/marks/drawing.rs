//! Drawings of marks, in hundredths of a cell, with smooth edges.

use image::{GrayImage, Luma, Rgba};
use imageproc::drawing::{draw_filled_circle_mut, draw_filled_rect_mut, draw_polygon_mut};
use imageproc::point::Point;
use imageproc::rect::Rect;

use crate::{canvas::Pixel, path_data, theme::Rgb};

/// Returns how many times larger a mark with a side of `side` pixels is drawn before it is scaled down for
/// smooth edges; large marks need less.
const fn fineness(side: u32) -> u32 {
    match side {
        0..700 => 4,
        700..1600 => 2,
        _ => 1,
    }
}

/// A mark's two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pen {
    /// The colour of its inside.
    pub core: Rgb,
    /// The colour of the edge around it.
    pub edge: Rgb,
}

/// The width of the edge around a mark, in hundredths of a square.
pub(crate) const EDGE: f32 = 2.1;

/// A drawing in hundredths of a square.
pub(crate) struct MarkDrawing {
    ground: Ground,
    left: f32,
    top: f32,
    unit: f32,
}

/// The ground on which a mark is drawn.
enum Ground {
    /// Pixels that are finer than those of the picture.
    Pixels(FinePixels),
    /// The data of SVG paths with their inks. Every other time that a path covers a place, the place is clear.
    Paths(Vec<(Rgba<u8>, String)>),
}

/// A drawing in finer pixels.
struct FinePixels {
    /// The number of each pixel's ink, from 1; 0 where there is none. A byte a pixel, because a mark
    /// that crosses a large board has millions.
    image: GrayImage,
    inks: Vec<Rgba<u8>>,
    fine: u32,
}

impl FinePixels {
    /// A length or a place of the picture.
    fn fine(&self, at: f32) -> i32 {
        (at * self.fine as f32).round() as i32
    }

    /// The ink of a colour. A mark has a few.
    fn ink(&mut self, colour: Rgba<u8>) -> Luma<u8> {
        if colour == CLEAR {
            return Luma([0]);
        }
        let known = self.inks.iter().position(|ink| *ink == colour);
        let index = known.unwrap_or_else(|| {
            self.inks.push(colour);
            self.inks.len() - 1
        });
        Luma([u8::try_from(index + 1).unwrap_or(u8::MAX)])
    }

    /// The mean colour of a block's inked pixels and how much of the block they cover.
    fn mean(&self, left: u32, top: u32) -> Option<(Rgb, u8)> {
        let size = self.fine;
        let mut sum = [0_u32; 3];
        let mut inked = 0;
        for y in top..top + size {
            for x in left..left + size {
                let Luma([ink]) = *self.image.get_pixel(x, y);
                let ink = usize::from(ink).checked_sub(1).and_then(|index| self.inks.get(index));
                if let Some(Rgba([red, green, blue, _])) = ink {
                    inked += 1;
                    let colour = [red, green, blue].map(|part| u32::from(*part));
                    sum = [sum[0] + colour[0], sum[1] + colour[1], sum[2] + colour[2]];
                }
            }
        }
        let [red, green, blue] = sum.map(|sum| sum.checked_div(inked));
        let colour = Rgb(red? as u8, green? as u8, blue? as u8);
        Some((colour, (inked * 255 / (size * size)) as u8))
    }
}

impl MarkDrawing {
    /// A drawing as paths, on squares of this side from a point on.
    pub(super) const fn paths(cell: f32, [x, y]: crate::point::Point) -> Self {
        Self { ground: Ground::Paths(Vec::new()), left: -x, top: -y, unit: cell / 100.0 }
    }

    /// Adds a path; one that clears is taken out of those before it.
    fn path(paths: &mut Vec<(Rgba<u8>, String)>, path: String, colour: Rgba<u8>) {
        if colour == CLEAR {
            paths.iter_mut().for_each(|(_, before)| *before += &path);
        } else {
            paths.push((colour, path));
        }
    }

    pub(crate) fn new([left, top, right, bottom]: [f32; 4], cell: f32) -> Self {
        let (width, height) = ((right - left).ceil() as u32, (bottom - top).ceil() as u32);
        let fine = fineness(width.max(height));
        let image = GrayImage::new(width.max(1) * fine, height.max(1) * fine);
        let ground = Ground::Pixels(FinePixels { image, inks: Vec::new(), fine });
        Self { ground, left, top, unit: cell / 100.0 }
    }

    /// A length in pixels as hundredths of a square.
    pub(crate) fn hundredths(&self, pixels: u16) -> f32 {
        f32::from(pixels) / self.unit
    }

    /// A point in pixels of the picture.
    fn place(&self, (x, y): (f32, f32)) -> [f32; 2] {
        [x * self.unit - self.left, y * self.unit - self.top]
    }

    pub(crate) fn polygon(&mut self, corners: &[(f32, f32)], colour: Rgba<u8>) {
        let corners: Vec<_> = corners.iter().map(|&corner| self.place(corner)).collect();
        match &mut self.ground {
            Ground::Pixels(pixels) => {
                let corners = corners.into_iter().map(|at| at.map(|at| pixels.fine(at)));
                let corners: Vec<_> = corners.map(|[x, y]| Point::new(x, y)).collect();
                let ink = pixels.ink(colour);
                draw_polygon_mut(&mut pixels.image, &corners, ink);
            }
            Ground::Paths(paths) => Self::path(paths, path_data::polygon(&corners, true), colour),
        }
    }

    pub(crate) fn circle(&mut self, centre: (f32, f32), radius: f32, colour: Rgba<u8>) {
        let (centre, radius) = (self.place(centre), radius * self.unit);
        match &mut self.ground {
            Ground::Pixels(pixels) => {
                let ([x, y], radius) = (centre.map(|at| pixels.fine(at)), pixels.fine(radius));
                if radius > 0 {
                    let ink = pixels.ink(colour);
                    draw_filled_circle_mut(&mut pixels.image, (x, y), radius, ink);
                }
            }
            Ground::Paths(paths) => Self::path(paths, path_data::circle(centre, radius), colour),
        }
    }

    pub(crate) fn rect(&mut self, from: (f32, f32), to: (f32, f32), colour: Rgba<u8>) {
        let Ground::Pixels(pixels) = &self.ground else {
            return self.polygon(&[from, (to.0, from.1), to, (from.0, to.1)], colour);
        };
        let [[left, top], [right, bottom]] =
            [from, to].map(|at| self.place(at).map(|at| pixels.fine(at)));
        if let Ground::Pixels(pixels) = &mut self.ground
            && right > left
            && bottom > top
        {
            let size = ((right - left) as u32, (bottom - top) as u32);
            let ink = pixels.ink(colour);
            let rect = Rect::at(left, top).of_size(size.0, size.1);
            draw_filled_rect_mut(&mut pixels.image, rect, ink);
        }
    }

    pub(crate) fn rounded(
        &mut self,
        from: (f32, f32),
        to: (f32, f32),
        radius: f32,
        colour: Rgba<u8>,
    ) {
        let radius = radius.min((to.0 - from.0) / 2.0).min((to.1 - from.1) / 2.0).max(0.0);
        let corners = [self.place(from), self.place(to)];
        if let Ground::Paths(paths) = &mut self.ground {
            return Self::path(paths, path_data::rounded(corners, radius * self.unit), colour);
        }
        self.rect((from.0 + radius, from.1), (to.0 - radius, to.1), colour);
        self.rect((from.0, from.1 + radius), (to.0, to.1 - radius), colour);
        for x in [from.0 + radius, to.0 - radius] {
            for y in [from.1 + radius, to.1 - radius] {
                self.circle((x, y), radius, colour);
            }
        }
    }

    /// A band from a little before one point to a little behind another, `half` as wide to each
    /// side.
    pub(crate) fn band(&mut self, from: (f32, f32), to: (f32, f32), half: f32, colour: Rgba<u8>) {
        let (x, y) = along(from, to, half);
        self.quad((from.0 - x, from.1 - y), (to.0 + x, to.1 + y), (x, y), colour);
    }

    /// A band that ends at its two points.
    pub(crate) fn flat(&mut self, from: (f32, f32), to: (f32, f32), half: f32, colour: Rgba<u8>) {
        self.quad(from, to, along(from, to, half), colour);
    }

    fn quad(&mut self, from: (f32, f32), to: (f32, f32), (x, y): (f32, f32), colour: Rgba<u8>) {
        let corners = [
            (from.0 - y, from.1 + x),
            (to.0 - y, to.1 + x),
            (to.0 + y, to.1 - x),
            (from.0 + y, from.1 - x),
        ];
        self.polygon(&corners, colour);
    }

    /// A line with round joints and ends.
    pub(crate) fn polyline(&mut self, points: &[(f32, f32)], half: f32, colour: Rgba<u8>) {
        for pair in points.windows(2) {
            self.flat(pair[0], pair[1], half, colour);
        }
        for &point in points {
            self.circle(point, half, colour);
        }
    }

    /// Scales down to pixels, one after the other: together they may take much memory.
    pub(crate) fn pixels(self) -> impl Iterator<Item = Pixel> {
        let (left, top) = (self.left.round() as i32, self.top.round() as i32);
        let pixels = match self.ground {
            Ground::Pixels(pixels) => Some(pixels),
            Ground::Paths(_) => None,
        };
        pixels.into_iter().flat_map(move |drawn| {
            let fine = drawn.fine;
            let (width, height) = (drawn.image.width() / fine, drawn.image.height() / fine);
            let places = (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)));
            places.filter_map(move |(x, y)| {
                let (colour, alpha) = drawn.mean(x * fine, y * fine)?;
                Some(Pixel { x: left + x as i32, y: top + y as i32, colour, alpha })
            })
        })
    }

    /// The paths of a drawing that was made as paths, each with its ink.
    pub(super) fn into_paths(self) -> Vec<(Rgba<u8>, String)> {
        match self.ground {
            Ground::Paths(paths) => paths,
            Ground::Pixels(_) => Vec::new(),
        }
    }
}

/// The step from one point towards another, of length `long`.
fn along(from: (f32, f32), to: (f32, f32), long: f32) -> (f32, f32) {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let length = right.hypot(down).max(1.0);
    (right / length * long, down / length * long)
}

/// The colour that takes away what was drawn there.
pub(crate) const CLEAR: Rgba<u8> = Rgba([0; 4]);

impl Pen {
    pub(crate) fn core(self) -> Rgba<u8> {
        opaque(self.core)
    }

    pub(crate) fn edge(self) -> Rgba<u8> {
        opaque(self.edge)
    }
}

fn opaque(Rgb(red, green, blue): Rgb) -> Rgba<u8> {
    Rgba([red, green, blue, 255])
}
