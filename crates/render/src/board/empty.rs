//! The empty board, and the empty panel beside it.

use super::geometry::BoardGeometry;
use crate::{
    assets::Assets,
    canvas::{Canvas, IndexedImage},
    hex, square, wedge,
};

/// The board without pieces, and the empty panel.
pub(crate) fn empty_board(assets: &Assets, geometry: &BoardGeometry) -> IndexedImage {
    let (width, height) = (assets.scale.width as usize, assets.scale.height as usize);
    let image = IndexedImage::new(width, height, assets.palette.index(assets.colours.margin));
    let mut canvas = Canvas { assets, image };
    match geometry {
        BoardGeometry::Squares(grid) => square::render_empty(&mut canvas, geometry, grid),
        BoardGeometry::Wedges(grid) => wedge::render_empty(&mut canvas, geometry, grid),
        BoardGeometry::Hexes(grid) => hex::render_empty(&mut canvas, grid),
    }
    canvas.image
}
