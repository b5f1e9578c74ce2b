//! The drawings that pictures of lines show, ready to be made in any size and theme.

use chat::Drawing;
use render::{Coordinates, Subject, Theme};
use scene::Scene;
use serde::{Deserialize, Serialize};

use super::{click_map::ClickMap, wire::Shown};

/// A drawing as a line keeps it.
#[derive(Serialize, Deserialize)]
pub(super) struct KeptDrawing {
    #[serde(flatten)]
    pub(super) drawing: Drawing,
    /// The theme that was chosen where the line was said, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) theme: Option<Theme>,
}

/// The drawing that the picture of a line shows.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    pub(super) subject: Subject,
    /// Its kind as the page sees it.
    pub(super) shown: Shown,
    /// Whether everybody sees it from this side, whatever they play.
    keeps_side: bool,
    /// The theme that was chosen for it.
    pub(super) theme: Option<Theme>,
}

impl Drawn {
    /// Returns what a drawing shows; `None` for one of a game that was stored, and not drawn since.
    pub(super) fn of(drawing: &Drawing, theme: Option<Theme>) -> Option<Self> {
        let subject = host::subject(drawing)?;
        let (shown, keeps_side) = match drawing {
            Drawing::Board(_) => (Shown::Board, false),
            Drawing::OfGame(recipe) => (Shown::Board, recipe.keeps_side()),
            Drawing::Replay(recipe) if recipe.is_still() => (Shown::Ply, true),
            Drawing::Replay(_) => (Shown::Replay, true),
            Drawing::Card(_) => (Shown::Card, true),
            Drawing::Curve(_) => (Shown::Curve, true),
            Drawing::Standings(_) => (Shown::Standings, true),
        };
        Some(Self { subject, shown, keeps_side, theme })
    }

    /// The board of a scene alone, as a table has it.
    pub(super) const fn board_alone(scene: Scene, coordinates: Coordinates) -> Self {
        let subject = Subject::BoardAlone(scene, coordinates);
        Self { subject, shown: Shown::Board, keeps_side: true, theme: None }
    }

    /// The same as the person of this seat sees it, from 0: their side at the bottom, unless another was asked for.
    pub(super) fn seen_from(self, seat: u8) -> Self {
        match self.subject {
            Subject::Board(scene) if !self.keeps_side => {
                Self { subject: Subject::Board(scene.seen_from(seat)), ..self }
            }
            subject => Self { subject, ..self },
        }
    }

    /// The seat whose side is at the bottom of a board with what stands beside it, from 0.
    pub(super) fn side(&self) -> Option<u8> {
        match (&self.subject, self.shown) {
            (Subject::Board(scene), Shown::Board) => Some(scene.facing()),
            _ => None,
        }
    }

    /// Its size, and the cells that a click finds on it.
    pub(super) fn click_map(&self) -> ClickMap {
        match (&self.subject, self.shown) {
            (Subject::Board(scene), Shown::Board) => ClickMap::of(scene),
            (Subject::BoardAlone(scene, _), _) => ClickMap::of_board(scene),
            (subject, _) => ClickMap::without_cells(subject.size()),
        }
    }
}
