//! Legal moves: lists, counts and questions about a single one (rules, section 5).

use std::ops::ControlFlow;

use super::{
    kinds::Kind,
    movegen::{Found, LAST_RANKS, MoveGenerator},
    moves::Move,
    options::MustCapture,
    position::Position,
    squares::{Sq, SquareSet},
};

impl Position {
    /// Appends the legal moves in no particular order; this is faster than the sorted list.
    pub fn moves_unsorted(&self, out: &mut Vec<Move>) {
        if !self.is_connected_any() {
            self.list_unconnected(out);
        }
    }

    /// Appends the legal moves of a position in which nobody is connected.
    pub(super) fn list_unconnected(&self, out: &mut Vec<Move>) {
        let start = out.len();
        let moves = MoveGenerator::new(self);
        let last = LAST_RANKS[self.turn.index()];
        let _ = moves.visit(&mut |found| {
            match found {
                Found::Steps(Kind::Pawn, from, targets) => {
                    for to in targets & last {
                        let step = Move::step(from, to);
                        out.extend(Kind::PROMOTIONS.map(|kind| step.promoting(kind)));
                    }
                    out.extend(targets.without(last).map(|to| Move::step(from, to)));
                }
                Found::Steps(_, from, targets) => {
                    out.extend(targets.map(|to| Move::step(from, to)));
                }
                Found::Passing(from, to) => out.push(Move::step(from, to)),
                Found::Jump(mv) => out.push(mv),
            }
            ControlFlow::Continue(())
        });
        if self.options().must_capture() != MustCapture::Off {
            self.remove_forbidden(out, start);
        }
    }

    /// The men that compulsory captures bind: Checkers and Damas of both sides.
    pub(super) fn bound_men(&self) -> SquareSet {
        self.of_kind(Kind::Checker) | self.of_kind(Kind::Dama)
    }

    /// Removes the moves from index `start` on that compulsory captures forbid.
    fn remove_forbidden(&self, moves: &mut Vec<Move>, start: usize) {
        let bound = self.bound_men();
        let is_bound = |mv: &Move| bound.contains(mv.from());
        let captures: Vec<Move> = moves[start..]
            .iter()
            .copied()
            .filter(|mv| is_bound(mv) && self.is_capture(*mv))
            .collect();
        let army = self.options().must_capture() == MustCapture::Army;
        let is_forbidden = |mv: Move| {
            if self.is_capture(mv) {
                captures.iter().any(|longer| mv.begins(*longer))
            } else {
                captures.iter().any(|capture| army || capture.from() == mv.from())
            }
        };
        let mut place = 0;
        moves.retain(|mv| {
            place += 1;
            place <= start || !is_bound(mv) || !is_forbidden(*mv)
        });
    }

    /// Returns `true` if a legal move takes anything.
    #[must_use]
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.is_jump() || self.men().contains(mv.to()) || self.is_passing(mv)
    }

    /// Returns `true` if a legal move takes in passing.
    #[must_use]
    #[inline]
    pub fn is_passing(&self, mv: Move) -> bool {
        self.en_passant == Some(mv.to())
            && self.of_kind(Kind::Pawn).contains(mv.from())
            && mv.from().file() != mv.to().file()
    }

    /// The squares of the men that a legal move takes.
    #[must_use]
    pub fn victims(&self, mv: Move) -> SquareSet {
        if mv.is_jump() {
            mv.jumped().collect()
        } else if self.is_passing(mv) {
            MoveGenerator::new(self).passed_pawn().into_iter().collect()
        } else {
            SquareSet::of(mv.to()) & self.men_of(self.turn.other())
        }
    }

    /// The men that a legal move takes and their squares, in the order of its path.
    pub(super) fn taken_by(&self, mv: Move) -> Vec<(Sq, Kind)> {
        let with_kind = |at: Sq| (at, self.kind_on(at));
        if mv.is_jump() {
            mv.jumped().map(with_kind).collect()
        } else {
            self.victims(mv).map(with_kind).collect()
        }
    }

    /// The number of legal moves of a position in which nobody is connected.
    #[inline]
    pub(super) fn count_unconnected(&self) -> u32 {
        if self.options().must_capture() != MustCapture::Off {
            let mut moves = Vec::new();
            self.list_unconnected(&mut moves);
            return moves.len() as u32;
        }
        let last = LAST_RANKS[self.turn.index()];
        let mut n = 0;
        let _ = MoveGenerator::new(self).visit(&mut |found| {
            n += match found {
                Found::Steps(Kind::Pawn, _, targets) => {
                    targets.size() + 2 * (targets & last).size()
                }
                Found::Steps(_, _, targets) => targets.size(),
                Found::Passing(..) | Found::Jump(_) => 1,
            };
            ControlFlow::Continue(())
        });
        n
    }

    /// Returns `true` if the side to move has a legal move, connections left out of account.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        MoveGenerator::new(self).visit(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// Returns `true` if a move is legal, found without listing the moves unless captures are compulsory.
    pub(super) fn allows(&self, mv: Move) -> bool {
        if self.is_connected_any() {
            return false;
        }
        if self.options().must_capture() != MustCapture::Off {
            let mut moves = Vec::new();
            self.list_unconnected(&mut moves);
            return moves.contains(&mv);
        }
        let moves = MoveGenerator::new(self);
        let (from, to) = (mv.from(), mv.to());
        let Some(kind) = moves.own_kind(from) else { return false };
        let promotes = kind == Kind::Pawn && LAST_RANKS[self.turn.index()].contains(to);
        if mv.is_jump() {
            return moves.can_jump(kind, mv) && moves.is_safe_jump(mv);
        }
        if mv.promotion().is_some() != promotes {
            return false;
        }
        let is_passing = self.en_passant == Some(to) && moves.passing_pawns().contains(from);
        is_passing && moves.is_safe_passing(from, to)
            || moves.steps(kind, from).contains(to)
                && !moves.safe_steps(kind, from, SquareSet::of(to)).is_empty()
    }

    /// The squares beside the King of the side to move that it could step to if no enemy attacked
    /// them.
    pub(super) fn covered_king_steps(&self) -> SquareSet {
        let (moves, king) = (MoveGenerator::new(self), self.king(self.turn));
        let steps = moves.steps(Kind::King, king);
        steps.without(moves.safe_steps(Kind::King, king, steps))
    }
}
