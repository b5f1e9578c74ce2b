//! Composes the image of a scene: its board, and what stands beside it.

use scene::{Scene, Shade, Shape};

use super::assets::Assets;
use super::board::{self, BoardGeometry, Coordinates};
use super::canvas::{Canvas, IndexedImage};
use super::layout::Layout;
use super::palette::PaletteKind;
use super::{hex, square, wedge};

/// The kind of palette that a scene needs.
pub(crate) fn palette_kind(scene: &Scene) -> PaletteKind {
    let has_zones = match scene.board.shape {
        Shape::Squares(board) => board.zone.is_some(),
        Shape::Wedges(_) => true,
        Shape::Hexes(_) => return PaletteKind::Hexes,
    };
    let mut shades = scene.board.pieces.iter().map(|placed| placed.piece.shade);
    if has_zones || shades.any(|shade| matches!(shade, Shade::Tone(_))) {
        PaletteKind::Tones
    } else {
        PaletteKind::Armies
    }
}

/// The image of a scene.
pub(crate) fn compose(assets: &Assets, scene: &Scene) -> IndexedImage {
    let layout = Layout::of(scene);
    let geometry = BoardGeometry::new(assets.scale, scene.board.shape, layout);
    let mut canvas = board::render_board(assets, scene, &geometry, layout, Coordinates::Shown);
    render_facts(&mut canvas, scene, layout, &geometry);
    canvas.image
}

/// The image of a scene's board alone.
pub(crate) fn compose_board(
    assets: &Assets,
    scene: &Scene,
    coordinates: Coordinates,
) -> IndexedImage {
    let layout = Layout::of(scene);
    let geometry = BoardGeometry::new(assets.scale, scene.board.shape, layout);
    let image = board::render_board(assets, scene, &geometry, layout, coordinates).image;
    let area = layout.board_area().map(|length| assets.px(length as f32).max(0) as usize);
    image.part(area)
}

/// Renders the facts beside the board.
fn render_facts(canvas: &mut Canvas<'_>, scene: &Scene, layout: Layout, geometry: &BoardGeometry) {
    let panel = &scene.panel;
    match (layout, geometry) {
        (Layout::Pair | Layout::List, _) => square::render_panel(canvas, scene, geometry, layout),
        (Layout::Lying, _) => square::render_lying(canvas, scene, geometry),
        (Layout::Corners, BoardGeometry::Wedges(grid)) => {
            wedge::render_corners(canvas, scene, geometry, grid);
        }
        (Layout::Corners, BoardGeometry::Hexes(grid)) => hex::render_corners(canvas, panel, grid),
        (Layout::Corners, BoardGeometry::Squares(_)) => {}
    }
}
