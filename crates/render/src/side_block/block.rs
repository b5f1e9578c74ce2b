//! Where the facts about a side stand, and how large they are.

/// In which order the facts stand, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SideSetting {
    /// Label and name; under them points and captures.
    Low,
    /// Name; label and points; captures.
    Tall,
}

/// The place of the facts about a side. Lengths are those of the default width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideBlock {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub setting: SideSetting,
    /// Whether lines end at the right instead of beginning at the left.
    pub at_right: bool,
    /// Whether there is room for the captures.
    pub is_full: bool,
}

/// Sizes of what a block holds.
pub(crate) struct Sizes {
    pub name: f32,
    pub score: f32,
    pub badge: f32,
    pub piece: f32,
}

impl SideSetting {
    /// The sizes of the parts.
    pub(crate) const fn sizes(self) -> Sizes {
        match self {
            Self::Low | Self::Tall => Sizes { name: 30.0, score: 46.0, badge: 32.0, piece: 42.0 },
        }
    }
}

impl SideBlock {
    /// Returns how high a block is.
    pub(crate) const fn height(self) -> f32 {
        match (self.setting, self.is_full) {
            (SideSetting::Low, _) => 80.0,
            (SideSetting::Tall, true) => 114.0,
            (SideSetting::Tall, false) => 72.0,
        }
    }

    /// A part of the block as left, top, width and height; `start` counts from the side at which
    /// lines begin.
    pub(crate) fn part(self, start: f32, top: f32, width: f32, height: f32) -> [f32; 4] {
        let left =
            if self.at_right { self.left + self.width - start - width } else { self.left + start };
        [left, self.top + top, width, height]
    }
}
