//! The lines of a Liner: the men on each of them, and what it finds as many squares away.

use super::{
    kinds::Kind,
    position::Position,
    squares::{Sq, SquareSet},
    tables::{Line, between},
};

/// One line of a Liner.
#[derive(Clone, Debug)]
pub(super) struct LinerLine {
    /// Which of the lines through its square.
    pub line: Line,
    /// The squares of the men on it, the Liner included.
    pub men: SquareSet,
    /// The squares of the board that lie as far away as there are men, and what the Liner finds
    /// there.
    pub targets: Vec<(Sq, Target)>,
}

/// The state of a square at the right distance, as a Liner finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The square is empty.
    Free,
    /// An enemy that it can take.
    Takes(Kind),
    /// A friend, which keeps it from going there.
    Friend(Kind),
    /// The enemy King, to which it gives check.
    King,
    /// Under `liner_leap=friends` the enemy on this square is in the way.
    Blocked(Sq),
}

impl Target {
    /// Returns `true` if the Liner attacks the square or can go there.
    pub(super) const fn is_open(self) -> bool {
        matches!(self, Self::Free | Self::Takes(_) | Self::King)
    }
}

impl LinerLine {
    /// The lines of the Liner on a square, without the diagonal of a corner that has no other
    /// square.
    pub(super) fn all(position: &Position, from: Sq) -> Vec<Self> {
        let of_line = |line: Line| Self {
            line,
            men: line.of(from) & position.men(),
            targets: position
                .liner_targets(line, from)
                .map(|to| (to, target(position, from, to)))
                .collect(),
        };
        Line::ALL.into_iter().filter(|line| line.of(from).size() > 1).map(of_line).collect()
    }
}

/// Returns what the Liner on `from` finds on `to`.
fn target(position: &Position, from: Sq, to: Sq) -> Target {
    let owner = position.owner(from);
    let enemies = owner.map_or(SquareSet::EMPTY, |owner| position.men_of(owner.other()));
    let enemy = (between(from, to) & enemies).first();
    match (position.kind_at(to), enemy) {
        (Some(kind), _) if position.owner(to) == owner => Target::Friend(kind),
        (_, Some(at)) if position.options().friends_only() => Target::Blocked(at),
        (Some(Kind::King), _) => Target::King,
        (Some(kind), _) => Target::Takes(kind),
        (None, _) => Target::Free,
    }
}
