//! What a Liner is aimed at along each of its lines.

use crate::games::mix::{Kind, Line, Position, Sq, SquareSet, tables::between};

/// One line of a Liner.
#[derive(Clone, Debug)]
pub(in crate::games::mix) struct Aim {
    pub line: Line,
    /// The men on it, the Liner included.
    pub men: SquareSet,
    /// The squares on the board that lie so far away, and what the Liner finds there.
    pub targets: Vec<(Sq, Hit)>,
}

/// What a Liner finds on a square that it is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::mix) enum Hit {
    /// Nobody.
    Free,
    /// An enemy that it can take.
    Takes(Kind),
    /// A friend.
    Friend(Kind),
    /// The enemy King.
    King,
    /// Under `liner_leap=friends` the enemy on this square is in between.
    Hidden(Sq),
}

impl Hit {
    /// Whether the Liner bears on the square.
    pub(super) const fn is_open(self) -> bool {
        matches!(self, Self::Free | Self::Takes(_) | Self::King)
    }
}

impl Aim {
    /// The lines of the Liner on a square; a corner's own diagonal is none.
    pub(in crate::games::mix) fn all(position: &Position, from: Sq) -> Vec<Self> {
        let of_line = |line: Line| Self {
            line,
            men: line.of(from) & position.men(),
            targets: position
                .liner_targets(line, from)
                .map(|to| (to, hit(position, from, to)))
                .collect(),
        };
        Line::ALL.into_iter().filter(|line| line.of(from).size() > 1).map(of_line).collect()
    }
}

fn hit(position: &Position, from: Sq, to: Sq) -> Hit {
    let owner = position.owner(from);
    let enemies = owner.map_or(SquareSet::EMPTY, |owner| position.men_of(owner.other()));
    let hidden = (between(from, to) & enemies).first();
    match (position.kind_at(to), hidden) {
        (Some(kind), _) if position.owner(to) == owner => Hit::Friend(kind),
        (_, Some(at)) if position.options().friends_only() => Hit::Hidden(at),
        (Some(Kind::King), _) => Hit::King,
        (Some(kind), _) => Hit::Takes(kind),
        (None, _) => Hit::Free,
    }
}
