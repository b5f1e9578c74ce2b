//! Squares of a rectangular board: coordinates and their names, nothing of any game.

use std::fmt;

/// A square by file and rank, both counted from 0 at the lower left.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Square {
    /// File from 0 (`a`).
    pub file: u8,
    /// Rank from 0 (`1`).
    pub rank: u8,
}

impl Square {
    /// Reads a name such as `c3` on a board of this size; `None` if it is no square of it.
    #[must_use]
    pub fn parse(text: &str, files: u8, ranks: u8) -> Option<Self> {
        let &[file, rank] = text.as_bytes() else { return None };
        let square = Self { file: file.checked_sub(b'a')?, rank: rank.checked_sub(b'1')? };
        (square.file < files && square.rank < ranks).then_some(square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}
