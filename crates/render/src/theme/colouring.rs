//! Which colours a piece or a die is painted in, and how far they are faded.

use scene::Shade;

/// The degree to which the colours of a die that did not win are faded.
pub(crate) const PALE: u8 = 135;
/// The degree to which the colours of an earlier fight are faded.
pub(crate) const EARLIER: u8 = 60;

/// In which colours a piece or a die is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Colouring {
    /// The army or the tone.
    pub shade: Shade,
    /// How far its colours are faded towards that of the tray, of 255.
    pub faded: u8,
}

impl Colouring {
    /// The full colours of an army or a tone.
    pub(crate) const fn of(shade: Shade) -> Self {
        Self { shade, faded: 0 }
    }
}
