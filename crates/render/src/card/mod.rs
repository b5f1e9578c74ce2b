//! The card of a finished game: the board as it ended, as large as there is room for, and beside it the names, the
//! result and how to play. Below a board that lies on its side the names stand.

mod board;
mod lines;
mod picture;
mod plates;

pub(crate) use board::board_scale;
pub(crate) use picture::compose;
