//! A corner of the picture that a board leaves free, filled line by line.
//!
//! Places and lengths are those of the picture 840 pixels wide.

use std::{cell::RefCell, collections::HashMap};

use super::{
    canvas::{Align, Canvas},
    text::{Font, Harm},
    theme::Rgb,
};

/// The size of words, and the height of a line of them.
pub(crate) const SIZE: f32 = 30.0;
pub(crate) const LINE: f32 = 33.0;

const LEFT: f32 = 16.0;
const RIGHT: f32 = 824.0;
const TOP: f32 = 12.0;
const BOTTOM: f32 = 708.0;
/// The gap between what stands in a corner and the board.
const GAP: f32 = 6.0;

/// The outline of a board with its names, to both sides.
pub(crate) struct BoardExtent {
    /// Boxes of which the board and its names consist: left, top, right, bottom.
    boxes: Vec<[f32; 4]>,
    /// What was found out between two heights: while words look for room the same is asked many times.
    known: RefCell<HashMap<[u32; 2], [f32; 2]>>,
}

impl BoardExtent {
    /// The extent of a board that consists of these boxes, in lengths of the default width.
    pub(crate) fn new(boxes: Vec<[f32; 4]>) -> Self {
        Self { boxes, known: RefCell::default() }
    }

    /// The leftmost and the rightmost point of the board between two heights.
    pub(crate) fn between(&self, top: f32, bottom: f32) -> [f32; 2] {
        let key = [top, bottom].map(f32::to_bits);
        *self.known.borrow_mut().entry(key).or_insert_with(|| {
            let here = self.boxes.iter().filter(|[_, high, _, low]| *high < bottom && *low > top);
            here.fold([RIGHT, LEFT], |[left, right], at| [left.min(at[0]), right.max(at[2])])
        })
    }
}

/// A corner of the picture that is filled from the picture's edge towards its middle.
#[derive(Clone)]
pub(crate) struct Corner<'a> {
    extent: &'a BoardExtent,
    is_right: bool,
    pub is_low: bool,
    /// The part of its height that is taken.
    pub filled: f32,
    /// Its height: as high as the other one at its edge, unless that one leaves it more.
    pub height: f32,
}

/// The height of two corners above each other.
pub(crate) const BOTH: f32 = BOTTOM - TOP - 2.0 * GAP;

impl<'a> Corner<'a> {
    pub(crate) const fn new(extent: &'a BoardExtent, is_right: bool, is_low: bool) -> Self {
        Self { extent, is_right, is_low, filled: 0.0, height: BOTH / 2.0 }
    }

    /// The upper edge of the next stretch if it is so high.
    pub(crate) fn top(&self, height: f32) -> f32 {
        if self.is_low { BOTTOM - self.filled - height } else { TOP + self.filled }
    }

    /// Returns how much width is free in the next stretch if it is so high; none where it would pass the end
    /// of the corner.
    pub(crate) fn room(&self, height: f32) -> f32 {
        if self.filled + height > self.height {
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

    /// Writes texts one below the other, in as many lines as they need, `most` for all. Lines for which the board
    /// leaves no room are left out.
    pub(crate) fn texts(
        &mut self,
        canvas: &mut Canvas<'_>,
        texts: &[(&str, Font, Rgb)],
        most: usize,
    ) {
        let set = self.set(canvas, texts, (LINE, most));
        self.write(canvas, set);
    }

    /// Texts one below the other in the fewest lines of a height that hold them, `most` for all, each line as wide as
    /// the board leaves it.
    pub(crate) fn set(
        &self,
        canvas: &Canvas<'_>,
        texts: &[(&str, Font, Rgb)],
        (height, most): (f32, usize),
    ) -> SetTexts {
        let mut rooms = self.rooms(height, most);
        rooms.truncate(rooms.iter().position(|room| *room < LINE).unwrap_or(most));
        let rooms: Vec<f32> = rooms.iter().map(|room| canvas.assets.px(*room) as f32).collect();
        let in_lines = |n: usize| {
            let mut rooms = rooms[..n].to_vec();
            if self.is_low {
                rooms.reverse();
            }
            SetTexts::of(texts, &rooms, height)
        };
        // From below, fewer lines are broader ones.
        let few = if self.is_low { 1..=rooms.len() } else { rooms.len()..=rooms.len() };
        let found = few.map(in_lines).find(|set| set.harm == Harm::None);
        found.unwrap_or_else(|| in_lines(rooms.len()))
    }

    /// Writes texts in the first of several ways, each with its size and its texts, in which every word is whole, or
    /// else in the last one.
    pub(crate) fn whole_texts<'t>(
        &mut self,
        canvas: &mut Canvas<'_>,
        ways: impl Iterator<Item = (f32, Vec<(&'t str, Font, Rgb)>)>,
        most: usize,
    ) {
        let mut found = None;
        for (size, texts) in ways {
            let set = self.set(canvas, &texts, (LINE * size / SIZE, most));
            let is_whole = set.harm == Harm::None;
            found = Some(set);
            if is_whole {
                break;
            }
        }
        if let Some(set) = found {
            self.write(canvas, set);
        }
    }

    /// Writes texts that are set.
    pub(crate) fn write(&mut self, canvas: &mut Canvas<'_>, set: SetTexts) {
        let SetTexts { mut lines, height, .. } = set;
        if self.is_low {
            lines.reverse();
        }
        for (line, font, colour) in lines {
            self.line(canvas, &line, font, colour, height);
        }
    }
}

/// Texts that are broken into the lines of a corner.
#[derive(Debug, Default)]
pub(crate) struct SetTexts {
    /// The lines from top to bottom.
    lines: Vec<(String, Font, Rgb)>,
    /// The height of each.
    height: f32,
    /// The harm that it did to them.
    pub harm: Harm,
}

impl SetTexts {
    /// Sets texts on lines of these widths, in pixels.
    fn of(texts: &[(&str, Font, Rgb)], rooms: &[f32], height: f32) -> Self {
        let mut set = Self { lines: Vec::new(), height, harm: Harm::None };
        for (text, font, colour) in texts {
            let (lines, harm) = font.lines(text, rooms.get(set.lines.len()..).unwrap_or_default());
            set.lines.extend(lines.into_iter().map(|line| (line, *font, *colour)));
            set.harm = set.harm.max(harm);
        }
        set
    }
}
