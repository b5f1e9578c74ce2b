//! Pictures as games show them: the ones kept in the repository, and what holds for all pictures.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod pages;
mod words;

use image::{
    ImageFormat, RgbImage,
    codecs::png::{CompressionType, FilterType, PngEncoder},
};
use render::{Renderer, Theme, WIDTHS, card_size, course_size, size, standings_size};
use scene::Scene;

use crate::support::{
    cards, curves,
    pictures::{decoded, looks_as_in, renderer},
    standings,
};

#[path = "../support/samples.rs"]
pub(crate) mod samples;

#[test]
fn pictures_are_as_wide_as_asked_and_the_same_each_time() {
    let renderer = renderer();
    let scenes = samples::scenes();
    for (theme, scene) in Theme::ALL.into_iter().zip(scenes.iter().cycle().skip(3)) {
        for width in [100, 101, 299, 400, 550, 1001] {
            let bytes = renderer.png(&scene.1, theme, width);
            let picture = decoded(&bytes);
            assert_eq!(picture.dimensions(), size(&scene.1, width).into());
            assert_eq!(bytes, renderer.png(&scene.1, theme, width), "{theme:?} at {width}");
        }
    }
    let scene = &scenes[0].1;
    assert_eq!(decoded(&renderer.png(scene, Theme::Wood, 0)).width(), *WIDTHS.start());
    assert_eq!(decoded(&renderer.png(scene, Theme::Wood, u32::MAX)).width(), *WIDTHS.end());
}

#[test]
fn what_is_prepared_is_bounded() {
    let renderer = Renderer::new(games::sprites());
    let scenes = samples::scenes();
    let mut most = 0;
    // The greatest widths take most; one kind of board in each theme suffices to fill the room.
    for (width, theme) in [900, 1_800].into_iter().zip(Theme::ALL.into_iter().cycle()) {
        for (_, scene) in scenes.iter().step_by(12) {
            for theme in [theme, Theme::Contrast] {
                let _ = renderer.png(scene, theme, width);
                most = most.max(renderer.prepared_bytes());
            }
        }
    }
    assert!(most > 8 << 20, "only {most} bytes were ever kept, so this shows nothing");
    assert!(most <= 16 << 20, "{most} bytes are kept");
}

#[test]
fn what_was_drawn_before_leaves_no_trace() {
    let renderer = Renderer::new(games::sprites());
    let scenes = samples::scenes();
    let fresh: Vec<_> =
        scenes.iter().map(|(_, scene)| renderer.png(scene, Theme::Slate, 320)).collect();
    for ((name, scene), bytes) in scenes.iter().zip(&fresh).rev() {
        assert_eq!(&renderer.png(scene, Theme::Slate, 320), bytes, "{name}");
    }
}

/// The pictures kept in the repository, with the scene, theme and width that they show. To render
/// them again, run the tests with `UPDATE_PICTURES=1` and look at each one.
const KEPT: [(&str, Theme, u32); 69] = [
    ("hit", Theme::Wood, 400),
    ("push", Theme::Slate, 300),
    ("legal", Theme::Wood, 300),
    ("lost", Theme::Contrast, 300),
    ("blocked", Theme::Paper, 300),
    ("end", Theme::Wood, 300),
    ("flat4x8", Theme::Wood, 960),
    ("flat4x8", Theme::Wood, 400),
    ("flat8x8", Theme::Wood, 400),
    ("wedge3", Theme::Wood, 840),
    ("wedge3", Theme::Slate, 400),
    ("wedge4", Theme::Wood, 400),
    ("wedge5", Theme::Wood, 400),
    ("wedge5", Theme::Paper, 400),
    ("wedge6", Theme::Wood, 400),
    ("asked", Theme::Wood, 400),
    ("rainbow", Theme::Wood, 400),
    ("shady", Theme::Contrast, 400),
    ("mix-start", Theme::Wood, 960),
    ("mix-start", Theme::Paper, 400),
    ("mix-chain", Theme::Wood, 400),
    ("mix-check", Theme::Slate, 400),
    ("mix-mate", Theme::Contrast, 400),
    ("mix-joined", Theme::Wood, 400),
    ("mix-joined", Theme::Paper, 300),
    ("mix-counts", Theme::Wood, 400),
    ("mix-stuck", Theme::Slate, 300),
    ("mix-late", Theme::Wood, 300),
    ("cyvasse-start", Theme::Wood, 840),
    ("cyvasse-start", Theme::Paper, 400),
    ("cyvasse-middle", Theme::Wood, 400),
    ("cyvasse-turned", Theme::Wood, 400),
    ("cyvasse-flank", Theme::Wood, 400),
    ("cyvasse-flank", Theme::Contrast, 300),
    ("cyvasse-ruin", Theme::Slate, 400),
    ("cyvasse-crowned", Theme::Wood, 400),
    ("cyvasse-late", Theme::Wood, 400),
    ("cyvasse-dragon", Theme::Wood, 400),
    ("cyvasse-legal", Theme::Wood, 400),
    ("cyvasse-setup", Theme::Wood, 400),
    ("cyvasse-veiled", Theme::Slate, 300),
    // Messages that tell several plies.
    ("told-fights", Theme::Wood, 960),
    ("told-fights", Theme::Slate, 400),
    ("told-answer", Theme::Wood, 600),
    ("told-answer", Theme::Contrast, 400),
    ("told-recapture", Theme::Wood, 400),
    ("told-recapture", Theme::Paper, 400),
    ("told-lost", Theme::Slate, 600),
    ("told-bots", Theme::Wood, 600),
    ("told-zones", Theme::Wood, 400),
    ("told-wedge3", Theme::Slate, 400),
    ("told-wedge6", Theme::Wood, 600),
    ("mix-told", Theme::Wood, 600),
    ("mix-told", Theme::Paper, 300),
    ("cyvasse-told", Theme::Wood, 840),
    ("cyvasse-told", Theme::Slate, 400),
    // Games with clocks.
    ("timed-hit", Theme::Wood, 960),
    ("timed-flat4x8", Theme::Slate, 400),
    ("timed-flat8x8", Theme::Wood, 400),
    ("timed-wedge5", Theme::Wood, 600),
    ("timed-cyvasse", Theme::Wood, 600),
    ("timed-cyvasse", Theme::Contrast, 300),
    // The chances of attacks, with what they are chances of.
    ("legal", Theme::Slate, 960),
    // The faces of games.
    ("flat4x8", Theme::Mars, 960),
    ("flat8x8", Theme::Mars, 960),
    ("wedge6", Theme::Mars, 600),
    ("rainbow", Theme::Mars, 400),
    ("mix-start", Theme::Felt, 960),
    ("mix-chain", Theme::Felt, 400),
];

