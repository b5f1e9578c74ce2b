//! The nine kinds of men (rules, section 3).

/// A kind of man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One step to a neighbour.
    Rabble,
    /// One step to a neighbour; the game, unless another is crowned.
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
    /// Up to four steps with any bends, over mountains.
    Dragon,
}

/// The ground that helps a kind in defence.
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
    /// Every terrain, in the order of position texts.
    pub const ALL: [Self; 3] = [Self::Hill, Self::Forest, Self::Grassland];

    /// Its letter in position texts.
    #[must_use]
    pub const fn letter(self) -> char {
        ['h', 'f', 'g'][self as usize]
    }

    /// Its name, in the middle of a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["hill", "forest", "grassland"][self as usize]
    }

    /// Its place in [`Terrain::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Kind {
    /// Every kind, in the order in which set-ups are judged.
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

    /// Its letter, a capital.
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

    /// Its name, `Light Horse`.
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

    /// Its tier, 1 to 4.
    #[must_use]
    #[inline]
    pub const fn tier(self) -> u8 {
        [1, 1, 2, 2, 2, 3, 3, 3, 4][self as usize]
    }

    /// The terrain that helps it in defence.
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

    /// The terrain that lies under it from the set-up on.
    #[must_use]
    pub const fn tile(self) -> Option<Terrain> {
        if self.tier() == 2 { self.home() } else { None }
    }

    /// How many of it a side has.
    #[must_use]
    #[inline]
    pub const fn set_size(self) -> u8 {
        match self {
            Self::Rabble => 6,
            Self::King | Self::Dragon => 1,
            _ => 2,
        }
    }

    /// What it can become on its own fortress, one rank up, in the order of turn texts.
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

    /// Whether it can be crowned when the King is lost.
    #[must_use]
    #[inline]
    pub const fn is_crownable(self) -> bool {
        self.tier() == 3
    }

    /// Its place in [`Kind::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
