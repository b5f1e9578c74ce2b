//! What must be told apart by every eye: computed from the colours of each theme, as people with each kind of colour
//! blindness see them.

use image::GrayImage;

use super::super::{
    assets::AssetsKey,
    board::{BoardGeometry, bounce_pen, zone_pattern},
    canvas::{Canvas, IndexedImage},
    dice,
    layout::Layout,
    marks::Pen,
    scale::{Format, Scale},
};
use super::*;

/// Gives the tint of a cell by its zone and tone.
type Tint = fn(&Colours, Option<usize>, Tone) -> Rgb;

/// The contrast of two colours for an eye.
fn contrast_for(eye: &Eye, one: Rgb, other: Rgb) -> f64 {
    let seen = |colour: Rgb| luminance_for(eye, colour) + 0.05;
    let (one, other) = (seen(one), seen(other));
    one.max(other) / one.min(other)
}

/// Checks something in every theme, for every eye.
fn for_all(check: impl Fn(&Colours, &dyn Fn(Rgb, Rgb) -> f64, &str)) {
    for theme in Theme::ALL {
        for eye in &Eye::ALL {
            let contrast = |one, other| contrast_for(eye, one, other);
            check(Colours::of(theme), &contrast, &format!("{theme:?}, {}", eye.name));
        }
    }
}

/// The cells of boards of squares and hexes, with and without zones.
fn grounds() -> impl Iterator<Item = (Option<usize>, Tone)> {
    let plain = [Tone::Light, Tone::Middle, Tone::Dark].map(|tone| (None, tone));
    let zoned = (0..6).flat_map(|zone| [Tone::Light, Tone::Dark].map(|tone| (Some(zone), tone)));
    plain.into_iter().chain(zoned)
}

/// What tints a cell of a last move, of a push, and one that is asked about.
fn tints(c: &Colours, zone: Option<usize>, tone: Tone) -> [Rgb; 3] {
    [c.last_tint(zone, tone), c.cold_tint(zone, tone), c.legal_tint(zone, tone)]
}

#[test]
fn every_eye_sees_pieces_on_their_squares_and_tells_the_armies_apart() {
    for_all(|c, contrast, context| {
        let shades = [Shade::Light, Shade::Dark].into_iter().chain((0..12).map(Shade::Tone));
        for shade in shades {
            let paint = c.paint(shade);
            for (zone, tone) in grounds() {
                for ground in [c.ground(zone, tone)].into_iter().chain(tints(c, zone, tone)) {
                    let found = contrast(paint.fill, ground).max(contrast(paint.line, ground));
                    assert!(found >= 3.0, "{context}: {shade:?} on {ground:?}: {found:.2}");
                }
            }
        }
        for (ground, paint) in hexes::soils(c)
            .into_iter()
            .chain([c.tray])
            .flat_map(|ground| [(ground, c.white), (ground, c.black)])
        {
            let found = contrast(paint.fill, ground).max(contrast(paint.line, ground));
            assert!(found >= 3.0, "{context}: {:?} on {ground:?}: {found:.2}", paint.fill);
        }
        let found = contrast(c.white.fill, c.black.fill);
        assert!(found >= 4.5, "{context}: light against dark pieces: {found:.2}");
    });
}

/// Where neither tint of a pair can stand out from a cell between light and dark, and in grey, the thin frame does.
#[test]
fn every_eye_sees_which_squares_are_tinted() {
    for_all(|c, contrast, context| {
        for (zone, tone) in grounds() {
            let ground = c.ground(zone, tone);
            for tint in [c.last_tint(zone, tone), c.cold_tint(zone, tone)] {
                let (found, frame) = (contrast(tint, ground), contrast(c.edge, tint));
                let is_plain = zone.is_none() && tone != Tone::Middle;
                assert!(found >= if is_plain { 1.6 } else { 1.0 }, "{context}: {found:.2}");
                assert!(
                    frame >= 3.0,
                    "{context}: {tint:?} on {ground:?}: {found:.2}, its frame {frame:.2}"
                );
            }
        }
        for tone in [Tone::Light, Tone::Dark] {
            let (last, cold) = (c.last_tint(None, tone), c.cold_tint(None, tone));
            assert_ne!(last, cold, "{context}");
        }
    });
}

