//! The layout of the facts about the sides around a board.

use scene::{Scene, Shape, Side};

/// The layout of the facts about the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Layout {
    /// Two sides in the panel, the far one above, the near one below.
    Pair,
    /// The sides in the panel one below the other, with their points.
    List,
    /// A narrow board that lies on its side and fills the width, the two sides above it.
    Lying,
    /// A board that leaves its corners free.
    Corners,
}

impl Layout {
    /// The layout for a scene, by the form of its board and by what its sides have to tell.
    pub(crate) fn of(scene: &Scene) -> Self {
        let sides = &scene.panel.sides;
        let Shape::Squares(board) = scene.board.shape else { return Self::Corners };
        let tells = |side: &Side| side.score.is_some() || !side.label.is_empty();
        if sides.len() <= 2 && board.zone.is_none() && !sides.iter().any(tells) {
            return Self::Pair;
        }
        let (files, ranks) = (u32::from(board.files), u32::from(board.ranks));
        let (width, height) = if board.turned % 2 == 1 { (ranks, files) } else { (files, ranks) };
        if sides.len() == 2 && 2 * width <= height { Self::Lying } else { Self::List }
    }

    /// The part of a picture in which the board and the names of its cells lie, as left edge, upper edge, width and
    /// height in pixels of the default width.
    pub(crate) const fn board_area(self) -> [u32; 4] {
        match self {
            Self::Pair | Self::List => [0, 0, 720, 720],
            Self::Lying => [0, 118, 960, 506],
            Self::Corners => [0, 0, 840, 720],
        }
    }
}
