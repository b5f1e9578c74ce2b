//! A corner of the picture that a board of hexes leaves free, filled line by line.
//!
//! Places and lengths are those of the picture 840 pixels wide.

use super::{empty_board, grid::HexGrid};
use crate::{
    canvas::{Align, Canvas},
    text::{CAPITALS, Font},
    theme::Rgb,
};

const LEFT: f32 = 16.0;
const RIGHT: f32 = 824.0;
const TOP: f32 = 12.0;
const BOTTOM: f32 = 708.0;
/// The gap between what stands in a corner and the board.
const GAP: f32 = 6.0;

/// The extent of a board and its names to both sides.
pub(crate) struct BoardExtent {
    /// Boxes of which the board and its names consist: left, top, right, bottom.
    boxes: Vec<[f32; 4]>,
}

impl BoardExtent {
    pub(crate) fn of(canvas: &Canvas<'_>, grid: &HexGrid) -> Self {
        let factor = canvas.assets.scale.factor();
        let font = empty_board::name_font(canvas.assets);
        let names = empty_board::names(grid).into_iter().map(|(name, [x, y])| {
            let (wide, high) = (font.width(&name) / 2.0, f32::from(font.size) * CAPITALS / 2.0);
            [x - wide, y - high, x + wide, y + high]
        });
        let boxes =
            grid.outline().into_iter().chain(names).map(|place| place.map(|side| side / factor));
        Self { boxes: boxes.collect() }
    }

    /// The leftmost and the rightmost point of the board between two heights.
    pub(crate) fn between(&self, top: f32, bottom: f32) -> [f32; 2] {
        let here = self.boxes.iter().filter(|[_, high, _, low]| *high < bottom && *low > top);
        here.fold([RIGHT, LEFT], |[left, right], place| [left.min(place[0]), right.max(place[2])])
    }
}

/// A corner of the picture that is filled from the picture's edge towards its middle.
#[derive(Clone)]
pub(crate) struct Corner<'a> {
    extent: &'a BoardExtent,
    is_right: bool,
    pub is_low: bool,
    /// How much of its height is taken.
    pub filled: f32,
}

impl<'a> Corner<'a> {
    pub(crate) const fn new(extent: &'a BoardExtent, is_right: bool, is_low: bool) -> Self {
        Self { extent, is_right, is_low, filled: 0.0 }
    }

    /// The upper edge of the next stretch if it is so high.
    pub(crate) fn top(&self, height: f32) -> f32 {
        if self.is_low { BOTTOM - self.filled - height } else { TOP + self.filled }
    }

    /// Returns how much width is free in the next stretch if it is so high; none where it would pass the middle
    /// of the picture.
    pub(crate) fn room(&self, height: f32) -> f32 {
        if self.filled + height > (BOTTOM - TOP) / 2.0 - GAP {
            return 0.0;
        }
        let top = self.top(height);
        let [left, right] = self.extent.between(top, top + height);
        let room = if self.is_right { RIGHT - right } else { left - LEFT };
        (room - GAP).max(0.0)
    }

    /// The same for each of several lines, from the edge of the picture inward.
    pub(crate) fn rooms(&self, height: f32, lines: usize) -> Vec<f32> {
        let mut corner = self.clone();
        let mut room = || {
            let room = corner.room(height);
            corner.filled += height;
            room
        };
        (0..lines).map(|_| room()).collect()
    }

    /// Takes the next stretch for contents of a width; returns their left and upper edges.
    pub(crate) fn take(&mut self, width: f32, height: f32) -> [f32; 2] {
        let top = self.top(height);
        self.filled += height;
        [if self.is_right { RIGHT - width } else { LEFT }, top]
    }

    /// Writes a line of text, cut where it is too long.
    pub(crate) fn line(
        &mut self,
        canvas: &mut Canvas<'_>,
        text: &str,
        font: Font,
        colour: Rgb,
        height: f32,
    ) {
        let assets = canvas.assets;
        let text = font.fit(text, assets.px(self.room(height)) as f32);
        let [_, top] = self.take(0.0, height);
        let (align, x) = if self.is_right { (Align::Right, RIGHT) } else { (Align::Left, LEFT) };
        canvas.text(&text, font, colour, [assets.px(x), assets.px(top + height / 2.0)], align);
    }
}
