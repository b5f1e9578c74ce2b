//! A board, layer by layer: its ground, what lies under the pieces, the pieces, what lies over
//! them.

use scene::{Mark, Scene, Spot};

use super::{
    arrows::arrows, empty::empty_board, geometry::BoardGeometry, marks, names, pieces, plies,
};
use crate::{assets::Assets, canvas::Canvas, hex, layout::Layout};

/// How much of what it covers a mark of an earlier ply hides, of 255.
const PALER: u8 = 115;

/// A canvas with the board of a scene on it, ready for what stands beside the board.
pub(crate) fn render_board<'a>(
    assets: &'a Assets,
    scene: &Scene,
    geometry: &BoardGeometry,
    layout: Layout,
) -> Canvas<'a> {
    let board = &scene.board;
    let empty = assets.board((board.shape, layout), || empty_board(assets, geometry));
    let mut canvas = Canvas { assets, image: (*empty).clone() };
    canvas.image.period = geometry.period();
    // One buffer for all layers.
    let mut before = Vec::new();
    hex::render_ground(&mut canvas, geometry, board);
    in_turn(&mut canvas, &mut before, scene, geometry, |canvas, marks| {
        for &mark in marks {
            marks::below(canvas, geometry, board, mark);
        }
    });
    let names = names::names(assets, geometry, board);
    // A name can be read over the line of a way, but a line over a name would strike it out.
    in_turn(&mut canvas, &mut before, scene, geometry, |canvas, marks| {
        marks::connecting_lines(canvas, geometry, marks);
        arrows(canvas, geometry, board, marks);
        marks::threats(canvas, geometry, marks);
    });
    let is_step = |at: Spot| board.marks.contains(&Mark::Step(at));
    for name in names.iter().filter(|name| !name.is_ringed) {
        name.write(&mut canvas, geometry, is_step(name.at));
    }
    pieces::render_gone(&mut canvas, geometry, board);
    for placed in &board.pieces {
        pieces::render_piece(&mut canvas, geometry, board, placed);
    }
    in_turn(&mut canvas, &mut before, scene, geometry, |canvas, marks| {
        for &mark in marks {
            match mark {
                Mark::Step(at) => {
                    let is_low = names.iter().any(|name| name.at == at && name.is_central);
                    marks::dot(canvas, geometry, at, is_low);
                }
                _ => marks::above(canvas, geometry, board, mark),
            }
        }
    });
    for name in names.iter().filter(|name| name.is_ringed) {
        name.write(&mut canvas, geometry, false);
    }
    plies::render_numbers(&mut canvas, scene, geometry);
    canvas
}

/// Draws the marks of the earlier plies, paler than the others, and then the others.
fn in_turn(
    canvas: &mut Canvas<'_>,
    before: &mut Vec<u8>,
    scene: &Scene,
    geometry: &BoardGeometry,
    draw: impl Fn(&mut Canvas<'_>, &[Mark]),
) {
    if !scene.earlier.is_empty() {
        canvas.paler(before, heights(geometry, scene.earlier.iter().flatten()), PALER, |canvas| {
            for marks in &scene.earlier {
                draw(canvas, marks);
            }
        });
    }
    draw(canvas, &scene.board.marks);
}

/// Between which heights marks lie, in pixels: no mark reaches farther than a cell from the places that it marks.
fn heights<'m>(geometry: &BoardGeometry, marks: impl Iterator<Item = &'m Mark>) -> [i32; 2] {
    let cells = marks.flat_map(|mark| mark.spots()).flatten();
    cells.filter_map(|at| geometry.place(at)).fold([i32::MAX, 0], |[top, bottom], place| {
        let ([_, y], size) = (place.corner, i32::from(place.size));
        [top.min(y - size), bottom.max(y + 2 * size)]
    })
}
