//! Tests of what every theme and every form of board must show.

use std::sync::OnceLock;

use image::{ImageFormat, RgbImage};
use proptest::prelude::*;
use scene::{
    Badge, Board, Cell, CurvePoint, Fight, FightVerdict, Gone, Ground, Hex, Hexes, Mark, Panel,
    Piece, Placed, PlyNote, RatingCurve, Scene, Shade, Shape, Side, SideTime, Spot, SpriteSource,
    Square, Squares, Veil, Wedges,
};

use super::eyes::{Eye, LUMINANCE};
use super::palette::{Palette, PaletteKind};
use super::theme::{Colours, Paint, Rgb, Tone};
use super::{Coordinates, Renderer, Theme, course_size, size};

mod any;
mod apart;
mod arrows;
mod charts;
mod corners;
mod eyes;
mod fallen;
mod hexes;
mod labels;
mod names;
mod sprites;
mod standings;

/// A renderer with every sprite of the folder `sprites/`, in the order of their names. What is
/// prepared is shared by all tests.
pub(crate) fn renderer() -> Renderer {
    static RENDERER: OnceLock<Renderer> = OnceLock::new();
    RENDERER.get_or_init(|| Renderer::new(sprites::in_folder())).clone()
}

/// Relative luminance as WCAG 2 defines it, as an eye sees a colour.
fn luminance_for(eye: &Eye, Rgb(red, green, blue): Rgb) -> f64 {
    eye.linear([red, green, blue]).iter().zip(LUMINANCE).map(|(channel, part)| channel * part).sum()
}

fn luminance(colour: Rgb) -> f64 {
    luminance_for(&Eye::ALL[0], colour)
}

pub(crate) fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns what shows a piece on a ground is its fill or its outline, whichever differs more.
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
        let c = Colours::of(theme);
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
        let c = Colours::of(theme);
        let (wanted, type_wanted) = if theme == Theme::Contrast { (7.0, 7.0) } else { (3.0, 4.5) };
        for ground in [c.light, c.dark] {
            for core in marks(c) {
                let found = contrast(c.edge, ground).max(contrast(core, ground));
                assert!(found >= wanted, "{theme:?}: mark {core:?} on {ground:?}: {found:.2}");
            }
        }
        assert!(contrast(c.light, c.dark) >= 1.2, "{theme:?}: squares");
        for colour in [c.text, c.dim_text, c.hit, c.push_word, c.lost_word] {
            let found = contrast(colour, c.panel);
            assert!(found >= type_wanted, "{theme:?}: {colour:?} on the panel: {found:.2}");
        }
        assert!(contrast(c.text, c.margin) >= type_wanted, "{theme:?}: coordinates");
        assert!(contrast(c.edge, c.medal) >= type_wanted, "{theme:?}: labels");
    }
}

#[test]
fn armies_are_told_apart_without_colour() {
    for theme in Theme::ALL {
        let c = Colours::of(theme);
        let grey = |colour: Rgb| 255.0 * luminance(colour);
        let apart = (grey(c.white.fill) - grey(c.black.fill)).abs();
        assert!(apart > 120.0, "{theme:?}: fills are {apart:.0} of 255 apart in grey");
    }
}

#[test]
fn tones_stand_out_in_every_theme() {
    for theme in Theme::ALL {
        let c = Colours::of(theme);
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

/// Returns how far apart two colours are, as the eye weighs the channels.
fn apart(one: Rgb, other: Rgb) -> i32 {
    let square = |one: u8, other: u8| (i32::from(one) - i32::from(other)).pow(2);
    3 * square(one.0, other.0) + 6 * square(one.1, other.1) + square(one.2, other.2)
}

#[test]
fn nine_tones_are_well_apart_and_two_are_alike() {
    for theme in Theme::ALL {
        let tones = Colours::of(theme).tones;
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
        let c = Colours::of(theme);
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
        let colour = if c.water.is_bright() { c.edge } else { c.text };
        let found = contrast(colour, c.water);
        assert!(found >= 4.5, "{theme:?}: numbers in the canals: {found:.2}");
    }
}

const KINDS: [PaletteKind; 5] = [
    PaletteKind::Armies,
    PaletteKind::Tones,
    PaletteKind::Hexes,
    PaletteKind::Charts,
    PaletteKind::Standings,
];

/// All areas have entries, and so have the blends at the edges of what is on most pictures.
#[test]
fn palettes_hold_their_themes() {
    for theme in Theme::ALL {
        let c = Colours::of(theme);
        for kind in KINDS {
            let palette = Palette::new(c, kind);
            assert!(palette.entries().len() <= 256, "{theme:?}, {kind:?}");
            for colour in kind.areas(c) {
                assert!(palette.entries().contains(&colour), "{theme:?}, {kind:?}: {colour:?}");
            }
        }
        let palette = Palette::new(c, PaletteKind::Armies);
        let entries = palette.entries();
        let flat = [c.light, c.dark, c.margin, c.panel, c.text, c.white.fill, c.black.fill, c.edge];
        for colour in flat.into_iter().chain(marks(c)) {
            assert_eq!(entries[usize::from(palette.index(colour))], colour, "{theme:?}");
        }
        let palette = Palette::new(c, PaletteKind::Tones);
        let entries = palette.entries();
        let tones = (0..12).map(|tone| c.paint(Shade::Tone(tone)).fill);
        let cells = (0..6)
            .flat_map(|zone| [Tone::Light, Tone::Dark].map(|tone| c.ground(Some(zone), tone)));
        for colour in tones.chain(cells).chain([c.water, c.edge, c.last, c.legal]) {
            assert_eq!(entries[usize::from(palette.index(colour))], colour, "{theme:?}");
        }
        let palette = Palette::new(c, PaletteKind::Hexes);
        let entries = palette.entries();
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_scene_is_drawn(
        board in any::board(),
        panel in any::panel(),
        earlier in prop_oneof![Just(Vec::new()), any::earlier()],
        theme in prop::sample::select(Theme::ALL.to_vec()),
        width in prop::sample::select(vec![100_u32, 237]),
    ) {
        let scene = Scene { board, panel, earlier, face: theme };
        let picture = decoded(&renderer().png(&scene, theme, width));
        prop_assert_eq!(picture.dimensions(), size(&scene, width).into());
    }
}
