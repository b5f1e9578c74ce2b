//! A colour, and how colours mix.

/// A colour of the sRGB space: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The colour of a code `0xrrggbb`.
    pub(crate) const fn hex(code: u32) -> Self {
        let [_, red, green, blue] = code.to_be_bytes();
        Self(red, green, blue)
    }

    /// Returns the luminance, from 0 to 6,502,500, with the square in place of the exact curve.
    fn luminance(self) -> u32 {
        let part = |channel: u8, weight: u32| u32::from(channel).pow(2) * weight;
        part(self.0, 21) + part(self.1, 72) + part(self.2, 7)
    }

    /// Returns `true` if dark signs show better on this colour than light ones.
    pub(crate) fn is_bright(self) -> bool {
        self.luminance() > 255 * 255 * 24
    }

    /// Returns about the contrast of two colours as WCAG 2 defines it, in percent: 100 for equals.
    pub(crate) fn contrast_percent(self, other: Self) -> u32 {
        let [one, other] = [self, other].map(|colour| colour.luminance() + 255 * 255 * 5);
        // No sum is so large that this overflows.
        one.max(other) * 100 / one.min(other)
    }

    /// This colour with `part` of 255 of another over it.
    pub(crate) fn under(self, over: Self, part: u8) -> Self {
        let part = u32::from(part);
        let mix = |under: u8, over: u8| {
            let sum = u32::from(under) * (255 - part) + u32::from(over) * part;
            ((sum + 127) / 255) as u8
        };
        Self(mix(self.0, over.0), mix(self.1, over.1), mix(self.2, over.2))
    }
}

/// The brightest colour.
pub(crate) const WHITE: Rgb = Rgb(255, 255, 255);
