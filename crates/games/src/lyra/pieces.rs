//! Sides, kinds of pieces, and the set of movements that an Assassin has taken over (section 3).

use std::fmt;

use crate::{Die, Seat};

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that begins; forward for it is up the board (R2).
    White,
    /// The other side; forward for it is down the board.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The side that it plays against.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns what one step forward adds to the rank: 1 or -1.
    #[must_use]
    pub const fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// The rank, from 0, on which its Soldiers promote; the opponent's first rank.
    #[must_use]
    pub const fn last_rank(self) -> u8 {
        match self {
            Self::White => super::board::SIZE - 1,
            Self::Black => 0,
        }
    }

    /// The rank, from 0, on which its officers start.
    #[must_use]
    pub const fn first_rank(self) -> u8 {
        self.other().last_rank()
    }

    /// The seat that plays it.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Self::White => Seat::FIRST,
            Self::Black => Seat::SECOND,
        }
    }

    /// The side that a seat plays: seat 2 plays Black, any other seat White.
    #[must_use]
    pub fn of(seat: Seat) -> Self {
        if seat == Seat::SECOND { Self::Black } else { Self::White }
    }

    /// `White` or `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

/// A kind of piece, in ascending order of rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Goes forward and sideways, and promotes on the last rank: S.
    Soldier,
    /// A Soldier that has turned round (variant 3, R15): V.
    Reversed,
    /// The officer of the diagonals, with leaps of two: L.
    Lieutenant,
    /// The officer of the straight lines, with leaps of two: C.
    Captain,
    /// Takes over the movement of what it captures: A.
    Assassin,
    /// The piece whose fall ends the game: G.
    General,
}

impl Kind {
    /// Every kind, in ascending order of rank.
    pub const ALL: [Self; 6] = [
        Self::Soldier,
        Self::Reversed,
        Self::Lieutenant,
        Self::Captain,
        Self::Assassin,
        Self::General,
    ];

    /// Its place in [`Kind::ALL`], from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its capital letter, with which position texts name a White piece.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Soldier => 'S',
            Self::Reversed => 'V',
            Self::Lieutenant => 'L',
            Self::Captain => 'C',
            Self::Assassin => 'A',
            Self::General => 'G',
        }
    }

    /// The kind with this capital letter; `None` for any other character.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Its name in sentences: `Captain`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Soldier => "Soldier",
            Self::Reversed => "reversed Soldier",
            Self::Lieutenant => "Lieutenant",
            Self::Captain => "Captain",
            Self::Assassin => "Assassin",
            Self::General => "General",
        }
    }

    /// Its rank, 1 to 5, by which variant 1 compares pieces: a reversed Soldier counts as a Soldier, an Assassin as itself
    /// whatever it holds (R7).
    #[must_use]
    pub const fn rank(self) -> u8 {
        match self {
            Self::Soldier | Self::Reversed => 1,
            Self::Lieutenant => 2,
            Self::Captain => 3,
            Self::Assassin => 4,
            Self::General => 5,
        }
    }

    /// The die it attacks with (section 3).
    #[must_use]
    pub const fn attack_die(self) -> Die {
        Die::new(match self {
            Self::Soldier | Self::Reversed => 4,
            Self::Lieutenant => 6,
            Self::Captain => 8,
            Self::Assassin => 10,
            Self::General => 12,
        })
    }

    /// The die it defends with (section 3).
    #[must_use]
    pub const fn defence_die(self) -> Die {
        Die::new(match self {
            Self::Soldier | Self::Reversed | Self::Lieutenant => 4,
            Self::Captain => 6,
            Self::Assassin => 8,
            Self::General => 10,
        })
    }
}

/// A piece of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side that it belongs to.
    pub side: Side,
    /// The kind of piece.
    pub kind: Kind,
}

impl Piece {
    /// Its letter in position texts: capital for White, small for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this letter; `None` for any other character.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Some(Self { side, kind: Kind::from_letter(letter.to_ascii_uppercase())? })
    }
}

/// The movements that a side's Assassin has taken over: a subset of S, L, C, A (section 3).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Held(u8);

impl Held {
    /// Nothing is taken over: the Assassin is not promoted.
    pub const NONE: Self = Self(0);

    /// The kinds whose movement can be in a set, in the order of its text.
    pub const KINDS: [Kind; 4] = [Kind::Soldier, Kind::Lieutenant, Kind::Captain, Kind::Assassin];

    /// The movement that a victim of this kind gives: a reversed Soldier's is a Soldier's (R12),
    /// a General's is none (R13).
    #[must_use]
    pub const fn of(victim: Kind) -> Self {
        Self(match victim {
            Kind::Soldier | Kind::Reversed => 1,
            Kind::Lieutenant => 2,
            Kind::Captain => 4,
            Kind::Assassin => 8,
            Kind::General => 0,
        })
    }

    /// The union of this set and the other one.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns `true` if the movement of `kind` is in the set.
    #[must_use]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & Self::of(kind).0 != 0
    }

    /// Returns `true` if every movement of `other` is in this set.
    #[must_use]
    pub const fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns `true` if the Assassin has taken over nothing.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many movements the set has.
    #[must_use]
    pub const fn size(self) -> u32 {
        self.0.count_ones()
    }

    /// The bits of the set, below 16: 1 for S, 2 for L, 4 for C, 8 for A.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The kinds whose movement is in the set, in the order of its text.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        Self::KINDS.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl fmt::Display for Held {
    /// `-`, or letters in the order S L C A.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        if self.is_empty() {
            return f.write_char('-');
        }
        self.kinds().try_for_each(|kind| f.write_char(kind.letter()))
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
