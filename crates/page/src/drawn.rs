//! What the picture of a line shows, ready to be drawn in any size and theme.

use std::sync::Arc;

use chat::Drawing;
use render::{Renderer, Theme};
use scene::{CardSheet, RatingCurve, Scene, StandingsSheet, Style};
use table::GameReplay;

use super::{click_map::ClickMap, wire::Shown};

/// The subject of the picture of a line.
#[derive(Clone, Debug)]
pub(super) enum Drawn {
    /// A board with what stands beside it.
    Board {
        scene: Scene,
        /// Whether everybody sees it from this side, whatever they play.
        keeps_side: bool,
    },
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

impl Drawn {
    /// Returns what a drawing shows; `None` for one of a game that was stored, and not drawn since.
    pub(super) fn of(drawing: &Drawing) -> Option<Self> {
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

    /// The same as the person of this seat sees it, counted from 0: a board has their side at the bottom, unless
    /// somebody has asked for another.
    pub(super) fn seen_from(self, seat: u8) -> Self {
        match self {
            Self::Board { scene, keeps_side: false } => {
                Self::Board { scene: scene.seen_from(seat), keeps_side: false }
            }
            other => other,
        }
    }

    /// The seat whose side is at the bottom of a board, from 0.
    pub(super) fn side(&self) -> Option<u8> {
        match self {
            Self::Board { scene, .. } => Some(scene.facing()),
            Self::Replay(_)
            | Self::Ply(_)
            | Self::Card(_)
            | Self::Curve(_)
            | Self::Standings(_) => None,
        }
    }

    /// The theme in which it is drawn where nobody has chosen one.
    pub(super) fn face(&self) -> Theme {
        match self {
            Self::Board { scene, .. } | Self::Ply(scene) => scene.face,
            Self::Replay(replay) => replay.still(0).map_or_else(Theme::default, |scene| scene.face),
            Self::Card(card) => card.scene.face,
            Self::Curve(_) | Self::Standings(_) => Theme::Wood,
        }
    }

    /// Returns what the page takes it for.
    pub(super) const fn shown(&self) -> Shown {
        match self {
            Self::Board { .. } => Shown::Board,
            Self::Replay(_) => Shown::Replay,
            Self::Ply(_) => Shown::Ply,
            Self::Card(_) => Shown::Card,
            Self::Curve(_) => Shown::Curve,
            Self::Standings(_) => Shown::Standings,
        }
    }

    /// Its size, and the cells that a click finds on it.
    pub(super) fn click_map(&self) -> ClickMap {
        match self {
            Self::Board { scene, .. } => ClickMap::of(scene),
            Self::Replay(replay) => {
                let size = |scene: Scene| render::size(&scene, self.default_width());
                ClickMap::without_cells(replay.still(0).map_or([self.default_width(); 2], size))
            }
            Self::Ply(scene) => ClickMap::without_cells(render::size(scene, self.default_width())),
            Self::Card(_) => ClickMap::without_cells(render::card_size(self.default_width())),
            Self::Curve(_) => ClickMap::without_cells(render::course_size(self.default_width())),
            Self::Standings(sheet) => {
                ClickMap::without_cells(render::standings_size(sheet, self.default_width()))
            }
        }
    }

    /// The width of its picture where nothing else is asked for, in pixels.
    pub(super) const fn default_width(&self) -> u32 {
        match self {
            Self::Board { scene, .. } | Self::Ply(scene) => render::default_width(scene),
            Self::Replay(_) => render::REPLAY_WIDTH,
            Self::Card(_) => render::CARD_WIDTH,
            Self::Curve(_) => render::CURVE_WIDTH,
            Self::Standings(_) => render::STANDINGS_WIDTH,
        }
    }

    /// The width of its picture where this one is asked for, in pixels: what moves has one width alone, since it
    /// takes long to draw.
    pub(super) fn width(&self, asked: Option<u32>) -> u32 {
        match self {
            Self::Replay(_) => self.default_width(),
            _ => asked.unwrap_or_else(|| self.default_width()),
        }
    }

    /// The width of its picture in a style, in pixels.
    pub(super) const fn styled_width(&self, style: Style) -> u32 {
        style.size.width(self.default_width())
    }

    /// The ending of its address, which says what kind of file it is.
    pub(super) const fn ending(&self) -> &'static str {
        match self {
            Self::Replay(_) => "gif",
            Self::Board { .. }
            | Self::Ply(_)
            | Self::Card(_)
            | Self::Curve(_)
            | Self::Standings(_) => "png",
        }
    }

    /// Its picture as PNG, or as GIF if it moves.
    pub(super) fn file(&self, renderer: &Renderer, theme: Theme, width: u32) -> Vec<u8> {
        match self {
            Self::Board { scene, .. } | Self::Ply(scene) => renderer.png(scene, theme, width),
            Self::Replay(replay) => renderer.gif(replay.frames(), Some(theme), width),
            Self::Card(card) => renderer.card_png(card, Some(theme), width),
            Self::Curve(curve) => renderer.curve_png(curve, theme, width),
            Self::Standings(sheet) => renderer.standings_png(sheet, theme, width),
        }
    }
}
