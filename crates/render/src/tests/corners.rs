//! What stands in the corners that boards of hexes and wedges leave free.

use super::*;

/// A board that leaves its corners free, and how many sides it has.
fn boards() -> impl Iterator<Item = (Shape, u8)> {
    let hexes = Hexes { edge: 6, half_turned: false, veil: Veil::None };
    let wedges = (3..=6).map(|zones| (Shape::Wedges(Wedges { zones, facing: 0 }), zones));
    wedges.chain([(Shape::Hexes(hexes), 2)])
}

/// An empty board with these sides.
fn scene_with(shape: Shape, sides: Vec<Side>) -> Scene {
    let panel = Panel { sides, ..Panel::default() };
    Scene::of(Board::of(shape, Vec::new(), Vec::new()), panel)
}

/// A side with as much to tell as can be.
fn full_side(shape: Shape, n: u8, name: &str) -> Side {
    let has_zones = matches!(shape, Shape::Wedges(_));
    let kinds = if has_zones {
        ["martian/queen", "martian/drone", "martian/pawn"]
    } else {
        ["cyvasse/rabble", "cyvasse/dragon", "cyvasse/heavy"]
    };
    let shade = if has_zones { Shade::Tone(0) } else { Shade::Dark };
    let pieces = kinds.iter().flat_map(|kind| vec![Piece { sprite: (*kind).to_owned(), shade }; 9]);
    Side {
        captured: pieces.collect(),
        label: if has_zones { char::from(b'A' + n).to_string() } else { String::new() },
        score: has_zones.then_some(88),
        ..Side::of(name.to_owned(), Shade::Light)
    }
}

/// The picture of this panel, and the number of pixels in which it differs from that of a bare board; all of these are
/// margin.
fn changed(shape: Shape, panel: Panel, context: &str) -> usize {
    let margin = Colours::of(Theme::Wood).margin;
    let bare = decoded(&renderer().png(&scene_with(shape, Vec::new()), Theme::Wood, 840));
    let scene = Scene { panel, ..scene_with(shape, Vec::new()) };
    let full = decoded(&renderer().png(&scene, Theme::Wood, 840));
    let mut changed = 0;
    for (x, y, pixel) in bare.enumerate_pixels() {
        if full.get_pixel(x, y) != pixel {
            changed += 1;
            assert_eq!(pixel.0, [margin.0, margin.1, margin.2], "{context}: {x}, {y}");
        }
    }
    changed
}

/// What stands in the corners covers nothing but margin.
#[test]
fn the_facts_leave_the_board_free() {
    for (shape, n) in boards() {
        for to_move in [None, Some(0), Some(1)] {
            let side = |index: u8| {
                let time = SideTime { part: 500, text: "12d 12h".to_owned() };
                let side = full_side(shape, index, &"w".repeat(40));
                Side {
                    to_move: to_move == Some(index),
                    time: Some(time),
                    hand: side.captured.clone(),
                    ..side
                }
            };
            let ply = PlyNote {
                came: vec!["w".repeat(40); 3],
                ..PlyNote::of_move("a1–k11 ".repeat(9))
            };
            let panel = Panel {
                sides: (0..n).map(side).collect(),
                headline: "W".repeat(40),
                note: "wwww ".repeat(20),
                state: "wwww ".repeat(20),
                number: "8".repeat(40),
                plies: vec![ply; 4],
                ..Panel::default()
            };
            let changed = changed(shape, panel, &format!("{shape:?}, {to_move:?}"));
            assert!(changed > 20_000, "{shape:?}: {changed} pixels of facts");
        }
    }
}

/// Each side has its plate: one pixel of its own ground at least, whatever the others need.
#[test]
fn no_side_is_left_out() {
    for (shape, n) in boards() {
        for name in ["ann", &"w".repeat(32)] {
            for is_timed in [false, true] {
                let time = is_timed.then(|| SideTime { part: 500, text: "12d".to_owned() });
                let side = |n| Side { time: time.clone(), ..full_side(shape, n, name) };
                let sides: Vec<Side> = (0..n).map(side).collect();
                for index in 0..usize::from(n) {
                    let mut lit = sides.clone();
                    lit[index].to_move = true;
                    let panel = |sides| Panel { sides, ..Panel::default() };
                    let pictures = [sides.clone(), lit].map(|sides| {
                        let scene = Scene { panel: panel(sides), ..scene_with(shape, Vec::new()) };
                        decoded(&renderer().png(&scene, Theme::Wood, 420))
                    });
                    assert!(pictures[0] != pictures[1], "{shape:?}, {name}, {is_timed}: {index}");
                }
            }
        }
    }
}

/// Without its coordinates a board has margin and canal in their place, and all else is as before.
#[test]
fn coordinates_are_left_out_alone() {
    let Colours { margin, water, .. } = Colours::of(Theme::Wood);
    let bare = [margin, water].map(|colour| [colour.0, colour.1, colour.2]);
    let squares = Squares { files: 6, ranks: 6, turned: 0, zone: None };
    for (shape, _) in boards().chain([(Shape::Squares(squares), 2)]) {
        let scene = scene_with(shape, Vec::new());
        let [shown, hidden] = [Coordinates::Shown, Coordinates::Hidden]
            .map(|one| decoded(&renderer().board_png(&scene, Theme::Wood, 840, one)));
        assert_eq!(shown.dimensions(), hidden.dimensions(), "{shape:?}");
        let pixels = shown.pixels().zip(hidden.pixels()).filter(|(one, other)| one != other);
        let under: Vec<[u8; 3]> = pixels.map(|(_, under)| under.0).collect();
        assert!(under.len() > 100, "{shape:?}: {}", under.len());
        // A digit may touch the rim of the canal in which it stands.
        let free = under.iter().filter(|pixel| bare.contains(*pixel)).count();
        assert!(free * 100 >= under.len() * 95, "{shape:?}: {free} of {}", under.len());
    }
}
