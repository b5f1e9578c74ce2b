//! Images in palette indices: a picture in the making, and bitmaps that are put on it.

use std::ops::Range;

use crate::{cache::Weighed, palette::Palette, theme::Rgb};

/// The coverage from which a pixel counts as full, of 255.
pub(crate) const FULL: u8 = 238;
/// The coverage up to which a pixel counts as empty, of 255.
pub(crate) const EMPTY: u8 = 18;

/// A picture in the making: palette indices, row by row.
#[derive(Clone, Debug)]
pub(crate) struct IndexedImage {
    /// The number of pixels in a row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The palette index of every pixel, row by row.
    pub pixels: Vec<u8>,
}

/// A pixel of a bitmap in the making.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pixel {
    /// How far right of the anchor it lies.
    pub x: i32,
    /// How far below the anchor it lies.
    pub y: i32,
    /// Its colour before it is matched to a palette.
    pub colour: Rgb,
    /// How much of what is beneath it covers, of 255.
    pub alpha: u8,
}

/// A run of covered pixels in one row, with the place of their indices in the bitmap.
#[derive(Clone, Copy, Debug)]
struct Run {
    x: i32,
    y: i32,
    start: usize,
    len: usize,
}

/// A prepared picture: covered pixels as runs to copy, its edges as pixels to blend.
#[derive(Debug, Default)]
pub(crate) struct Bitmap {
    runs: Vec<Run>,
    colour: Vec<u8>,
    edges: Vec<Pixel>,
}

impl Bitmap {
    /// A bitmap of pixels that are given row by row.
    pub(crate) fn new(palette: &Palette, pixels: impl IntoIterator<Item = Pixel>) -> Self {
        let mut bitmap = Self::default();
        let mut memo = (Rgb(0, 0, 0), palette.index(Rgb(0, 0, 0)));
        for pixel in pixels {
            if pixel.alpha >= FULL {
                if memo.0 != pixel.colour {
                    memo = (pixel.colour, palette.index(pixel.colour));
                }
                bitmap.push(pixel.x, pixel.y, memo.1);
            } else if pixel.alpha > EMPTY {
                bitmap.edges.push(pixel);
            }
        }
        // It may be kept for long.
        bitmap.runs.shrink_to_fit();
        bitmap.colour.shrink_to_fit();
        bitmap.edges.shrink_to_fit();
        bitmap
    }

    /// The columns in which it has colour, counted from its anchor.
    pub(crate) fn columns(&self) -> Range<i32> {
        let runs = self.runs.iter().map(|run| (run.x, run.x + run.len as i32));
        let edges = self.edges.iter().map(|pixel| (pixel.x, pixel.x + 1));
        let all = runs.chain(edges);
        all.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
            .map_or(0..0, |(from, to)| from..to)
    }

    /// Returns `true` if a pixel has colour, given by how far right of the anchor and below it is.
    pub(crate) fn covers(&self, [x, y]: [i32; 2]) -> bool {
        let in_run = |run: &Run| run.y == y && (run.x..run.x + run.len as i32).contains(&x);
        self.runs.iter().any(in_run) || self.edges.iter().any(|edge| (edge.x, edge.y) == (x, y))
    }

    fn push(&mut self, x: i32, y: i32, index: u8) {
        let start = self.colour.len();
        self.colour.push(index);
        match self.runs.last_mut() {
            Some(run) if run.y == y && run.x + run.len as i32 == x => run.len += 1,
            _ => self.runs.push(Run { x, y, start, len: 1 }),
        }
    }
}

impl Weighed for Bitmap {
    fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.runs.capacity() * size_of::<Run>()
            + self.colour.capacity()
            + self.edges.capacity() * size_of::<Pixel>()
    }
}

impl Weighed for IndexedImage {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.pixels.capacity()
    }
}

impl IndexedImage {
    /// An image in one colour.
    pub(crate) fn new(width: usize, height: usize, index: u8) -> Self {
        Self { width, height, pixels: vec![index; width * height] }
    }

    /// Copies a bitmap with its anchor to a place; what lies outside is cut off.
    pub(crate) fn put(&mut self, palette: &Palette, bitmap: &Bitmap, x: i32, y: i32) {
        for run in &bitmap.runs {
            let left = (x + run.x).max(0);
            let skip = (left - x - run.x) as usize;
            let Some(row) = self.row_from(left, y + run.y) else { continue };
            if let Some(colour) = bitmap.colour[run.start..run.start + run.len].get(skip..) {
                let len = colour.len().min(row.len());
                row[..len].copy_from_slice(&colour[..len]);
            }
        }
        for edge in &bitmap.edges {
            let row = self.row_from(x + edge.x, y + edge.y);
            if let Some(under) = row.and_then(|row| row.first_mut()) {
                *under = palette.cover(*under, edge.colour, edge.alpha);
            }
        }
    }

    /// Fills a rectangle; what lies outside is cut off.
    pub(crate) fn fill(&mut self, left: i32, top: i32, width: i32, height: i32, index: u8) {
        let width = (width + left.min(0)).max(0) as usize;
        for y in top..top + height {
            if let Some(row) = self.row_from(left.max(0), y) {
                let len = width.min(row.len());
                row[..len].fill(index);
            }
        }
    }

    /// The rest of a row from a column on; `None` outside the image.
    fn row_from(&mut self, x: i32, y: i32) -> Option<&mut [u8]> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        if x >= self.width || y >= self.height {
            return None;
        }
        Some(&mut self.pixels[y * self.width + x..(y + 1) * self.width])
    }
}