/// The origin of a last move, and that of an attack that was pushed back, has an inner frame that each eye sees on its
/// tint: in every theme, on each kind of cell and on phones.
#[test]
fn every_eye_sees_the_inner_frame_of_an_origin() {
    let squares = |zone| Shape::Squares(Squares { files: 8, ranks: 8, turned: 0, zone });
    let wedges = (3..=6).map(|zones| Shape::Wedges(Wedges { zones, facing: 0 }));
    let hexes = Shape::Hexes(Hexes { edge: 6, half_turned: false, veil: Veil::None });
    let plain = Squares { files: 6, ranks: 6, turned: 0, zone: None };
    let shapes = [Shape::Squares(plain), squares(None), squares(Some([4, 4])), hexes];
    for shape in shapes.into_iter().chain(wedges) {
        for (theme, width) in Theme::ALL.into_iter().flat_map(|theme| [(theme, 480), (theme, 340)])
        {
            let scale = Scale::new(Format::of(shape), width);
            let geometry = BoardGeometry::new(scale, shape, Layout::Pair);
            let cells = geometry.cells();
            let drawn = |mark: fn(Spot) -> Mark| {
                let marks = cells.iter().map(|at| mark(*at)).collect();
                let scene = Scene::of(Board::of(shape, Vec::new(), marks), Panel::default());
                renderer().image(&scene, theme, width)
            };
            let nowhere = |at| Mark::Push(at, Square { file: u8::MAX, rank: 0 }.into());
            let pushed = (drawn(nowhere), Colours::cold_tint as Tint);
            for ((image, assets), tint) in [(drawn(Mark::From), Colours::last_tint as Tint), pushed]
            {
                let entries = assets.palette.entries();
                let rows: Vec<&[u8]> = image.rows().collect();
                for place in cells.iter().filter_map(|at| geometry.place(*at)) {
                    let tint = tint(assets.colours, place.zone, place.tone);
                    let ([x, y], size) =
                        (place.corner.map(|at| at as usize), usize::from(place.size));
                    // The box of a slanted cell holds only the middle of its sides.
                    let side = place.border.map_or(2.0 * size as f32, |border| border.side());
                    let pixels = rows[y..y + size].iter().flat_map(|row| &row[x..x + size]);
                    let colours = pixels.map(|index| entries[usize::from(*index)]);
                    let frame = colours.filter(|colour| *colour != tint).collect::<Vec<_>>();
                    for eye in &Eye::ALL {
                        let shows = |colour: &&Rgb| contrast_for(eye, **colour, tint) >= 3.0;
                        let found = frame.iter().filter(shows).count();
                        let name = eye.name;
                        assert!(
                            found as f32 >= side,
                            "{theme:?}, {name}, {shape:?} at {width}: {found} of {side}"
                        );
                    }
                }
            }
        }
    }
}

/// The sign of a push is told from the frames on which it lies by its rim.
#[test]
fn every_eye_sees_the_rim_of_the_sign_of_a_push() {
    for_all(|c, contrast, context| {
        let Pen { core, edge } = bounce_pen(c);
        let found = contrast(core, edge);
        assert!(found >= 3.0, "{context}: {found:.2}");
    });
}

/// Frames around targets, and rings around what may be attacked: their core or their edge shows on each cell, tinted
/// or not.
#[test]
fn every_eye_sees_the_frames_on_every_square() {
    for_all(|c, contrast, context| {
        for (zone, tone) in grounds() {
            let cells = [c.ground(zone, tone)].into_iter().chain(tints(c, zone, tone));
            for ground in cells.chain(hexes::soils(c)) {
                for core in [c.medal, c.push_word, c.lost, c.legal] {
                    let found = contrast(core, ground).max(contrast(c.edge, ground));
                    assert!(found >= 3.0, "{context}: {core:?} on {ground:?}: {found:.2}");
                }
            }
        }
    });
}

#[test]
fn every_eye_sees_discs_on_their_plates_and_reads_the_words() {
    for_all(|c, contrast, context| {
        let discs = [("light", c.disc(&c.white)), ("dark", c.disc(&c.black))];
        for (army, [fill, ring]) in discs {
            // The plate of whoever is to move has the colour of text, a winner's that of hits.
            for plate in [c.panel, c.margin, c.text, c.hit] {
                let found = contrast(fill, plate).max(contrast(ring, plate));
                assert!(found >= 3.0, "{context}: {army} disc on {plate:?}: {found:.2}");
            }
        }
        for shade in [Shade::Light, Shade::Dark] {
            let (paint, ground) =
                (c.paint(shade), if dice::stands_out(c, shade) { c.panel } else { c.tray });
            let found = contrast(paint.fill, ground).max(contrast(paint.line, ground));
            assert!(found >= 2.8, "{context}: die of {shade:?}: {found:.2}");
        }
        let wanted = if c.letters { 7.0 } else { 4.5 };
        for word in [c.text, c.dim_text, c.hit, c.push_word, c.lost_word] {
            let found = contrast(word, c.panel);
            assert!(found >= wanted, "{context}: {word:?} on the panel: {found:.2}");
        }
        let found = contrast(c.hit_text(), c.hit);
        assert!(found >= wanted, "{context}: words on the golden plate: {found:.2}");
        for zone in 0..6 {
            let (fill, sign) = c.zone_colours(zone);
            let found = contrast(fill, sign);
            assert!(found >= 2.5, "{context}: pattern of zone {zone}: {found:.2}");
            for plate in [c.panel, c.text, c.hit] {
                let found = [fill, sign, c.edge].map(|part| contrast(part, plate));
                let found = found.into_iter().fold(0.0, f64::max);
                assert!(found >= 3.0, "{context}: zone {zone} on {plate:?}: {found:.2}");
            }
        }
    });
}

