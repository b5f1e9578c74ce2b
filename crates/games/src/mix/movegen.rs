//! Finding the moves of the side to move (rules, sections 4 and 5).

pub(super) mod jumps;
mod safety;

use std::ops::ControlFlow;

use super::{
    kinds::Kind,
    moves::Move,
    position::Position,
    squares::{Sq, SquareSet},
    tables::{
        ALL_LINES, DIAGONAL_STEPS, DIAGONALS, FORWARD_DIAGONAL, FORWARD_STRAIGHT, KING_STEPS,
        KNIGHT_JUMPS, LINER_TARGETS, Line, between, look_along,
    },
};

/// The rank on which Pawns and Checkers of each side become something else.
pub(super) const LAST_RANKS: [SquareSet; 2] = [SquareSet::rank(7), SquareSet::rank(0)];

/// Legal moves of one man, as the generator finds them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    /// Steps of a man of this kind from a square to each of these squares; the promotions of a
    /// Pawn count as one step.
    Steps(Kind, Sq, SquareSet),
    /// A Pawn takes in passing, from the first square to the second.
    Passing(Sq, Sq),
    /// A jump.
    Jump(Move),
}

/// Finds the moves of the side to move. It holds what stays the same throughout the turn.
#[derive(Clone, Copy)]
pub(super) struct MoveGenerator<'a> {
    position: &'a Position,
    /// The index of the side to move.
    us: usize,
    ours: SquareSet,
    theirs: SquareSet,
    men: SquareSet,
    /// The own King.
    king: Sq,
    /// The squares that no man may step to: those of friends and of the enemy King.
    forbidden: SquareSet,
    is_check: bool,
    /// A move that starts, ends and takes outside of these squares cannot expose the own King.
    king_lines: SquareSet,
}

impl<'a> MoveGenerator<'a> {
    /// A generator for the side to move.
    #[inline]
    pub(super) fn new(position: &'a Position) -> Self {
        let (us, them) = (position.turn, position.turn.other());
        let (ours, theirs) = (position.men_of(us), position.men_of(them));
        let king = position.king(us);
        let is_check = position.attacks_by(them).hit(king);
        // A Dama that may turn brings any square into play (rules, section 15).
        let can_turn =
            position.options().turning() && !position.pieces(them, Kind::Dama).is_empty();
        let king_lines =
            if is_check || can_turn { !SquareSet::EMPTY } else { ALL_LINES[king.index()] };
        Self {
            position,
            us: us.index(),
            ours,
            theirs,
            men: ours | theirs,
            king,
            forbidden: ours | position.pieces(them, Kind::King),
            is_check,
            king_lines,
        }
    }

    /// The squares that a man on `from` may step to, the safety of its own King left out of
    /// account. Jumps of Checkers and Damas are not among them, nor is a Pawn's capture in passing.
    #[inline]
    pub(super) fn steps(&self, kind: Kind, from: Sq) -> SquareSet {
        let at = from.index();
        let open = !self.forbidden;
        match kind {
            Kind::Pawn => self.pawn_steps(from),
            Kind::Checker => {
                let forward = FORWARD_DIAGONAL[self.us][at].without(self.men);
                let takes = DIAGONAL_STEPS[at] & self.theirs & open;
                if self.position.options().displace() { forward | takes } else { forward }
            }
            Kind::Liner => self.liner_steps(from) & open,
            Kind::Silver => (DIAGONAL_STEPS[at] | FORWARD_STRAIGHT[self.us][at]) & open,
            Kind::Knight => KNIGHT_JUMPS[at] & open,
            Kind::Dama => (0..DIAGONALS.len()).fold(SquareSet::EMPTY, |all, diagonal| {
                all | look_along(from, diagonal, self.men).open
            }),
            Kind::King => KING_STEPS[at] & open,
        }
    }

