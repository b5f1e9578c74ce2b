//! A piece alone, as a picture without a ground that may stand anywhere.

use scene::{Ground, Piece};

use super::{
    canvas::Pixel,
    encode,
    sprite::{self, SpriteSet},
    theme::{Colours, Theme},
};

/// A piece in a square of this many pixels, as a PNG.
pub(crate) fn png(sprites: &SpriteSet, piece: &Piece, size: u32) -> Vec<u8> {
    let colours = Colours::of(Theme::default());
    let (sprite, mountain) = (sprites.named(&piece.sprite), Ground::Mountain);
    let paint = if sprite == sprites.of(mountain) {
        colours.ground_paint(mountain)
    } else {
        colours.paint(piece.shade)
    };
    let rim = colours.halo.unwrap_or(colours.medal);
    let pixels = sprite::fitted(sprites.source(sprite), &paint, Some(rim), size);
    encode::rgba_png(&rows(&pixels, size), size)
}

/// The pixels of a square picture row by row, four bytes each; what is not covered is clear.
fn rows(pixels: &[Pixel], size: u32) -> Vec<u8> {
    let width = size as usize;
    let mut rows = vec![0; 4 * width * width];
    for pixel in pixels {
        let at = 4 * (pixel.y as usize * width + pixel.x as usize);
        let colour = pixel.colour;
        rows[at..at + 4].copy_from_slice(&[colour.0, colour.1, colour.2, pixel.alpha]);
    }
    rows
}
