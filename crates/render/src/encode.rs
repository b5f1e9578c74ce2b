//! Encodes images as PNG and GIF files.

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, RgbaImage};

use super::canvas::IndexedImage;
use super::deflate;
use super::palette::Palette;
use super::theme::Rgb;

/// An indexed PNG of an image, without a filter: neighbouring palette indices differ by no rule.
pub(crate) fn png(frame: &IndexedImage, palette: &Palette) -> Vec<u8> {
    let mut rows = Vec::with_capacity((frame.width + 1) * frame.height);
    for row in frame.pixels.chunks_exact(frame.width) {
        rows.push(png::Filter::NoFilter as u8);
        rows.extend_from_slice(row);
    }
    let packed = deflate::zlib(&rows, frame.width + 1);
    let colours: Vec<u8> = palette.entries().iter().flat_map(|&Rgb(r, g, b)| [r, g, b]).collect();
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

/// An animated GIF of images, each with the milliseconds for which it is shown.
pub(crate) fn gif(frames: impl Iterator<Item = (IndexedImage, u32)>, palette: &Palette) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A frame has no more colours than a GIF may have, so none is changed and speed costs nothing.
    let mut encoder = GifEncoder::new_with_speed(&mut bytes, 30);
    let frames = frames.map(|(frame, pause)| {
        let delay = Delay::from_numer_denom_ms(pause, 1);
        image::Frame::from_parts(rgba(&frame, palette), 0, 0, delay)
    });
    encoder
        .set_repeat(Repeat::Infinite)
        .and_then(|()| encoder.encode_frames(frames))
        .expect("the widest frame is one that a GIF can have, and memory takes every byte");
    drop(encoder);
    bytes
}

fn rgba(frame: &IndexedImage, palette: &Palette) -> RgbaImage {
    let entries = palette.entries();
    let pixels = frame.pixels.iter().flat_map(|&index| {
        let Rgb(red, green, blue) = entries[usize::from(index)];
        [red, green, blue, 255]
    });
    RgbaImage::from_raw(frame.width as u32, frame.height as u32, pixels.collect())
        .expect("a frame has as many pixels as its size says")
}
