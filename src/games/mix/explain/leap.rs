//! Why a Checker or Dama cannot jump the first man that it meets.

use crate::games::{
    Seat,
    mix::{
        Kind, Position, Sq,
        tables::{DIAGONALS, behind, look},
        words::the,
    },
};

/// The man in the way in one direction, and what forbids a jump over it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bar {
    /// Where it stands.
    pub at: Sq,
    pub why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It is a friend.
    Friend,
    /// It is the enemy King.
    King,
    /// It stands on the rim.
    Rim,
    /// This man stands right behind it.
    Backed(Sq, Kind),
}

impl Bar {
    /// The men around the Checker or Dama on a square that it can neither pass nor jump.
    pub(super) fn all(position: &Position, owner: Seat, kind: Kind, from: Sq) -> Vec<Self> {
        let forward = if owner == Seat::FIRST { 1 } else { -1 };
        let bar = |way: usize| {
            let at = look(from, way, position.men()).first?;
            let step = from.distance(at) == 1;
            if kind == Kind::Checker && !step {
                return None;
            }
            let why = barred(position, owner, at, way)?;
            // A Checker never goes back to where a friend stands.
            let back = kind == Kind::Checker && DIAGONALS[way].1 != forward;
            (!(back && why == Why::Friend)).then_some(Self { at, why })
        };
        (0..DIAGONALS.len()).filter_map(bar).collect()
    }

    /// `the Pawn on e5, as the Pawn on f6 stands right behind it`
    pub(super) fn words(&self, position: &Position) -> String {
        let man = the(position.kind_at(self.at).unwrap_or(Kind::Pawn), self.at);
        match self.why {
            Why::Friend => man,
            Why::King => format!("{man}, as Kings are never taken"),
            Why::Rim => format!("{man}, as there is no square behind it"),
            Why::Backed(at, kind) => format!("{man}, as {} stands right behind it", the(kind, at)),
        }
    }
}

fn barred(position: &Position, owner: Seat, at: Sq, way: usize) -> Option<Why> {
    if position.men_of(owner).contains(at) {
        return Some(Why::Friend);
    }
    if position.kind_at(at) == Some(Kind::King) {
        return Some(Why::King);
    }
    match behind(at, way) {
        None => Some(Why::Rim),
        Some(next) => position.kind_at(next).map(|kind| Why::Backed(next, kind)),
    }
}
