//! Who attacks a square (rules, section 5), and check.

use super::{
    Kind, Position, Sq, SquareSet,
    tables::{
        AHEAD, AT, CORNERS, DIAGONALS, FORWARD, KING, KNIGHT, Line, STAR, behind, between,
        diagonals, look,
    },
};
use crate::games::Seat;

/// The most jumps of one turn (R10).
pub(super) const MAX_JUMPS: usize = 3;

/// The men as they stand, or as they would stand after a move: whose attacks are asked for, and
/// what is in their way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'a> {
    pub position: &'a Position,
    /// Who attacks.
    pub by: Seat,
    /// All men.
    pub men: SquareSet,
    /// Those of the side that attacks.
    pub foes: SquareSet,
}

impl Scene<'_> {
    #[inline]
    fn foes_of(&self, kind: Kind) -> SquareSet {
        self.position.kinds[kind.index()] & self.foes
    }

    /// The men that attack a King on `at`, which is among `men`.
    #[inline]
    pub(super) fn attackers(&self, at: Sq) -> SquareSet {
        self.near(at) | self.liners(at) | self.checkers(at) | self.damas(at)
    }

    /// Whether a King on `at`, which is among `men`, is attacked.
    #[inline]
    pub(super) fn attacked(&self, at: Sq) -> bool {
        !self.near(at).is_empty() || self.attacked_on_lines(at)
    }

    /// The same for attackers whose reach hangs on other men.
    #[inline]
    pub(super) fn attacked_on_lines(&self, at: Sq) -> bool {
        !self.liners(at).is_empty() || !self.checkers(at).is_empty() || !self.damas(at).is_empty()
    }

    /// Pawns, Silvers, Knights and the King.
    #[inline]
    fn near(&self, at: Sq) -> SquareSet {
        let (square, back) = (at.index(), self.by.other().index());
        self.foes_of(Kind::Pawn) & AHEAD[back][square]
            | self.foes_of(Kind::Silver) & (CORNERS[square] | FORWARD[back][square])
            | self.foes_of(Kind::Knight) & KNIGHT[square]
            | self.foes_of(Kind::King) & KING[square]
    }

    #[inline]
    fn liners(&self, at: Sq) -> SquareSet {
        let liners = self.foes_of(Kind::Liner) & STAR[at.index()];
        if liners.is_empty() {
            return SquareSet::EMPTY;
        }
        let mut hits = SquareSet::EMPTY;
        for line in Line::ALL {
            let count = (self.men & line.of(at)).size() as usize;
            hits |= liners & AT[at.index()][line as usize][count];
        }
        if self.position.options.friends_only {
            let others = self.men.without(self.foes);
            hits = hits.filter(|liner| !between(*liner, at).meets(others)).collect();
        }
        hits
    }

    #[inline]
    fn checkers(&self, at: Sq) -> SquareSet {
        let near = self.foes_of(Kind::Checker) & CORNERS[at.index()];
        if near.is_empty() || self.position.options.displace {
            return near;
        }
        let can_land = |checker: &Sq| {
            let (files, ranks) = way(*checker, at);
            at.offset(files, ranks).is_some_and(|landing| !self.men.contains(landing))
        };
        near.filter(can_land).collect()
    }

    #[inline]
    fn damas(&self, at: Sq) -> SquareSet {
        let damas = self.foes_of(Kind::Dama);
        if damas.is_empty() {
            return damas;
        }
        let options = &self.position.options;
        if options.bishop_check {
            let open = |dama: &Sq| !between(*dama, at).meets(self.men);
            return (damas & diagonals(at)).filter(open).collect();
        }
        if options.turning {
            let strikes = |dama: &Sq| {
                let men = self.men.without(SquareSet::of(*dama));
                self.strikes_turning(*dama, at, men, SquareSet::EMPTY, MAX_JUMPS)
            };
            return damas.filter(strikes).collect();
        }
        (damas & diagonals(at)).filter(|dama| self.strikes_straight(*dama, at)).collect()
    }

    /// Whether a Dama on a diagonal of `at` has it as a victim of a straight chain.
    fn strikes_straight(&self, dama: Sq, at: Sq) -> bool {
        let step = way(dama, at);
        let Some(way) = DIAGONALS.iter().position(|other| *other == step) else { return false };
        let mut here = dama;
        for _ in 0..MAX_JUMPS {
            let victim = look(here, way, self.men).first;
            let victim = victim.filter(|victim| !self.foes.contains(*victim));
            let Some(victim) = victim else { return false };
            match behind(victim, way) {
                Some(landing) if !self.men.contains(landing) => here = landing,
                _ => return false,
            }
            if victim == at {
                return true;
            }
        }
        false
    }

    /// Whether a Dama that has come to `here` has `at` as a victim of what is left of its chain.
    /// `men` are all but this Dama.
    fn strikes_turning(
        &self,
        here: Sq,
        at: Sq,
        men: SquareSet,
        taken: SquareSet,
        left: usize,
    ) -> bool {
        left > 0
            && (0..DIAGONALS.len()).any(|way| {
                let Some(victim) = look(here, way, men).first else { return false };
                if (self.foes | taken).contains(victim) {
                    return false;
                }
                match behind(victim, way) {
                    Some(landing) if !men.contains(landing) => {
                        let taken = taken | SquareSet::of(victim);
                        victim == at || self.strikes_turning(landing, at, men, taken, left - 1)
                    }
                    _ => false,
                }
            })
    }
}

/// One step from a square towards another of the same line, as files and ranks.
pub(super) const fn way(from: Sq, to: Sq) -> (i8, i8) {
    let files = (to.file() as i8 - from.file() as i8).signum();
    (files, (to.rank() as i8 - from.rank() as i8).signum())
}

impl Position {
    /// The men as they stand, with the attacks of `by`.
    #[inline]
    pub(super) fn scene(&self, by: Seat) -> Scene<'_> {
        Scene { position: self, by, men: self.men(), foes: self.men_of(by) }
    }

    /// The enemy men that attack the King of a side.
    #[must_use]
    pub fn checkers_of(&self, seat: Seat) -> SquareSet {
        self.scene(seat.other()).attackers(self.king(seat))
    }

    /// Whether the side to move is in check.
    #[must_use]
    #[inline]
    pub fn is_check(&self) -> bool {
        self.scene(self.turn.other()).attacked(self.king(self.turn))
    }
}
