//! The centres round which Horses ride: fortresses, and what becomes of them.

use std::fmt;

use super::hexes::Hex;

/// The hex round which Horses ride on behalf of a side's fortress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Centre {
    /// An intact fortress.
    Fortress(Hex),
    /// Ruined; this hex is the centre now.
    Ruin(Hex),
    /// Just ruined; the enemy has still to name the corner.
    Fallen,
}

impl Centre {
    /// The hex, if there is one.
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
