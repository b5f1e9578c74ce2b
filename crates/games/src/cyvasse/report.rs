//! Playing a move, and the report of what it did.

#[cfg(any(test, feature = "testkit"))]
use super::HexSet;
use super::{Action, Centre, Hex, Kind, Move, Position};
use crate::{Outcome, Rules as _, Seat};

/// The effects of a move: enough to tell and to draw it without the position before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The side that moved.
    pub seat: Seat,
    /// The move that was played.
    pub mv: Move,
    /// The kind of the man who moved or came out, after any promotion; `None` for a pass.
    pub kind: Option<Kind>,
    /// The hexes of his way, both ends included; empty for an entry and a pass.
    pub path: Vec<Hex>,
    /// The promotion in the fortress: the hex, the kind before, and the kind after.
    pub promoted: Option<(Hex, Kind, Kind)>,
    /// The kind of the man who was captured.
    pub taken: Option<Kind>,
    /// The men whose help the capture needed.
    pub helpers: Vec<(Hex, Kind)>,
    /// The fortress that fell: its owner, and its hex.
    pub fallen: Option<(Seat, Hex)>,
    /// The intact enemy fortress in which the mover now stands; it falls unless it is retaken.
    pub storms: Option<Hex>,
    /// Whether the side that moves next has lost its King and has one turn to crown another.
    pub must_crown: bool,
    /// The outcome that now stands on the board.
    pub outcome: Option<Outcome>,
}

impl Position {
    /// The position after a move, which must be legal and is not checked. This is how a search
    /// plays; [`Rules::apply`](crate::Rules::apply) also reports.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// Plays a move, which must be legal and is not checked.
    #[inline]
    pub(super) fn play_unchecked(&mut self, mv: Move) {
        let (us, them) = (self.turn, self.turn.other());
        if mv.corner.is_some() || mv.promotion.is_some() {
            *self = self.with_corner(mv.corner).with_promotion(mv.promotion);
        }
        let mut progress = mv.corner.is_some() || mv.promotion.is_some();
        let arrived = match mv.action {
            Action::Step { from, to, crowns } => {
                let kind = self.kind_on(from);
                progress |= self.capture(to) || crowns;
                self.remove(us, kind, from);
                self.put(us, if crowns { Kind::King } else { kind }, to);
                Some(to)
            }
            Action::Enter(at) => {
                self.capture(at);
                self.put(us, Kind::Dragon, at);
                self.in_hand[us.index() & 1] = false;
                progress = true;
                Some(at)
            }
            Action::Pass => None,
        };
        progress |= self.ruin(arrived);
        // The counters stop at the largest number of a position text.
        self.quiet = if progress { 0 } else { self.quiet.saturating_add(1) };
        if us == Seat::SECOND {
            self.number = self.number.saturating_add(1);
        }
        self.turn = them;
    }

    /// Removes the enemy man from a hex; tells whether there was one.
    #[inline]
    fn capture(&mut self, at: Hex) -> bool {
        let them = self.turn.other();
        let takes = self.men_of(them).contains(at);
        if takes {
            self.remove(them, self.kind_on(at), at);
        }
        takes
    }

    /// Ruins a fortress at the end of a turn of its owner or its invader (Q19); tells whether one
    /// fell. `arrived` is the hex of the man who moved.
    #[inline]
    fn ruin(&mut self, arrived: Option<Hex>) -> bool {
        let (us, them) = (self.turn, self.turn.other());
        if self.options.instant_ruin {
            let stormed = self.fortress(them).filter(|fortress| arrived == Some(*fortress));
            if let Some(fortress) = stormed {
                self.centres[them.index() & 1] = Centre::Ruin(fortress);
            }
            return stormed.is_some();
        }
        let enemies = self.men_of(them);
        let falls = self.fortress(us).is_some_and(|fortress| enemies.contains(fortress));
        if falls {
            self.centres[us.index() & 1] = Centre::Fallen;
        }
        falls
    }

    /// Plays a move, which must be legal and is not checked, and reports what it did.
    pub(super) fn play_with_report(&mut self, mv: Move) -> Report {
        let seat = self.turn;
        let named = self.with_corner(mv.corner);
        let promoted = mv.promotion.and_then(|up| {
            let (at, kind) = named.promotable()?;
            Some((at, kind, up))
        });
        let opened = named.with_promotion(mv.promotion);
        let mut helpers = Vec::new();
        let (kind, path, to) = match mv.action {
            Action::Step { from, to, .. } => {
                if let Some(attack) = opened.attack(from, to).filter(|it| it.needs_help()) {
                    helpers = attack.helpers;
                }
                (opened.kind_at(from), opened.path(from, to), Some(to))
            }
            Action::Enter(at) => (Some(Kind::Dragon), Vec::new(), Some(at)),
            Action::Pass => (None, Vec::new(), None),
        };
        let taken = to.and_then(|to| self.kind_at(to));
        let fortresses = [seat, seat.other()].map(|seat| (seat, self.fortress(seat)));
        self.play_unchecked(mv);
        let fell = |(owner, fortress): (Seat, Option<Hex>)| {
            fortress.filter(|_| self.fortress(owner).is_none()).map(|hex| (owner, hex))
        };
        Report {
            seat,
            mv,
            kind,
            path,
            promoted,
            taken,
            helpers,
            fallen: fortresses.into_iter().find_map(fell),
            storms: self.fortress(self.turn).filter(|fortress| to == Some(*fortress)),
            must_crown: !self.has_king(self.turn),
            outcome: self.outcome(),
        }
    }

    /// The position turned by half a turn, with the sides exchanged.
    #[cfg(any(test, feature = "testkit"))]
    pub fn turned(&self) -> Self {
        self.transformed(Hex::turned, true)
    }

    /// The position mirrored left to right.
    #[cfg(any(test, feature = "testkit"))]
    pub fn mirrored(&self) -> Self {
        self.transformed(Hex::mirrored, false)
    }

    #[cfg(any(test, feature = "testkit"))]
    fn transformed(&self, map: fn(Hex) -> Hex, exchanged: bool) -> Self {
        let seat = |seat: Seat| if exchanged { seat.other() } else { seat };
        let set = |set: HexSet| -> HexSet { set.map(map).collect() };
        let mut next = Self::empty(&self.options);
        next.mountains = set(self.mountains);
        next.grounds = self.grounds.map(set);
        for side in Seat::all(2) {
            next.in_hand[seat(side).index()] = self.in_hand[side.index()];
            next.centres[seat(side).index()] = match self.centre(side) {
                Centre::Fortress(hex) => Centre::Fortress(map(hex)),
                Centre::Ruin(hex) => Centre::Ruin(map(hex)),
                Centre::Fallen => Centre::Fallen,
            };
            for at in self.men_of(side) {
                next.put(seat(side), self.kind_on(at), map(at));
            }
        }
        next.turn = seat(self.turn);
        (next.quiet, next.number) = (self.quiet, self.number);
        next
    }
}
