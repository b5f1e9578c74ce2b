//! Images in palette indices: a picture in the making, and bitmaps that are put on it.

use std::ops::Range;
use std::sync::OnceLock;

use crate::{
    cache::Weighed,
    deflate::Repeats,
    palette::{Edge, Palette},
    theme::Rgb,
};

/// In how many steps the edges of something fade into what is beneath. More than are needed to look smooth would only
/// make files larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Smoothness {
    /// By a half: men, marks and letters, which have outlines or are seen scaled down.
    Plain,
    /// By thirds: thin slanted lines and areas without an outline.
    Fine,
}

/// The part of something that a pixel shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Nothing,
    Part(Edge),
    All,
}

impl Smoothness {
    /// What a pixel shows of something of which `alpha` of 255 covers it.
    pub(crate) const fn shown(self, alpha: u8) -> Shown {
        match (self, alpha) {
            (Self::Plain, 0..80) | (Self::Fine, 0..43) => Shown::Nothing,
            (Self::Plain, 80..176) => Shown::Part(Edge::Half),
            (Self::Fine, 43..128) => Shown::Part(Edge::Third),
            (Self::Fine, 128..213) => Shown::Part(Edge::TwoThirds),
            (Self::Plain, 176..) | (Self::Fine, 213..) => Shown::All,
        }
    }
}

/// A picture in the making: palette indices, row by row.
#[derive(Clone, Debug)]
pub(crate) struct IndexedImage {
    /// The number of pixels in a row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The palette index of every pixel, row by row. Before each row stands a 0, as PNG wants it where rows have no
    /// filter.
    pub bytes: Vec<u8>,
    /// The repeats in its bytes.
    pub repeats: Repeats,
}

/// A pixel of a bitmap in the making.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pixel {
    /// Its distance right of the anchor.
    pub x: i32,
    /// Its distance below the anchor.
    pub y: i32,
    /// Its colour before it is matched to a palette.
    pub colour: Rgb,
    /// Its cover over what is beneath, of 255.
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

/// A pixel at an edge: its place, the index of its colour, and how much it covers.
#[derive(Clone, Copy, Debug)]
struct EdgePixel {
    x: i16,
    y: i16,
    index: u8,
    edge: Edge,
}

/// A prepared picture: covered pixels as runs to copy, its edges as pixels to blend.
#[derive(Debug, Default)]
pub(crate) struct Bitmap {
    runs: Vec<Run>,
    colour: Vec<u8>,
    edges: Vec<EdgePixel>,
    hull: OnceLock<Vec<(i32, Range<i32>)>>,
}

impl Bitmap {
    /// A bitmap of pixels that are given row by row.
    pub(crate) fn new(
        palette: &Palette,
        smoothness: Smoothness,
        pixels: impl IntoIterator<Item = Pixel>,
    ) -> Self {
        let mut bitmap = Self::default();
        let mut memo = (Rgb(0, 0, 0), palette.index(Rgb(0, 0, 0)));
        for Pixel { x, y, colour, alpha } in pixels {
            let shown = smoothness.shown(alpha);
            if matches!(shown, Shown::Nothing) {
                continue;
            }
            if memo.0 != colour {
                memo = (colour, palette.index(colour));
            }
            if let Shown::Part(edge) = shown {
                let [x, y] = [x, y].map(|at| at as i16);
                bitmap.edges.push(EdgePixel { x, y, index: memo.1, edge });
            } else {
                bitmap.push(x, y, memo.1);
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
        let columns = self.spans().map(|(_, columns)| columns);
        columns
            .reduce(|one, other| one.start.min(other.start)..one.end.max(other.end))
            .unwrap_or_default()
    }

    /// In each row the columns from the first pixel with colour to the last one, counted from its anchor; found at the
    /// first call.
    pub(crate) fn hull(&self) -> &[(i32, Range<i32>)] {
        self.hull.get_or_init(|| {
            let mut rows: Vec<(i32, Range<i32>)> = self.spans().collect();
            rows.sort_by_key(|(row, _)| *row);
            rows.dedup_by(|(row, next), (known, columns)| {
                let is_same = row == known;
                if is_same {
                    *columns = columns.start.min(next.start)..columns.end.max(next.end);
                }
                is_same
            });
            rows.shrink_to_fit();
            rows
        })
    }

    /// The pixels that have colour, as a row and columns in it, counted from its anchor.
    fn spans(&self) -> impl Iterator<Item = (i32, Range<i32>)> {
        let runs = self.runs.iter().map(|run| (run.y, run.x..run.x + run.len as i32));
        let edge = |pixel: &EdgePixel| (i32::from(pixel.y), pixel.x.into()..i32::from(pixel.x) + 1);
        runs.chain(self.edges.iter().map(edge))
    }

    /// Returns `true` if a pixel has colour, given by how far right of the anchor and below it is.
    pub(crate) fn covers(&self, [x, y]: [i32; 2]) -> bool {
        // Both are in the order of the rows.
        let runs = &self.runs[self.runs.partition_point(|run| run.y < y)..];
        let edges = &self.edges[self.edges.partition_point(|edge| i32::from(edge.y) < y)..];
        let in_run = |run: &Run| (run.x..run.x + run.len as i32).contains(&x);
        runs.iter().take_while(|run| run.y == y).any(in_run)
            || edges
                .iter()
                .take_while(|edge| i32::from(edge.y) == y)
                .any(|edge| i32::from(edge.x) == x)
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
            + self.edges.capacity() * size_of::<EdgePixel>()
    }
}

impl Weighed for IndexedImage {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.bytes.capacity()
    }
}

impl IndexedImage {
    /// An image in one colour.
    pub(crate) fn new(width: usize, height: usize, index: u8) -> Self {
        let mut image = Self {
            width,
            height,
            bytes: vec![index; (width + 1) * height],
            repeats: Repeats::default(),
        };
        image.bytes.chunks_exact_mut(width + 1).for_each(|row| row[0] = 0);
        image
    }

    /// The indices of each row.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.chunks_exact(self.width + 1).map(|row| &row[1..])
    }

    /// A part of it, given by left edge, upper edge, width and height; what lies outside is cut off.
    pub(crate) fn part(&self, [left, top, width, height]: [usize; 4]) -> Self {
        let width = width.min(self.width.saturating_sub(left));
        let rows = self.rows().skip(top).take(height);
        let bytes: Vec<u8> =
            rows.flat_map(|row| [0].iter().chain(&row[left..left + width])).copied().collect();
        Self { width, height: bytes.len() / (width + 1), bytes, repeats: self.repeats }
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
        for pixel in &bitmap.edges {
            let row = self.row_from(x + i32::from(pixel.x), y + i32::from(pixel.y));
            if let Some(under) = row.and_then(|row| row.first_mut()) {
                *under = palette.covers(pixel.index, pixel.edge)[usize::from(*under)];
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
    pub(crate) fn row_from(&mut self, x: i32, y: i32) -> Option<&mut [u8]> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        if x >= self.width || y >= self.height {
            return None;
        }
        Some(&mut self.bytes[y * (self.width + 1) + 1 + x..(y + 1) * (self.width + 1)])
    }
}
