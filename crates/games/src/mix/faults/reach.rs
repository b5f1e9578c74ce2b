//! Why a man of the side to move does not get where it should, by the way its kind moves (rules,
//! section 4).

use super::{Fault, finder::FaultFinder};
use crate::mix::{
    kinds::Kind,
    movegen::jumps::Landing,
    moves::MAX_JUMPS,
    squares::{Sq, SquareSet},
    tables::{Line, between, diagonal_towards, look_along, next_along},
    typed::TypedMove,
};

/// The jump that should come next in a chain.
struct NextJump {
    /// The kind of man that jumps.
    kind: Kind,
    /// Where it stands now.
    here: Sq,
    /// The index of its direction in [`DIAGONALS`](crate::mix::tables::DIAGONALS).
    diagonal: usize,
    /// All men but the one that jumps.
    men: SquareSet,
    /// The men that the chain has taken already.
    taken: SquareSet,
}

impl FaultFinder<'_> {
    /// Returns why the own man on `from` has no move like the one that is typed, the safety of its King left
    /// out of account.
    pub(super) fn reach(&self, typed: &TypedMove, from: Sq) -> Fault {
        let (kind, to) = (self.kind_on(from), typed.to());
        if typed.path == [from] {
            return Fault::SameSquare(from);
        }
        if from != to && self.own().contains(to) {
            return Fault::OwnMan { kind, from, to, by: self.kind_on(to) };
        }
        if self.position.kind_at(to) == Some(Kind::King) {
            return Fault::EnemyKing(to);
        }
        let out = Fault::OutOfReach { kind, from, to };
        match (kind, typed.path.as_slice()) {
            (Kind::Dama, path) => self.dama(from, path).unwrap_or(out),
            (Kind::Checker, [_, _, ..]) => Fault::OneVictim,
            (Kind::Checker, _) => self.checker(from, to).unwrap_or(out),
            (_, [_, _, ..]) => out,
            (Kind::Pawn, _) => self.pawn(from, to).unwrap_or(out),
            (Kind::Liner, _) => self.liner(from, to).unwrap_or(out),
            (Kind::Silver | Kind::Knight | Kind::King, _) => out,
        }
    }

    /// The files sideways and the ranks forward from one square to another, as the side to move
    /// sees them.
    fn ahead(&self, from: Sq, to: Sq) -> (u8, i8) {
        let ranks = to.rank() as i8 - from.rank() as i8;
        let forward = if self.position.turn().index() == 0 { ranks } else { -ranks };
        (from.file().abs_diff(to.file()), forward)
    }

    /// The fault of a man in the way; `None` if nobody stands there.
    fn blocked(&self, kind: Kind, at: Sq) -> Option<Fault> {
        self.position.kind_at(at).map(|by| Fault::Blocked { kind, at, by })
    }

    /// Returns why a Pawn does not get there, if the squares say so.
    fn pawn(&self, from: Sq, to: Sq) -> Option<Fault> {
        let second = if self.position.turn().index() == 0 { 1 } else { 6 };
        match self.ahead(from, to) {
            (0, 1) => self.blocked(Kind::Pawn, to),
            (0, 2) if from.rank() != second => Some(Fault::DoubleStep(from)),
            (0, 2) => {
                let over = between(from, to).first()?;
                self.blocked(Kind::Pawn, over).or_else(|| self.blocked(Kind::Pawn, to))
            }
            (1, 1) => {
                let beside = Sq::new(to.file(), from.rank())?;
                let kind = self.position.kind_at(beside).filter(|_| !self.own().contains(beside));
                let fifth = from.rank().abs_diff(second) == 3;
                let is_near = fifth && matches!(kind, Some(Kind::Pawn | Kind::Checker));
                match kind.filter(|_| is_near) {
                    Some(kind) => Some(Fault::NotPassing(beside, kind)),
                    None => Some(Fault::NothingToTake(to)),
                }
            }
            _ => None,
        }
    }

    /// Returns why a Liner does not get there, if it is on one of its lines.
    fn liner(&self, from: Sq, to: Sq) -> Option<Fault> {
        let line = Line::through(from, to)?;
        if !self.position.liner_targets(line, from).contains(to) {
            return Some(Fault::Distance { from, line });
        }
        let enemies = between(from, to).without(self.own()) & self.position.men();
        enemies.first().map(|by| Fault::LeapsEnemy(by, self.kind_on(by)))
    }

    /// Returns why a Checker does not get there, if it is on one of its diagonals.
    fn checker(&self, from: Sq, to: Sq) -> Option<Fault> {
        let diagonal = diagonal_towards(from, to)?;
        let men = self.position.men();
        let next =
            NextJump { kind: Kind::Checker, here: from, diagonal, men, taken: SquareSet::EMPTY };
        if from.distance(to) == 1 {
            return Some(match men.contains(to) {
                false => Fault::Backwards,
                true => self.jump(&next).map_or_else(|fault| fault, must_land),
            });
        }
        let over = between(from, to).first().filter(|_| from.distance(to) == 2)?;
        if self.position.options().displace() {
            return men.without(self.own()).contains(over).then_some(Fault::NoJumps);
        }
        if men.contains(over) { self.jump(&next).err() } else { Some(Fault::TakesNobody(from, to)) }
    }

    /// Returns why a Dama does not go this path, if its parts are diagonals.
    fn dama(&self, from: Sq, path: &[Sq]) -> Option<Fault> {
        if path.len() > MAX_JUMPS {
            return Some(Fault::TooManyJumps);
        }
        let men = self.position.men().without(SquareSet::of(from));
        let (mut here, mut taken, mut first) = (from, SquareSet::EMPTY, None);
        for to in path {
            let diagonal = diagonal_towards(here, *to)?;
            if *first.get_or_insert(diagonal) != diagonal && !self.position.options().turning() {
                return Some(Fault::Turns(here));
            }
            let next = NextJump { kind: Kind::Dama, here, diagonal, men, taken };
            if path.len() == 1 {
                return self.dama_towards(next, *to);
            }
            if look_along(here, diagonal, men).open.contains(*to) {
                return Some(Fault::TakesNobody(here, *to));
            }
            match self.jump(&next) {
                Ok(landing) if landing.at == *to => {
                    taken |= SquareSet::of(landing.victim);
                    here = landing.at;
                }
                Ok(landing) => return Some(must_land(landing)),
                Err(fault) => return Some(fault),
            }
        }
        None
    }

    /// Returns what keeps a straight chain from ending on a square.
    fn dama_towards(&self, mut next: NextJump, to: Sq) -> Option<Fault> {
        let mut last: Option<Landing> = None;
        for _ in 0..MAX_JUMPS {
            if look_along(next.here, next.diagonal, next.men).open.contains(to) {
                break;
            }
            let landing = match self.jump(&next) {
                Ok(landing) => landing,
                Err(fault) => return Some(fault),
            };
            if landing.victim == to {
                last = Some(landing);
                break;
            }
            next.taken |= SquareSet::of(landing.victim);
            next.here = landing.at;
            last = Some(landing);
        }
        let last = last?;
        let open = look_along(next.here, next.diagonal, next.men).open.contains(to);
        Some(if open || last.victim == to { must_land(last) } else { Fault::TooManyJumps })
    }

    /// The next jump of a chain, or why there is none.
    fn jump(&self, next: &NextJump) -> Result<Landing, Fault> {
        let NextJump { kind, here, diagonal, men, taken } = *next;
        if let Some(landing) = self.generator.landing(here, diagonal, men, taken) {
            return Ok(landing);
        }
        let Some(victim) = look_along(here, diagonal, men).first else {
            return Err(Fault::TakesNobody(here, next_along(here, diagonal).unwrap_or(here)));
        };
        let met = self.kind_on(victim);
        Err(if self.own().contains(victim) {
            Fault::OwnInWay(victim, met)
        } else if met == Kind::King {
            Fault::EnemyKing(victim)
        } else if taken.contains(victim) {
            Fault::TakenTwice(victim)
        } else {
            Fault::NoLanding { kind, victim, behind: next_along(victim, diagonal) }
        })
    }
}

const fn must_land(landing: Landing) -> Fault {
    Fault::MustLand { victim: landing.victim, landing: landing.at }
}
