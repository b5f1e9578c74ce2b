//! Boards of hexes: what must be seen, told apart, and never shown.

use image::{GrayImage, imageops};

use super::super::hex::HexGrid;
use super::super::scale::{Format, Scale};
use super::apart::{PHONE, all_apart, differing, in_grey};
use super::*;

pub(super) const TERRAINS: [Ground; 4] =
    [Ground::Mountain, Ground::Hill, Ground::Forest, Ground::Grassland];

const WALLS: [Ground; 4] = [
    Ground::Fortress(Shade::Light),
    Ground::Fortress(Shade::Dark),
    Ground::Ruin(Shade::Light),
    Ground::Ruin(Shade::Dark),
];

const KINDS: [&str; 9] =
    ["rabble", "king", "crossbows", "spears", "light", "heavy", "trebuchet", "elephant", "dragon"];

const HEXES: Hexes = Hexes { edge: 6, half_turned: false, veil: Veil::None };

/// Neighbours in the middle of the board, one of each tone.
const HERE: [Hex; 3] =
    [Hex { column: 5, row: 5 }, Hex { column: 6, row: 5 }, Hex { column: 5, row: 6 }];

/// The three tones of hexes.
pub(super) fn tones(c: &Colours) -> Vec<Rgb> {
    [Tone::Light, Tone::Middle, Tone::Dark].map(|tone| c.ground(None, tone)).to_vec()
}

/// The colours of the terrains that men can stand on.
pub(super) fn soils(c: &Colours) -> Vec<Rgb> {
    TERRAINS.iter().filter_map(|&ground| c.terrain_colour(ground)).collect()
}

#[test]
fn men_and_marks_stand_out_on_every_hex() {
    for theme in Theme::ALL {
        let c = Colours::of(theme);
        let wanted = if theme == Theme::Contrast { 7.0 } else { 3.0 };
        for ground in tones(c).into_iter().chain(soils(c)) {
            for (army, paint) in [("white", &c.white), ("black", &c.black)] {
                let found = piece_contrast(paint, ground);
                assert!(found >= wanted, "{theme:?}: {army} on {ground:?}: {found:.2}");
            }
            for core in marks(c) {
                let found = contrast(c.edge, ground).max(contrast(core, ground));
                assert!(found >= wanted, "{theme:?}: mark {core:?} on {ground:?}: {found:.2}");
            }
            let found = contrast(c.edge, ground);
            assert!(found >= wanted.min(4.5), "{theme:?}: names on {ground:?}: {found:.2}");
        }
        for colour in [c.text, c.dim_text, c.hit] {
            let found = contrast(colour, c.margin);
            assert!(found >= 4.5, "{theme:?}: {colour:?} on the margin: {found:.2}");
        }
    }
}

/// Paper tells its tones apart by lines and dots; its pictures are looked at below.
#[test]
fn tones_of_hexes_are_told_apart() {
    for theme in Theme::ALL.into_iter().filter(|&theme| Colours::of(theme).hatched.is_none()) {
        let [light, middle, dark] = tones(Colours::of(theme))[..] else { panic!("three tones") };
        for (one, other) in [(light, middle), (middle, dark)] {
            let found = contrast(one, other);
            assert!(found >= 1.2, "{theme:?}: {one:?} and {other:?}: {found:.2}");
        }
    }
}

/// Signs of terrains against their ground, and a mountain against any.
#[test]
fn grounds_stand_out_in_every_theme() {
    for theme in Theme::ALL {
        let c = Colours::of(theme);
        for ground in TERRAINS {
            let paint = c.ground_paint(ground);
            for terrain_colour in c
                .terrain_colour(ground)
                .map_or_else(|| tones(c), |terrain_colour| vec![terrain_colour])
            {
                let found = piece_contrast(&paint, terrain_colour);
                let sign = if ground == Ground::Mountain {
                    found
                } else {
                    contrast(paint.fill, terrain_colour)
                };
                assert!(sign >= 2.0, "{theme:?}: {ground:?} on {terrain_colour:?}: {sign:.2}");
            }
        }
    }
}

fn scene_of(
    hexes: Hexes,
    ground: Vec<(Spot, Ground)>,
    pieces: Vec<Placed>,
    marks: Vec<Mark>,
) -> Scene {
    let sides = [Shade::Light, Shade::Dark].map(|shade| Side::of(String::new(), shade)).to_vec();
    let panel = Panel { sides, ..Panel::default() };
    Scene::of(Board { ground, ..Board::of(Shape::Hexes(hexes), pieces, marks) }, panel)
}

