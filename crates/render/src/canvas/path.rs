//! Areas and lines at any slant, painted with smooth edges.

use resvg::tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Stroke, StrokeDash, Transform,
};

use super::{
    Canvas,
    bitmap::{EMPTY, FULL},
};
use crate::{point::Point, theme::Rgb};

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
}

impl Canvas<'_> {
    /// Fills the area between corners.
    pub(crate) fn area(&mut self, corners: &[Point], colour: Rgb) {
        if let Some(path) = path(corners, true) {
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
        let stroke = Stroke {
            width: line.width,
            line_cap: if line.round { LineCap::Round } else { LineCap::Butt },
            line_join: if line.closed { LineJoin::Miter } else { LineJoin::Round },
            dash: None,
            ..Stroke::default()
        };
        let whole = path(points, line.closed);
        let drawn = match StrokeDash::new(line.dashes.to_vec(), 0.0) {
            Some(dashes) => whole.and_then(|path| path.dash(&dashes, 1.0)),
            None => whole,
        };
        if let Some(path) = drawn.and_then(|path| path.stroke(&stroke, 1.0)) {
            self.paint(&path, colour);
        }
    }

    /// Fills a disc.
    pub(crate) fn disc(&mut self, [x, y]: Point, radius: f32, colour: Rgb) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.paint(&path, colour);
        }
    }

    fn paint(&mut self, path: &Path, colour: Rgb) {
        self.paint_in_part(path, colour, |_, _| u8::MAX);
    }

    /// Paints an area, or a part of its pixels; what lies outside the picture is cut off.
    fn paint_in_part(&mut self, path: &Path, colour: Rgb, part: impl Fn(i32, i32) -> u8) {
        let bounds = path.bounds();
        let (width, height) = (self.image.width as f32, self.image.height as f32);
        let left = bounds.left().floor().clamp(0.0, width);
        let top = bounds.top().floor().clamp(0.0, height);
        let right = bounds.right().ceil().clamp(0.0, width);
        let bottom = bounds.bottom().ceil().clamp(0.0, height);
        let Some(mut mask) = Mask::new((right - left) as u32, (bottom - top) as u32) else {
            return;
        };
        mask.fill_path(path, FillRule::Winding, true, Transform::from_translate(-left, -top));
        let palette = &self.assets.palette;
        let full = palette.index(colour);
        let columns = mask.width() as usize;
        for (y, covers) in mask.data().chunks_exact(columns).enumerate() {
            let start = (top as usize + y) * self.image.width + left as usize;
            let pixels = &mut self.image.pixels[start..start + columns];
            for (x, (pixel, &alpha)) in pixels.iter_mut().zip(covers).enumerate() {
                let part = u16::from(part(left as i32 + x as i32, top as i32 + y as i32));
                let alpha = (u16::from(alpha) * part / 255) as u8;
                if alpha >= FULL {
                    *pixel = full;
                } else if alpha > EMPTY {
                    *pixel = palette.cover(*pixel, colour, alpha);
                }
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
