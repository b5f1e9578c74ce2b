//! Cells of all boards, and sets of cells.

use std::{
    fmt,
    ops::{BitAnd, BitOr, Not},
};

use scene::{Spot, Square};

use crate::place_sets::{impl_set_operators, impl_set_queries};

/// The most cells that a board has: six zones of sixteen.
pub const MAX_CELLS: usize = 96;

/// A cell of a flat board (`d3`) or of a wedge board (`A11`). Which of the two it is belongs to the
/// cell, so it can be named without knowing its board.
///
/// Both are numbered in the order of their names, so moves that are made in ascending order need
/// no sorting (rules, section 8.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The bit that cells of wedge boards have in addition to their index.
    const WEDGE: u8 = 0x80;

    /// The cell on this file and rank of a flat board, both from 0; `None` from 8 on.
    #[must_use]
    pub const fn flat(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(file << 3 | rank)) } else { None }
    }

    /// The cell of a zone (from 0) of a wedge board with this u and v (1 to 4); `None` if there is
    /// none on any board.
    #[must_use]
    pub const fn wedge(zone: u8, u: u8, v: u8) -> Option<Self> {
        if zone < 6 && 1 <= u && u <= 4 && 1 <= v && v <= 4 {
            Some(Self(Self::WEDGE | zone << 4 | (u - 1) << 2 | (v - 1)))
        } else {
            None
        }
    }

    /// The cell with this index on a flat or a wedge board.
    pub(super) const fn new(index: u8, is_flat: bool) -> Self {
        Self(if is_flat { index } else { Self::WEDGE | index })
    }

    /// Reads a canonical name, `d3` or `A11`; `None` if no board has such a cell.
    #[must_use]
    pub const fn parse(name: &str) -> Option<Self> {
        match *name.as_bytes() {
            [file, rank] => Self::flat(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')),
            [zone, u, v] => {
                let [u, v] = [u.wrapping_sub(b'0'), v.wrapping_sub(b'0')];
                Self::wedge(zone.wrapping_sub(b'A'), u, v)
            }
            _ => None,
        }
    }

    /// Its number on its board, below [`MAX_CELLS`]: file by file on flat boards, zone by zone on
    /// wedge boards.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & !Self::WEDGE) as usize
    }

    /// Returns `true` if it is a cell of a flat board.
    #[must_use]
    pub const fn is_flat(self) -> bool {
        self.0 < Self::WEDGE
    }

    /// File and rank from 0, of a cell of a flat board.
    #[must_use]
    pub const fn square(self) -> Square {
        Square { file: self.0 >> 3 & 7, rank: self.0 & 7 }
    }

    /// Zone from 0, u and v from 1, of a cell of a wedge board.
    #[must_use]
    pub const fn place(self) -> (u8, u8, u8) {
        (self.0 >> 4 & 7, (self.0 >> 2 & 3) + 1, (self.0 & 3) + 1)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_flat() {
            return self.square().fmt(f);
        }
        let (zone, u, v) = self.place();
        write!(f, "{}{u}{v}", char::from(b'A' + zone))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Self {
        if cell.is_flat() {
            return cell.square().into();
        }
        let (zone, u, v) = cell.place();
        scene::Cell { zone, u, v }.into()
    }
}

/// A set of cells of one board: bit *n* stands for the cell with index *n*.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CellSet(pub(super) u128);

impl CellSet {
    /// The set of one cell.
    #[must_use]
    #[inline]
    pub const fn of(cell: Cell) -> Self {
        Self::at(cell.index())
    }

    /// The set of the cell with this index, below [`MAX_CELLS`].
    #[must_use]
    #[inline]
    pub const fn at(index: usize) -> Self {
        Self(1 << index)
    }

    /// The bits of the set, one for each index below [`MAX_CELLS`].
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns `true` if the cell with this index is in the set.
    #[must_use]
    #[inline]
    pub const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }

    /// Returns `true` if `cell` is in the set; both must be of one board.
    #[must_use]
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.has(cell.index())
    }

    /// The indices of the cells, ascending.
    pub fn indices(self) -> impl Iterator<Item = usize> {
        self
    }

    /// The index of the cell that comes after `n` others, in ascending order.
    #[must_use]
    #[inline]
    pub fn nth_index(self, n: u32) -> Option<usize> {
        // Most boards lie in the low word, which is counted through much faster.
        let (mut low, in_low) = (self.0 as u64, (self.0 as u64).count_ones());
        if n < in_low {
            for _ in 0..n {
                low &= low - 1;
            }
            return Some(low.trailing_zeros() as usize);
        }
        let mut high = (self.0 >> 64) as u64;
        for _ in in_low..n {
            high &= high.wrapping_sub(1);
        }
        (high != 0).then(|| 64 + high.trailing_zeros() as usize)
    }
}

impl Iterator for CellSet {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(index)
    }
}

impl_set_queries!(CellSet);
impl_set_operators!(CellSet);

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// A set of cells with the operations that generating moves needs. It is a [`CellSet`], or on boards of at most 64
/// cells the same set in one machine word, which is faster.
pub(super) trait Cells:
    Copy + Iterator<Item = usize> + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The same set in this form.
    fn from_set(set: CellSet) -> Self;

    fn is_empty(self) -> bool;

    fn has(self, index: usize) -> bool;

    /// Returns how many cells the set has.
    fn size(self) -> u32;
}

impl Cells for CellSet {
    #[inline]
    fn from_set(set: CellSet) -> Self {
        set
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.is_empty()
    }

    #[inline]
    fn has(self, index: usize) -> bool {
        self.has(index)
    }

    #[inline]
    fn size(self) -> u32 {
        self.0.count_ones()
    }
}

/// A set of cells of a board with at most 64.
#[derive(Clone, Copy)]
pub(super) struct Word(u64);

impl From<Word> for CellSet {
    #[inline]
    fn from(word: Word) -> Self {
        Self(word.0.into())
    }
}

impl Cells for Word {
    #[inline]
    fn from_set(set: CellSet) -> Self {
        Self(set.0 as u64)
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn has(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }

    #[inline]
    fn size(self) -> u32 {
        self.0.count_ones()
    }
}

impl Iterator for Word {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(index)
    }
}

impl BitAnd for Word {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Word {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Word {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}
