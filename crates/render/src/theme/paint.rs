//! The colours of one army, of a die or of ground_paint.

use super::colour::Rgb;

/// The colours of one army, of a die, or of what stands on the ground.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    /// The body of a piece or a die.
    pub fill: Rgb,
    /// The outline of the body.
    pub line: Rgb,
    /// The side of the body that is turned from the light.
    pub shade: Rgb,
    /// Where the light falls.
    pub shine: Rgb,
    /// Signs of rank.
    pub mark: Rgb,
    /// The width of the outline, in ten-thousandths of a square.
    pub weight: u16,
}

impl Paint {
    /// These colours with `part` of 255 of another over each of them, as for a die that has lost.
    pub(crate) fn faded(self, to: Rgb, part: u8) -> Self {
        Self {
            fill: self.fill.under(to, part),
            line: self.line.under(to, part),
            shade: self.shade.under(to, part),
            shine: self.shine.under(to, part),
            mark: self.mark.under(to, part),
            weight: self.weight,
        }
    }

    /// The width of the outline, as the sources of sprites have it.
    pub(crate) const WEIGHT: &str = "stroke-width=\"3\"";
    /// An area in the colour of the shade, as the sources of sprites have it.
    pub(crate) const SHADED_AREA: &str = "fill=\"#dbc49c\" stroke=\"none\"";
    /// What such an area becomes where it is not to be seen.
    pub(crate) const NO_AREA: &str = "fill=\"none\" stroke=\"none\"";

    /// The colours that stand in the sources of sprites, each with the one that replaces it.
    pub(crate) const fn replacements(&self) -> [(&'static str, Rgb); 5] {
        [
            ("#f8efdc", self.fill),
            ("#3b2614", self.line),
            ("#dbc49c", self.shade),
            ("#fffdf6", self.shine),
            ("#b8432f", self.mark),
        ]
    }
}
