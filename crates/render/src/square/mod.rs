//! Boards of squares: where the squares lie, the empty board, and the panel at its right.

mod canals;
mod captured;
mod empty_board;
mod fights;
mod grid;
mod pair_panel;
mod panel;
mod zone_panel;

pub(crate) use empty_board::render_empty;
pub(crate) use grid::SquareGrid;
pub(crate) use pair_panel::render_pair;
pub(crate) use panel::background;
pub(crate) use zone_panel::{render_beside, render_list};
