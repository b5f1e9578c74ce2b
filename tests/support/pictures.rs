//! The renderer of all tests that show pictures, and the pictures that are kept in the repository.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{env, fs, path::Path, sync::OnceLock};

use image::{ImageFormat, RgbImage};
use render::Renderer;

/// Returns what it prepares for a board is prepared once for all tests.
pub(crate) fn renderer() -> Renderer {
    static RENDERER: OnceLock<Renderer> = OnceLock::new();
    RENDERER.get_or_init(|| Renderer::new(games::sprites())).clone()
}

/// The pixels of a PNG.
pub(crate) fn decoded(bytes: &[u8]) -> RgbImage {
    image::load_from_memory_with_format(bytes, ImageFormat::Png).unwrap().into_rgb8()
}

/// The part of the pixels outside the boxes of words that differ by more than 48 in a channel. Letters are each surface's
/// own.
pub(crate) fn differing(one: &RgbImage, other: &RgbImage, words: &[[f32; 4]]) -> f32 {
    assert_eq!(one.dimensions(), other.dimensions());
    let is_word = |x: u32, y: u32| {
        let [x, y] = [x, y].map(|at| at as f32 + 0.5);
        words.iter().any(|[left, top, width, height]| {
            (*left..left + width).contains(&x) && (*top..top + height).contains(&y)
        })
    };
    let pixels = one.enumerate_pixels().zip(other.pixels());
    let differ = pixels.filter(|((x, y, one), other)| {
        one.0.iter().zip(other.0).any(|(one, other)| one.abs_diff(other) > 48) && !is_word(*x, *y)
    });
    differ.count() as f32 / (one.width() * one.height()) as f32
}

/// Checks that a picture looks like the one that is kept in a file of the repository. With `UPDATE_PICTURES` it takes
/// the place of one that looks different.
pub(crate) fn looks_as_in(file: &str, bytes: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let drawn = decoded(bytes);
    let fault = match fs::read(&path).map(|kept| decoded(&kept)) {
        Err(error) => format!("cannot be read: {error}"),
        Ok(kept) if kept.dimensions() != drawn.dimensions() => "has another size".to_owned(),
        Ok(kept) => {
            // Machines round differently.
            let channels = kept.as_raw().iter().zip(drawn.as_raw());
            match channels.filter(|(kept, drawn)| kept.abs_diff(**drawn) > 1).count() {
                0 => return,
                differing => format!("differs in {differing} channels"),
            }
        }
    };
    let is_renewed = env::var_os("UPDATE_PICTURES").is_some();
    assert!(is_renewed, "{file} {fault}; UPDATE_PICTURES=1 draws it anew");
    fs::write(&path, bytes).unwrap();
}
