//! Tables of how squares lie to each other on the empty board.

use super::squares::{SIZE, Sq, SquareSet};

/// A line through a square: its file, its rank, and its two diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// Up and down, as a1 to a8.
    File,
    /// Sideways, as a1 to h1.
    Rank,
    /// Up to the right, as a1 to h8.
    Rising,
    /// Down to the right, as a8 to h1.
    Falling,
}

impl Line {
    /// All four lines, in the order of their indices.
    pub const ALL: [Self; 4] = [Self::File, Self::Rank, Self::Rising, Self::Falling];

    /// Files and ranks of one step along it.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::File => (0, 1),
            Self::Rank => (1, 0),
            Self::Rising => (1, 1),
            Self::Falling => (1, -1),
        }
    }

    /// The line that two different squares share; `None` if they share none or are the same.
    #[must_use]
    pub fn through(a: Sq, b: Sq) -> Option<Self> {
        let shared = |line: &Self| line.of(a).contains(b);
        Self::ALL.into_iter().filter(|_| a != b).find(shared)
    }

    /// All squares of this line through a square, itself included.
    #[must_use]
    #[inline]
    pub const fn of(self, square: Sq) -> SquareSet {
        LINES[square.index()][self as usize]
    }
}

/// The four diagonal directions, as files and ranks: the two rising ones to higher indices first.
pub(super) const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// For each of [`DIAGONALS`], whether the indices of its squares grow.
const INDEX_GROWS: [bool; 4] = [true, true, false, false];

/// The squares at these offsets that are on the board.
const fn at_offsets(square: Sq, offsets: &[(i8, i8)]) -> SquareSet {
    let (mut bits, mut i) = (0, 0);
    while i < offsets.len() {
        if let Some(to) = square.offset(offsets[i].0, offsets[i].1) {
            bits |= SquareSet::of(to).bits();
        }
        i += 1;
    }
    SquareSet::from_bits(bits)
}

/// For every square, the squares at these offsets.
const fn offset_table(offsets: &[(i8, i8)]) -> [SquareSet; 64] {
    let (mut table, mut i) = ([SquareSet::EMPTY; 64], 0);
    while i < 64 {
        table[i] = at_offsets(Sq::at(i as u8), offsets);
        i += 1;
    }
    table
}

/// The squares in one direction, up to the rim.
const fn ray(square: Sq, (files, ranks): (i8, i8)) -> SquareSet {
    let (mut bits, mut n) = (0, 1);
    while n < SIZE as i8 {
        if let Some(to) = square.offset(files * n, ranks * n) {
            bits |= SquareSet::of(to).bits();
        }
        n += 1;
    }
    SquareSet::from_bits(bits)
}

/// One step in any direction.
pub(super) static KING_STEPS: [SquareSet; 64] =
    offset_table(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);

