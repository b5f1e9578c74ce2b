//! Frames to files.

use super::pack;
use super::palette::Palette;
use super::stamp::Frame;
use super::theme::Rgb;

/// An indexed PNG of a frame, without filter: in palette indices, neighbours differ by no rule.
pub(super) fn png(frame: &Frame, palette: &Palette) -> Vec<u8> {
    let mut rows = Vec::with_capacity((frame.width + 1) * frame.height);
    for row in frame.pixels.chunks_exact(frame.width) {
        rows.push(png::Filter::NoFilter as u8);
        rows.extend_from_slice(row);
    }
    let packed = pack::zlib(&rows, frame.width + 1);
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
