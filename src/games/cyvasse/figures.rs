//! What players place on the board before the game: men and mountains.

use super::kinds::Kind;

/// What is placed on a hex of a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// A man.
    Man(Kind),
    /// A mountain.
    Mountain,
}

impl Figure {
    /// Every figure, in the order in which a set-up is judged.
    pub const ALL: [Self; 10] = [
        Self::Man(Kind::Rabble),
        Self::Man(Kind::King),
        Self::Man(Kind::Crossbows),
        Self::Man(Kind::Spears),
        Self::Man(Kind::LightHorse),
        Self::Man(Kind::Trebuchet),
        Self::Man(Kind::Elephant),
        Self::Man(Kind::HeavyHorse),
        Self::Man(Kind::Dragon),
        Self::Mountain,
    ];

    /// How many of it a side has.
    #[must_use]
    pub const fn set_size(self) -> u8 {
        match self {
            Self::Man(kind) => kind.set_size(),
            Self::Mountain => 6,
        }
    }

    /// Its name, `Light Horse`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Man(kind) => kind.name(),
            Self::Mountain => "Mountain",
        }
    }

    /// Its letter in set-up texts.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Man(kind) => kind.letter(),
            Self::Mountain => 'M',
        }
    }

    /// The figure with this letter in any case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        if letter.eq_ignore_ascii_case(&'m') {
            return Some(Self::Mountain);
        }
        Kind::from_letter(letter).map(Self::Man)
    }
}
