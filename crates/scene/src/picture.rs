//! The scene of one picture.

use serde::{Deserialize, Serialize};

use super::{Board, Hexes, Mark, Panel, Shape, Spot, Theme, Veil};

/// One picture: a board and the panel beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// The board with all that stands on it.
    pub board: Board,
    /// The panel at its right.
    pub panel: Panel,
    /// Where a message tells several plies: the marks of those before the last one, whose marks are
    /// among those of the board. The plies are numbered from 1, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Vec<Mark>>,
    /// The theme in which it is drawn where nobody has chosen one: its game's own. Older scenes have none.
    #[serde(default)]
    pub face: Theme,
}

impl Scene {
    /// A picture of one ply at most, with the default theme for its face.
    #[must_use]
    pub const fn of(board: Board, panel: Panel) -> Self {
        Self { board, panel, earlier: Vec::new(), face: Theme::Wood }
    }

    /// The seat whose side is at the bottom, from 0.
    #[must_use]
    pub fn facing(&self) -> u8 {
        self.board.shape.facing(self.seats())
    }

    /// The same picture with the side of this seat at the bottom, counted from 0: the picture that its game would
    /// draw for it. It stays as it is if there is no such seat, and if a part of it is hidden from whoever sees
    /// it, who then sees their own side.
    #[must_use]
    pub fn seen_from(mut self, seat: u8) -> Self {
        let (seats, facing) = (self.seats(), self.facing());
        let is_own = matches!(self.board.shape, Shape::Hexes(Hexes { veil: Veil::Far, .. }));
        if seat < seats && facing < seats && !is_own {
            self.board.shape = self.board.shape.turned_to(seat, seats);
            self.panel.sides.rotate_left(usize::from((seat + seats - facing) % seats));
        }
        self
    }

    fn seats(&self) -> u8 {
        u8::try_from(self.panel.sides.len()).unwrap_or_default()
    }

    /// The marks of each numbered ply, the oldest first; none where the plies have no numbers.
    pub fn numbered(&self) -> impl Iterator<Item = &[Mark]> {
        let last = Some(&self.board.marks[..]).filter(|_| !self.earlier.is_empty());
        self.earlier.iter().map(Vec::as_slice).chain(last)
    }
}

/// Returns where the ply with these marks ended: the place that it reached or attacked, or where a man changed
/// if none moved; `None` if it left the board as it was.
#[must_use]
pub fn ply_target(marks: &[Mark]) -> Option<Spot> {
    let changed = marks.iter().find_map(|mark| match *mark {
        Mark::Grown(at) | Mark::Raised(at) => Some(at),
        _ => None,
    });
    marks.iter().find_map(|mark| mark.target()).or(changed)
}
