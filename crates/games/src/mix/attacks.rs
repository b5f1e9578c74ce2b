//! Who attacks a square (rules, section 5), and check.

use super::{
    kinds::Kind,
    moves::MAX_JUMPS,
    position::Position,
    squares::{Sq, SquareSet},
    tables::{
        ALL_LINES, DIAGONAL_STEPS, DIAGONALS, FORWARD_DIAGONAL, FORWARD_STRAIGHT, KING_STEPS,
        KNIGHT_JUMPS, LINER_TARGETS, Line, between, diagonal_towards, diagonals, direction,
        look_along, next_along,
    },
};
use crate::Seat;

/// The attacks of one side, with the men as they stand or as they would stand after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacks<'a> {
    /// Gives the kinds of the attackers and the options.
    pub position: &'a Position,
    /// The side that attacks.
    pub by: Seat,
    /// The squares of all men, of both sides.
    pub men: SquareSet,
    /// The men of the side that attacks.
    pub attackers: SquareSet,
}

impl Attacks<'_> {
    #[inline]
    fn of_kind(&self, kind: Kind) -> SquareSet {
        self.position.of_kind(kind) & self.attackers
    }

    /// The men that attack a King on `at`, which is among `men`.
    #[inline]
    pub(super) fn attackers_of(&self, at: Sq) -> SquareSet {
        self.short_reach(at) | self.liners(at) | self.checkers(at) | self.damas(at)
    }

    /// Returns `true` if a King on `at`, which is among `men`, is attacked.
    #[inline]
    pub(super) fn hit(&self, at: Sq) -> bool {
        !self.short_reach(at).is_empty() || self.hit_from_afar(at)
    }

    /// Returns `true` if a King on `at` is attacked by a man whose reach depends on where other men stand: a
    /// Liner, a Checker or a Dama.
    #[inline]
    pub(super) fn hit_from_afar(&self, at: Sq) -> bool {
        !self.liners(at).is_empty() || !self.checkers(at).is_empty() || !self.damas(at).is_empty()
    }

    /// The Pawns, Silvers, Knights and the King that attack a square.
    #[inline]
    fn short_reach(&self, at: Sq) -> SquareSet {
        let (square, back) = (at.index(), self.by.other().index());
        self.of_kind(Kind::Pawn) & FORWARD_DIAGONAL[back][square]
            | self.of_kind(Kind::Silver) & (DIAGONAL_STEPS[square] | FORWARD_STRAIGHT[back][square])
            | self.of_kind(Kind::Knight) & KNIGHT_JUMPS[square]
            | self.of_kind(Kind::King) & KING_STEPS[square]
    }

    /// The Liners that attack a square.
    #[inline]
    fn liners(&self, at: Sq) -> SquareSet {
        let liners = self.of_kind(Kind::Liner) & ALL_LINES[at.index()];
        if liners.is_empty() {
            return SquareSet::EMPTY;
        }
        let mut hits = SquareSet::EMPTY;
        for line in Line::ALL {
            let count = (self.men & line.of(at)).size() as usize;
            hits |= liners & LINER_TARGETS[at.index()][line as usize][count];
        }
        if self.position.options().friends_only() {
            let others = self.men.without(self.attackers);
            hits = hits.filter(|liner| !between(*liner, at).meets(others)).collect();
        }
        hits
    }

    /// The Checkers that attack a square.
    #[inline]
    fn checkers(&self, at: Sq) -> SquareSet {
        let near = self.of_kind(Kind::Checker) & DIAGONAL_STEPS[at.index()];
        if near.is_empty() || self.position.options().displace() {
            return near;
        }
        let can_land = |checker: &Sq| {
            let (files, ranks) = direction(*checker, at);
            at.offset(files, ranks).is_some_and(|landing| !self.men.contains(landing))
        };
        near.filter(can_land).collect()
    }

    /// The Damas that attack a square.
    #[inline]
    fn damas(&self, at: Sq) -> SquareSet {
        let damas = self.of_kind(Kind::Dama);
        if damas.is_empty() {
            return damas;
        }
        let options = self.position.options();
        if options.bishop_check() {
            let is_open = |dama: &Sq| !between(*dama, at).meets(self.men);
            return (damas & diagonals(at)).filter(is_open).collect();
        }
        if options.turning() {
            let hits = |dama: &Sq| {
                let men = self.men.without(SquareSet::of(*dama));
                self.hits_turning(*dama, at, men, SquareSet::EMPTY, MAX_JUMPS)
            };
            return damas.filter(hits).collect();
        }
        (damas & diagonals(at)).filter(|dama| self.hits_straight(*dama, at)).collect()
    }

    /// Returns `true` if a Dama on a diagonal of `at` has it as a victim of a straight chain.
    fn hits_straight(&self, dama: Sq, at: Sq) -> bool {
        let Some(diagonal) = diagonal_towards(dama, at) else { return false };
        let mut here = dama;
        for _ in 0..MAX_JUMPS {
            let victim = look_along(here, diagonal, self.men).first;
            let victim = victim.filter(|victim| !self.attackers.contains(*victim));
            let Some(victim) = victim else { return false };
            match next_along(victim, diagonal) {
                Some(landing) if !self.men.contains(landing) => here = landing,
                _ => return false,
            }
            if victim == at {
                return true;
            }
        }
        false
    }

    /// Returns `true` if a Dama that has come to `here` has `at` as a victim of one of its `left` further
    /// jumps. `men` are all but this Dama, and `taken` those that its chain has captured already.
    fn hits_turning(
        &self,
        here: Sq,
        at: Sq,
        men: SquareSet,
        taken: SquareSet,
        left: usize,
    ) -> bool {
        left > 0
            && (0..DIAGONALS.len()).any(|diagonal| {
                let Some(victim) = look_along(here, diagonal, men).first else { return false };
                if (self.attackers | taken).contains(victim) {
                    return false;
                }
                match next_along(victim, diagonal) {
                    Some(landing) if !men.contains(landing) => {
                        let taken = taken | SquareSet::of(victim);
                        victim == at || self.hits_turning(landing, at, men, taken, left - 1)
                    }
                    _ => false,
                }
            })
    }
}

impl Position {
    /// The attacks of a side with the men as they stand.
    #[inline]
    pub(super) fn attacks_by(&self, by: Seat) -> Attacks<'_> {
        Attacks { position: self, by, men: self.men(), attackers: self.men_of(by) }
    }

    /// The squares of the enemy men that attack the King of a side.
    #[must_use]
    pub fn checkers_of(&self, seat: Seat) -> SquareSet {
        self.attacks_by(seat.other()).attackers_of(self.king(seat))
    }

    /// Returns `true` if the side to move is in check.
    #[must_use]
    #[inline]
    pub fn is_check(&self) -> bool {
        self.attacks_by(self.turn.other()).hit(self.king(self.turn))
    }
}
