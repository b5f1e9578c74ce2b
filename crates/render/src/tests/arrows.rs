//! Arrows: how near they come to the man at their target, and chains of them.

use super::super::board::BoardGeometry;
use super::super::layout::Layout;
use super::super::point::{distance, pixel};
use super::super::scale::{Format, Scale};
use super::*;

/// A board with these men and marks, in the default width of its form.
fn scene_of(shape: Shape, pieces: Vec<Placed>, marks: Vec<Mark>) -> Scene {
    let [near, far] = [Shade::Light, Shade::Dark].map(|shade| Side::of(String::new(), shade));
    let panel = Panel { sides: vec![near, far], ..Panel::default() };
    Scene::of(Board::of(shape, pieces, marks), panel)
}

/// The colours of a picture, row by row, and how many there are in a row.
fn drawn(scene: &Scene) -> (Vec<Rgb>, usize) {
    let (image, assets) =
        renderer().image(scene, Theme::Wood, Format::of(scene.board.shape).width());
    let colour = |index: &u8| assets.palette.entries()[usize::from(*index)];
    (image.rows().flatten().map(colour).collect(), image.width)
}

/// Where two pictures of one size differ.
fn differing((one, width): &(Vec<Rgb>, usize), (other, _): &(Vec<Rgb>, usize)) -> Vec<[f32; 2]> {
    let pixels = one.iter().zip(other).enumerate();
    let found = pixels.filter(|(_, (one, other))| one != other);
    found.map(|(at, _)| [(at % width) as f32, (at / width) as f32]).collect()
}

fn man(sprite: &str, at: Spot) -> Placed {
    let piece = Piece { sprite: sprite.to_owned(), shade: Shade::Light };
    Placed { at, piece, badges: Vec::new() }
}

fn square(file: u8, rank: u8) -> Spot {
    Square { file, rank }.into()
}

const fn squares(files: u8, zone: Option<[u8; 2]>) -> Shape {
    Shape::Squares(Squares { files, ranks: files, turned: 0, zone })
}

#[test]
fn an_arrow_ends_just_before_the_man_at_its_target() {
    let wedges = Shape::Wedges(Wedges { zones: 3, facing: 0 });
    let hexes = Shape::Hexes(Hexes { edge: 6, half_turned: false, veil: Veil::None });
    let cell = |u, v| Spot::from(Cell { zone: 0, u, v });
    let hex = |column, row| Spot::from(Hex { column, row });
    for (shape, from, to, sprite) in [
        (squares(6, None), square(0, 2), square(2, 2), "lyra/soldier"),
        (squares(6, None), square(0, 0), square(2, 2), "lyra/captain"),
        (squares(8, Some([4, 4])), square(1, 1), square(5, 5), "martian/queen"),
        (squares(8, Some([4, 4])), square(2, 6), square(2, 2), "martian/pawn"),
        (squares(8, None), square(6, 6), square(3, 3), "mix/knight"),
        (wedges, cell(1, 2), cell(4, 2), "martian/queen"),
        (wedges, cell(3, 1), cell(1, 1), "martian/pawn"),
        (hexes, hex(5, 2), hex(5, 5), "cyvasse/rabble"),
        (hexes, hex(5, 5), hex(6, 5), "cyvasse/king"),
    ] {
        let men = vec![man(sprite, to)];
        let alone = drawn(&scene_of(shape, men.clone(), Vec::new()));
        let outline = differing(&alone, &drawn(&scene_of(shape, Vec::new(), Vec::new())));
        let pointed = drawn(&scene_of(shape, men, vec![Mark::Arrow(from, to)]));
        let arrow = differing(&alone, &pointed);
        let gaps = arrow.iter().flat_map(|at| outline.iter().map(|man| distance(*at, *man)));
        let gap = gaps.fold(f32::MAX, f32::min);
        // Along the arrow it is 6; the sides of its head come nearer to a man who stands askew to it.
        assert!((1.0..8.0).contains(&gap), "{sprite} on {to} of {shape:?}: {gap}");
    }
}

#[test]
fn a_chain_of_jumps_is_one_line_with_a_dot_at_each_landing() {
    let [start, landing, end] = [square(0, 0), square(2, 2), square(4, 4)];
    let jumps = [Mark::Arrow(start, landing), Mark::Arrow(landing, end)];
    let shape = squares(8, None);
    for (marks, is_chain) in [(jumps, true), ([jumps[1], jumps[0]], false)] {
        let scene = scene_of(shape, vec![man("mix/checker", end)], marks.to_vec());
        let (colours, width) = drawn(&scene);
        let scale = Scale::new(Format::of(shape), Format::of(shape).width());
        let geometry = BoardGeometry::new(scale, shape, Layout::of(&scene));
        let [x, y] = pixel(geometry.centre(landing).unwrap());
        let at = colours[y as usize * width + x as usize];
        assert_eq!(at == Colours::of(Theme::Wood).last, is_chain, "{marks:?}");
    }
}
