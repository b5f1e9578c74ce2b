//! The assets that are prepared once for a theme, a format and a width, and then kept: palette,
//! bitmaps and empty boards.

use std::ops::Range;
use std::sync::Arc;

use scene::{Ground, Piece, Shape};

use super::board::{self, Coordinates};
use super::cache::Cache;
use super::canvas::{Bitmap, IndexedImage, Pixel, SmallPath, Smoothness};
use super::layout::Layout;
use super::marks::{self, MarkShape, Pen};
use super::palette::{Palette, PaletteKind};
use super::scale::Scale;
use super::sprite::{self, Sprite, SpriteSet};
use super::text::{self, Glyph};
use super::theme::{Colouring, Colours, Paint, Rgb, Theme};

/// How many bytes the bitmaps of one theme, format and width may take. A game in the default width
/// needs a tenth of this; the glyphs of names in rare scripts must not pile up.
const BITMAP_BYTES: usize = 4 << 20;
/// How many bytes its empty boards may take: in the default width enough for each form of board and
/// each side from which it is seen. Boards of wedges, seen from every zone, make 18.
const BOARD_BYTES: usize = 12 << 20;

/// The subject of a bitmap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BitmapKey {
    /// A sprite in a box; the number is its side in pixels.
    Sprite(Sprite, Colouring, u16),
    /// A sprite that stands on squares, with a rim where the theme has one.
    Standing(Sprite, Colouring, u16),
    /// The same with a rim in every theme, for what stands before a frame.
    Rimmed(Sprite, Colouring, u16),
    /// A sprite that lies on its side in such a box.
    Lying(Sprite, Colouring, u16),
    /// A square with this side in the colour and the pattern of a zone.
    Zone(u8, u16),
    /// The head alone of a sprite in such a box.
    Head(Sprite, Colouring, u16),
    /// The sign for a ground in such a box, which is as high as a hex.
    Ground(Ground, u16),
    /// A glyph in a colour.
    Glyph(Glyph, Rgb),
    /// A mark on squares; the number is their side in pixels.
    Mark(MarkShape, Pen, u16),
    /// An area or a line in a colour.
    Path(SmallPath, Rgb),
}

/// The settings for which assets are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AssetsKey {
    /// The theme of the pictures.
    pub theme: Theme,
    /// The kind of palette.
    pub palette_kind: PaletteKind,
    /// The format and the size.
    pub scale: Scale,
}

impl AssetsKey {
    /// Returns `true` if replies are drawn with these assets where nobody has chosen: in the face of a game and
    /// the default width.
    pub(crate) fn is_usual(self) -> bool {
        self.theme.is_face() && self.scale.width == self.scale.format.width()
    }
}

/// An empty board: its form, how the facts beside it are laid out, and whether its coordinates are written.
pub(crate) type BoardKey = (Shape, Layout, Coordinates);

/// Everything prepared for a theme, a format and a width.
#[derive(Debug)]
pub(crate) struct Assets {
    /// The colours of the theme.
    pub colours: &'static Colours,
    /// The palette of the pictures.
    pub palette: Palette,
    /// The format and the size of the pictures.
    pub scale: Scale,
    sprites: Arc<SpriteSet>,
    bitmaps: Cache<BitmapKey, Bitmap>,
    boards: Cache<BoardKey, IndexedImage>,
}

impl Assets {
    /// Prepares the palette; bitmaps and boards follow when they are first used.
    pub(crate) fn new(key: AssetsKey, sprites: Arc<SpriteSet>) -> Self {
        let AssetsKey { theme, palette_kind, scale } = key;
        let colours = Colours::of(theme);
        Self {
            colours,
            palette: Palette::new(colours, palette_kind),
            scale,
            sprites,
            bitmaps: Cache::new(BITMAP_BYTES),
            boards: Cache::new(BOARD_BYTES),
        }
    }

    /// Returns how many bytes the bitmaps and the empty boards take.
    pub(crate) fn bytes(&self) -> usize {
        self.bitmaps.bytes() + self.boards.bytes()
    }

