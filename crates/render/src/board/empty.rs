//! The empty board, and the empty panel beside it.

use super::{coordinates::Coordinates, geometry::BoardGeometry};
use crate::{
    assets::Assets,
    canvas::{Canvas, IndexedImage},
    hex, square, wedge,
};

/// The board without pieces, and the empty panel.
pub(crate) fn empty_board(
    assets: &Assets,
    geometry: &BoardGeometry,
    coordinates: Coordinates,
) -> IndexedImage {
    let (width, height) = (assets.scale.width as usize, assets.scale.height as usize);
    let image = IndexedImage::new(width, height, assets.palette.index(assets.colours.margin));
    let mut canvas = Canvas::new(assets, image);
    match geometry {
        BoardGeometry::Squares(grid) => square::render_empty(&mut canvas, geometry, grid),
        BoardGeometry::Wedges(grid) => wedge::render_empty(&mut canvas, geometry, grid),
        BoardGeometry::Hexes(grid) => hex::render_empty(&mut canvas, grid),
    }
    match (coordinates, geometry) {
        (Coordinates::Hidden, _) => {}
        (_, BoardGeometry::Squares(grid)) => square::render_coordinates(&mut canvas, grid),
        (_, BoardGeometry::Wedges(grid)) => wedge::render_coordinates(&mut canvas, grid),
        (_, BoardGeometry::Hexes(grid)) => hex::render_coordinates(&mut canvas, grid),
    }
    canvas.image
}
