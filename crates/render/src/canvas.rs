//! A picture that is being composed from the assets that are prepared for it.

mod bitmap;
mod path;
#[cfg(any(test, feature = "testkit"))]
pub(crate) mod written;

use super::assets::{Assets, BitmapKey};
use super::living::{Stroke, Strokes};
use super::marks::{MarkShape, Pen};
use super::point::Point;
use super::text::{CAPITALS, Font};
use super::theme::{Colouring, Rgb};

pub(crate) use bitmap::{Bitmap, IndexedImage, Pixel, Smoothness};
pub(crate) use path::{LineStyle, SmallPath};

/// The position of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// It begins there.
    Left,
    /// Its middle is there.
    Middle,
    /// It ends there.
    Right,
}

/// An image in the making, and the assets with which it is composed.
#[derive(Debug)]
pub(crate) struct Canvas<'a> {
    pub assets: &'a Assets,
    pub image: IndexedImage,
    /// The strokes that are noted in place of pixels, where a surface draws the board itself.
    strokes: Option<Strokes>,
}

impl<'a> Canvas<'a> {
    pub(crate) const fn new(assets: &'a Assets, image: IndexedImage) -> Self {
        Self { assets, image, strokes: None }
    }

    /// A canvas that notes strokes, from a point of the picture on.
    pub(crate) fn of_strokes(assets: &'a Assets, from: Point) -> Self {
        let image = IndexedImage::new(1, 1, 0);
        Self { assets, image, strokes: Some(Strokes::new(from)) }
    }

    /// Takes the strokes that were noted since this was called last.
    pub(crate) fn take_strokes(&mut self) -> Vec<Stroke> {
        self.strokes.as_mut().map(Strokes::take).unwrap_or_default()
    }
}

