//! A board, layer by layer: its ground, what lies under the pieces, the pieces, what lies over
//! them.

use scene::{Mark, Scene};

use super::{empty::empty_board, geometry::BoardGeometry, labels, marks, pieces, plies};
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
    hex::render_ground(&mut canvas, geometry, board);
    in_turn(&mut canvas, scene, |canvas, marks| {
        for &mark in marks {
            marks::below(canvas, geometry, board, mark);
        }
    });
    let is_asked = board.marks.iter().any(|mark| is_asked(*mark));
    let named = if is_asked { labels::named(geometry, board) } else { Vec::new() };
    // A name can be read over the line of a way, but a line over a name would strike it out.
    in_turn(&mut canvas, scene, |canvas, marks| {
        marks::connecting_lines(canvas, geometry, marks);
        marks::arrows(canvas, geometry, marks);
    });
    labels::names(&mut canvas, geometry, board, &named);
    pieces::render_gone(&mut canvas, geometry, board);
    for placed in &board.pieces {
        pieces::render_piece(&mut canvas, geometry, board, placed);
    }
    in_turn(&mut canvas, scene, |canvas, marks| {
        for &mark in marks {
            match mark {
                Mark::Step(at) => {
                    let is_low =
                        matches!(geometry, BoardGeometry::Wedges(_)) || named.contains(&at);
                    marks::dot(canvas, geometry, at, is_low);
                }
                _ => marks::above(canvas, geometry, board, mark),
            }
        }
    });
    plies::render_numbers(&mut canvas, scene, geometry);
    canvas
}

/// Draws the marks of the earlier plies, paler than the others, and then the others.
fn in_turn(canvas: &mut Canvas<'_>, scene: &Scene, draw: impl Fn(&mut Canvas<'_>, &[Mark])) {
    if !scene.earlier.is_empty() {
        canvas.paler(PALER, |canvas| {
            for marks in &scene.earlier {
                draw(canvas, marks);
            }
        });
    }
    draw(canvas, &scene.board.marks);
}

/// Returns `true` if a mark answers a question about moves, so that cells are to be named.
const fn is_asked(mark: Mark) -> bool {
    matches!(mark, Mark::Focus(_) | Mark::Step(_) | Mark::Attack(..) | Mark::Join(_))
}
