//! The colours of the themes that can be chosen.

use super::{
    colours::Colours,
    tables::{CONTRAST, FELT, MARS, PAPER, SLATE, WOOD},
};
pub use scene::Theme;

impl Colours {
    /// The colours of a theme.
    pub(crate) const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Wood => &WOOD,
            Theme::Slate => &SLATE,
            Theme::Paper => &PAPER,
            Theme::Contrast => &CONTRAST,
            Theme::Mars => &MARS,
            Theme::Felt => &FELT,
        }
    }
}
