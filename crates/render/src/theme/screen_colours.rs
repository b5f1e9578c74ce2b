//! The colours of what hides a part of a board.

use super::{colour::Rgb, colours::Colours};

/// The colours of the curtain over hidden rows, and of the folding screen before them.
pub(crate) struct ScreenColours {
    /// A hidden hex.
    pub curtain: Rgb,
    /// The line between hidden hexes.
    pub seam: Rgb,
    /// The leaves of the screen that are turned to the light.
    pub bright: Rgb,
    /// The other leaves.
    pub shaded: Rgb,
    /// The frames of the leaves.
    pub frame: Rgb,
}

impl ScreenColours {
    /// The colours that go with those of a theme.
    pub(crate) fn of(colours: &Colours) -> Self {
        let leaf = colours.light.under(colours.medal, 90);
        // On a bright margin the covered rows are darker than it, on a dark one brighter.
        let (curtain, seam) = if colours.margin.is_bright() {
            (colours.dark.under(colours.edge, 45), colours.dark)
        } else {
            (colours.dark.under(colours.margin, 150), colours.dark.under(colours.margin, 195))
        };
        Self {
            curtain,
            seam,
            bright: leaf,
            shaded: colours.light.under(colours.dark, 140),
            frame: colours.dark.under(colours.edge, 110),
        }
    }
}
