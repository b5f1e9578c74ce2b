//! Stamps: pictures prepared in palette indices, and the frame they are put on.

use std::ops::Range;

use super::palette::Palette;
use super::theme::Rgb;

/// Coverage from which a pixel counts as full, and to which as empty, of 255.
pub(super) const FULL: u8 = 238;
pub(super) const EMPTY: u8 = 18;

/// A picture in the making: palette indices, row by row.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// Pixels per row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// One byte per pixel.
    pub pixels: Vec<u8>,
}

/// A pixel with its place from the stamp's anchor, its colour and how much of it covers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dot {
    pub x: i32,
    pub y: i32,
    pub colour: Rgb,
    pub alpha: u8,
}

/// Covered pixels of one row.
#[derive(Clone, Copy, Debug)]
struct Run {
    x: i32,
    y: i32,
    start: usize,
    len: usize,
}

/// A prepared picture: covered pixels as runs to copy, its edges as dots to blend.
#[derive(Debug, Default)]
pub(super) struct Stamp {
    runs: Vec<Run>,
    ink: Vec<u8>,
    edges: Vec<Dot>,
}

impl Stamp {
    /// A stamp of dots given row by row.
    pub(super) fn new(palette: &Palette, dots: impl IntoIterator<Item = Dot>) -> Self {
        let mut stamp = Self::default();
        let mut memo = (Rgb(0, 0, 0), palette.index(Rgb(0, 0, 0)));
        for dot in dots {
            if dot.alpha >= FULL {
                if memo.0 != dot.colour {
                    memo = (dot.colour, palette.index(dot.colour));
                }
                stamp.push(dot.x, dot.y, memo.1);
            } else if dot.alpha > EMPTY {
                stamp.edges.push(dot);
            }
        }
        stamp
    }

    /// From which column to which it has ink.
    pub(super) fn columns(&self) -> Range<i32> {
        let runs = self.runs.iter().map(|run| (run.x, run.x + run.len as i32));
        let edges = self.edges.iter().map(|dot| (dot.x, dot.x + 1));
        let all = runs.chain(edges);
        all.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
            .map_or(0..0, |(from, to)| from..to)
    }

    fn push(&mut self, x: i32, y: i32, index: u8) {
        let start = self.ink.len();
        self.ink.push(index);
        match self.runs.last_mut() {
            Some(run) if run.y == y && run.x + run.len as i32 == x => run.len += 1,
            _ => self.runs.push(Run { x, y, start, len: 1 }),
        }
    }
}

impl Frame {
    /// A frame in one colour.
    pub(super) fn new(width: usize, height: usize, index: u8) -> Self {
        Self { width, height, pixels: vec![index; width * height] }
    }

    /// Puts a stamp with its anchor at a place; what lies outside is cut off.
    pub(super) fn put(&mut self, palette: &Palette, stamp: &Stamp, x: i32, y: i32) {
        for run in &stamp.runs {
            let left = (x + run.x).max(0);
            let skip = (left - x - run.x) as usize;
            let Some(row) = self.row_from(left, y + run.y) else { continue };
            if let Some(ink) = stamp.ink[run.start..run.start + run.len].get(skip..) {
                let len = ink.len().min(row.len());
                row[..len].copy_from_slice(&ink[..len]);
            }
        }
        for dot in &stamp.edges {
            if let Some(pixel) = self.row_from(x + dot.x, y + dot.y).and_then(|row| row.first_mut())
            {
                *pixel = palette.cover(*pixel, dot.colour, dot.alpha);
            }
        }
    }

    /// Fills a rectangle; what lies outside is cut off.
    pub(super) fn fill(&mut self, left: i32, top: i32, width: i32, height: i32, index: u8) {
        let width = (width + left.min(0)).max(0) as usize;
        for y in top..top + height {
            if let Some(row) = self.row_from(left.max(0), y) {
                let len = width.min(row.len());
                row[..len].fill(index);
            }
        }
    }

    /// A row from a column on; `None` outside.
    fn row_from(&mut self, x: i32, y: i32) -> Option<&mut [u8]> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        if x >= self.width || y >= self.height {
            return None;
        }
        Some(&mut self.pixels[y * self.width + x..(y + 1) * self.width])
    }
}
