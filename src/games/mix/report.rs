//! Playing a move, and the report of what it did.

use super::{
    Kind, Move, Position, Sq, SquareSet,
    moves::{LAST_RANKS, Turn},
    zobrist,
};
use crate::games::{Outcome, Rules as _, Seat};

/// The greatest clock and move number (rules, section 8); counters stop there.
pub(super) const COUNTER_MAX: u16 = 9999;

/// What a ply did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Who moved.
    pub seat: Seat,
    /// What was played.
    pub mv: Move,
    /// What moved, as it was before.
    pub kind: Kind,
    /// What it became.
    pub promoted: Option<Kind>,
    /// What it took, and where that stood; in the order of the path.
    pub taken: Vec<(Sq, Kind)>,
    /// Whether it took in passing.
    pub is_passing: bool,
    /// Whether it went further than one step or a Knight's jump.
    pub is_long: bool,
    /// How many men stood on the line that a Liner moved along.
    pub count: Option<u8>,
    /// The men that give check now.
    pub checkers: Vec<(Sq, Kind)>,
    /// The King that they attack, or would: that of the side to move next.
    pub king: Sq,
    /// The end that stands on the board now.
    pub outcome: Option<Outcome>,
}

impl Position {
    /// The position after a legal move. This is how a search plays;
    /// [`Rules::apply`](crate::games::Rules::apply) also reports.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.act(mv);
        next
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn act(&mut self, mv: Move) {
        let (us, them) = (self.turn, self.turn.other());
        let (from, to) = (mv.from(), mv.to());
        let kind = self.kind_on(from);
        let passed = self.en_passant.take();
        let mut takes = false;
        if mv.is_jump() {
            for victim in mv.jumped() {
                self.remove(them, self.kind_on(victim), victim);
            }
            takes = true;
        } else if self.men_of(them).contains(to) {
            self.remove(them, self.kind_on(to), to);
            takes = true;
        } else if kind == Kind::Pawn && passed == Some(to) && from.file() != to.file() {
            let back = if us == Seat::FIRST { -1 } else { 1 };
            if let Some(victim) = to.offset(0, back) {
                self.remove(them, Kind::Pawn, victim);
            }
            takes = true;
        }
        self.remove(us, kind, from);
        self.put(us, self.arriving(kind, mv), to);
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

    /// What a man is at the end of its move.
    #[inline]
    fn arriving(&self, kind: Kind, mv: Move) -> Kind {
        match kind {
            Kind::Pawn => mv.promotion().unwrap_or(kind),
            Kind::Checker if LAST_RANKS[self.turn.index()].contains(mv.to()) => Kind::Dama,
            _ => kind,
        }
    }

    #[inline]
    pub(super) fn put(&mut self, seat: Seat, kind: Kind, at: Sq) {
        self.kinds[kind.index()] |= SquareSet::of(at);
        self.sides[seat.index() & 1] |= SquareSet::of(at);
        self.zobrist ^= zobrist::man(seat, kind, at);
    }

    #[inline]
    fn remove(&mut self, seat: Seat, kind: Kind, at: Sq) {
        self.kinds[kind.index()] &= !SquareSet::of(at);
        self.sides[seat.index() & 1] &= !SquareSet::of(at);
        self.zobrist ^= zobrist::man(seat, kind, at);
    }

    /// Plays a legal move and tells what it did.
    pub(super) fn play_and_tell(&mut self, mv: Move) -> Report {
        let (seat, kind) = (self.turn, self.kind_on(mv.from()));
        let is_passing = self.is_passing(mv);
        let with_kind = |position: &Self, at: Sq| (at, position.kind_on(at));
        // In the order of the path, which is not that of names.
        let taken: Vec<Sq> = if mv.is_jump() {
            mv.jumped().collect()
        } else if is_passing {
            Turn::of(self).passed_pawn().into_iter().collect()
        } else {
            Some(mv.to()).filter(|to| self.men().contains(*to)).into_iter().collect()
        };
        let taken = taken.into_iter().map(|at| with_kind(self, at)).collect();
        let arrives = self.arriving(kind, mv);
        let far = mv.from().distance(mv.to()) > 1 && kind != Kind::Knight;
        let count = (kind == Kind::Liner).then(|| mv.from().distance(mv.to()));
        self.act(mv);
        let checkers = self.checkers_of(self.turn).map(|at| with_kind(self, at)).collect();
        Report {
            seat,
            mv,
            kind,
            promoted: Some(arrives).filter(|arrives| *arrives != kind),
            taken,
            is_passing,
            is_long: far,
            count,
            checkers,
            king: self.king(self.turn),
            outcome: self.outcome(),
        }
    }
}