    #[inline]
    fn pawn_steps(&self, from: Sq) -> SquareSet {
        let forward = FORWARD_STRAIGHT[self.us][from.index()].without(self.men);
        // A first step that ends on the third rank may go on.
        let (third, on): (_, fn(SquareSet) -> SquareSet) = match self.us {
            0 => (SquareSet::rank(2), SquareSet::up),
            _ => (SquareSet::rank(5), SquareSet::down),
        };
        let double = on(forward & third).without(self.men);
        let takes = FORWARD_DIAGONAL[self.us][from.index()] & self.capturable();
        forward | double | takes
    }

    #[inline]
    fn liner_steps(&self, from: Sq) -> SquareSet {
        let mut targets = SquareSet::EMPTY;
        for line in Line::ALL {
            let count = (self.men & line.of(from)).size() as usize;
            targets |= LINER_TARGETS[from.index()][line as usize][count];
        }
        if self.position.options().friends_only() {
            targets = targets.filter(|to| !between(from, *to).meets(self.theirs)).collect();
        }
        targets
    }

    /// The enemy men that may be captured: all but the King.
    #[inline]
    fn capturable(&self) -> SquareSet {
        self.theirs.without(self.forbidden)
    }

    /// The enemy Pawn that may be taken in passing, the safety of the own King left out of account.
    #[inline]
    pub(super) fn passed_pawn(&self) -> Option<Sq> {
        let back = if self.us == 0 { -1 } else { 1 };
        self.position.en_passant.and_then(|passed| passed.offset(0, back))
    }

    /// The Pawns that may take in passing, the safety of their King left out of account.
    #[inline]
    pub(super) fn passing_pawns(&self) -> SquareSet {
        let pawns = self.position.of_kind(Kind::Pawn) & self.ours;
        match self.position.en_passant {
            Some(passed) => pawns & FORWARD_DIAGONAL[1 - self.us][passed.index()],
            None => SquareSet::EMPTY,
        }
    }

    /// Calls `each` with all legal moves, compulsory captures left out of account, until it
    /// breaks.
    #[inline]
    pub(super) fn visit(&self, each: &mut impl FnMut(Found) -> ControlFlow<()>) -> ControlFlow<()> {
        for kind in Kind::ALL {
            for from in self.position.of_kind(kind) & self.ours {
                let targets = self.safe_steps(kind, from, self.steps(kind, from));
                if !targets.is_empty() {
                    each(Found::Steps(kind, from, targets))?;
                }
                match kind {
                    Kind::Checker if !self.position.options().displace() => {
                        self.checker_jumps(from, each)?;
                    }
                    Kind::Dama => self.dama_jumps(from, each)?,
                    _ => {}
                }
            }
        }
        if let Some(passed) = self.position.en_passant {
            for from in self.passing_pawns().filter(|from| self.is_safe_passing(*from, passed)) {
                each(Found::Passing(from, passed))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The moves of the own man on a square, the safety of its King and compulsory captures left
    /// out of account.
    pub(super) fn moves_from(&self, from: Sq) -> Vec<Move> {
        let Some(kind) = self.own_kind(from) else { return Vec::new() };
        let passing = self.position.en_passant.filter(|_| self.passing_pawns().contains(from));
        let targets = self.steps(kind, from) | passing.map_or(SquareSet::EMPTY, SquareSet::of);
        let last = LAST_RANKS[self.us];
        let mut moves = Vec::new();
        for step in targets.map(|to| Move::step(from, to)) {
            if kind == Kind::Pawn && last.contains(step.to()) {
                moves.extend(Kind::PROMOTIONS.map(|kind| step.promoting(kind)));
            } else {
                moves.push(step);
            }
        }
        moves.extend(self.jumps(kind, from));
        moves
    }

    /// The kind of the own man on a square; `None` if no own man stands there.
    pub(super) fn own_kind(&self, at: Sq) -> Option<Kind> {
        if self.ours.contains(at) { self.position.kind_at(at) } else { None }
    }
}
