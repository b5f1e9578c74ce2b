//! The closed list of games, with the names under which people and the store know them.

/// The games that this host knows.
///
/// The only places that match on it make a game's table, its engine job or its command-line
/// run; everything else works through traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// Lyra: 6×6, fights with polyhedral dice.
    Lyra,
    /// Martian Chess: two to six seats, pieces owned by where they stand.
    Martian,
    /// Game Mix: chess and draughts men, and the Liner; also its variation Mix Chess.
    Mix,
    /// Cyvasse: 91 hexes, armies that are arranged unseen, tiers that add up.
    Cyvasse,
}

impl GameKind {
    /// Every game, in the order in which they are listed to people.
    pub const ALL: [Self; 4] = [Self::Lyra, Self::Martian, Self::Mix, Self::Cyvasse];

    /// The key in commands, records and the store, for instance `lyra`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Lyra => "lyra",
            Self::Martian => "martian",
            Self::Mix => "mix",
            Self::Cyvasse => "cyvasse",
        }
    }

    /// The name shown to people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Lyra => "Lyra",
            Self::Martian => "Martian Chess",
            Self::Mix => "Game Mix",
            Self::Cyvasse => "Cyvasse",
        }
    }

    /// Reads a key in any case; `None` if no game has it.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key().eq_ignore_ascii_case(key))
    }
}
