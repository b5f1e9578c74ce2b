//! The themes that can be chosen.

use super::{
    colours::Colours,
    tables::{CONTRAST, PAPER, SLATE, WOOD},
};

/// The look of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Warm and calm: the default.
    #[default]
    Wood,
    /// Cool greys, for dark chats.
    Slate,
    /// Black and white with hatching, for print and e-colour.
    Paper,
    /// The highest contrast, with letters in the medallions.
    Contrast,
}

impl Theme {
    /// All themes, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Wood, Self::Slate, Self::Paper, Self::Contrast];

    /// The name that people type for it, such as `wood`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Slate => "slate",
            Self::Paper => "paper",
            Self::Contrast => "contrast",
        }
    }

    /// Its colours.
    pub(crate) const fn colours(self) -> &'static Colours {
        match self {
            Self::Wood => &WOOD,
            Self::Slate => &SLATE,
            Self::Paper => &PAPER,
            Self::Contrast => &CONTRAST,
        }
    }
}
