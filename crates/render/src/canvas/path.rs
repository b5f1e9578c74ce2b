//! Areas and lines at any slant, painted with smooth edges.

use resvg::tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Stroke, StrokeDash, Transform,
};

use super::{
    Canvas,
    bitmap::{IndexedImage, Pixel, Shown, Smoothness},
};
use crate::{assets::BitmapKey, point::Point, theme::Rgb};

/// The way a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineStyle<'a> {
    /// Whether its end meets its beginning.
    pub closed: bool,
    /// Its width in pixels.
    pub width: f32,
    /// Whether its ends are round.
    pub round: bool,
    /// The lengths of dashes and of the gaps between them, in turn; empty for an unbroken line.
    pub dashes: &'a [f32],
}

impl LineStyle<'_> {
    /// An unbroken line.
    pub(crate) const fn open(width: f32) -> Self {
        Self { closed: false, width, round: false, dashes: &[] }
    }

    /// An unbroken line around an area.
    pub(crate) const fn closed(width: f32) -> Self {
        Self { closed: true, width, round: false, dashes: &[] }
    }

    /// The outline of a line through these points.
    fn path(self, points: &[Point]) -> Option<Path> {
        let stroke = Stroke {
            width: self.width,
            line_cap: if self.round { LineCap::Round } else { LineCap::Butt },
            line_join: if self.closed { LineJoin::Miter } else { LineJoin::Round },
            dash: None,
            ..Stroke::default()
        };
        let whole = path(points, self.closed);
        let drawn = match StrokeDash::new(self.dashes.to_vec(), 0.0) {
            Some(dashes) => whole.and_then(|path| path.dash(&dashes, 1.0)),
            None => whole,
        };
        drawn.and_then(|path| path.stroke(&stroke, 1.0))
    }
}

/// How many parts of a pixel the points of a [`SmallPath`] are told apart by.
const FINE: f32 = 16.0;
/// How many points it has at most, and how far it reaches from the first one, in pixels.
const MOST_POINTS: usize = 6;
const FARTHEST: f32 = 250.0;

/// An area or an unbroken line of a few points, from the pixel of the first one on: cells have many of one kind,
/// which are drawn once and copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SmallPath {
    points: [[i16; 2]; MOST_POINTS],
    count: u8,
    /// The width of the line, and whether it is closed; `None` for an area.
    line: Option<(u16, bool)>,
}

impl SmallPath {
    /// A path with the pixel where it starts; `None` if it is too long, too large or has dashes or round ends.
    fn new(points: &[Point], line: Option<LineStyle<'_>>) -> Option<(Self, [i32; 2])> {
        let start = points.first()?.map(f32::floor);
        let is_plain = line.is_none_or(|line| line.dashes.is_empty() && !line.round);
        let is_near =
            |point: &Point| point.iter().zip(start).all(|(at, from)| (at - from).abs() < FARTHEST);
        if !is_plain || points.len() > MOST_POINTS || !points.iter().all(is_near) {
            return None;
        }
        let mut fine = [[0; 2]; MOST_POINTS];
        for (fine, &[x, y]) in fine.iter_mut().zip(points) {
            *fine = [x - start[0], y - start[1]].map(|away| (away * FINE).round() as i16);
        }
        let line = line.map(|line| ((line.width * FINE).round().max(1.0) as u16, line.closed));
        Some((Self { points: fine, count: points.len() as u8, line }, start.map(|at| at as i32)))
    }

    /// Its pixels.
    pub(crate) fn pixels(&self, colour: Rgb) -> Vec<Pixel> {
        let points = self.points.map(|point| point.map(|at| f32::from(at) / FINE));
        let points = &points[..usize::from(self.count)];
        let drawn = match self.line {
            Some((width, closed)) => {
                LineStyle { closed, ..LineStyle::open(f32::from(width) / FINE) }.path(points)
            }
            None => path(points, true),
        };
        let mut pixels = Vec::new();
        if let Some(path) = drawn {
            let far = FARTHEST as i32 * 2;
            cover(&path, [-far, -far, far, far], |x, y, alpha| {
                pixels.push(Pixel { x, y, colour, alpha })
            });
        }
        pixels
    }
}

