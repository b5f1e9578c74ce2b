//! Colours of charts.

use crate::theme::{ChartColours, Colours, Rgb};

/// Colours that cover areas.
pub(crate) fn areas(colours: &Colours) -> Vec<Rgb> {
    let c = ChartColours::of(colours);
    vec![c.ground, c.text, c.dim_text, c.line, c.band, c.rim, c.grid, c.grid_in_band]
}

/// Pairs of colours that meet at an edge, with the number of blends between them; see
/// [`super::armies::meetings`].
pub(crate) fn meetings(colours: &Colours) -> Vec<(Rgb, Rgb, u8)> {
    let c = ChartColours::of(colours);
    let mut pairs = vec![(c.ground, c.text, 12), (c.ground, c.dim_text, 10)];
    pairs.extend([c.ground, c.band, c.grid_in_band].map(|under| (under, c.line, 12)));
    pairs.extend([c.ground, c.band, c.grid].map(|under| (under, c.rim, 6)));
    pairs.extend([(c.ground, c.band, 3), (c.grid, c.line, 6)]);
    pairs
}
