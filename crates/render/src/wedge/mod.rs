//! Boards of wedges: where the cells lie, the empty board, and the facts in the corners of the
//! picture.

mod corners;
mod empty_board;
mod grid;

pub(crate) use corners::render_corners;
pub(crate) use empty_board::{line_numbers, render_coordinates, render_empty};
pub(crate) use grid::WedgeGrid;
