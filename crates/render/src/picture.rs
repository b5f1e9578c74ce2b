//! Sizes of pictures, and where the cells of a board lie on them.

use std::ops::RangeInclusive;

use scene::{Scene, StandingsSheet};

use super::board::{BoardGeometry, CellLattice};
use super::layout::Layout;
use super::scale::{Format, Scale};
use super::standings;

/// The widths that a picture can have, in pixels.
pub const WIDTHS: RangeInclusive<u32> = 100..=4000;

/// The width of a scene's picture where nothing else is asked for, in pixels.
#[must_use]
pub const fn default_width(scene: &Scene) -> u32 {
    Format::of(scene.board.shape).width()
}

/// Width and height of a scene's picture of a given width, in pixels.
#[must_use]
pub const fn size(scene: &Scene, width: u32) -> [u32; 2] {
    let scale = Scale::new(Format::of(scene.board.shape), width);
    [scale.width, scale.height]
}

/// The width of a chart of a rating where nothing else is asked for, in pixels.
pub const CURVE_WIDTH: u32 = Format::Chart.width();

/// The width of a game that is replayed where nothing else is asked for, in pixels.
pub const REPLAY_WIDTH: u32 = 560;

/// Width and height of a chart of a given width, in pixels.
#[must_use]
pub const fn course_size(width: u32) -> [u32; 2] {
    let scale = Scale::new(Format::Chart, width);
    [scale.width, scale.height]
}

/// The width of the card of a game where nothing else is asked for, in pixels.
pub const CARD_WIDTH: u32 = Format::Card.width();

/// Width and height of a card of a given width, in pixels.
#[must_use]
pub const fn card_size(width: u32) -> [u32; 2] {
    let scale = Scale::new(Format::Card, width);
    [scale.width, scale.height]
}

/// The width of a picture of standings where nothing else is asked for, in pixels.
pub const STANDINGS_WIDTH: u32 = Format::Standings.width();

/// Width and height of a picture of standings of a given width, in pixels.
#[must_use]
pub fn standings_size(sheet: &StandingsSheet, width: u32) -> [u32; 2] {
    let high = Scale::new(Format::Standings, width).px(standings::height(sheet));
    [width, high.max(1) as u32]
}

/// The part of a scene's picture that [`Renderer::board_png`](super::Renderer::board_png) shows, as left edge, upper
/// edge, width and height in pixels of the default width.
#[must_use]
pub fn board_area(scene: &Scene) -> [u32; 4] {
    Layout::of(scene).board_area()
}

/// Returns where the cells of a scene's board lie, in pixels of the default width.
#[must_use]
pub fn cell_lattices(scene: &Scene) -> Vec<CellLattice> {
    let scale = Scale::new(Format::of(scene.board.shape), default_width(scene));
    BoardGeometry::new(scale, scene.board.shape, Layout::of(scene)).cell_lattices()
}
