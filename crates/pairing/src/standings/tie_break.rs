//! The tie-breaks, and in which order they count.

use super::{encounter::Encounter, records::System, sum::Sum};

/// A way to rank who has the same points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// The sum of the opponents' scores without the lowest (articles 8.1, 14.1, 16.5).
    BuchholzCut1,
    /// The sum of the opponents' scores (article 8.1).
    Buchholz,
    /// The sum of the opponents' scores, each times the points scored against them (article 9.1).
    SonnebornBerger,
    /// The points scored against those with whom one is tied (article 6).
    DirectEncounter,
    /// In how many rounds the points of a win were scored, played or not (article 7.1).
    Wins,
}

impl TieBreak {
    /// Those that count in an event, the first one first. Buchholz must not be used where everybody
    /// meets everybody (article 8, note).
    #[must_use]
    pub const fn order(system: System) -> &'static [Self] {
        match system {
            System::Swiss => &[
                Self::BuchholzCut1,
                Self::Buchholz,
                Self::SonnebornBerger,
                Self::DirectEncounter,
                Self::Wins,
            ],
            System::RoundRobin => &[Self::SonnebornBerger, Self::DirectEncounter, Self::Wins],
        }
    }

    /// The code of the regulations.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::BuchholzCut1 => "BH-C1",
            Self::Buchholz => "BH",
            Self::SonnebornBerger => "SB",
            Self::DirectEncounter => "DE",
            Self::Wins => "WIN",
        }
    }

    /// The name of the regulations.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BuchholzCut1 => "Buchholz Cut 1",
            Self::Buchholz => "Buchholz",
            Self::SonnebornBerger => "Sonneborn-Berger",
            Self::DirectEncounter => "Direct Encounter",
            Self::Wins => "Number of Wins",
        }
    }
}

impl TieBreakValue {
    /// The value as it stands in a table; `-` where the tie-break has nothing to say of a player.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Sum(sum) => sum.total.to_string(),
            Self::Encounter(Some(met)) => met.points.to_string(),
            Self::Encounter(None) => "-".to_owned(),
            Self::Count(count) => count.to_string(),
        }
    }
}

/// The result of a tie-break for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TieBreakValue {
    /// A sum over the rounds.
    Sum(Sum),
    /// The games against those with whom the player was still tied; `None` if with nobody.
    Encounter(Option<Encounter>),
    /// A number of rounds.
    Count(u32),
}
