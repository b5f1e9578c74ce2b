//! The legal moves that come near to a text that is no legal move.

use super::{
    Fault,
    finder::{FaultFinder, few},
};
use crate::mix::{moves::Move, squares::Sq, typed::TypedMove};

impl FaultFinder<'_> {
    /// This fault, with the legal moves nearest to what was typed.
    pub(super) fn with_near(&self, fault: Fault, typed: &TypedMove) -> (Fault, Vec<Move>) {
        (fault, self.near(typed))
    }

    /// The legal moves nearest to what was typed, best first: those of the same man, then those of
    /// its kind to the same square, then all to that square. If there are none, the nearest moves
    /// of the men that the text describes, of its kind, or of any man.
    fn near(&self, typed: &TypedMove) -> Vec<Move> {
        let (to, start) = (typed.to(), typed.from());
        let own = start.filter(|from| self.own().contains(*from));
        let kind = typed.named.or(own.map(|at| self.kind_on(at)));
        let is_kind = |mv: &Move| kind == Some(self.kind_on(mv.from()));
        let mut near = self.closest(typed, &|mv| Some(mv.from()) == start);
        near.extend(self.matching(|mv| is_kind(mv) && mv.to() == to));
        if near.is_empty() || start.is_none() {
            near.extend(self.matching(|mv| mv.to() == to && !is_kind(mv)));
        }
        let described = |mv: &Move| self.starts(typed, mv.from());
        let wider: [&dyn Fn(&Move) -> bool; 3] = [&described, &is_kind, &|_| true];
        for fits in wider {
            if near.is_empty() {
                near = self.closest(typed, fits);
            }
        }
        // There are few ways out of a check, and each is of use.
        if self.position.is_check() {
            near.extend(self.legal);
        }
        few(near)
    }

    /// Those of some legal moves whose squares are the fewest steps away from those typed.
    fn closest(&self, typed: &TypedMove, fits: &dyn Fn(&Move) -> bool) -> Vec<Move> {
        let steps = |a: Sq, b: Sq| a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank());
        let far = |mv: &Move| {
            typed.from().map_or(0, |from| steps(from, mv.from())) + steps(typed.to(), mv.to())
        };
        let mut moves = self.matching(fits);
        let least = moves.iter().map(far).min();
        moves.retain(|mv| Some(far(mv)) == least);
        moves
    }
}
