//! The colours of the themes that can be chosen.

use super::{
    colours::Colours,
    tables::{CONTRAST, PAPER, SLATE, WOOD},
};
pub use crate::scene::Theme;

impl Theme {
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
