//! What squares have to do with each other on the empty board.

use super::squares::{SIZE, Sq, SquareSet};

/// A line through a square: its file, its rank, and its two diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// Straight up and down.
    File,
    /// Sideways.
    Rank,
    /// Up to the right, as a1 to h8.
    Rising,
    /// Down to the right, as a8 to h1.
    Falling,
}

impl Line {
    /// All four.
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

    /// The line on which two different squares lie together, if any.
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

/// For each of [`DIAGONALS`] whether the indices of its squares grow.
const GROWS: [bool; 4] = [true, true, false, false];

/// The squares at these offsets that are on the board.
const fn around(square: Sq, offsets: &[(i8, i8)]) -> SquareSet {
    let (mut bits, mut i) = (0, 0);
    while i < offsets.len() {
        if let Some(to) = square.offset(offsets[i].0, offsets[i].1) {
            bits |= SquareSet::of(to).bits();
        }
        i += 1;
    }
    SquareSet::from_bits(bits)
}

/// For every square the squares at these offsets.
const fn everywhere(offsets: &[(i8, i8)]) -> [SquareSet; 64] {
    let (mut table, mut i) = ([SquareSet::EMPTY; 64], 0);
    while i < 64 {
        table[i] = around(Sq::at(i as u8), offsets);
        i += 1;
    }
    table
}

/// Squares on the way in one direction, up to the rim.
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

pub(super) static KING: [SquareSet; 64] =
    everywhere(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);

pub(super) static KNIGHT: [SquareSet; 64] =
    everywhere(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

/// One step diagonally.
pub(super) static CORNERS: [SquareSet; 64] = everywhere(&DIAGONALS);

/// One step diagonally forward, by side.
pub(super) static AHEAD: [[SquareSet; 64]; 2] =
    [everywhere(&[(-1, 1), (1, 1)]), everywhere(&[(-1, -1), (1, -1)])];

/// One step straight forward, by side.
pub(super) static FORWARD: [[SquareSet; 64]; 2] = [everywhere(&[(0, 1)]), everywhere(&[(0, -1)])];

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
pub(super) static STAR: [SquareSet; 64] = {
    let (mut table, mut i) = ([SquareSet::EMPTY; 64], 0);
    while i < 64 {
        let [a, b, c, d] = LINES[i];
        table[i] = SquareSet::from_bits(a.bits() | b.bits() | c.bits() | d.bits());
        i += 1;
    }
    table
};

/// The one or two squares of a line at a distance: `AT[square][line][n]`, nothing for 0.
pub(super) static AT: [[[SquareSet; 9]; 4]; 64] = {
    let (mut table, mut i) = ([[[SquareSet::EMPTY; 9]; 4]; 64], 0);
    while i < 64 {
        let mut line = 0;
        while line < 4 {
            let ((files, ranks), mut n) = (Line::ALL[line].step(), 1);
            while n < 9 {
                let ways = [(files * n, ranks * n), (-files * n, -ranks * n)];
                table[i][line][n as usize] = around(Sq::at(i as u8), &ways);
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

/// What a diagonal ray meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The empty squares up to the first man or the rim.
    pub open: SquareSet,
    /// The first man.
    pub first: Option<Sq>,
}

/// Looks from a square in one of [`DIAGONALS`].
#[inline]
pub(super) fn look(from: Sq, way: usize, men: SquareSet) -> Sight {
    let ray = RAYS[from.index()][way];
    let met = ray & men;
    let first = if GROWS[way] { met.first() } else { met.last() };
    let open = match first {
        None => ray,
        Some(man) => ray.without(RAYS[man.index()][way] | SquareSet::of(man)),
    };
    Sight { open, first }
}

/// The next square in one of [`DIAGONALS`].
#[inline]
pub(super) fn behind(square: Sq, way: usize) -> Option<Sq> {
    let ray = RAYS[square.index()][way];
    if GROWS[way] { ray.first() } else { ray.last() }
}

/// All squares on the diagonals of a square, itself not included.
#[inline]
pub(super) fn diagonals(square: Sq) -> SquareSet {
    let [a, b, c, d] = RAYS[square.index()];
    a | b | c | d
}

/// The squares strictly between two squares of one line; nothing for others.
#[inline]
pub(super) fn between(a: Sq, b: Sq) -> SquareSet {
    BETWEEN[a.index()][b.index()]
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
