//! A board, layer by layer: its ground, what lies under the pieces, the pieces, what lies over
//! them.

use super::{empty::empty_board, geometry::BoardGeometry, labels, marks, pieces};
use crate::{
    render::{assets::Assets, canvas::Canvas, hex, layout::Layout},
    scene::{Board, Mark},
};

/// A canvas with the board on it, ready for what stands beside the board.
pub(crate) fn render_board<'a>(assets: &'a Assets, board: &Board, layout: Layout) -> Canvas<'a> {
    let geometry = BoardGeometry::new(assets.scale, board.shape, layout);
    let empty = assets.board((board.shape, layout), || empty_board(assets, &geometry, layout));
    let mut canvas = Canvas { assets, image: (*empty).clone() };
    hex::render_ground(&mut canvas, &geometry, board);
    for &mark in &board.marks {
        marks::below(&mut canvas, &geometry, board, mark);
    }
    let is_asked = board.marks.iter().any(|mark| is_asked(*mark));
    let named = if is_asked { labels::named(&geometry, board) } else { Vec::new() };
    // A name can be read over the line of a way, but a line over a name would strike it out.
    marks::connecting_lines(&mut canvas, &geometry, board);
    labels::names(&mut canvas, &geometry, board, &named);
    for placed in &board.pieces {
        pieces::render_piece(&mut canvas, &geometry, board, placed);
    }
    for &mark in &board.marks {
        match mark {
            Mark::Step(at) => {
                let is_low = matches!(geometry, BoardGeometry::Wedges(_)) || named.contains(&at);
                marks::dot(&mut canvas, &geometry, at, is_low);
            }
            _ => marks::above(&mut canvas, &geometry, board, mark),
        }
    }
    canvas
}

/// Whether a mark answers a question about moves, so that cells are to be named.
const fn is_asked(mark: Mark) -> bool {
    matches!(mark, Mark::Focus(_) | Mark::Step(_) | Mark::Attack(..) | Mark::Join(_))
}
