//! Names on plates: whole if they are not long, and apart where they are.

use super::super::{
    assets::AssetsKey,
    canvas::{Canvas, IndexedImage},
    plate::FittedName,
    scale::{Format, Scale},
};
use super::*;

/// The widths of the lines on the plates of a panel, and of a narrow one in a corner.
const PANEL: [f32; 2] = [209.0; 2];
const NARROW: [f32; 2] = [133.0; 2];

/// The first of two names as it is written beside the other.
fn written([name, other]: [&str; 2], rooms: &[f32], width: u32) -> FittedName {
    let scale = Scale::new(Format::Panel, width);
    let key = AssetsKey { theme: Theme::Wood, palette_kind: PaletteKind::Armies, scale };
    let assets = renderer().assets_of(key);
    let canvas = Canvas::new(&assets, IndexedImage::new(1, 1, 0));
    let sides = [name, other].map(|name| Side::of(name.to_owned(), Shade::Light));
    FittedName::new(&canvas, &sides, 0, rooms)
}

#[test]
fn twenty_ordinary_letters_are_whole_on_a_plate() {
    for name in ["maximilian-the-great", "Nguyễn Thị Minh Khai", "Владимир Алексеевич"]
    {
        for width in [400, 640, 960] {
            let found = written([name, "ann"], &PANEL, width);
            assert!(found.is_whole && found.lines.len() <= 2, "{found:?} at {width}");
        }
    }
}

#[test]
fn long_names_that_differ_late_are_told_apart() {
    let wide = ["W".repeat(32), "W".repeat(31) + "M"];
    let known = ["w".repeat(24) + " (…4711)", "w".repeat(24) + " (…0815)"];
    let middle = ["maximilian-east-of-the-long-name", "maximilian-west-of-the-long-name"];
    let pairs = [wide.each_ref().map(|name| &**name), known.each_ref().map(|name| &**name), middle];
    for [one, other] in pairs {
        for (rooms, width) in [&PANEL[..], &PANEL[..1], &NARROW, &NARROW[..1]]
            .into_iter()
            .flat_map(|rooms| [400, 640, 960].map(|width| (rooms, width)))
        {
            let found = [[one, other], [other, one]].map(|pair| written(pair, rooms, width));
            assert_ne!(found[0].lines, found[1].lines, "{rooms:?} at {width}");
        }
    }
    // What is the same in both is cut, and not what is not.
    let names = ["maximilian-of-the-long-name-east", "maximilian-of-the-long-name-west"];
    let found = written(names, &NARROW, 960);
    assert!(found.lines.concat().ends_with("…east"), "{found:?}");
    // Where a smaller size holds it, it is whole.
    let found = written(names, &PANEL, 960);
    assert_eq!(found.lines, ["maximilian-of-the-", "long-name-east"]);
}
