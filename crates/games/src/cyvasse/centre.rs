//! The centres round which Horses ride: fortresses, and what becomes of them.

use std::fmt;

use super::hexes::Hex;

/// The hex round which Horses ride on behalf of a side's fortress. `Display` writes its part of a
/// position text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Centre {
    /// The fortress is intact and stands on this hex.
    Fortress(Hex),
    /// The fortress is ruined, and this hex has become the centre.
    Ruin(Hex),
    /// The fortress has just been ruined, and the enemy still has to name the corner.
    Fallen,
}

impl Centre {
    /// The hex of the centre; `None` as long as its corner is not named.
    #[must_use]
    #[inline]
    pub const fn hex(self) -> Option<Hex> {
        match self {
            Self::Fortress(hex) | Self::Ruin(hex) => Some(hex),
            Self::Fallen => None,
        }
    }
}

impl fmt::Display for Centre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fortress(hex) => write!(f, "{hex}"),
            Self::Ruin(hex) => write!(f, "@{hex}"),
            Self::Fallen => f.write_str("?"),
        }
    }
}
