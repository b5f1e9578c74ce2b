//! The kinds of pieces.

/// The three kinds of pieces, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One step diagonally, 1 point.
    Pawn,
    /// One or two steps straight, 2 points.
    Drone,
    /// Any distance, 3 points.
    Queen,
}

impl Kind {
    /// All kinds, in the order of [`Kind::index`].
    pub const ALL: [Self; 3] = [Self::Pawn, Self::Drone, Self::Queen];

    /// Its place in [`Kind::ALL`], from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its value in points.
    #[must_use]
    #[inline]
    pub const fn pips(self) -> u32 {
        self as u32 + 1
    }

    /// Its capital letter in position texts, which is the same in all zones.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Drone => 'D',
            Self::Queen => 'Q',
        }
    }

    /// The kind with this capital letter; `None` for any other character.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'P' => Self::Pawn,
            'D' => Self::Drone,
            'Q' => Self::Queen,
            _ => return None,
        })
    }

    /// Its name in sentences: `Queen`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "Pawn",
            Self::Drone => "Drone",
            Self::Queen => "Queen",
        }
    }

    /// Returns what two pieces become when they merge: the kind whose pips are the sum of theirs (R6, R8);
    /// `None` for a pair that never merges.
    #[must_use]
    pub const fn merged(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Pawn, Self::Pawn) => Some(Self::Drone),
            (Self::Pawn, Self::Drone) | (Self::Drone, Self::Pawn) => Some(Self::Queen),
            _ => None,
        }
    }
}
