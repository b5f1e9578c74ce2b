//! What must be told apart without colour on a phone: kinds of pieces, and marks.

use image::{GrayImage, Pixel, imageops};

use super::super::board::BoardGeometry;
use super::super::layout::Layout;
use super::super::scale::{Format, Scale};
use super::*;

/// The width of a picture on a phone.
pub(super) const PHONE: u32 = 400;
/// The difference, of 255, from which on two greys can be told apart at a glance.
const GLANCE: u8 = 40;

const KINDS: [&str; 7] = ["king", "dama", "silver", "knight", "liner", "pawn", "checker"];

/// A light square and a dark one.
const SQUARES: [Square; 2] = [Square { file: 3, rank: 4 }, Square { file: 4, rank: 4 }];

/// A square of a plain board, with its neighbours, as a phone shows it, in grey.
fn seen(theme: Theme, at: Square, pieces: Vec<Placed>, marks: Vec<Mark>) -> GrayImage {
    seen_from((8, 0), theme, at, pieces, marks)
}

/// The same on a board with so many files and ranks, turned by so many quarters.
fn seen_from(
    (side, turned): (u8, u8),
    theme: Theme,
    at: Square,
    pieces: Vec<Placed>,
    marks: Vec<Mark>,
) -> GrayImage {
    let shape = Shape::Squares(Squares { files: side, ranks: side, turned, zone: None });
    let [near, far] = [Shade::Light, Shade::Dark].map(|shade| Side::of(String::new(), shade));
    let panel = Panel { sides: vec![near, far], ..Panel::default() };
    let scene = Scene::of(Board::of(shape, pieces, marks), panel);
    let picture = in_grey(&scene, theme);
    let geometry = BoardGeometry::new(Scale::new(Format::Panel, PHONE), shape, Layout::of(&scene));
    let place = geometry.place(at.into()).unwrap();
    let [x, y] = place.corner.map(|at| at as u32);
    let size = u32::from(place.size);
    imageops::crop_imm(&picture, x - size, y - size, 3 * size, 3 * size).to_image()
}

/// A scene on a phone without colours.
pub(super) fn in_grey(scene: &Scene, theme: Theme) -> GrayImage {
    let (image, assets) = renderer().image(scene, theme, PHONE);
    let greys: Vec<u8> = assets.palette.entries().iter().map(|&colour| grey(colour)).collect();
    let pixels = image.rows().flatten().map(|&index| greys[usize::from(index)]).collect();
    GrayImage::from_raw(image.width as u32, image.height as u32, pixels).unwrap()
}

/// A colour on a screen without colours.
fn grey(Rgb(red, green, blue): Rgb) -> u8 {
    image::Rgb([red, green, blue]).to_luma().0[0]
}

fn placed(kind: &str, shade: Shade, at: Square) -> Placed {
    let piece = Piece { sprite: format!("mix/{kind}"), shade };
    Placed { at: at.into(), piece, badges: Vec::new() }
}

/// In how many pixels two pictures differ at a glance.
pub(super) fn differing(one: &GrayImage, other: &GrayImage) -> usize {
    let pixels = one.as_raw().iter().zip(other.as_raw());
    pixels.filter(|(one, other)| one.abs_diff(**other) >= GLANCE).count()
}

/// Asserts that any two of these pictures differ in at least this many pixels.
pub(super) fn all_apart(seen: &[(String, GrayImage)], least: usize, context: &str) {
    for (index, (name, one)) in seen.iter().enumerate() {
        for (other_name, other) in &seen[index + 1..] {
            let found = differing(one, other);
            assert!(found >= least, "{context}: {name} and {other_name} differ in {found} pixels");
        }
    }
}

/// A part of the pixels of a square, in thousandths: a square of 8 × 8 is 33 pixels wide on a phone.
const fn of_square(thousandths: usize) -> usize {
    33 * 33 * thousandths / 1_000
}

#[test]
fn kinds_are_told_apart_in_grey_on_a_phone() {
    for theme in Theme::ALL {
        for at in SQUARES {
            for shade in [Shade::Light, Shade::Dark] {
                let kinds = KINDS.map(|kind| {
                    let seen = seen(theme, at, vec![placed(kind, shade, at)], Vec::new());
                    (kind.to_owned(), seen)
                });
                all_apart(&kinds, of_square(93), &format!("{theme:?}, {at}, {shade:?}"));
            }
        }
    }
}