#[test]
fn pictures_look_as_kept() {
    let renderer = renderer();
    let scenes = samples::scenes();
    for (name, theme, width) in KEPT {
        let (_, scene) = scenes.iter().find(|(known, _)| *known == name).unwrap();
        looks_as_kept(name, theme, width, &renderer.png(scene, theme, width));
    }
}

/// Checks that a picture looks like the one that is kept of this name, theme and width.
fn looks_as_kept(name: &str, theme: Theme, width: u32, bytes: &[u8]) {
    looks_as_in(&format!("tests/data/pictures/{name}-{}-{width}.png", theme.key()), bytes);
}

/// The charts of ratings that are kept, in the same way.
const KEPT_CHARTS: [(&str, Theme, u32); 8] = [
    ("one", Theme::Wood, 960),
    ("one", Theme::Paper, 400),
    ("year", Theme::Slate, 960),
    ("year", Theme::Wood, 400),
    ("unsure", Theme::Slate, 600),
    ("unsure", Theme::Contrast, 400),
    ("jumps", Theme::Paper, 960),
    ("jumps", Theme::Contrast, 340),
];

#[test]
fn charts_look_as_kept_and_are_the_same_each_time() {
    let renderer = renderer();
    let curves = curves::curves();
    for (name, theme, width) in KEPT_CHARTS {
        let (_, curve) = curves.iter().find(|(known, _)| *known == name).unwrap();
        let bytes = renderer.curve_png(curve, theme, width);
        assert_eq!(decoded(&bytes).dimensions(), course_size(width).into());
        let anew = Renderer::new([]).curve_png(curve, theme, width);
        assert!(bytes == anew, "{name}: nothing that was drawn before shows in it");
        looks_as_kept(&format!("course-{name}"), theme, width, &bytes);
    }
}

/// The standings of events that are kept, in the same way.
const KEPT_STANDINGS: [(&str, Theme, u32); 7] = [
    ("evening", Theme::Slate, 400),
    ("over", Theme::Wood, 960),
    ("over", Theme::Paper, 400),
    ("league", Theme::Slate, 960),
    ("league", Theme::Contrast, 400),
    ("begun", Theme::Wood, 400),
    ("begun", Theme::Paper, 340),
];

#[test]
fn standings_look_as_kept_and_are_the_same_each_time() {
    let renderer = renderer();
    let sheets = standings::sheets();
    for (name, theme, width) in KEPT_STANDINGS {
        let (_, sheet) = sheets.iter().find(|(known, _)| *known == name).unwrap();
        let bytes = renderer.standings_png(sheet, theme, width);
        assert_eq!(decoded(&bytes).dimensions(), standings_size(sheet, width).into());
        let anew = Renderer::new([]).standings_png(sheet, theme, width);
        assert!(bytes == anew, "{name}: nothing that was drawn before shows in it");
        looks_as_kept(&format!("standings-{name}"), theme, width, &bytes);
    }
    let bytes = renderer.standings_png(&standings::evening(), Theme::Wood, 900);
    looks_as_in("docs/events-standings.png", &bytes);
}

