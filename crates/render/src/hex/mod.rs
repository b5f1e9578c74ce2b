//! Boards of hexes: where the hexes lie, the empty board, terrains, the screen, and the facts in
//! the corners of the picture.

mod corners;
mod empty_board;
mod grid;
mod screen;
mod terrain;
mod tokens;

pub(crate) use corners::render_corners;
pub(crate) use empty_board::{names, render_coordinates, render_empty};
pub(crate) use grid::HexGrid;
pub(crate) use terrain::{render_ground, signs};