/// A disc of a dark side looks dark: its ring is not that of a light one.
#[test]
fn a_dark_disc_has_no_white_ring() {
    for theme in Theme::ALL {
        let c = Colours::of(theme);
        let found = contrast(c.disc(&c.black)[1], c.white.fill);
        assert!(found >= 2.0, "{theme:?}: {found:.2}");
    }
}

/// A box in the colour and the pattern of a zone, in grey, as an eye sees it.
fn pattern(theme: Theme, width: u32, eye: &Eye, zone: usize, [wide, high]: [i32; 2]) -> GrayImage {
    let scale = Scale::new(Format::Panel, width);
    let assets = renderer().assets_of(AssetsKey { theme, palette_kind: PaletteKind::Tones, scale });
    let [wide, high] = [wide, high].map(|length| assets.px(length as f32));
    let image = IndexedImage::new(wide as usize, high as usize, 0);
    let mut canvas = Canvas::new(&assets, image);
    zone_pattern(&mut canvas, zone, [0, 0, wide, high]);
    let greys: Vec<u8> = assets.palette.entries().iter().map(|&colour| grey(eye, colour)).collect();
    let pixels = canvas.image.rows().flatten().map(|&index| greys[usize::from(index)]).collect();
    GrayImage::from_raw(wide as u32, high as u32, pixels).unwrap()
}

/// The grey that an eye makes of a colour, so that its lightness is kept.
#[expect(clippy::disallowed_methods, reason = "a test may differ in the last digit")]
fn grey(eye: &Eye, colour: Rgb) -> u8 {
    (255.0 * luminance_for(eye, colour).powf(1.0 / 2.2)) as u8
}

/// On a disc, on a strip that lies and on one that stands, in the default width and in the small size: one pixel in
/// eight differs at a glance.
#[test]
fn zones_are_told_apart_by_their_patterns_in_grey_and_by_every_eye() {
    for theme in Theme::ALL {
        for eye in &Eye::ALL {
            for width in [900, 600] {
                for size in [[36, 36], [160, 16], [16, 160]] {
                    let zones: Vec<_> = (0..6)
                        .map(|zone| (zone.to_string(), pattern(theme, width, eye, zone, size)))
                        .collect();
                    let pixels = zones[0].1.as_raw().len();
                    let context = format!("{theme:?}, {}, {size:?} at {width}", eye.name);
                    apart::all_apart(&zones, pixels / 8, &context);
                }
            }
        }
    }
}

/// Along the outer edge of each zone, whatever the form of the board and from whichever side it is seen.
#[test]
fn boards_show_the_pattern_of_every_zone_from_every_side() {
    let squares =
        |files, turned| Shape::Squares(Squares { files, ranks: 8, turned, zone: Some([4, 4]) });
    let wedges = |zones| Shape::Wedges(Wedges { zones, facing: 1 });
    let shapes = (0..4).flat_map(|turned| [(squares(4, turned), 2), (squares(8, turned), 4)]);
    let colours = Colours::of(Theme::Mars);
    for (shape, zones) in shapes.chain((3..=6).map(|zones| (wedges(zones), usize::from(zones)))) {
        let scene = Scene::of(Board::of(shape, Vec::new(), Vec::new()), Panel::default());
        let (image, assets) = renderer().image(&scene, Theme::Mars, 600);
        let fills: Vec<usize> = (0..6)
            .map(|zone| {
                let fill = assets.palette.index(colours.zone_colours(zone).0);
                image.rows().flatten().filter(|&&index| index == fill).count()
            })
            .collect();
        assert!(fills[..zones].iter().all(|&pixels| pixels > 300), "{shape:?}: {fills:?}");
        assert!(fills[zones..].iter().all(|&pixels| pixels == 0), "{shape:?}: {fills:?}");
    }
}
