//! A move as a value: where it starts, where it goes, what a Pawn becomes.

use super::{kinds::Kind, squares::Sq, tables::direction};

/// The most jumps of one turn (R10).
pub(super) const MAX_JUMPS: usize = 3;

/// A move: its start, the target of a step or each landing square of a jump, and what a Pawn
/// becomes. Moves are ordered as their texts are.
///
/// All of it is in one number, from the highest bits down: the start (6 bits), jump or step (1),
/// three squares (7 each, 0 for none), the promotion (2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

const FROM_SHIFT: u32 = 24;
const JUMP_BIT: u32 = 1 << 23;
const SQUARE_SHIFTS: [u32; MAX_JUMPS] = [16, 9, 2];

impl Move {
    /// A step, whether or not it takes.
    #[must_use]
    #[inline]
    pub const fn step(from: Sq, to: Sq) -> Self {
        let target = (to.index() as u32 + 1) << SQUARE_SHIFTS[0];
        Self((from.index() as u32) << FROM_SHIFT | target)
    }

    /// A jump with these landing squares, one to three; any further ones are left out.
    #[must_use]
    pub fn jump(from: Sq, landings: &[Sq]) -> Self {
        let shifts = SQUARE_SHIFTS.iter().zip(landings);
        let path = shifts.fold(0, |path, (shift, at)| path | (at.index() as u32 + 1) << shift);
        Self((from.index() as u32) << FROM_SHIFT | JUMP_BIT | path)
    }

    /// The same step with this promotion, one of [`Kind::PROMOTIONS`]; with any other kind it has
    /// no promotion.
    #[must_use]
    pub fn promoting(self, kind: Kind) -> Self {
        let place = Kind::PROMOTIONS.iter().position(|other| *other == kind);
        Self(self.0 & !3 | place.map_or(0, |place| place as u32 + 1))
    }

    /// The square where it starts.
    #[must_use]
    #[inline]
    pub const fn from(self) -> Sq {
        Sq::at((self.0 >> FROM_SHIFT) as u8)
    }

    /// The n-th square of the path, from 0.
    #[inline]
    const fn square(self, n: usize) -> Option<Sq> {
        match self.0 >> SQUARE_SHIFTS[n] & 127 {
            0 => None,
            index => Some(Sq::at(index as u8 - 1)),
        }
    }

    /// The target of a step, or the landing squares of a jump, in order.
    #[inline]
    pub fn path(self) -> impl DoubleEndedIterator<Item = Sq> + Clone {
        (0..MAX_JUMPS).filter_map(move |n| self.square(n))
    }

    /// The square where it ends.
    #[must_use]
    #[inline]
    pub fn to(self) -> Sq {
        self.path().next_back().unwrap_or(self.from())
    }

    /// Returns `true` if it is a jump of a Checker or Dama.
    #[must_use]
    #[inline]
    pub const fn is_jump(self) -> bool {
        self.0 & JUMP_BIT != 0
    }

    /// Returns what a Pawn becomes; `None` if it stays a Pawn, and for other men.
    #[must_use]
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 & 3 {
            0 => None,
            place => Some(Kind::PROMOTIONS[place as usize - 1]),
        }
    }

    /// The hops of a jump, each as from and to; a step is one hop.
    pub fn hops(self) -> impl Iterator<Item = (Sq, Sq)> {
        std::iter::once(self.from()).chain(self.path()).zip(self.path())
    }

    /// The men that a jump takes: each stands on the square before a landing; none for a step.
    pub fn jumped(self) -> impl Iterator<Item = Sq> {
        let before = |(from, to): (Sq, Sq)| {
            let (files, ranks) = direction(from, to);
            to.offset(-files, -ranks)
        };
        self.hops().filter(move |_| self.is_jump()).filter_map(before)
    }

    /// Returns `true` if `longer` is this jump carried further.
    pub(super) fn begins(self, longer: Self) -> bool {
        let n = self.path().count();
        self.is_jump()
            && longer.is_jump()
            && self.from() == longer.from()
            && longer.path().count() > n
            && longer.path().zip(self.path()).all(|(a, b)| a == b)
    }
}