impl Canvas<'_> {
    /// Fills a rectangle with a colour of the palette.
    pub(crate) fn fill(&mut self, [left, top, width, height]: [i32; 4], colour: Rgb) {
        if let Some(strokes) = &mut self.strokes {
            let [x, y, far, low] = [left, top, left + width, top + height].map(|at| at as f32);
            return strokes.area(&[[x, y], [far, y], [far, low], [x, low]], colour);
        }
        let index = self.assets.palette.index(colour);
        self.image.fill(left, top, width, height, index);
    }

    /// Copies the bitmap of a key, with its anchor at a place.
    pub(crate) fn put(&mut self, key: BitmapKey, x: i32, y: i32) {
        if let Some(strokes) = &mut self.strokes {
            return strokes.put(self.assets, key, [x, y]);
        }
        let bitmap = self.assets.bitmap(key);
        self.image.put(&self.assets.palette, &bitmap, x, y);
    }

    /// Draws something that lies between two heights so that only `part` of 255 of it covers what was there, which
    /// is kept in `before` meanwhile.
    pub(crate) fn paler(
        &mut self,
        before: &mut Vec<u8>,
        [top, bottom]: [i32; 2],
        part: u8,
        draw: impl FnOnce(&mut Self),
    ) {
        if self.strokes.is_some() {
            let under = self.take_strokes();
            draw(self);
            return self.strokes.iter_mut().for_each(|strokes| strokes.group(under.clone(), part));
        }
        let IndexedImage { width, height, .. } = self.image;
        let row = |y: i32| usize::try_from(y).unwrap_or_default().min(height) * (width + 1);
        let rows = row(top)..row(bottom).max(row(top));
        before.clear();
        before.extend_from_slice(&self.image.bytes[rows.clone()]);
        draw(self);
        let palette = &self.assets.palette;
        let chunks = self.image.bytes[rows].chunks_mut(64).zip(before.chunks(64));
        // What covered what was seen last, and what that gives.
        let mut last = (0, 0, 0);
        // Most of the picture is as it was, which is quickly seen.
        for (pixels, before) in chunks.filter(|(pixels, before)| pixels != before) {
            for (pixel, &under) in pixels.iter_mut().zip(before) {
                if *pixel != under {
                    if (last.0, last.1) != (*pixel, under) {
                        let over = palette.entries()[usize::from(*pixel)];
                        last = (*pixel, under, palette.cover(under, over, part));
                    }
                    *pixel = last.2;
                }
            }
        }
    }

    /// Draws a sprite in a box, given by its upper left corner and its side.
    pub(crate) fn sprite(&mut self, name: &str, colouring: Colouring, [x, y]: [i32; 2], size: u16) {
        self.put(BitmapKey::Sprite(self.assets.sprite(name), colouring, size), x, y);
    }

    /// Draws a mark with the usual edge on the square with this upper left corner and this side.
    pub(crate) fn mark(&mut self, shape: MarkShape, core: Rgb, [x, y]: [i32; 2], cell: u16) {
        let pen = Pen { core, edge: self.assets.colours.edge };
        self.put(BitmapKey::Mark(shape, pen, cell), x, y);
    }

    /// Draws a rounded box: without an edge, or with one where it would not show against the panel.
    pub(crate) fn tray(&mut self, [left, top, width, height]: [i32; 4], colour: Rgb) {
        let colours = self.assets.colours;
        let shows =
            colour != colours.margin && (colour == colours.panel || colours.tray != colours.panel);
        let edge = if shows { colour } else { colours.edge };
        let clamp = |length: i32| length.clamp(1, i32::from(u16::MAX)) as u16;
        let shape = MarkShape::Tray(clamp(width), clamp(height));
        self.put(
            BitmapKey::Mark(shape, Pen { core: colour, edge }, self.assets.size(108.0)),
            left,
            top,
        );
    }

    /// Draws such a box, given in lengths of the default width.
    pub(crate) fn boxed(&mut self, [left, top, width, height]: [f32; 4], colour: Rgb) {
        let [x, y] = [self.assets.px(left), self.assets.px(top)];
        // Right and bottom are rounded, not the lengths, so that boxes above each other agree.
        let size = [self.assets.px(left + width) - x, self.assets.px(top + height) - y];
        self.tray([x, y, size[0], size[1]], colour);
    }

    /// Writes a text. Its capitals are centred on the height of the point `at`.
    pub(crate) fn text(&mut self, text: &str, font: Font, colour: Rgb, at: [i32; 2], align: Align) {
        #[cfg(any(test, feature = "testkit"))]
        written::note(text);
        if let Some(strokes) = &mut self.strokes {
            return strokes.text(text, font, colour, (at, align));
        }
        let line = font.set(text);
        let left = match align {
            Align::Left => at[0],
            Align::Middle => at[0] - (line.width / 2.0).round() as i32,
            Align::Right => at[0] - line.width.round() as i32,
        };
        let base = at[1] + (f32::from(font.size) * CAPITALS / 2.0).round() as i32;
        for (glyph, [right, down]) in line.glyphs {
            self.put(BitmapKey::Glyph(glyph, colour), left + right, base + down);
        }
    }

    /// Draws a crown, given by its left end and the height of its middle in pixels; it is 34 wide at the
    /// default width.
    pub(crate) fn crown(&mut self, [left, middle]: Point, colour: Rgb) {
        const CORNERS: [Point; 7] = [
            [0.0, -11.0],
            [9.0, -1.0],
            [17.0, -15.0],
            [25.0, -1.0],
            [34.0, -11.0],
            [30.0, 8.0],
            [4.0, 8.0],
        ];
        const FOOT: [Point; 4] = [[4.0, 11.0], [30.0, 11.0], [30.0, 15.0], [4.0, 15.0]];
        let factor = self.assets.scale.factor();
        for corners in [&CORNERS[..], &FOOT[..]] {
            let at = corners.iter().map(|[x, y]| [left + x * factor, middle + y * factor]);
            self.area(&at.collect::<Vec<_>>(), colour);
        }
    }

    /// Draws a ball in the colours of a piece, in a box given by its upper left corner and its
    /// side.
    pub(crate) fn ball(&mut self, colouring: Colouring, [x, y]: [i32; 2], size: i32) {
        let paint = self.assets.paint(colouring);
        let [core, edge] = self.assets.colours.disc(&paint);
        let pen = Pen { core, edge };
        self.put(BitmapKey::Mark(MarkShape::Medal, pen, size.max(1) as u16), x, y);
    }
}
