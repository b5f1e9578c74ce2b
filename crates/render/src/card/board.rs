//! Puts the board on a card. Lengths are those of the card 1200 pixels wide, where nothing else is said.

use scene::{Scene, Shape};

use super::picture::EDGE;
use crate::{
    assets::Assets,
    board::{BoardGeometry, Coordinates, render_board},
    canvas::{Canvas, IndexedImage},
    layout::Layout,
    scale::{Format, Scale},
};

/// The greatest width and height of a board, and of one that lies on its side.
const ROOM: [f32; 2] = [640.0, 600.0];
const LYING: [f32; 2] = [800.0, 400.0];
/// The height of a card.
const HEIGHT: f32 = 675.0;

/// The scale in which the board of a scene is drawn on a card of this one.
pub(crate) fn board_scale(scene: &Scene, card: Scale) -> Scale {
    let format = Format::of(scene.board.shape);
    let [left, top, right, bottom] = extent(scene, Scale::new(format, format.width()));
    let [width, height] = if Layout::of(scene) == Layout::Lying { LYING } else { ROOM };
    let larger = (width / (right - left)).min(height / (bottom - top));
    let width = format.width() as f32 * larger * card.factor();
    Scale::new(format, width.round() as u32)
}

/// Draws the board of a scene at the left of a card; returns where what belongs to it ends: right and bottom.
pub(super) fn render(canvas: &mut Canvas<'_>, board: &Assets, scene: &Scene) -> [f32; 2] {
    let layout = Layout::of(scene);
    let geometry = BoardGeometry::new(board.scale, scene.board.shape, layout);
    let drawn = render_board(board, scene, &geometry, layout, Coordinates::Shown).image;
    let extent = extent(scene, board.scale).map(|at| at / canvas.assets.scale.factor());
    let [width, height] = [extent[2] - extent[0], extent[3] - extent[1]];
    let [at_left, at_right, below] = names(scene.board.shape);
    let left = EDGE + at_left;
    let top = match layout {
        Layout::Lying => EDGE,
        _ => (HEIGHT - height - below) / 2.0,
    };
    let by = [left - extent[0], top - extent[1]].map(|by| canvas.assets.px(by));
    copy(&mut canvas.image, &drawn, by);
    [left + width + at_right, top + height + below]
}

/// The room that names around a board take: at its left, at its right and below.
const fn names(shape: Shape) -> [f32; 3] {
    match shape {
        Shape::Squares(_) => [34.0, 0.0, 36.0],
        Shape::Hexes(_) => [0.0, 40.0, 20.0],
        Shape::Wedges(_) => [40.0, 20.0, 0.0],
    }
}

/// The box around the cells of a board in its own picture: left, top, right and bottom, in pixels.
fn extent(scene: &Scene, scale: Scale) -> [f32; 4] {
    let geometry = BoardGeometry::new(scale, scene.board.shape, Layout::of(scene));
    let mut points = Vec::new();
    for place in geometry.cells().into_iter().filter_map(|at| geometry.place(at)) {
        points.extend(place.corners());
    }
    let [mut low, mut high] = [points.first().copied().unwrap_or_default(); 2];
    for point in points {
        for axis in [0, 1] {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    [low[0], low[1], high[0].max(low[0] + 1.0), high[1].max(low[1] + 1.0)]
}

/// Copies an image onto another with its upper left corner moved by so many pixels; what lies outside is cut off.
fn copy(to: &mut IndexedImage, from: &IndexedImage, [right, down]: [i32; 2]) {
    let skip = right.min(0).unsigned_abs() as usize;
    for (row, y) in from.rows().zip(down..) {
        let Some(target) = to.row_from(right.max(0), y) else { continue };
        let row = row.get(skip..).unwrap_or_default();
        let len = row.len().min(target.len());
        target[..len].copy_from_slice(&row[..len]);
    }
}
