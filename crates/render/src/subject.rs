//! The subject of a picture of any kind: its size, its face, its file. All who draw for people draw this.

use std::sync::Arc;

use scene::{Animated, CardSheet, RatingCurve, Scene, StandingsSheet, Style};

use super::{
    board::Coordinates,
    picture::{
        CARD_WIDTH, CURVE_WIDTH, REPLAY_WIDTH, STANDINGS_WIDTH, card_size, course_size,
        default_width, size, standings_size,
    },
    renderer::Renderer,
    theme::Theme,
};

/// The subject of a picture.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A board with what stands beside it.
    Board(Scene),
    /// A board alone, with the names of its lines or without.
    BoardAlone(Scene, Coordinates),
    /// A game from its start on, which moves.
    Replay(Arc<dyn Animated>),
    /// The card of a finished game.
    Card(Arc<CardSheet>),
    /// The course of a rating.
    Curve(RatingCurve),
    /// The standings of an event.
    Standings(StandingsSheet),
}

impl Subject {
    /// The theme in which it is drawn where none is chosen. A rating and an event belong to several games.
    #[must_use]
    pub fn face(&self) -> Theme {
        match self {
            Self::Board(scene) | Self::BoardAlone(scene, _) => scene.face,
            Self::Replay(game) => game.first().map_or_else(Theme::default, |scene| scene.face),
            Self::Card(card) => card.scene.face,
            Self::Curve(_) | Self::Standings(_) => Theme::default(),
        }
    }

    /// The width of its picture where nothing else is asked for, in pixels.
    #[must_use]
    pub const fn default_width(&self) -> u32 {
        match self {
            Self::Board(scene) | Self::BoardAlone(scene, _) => default_width(scene),
            Self::Replay(_) => REPLAY_WIDTH,
            Self::Card(_) => CARD_WIDTH,
            Self::Curve(_) => CURVE_WIDTH,
            Self::Standings(_) => STANDINGS_WIDTH,
        }
    }

    /// The width of its picture where this one is asked for, in pixels: what moves has one width alone, since it
    /// takes long to draw.
    #[must_use]
    pub fn width(&self, asked: Option<u32>) -> u32 {
        let asked = asked.filter(|_| !matches!(self, Self::Replay(_)));
        asked.unwrap_or_else(|| self.default_width())
    }

    /// The width of its picture in a style, in pixels.
    #[must_use]
    pub fn styled_width(&self, style: Style) -> u32 {
        self.width(Some(style.size.width(self.default_width())))
    }

    /// Width and height of its picture at the default width, in pixels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        let width = self.default_width();
        match self {
            Self::Board(scene) | Self::BoardAlone(scene, _) => size(scene, width),
            Self::Replay(game) => game.first().map_or([width; 2], |scene| size(&scene, width)),
            Self::Card(_) => card_size(width),
            Self::Curve(_) => course_size(width),
            Self::Standings(sheet) => standings_size(sheet, width),
        }
    }

    /// Returns how many pictures it consists of: one, unless it moves.
    #[must_use]
    pub fn n_frames(&self) -> u32 {
        if let Self::Replay(game) = self { game.n_frames() } else { 1 }
    }

    /// The ending of its file, which says what kind it is: `gif` if it moves, else `png`.
    #[must_use]
    pub const fn ending(&self) -> &'static str {
        if matches!(self, Self::Replay(_)) { "gif" } else { "png" }
    }

    /// Draws it in a theme, or in its face, and in a width; the same bytes every time. Empty where there is nothing
    /// to show.
    #[must_use]
    pub fn file(&self, renderer: &Renderer, theme: Option<Theme>, width: u32) -> Vec<u8> {
        let theme = theme.unwrap_or_else(|| self.face());
        match self {
            Self::Board(scene) => renderer.png(scene, theme, width),
            Self::BoardAlone(scene, coordinates) => {
                renderer.board_png(scene, theme, width, *coordinates)
            }
            Self::Replay(game) => renderer.gif(game.frames(), Some(theme), width),
            Self::Card(card) => renderer.card_png(card, Some(theme), width),
            Self::Curve(curve) => renderer.curve_png(curve, theme, width),
            Self::Standings(sheet) => renderer.standings_png(sheet, theme, width),
        }
    }
}
