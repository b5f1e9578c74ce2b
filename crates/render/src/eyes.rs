//! Colours as eyes of each kind see them: for tests, and for sheets of pictures that a person looks at.

/// An eye with a name, and how it sees colours.
#[derive(Clone, Copy, Debug)]
pub struct Eye {
    /// The word for how it sees, such as `protanopia`.
    pub name: &'static str,
    /// The linear red, green and blue that it makes of each of them, row by row.
    matrix: [[f64; 3]; 3],
}

impl Eye {
    /// One that sees all colours, three that lack a kind of cone, and one that sees greys alone. The matrices are
    /// those of Machado, Oliveira and Fernandes (2009) for full severity.
    pub const ALL: [Self; 5] = [
        Self { name: "normal", matrix: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] },
        Self {
            name: "protanopia",
            matrix: [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        },
        Self {
            name: "deuteranopia",
            matrix: [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        },
        Self {
            name: "tritanopia",
            matrix: [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        },
        Self { name: "grey", matrix: [LUMINANCE; 3] },
    ];

    /// Returns the linear red, green and blue, from 0 to 1, of the colour that it makes of one.
    #[must_use]
    pub fn linear(&self, colour: [u8; 3]) -> [f64; 3] {
        let linear = linear(colour);
        self.matrix.map(|row| {
            let sum: f64 = row.iter().zip(linear).map(|(part, channel)| part * channel).sum();
            sum.clamp(0.0, 1.0)
        })
    }

    /// Returns the colour, in sRGB, in which everybody sees what it makes of one.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "a test may differ in the last digit")]
    pub fn seen(&self, colour: [u8; 3]) -> [u8; 3] {
        self.linear(colour).map(|channel| {
            let curved = match channel {
                low if low <= 0.003_130_8 => low * 12.92,
                high => high.powf(1.0 / 2.4).mul_add(1.055, -0.055),
            };
            (curved * 255.0).round() as u8
        })
    }
}

/// The shares of linear red, green and blue in the luminance, as WCAG 2 defines it.
pub(crate) const LUMINANCE: [f64; 3] = [0.2126, 0.7152, 0.0722];

/// Red, green and blue without the curve of sRGB, from 0 to 1.
#[expect(clippy::disallowed_methods, reason = "a test may differ in the last digit")]
fn linear(colour: [u8; 3]) -> [f64; 3] {
    colour.map(|channel| match f64::from(channel) / 255.0 {
        low if low <= 0.040_45 => low / 12.92,
        high => ((high + 0.055) / 1.055).powf(2.4),
    })
}
