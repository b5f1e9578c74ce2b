//! The colours of a chart.

use super::{colour::Rgb, colours::Colours};

/// The colours in which the course of a rating is drawn.
pub(crate) struct ChartColours {
    /// The colour of the ground.
    pub ground: Rgb,
    /// The title and the last value.
    pub text: Rgb,
    /// The labels of both axes, and the note.
    pub dim_text: Rgb,
    /// The line from value to value.
    pub line: Rgb,
    /// The band around the line.
    pub band: Rgb,
    /// The upper and the lower end of the band.
    pub rim: Rgb,
    /// The lines at round values.
    pub grid: Rgb,
    /// The same where the band lies under them.
    pub grid_in_band: Rgb,
}

impl ChartColours {
    /// The share of the line's colour in the band, of 255.
    const BAND: u8 = 38;
    /// Its share in the ends of the band.
    const RIM: u8 = 130;
    /// The share of the text's colour in a line at a round value.
    const GRID: u8 = 46;

    /// The colours that go with those of a theme.
    pub(crate) fn of(colours: &Colours) -> Self {
        let ground = colours.panel;
        let band = ground.under(colours.curve, Self::BAND);
        Self {
            ground,
            text: colours.text,
            dim_text: colours.dim_text,
            line: colours.curve,
            band,
            rim: ground.under(colours.curve, Self::RIM),
            grid: ground.under(colours.text, Self::GRID),
            grid_in_band: band.under(colours.text, Self::GRID),
        }
    }
}
