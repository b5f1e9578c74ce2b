//! Playing a legal move, and the report of what it did.

use super::{
    kinds::Kind,
    movegen::LAST_RANKS,
    moves::Move,
    position::{COUNTER_MAX, Position},
    report::Report,
    squares::Sq,
};
use crate::{Rules as _, Seat};

impl Position {
    /// The position after a legal move. Searches play with this;
    /// [`Rules::apply`](crate::Rules::apply) also reports what the move did.
    ///
    /// The caller answers for it that the move is legal.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// Plays a legal move; that it is legal is not checked.
    #[inline]
    pub(super) fn play_unchecked(&mut self, mv: Move) {
        let (us, them) = (self.turn, self.turn.other());
        let (from, to) = (mv.from(), mv.to());
        let kind = self.kind_on(from);
        let takes = self.remove_captured(mv, kind);
        self.remove(us, kind, from);
        self.put(us, self.kind_on_arrival(kind, mv), to);
        self.en_passant = None;
        if kind == Kind::Pawn && from.rank().abs_diff(to.rank()) == 2 {
            self.en_passant = Sq::new(from.file(), u8::midpoint(from.rank(), to.rank()));
        }
        let is_progress = takes || matches!(kind, Kind::Pawn | Kind::Checker);
        self.clock = if is_progress { 0 } else { (self.clock + 1).min(COUNTER_MAX) };
        if us == Seat::SECOND {
            self.number = (self.number + 1).min(COUNTER_MAX);
        }
        self.turn = them;
    }

    /// Takes the men off the board that a move of a man of this kind captures; whether there are
    /// any.
    #[inline]
    fn remove_captured(&mut self, mv: Move, kind: Kind) -> bool {
        let (us, them) = (self.turn, self.turn.other());
        let (from, to) = (mv.from(), mv.to());
        if mv.is_jump() {
            for victim in mv.jumped() {
                self.remove(them, self.kind_on(victim), victim);
            }
            true
        } else if self.men_of(them).contains(to) {
            self.remove(them, self.kind_on(to), to);
            true
        } else if kind == Kind::Pawn && self.en_passant == Some(to) && from.file() != to.file() {
            let back = if us == Seat::FIRST { -1 } else { 1 };
            if let Some(victim) = to.offset(0, back) {
                self.remove(them, Kind::Pawn, victim);
            }
            true
        } else {
            false
        }
    }

    /// Returns what a man of this kind is at the end of its move.
    #[inline]
    fn kind_on_arrival(&self, kind: Kind, mv: Move) -> Kind {
        match kind {
            Kind::Pawn => mv.promotion().unwrap_or(kind),
            Kind::Checker if LAST_RANKS[self.turn.index()].contains(mv.to()) => Kind::Dama,
            _ => kind,
        }
    }

    /// Plays a legal move and reports what it did; that it is legal is not checked.
    pub(super) fn play_and_report(&mut self, mv: Move) -> Report {
        let (seat, kind) = (self.turn, self.kind_on(mv.from()));
        let is_passing = self.is_passing(mv);
        let taken = self.taken_by(mv);
        let arrives = self.kind_on_arrival(kind, mv);
        let distance = mv.from().distance(mv.to());
        self.play_unchecked(mv);
        let checkers = self.checkers_of(self.turn).map(|at| (at, self.kind_on(at))).collect();
        Report {
            seat,
            mv,
            kind,
            promoted: Some(arrives).filter(|arrives| *arrives != kind),
            taken,
            is_passing,
            is_long: distance > 1 && kind != Kind::Knight,
            count: (kind == Kind::Liner).then_some(distance),
            checkers,
            king: self.king(self.turn),
            outcome: self.outcome(),
        }
    }
}
