//! Which moves leave the own King safe.

use super::MoveGenerator;
use crate::mix::{
    attacks::Attacks,
    kinds::Kind,
    moves::Move,
    squares::{Sq, SquareSet},
};

impl MoveGenerator<'_> {
    /// Those of these steps that leave the own King safe.
    #[inline]
    pub(in crate::mix) fn safe_steps(&self, kind: Kind, from: Sq, targets: SquareSet) -> SquareSet {
        let mut doubtful = targets;
        if kind != Kind::King && !self.king_lines.contains(from) {
            doubtful = targets & self.king_lines;
        }
        let exposing = doubtful.filter(|to| !self.is_safe_step(kind, from, *to));
        targets.without(exposing.collect())
    }

    /// Returns `true` if the own King is safe after a man steps from one square to another.
    #[inline]
    fn is_safe_step(&self, kind: Kind, from: Sq, to: Sq) -> bool {
        let king = if kind == Kind::King { to } else { self.king };
        self.is_safe_after(king, from, to, SquareSet::of(to))
    }

    /// Returns `true` if a jump leaves the own King safe.
    pub(in crate::mix) fn is_safe_jump(&self, mv: Move) -> bool {
        let taken: SquareSet = mv.jumped().collect();
        let touched = taken | SquareSet::of(mv.from()) | SquareSet::of(mv.to());
        !touched.meets(self.king_lines) || self.is_safe_after(self.king, mv.from(), mv.to(), taken)
    }

    /// Returns `true` if taking in passing leaves the own King safe.
    pub(in crate::mix) fn is_safe_passing(&self, from: Sq, to: Sq) -> bool {
        self.passed_pawn()
            .is_some_and(|victim| self.is_safe_after(self.king, from, to, SquareSet::of(victim)))
    }

    /// Returns `true` if the own King, then on `king`, is safe once a man has gone from one square to another
    /// and these enemies have been taken.
    #[inline]
    fn is_safe_after(&self, king: Sq, from: Sq, to: Sq, taken: SquareSet) -> bool {
        let men = self.men.without(SquareSet::of(from) | taken) | SquareSet::of(to);
        let attackers = self.theirs.without(taken);
        let by = self.position.turn.other();
        let attacks = Attacks { position: self.position, by, men, attackers };
        if self.is_check || king != self.king {
            !attacks.hit(king)
        } else {
            // No man of short reach attacks the King now, and none has come nearer.
            !attacks.hit_from_afar(king)
        }
    }
}
