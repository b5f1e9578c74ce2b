//! Where the squares of a drawn board are, so that a click on one can name it.

use serde::Serialize;

use crate::{
    render::DEFAULT_WIDTH,
    scene::{Scene, Shape, Squares},
};

/// The margins of the board at the default width, and the room for its squares; a test holds
/// them against what is drawn.
const MARGIN_LEFT: u32 = 50;
const MARGIN_TOP: u32 = 22;
const ROOM: u32 = 648;

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
        let board = match scene.board.shape {
            Shape::Squares(squares) => squares,
            Shape::Wedges(_) => Squares { files: 0, ranks: 0, turned: 0, zone: None },
        };
        let (files, ranks) = (u32::from(board.files), u32::from(board.ranks));
        let cell = ROOM / files.max(ranks).max(1);
        Self {
            width: DEFAULT_WIDTH,
            height: DEFAULT_WIDTH / 5 * 4,
            left: MARGIN_LEFT + (ROOM - cell * files) / 2,
            top: MARGIN_TOP + (ROOM - cell * ranks) / 2,
            cell,
            files: board.files,
            ranks: board.ranks,
            turned: board.turned == 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        render::{self, Theme},
        scene::{Board, Mark, Panel, Shade, Side, Square},
    };

    fn scene(turned: bool, marks: Vec<Mark>) -> Scene {
        let side = |shade| Side::of(String::new(), shade);
        let panel = Panel {
            headline: String::new(),
            note: String::new(),
            sides: vec![side(Shade::Light), side(Shade::Dark)],
            fights: Vec::new(),
            foot: String::new(),
        };
        let squares = Squares { files: 6, ranks: 6, turned: 2 * u8::from(turned), zone: None };
        Scene { board: Board { shape: Shape::Squares(squares), pieces: Vec::new(), marks }, panel }
    }

    fn drawn(scene: &Scene) -> image::RgbaImage {
        let png = render::png(scene, Theme::Wood, DEFAULT_WIDTH);
        image::load_from_memory(&png).unwrap().to_rgba8()
    }

    /// What a mark changes lies within its square and fills it.
    #[test]
    fn squares_are_where_the_renderer_draws_them() {
        for (turned, file, rank) in [(false, 2, 4), (true, 0, 5), (false, 5, 0)] {
            let marked = scene(turned, vec![Mark::From(Square { file, rank }.into())]);
            let (empty, marked_picture) = (drawn(&scene(turned, Vec::new())), drawn(&marked));
            let frame = Frame::of(&marked);
            let changed: Vec<(u32, u32)> = empty
                .enumerate_pixels()
                .filter(|&(x, y, pixel)| marked_picture.get_pixel(x, y) != pixel)
                .map(|(x, y, _)| (x, y))
                .collect();
            let column = if turned { 5 - file } else { file };
            let row = if turned { rank } else { 5 - rank };
            let left = frame.left + frame.cell * u32::from(column);
            let top = frame.top + frame.cell * u32::from(row);
            let inside = |at: u32, start: u32| (start..start + frame.cell).contains(&at);
            assert!(changed.iter().all(|&(x, y)| inside(x, left) && inside(y, top)));
            let widest = changed.iter().map(|&(x, _)| x).max().unwrap()
                - changed.iter().map(|&(x, _)| x).min().unwrap();
            assert!(widest > frame.cell * 3 / 4, "{widest}");
        }
    }
}
