//! The seven kinds of men (rules, section 4).

/// A kind of man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Steps forward, takes diagonally forward.
    Pawn,
    /// Steps diagonally forward, takes by a jump.
    Checker,
    /// Goes as far as there are men on its line.
    Liner,
    /// One square diagonally or straight forward.
    Silver,
    /// The (1,2) jump.
    Knight,
    /// Slides along diagonals, takes by jumps.
    Dama,
    /// One square any way; never taken.
    King,
}

impl Kind {
    /// Every kind, the King last.
    pub const ALL: [Self; 7] = [
        Self::Pawn,
        Self::Checker,
        Self::Liner,
        Self::Silver,
        Self::Knight,
        Self::Dama,
        Self::King,
    ];

    /// What a Pawn can become, in the order of move texts.
    pub const PROMOTIONS: [Self; 3] = [Self::Liner, Self::Knight, Self::Silver];

    /// Its letter, a capital.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Checker => 'C',
            Self::Liner => 'L',
            Self::Silver => 'S',
            Self::Knight => 'N',
            Self::Dama => 'D',
            Self::King => 'K',
        }
    }

    /// The kind with this letter in any case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Its name, `Checker`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "Pawn",
            Self::Checker => "Checker",
            Self::Liner => "Liner",
            Self::Silver => "Silver",
            Self::Knight => "Knight",
            Self::Dama => "Dama",
            Self::King => "King",
        }
    }

    /// Its place in [`Kind::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
