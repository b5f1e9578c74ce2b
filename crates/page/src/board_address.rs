//! The address of a board's picture, of which a page knows the parts: it chooses the width and the theme.

use scene::{Scene, Theme};
use serde::Serialize;
use table::BoardRecipe;

/// The address of a board's picture, in its parts.
#[derive(Debug, Serialize)]
pub(super) struct BoardAddress {
    /// Its address without lines, plies, width and theme.
    src: String,
    /// The part of the log that it shows, and the number of plies with marks.
    lines: usize,
    plies: u32,
    /// The number of the side at the bottom.
    side: u8,
    /// Whether a request has to prove whose it is.
    proof: bool,
    /// The theme that was chosen by a command, if one was, and the game's own.
    theme: Option<&'static str>,
    face: &'static str,
    /// The width of the whole picture out of which the board is cut, in the pixels of the frame.
    whole: u32,
}

/// A board that is shown small: a way to its game.
#[derive(Debug, Serialize)]
pub(super) struct SmallBoard {
    #[serde(flatten)]
    address: BoardAddress,
    /// Its size in the pixels of the frame.
    width: u32,
    height: u32,
}

impl BoardAddress {
    /// The address of a board that `is_hidden` from most, in a run of the program.
    pub(super) fn of(
        board: &BoardRecipe,
        scene: &Scene,
        theme: Option<Theme>,
        (is_hidden, run): (bool, &str),
    ) -> Self {
        let own = board.age().is_none();
        Self {
            src: board_src(board, scene, run),
            lines: board.lines(),
            plies: board.plies(),
            side: scene.facing() + 1,
            proof: is_hidden || own,
            theme: theme.map(Theme::key),
            face: scene.face.key(),
            whole: render::default_width(scene),
        }
    }
}

/// The address of a board's picture in a run of the program, without lines, plies, width and theme.
pub(super) fn board_src(board: &BoardRecipe, scene: &Scene, run: &str) -> String {
    let (game, side) = (board.game().0, scene.facing() + 1);
    let own = if board.age().is_none() { "&own=1" } else { "" };
    format!("/board/{game}.png?v={run}&side={side}{own}")
}

impl SmallBoard {
    /// The board of a game that `is_hidden` from most, in a run of the program.
    pub(super) fn of(
        board: &BoardRecipe,
        theme: Option<Theme>,
        seen: (bool, &str),
    ) -> Option<Self> {
        let scene = board.scene()?;
        let [_, _, width, height] = render::board_area(scene);
        Some(Self { address: BoardAddress::of(board, scene, theme, seen), width, height })
    }
}
