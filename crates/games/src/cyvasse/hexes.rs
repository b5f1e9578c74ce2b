//! The hexes of the board and sets of them (rules, section 2).

use std::fmt;

use crate::place_sets::{impl_set_iteration, impl_set_operators, impl_set_queries};

/// A hex, stored as its index in a layout of 12 columns: x + 12·y + 60 in axial coordinates from
/// the centre f6. A step to a neighbour is then the same difference everywhere, and the order of
/// hexes is that of the rules page: row 1 first, each row from left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u8);

/// The number of hexes along an edge of the board.
pub(super) const EDGE: u8 = 6;
/// The size of the layout, hexes and gaps together.
pub(super) const PLACES: usize = 121;

/// A step in one direction, as a difference of axial coordinates.
pub(super) type Step = (i8, i8);

/// The steps across an edge: E, NE, NW, W, SW, SE, counter-clockwise.
pub(super) const ORTHOGONAL: [Step; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
/// The steps along an edge, to the nearest hex of the same colour: ENE, N, WNW, WSW, S, ESE.
pub(super) const DIAGONAL: [Step; 6] = [(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)];

impl Hex {
    /// The hex in the middle of the board, f6.
    pub const CENTRE: Self = Self(60);

    /// The corners counter-clockwise from east: k6, f11, a11, a6, f1, k1.
    pub const CORNERS: [Self; 6] = [Self(65), Self(120), Self(115), Self(55), Self(0), Self(5)];

    /// The hex with these axial coordinates; `None` off the board.
    #[must_use]
    #[inline]
    pub const fn new(x: i8, y: i8) -> Option<Self> {
        if x.unsigned_abs() <= 5 && y.unsigned_abs() <= 5 && (x + y).unsigned_abs() <= 5 {
            Some(Self((x + 12 * y + 60) as u8))
        } else {
            None
        }
    }

    /// The hex with this index, which the caller knows to be on the board.
    #[inline]
    const fn at(place: u8) -> Self {
        debug_assert!(BOARD >> place & 1 != 0);
        Self(place)
    }

    /// Its index in the layout, below 121.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Axial x: the file counted from the middle, -5 to 5.
    #[must_use]
    #[inline]
    pub const fn x(self) -> i8 {
        (self.0 + 5) as i8 % 12 - 5
    }

    /// Axial y: the row counted from the middle, -5 to 5.
    #[must_use]
    #[inline]
    pub const fn y(self) -> i8 {
        ((self.0 + 5) / 12) as i8 - 5
    }

    /// The number of its row, 1 to 11.
    #[must_use]
    #[inline]
    pub const fn row(self) -> u8 {
        (self.y() + 6) as u8
    }

    /// The letter of its file, `a` to `k`.
    #[must_use]
    pub const fn file(self) -> char {
        (b'a' + (self.x() + 5) as u8) as char
    }

    /// Every hex, row 1 first, each row from left to right.
    pub fn all() -> impl Iterator<Item = Self> {
        HexSet(BOARD)
    }

    /// The hex at this offset; `None` off the board.
    #[must_use]
    #[inline]
    pub const fn offset(self, (dx, dy): Step) -> Option<Self> {
        Self::new(self.x() + dx, self.y() + dy)
    }

    /// The number of steps from neighbour to neighbour between two hexes.
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let (dx, dy) = (self.x() - other.x(), self.y() - other.y());
        let (a, b, c) = (dx.unsigned_abs(), dy.unsigned_abs(), (dx + dy).unsigned_abs());
        if a >= b && a >= c {
            a
        } else if b >= c {
            b
        } else {
            c
        }
    }

    /// The colour of the hex, 0 to 2; men that move diagonally keep theirs.
    #[must_use]
    pub const fn colour(self) -> u8 {
        (self.x() - self.y()).rem_euclid(3) as u8
    }

    /// Returns `true` if it lies on the edge of the board.
    #[must_use]
    #[inline]
    pub const fn is_edge(self) -> bool {
        self.distance(Self::CENTRE) == 5
    }

    /// The hex opposite, which changes places with this one when the board is turned by half a
    /// turn.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> Self {
        Self(120 - self.0)
    }

    /// The hex in the same row, mirrored left to right.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self::new(-self.x() - self.y(), self.y()).unwrap_or(self)
    }

    /// Reads a name such as `h10`, without a leading zero.
    ///
    /// # Errors
    /// `NameFault`; it tells a wrong name from the name of a hex that is not on the board.
    pub fn parse(text: &str) -> Result<Self, NameFault> {
        let mut letters = text.chars();
        let file = letters.next().filter(|file| ('a'..='k').contains(file));
        let row = letters.as_str();
        let is_number = matches!(row.len(), 1 | 2) && row.bytes().all(|b| b.is_ascii_digit());
        match (file, row.parse::<i8>()) {
            (Some(file), Ok(row)) if is_number && row > 0 && !letters.as_str().starts_with('0') => {
                let x = file as i8 - b'f' as i8;
                if row > 11 { None } else { Self::new(x, row - 6) }.ok_or(NameFault::OffBoard)
            }
            _ => Err(NameFault::NoName),
        }
    }
}

