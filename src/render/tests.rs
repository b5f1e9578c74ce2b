use std::path::PathBuf;

use image::{ImageFormat, RgbImage};
use proptest::prelude::*;

use super::palette::Palette;
use super::theme::{Colours, Paint, Rgb, Tone};
use super::*;
use crate::scene::{
    self, Badge, Board, Cell, Fight, Ground, Hex, Hexes, Mark, Panel, Piece, Placed, Shade, Shape,
    Side, Spot, Square, Squares, Veil, Verdict, Wedges,
};

mod any;
mod apart;
mod hexes;
#[path = "samples.rs"]
mod samples;

/// Relative luminance as WCAG 2 defines it.
fn luminance(Rgb(red, green, blue): Rgb) -> f64 {
    #[expect(clippy::disallowed_methods, reason = "a test may differ in the last digit")]
    let linear = |channel: u8| match f64::from(channel) / 255.0 {
        low if low <= 0.040_45 => low / 12.92,
        high => ((high + 0.055) / 1.055).powf(2.4),
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// What shows a piece on a ground is its fill or its outline, whichever differs more.
fn piece_contrast(paint: &Paint, ground: Rgb) -> f64 {
    contrast(paint.fill, ground).max(contrast(paint.line, ground))
}

/// Everything that a mark is drawn in on the board.
fn marks(colours: &Colours) -> [Rgb; 5] {
    [colours.last, colours.push, colours.lost, colours.legal, colours.medal]
}

#[test]
fn pieces_stand_out_in_every_theme() {
    for theme in Theme::ALL {
        let c = theme.colours();
        let wanted = if theme == Theme::Contrast { 7.0 } else { 3.0 };
        for (army, paint) in [("white", &c.white), ("black", &c.black)] {
            for (tone, ground) in [("light", c.light), ("dark", c.dark), ("tray", c.tray)] {
                let found = piece_contrast(paint, ground);
                assert!(found >= wanted, "{theme:?}: {army} on {tone}: {found:.2}");
            }
            let found = contrast(paint.fill, paint.mark);
            assert!(found >= 3.0, "{theme:?}: signs of rank of {army}: {found:.2}");
        }
        let found = contrast(c.white.fill, c.black.fill);
        assert!(found >= wanted.max(4.5), "{theme:?}: white against black: {found:.2}");
        assert_ne!(c.white.weight, c.black.weight, "{theme:?}: outlines differ in weight too");
    }
}

#[test]
fn marks_and_type_stand_out_in_every_theme() {
    for theme in Theme::ALL {
        let c = theme.colours();
        let (wanted, type_wanted) = if theme == Theme::Contrast { (7.0, 7.0) } else { (3.0, 4.5) };
        for ground in [c.light, c.dark] {
            for core in marks(c) {
                let found = contrast(c.edge, ground).max(contrast(core, ground));
                assert!(found >= wanted, "{theme:?}: mark {core:?} on {ground:?}: {found:.2}");
            }
        }
        assert!(contrast(c.light, c.dark) >= 1.2, "{theme:?}: squares");
        for ink in [c.ink, c.dim, c.hit, c.push_word, c.lost_word] {
            let found = contrast(ink, c.panel);
            assert!(found >= type_wanted, "{theme:?}: {ink:?} on the panel: {found:.2}");
        }
        assert!(contrast(c.ink, c.margin) >= type_wanted, "{theme:?}: coordinates");
        assert!(contrast(c.edge, c.medal) >= type_wanted, "{theme:?}: labels");
    }
}

#[test]
fn armies_are_told_apart_without_colour() {
    for theme in Theme::ALL {
        let c = theme.colours();
        let grey = |colour: Rgb| 255.0 * luminance(colour);
        let apart = (grey(c.white.fill) - grey(c.black.fill)).abs();
        assert!(apart > 120.0, "{theme:?}: fills are {apart:.0} of 255 apart in grey");
    }
}

#[test]
fn tones_stand_out_in_every_theme() {
    for theme in Theme::ALL {
        let c = theme.colours();
        let wanted = if theme == Theme::Contrast { 7.0 } else { 3.0 };
        let cells = (0..6)
            .flat_map(|zone| [Tone::Light, Tone::Dark].map(|tone| c.ground(Some(zone), tone)));
        let grounds: Vec<Rgb> = cells.chain([c.tray]).collect();
        for tone in 0..12 {
            let paint = c.paint(Shade::Tone(tone));
            for &ground in &grounds {
                let found = piece_contrast(&paint, ground);
                assert!(found >= wanted, "{theme:?}: tone {tone} on {ground:?}: {found:.2}");
            }
            let found = contrast(paint.fill, paint.mark);
            assert!(found >= 4.0, "{theme:?}: pips of tone {tone}: {found:.2}");
        }
    }
}

/// How far apart two colours are, as the eye weighs the channels.
fn apart(one: Rgb, other: Rgb) -> i32 {
    let square = |one: u8, other: u8| (i32::from(one) - i32::from(other)).pow(2);
    3 * square(one.0, other.0) + 6 * square(one.1, other.1) + square(one.2, other.2)
}

#[test]
fn nine_tones_are_well_apart_and_two_are_alike() {
    for theme in Theme::ALL {
        let tones = theme.colours().tones;
        // Paper has only greys for them.
        let least = if theme == Theme::Paper { 2_000 } else { 20_000 };
        for (index, &one) in tones[1..10].iter().enumerate() {
            for &other in &tones[index + 2..10] {
                assert!(apart(one, other) >= least, "{theme:?}: {one:?} and {other:?}");
            }
        }
        let alike = apart(tones[10], tones[11]);
        assert!((1_000..20_000).contains(&alike), "{theme:?}: {alike}");
    }
}

#[test]
fn zones_are_seen_in_every_theme() {
    for theme in Theme::ALL {
        let c = theme.colours();
        for zone in 0..6 {
            let [light, dark] = [Tone::Light, Tone::Dark].map(|tone| c.ground(Some(zone), tone));
            let found = contrast(light, dark);
            assert!(found >= 1.2, "{theme:?}: cells of zone {zone}: {found:.2}");
            let found = contrast(c.edge, c.label(zone));
            assert!(found >= 4.5, "{theme:?}: label of zone {zone}: {found:.2}");
        }
        // The canal's banks are lines that show against it, or it is as dark as they are.
        let found = contrast(c.edge, c.water).max(contrast(c.light, c.water));
        assert!(found >= 3.0, "{theme:?}: canals: {found:.2}");
        let ink = if c.water.is_bright() { c.edge } else { c.ink };
        let found = contrast(ink, c.water);
        assert!(found >= 4.5, "{theme:?}: numbers in the canals: {found:.2}");
    }
}

#[test]
fn palettes_hold_their_themes() {
    for theme in Theme::ALL {
        let c = theme.colours();
        let palette = Palette::new(c, Dyes::Armies);
        let entries = palette.entries();
        assert!(entries.len() <= 256, "{theme:?} has {} colours", entries.len());
        let flat = [c.light, c.dark, c.margin, c.panel, c.ink, c.white.fill, c.black.fill, c.edge];
        for colour in flat.into_iter().chain(marks(c)) {
            assert_eq!(entries[usize::from(palette.index(colour))], colour, "{theme:?}");
        }
        let palette = Palette::new(c, Dyes::Tones);
        let entries = palette.entries();
        assert!(entries.len() <= 256, "{theme:?} has {} colours", entries.len());
        let tones = (0..12).map(|tone| c.paint(Shade::Tone(tone)).fill);
        let cells = (0..6)
            .flat_map(|zone| [Tone::Light, Tone::Dark].map(|tone| c.ground(Some(zone), tone)));
        for colour in tones.chain(cells).chain([c.water, c.edge, c.last, c.legal]) {
            assert_eq!(entries[usize::from(palette.index(colour))], colour, "{theme:?}");
        }
        let palette = Palette::new(c, Dyes::Hexes);
        let entries = palette.entries();
        assert!(entries.len() <= 256, "{theme:?} has {} colours", entries.len());
        let armies = [c.white, c.black].map(|paint| [paint.fill, paint.line, paint.mark]);
        let cells = hexes::tones(c).into_iter().chain(hexes::soils(c)).chain([c.tray, c.margin]);
        for colour in cells.chain(armies.concat()).chain(marks(c)) {
            assert_eq!(entries[usize::from(palette.index(colour))], colour, "{theme:?}");
        }
    }
}

fn decoded(bytes: &[u8]) -> RgbImage {
    image::load_from_memory_with_format(bytes, ImageFormat::Png).unwrap().into_rgb8()
}

#[test]
fn pictures_are_as_wide_as_asked_and_the_same_each_time() {
    let scenes = samples::scenes();
    for (theme, scene) in Theme::ALL.into_iter().zip(scenes.iter().cycle().skip(3)) {
        for width in [100, 101, 299, 400, 550, 1001] {
            let bytes = png(&scene.1, theme, width);
            let picture = decoded(&bytes);
            assert_eq!(picture.dimensions(), size(&scene.1, width).into());
            assert_eq!(bytes, png(&scene.1, theme, width), "{theme:?} at {width}");
        }
    }
    let scene = &scenes[0].1;
    assert_eq!(decoded(&png(scene, Theme::Wood, 0)).width(), *WIDTHS.start());
    assert_eq!(decoded(&png(scene, Theme::Wood, u32::MAX)).width(), *WIDTHS.end());
}

#[test]
fn a_game_is_one_animation() {
    use image::AnimationDecoder;
    use image::codecs::gif::GifDecoder;

    let scenes: Vec<_> = samples::scenes().into_iter().map(|(_, scene)| scene).collect();
    let bytes = gif(&scenes[..3], Theme::Wood, 200, 900);
    let decoder = GifDecoder::new(std::io::Cursor::new(&bytes)).unwrap();
    let frames = decoder.into_frames().collect_frames().unwrap();
    assert_eq!(frames.len(), 3);
    for (frame, scene) in frames.iter().zip(&scenes) {
        let still = decoded(&png(scene, Theme::Wood, 200));
        let shown = image::DynamicImage::from(frame.buffer().clone()).into_rgb8();
        assert!(shown == still, "a frame shows what the still picture shows");
    }
    assert!(gif(&[], Theme::Wood, 200, 900).is_empty(), "nothing to show");
}

#[test]
fn what_was_drawn_before_leaves_no_trace() {
    let scenes = samples::scenes();
    let fresh: Vec<_> = scenes.iter().map(|(_, scene)| png(scene, Theme::Slate, 320)).collect();
    for ((name, scene), bytes) in scenes.iter().zip(&fresh).rev() {
        assert_eq!(&png(scene, Theme::Slate, 320), bytes, "{name}");
    }
}

/// Pictures kept in the repository, with the scene, theme and width that they show. To draw them
/// anew, run the tests with `UPDATE_PICTURES=1` and look at each one.
const KEPT: [(&str, Theme, u32); 41] = [
    ("hit", Theme::Wood, 400),
    ("push", Theme::Slate, 300),
    ("legal", Theme::Wood, 300),
    ("lost", Theme::Contrast, 300),
    ("blocked", Theme::Paper, 300),
    ("end", Theme::Wood, 300),
    ("flat4x8", Theme::Wood, 900),
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
    ("mix-start", Theme::Wood, 900),
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
];

#[test]
fn pictures_look_as_kept() {
    for (name, theme, width) in KEPT {
        let scenes = samples::scenes();
        let (_, scene) = scenes.iter().find(|(known, _)| *known == name).unwrap();
        let bytes = png(scene, theme, width);
        let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pictures"));
        let path = folder.join(format!("{name}-{}-{width}.png", theme.key()));
        if std::env::var_os("UPDATE_PICTURES").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &bytes).unwrap();
        }
        let (kept, drawn) = (decoded(&std::fs::read(&path).unwrap()), decoded(&bytes));
        assert_eq!(kept.dimensions(), drawn.dimensions(), "{name}");
        let pixels = kept.as_raw().iter().zip(drawn.as_raw());
        let differing = pixels.filter(|(kept, drawn)| kept.abs_diff(**drawn) > 1).count();
        assert_eq!(differing, 0, "{} differs in so many channels", path.display());
    }
}

/// Writes every scene in every theme into the folder `LOOK`, to look at; only those whose names
/// begin with `ONLY`, if that is set.
#[test]
#[ignore = "for the eye"]
fn all_pictures() {
    let folder = PathBuf::from(std::env::var_os("LOOK").unwrap_or_else(|| "target/look".into()));
    std::fs::create_dir_all(&folder).unwrap();
    let scenes = samples::scenes();
    for theme in Theme::ALL {
        for width in [0, 400, 300] {
            let only = std::env::var("ONLY").unwrap_or_default();
            for (name, scene) in scenes.iter().filter(|(name, _)| name.starts_with(&only)) {
                let width = if width == 0 { default_width(scene) } else { width };
                let path = folder.join(format!("{name}-{}-{width}.png", theme.key()));
                std::fs::write(path, png(scene, theme, width)).unwrap();
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_scene_is_drawn(
        board in any::board(),
        panel in any::panel(),
        theme in prop::sample::select(Theme::ALL.to_vec()),
        width in prop::sample::select(vec![100_u32, 237]),
    ) {
        let scene = Scene { board, panel };
        let picture = decoded(&png(&scene, theme, width));
        prop_assert_eq!(picture.dimensions(), size(&scene, width).into());
    }
}