/// The jumps of a Knight.
pub(super) static KNIGHT_JUMPS: [SquareSet; 64] =
    offset_table(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

/// One step diagonally.
pub(super) static DIAGONAL_STEPS: [SquareSet; 64] = offset_table(&DIAGONALS);

/// One step diagonally forward, by side.
pub(super) static FORWARD_DIAGONAL: [[SquareSet; 64]; 2] =
    [offset_table(&[(-1, 1), (1, 1)]), offset_table(&[(-1, -1), (1, -1)])];

/// One step straight forward, by side.
pub(super) static FORWARD_STRAIGHT: [[SquareSet; 64]; 2] =
    [offset_table(&[(0, 1)]), offset_table(&[(0, -1)])];

/// The four lines through each square, itself included, in the order of [`Line::ALL`].
static LINES: [[SquareSet; 4]; 64] = {
    let (mut table, mut i) = ([[SquareSet::EMPTY; 4]; 64], 0);
    while i < 64 {
        let (square, mut line) = (Sq::at(i as u8), 0);
        while line < 4 {
            let (files, ranks) = Line::ALL[line].step();
            let ways = ray(square, (files, ranks)).bits() | ray(square, (-files, -ranks)).bits();
            table[i][line] = SquareSet::from_bits(ways | SquareSet::of(square).bits());
            line += 1;
        }
        i += 1;
    }
    table
};

/// Everything that shares a line with a square, itself included.
pub(super) static ALL_LINES: [SquareSet; 64] = {
    let (mut table, mut i) = ([SquareSet::EMPTY; 64], 0);
    while i < 64 {
        let [a, b, c, d] = LINES[i];
        table[i] = SquareSet::from_bits(a.bits() | b.bits() | c.bits() | d.bits());
        i += 1;
    }
    table
};

/// Where a Liner goes: `LINER_TARGETS[square][line][n]` holds the squares of the line at distance
/// `n`, at most two, and none for 0.
pub(super) static LINER_TARGETS: [[[SquareSet; 9]; 4]; 64] = {
    let (mut table, mut i) = ([[[SquareSet::EMPTY; 9]; 4]; 64], 0);
    while i < 64 {
        let mut line = 0;
        while line < 4 {
            let ((files, ranks), mut n) = (Line::ALL[line].step(), 1);
            while n < 9 {
                let ways = [(files * n, ranks * n), (-files * n, -ranks * n)];
                table[i][line][n as usize] = at_offsets(Sq::at(i as u8), &ways);
                n += 1;
            }
            line += 1;
        }
        i += 1;
    }
    table
};

/// The rays in the directions of [`DIAGONALS`], the square itself not included.
static RAYS: [[SquareSet; 4]; 64] = {
    let (mut table, mut i) = ([[SquareSet::EMPTY; 4]; 64], 0);
    while i < 64 {
        let mut way = 0;
        while way < 4 {
            table[i][way] = ray(Sq::at(i as u8), DIAGONALS[way]);
            way += 1;
        }
        i += 1;
    }
    table
};

/// The squares and men that are seen along a diagonal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The empty squares up to the first man or the rim.
    pub open: SquareSet,
    /// The first man; `None` if there is none up to the rim.
    pub first: Option<Sq>,
}

/// Looks from a square along one of [`DIAGONALS`].
#[inline]
pub(super) fn look_along(from: Sq, diagonal: usize, men: SquareSet) -> Sight {
    let ray = RAYS[from.index()][diagonal];
    let met = ray & men;
    let first = if INDEX_GROWS[diagonal] { met.first() } else { met.last() };
    let open = match first {
        None => ray,
        Some(man) => ray.without(RAYS[man.index()][diagonal] | SquareSet::of(man)),
    };
    Sight { open, first }
}

/// The next square along one of [`DIAGONALS`]; `None` at the rim.
#[inline]
pub(super) fn next_along(square: Sq, diagonal: usize) -> Option<Sq> {
    let ray = RAYS[square.index()][diagonal];
    if INDEX_GROWS[diagonal] { ray.first() } else { ray.last() }
}

/// All squares on the diagonals of a square, itself not included.
#[inline]
pub(super) fn diagonals(square: Sq) -> SquareSet {
    let [a, b, c, d] = RAYS[square.index()];
    a | b | c | d
}

/// The squares strictly between two squares of one line; none if they share no line.
#[inline]
pub(super) fn between(a: Sq, b: Sq) -> SquareSet {
    BETWEEN[a.index()][b.index()]
}

/// One step from a square towards another of the same line, as files and ranks.
pub(super) const fn direction(from: Sq, to: Sq) -> (i8, i8) {
    let files = (to.file() as i8 - from.file() as i8).signum();
    (files, (to.rank() as i8 - from.rank() as i8).signum())
}

/// The index in [`DIAGONALS`] of the direction from a square to another; `None` if they share no
/// diagonal.
pub(super) fn diagonal_towards(from: Sq, to: Sq) -> Option<usize> {
    let step = direction(from, to);
    let is_diagonal = from.file().abs_diff(to.file()) == from.rank().abs_diff(to.rank());
    DIAGONALS.iter().position(|other| *other == step && is_diagonal)
}

static BETWEEN: [[SquareSet; 64]; 64] = {
    let (mut table, mut i) = ([[SquareSet::EMPTY; 64]; 64], 0);
    while i < 64 {
        let (from, mut way) = (Sq::at(i as u8), 0);
        let ways = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        while way < 8 {
            let ((files, ranks), mut n, mut bits) = (ways[way], 1, 0);
            while let Some(to) = from.offset(files * n, ranks * n) {
                table[i][to.index()] = SquareSet::from_bits(bits);
                bits |= SquareSet::of(to).bits();
                n += 1;
            }
            way += 1;
        }
        i += 1;
    }
    table
};
