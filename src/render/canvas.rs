//! A frame being composed with the stamps of a kit.

use super::kit::{Coat, Key, Kit};
use super::marks::Shape;
use super::sketch::Pen;
use super::sprites::Sprite;
use super::stamp::Frame;
use super::text::{CAPITALS, Type};
use super::theme::Rgb;

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug)]
pub(super) enum Align {
    Left,
    Middle,
    Right,
}

/// A frame and the kit it is composed with.
#[derive(Debug)]
pub(super) struct Canvas<'a> {
    pub kit: &'a Kit,
    pub frame: Frame,
}

impl Canvas<'_> {
    /// Fills a rectangle with a colour of the palette.
    pub(super) fn fill(&mut self, [left, top, width, height]: [i32; 4], colour: Rgb) {
        let index = self.kit.palette.index(colour);
        self.frame.fill(left, top, width, height, index);
    }

    /// Puts a stamp with its anchor at a place.
    pub(super) fn put(&mut self, key: Key, x: i32, y: i32) {
        let stamp = self.kit.stamp(key);
        self.frame.put(&self.kit.palette, &stamp, x, y);
    }

    /// A sprite in a box.
    pub(super) fn sprite(&mut self, name: &str, coat: Coat, [x, y]: [i32; 2], size: u16) {
        self.put(Key::Sprite(Sprite::named(name), coat, size), x, y);
    }

    /// A mark on the square with this corner.
    pub(super) fn mark(&mut self, shape: Shape, core: Rgb, [x, y]: [i32; 2], cell: u16) {
        let pen = Pen { core, edge: self.kit.colours.edge };
        self.put(Key::Mark(shape, pen, cell), x, y);
    }

    /// A rounded box without an edge, or with one where it would not show against the panel.
    pub(super) fn tray(&mut self, [left, top, width, height]: [i32; 4], colour: Rgb) {
        let colours = self.kit.colours;
        let shows =
            colour != colours.margin && (colour == colours.panel || colours.tray != colours.panel);
        let edge = if shows { colour } else { colours.edge };
        let clamp = |length: i32| length.clamp(1, i32::from(u16::MAX)) as u16;
        let shape = Shape::Tray(clamp(width), clamp(height));
        self.put(Key::Mark(shape, Pen { core: colour, edge }, self.kit.size(108.0)), left, top);
    }

    /// The same in lengths of the default width.
    pub(super) fn boxed(&mut self, [left, top, width, height]: [f32; 4], colour: Rgb) {
        let [x, y] = [self.kit.px(left), self.kit.px(top)];
        // Right and bottom are rounded, not the lengths, so that boxes above each other agree.
        let size = [self.kit.px(left + width) - x, self.kit.px(top + height) - y];
        self.tray([x, y, size[0], size[1]], colour);
    }

    /// A text whose capitals are centred on a height.
    pub(super) fn text(&mut self, text: &str, kind: Type, ink: Rgb, at: [i32; 2], align: Align) {
        let line = kind.set(text);
        let left = match align {
            Align::Left => at[0],
            Align::Middle => at[0] - (line.width / 2.0).round() as i32,
            Align::Right => at[0] - line.width.round() as i32,
        };
        let base = at[1] + (f32::from(kind.size) * CAPITALS / 2.0).round() as i32;
        for (glyph, offset) in line.glyphs {
            self.put(Key::Glyph(glyph, ink), left + offset, base);
        }
    }
}