fn placed(kind: &str, shade: Shade, at: Hex) -> Placed {
    let piece = Piece { sprite: format!("cyvasse/{kind}"), shade };
    Placed { at: at.into(), piece, badges: Vec::new() }
}

/// A hex, with parts of its neighbours, as a phone shows it, in grey.
fn seen(
    theme: Theme,
    at: Hex,
    ground: &[Ground],
    pieces: Vec<Placed>,
    marks: Vec<Mark>,
) -> GrayImage {
    let ground = ground.iter().map(|&ground| (at.into(), ground)).collect();
    let picture = in_grey(&scene_of(HEXES, ground, pieces, marks), theme);
    let grid = HexGrid::new(Scale::new(Format::Corners, PHONE), HEXES);
    let [x, y] = grid.centre(at).map(|middle| (middle - grid.unit * 1.2) as u32);
    let size = (grid.unit * 2.4) as u32;
    imageops::crop_imm(&picture, x, y, size, size).to_image()
}

#[test]
fn men_are_told_apart_in_grey_on_a_phone() {
    for theme in Theme::ALL {
        for at in HERE {
            for shade in [Shade::Light, Shade::Dark] {
                let mut kinds: Vec<_> = KINDS
                    .iter()
                    .map(|kind| {
                        let seen = seen(theme, at, &[], vec![placed(kind, shade, at)], Vec::new());
                        ((*kind).to_owned(), seen)
                    })
                    .collect();
                let mountain = seen(theme, at, &[Ground::Mountain], Vec::new(), Vec::new());
                kinds.push(("mountain".to_owned(), mountain));
                all_apart(&kinds, 60, &format!("{theme:?}, {at}, {shade:?}"));
            }
        }
    }
}

#[test]
fn armies_are_told_apart_in_grey_on_a_phone() {
    for theme in Theme::ALL {
        for kind in KINDS {
            let armies = [Shade::Light, Shade::Dark].map(|shade| {
                let men = vec![placed(kind, shade, HERE[0])];
                (format!("{shade:?}"), seen(theme, HERE[0], &[], men, Vec::new()))
            });
            all_apart(&armies, 120, &format!("{theme:?}, {kind}"));
        }
    }
}

/// Pictures that differ in this many pixels by this many greys: what covers a hex need not be seen at
/// a glance, as a man must.
fn differing_a_little(one: &GrayImage, other: &GrayImage) -> usize {
    let pixels = one.as_raw().iter().zip(other.as_raw());
    pixels.filter(|(one, other)| one.abs_diff(**other) >= 20).count()
}

#[test]
fn grounds_are_told_apart_in_grey_on_a_phone_also_under_a_man() {
    for theme in Theme::ALL {
        for at in HERE {
            for men in [Vec::new(), vec![placed("king", Shade::Dark, at)]] {
                let mut all: Vec<Vec<Ground>> = vec![Vec::new()];
                all.extend(TERRAINS.iter().chain(&WALLS).map(|&ground| vec![ground]));
                all.extend(WALLS[..2].iter().map(|&wall| vec![Ground::Hill, wall]));
                // Nobody stands on a mountain.
                all.retain(|grounds| men.is_empty() || !grounds.contains(&Ground::Mountain));
                let look =
                    |grounds: &Vec<Ground>| seen(theme, at, grounds, men.clone(), Vec::new());
                let pictures: Vec<_> = all.iter().map(look).collect();
                for (index, one) in pictures.iter().enumerate() {
                    for (other_index, other) in pictures.iter().enumerate().skip(index + 1) {
                        let found = differing_a_little(one, other);
                        let pair = (&all[index], &all[other_index]);
                        assert!(found >= 30, "{theme:?}, {at}: {pair:?} differ in {found} pixels");
                    }
                }
            }
        }
    }
}

/// Marks on a hex, or from it to the next one or from the next one to it.
fn marks_of(at: Hex) -> Vec<Mark> {
    let (here, next) = (at.into(), Hex { column: at.column + 1, row: at.row }.into());
    vec![
        Mark::From(here),
        Mark::To(here),
        Mark::Arrow(here, next),
        Mark::Step(here),
        Mark::Attack(here, None),
        Mark::Block(here),
        Mark::Check(here),
        Mark::Threat(here, next),
        Mark::Covered(here),
        Mark::Joined(here, next),
        Mark::Taken(here),
        Mark::Count(here, 3),
        Mark::Counted(here),
        Mark::Flank(next, here),
        Mark::TooStrong(here),
        Mark::Raised(here),
        Mark::Way(here, next),
    ]
}