/// The reason why a text is not the name of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// The text does not have the form of a name.
    NoName,
    /// The text has the form of a name, but the board has no such hex.
    OffBoard,
}

impl From<Hex> for scene::Hex {
    fn from(hex: Hex) -> Self {
        Self { column: (hex.x() + 5) as u8, row: hex.row() - 1 }
    }
}

impl From<Hex> for scene::Spot {
    fn from(hex: Hex) -> Self {
        Self::Hex(hex.into())
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.row())
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of hexes; as an iterator it gives them row by row from row 1, from left to right.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct HexSet(u128);

/// The indices of the layout that are hexes.
const BOARD: u128 = {
    let (mut bits, mut y) = (0, -5);
    while y <= 5 {
        let mut x = -5;
        while x <= 5 {
            if let Some(hex) = Hex::new(x, y) {
                bits |= 1 << hex.0;
            }
            x += 1;
        }
        y += 1;
    }
    bits
};

impl_set_operators!(HexSet);
impl_set_queries!(HexSet);
impl_set_iteration!(HexSet of Hex);

impl HexSet {
    /// All hexes of the board.
    pub const BOARD: Self = Self(BOARD);

    /// The set of the six corners.
    pub const CORNERS: Self = {
        let (mut set, mut i) = (0, 0);
        while i < 6 {
            set |= 1 << Hex::CORNERS[i].0;
            i += 1;
        }
        Self(set)
    };

    /// The set of one hex.
    #[must_use]
    #[inline]
    pub const fn of(hex: Hex) -> Self {
        Self(1 << hex.0)
    }

    /// Returns `true` if this hex is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, hex: Hex) -> bool {
        self.0 >> hex.0 & 1 != 0
    }

    /// The first hex in the order of the board.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Hex> {
        if self.0 == 0 { None } else { Some(Hex::at(self.0.trailing_zeros() as u8)) }
    }

    /// The last hex in the order of the board.
    #[must_use]
    #[inline]
    pub const fn last(self) -> Option<Hex> {
        if self.0 == 0 { None } else { Some(Hex::at(127 - self.0.leading_zeros() as u8)) }
    }

    /// All indices after this hex in the order of the board, gaps included.
    #[must_use]
    #[inline]
    pub const fn after(hex: Hex) -> Self {
        Self(!(u128::MAX >> (127 - hex.0)))
    }

    /// All indices before this hex in the order of the board, gaps included.
    #[must_use]
    #[inline]
    pub const fn before(hex: Hex) -> Self {
        Self((1 << hex.0) - 1)
    }

    /// The neighbours of all hexes of the set; some of them may be in the set themselves.
    #[must_use]
    #[inline]
    pub const fn neighbours(self) -> Self {
        let set = self.0;
        let (east, rest) = (set << 1 | set >> 1, set << 12 | set >> 12);
        Self((east | rest | set << 11 | set >> 11) & BOARD)
    }
}
