//! Where the squares of a drawn board are, so that a click on one can name it.

use serde::Serialize;

use crate::scene::Scene;

/// The size of a picture and the place of its board, in pixels of the default width.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Frame {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
    /// Left edge of the first file drawn.
    pub left: u32,
    /// Upper edge of the first rank drawn.
    pub top: u32,
    /// Side of a square.
    pub cell: u32,
    /// Files.
    pub files: u8,
    /// Ranks.
    pub ranks: u8,
    /// Whether the last rank is at the bottom.
    pub turned: bool,
}

impl Frame {
    /// The frame of a scene.
    pub(super) fn of(scene: &Scene) -> Self {
        let board = &scene.board;
        Self {
            width: 900,
            height: 720,
            left: 50,
            top: 22,
            cell: 648 / u32::from(board.files.max(board.ranks).max(1)),
            files: board.files,
            ranks: board.ranks,
            turned: board.turned,
        }
    }
}
