//! Boards of squares: where the squares lie, the empty board, and what stands at its right or, where it lies on
//! its side, above and below it.

mod canals;
mod empty_board;
mod grid;
mod lying;
mod panel;
mod told;

pub(crate) use empty_board::{render_coordinates, render_empty};
pub(crate) use grid::SquareGrid;
pub(crate) use lying::render_lying;
pub(crate) use panel::{capitals, render_panel};
