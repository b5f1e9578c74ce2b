//! Marks on a board: the last move, answers to questions, and how the game ended.

use serde::{Deserialize, Serialize};

use super::Spot;

/// A mark on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// The square that the last move left.
    From(Spot),
    /// The square that the last move reached.
    To(Spot),
    /// An arrow, for moves of more than one step or over something.
    Arrow(Spot, Spot),
    /// A pushed attack, after which both pieces stand where they stood: the attacker's square and its
    /// target.
    Push(Spot, Spot),
    /// An attack in which the attacker was lost: where it stood, and its target.
    Lost(Spot, Spot),
    /// The piece that is asked about.
    Focus(Spot),
    /// A legal step.
    Step(Spot),
    /// A legal attack with its chance in percent; `None` where every attack hits.
    Attack(Spot, Option<u8>),
    /// A square that blocks a move that was asked about.
    Block(Spot),
    /// The last ply made one bigger piece out of two here.
    Grown(Spot),
    /// A piece of the same side with which the piece asked about may merge.
    Join(Spot),
    /// The king on this square is attacked.
    Check(Spot),
    /// A line from a piece to the king that it attacks.
    Threat(Spot, Spot),
    /// A square to which the king that is asked about may not go, because an enemy covers it.
    Covered(Spot),
    /// Two men of one connected group that touch each other.
    Joined(Spot, Spot),
    /// The last ply took a piece here, and the square is empty now: a victim on the way.
    Taken(Spot),
    /// How many men stand on the line that is asked about, 1 to 8, shown on a corner of this
    /// square.
    Count(Spot, u8),
    /// A man that was counted.
    Counted(Spot),
    /// A line from a man that helps in a capture to the man that is captured.
    Flank(Spot, Spot),
    /// An enemy within reach that is too strong to be taken.
    TooStrong(Spot),
    /// The last ply gave this man a higher rank.
    Raised(Spot),
    /// A step of the way that a move takes, between neighbours.
    Way(Spot, Spot),
    /// The name of every cell, written into the cell.
    Names,
}

impl Mark {
    /// The place that the ply reached or attacked, if this mark shows it.
    #[must_use]
    pub const fn target(self) -> Option<Spot> {
        match self {
            Self::To(at) | Self::Push(_, at) | Self::Lost(_, at) => Some(at),
            _ => None,
        }
    }

    /// The places that it marks or connects.
    #[must_use]
    pub const fn spots(self) -> [Option<Spot>; 2] {
        match self {
            Self::Arrow(from, to)
            | Self::Push(from, to)
            | Self::Lost(from, to)
            | Self::Threat(from, to)
            | Self::Joined(from, to)
            | Self::Flank(from, to)
            | Self::Way(from, to) => [Some(from), Some(to)],
            Self::From(at)
            | Self::To(at)
            | Self::Focus(at)
            | Self::Step(at)
            | Self::Attack(at, _)
            | Self::Block(at)
            | Self::Grown(at)
            | Self::Join(at)
            | Self::Check(at)
            | Self::Covered(at)
            | Self::Taken(at)
            | Self::Count(at, _)
            | Self::Counted(at)
            | Self::TooStrong(at)
            | Self::Raised(at) => [Some(at), None],
            Self::Names => [None; 2],
        }
    }

    /// The place to which a legal move goes, if this mark shows it.
    #[must_use]
    pub const fn goal(self) -> Option<Spot> {
        match self {
            Self::Step(at) | Self::Attack(at, _) | Self::Join(at) => Some(at),
            _ => None,
        }
    }

    /// The place from which the ply moved or attacked, if this mark shows it.
    #[must_use]
    pub const fn origin(self) -> Option<Spot> {
        match self {
            Self::From(at) | Self::Push(at, _) | Self::Lost(at, _) => Some(at),
            _ => None,
        }
    }
}
