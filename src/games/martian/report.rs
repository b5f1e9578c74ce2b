//! Playing a move, and the report of what it did.

use super::{CellSet, Deadlock, Kind, Move, Position, Way};
use crate::games::{Outcome, Rules as _, Seat};

/// The greatest number that a position text can hold (rules, section 8.1); counters stop there.
pub(super) const NUMBER_MAX: u32 = 999_999_999;

/// A move that may not be played in the next turn (R9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ban {
    /// Where the piece that it binds stands.
    pub from: super::Cell,
    /// Where that piece may not go.
    pub to: super::Cell,
}

/// What a ply did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Who moved.
    pub seat: Seat,
    /// What was played.
    pub mv: Move,
    /// What moved, as it was before.
    pub kind: Kind,
    /// What it captured or merged with.
    pub met: Option<Kind>,
    /// The zone that it went to, as the seat that owns it.
    pub zone: Seat,
    /// The board, which has the names of the zones.
    pub form: super::Form,
    /// Whether it went further than one step.
    pub is_long: bool,
    /// The mover's points now.
    pub score: u32,
    /// What the clock shows now.
    pub clock: Option<u8>,
    /// The end that it brought, if any.
    pub outcome: Option<Outcome>,
}

impl Report {
    /// What a merge made.
    #[must_use]
    pub fn made(&self) -> Option<Kind> {
        self.met.filter(|_| self.mv.way == Way::Merge).and_then(|met| self.kind.merged(met))
    }

    /// What was captured.
    #[must_use]
    pub fn captured(&self) -> Option<Kind> {
        self.met.filter(|_| self.mv.is_capture())
    }
}

impl Position {
    /// The position after a legal move. This is how a search plays;
    /// [`Rules::apply`](crate::games::Rules::apply) also reports.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.act(self.kind_on(mv.from.index()), mv);
        next
    }

    /// Plays a move of the piece of this kind.
    #[inline]
    pub(super) fn act(&mut self, kind: Kind, mv: Move) {
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

    /// What follows a move: quiet count, clock, ban and the turn (rules, section 5, last part).
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

    /// The next seat, clockwise, that is still in the game.
    #[inline]
    pub(super) fn next_active(&self, seat: Seat) -> Seat {
        let mut next = seat;
        for _ in 0..self.n_seats() {
            next = match Seat::from_index(next.number()) {
                Some(next) if next.index() < usize::from(self.n_seats()) => next,
                _ => Seat::FIRST,
            };
            if !self.out.contains(next) {
                break;
            }
        }
        next
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

    /// The full clock: three and a half moves a seat, rounded up (rules, section 6.2).
    #[must_use]
    pub fn full_clock(&self) -> u8 {
        (7 * self.n_seats()).div_ceil(2)
    }

    /// What the clock shows, if it can run at all under the options.
    #[must_use]
    pub fn clock(&self) -> Option<u8> {
        self.clock.filter(|_| self.options.deadlock == Deadlock::Clock)
    }

    /// Plays a legal move and tells what it did.
    pub(super) fn play_and_tell(&mut self, mv: Move) -> Report {
        let (seat, kind) = (self.turn, self.kind_on(mv.from.index()));
        let met = (mv.way != Way::Plain).then(|| self.kind_on(mv.to.index()));
        self.act(kind, mv);
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
