//! A corner of the picture that a board leaves free, filled line by line.
//!
//! Places and lengths are those of the picture 840 pixels wide.

use super::{
    canvas::{Align, Canvas},
    text::Font,
    theme::Rgb,
};

/// The height of a line of words.
pub(crate) const LINE: f32 = 33.0;

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
    /// The extent of a board that consists of these boxes, in lengths of the default width.
    pub(crate) const fn new(boxes: Vec<[f32; 4]>) -> Self {
        Self { boxes }
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

    /// Writes texts one below the other, in as many lines as they need, at most three for each and `most` for all.
    /// Lines for which the board leaves no room are left out.
    pub(crate) fn texts(
        &mut self,
        canvas: &mut Canvas<'_>,
        texts: &[(&str, Font, Rgb)],
        most: usize,
    ) {
        let wrapped = |n: usize| {
            let room = canvas.assets.px(self.room(LINE * n as f32)) as f32;
            let lines = texts.iter().flat_map(|&(text, font, colour)| {
                font.wrap(text, room, 3).into_iter().map(move |line| (line, font, colour))
            });
            lines.collect::<Vec<_>>()
        };
        // The more lines there are, the less room the board leaves each of them.
        let fitting = (1..most).map(wrapped).zip(1..).find(|(lines, n)| lines.len() <= *n);
        let mut lines = fitting.map_or_else(|| wrapped(most), |(lines, _)| lines);
        lines.truncate(most);
        if self.is_low {
            lines.reverse();
        }
        for (line, font, colour) in lines {
            if self.room(LINE) < LINE {
                break;
            }
            self.line(canvas, &line, font, colour, LINE);
        }
    }
}
