//! The scene of one picture.

use serde::{Deserialize, Serialize};

use super::{Board, Panel};

/// One picture: a board and the panel beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// The board with all that stands on it.
    pub board: Board,
    /// The panel at its right.
    pub panel: Panel,
}
