//! Squares of the board and sets of them.

use std::fmt;

use scene::Square;

use crate::place_sets::{impl_set_iteration, impl_set_operators, impl_set_queries};

/// The number of files and of ranks.
pub(super) const SIZE: u8 = 8;

/// A square, as its place in the order of square names: `a1`, `a2`, … `h8`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sq(u8);

impl Sq {
    /// The square of this file and rank, both from 0; `None` outside the board.
    #[must_use]
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < SIZE && rank < SIZE { Some(Self(file * SIZE + rank)) } else { None }
    }

    /// The square with this index, of which only the lowest six bits count.
    #[must_use]
    #[inline]
    pub const fn at(index: u8) -> Self {
        Self(index & 63)
    }

    /// Reads a name in small letters, `c3`; `None` if it is no square of the board.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Square::parse(name, SIZE, SIZE).and_then(|square| Self::new(square.file, square.rank))
    }

    /// The place in the order of names, from 0 to 63.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file, from 0 for `a` to 7 for `h`.
    #[must_use]
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / SIZE
    }

    /// The rank, from 0 for `1` to 7 for `8`.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % SIZE
    }

    /// The square so many files and ranks away; `None` outside the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || rank < 0 { None } else { Self::new(file as u8, rank as u8) }
    }

    /// Returns how many steps a King needs from one square to the other; 0 for the same square.
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// The same square as the shared code of all games writes it.
    #[must_use]
    pub const fn square(self) -> Square {
        Square { file: self.file(), rank: self.rank() }
    }

    /// Every square, in the order of names.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..SIZE * SIZE).map(Self)
    }
}

impl fmt::Display for Sq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.square().fmt(f)
    }
}

impl fmt::Debug for Sq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares; as an iterator it gives them in the order of names.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(u64);

/// The lowest bit of every file.
const FIRST_RANK: u64 = 0x0101_0101_0101_0101;

impl_set_operators!(SquareSet);
impl_set_queries!(SquareSet);
impl_set_iteration!(SquareSet of Sq);

impl SquareSet {
    /// The set with these bits; bit `n` stands for the square with index `n`.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits of the set; bit `n` stands for the square with index `n`.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one square.
    #[must_use]
    #[inline]
    pub const fn of(square: Sq) -> Self {
        Self(1 << square.index())
    }

    /// All squares of a rank, from 0 to 7.
    #[must_use]
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Self(FIRST_RANK << (rank & 7))
    }

    /// Returns `true` if the set has this square.
    #[must_use]
    #[inline]
    pub const fn contains(self, square: Sq) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The first square in the order of names; `None` if the set is empty.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Sq> {
        if self.0 == 0 { None } else { Some(Sq::at(self.0.trailing_zeros() as u8)) }
    }

    /// The last square in the order of names; `None` if the set is empty.
    #[must_use]
    #[inline]
    pub const fn last(self) -> Option<Sq> {
        if self.0 == 0 { None } else { Some(Sq::at(63 - self.0.leading_zeros() as u8)) }
    }

    /// These squares moved up by one rank; those of the last rank drop out.
    #[must_use]
    #[inline]
    pub const fn up(self) -> Self {
        Self(self.0 << 1 & !FIRST_RANK)
    }

    /// These squares moved down by one rank; those of the first rank drop out.
    #[must_use]
    #[inline]
    pub const fn down(self) -> Self {
        Self(self.0 >> 1 & !(FIRST_RANK << 7))
    }

    /// These squares and all that touch one of them by side or corner.
    #[must_use]
    #[inline]
    pub const fn grown(self) -> Self {
        let column = self.0 | self.up().0 | self.down().0;
        Self(column | column << 8 | column >> 8)
    }
}
