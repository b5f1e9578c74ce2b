//! The stages of an edition.

/// The point that an edition has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// It has not begun, and people may enter.
    Open,
    /// Rounds are being played.
    Running,
    /// All rounds were played.
    Finished,
    /// It was called off.
    Cancelled,
}

impl Stage {
    /// Returns `true` if nothing can happen in it any more.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Finished | Self::Cancelled)
    }
}
