//! The nine kinds of men and the three kinds of terrain (rules, section 3).

/// A kind of man. The docs of the kinds say how each moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One step to a neighbour.
    Rabble,
    /// One step to a neighbour. A side that loses its King and cannot crown another loses the game.
    King,
    /// Up to three steps in a straight line.
    Crossbows,
    /// Up to two steps diagonally.
    Spears,
    /// Up to three steps round a fortress.
    LightHorse,
    /// Any number of steps in a straight line.
    Trebuchet,
    /// Any number of steps diagonally.
    Elephant,
    /// Any number of steps round a fortress.
    HeavyHorse,
    /// Up to four steps with any bends, over mountains but not through men.
    Dragon,
}

/// The ground that makes some kinds stronger in defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Terrain {
    /// Helps Crossbows and Trebuchet.
    Hill,
    /// Helps Spears and Elephants.
    Forest,
    /// Helps Light and Heavy Horse.
    Grassland,
}

impl Terrain {
    /// All terrains, in the order of position texts.
    pub const ALL: [Self; 3] = [Self::Hill, Self::Forest, Self::Grassland];

    /// The small letter in position texts.
    #[must_use]
    pub const fn letter(self) -> char {
        ['h', 'f', 'g'][self as usize]
    }

    /// The name as it stands in the middle of a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["hill", "forest", "grassland"][self as usize]
    }

    /// The index of the terrain in [`Terrain::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Kind {
    /// All kinds, in the order in which an army is checked.
    pub const ALL: [Self; 9] = [
        Self::Rabble,
        Self::King,
        Self::Crossbows,
        Self::Spears,
        Self::LightHorse,
        Self::Trebuchet,
        Self::Elephant,
        Self::HeavyHorse,
        Self::Dragon,
    ];

    /// The capital letter in texts of positions and moves.
    #[must_use]
    pub const fn letter(self) -> char {
        ['R', 'K', 'C', 'S', 'L', 'T', 'E', 'H', 'D'][self as usize]
    }

    /// The kind with this letter in any case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The name, `Light Horse`. [`Kind::Crossbows`] and [`Kind::Spears`] are plurals.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rabble => "Rabble",
            Self::King => "King",
            Self::Crossbows => "Crossbows",
            Self::Spears => "Spears",
            Self::LightHorse => "Light Horse",
            Self::Trebuchet => "Trebuchet",
            Self::Elephant => "Elephant",
            Self::HeavyHorse => "Heavy Horse",
            Self::Dragon => "Dragon",
        }
    }

    /// The tier, 1 to 4.
    #[must_use]
    #[inline]
    pub const fn tier(self) -> u8 {
        [1, 1, 2, 2, 2, 3, 3, 3, 4][self as usize]
    }

    /// The terrain that makes the kind stronger in defence.
    #[must_use]
    #[inline]
    pub const fn home(self) -> Option<Terrain> {
        match self {
            Self::Crossbows | Self::Trebuchet => Some(Terrain::Hill),
            Self::Spears | Self::Elephant => Some(Terrain::Forest),
            Self::LightHorse | Self::HeavyHorse => Some(Terrain::Grassland),
            Self::Rabble | Self::King | Self::Dragon => None,
        }
    }

    /// The terrain that lies under a man of this kind when the game begins.
    #[must_use]
    pub const fn tile(self) -> Option<Terrain> {
        if self.tier() == 2 { self.home() } else { None }
    }

    /// Returns how many men of this kind a side has.
    #[must_use]
    #[inline]
    pub const fn set_size(self) -> u8 {
        match self {
            Self::Rabble => 6,
            Self::King | Self::Dragon => 1,
            _ => 2,
        }
    }

    /// The kinds that a man of this kind can become in his own fortress, one rank up, in the order
    /// of the texts of moves.
    #[must_use]
    #[inline]
    pub const fn ranks_up(self) -> &'static [Self] {
        match self {
            Self::Rabble => &[Self::Crossbows, Self::LightHorse, Self::Spears],
            Self::Crossbows => &[Self::Trebuchet],
            Self::Spears => &[Self::Elephant],
            Self::LightHorse => &[Self::HeavyHorse],
            Self::Trebuchet | Self::Elephant | Self::HeavyHorse => &[Self::King],
            Self::King | Self::Dragon => &[],
        }
    }

    /// Returns `true` if it can be crowned when the King is lost.
    #[must_use]
    #[inline]
    pub const fn is_crownable(self) -> bool {
        self.tier() == 3
    }

    /// The index of the kind in [`Kind::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
