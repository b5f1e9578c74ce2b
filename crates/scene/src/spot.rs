//! Places on a board: squares, cells of wedges and hexes, with the names that people type for them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place on a board: a square, a cell of a wedge, or a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Spot {
    /// A square of a board of squares.
    Square(Square),
    /// A cell of a board of wedges.
    Cell(Cell),
    /// A hex of a board of hexes.
    Hex(Hex),
}

impl Spot {
    /// The hex, if it is one.
    #[must_use]
    pub const fn hex(self) -> Option<Hex> {
        match self {
            Self::Hex(hex) => Some(hex),
            Self::Square(_) | Self::Cell(_) => None,
        }
    }
}

impl From<Hex> for Spot {
    fn from(hex: Hex) -> Self {
        Self::Hex(hex)
    }
}

impl From<Square> for Spot {
    fn from(square: Square) -> Self {
        Self::Square(square)
    }
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Self {
        Self::Cell(cell)
    }
}

/// A cell of a board of wedges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// The zone, from 0 (`A`).
    pub zone: u8,
    /// The distance from the seam with the next zone (clockwise), 1 to 4.
    pub u: u8,
    /// The distance from the seam with the previous zone, 1 to 4.
    pub v: u8,
}

impl fmt::Display for Spot {
    /// Its name as people type it: `c3`, `A24`, `k11`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => square.fmt(f),
            Self::Cell(cell) => cell.fmt(f),
            Self::Hex(hex) => hex.fmt(f),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", char::from(b'A' + self.zone % 26), self.u, self.v)
    }
}

/// A square by file and rank, both counted from 0 at the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Square {
    /// The file, from 0 (`a`).
    pub file: u8,
    /// The rank, from 0 (`1`).
    pub rank: u8,
}

impl Square {
    /// Reads a name such as `c3` on a board of this size; `None` if the board has no such square.
    #[must_use]
    pub fn parse(text: &str, files: u8, ranks: u8) -> Option<Self> {
        let &[file, rank] = text.as_bytes() else { return None };
        let square = Self { file: file.checked_sub(b'a')?, rank: rank.checked_sub(b'1')? };
        (square.file < files && square.rank < ranks).then_some(square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file % 26), u16::from(self.rank) + 1)
    }
}

/// A hex by the letter of its file and the number of its row, both from 0: `a1` would be
/// `(0, 0)`, though a hexagon has no such hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Hex {
    /// The file, from 0 (`a`).
    pub column: u8,
    /// The row, from 0 (`1`).
    pub row: u8,
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column % 26), u16::from(self.row) + 1)
    }
}
