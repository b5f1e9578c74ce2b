//! What the picture of a line shows, ready to be drawn in any size and theme.

use std::sync::Arc;

use chat::Drawing;
use render::{Coordinates, Renderer, Theme};
use scene::{CardSheet, RatingCurve, Scene, StandingsSheet, Style};
use serde::{Deserialize, Serialize};
use table::GameReplay;

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

/// What the picture of a line shows.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    subject: Subject,
    /// The theme that was chosen for it.
    theme: Option<Theme>,
}

/// The subject of the picture of a line.
#[derive(Clone, Debug)]
enum Subject {
    /// A board with what stands beside it.
    Board {
        scene: Scene,
        /// Whether everybody sees it from this side, whatever they play.
        keeps_side: bool,
    },
    /// A board alone, as a table has it.
    BoardAlone(Scene, Coordinates),
    /// A game from its start on, which moves.
    Replay(Arc<GameReplay>),
    /// One ply of a game that is shown once more.
    Ply(Scene),
    /// The card of a finished game.
    Card(Arc<CardSheet>),
    /// The course of a rating.
    Curve(RatingCurve),
    /// The standings of an event.
    Standings(StandingsSheet),
}

impl Subject {
    /// Returns what a drawing shows; `None` for one of a game that was stored, and not drawn since.
    fn of(drawing: &Drawing) -> Option<Self> {
        match drawing {
            Drawing::Curve(curve) => Some(Self::Curve(curve.clone())),
            Drawing::Standings(sheet) => Some(Self::Standings(sheet.clone())),
            Drawing::Board(scene) => Some(Self::Board { scene: scene.clone(), keeps_side: false }),
            Drawing::Replay(recipe) if recipe.is_still() => recipe.still().map(Self::Ply),
            Drawing::Replay(recipe) => recipe.replay().cloned().map(Self::Replay),
            Drawing::Card(recipe) => recipe.sheet().cloned().map(Self::Card),
            Drawing::OfGame(recipe) => {
                let keeps_side = recipe.keeps_side();
                recipe.scene().cloned().map(|scene| Self::Board { scene, keeps_side })
            }
        }
    }
}

impl Drawn {
    /// Returns what a drawing shows, in the theme that was chosen for it; `None` for one of a game that was stored,
    /// and not drawn since.
    pub(super) fn of(drawing: &Drawing, theme: Option<Theme>) -> Option<Self> {
        Some(Self { subject: Subject::of(drawing)?, theme })
    }

    /// The board of a scene alone.
    pub(super) const fn board_alone(scene: Scene, coordinates: Coordinates) -> Self {
        Self { subject: Subject::BoardAlone(scene, coordinates), theme: None }
    }

    /// The same as the person of this seat sees it, counted from 0: a board has their side at the bottom, unless
    /// somebody has asked for another.
    pub(super) fn seen_from(self, seat: u8) -> Self {
        let subject = match self.subject {
            Subject::Board { scene, keeps_side: false } => {
                Subject::Board { scene: scene.seen_from(seat), keeps_side: false }
            }
            other => other,
        };
        Self { subject, ..self }
    }

    /// The seat whose side is at the bottom of a board, from 0.
    pub(super) fn side(&self) -> Option<u8> {
        match &self.subject {
            Subject::Board { scene, .. } => Some(scene.facing()),
            Subject::BoardAlone(..)
            | Subject::Replay(_)
            | Subject::Ply(_)
            | Subject::Card(_)
            | Subject::Curve(_)
            | Subject::Standings(_) => None,
        }
    }

    /// The theme in which it is drawn: the one that was chosen, else the face of what it shows.
    pub(super) fn theme(&self) -> Theme {
        self.theme.unwrap_or_else(|| match &self.subject {
            Subject::Board { scene, .. } | Subject::BoardAlone(scene, _) | Subject::Ply(scene) => {
                scene.face
            }
            Subject::Replay(replay) => {
                replay.still(0).map_or_else(Theme::default, |scene| scene.face)
            }
            Subject::Card(card) => card.scene.face,
            Subject::Curve(_) | Subject::Standings(_) => Theme::Wood,
        })
    }

