//! Why a Checker or Dama cannot jump over the first man that it meets.

use crate::{
    Seat,
    mix::{
        kinds::Kind,
        position::Position,
        squares::Sq,
        tables::{DIAGONALS, look_along, next_along},
        words::the,
    },
};

/// A man in the way in one direction that cannot be jumped over.
#[derive(Clone, Copy, Debug)]
pub(super) struct JumpBlocker {
    /// Where it stands.
    pub at: Sq,
    /// The reason why a jump over it is forbidden.
    pub why: NoJump,
}

/// The reason why a jump over a man is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoJump {
    /// It is a friend.
    Friend,
    /// It is the enemy King.
    King,
    /// It stands on the rim.
    Rim,
    /// This man stands right behind it.
    Occupied(Sq, Kind),
}

impl JumpBlocker {
    /// The men around the Checker or Dama on a square that it can neither pass nor jump.
    pub(super) fn all(position: &Position, owner: Seat, kind: Kind, from: Sq) -> Vec<Self> {
        let forward = if owner == Seat::FIRST { 1 } else { -1 };
        let blocker = |diagonal: usize| {
            let at = look_along(from, diagonal, position.men()).first?;
            let step = from.distance(at) == 1;
            if kind == Kind::Checker && !step {
                return None;
            }
            let why = no_jump(position, owner, at, diagonal)?;
            // A friend behind a Checker is not in its way, for it goes back only to take.
            let back = kind == Kind::Checker && DIAGONALS[diagonal].1 != forward;
            (!(back && why == NoJump::Friend)).then_some(Self { at, why })
        };
        (0..DIAGONALS.len()).filter_map(blocker).collect()
    }

    /// `the Pawn on e5, as the Pawn on f6 stands right behind it`
    pub(super) fn words(&self, position: &Position) -> String {
        let man = the(position.kind_at(self.at).unwrap_or(Kind::Pawn), self.at);
        match self.why {
            NoJump::Friend => man,
            NoJump::King => format!("{man}, as Kings are never taken"),
            NoJump::Rim => format!("{man}, as there is no square behind it"),
            NoJump::Occupied(at, kind) => {
                format!("{man}, as {} stands right behind it", the(kind, at))
            }
        }
    }
}

/// Returns what forbids a man of `owner` to jump over the man on a square; `None` if nothing does.
fn no_jump(position: &Position, owner: Seat, at: Sq, diagonal: usize) -> Option<NoJump> {
    if position.men_of(owner).contains(at) {
        return Some(NoJump::Friend);
    }
    if position.kind_at(at) == Some(Kind::King) {
        return Some(NoJump::King);
    }
    match next_along(at, diagonal) {
        None => Some(NoJump::Rim),
        Some(next) => position.kind_at(next).map(|kind| NoJump::Occupied(next, kind)),
    }
}