#[test]
fn armies_of_each_kind_are_told_apart_in_grey_on_a_phone() {
    for theme in Theme::ALL {
        for at in SQUARES {
            for kind in KINDS {
                let armies = [Shade::Light, Shade::Dark].map(|shade| {
                    let seen = seen(theme, at, vec![placed(kind, shade, at)], Vec::new());
                    (format!("{shade:?}"), seen)
                });
                all_apart(&armies, of_square(93), &format!("{theme:?}, {at}, {kind}"));
            }
        }
    }
}

/// Marks on a square, or from it to the one at its upper right. Without the frame of what is asked
/// about: it has a tint where the frame of the last move has none, and the same shape.
fn marks_of(at: Square) -> Vec<Mark> {
    let (here, next) = (at.into(), Square { file: at.file + 1, rank: at.rank + 1 }.into());
    vec![
        Mark::From(here),
        Mark::To(here),
        Mark::Arrow(here, next),
        Mark::Push(here, next),
        Mark::Lost(here, next),
        Mark::Step(here),
        Mark::Attack(here, None),
        Mark::Block(here),
        Mark::Grown(here),
        Mark::Join(here),
        Mark::Check(here),
        Mark::Threat(here, next),
        Mark::Covered(here),
        Mark::Joined(here, next),
        Mark::Taken(here),
        Mark::Count(here, 3),
        Mark::Counted(here),
    ]
}

#[test]
fn marks_are_told_apart_in_grey_on_a_phone() {
    for theme in Theme::ALL {
        for at in SQUARES {
            for pieces in [Vec::new(), vec![placed("king", Shade::Light, at)]] {
                let context = format!("{theme:?}, {at}, {} pieces", pieces.len());
                let bare = seen(theme, at, pieces.clone(), Vec::new());
                let mut marked: Vec<_> = marks_of(at)
                    .into_iter()
                    .map(|mark| (format!("{mark:?}"), seen(theme, at, pieces.clone(), vec![mark])))
                    .collect();
                marked.push(("nothing".to_owned(), bare));
                all_apart(&marked, of_square(31), &context);
            }
        }
    }
}

#[test]
fn marks_turn_with_the_board() {
    for at in SQUARES {
        for mark in marks_of(at) {
            let look = |turned| seen_from((8, turned), Theme::Wood, at, Vec::new(), vec![mark]);
            let (straight, turned) = (look(0), look(2));
            match mark {
                Mark::Arrow(..) | Mark::Push(..) | Mark::Threat(..) | Mark::Joined(..) => {
                    // Smooth edges fall on other pixels when a line is drawn the other way.
                    let found = differing(&imageops::rotate180(&straight), &turned);
                    let other_way = differing(&straight, &turned);
                    assert!(found * 2 < other_way, "{mark:?}: {found} of {other_way}");
                }
                // It marks a second square.
                Mark::Lost(..) => {}
                _ => assert_eq!(differing(&straight, &turned), 0, "{mark:?}"),
            }
        }
    }
}

/// An Assassin of Lyra with these badges, as a phone shows him.
fn badged(theme: Theme, at: Square, shade: Shade, held: &[&str]) -> GrayImage {
    let piece = |kind: &str| Piece { sprite: format!("lyra/{kind}"), shade };
    let badge = |kind: &&str| {
        let letter = kind.chars().next().unwrap_or('?');
        Badge { piece: piece(kind), letter }
    };
    let badges = held.iter().map(badge).collect();
    let assassin = Placed { at: at.into(), piece: piece("assassin"), badges };
    seen_from((6, 0), theme, at, vec![assassin], Vec::new())
}

/// One badge and two are medallions, more are letters on a pill.
#[test]
fn badges_are_told_apart_in_grey_on_a_phone() {
    let held: [&[&str]; 10] = [
        &[],
        &["soldier"],
        &["lieutenant"],
        &["captain"],
        &["assassin"],
        &["soldier", "captain"],
        &["lieutenant", "captain"],
        &["soldier", "lieutenant", "captain"],
        &["soldier", "lieutenant", "assassin"],
        &["soldier", "lieutenant", "captain", "assassin"],
    ];
    for (theme, at) in Theme::ALL.into_iter().flat_map(|theme| SQUARES.map(|at| (theme, at))) {
        for shade in [Shade::Light, Shade::Dark] {
            let seen = held.map(|held| (held.join(", "), badged(theme, at, shade, held)));
            all_apart(&seen, 25, &format!("{theme:?}, {at}, {shade:?}"));
        }
    }
}
