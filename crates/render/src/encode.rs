//! Encodes images as PNG files.

use super::canvas::IndexedImage;
use super::deflate;
use super::palette::Palette;

/// An indexed PNG of an image, without a filter: neighbouring palette indices differ by no rule.
pub(crate) fn png(frame: &IndexedImage, palette: &Palette) -> Vec<u8> {
    let packed = deflate::zlib(&frame.bytes, frame.width + 1, frame.repeats);
    let colours = palette.bytes();
    let mut bytes = Vec::with_capacity(packed.len() + colours.len() + 128);
    let mut encoder = png::Encoder::new(&mut bytes, frame.width as u32, frame.height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(colours);
    encoder
        .write_header()
        .and_then(|mut writer| {
            writer.write_chunk(png::chunk::IDAT, &packed)?;
            writer.finish()
        })
        .expect("the header is valid, and memory takes every byte");
    bytes
}

/// A PNG of a square picture `size` pixels wide in full colours, given row by row with four bytes a pixel.
pub(crate) fn rgba_png(rows: &[u8], size: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size, size);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder
        .write_header()
        .and_then(|mut writer| {
            writer.write_image_data(rows)?;
            writer.finish()
        })
        .expect("the rows fill the picture, and memory takes every byte");
    bytes
}