#[test]
fn marks_on_hexes_are_told_apart_in_grey_on_a_phone() {
    for theme in Theme::ALL {
        for at in HERE {
            for men in [Vec::new(), vec![placed("king", Shade::Light, at)]] {
                let context = format!("{theme:?}, {at}, {} men", men.len());
                let look = |marks| seen(theme, at, &[], men.clone(), marks);
                let mut marked: Vec<_> = marks_of(at)
                    .into_iter()
                    .map(|mark| (format!("{mark:?}"), look(vec![mark])))
                    .collect();
                marked.push(("nothing".to_owned(), look(Vec::new())));
                all_apart(&marked, 16, &context);
            }
        }
    }
}

/// Where a tint alone does not stand out enough, the thin frame within it does.
#[test]
fn the_thin_frame_of_a_tinted_hex_is_seen_on_a_phone() {
    for theme in Theme::ALL {
        let colours = Colours::of(theme);
        let grid = HexGrid::new(Scale::new(Format::Corners, PHONE), HEXES);
        for at in HERE {
            let scene = scene_of(HEXES, Vec::new(), Vec::new(), vec![Mark::From(at.into())]);
            let picture = decoded(&renderer().png(&scene, theme, PHONE));
            let tint = colours.last_tint(None, grid.tone(at));
            let [x, y] = grid.centre(at);
            // From the middle of the hex to that of its right side: the frame lies across.
            let across = |row: u32| {
                let columns = (x + 0.6 * grid.unit) as u32..(x + 0.84 * grid.unit) as u32;
                let found = columns.map(|column| {
                    let [red, green, blue] = picture.get_pixel(column, row).0;
                    contrast(Rgb(red, green, blue), tint)
                });
                found.fold(1.0, f64::max)
            };
            let found = (y as u32 - 3..y as u32 + 3).map(across).fold(f64::MAX, f64::min);
            assert!(found >= 2.0, "{theme:?}, {at}: {found:.2}");
        }
    }
}

/// Half a turn brings every hex to the place of the one across the middle.
#[test]
fn a_board_is_turned_by_half_a_turn() {
    let scale = Scale::new(Format::Corners, 840);
    let straight = HexGrid::new(scale, HEXES);
    let turned = HexGrid::new(scale, Hexes { half_turned: true, ..HEXES });
    assert_eq!(straight.hexes().count(), 91);
    for hex in straight.hexes() {
        let across = Hex { column: 10 - hex.column, row: 10 - hex.row };
        let ([x, y], [right, down]) = (straight.centre(hex), turned.centre(across));
        assert!((x - right).abs() < 0.01 && (y - down).abs() < 0.01, "{hex}");
        assert!(straight.has(across), "{hex}");
    }
}

/// What a game says by mistake of a hidden row is not drawn.
#[test]
fn nothing_shows_through_a_veil() {
    for (veil, half_turned) in
        [(Veil::Far, false), (Veil::Far, true), (Veil::Both, false), (Veil::Both, true)]
    {
        let hexes = Hexes { veil, half_turned, ..HEXES };
        let grid = HexGrid::new(Scale::new(Format::Corners, PHONE), hexes);
        let hidden: Vec<Hex> = grid.hexes().filter(|&hex| grid.is_hidden(hex)).collect();
        assert_eq!(hidden.len(), if veil == Veil::Far { 40 } else { 80 });
        let all = |ground: Ground| hidden.iter().map(move |&hex| (hex.into(), ground));
        let ground = all(Ground::Hill).chain(all(Ground::Mountain)).chain(all(WALLS[0])).collect();
        let pieces = hidden.iter().map(|&hex| placed("king", Shade::Dark, hex)).collect();
        let open = Hex { column: 5, row: 5 };
        let marks = |&hex: &Hex| {
            let mut marks = marks_of(hex);
            marks.push(Mark::Flank(hex.into(), open.into()));
            marks
        };
        let marks = hidden.iter().flat_map(marks).filter(|mark| match mark {
            // Into rows that are open.
            Mark::Joined(..) | Mark::Arrow(..) | Mark::Way(..) | Mark::Threat(..) => false,
            _ => true,
        });
        let said = scene_of(hexes, ground, pieces, marks.collect());
        let silent = scene_of(hexes, Vec::new(), Vec::new(), Vec::new());
        let pictures = [said, silent].map(|scene| in_grey(&scene, Theme::Wood));
        assert_eq!(differing(&pictures[0], &pictures[1]), 0, "{veil:?}");
        assert_eq!(pictures[0], pictures[1], "{veil:?}");
    }
}