    /// Returns `true` if somebody has chosen its theme.
    pub(super) const fn is_chosen(&self) -> bool {
        self.theme.is_some()
    }

    /// Returns what the page takes it for.
    pub(super) const fn shown(&self) -> Shown {
        match &self.subject {
            Subject::Board { .. } | Subject::BoardAlone(..) => Shown::Board,
            Subject::Replay(_) => Shown::Replay,
            Subject::Ply(_) => Shown::Ply,
            Subject::Card(_) => Shown::Card,
            Subject::Curve(_) => Shown::Curve,
            Subject::Standings(_) => Shown::Standings,
        }
    }

    /// Its size, and the cells that a click finds on it.
    pub(super) fn click_map(&self) -> ClickMap {
        match &self.subject {
            Subject::Board { scene, .. } => ClickMap::of(scene),
            Subject::BoardAlone(scene, _) => ClickMap::of_board(scene),
            Subject::Replay(replay) => {
                let size = |scene: Scene| render::size(&scene, self.default_width());
                ClickMap::without_cells(replay.still(0).map_or([self.default_width(); 2], size))
            }
            Subject::Ply(scene) => {
                ClickMap::without_cells(render::size(scene, self.default_width()))
            }
            Subject::Card(_) => ClickMap::without_cells(render::card_size(self.default_width())),
            Subject::Curve(_) => ClickMap::without_cells(render::course_size(self.default_width())),
            Subject::Standings(sheet) => {
                ClickMap::without_cells(render::standings_size(sheet, self.default_width()))
            }
        }
    }

    /// Returns how many pictures it consists of: one, unless it moves.
    pub(super) fn frames(&self) -> u32 {
        match &self.subject {
            Subject::Replay(replay) => replay.n_frames(),
            _ => 1,
        }
    }

    /// The width of its picture where nothing else is asked for, in pixels.
    pub(super) const fn default_width(&self) -> u32 {
        match &self.subject {
            Subject::Board { scene, .. } | Subject::BoardAlone(scene, _) | Subject::Ply(scene) => {
                render::default_width(scene)
            }
            Subject::Replay(_) => render::REPLAY_WIDTH,
            Subject::Card(_) => render::CARD_WIDTH,
            Subject::Curve(_) => render::CURVE_WIDTH,
            Subject::Standings(_) => render::STANDINGS_WIDTH,
        }
    }

    /// The width of its picture where this one is asked for, in pixels: what moves has one width alone, since it
    /// takes long to draw.
    pub(super) fn width(&self, asked: Option<u32>) -> u32 {
        match &self.subject {
            Subject::Replay(_) => self.default_width(),
            _ => asked.unwrap_or_else(|| self.default_width()),
        }
    }

    /// The width of its picture in a style, in pixels.
    pub(super) const fn styled_width(&self, style: Style) -> u32 {
        style.size.width(self.default_width())
    }

    /// The ending of its address, which says what kind of file it is.
    pub(super) const fn ending(&self) -> &'static str {
        match &self.subject {
            Subject::Replay(_) => "gif",
            Subject::Board { .. }
            | Subject::BoardAlone(..)
            | Subject::Ply(_)
            | Subject::Card(_)
            | Subject::Curve(_)
            | Subject::Standings(_) => "png",
        }
    }

    /// Its picture as PNG, or as GIF if it moves.
    pub(super) fn file(&self, renderer: &Renderer, theme: Theme, width: u32) -> Vec<u8> {
        match &self.subject {
            Subject::Board { scene, .. } | Subject::Ply(scene) => renderer.png(scene, theme, width),
            Subject::BoardAlone(scene, coordinates) => {
                renderer.board_png(scene, theme, width, *coordinates)
            }
            Subject::Replay(replay) => renderer.gif(replay.frames(), Some(theme), width),
            Subject::Card(card) => renderer.card_png(card, Some(theme), width),
            Subject::Curve(curve) => renderer.curve_png(curve, theme, width),
            Subject::Standings(sheet) => renderer.standings_png(sheet, theme, width),
        }
    }
}
