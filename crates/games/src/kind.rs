//! The closed list of games, with the names by which people and the store know them.

/// A game that this host knows.
///
/// Only `with_game!` leads from a kind to the rules of its game; everything else works through
/// traits.
///
/// ```
/// use martian_cake_games::GameKind;
///
/// for kind in GameKind::ALL {
///     assert_eq!(GameKind::from_key(&kind.key().to_uppercase()), Some(kind));
/// }
/// assert_eq!(GameKind::from_key("draughts"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// Lyra: two armies on 6×6 squares, fights with polyhedral dice.
    Lyra,
    /// Martian Chess: two to six seats, and a piece belongs to the zone in which it stands.
    Martian,
    /// Game Mix: the men of chess and draughts, and the Liner; also its variation Mix Chess.
    Mix,
    /// Cyvasse: 91 hexes, armies that are arranged unseen, attackers whose tiers add up.
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

    /// The name of the game as it is shown to people.
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
