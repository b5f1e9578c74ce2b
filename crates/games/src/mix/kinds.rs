//! The seven kinds of men (rules, section 4).

/// A kind of man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Steps straight forward and takes diagonally forward.
    Pawn,
    /// Steps diagonally forward and takes by a jump in any diagonal direction.
    Checker,
    /// Goes exactly as far as there are men on its line, over anybody.
    Liner,
    /// Goes one square diagonally in any direction or straight forward.
    Silver,
    /// Goes two squares straight and one aside, over anybody.
    Knight,
    /// Slides along diagonals and takes by up to three jumps.
    Dama,
    /// Goes one square in any direction and is never taken.
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

    /// The kinds that a Pawn can become, in the order of move texts.
    pub const PROMOTIONS: [Self; 3] = [Self::Liner, Self::Knight, Self::Silver];

    /// The letter of this kind, a capital.
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

    /// The kind with this letter, capital or small; `None` if there is none.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The name of this kind with a capital, `Checker`.
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

    /// The place of this kind in [`Kind::ALL`], from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
