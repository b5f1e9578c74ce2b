//! Colours of standings.

use crate::theme::{Colours, Rgb, StandingsColours};

/// Colours that cover areas.
pub(crate) fn areas(colours: &Colours) -> Vec<Rgb> {
    let c = StandingsColours::of(colours);
    vec![c.ground, c.text, c.dim_text, c.rule, c.drawn, c.gold, c.won_row]
}

/// Pairs of colours that meet at an edge, with the number of blends between them; see
/// [`super::armies::meetings`].
pub(crate) fn meetings(colours: &Colours) -> Vec<(Rgb, Rgb, u8)> {
    let c = StandingsColours::of(colours);
    let mut pairs = vec![(c.ground, c.text, 12), (c.ground, c.dim_text, 10), (c.ground, c.gold, 8)];
    pairs.extend([(c.won_row, c.text, 10), (c.won_row, c.dim_text, 8), (c.won_row, c.gold, 6)]);
    pairs.extend([(c.drawn, c.text, 8), (c.ground, c.drawn, 3), (c.won_row, c.drawn, 3)]);
    pairs
}