/// The cards of finished games that are kept, in the same way; without a theme in the face of the game.
const KEPT_CARDS: [(&str, Option<Theme>, u32); 12] = [
    ("lyra", None, 1200),
    ("lyra", Some(Theme::Slate), 400),
    ("time", None, 600),
    ("draw", Some(Theme::Paper), 600),
    ("martian", None, 600),
    ("teams", None, 600),
    ("three", None, 400),
    ("six", None, 600),
    ("six", Some(Theme::Contrast), 400),
    ("cyvasse", None, 600),
    ("cyvasse", Some(Theme::Slate), 400),
    ("mix", None, 600),
];

#[test]
fn cards_look_as_kept() {
    let cards = cards::cards();
    for (name, theme, width) in KEPT_CARDS {
        let (_, recipe) = cards.iter().find(|(known, _)| *known == name).unwrap();
        let sheet = recipe.sheet().unwrap();
        let bytes = renderer().card_png(sheet, theme, width);
        assert_eq!(decoded(&bytes).dimensions(), card_size(width).into());
        looks_as_kept(&format!("card-{name}"), theme.unwrap_or(sheet.scene.face), width, &bytes);
    }
}

/// What lists stand on in a chat that is dark, and in one that is light.
const GROUNDS: [[u8; 4]; 2] = [[43, 45, 49, 255], [255, 255, 255, 255]];
/// In which sizes the pictures of single pieces are seen there, in pixels.
const SEEN: [u32; 2] = [48, 22];

/// The pictures of all pieces, as they are seen on both grounds: a sheet for the eye.
fn sheet_of_pieces() -> RgbImage {
    const GAP: u32 = 4;
    const COLUMNS: usize = 9;
    let (renderer, pieces) = (renderer(), games::pieces());
    let strip = SEEN.iter().map(|size| size + GAP).sum::<u32>() + GAP;
    let (width, height) = (strip * 2, SEEN[0] + 2 * GAP);
    let rows = pieces.len().div_ceil(COLUMNS) as u32;
    let mut sheet = image::RgbaImage::new(width * COLUMNS as u32, height * rows);
    for (n, piece) in pieces.iter().enumerate() {
        let png = renderer.piece_png(piece, 128);
        let picture = image::load_from_memory_with_format(&png, ImageFormat::Png).unwrap();
        let [column, row] = [n % COLUMNS, n / COLUMNS].map(|n| n as u32);
        for (ground, side) in GROUNDS.into_iter().zip(0..) {
            let left = column * width + side * strip;
            let under = image::RgbaImage::from_pixel(strip, height, image::Rgba(ground));
            image::imageops::replace(&mut sheet, &under, left.into(), (row * height).into());
            let mut x = left + GAP;
            for size in SEEN {
                let small = picture.resize(size, size, image::imageops::FilterType::Triangle);
                image::imageops::overlay(&mut sheet, &small, x.into(), (row * height + GAP).into());
                x += size + GAP;
            }
        }
    }
    image::DynamicImage::from(sheet).into_rgb8()
}

#[test]
fn pieces_alone_look_as_kept() {
    let drawn = sheet_of_pieces();
    let (best, filter) = (CompressionType::Best, FilterType::Adaptive);
    let mut bytes = Vec::new();
    drawn.write_with_encoder(PngEncoder::new_with_quality(&mut bytes, best, filter)).unwrap();
    looks_as_in("tests/data/pictures/pieces.png", &bytes);
}

/// A platform takes them as they are, and each is another picture.
#[test]
fn pieces_alone_are_small_clear_around_and_each_another() {
    let renderer = renderer();
    let mut seen = std::collections::BTreeSet::new();
    for piece in games::pieces() {
        let png = renderer.piece_png(&piece, 128);
        assert!(png.len() < 32 << 10, "{piece:?}: {} bytes", png.len());
        let picture = image::load_from_memory_with_format(&png, ImageFormat::Png).unwrap();
        let picture = picture.into_rgba8();
        assert_eq!(picture.dimensions(), (128, 128));
        let corners = [(0, 0), (127, 0), (0, 127), (127, 127)];
        assert!(corners.iter().all(|(x, y)| picture.get_pixel(*x, *y).0[3] == 0), "{piece:?}");
        assert_eq!(png, renderer.piece_png(&piece, 128));
        assert!(seen.insert(png), "{piece:?} looks like another piece");
    }
}

#[test]
fn stored_scenes_are_drawn() {
    let stored = include_str!("../data/scenes/stored.jsonl");
    let renderer = renderer();
    for line in stored.lines() {
        let scene: Scene = serde_json::from_str(line).unwrap();
        let picture = decoded(&renderer.png(&scene, Theme::Slate, 400));
        assert_eq!(picture.dimensions(), size(&scene, 400).into());
    }
}
