//! Frames to files.

use super::palette::Palette;
use super::stamp::Frame;
use super::theme::Rgb;

/// An indexed PNG of a frame.
///
/// Boards are flat areas whose rows repeat: the filter `Up` turns most of them into zeros, which
/// the fastest compressor packs as runs (figures in `benches/picture.rs`).
pub(super) fn png(frame: &Frame, palette: &Palette) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(64 * 1024);
    let mut encoder = png::Encoder::new(&mut bytes, frame.width as u32, frame.height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(
        palette.entries().iter().flat_map(|&Rgb(r, g, b)| [r, g, b]).collect::<Vec<_>>(),
    );
    encoder.set_compression(png::Compression::Fastest);
    encoder.set_filter(png::Filter::Up);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&frame.pixels))
        .expect("a frame has as many pixels as its size says, and memory takes every byte");
    bytes
}
