//! Figures that players place on the board before the game: men and mountains.

use super::kinds::Kind;

/// A man or a mountain that stands on a hex of an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// A man of this kind.
    Man(Kind),
    /// A mountain, which belongs to nobody once the game has begun.
    Mountain,
}

impl Figure {
    /// All figures, in the order in which an army is checked.
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

    /// Returns how many of these figures a side has.
    #[must_use]
    pub const fn set_size(self) -> u8 {
        match self {
            Self::Man(kind) => kind.set_size(),
            Self::Mountain => 6,
        }
    }

    /// The name, `Light Horse`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Man(kind) => kind.name(),
            Self::Mountain => "Mountain",
        }
    }

    /// The capital letter in the text of an army.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Man(kind) => kind.letter(),
            Self::Mountain => 'M',
        }
    }

    /// The figure with this letter in any case; `None` if no figure has it.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        if letter.eq_ignore_ascii_case(&'m') {
            return Some(Self::Mountain);
        }
        Kind::from_letter(letter).map(Self::Man)
    }
}
