//! The ground of a board of hexes: terrains, and fortresses and ruins over them.

use scene::{Board, Ground, Spot};

use super::empty_board::outline;
use crate::{assets::BitmapKey, board::BoardGeometry, canvas::Canvas};

/// Draws the ground of a board.
pub(crate) fn render_ground(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, board: &Board) {
    for &(at, ground) in &board.ground {
        let terrain_colour = canvas.assets.colours.terrain_colour(ground);
        let border = geometry.place(at).and_then(|place| place.border);
        if let (Some(terrain_colour), Some(border)) = (terrain_colour, border) {
            canvas.area(border.corners(), terrain_colour);
            outline(canvas, border.corners());
        }
    }
    signs(canvas, geometry, board, |_| true);
}

/// Draws the signs for the ground of some hexes: terrains, and over them fortresses and ruins.
pub(crate) fn signs(
    canvas: &mut Canvas<'_>,
    geometry: &BoardGeometry,
    board: &Board,
    chosen: impl Fn(Spot) -> bool,
) {
    let is_wall = |ground| matches!(ground, Ground::Fortress(_) | Ground::Ruin(_));
    for walls in [false, true] {
        for &(at, ground) in &board.ground {
            if is_wall(ground) == walls && chosen(at) {
                sign(canvas, geometry, at, ground);
            }
        }
    }
}

/// Draws the sign for a ground on its hex.
fn sign(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, at: Spot, ground: Ground) {
    let (BoardGeometry::Hexes(grid), Some(centre)) = (geometry, geometry.centre(at)) else {
        return;
    };
    let size = (2.0 * grid.unit).round();
    let [x, y] = centre.map(|at| (at - size / 2.0).round() as i32);
    canvas.put(BitmapKey::Ground(ground, size.max(1.0) as u16), x, y);
}
