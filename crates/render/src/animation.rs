//! Encodes images as an animated GIF: with one palette, and of each image only what differs from the one
//! before it.

use std::borrow::Cow;

use super::canvas::IndexedImage;
use super::lzw;
use super::palette::Palette;

/// An animated GIF of images of one size, each with the hundredths of a second for which it is shown. It
/// starts over at its end; empty where there are no images.
pub(crate) fn gif(
    images: impl IntoIterator<Item = (IndexedImage, u16)>,
    palette: &Palette,
) -> Vec<u8> {
    encode(images, palette).expect("an image fits into a GIF, and memory takes every byte")
}

fn encode(
    images: impl IntoIterator<Item = (IndexedImage, u16)>,
    palette: &Palette,
) -> Result<Vec<u8>, gif::EncodingError> {
    let mut images = images.into_iter();
    let Some((first, delay)) = images.next() else { return Ok(Vec::new()) };
    let (width, height) = (first.width as u16, first.height as u16);
    let mut encoder = gif::Encoder::new(Vec::new(), width, height, &palette.bytes())?;
    encoder.set_repeat(gif::Repeat::Infinite)?;
    let whole = Area { left: 0, top: 0, width: first.width, height: first.height };
    let pixels = first.rows().collect::<Vec<_>>().concat();
    let usual = pixels.first().copied().unwrap_or_default();
    // The frame that is not written yet, what it leads to, and what was there before it.
    let mut last = whole.frame(lzw::pack(&pixels, usual), None, delay);
    let mut before = first.clone();
    let mut shown = first;
    for (image, delay) in images {
        let (onward, instead) = (Change::of(&shown, &image), Change::of(&before, &image));
        // Every other ply the same side is to move, and marks are gone by themselves.
        let change = if instead.turns() < onward.turns() {
            last.dispose = gif::DisposalMethod::Previous;
            instead
        } else {
            before = shown;
            onward
        };
        encoder.write_lzw_pre_encoded_frame(&last)?;
        (last, shown) = (change.frame(delay), image);
    }
    encoder.write_lzw_pre_encoded_frame(&last)?;
    encoder.into_inner()
}

/// A part of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Area {
    /// The smallest part in which two images differ; a single pixel if they do not.
    fn of_change(before: &IndexedImage, after: &IndexedImage) -> Self {
        let (mut left, mut right) = (after.width, 0);
        let (mut top, mut bottom) = (after.height, 0);
        let rows = before.rows().zip(after.rows());
        for (y, (old, new)) in rows.enumerate().filter(|(_, (old, new))| old != new) {
            let differs = |(old, new): (&u8, &u8)| old != new;
            left = left.min(old.iter().zip(new).position(differs).unwrap_or(left));
            right = right.max(old.iter().zip(new).rposition(differs).map_or(0, |x| x + 1));
            (top, bottom) = (top.min(y), y + 1);
        }
        if bottom == 0 {
            return Self { left: 0, top: 0, width: 1, height: 1 };
        }
        Self { left, top, width: right - left, height: bottom - top }
    }

    /// The pixels of an image that lie in it, row by row.
    fn rows(self, image: &IndexedImage) -> impl Iterator<Item = &[u8]> {
        let rows = image.rows().skip(self.top).take(self.height);
        rows.map(move |row| &row[self.left..self.left + self.width])
    }

    /// A frame of a GIF that shows these packed pixels there, but for those of the index `clear`.
    fn frame(self, packed: Vec<u8>, clear: Option<u8>, delay: u16) -> gif::Frame<'static> {
        gif::Frame {
            delay,
            transparent: clear,
            left: self.left as u16,
            top: self.top as u16,
            width: self.width as u16,
            height: self.height as u16,
            buffer: Cow::Owned(packed),
            ..gif::Frame::default()
        }
    }
}

/// The pixels to draw to make one image of another. What has not changed between changes is clear, by an index that
/// no changed pixel has; where all of them are in use, it is drawn once more.
struct Change {
    area: Area,
    clear: Option<u8>,
    pixels: Vec<u8>,
}

impl Change {
    fn of(before: &IndexedImage, after: &IndexedImage) -> Self {
        let area = Area::of_change(before, after);
        let clear = unused(area, before, after);
        let mut pixels = Vec::with_capacity(area.width * area.height);
        for (old, new) in area.rows(before).zip(area.rows(after)) {
            match clear {
                Some(clear) => {
                    let pixel = |(old, new): (&u8, &u8)| if old == new { clear } else { *new };
                    pixels.extend(old.iter().zip(new).map(pixel));
                }
                None => pixels.extend_from_slice(new),
            }
        }
        Self { area, clear, pixels }
    }

    /// How many pixels are unlike the one before: of two changes the one with more of them takes more bytes, but for
    /// a thousandth of them all, and packing both to see which takes twice the time.
    fn turns(&self) -> usize {
        self.pixels.iter().zip(self.pixels.iter().skip(1)).filter(|(one, next)| one != next).count()
    }

    fn frame(self, delay: u16) -> gif::Frame<'static> {
        let packed = lzw::pack(&self.pixels, self.clear.unwrap_or_default());
        self.area.frame(packed, self.clear, delay)
    }
}

/// The first index that no pixel in a part of an image has that differs from the image before.
fn unused(area: Area, before: &IndexedImage, after: &IndexedImage) -> Option<u8> {
    let mut used = [false; 256];
    for (old, new) in area.rows(before).zip(area.rows(after)) {
        // Most chunks have not changed, which is quickly seen.
        let chunks = old.chunks(16).zip(new.chunks(16)).filter(|(old, new)| old != new);
        for (old, new) in chunks.flat_map(|(old, new)| old.iter().zip(new)) {
            used[usize::from(*new)] |= old != new;
        }
    }
    (0..=u8::MAX).find(|&index| !used[usize::from(index)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(width: usize, pixels: &[u8]) -> IndexedImage {
        let mut image = IndexedImage::new(width, pixels.len() / width, 0);
        for (row, new) in image.bytes.chunks_exact_mut(width + 1).zip(pixels.chunks_exact(width)) {
            row[1..].copy_from_slice(new);
        }
        image
    }

    #[test]
    fn only_the_part_that_changes_is_drawn() {
        let before = image(4, &[1; 12]);
        let mut after = before.clone();
        assert_eq!(Area::of_change(&before, &after), Area { left: 0, top: 0, width: 1, height: 1 });
        (after.bytes[7], after.bytes[14]) = (0, 2);
        let area = Area::of_change(&before, &after);
        assert_eq!(area, Area { left: 1, top: 1, width: 3, height: 2 });
        assert_eq!(Change::of(&before, &after).clear, Some(1), "which no changed pixel has");
        assert_eq!(unused(area, &before, &after), Some(1));
    }

    #[test]
    fn where_every_index_is_new_nothing_is_clear() {
        let all: Vec<u8> = (0..=255).collect();
        let before = image(16, &all.iter().map(|index| index ^ 1).collect::<Vec<_>>());
        assert_eq!(Change::of(&before, &image(16, &all)).clear, None);
    }
}
