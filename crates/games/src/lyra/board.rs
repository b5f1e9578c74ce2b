//! Squares and sets of squares of the 6×6 board.

use std::{
    fmt,
    ops::{BitAnd, BitOr, BitOrAssign, Not},
};

use scene::{Spot, Square};

use crate::place_sets::{impl_set_iteration, impl_set_queries};

/// How many files the board has, and how many ranks.
pub const SIZE: u8 = 6;

/// A square, numbered file by file: a1, a2, …, a6, b1, …, f6 are 0 to 35.
///
/// In this order ascending squares are sorted by name, so moves that are made in ascending
/// order need no sorting (section 8.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sq(u8);

impl Sq {
    /// How many squares the board has.
    pub const COUNT: usize = 36;
    /// The square a1.
    pub const FIRST: Self = Self(0);

    /// The square on this file and rank, both from 0; `None` off the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < SIZE && rank < SIZE { Some(Self(file * SIZE + rank)) } else { None }
    }

    /// The square with this number; `None` from [`Sq::COUNT`] on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Every square in ascending order, which is that of the names.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIZE * SIZE).map(Self)
    }

    /// Reads a name such as `c3`, in small letters; `None` if the board has no such square.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let square = Square::parse(name, SIZE, SIZE)?;
        Self::new(square.file, square.rank)
    }

    /// Its number, 0 to 35.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, from 0 for file a to 5 for file f.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / SIZE
    }

    /// The rank, from 0 for rank 1 to 5 for rank 6.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % SIZE
    }

    /// The square that this one becomes when the board is turned by half a turn.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self(SIZE * SIZE - 1 - self.0)
    }

    /// The square so many files and ranks away; `None` off the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        // A negative number wraps to one that is off the board as well.
        Self::new(file as u8, rank as u8)
    }

    /// By how many files and ranks `to` lies to the right of and above this square.
    #[must_use]
    pub const fn vector_to(self, to: Self) -> (i8, i8) {
        (to.file() as i8 - self.file() as i8, to.rank() as i8 - self.rank() as i8)
    }

    /// Returns how many steps to a neighbouring square, straight or diagonal, lead from here to `to`.
    #[must_use]
    pub const fn distance(self, to: Self) -> u8 {
        let files = self.file().abs_diff(to.file());
        let ranks = self.rank().abs_diff(to.rank());
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Sq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Square::from(*self).fmt(f)
    }
}

impl fmt::Debug for Sq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Sq> for Spot {
    fn from(at: Sq) -> Self {
        Square::from(at).into()
    }
}

impl From<Sq> for Square {
    fn from(sq: Sq) -> Self {
        Self { file: sq.file(), rank: sq.rank() }
    }
}

/// A set of squares: bit *n* stands for the square with number *n*.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub(super) u64);

impl_set_iteration!(Bitboard of Sq);
impl_set_queries!(Bitboard);

impl Bitboard {
    /// The set of all 36 squares.
    pub const ALL: Self = Self((1 << Sq::COUNT) - 1);

    /// The set of this one square.
    #[must_use]
    pub const fn of(sq: Sq) -> Self {
        Self(1 << sq.0)
    }

    /// The bits of the set; bits 36 to 63 are 0.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns `true` if `sq` is in the set.
    #[must_use]
    pub const fn contains(self, sq: Sq) -> bool {
        self.0 >> sq.0 & 1 != 0
    }

    /// The lowest square of the set; `None` if the set is empty.
    #[must_use]
    pub const fn first(self) -> Option<Sq> {
        if self.0 == 0 { None } else { Some(Sq(self.0.trailing_zeros() as u8)) }
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Not for Bitboard {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}
