//! Playing a move, and the report of what it did.

use super::{Ban, CellSet, Form, Kind, Move, Position, Way, position::NUMBER_MAX};
use crate::{Outcome, Rules as _, Seat};

/// The effects of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The seat that moved.
    pub seat: Seat,
    /// The move that was played.
    pub mv: Move,
    /// The kind of the piece that moved, as it was before the move.
    pub kind: Kind,
    /// The kind of the piece that it captured or merged with, if any.
    pub met: Option<Kind>,
    /// The owner of the zone that the piece went to.
    pub zone: Seat,
    /// The form of the board, from which the names of the zones follow.
    pub form: Form,
    /// Whether the piece went further than one step.
    pub is_long: bool,
    /// The mover's points after the move.
    pub score: u32,
    /// The clock's number after the move, if it runs.
    pub clock: Option<u8>,
    /// The end that it brought, if any.
    pub outcome: Option<Outcome>,
}

impl Report {
    /// The kind that a merge made; `None` for any other move.
    #[must_use]
    pub fn made(&self) -> Option<Kind> {
        self.met.filter(|_| self.mv.way == Way::Merge).and_then(|met| self.kind.merged(met))
    }

    /// The kind of the piece that was captured, if any.
    #[must_use]
    pub fn captured(&self) -> Option<Kind> {
        self.met.filter(|_| self.mv.is_capture())
    }
}

impl Position {
    /// The position after a legal move, unchecked. This is how a search plays;
    /// [`Rules::apply`](crate::Rules::apply) also reports.
    #[must_use]
    // Inlined, it makes the copy where the caller wants it. Otherwise the result is copied once more, which has to
    // wait for the writes of the move: that cost random games a fifth of their time.
    #[inline(always)]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.apply_move(self.kind_on(mv.from.index()), mv);
        next
    }

    /// Plays a legal move of the piece of this kind, unchecked.
    pub(super) fn apply_move(&mut self, kind: Kind, mv: Move) {
        let (from, to) = (mv.from.index(), mv.to.index());
        self.remove(kind, from);
        let arrives = if mv.way == Way::Plain {
            kind
        } else {
            let met = self.kind_on(to);
            self.remove(met, to);
            if mv.way == Way::Capture {
                let score = &mut self.scores[self.turn.index()];
                *score = (*score + met.pips()).min(NUMBER_MAX);
                kind
            } else {
                kind.merged(met).unwrap_or(kind)
            }
        };
        self.put(arrives, to);
        self.end_turn(mv);
    }

    /// Carries out what follows a move: quiet count, clock, ban and the turn (rules, section 5, last part).
    #[inline]
    fn end_turn(&mut self, mv: Move) {
        let capture = mv.is_capture();
        self.quiet = if capture { 0 } else { (self.quiet + 1).min(NUMBER_MAX) };
        self.clock = match self.clock {
            Some(_) if capture => Some(self.full_clock()),
            Some(left) => Some(left.saturating_sub(1)),
            None => mv.call.then(|| self.full_clock()),
        };
        let mover = self.turn;
        self.turn = self.next_active(mover);
        let zone = self.board.zone_of[mv.to.index()];
        let bans = self.no_undo
            && usize::from(zone) == self.turn.index()
            && usize::from(zone) != mover.index();
        self.ban = bans.then_some(Ban { from: mv.to, to: mv.from });
    }

    #[inline]
    pub(super) fn put(&mut self, kind: Kind, at: usize) {
        self.kinds[kind.index()] |= CellSet::at(at);
    }

    #[inline]
    fn remove(&mut self, kind: Kind, at: usize) {
        let kind = &mut self.kinds[kind.index()];
        *kind = kind.without(CellSet::at(at));
    }

    /// Plays a legal move, unchecked, and tells what it did.
    pub(super) fn play_unchecked(&mut self, mv: Move) -> Report {
        let (seat, kind) = (self.turn, self.kind_on(mv.from.index()));
        let met = (mv.way != Way::Plain).then(|| self.kind_on(mv.to.index()));
        self.apply_move(kind, mv);
        Report {
            seat,
            mv,
            kind,
            met,
            zone: self.owner(mv.to),
            form: self.form(),
            is_long: self.board.distance(mv.from, mv.to) > 1,
            score: self.scores[seat.index()],
            clock: self.clock,
            outcome: self.outcome(),
        }
    }
}