    /// A length given for the default width, in pixels of this one.
    pub(crate) fn px(&self, length: f32) -> i32 {
        self.scale.px(length)
    }

    /// The same for a size, which is at least one pixel.
    pub(crate) fn size(&self, length: f32) -> u16 {
        self.scale.size(length)
    }

    /// The bitmap of a key.
    pub(crate) fn bitmap(&self, key: BitmapKey) -> Arc<Bitmap> {
        self.bitmaps.get(key, || match key {
            BitmapKey::Mark(shape, pen, cell) => {
                let pixels = marks::pixels(shape, pen, cell.into());
                if shape.is_line() { self.fine(pixels) } else { self.plain(pixels) }
            }
            BitmapKey::Glyph(glyph, colour) => self.plain(text::pixels(glyph, colour)),
            BitmapKey::Path(path, colour) => self.fine(path.pixels(colour)),
            BitmapKey::Sprite(sprite, colouring, size) => {
                self.sprite_bitmap(sprite, &self.paint(colouring), None, size)
            }
            BitmapKey::Standing(sprite, colouring, size) => {
                let halo = self.colours.halo;
                self.sprite_bitmap(sprite, &self.paint(colouring), halo, size)
            }
            BitmapKey::Rimmed(sprite, colouring, size) => {
                let rim = self.colours.halo.unwrap_or(self.colours.medal);
                self.sprite_bitmap(sprite, &self.paint(colouring), Some(rim), size)
            }
            BitmapKey::Lying(sprite, colouring, size) => {
                let source = self.sprites.source(sprite);
                let rim = self.colours.halo.unwrap_or(self.colours.medal);
                self.plain(sprite::lying(source, &self.paint(colouring), rim, size.into()))
            }
            BitmapKey::Zone(zone, side) => self.fine(board::zone_pixels(self, zone.into(), side)),
            BitmapKey::Ground(ground, size) => {
                let paint = self.colours.ground_paint(ground);
                self.sprite_bitmap(self.sprites.of(ground), &paint, None, size)
            }
            BitmapKey::Head(sprite, colouring, size) => {
                let source = self.sprites.source(sprite);
                let head = sprite::head(source, &self.paint(colouring), size.into());
                self.plain(head)
            }
        })
    }

    fn plain(&self, pixels: impl IntoIterator<Item = Pixel>) -> Bitmap {
        Bitmap::new(&self.palette, Smoothness::Plain, pixels)
    }

    fn fine(&self, pixels: impl IntoIterator<Item = Pixel>) -> Bitmap {
        Bitmap::new(&self.palette, Smoothness::Fine, pixels)
    }

    fn sprite_bitmap(&self, sprite: Sprite, paint: &Paint, halo: Option<Rgb>, size: u16) -> Bitmap {
        let source = self.sprites.source(sprite);
        self.plain(sprite::whole(source, paint, halo, size.into()))
    }

    /// The empty board of a key, drawn by `make` where it is new.
    pub(crate) fn board(
        &self,
        key: BoardKey,
        make: impl FnOnce() -> IndexedImage,
    ) -> Arc<IndexedImage> {
        self.boards.get(key, make)
    }

    pub(crate) fn sprites(&self) -> &SpriteSet {
        &self.sprites
    }

    /// The sprite of a name, or the unknown one.
    pub(crate) fn sprite(&self, name: &str) -> Sprite {
        self.sprites.named(name)
    }

    /// The range of columns of its box in which a piece has colour.
    pub(crate) fn columns(&self, piece: &Piece, size: u16) -> Range<i32> {
        let sprite = self.sprite(&piece.sprite);
        self.bitmap(BitmapKey::Sprite(sprite, Colouring::of(piece.shade), size)).columns()
    }

    /// The colours in which a piece or a die is painted.
    pub(crate) fn paint(&self, colouring: Colouring) -> Paint {
        self.colours.paint(colouring.shade).faded(self.colours.tray, colouring.faded)
    }
}