impl Canvas<'_> {
    /// Fills the area between corners.
    pub(crate) fn area(&mut self, corners: &[Point], colour: Rgb) {
        if let Some(strokes) = &mut self.strokes {
            strokes.area(corners, colour);
        } else if let Some((path, at)) = SmallPath::new(corners, None) {
            self.put(BitmapKey::Path(path, colour), at[0], at[1]);
        } else if let Some(path) = path(corners, true) {
            self.paint(&path, colour);
        }
    }

    /// Fills those pixels of the area between corners that `chosen` picks by column and row.
    pub(crate) fn area_where(
        &mut self,
        corners: &[Point],
        colour: Rgb,
        chosen: impl Fn(i32, i32) -> bool,
    ) {
        self.area_in_part(corners, colour, |x, y| if chosen(x, y) { u8::MAX } else { 0 });
    }

    /// Covers the part of each pixel of the area between corners that `part` gives by column and row, of 255.
    pub(crate) fn area_in_part(
        &mut self,
        corners: &[Point],
        colour: Rgb,
        part: impl Fn(i32, i32) -> u8,
    ) {
        if let Some(path) = path(corners, true) {
            self.paint_in_part(&path, colour, part);
        }
    }

    /// Draws a line from point to point.
    pub(crate) fn line(&mut self, points: &[Point], line: LineStyle<'_>, colour: Rgb) {
        if let Some(strokes) = &mut self.strokes {
            strokes.line(points, line, colour);
        } else if let Some((path, at)) = SmallPath::new(points, Some(line)) {
            self.put(BitmapKey::Path(path, colour), at[0], at[1]);
        } else if let Some(path) = line.path(points) {
            self.paint(&path, colour);
        }
    }

    /// Fills a disc.
    pub(crate) fn disc(&mut self, [x, y]: Point, radius: f32, colour: Rgb) {
        if let Some(strokes) = &mut self.strokes {
            strokes.disc([x, y], radius, colour);
        } else if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.paint(&path, colour);
        }
    }

    fn paint(&mut self, path: &Path, colour: Rgb) {
        self.paint_in_part(path, colour, |_, _| u8::MAX);
    }

    /// Paints an area, or a part of its pixels; what lies outside the picture is cut off.
    fn paint_in_part(&mut self, path: &Path, colour: Rgb, part: impl Fn(i32, i32) -> u8) {
        let IndexedImage { width, height, .. } = self.image;
        let palette = &self.assets.palette;
        let index = palette.index(colour);
        let bytes = &mut self.image.bytes;
        cover(path, [0, 0, width as i32, height as i32], |x, y, alpha| {
            let alpha = (u16::from(alpha) * u16::from(part(x, y)) / 255) as u8;
            let pixel = &mut bytes[y as usize * (width + 1) + 1 + x as usize];
            match Smoothness::Fine.shown(alpha) {
                Shown::Nothing => {}
                Shown::All => *pixel = index,
                Shown::Part(edge) => *pixel = palette.covers(index, edge)[usize::from(*pixel)],
            }
        });
    }
}

/// How many pixels of a row are looked at together.
const CHUNK: usize = 32;

/// Calls `see` with column, row and covered part, of 255, of pixels of an area that lie between these edges, among them all that it covers:
/// left, top, right and bottom.
fn cover(path: &Path, within: [i32; 4], mut see: impl FnMut(i32, i32, u8)) {
    let bounds = path.bounds();
    let [left, top, right, bottom] = within.map(|edge| edge as f32);
    let [left, right] =
        [bounds.left().floor(), bounds.right().ceil()].map(|x| x.clamp(left, right));
    let [top, bottom] =
        [bounds.top().floor(), bounds.bottom().ceil()].map(|y| y.clamp(top, bottom));
    let Some(mut mask) = Mask::new((right - left) as u32, (bottom - top) as u32) else { return };
    mask.fill_path(path, FillRule::Winding, true, Transform::from_translate(-left, -top));
    let columns = mask.width() as usize;
    for (y, covers) in mask.data().chunks_exact(columns).enumerate() {
        // Most of a long line's box is empty, which is quickly seen.
        let chunks = covers.chunks(CHUNK).enumerate();
        for (chunk, covers) in chunks.filter(|(_, covers)| **covers != [0; CHUNK][..covers.len()]) {
            for (x, &alpha) in covers.iter().enumerate() {
                let x = left as i32 + (chunk * CHUNK + x) as i32;
                see(x, top as i32 + y as i32, alpha);
            }
        }
    }
}

fn path(points: &[Point], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let (&[x, y], rest) = points.split_first()?;
    builder.move_to(x, y);
    for &[x, y] in rest {
        builder.line_to(x, y);
    }
    if closed {
        builder.close();
    }
    builder.finish()
}
