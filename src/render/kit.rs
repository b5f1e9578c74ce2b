//! What is prepared once for a theme, a form and a width, and kept: palette, stamps and empty
//! boards.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use super::layout::Layout;
use super::marks::{self, Shape};
use super::palette::{Dyes, Palette};
use super::scale::Scale;
use super::sketch::Pen;
use super::sprites::{self, Sprite};
use super::stamp::{Frame, Stamp};
use super::text::{self, Glyph};
use super::theme::{Colours, Paint, Rgb, Theme};
use crate::scene::{self, Ground, Shade};

/// A few themes and kinds of board at a few widths: more than one server's habits need.
const KITS: usize = 12;
/// Stamps of a kit. A game needs about 200; names in strange scripts must not pile up.
const STAMPS: usize = 2000;
/// Empty boards of a kit: one for each game and side it is seen from. All wedge boards seen from
/// every zone are 18; of large ones, fewer are kept than fit into so many bytes.
const BOARDS: usize = 20;
const BOARD_BYTES: usize = 16 << 20;

/// How a die or a piece is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Coat {
    pub shade: Shade,
    /// How far the colours are on the way to the tray's, of 255.
    pub faded: u8,
}

impl Coat {
    /// An army's own colours.
    pub(super) const fn of(shade: Shade) -> Self {
        Self { shade, faded: 0 }
    }
}

/// What a stamp shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// A sprite in a box of so many pixels.
    Sprite(Sprite, Coat, u16),
    /// A sprite that stands on squares, with a rim where the theme has one.
    Standing(Sprite, Coat, u16),
    /// The same with a rim in any theme, for what stands before a frame.
    Rimmed(Sprite, Coat, u16),
    /// The head alone of a sprite in a box of so many pixels.
    Head(Sprite, Coat, u16),
    /// What stands for a ground, in a box of so many pixels that is as high as a hex.
    Ground(Ground, u16),
    /// A glyph in a colour.
    Glyph(Glyph, Rgb),
    /// A mark on squares of so many pixels.
    Mark(Shape, Pen, u16),
}

/// What a kit is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Make {
    pub theme: Theme,
    pub dyes: Dyes,
    pub scale: Scale,
}

/// The empty board of a form, and what surrounds it.
pub(super) type BoardKey = (scene::Shape, Layout);

/// Everything prepared for a theme, a form and a width.
#[derive(Debug)]
pub(super) struct Kit {
    pub colours: &'static Colours,
    pub palette: Palette,
    pub scale: Scale,
    stamps: Shelf<Key, Stamp>,
    boards: Shelf<BoardKey, Frame>,
}

impl Kit {
    /// The kit for something, prepared at the first call.
    pub(super) fn of(make: Make) -> Arc<Self> {
        static SHELF: Mutex<Vec<(Make, Arc<Kit>)>> = Mutex::new(Vec::new());
        let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
        let kit = match shelf.iter().position(|(known, _)| *known == make) {
            Some(index) => shelf.remove(index).1,
            None => Arc::new(Self::new(make)),
        };
        // The one used last stands last, and the first has to go.
        shelf.push((make, Arc::clone(&kit)));
        if shelf.len() > KITS {
            shelf.remove(0);
        }
        kit
    }

    fn new(Make { theme, dyes, scale }: Make) -> Self {
        let colours = theme.colours();
        Self {
            colours,
            palette: Palette::new(colours, dyes),
            scale,
            stamps: Shelf::new(STAMPS),
            boards: Shelf::new((BOARD_BYTES / scale.area().max(1)).clamp(2, BOARDS)),
        }
    }

    /// A length of the picture in its default width in pixels of this one.
    pub(super) fn px(&self, length: f32) -> i32 {
        self.scale.px(length)
    }

    /// The same for sizes, which never vanish.
    pub(super) fn size(&self, length: f32) -> u16 {
        self.scale.size(length)
    }

    /// The stamp of a key.
    pub(super) fn stamp(&self, key: Key) -> Arc<Stamp> {
        self.stamps.get(key, || Stamp::new(&self.palette, self.dots(key)))
    }

    /// The empty board of a key, drawn by `make` where it is new.
    pub(super) fn board(&self, key: BoardKey, make: impl FnOnce() -> Frame) -> Arc<Frame> {
        self.boards.get(key, make)
    }

    fn dots(&self, key: Key) -> Vec<super::stamp::Dot> {
        match key {
            Key::Sprite(sprite, coat, size) => {
                sprites::whole(sprite, &self.paint(coat), None, size.into())
            }
            Key::Standing(sprite, coat, size) => {
                sprites::whole(sprite, &self.paint(coat), self.colours.halo, size.into())
            }
            Key::Rimmed(sprite, coat, size) => {
                let rim = self.colours.halo.unwrap_or(self.colours.medal);
                sprites::whole(sprite, &self.paint(coat), Some(rim), size.into())
            }
            Key::Head(sprite, coat, size) => sprites::head(sprite, &self.paint(coat), size.into()),
            Key::Ground(ground, size) => {
                let paint = self.colours.scenery(ground);
                sprites::whole(Sprite::of(ground), &paint, None, size.into())
            }
            Key::Glyph(glyph, colour) => text::dots(glyph, colour),
            Key::Mark(shape, pen, cell) => marks::dots(shape, pen, cell.into()),
        }
    }

    /// The colours of a coat.
    pub(super) fn paint(&self, coat: Coat) -> Paint {
        self.colours.paint(coat.shade).faded(self.colours.tray, coat.faded)
    }
}

/// Values kept by key, up to a number; what finds no room is made anew each time.
#[derive(Debug)]
struct Shelf<K, V> {
    limit: usize,
    kept: Mutex<HashMap<K, Arc<V>>>,
}

impl<K: Copy + Eq + Hash, V> Shelf<K, V> {
    fn new(limit: usize) -> Self {
        Self { limit, kept: Mutex::new(HashMap::new()) }
    }

    fn get(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = lock().get(&key) {
            return Arc::clone(value);
        }
        let value = Arc::new(make());
        let mut kept = lock();
        if kept.len() < self.limit {
            kept.insert(key, Arc::clone(&value));
        }
        value
    }
}
