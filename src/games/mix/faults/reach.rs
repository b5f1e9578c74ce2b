//! Why a man of the mover does not get where it should, by the ways of its kind (rules,
//! section 4).

use super::{Board, Fault};
use crate::games::mix::{
    Kind, Line, Sq, SquareSet,
    attacks::{MAX_JUMPS, way},
    moves::Landing,
    read::Wanted,
    tables::{DIAGONALS, behind, between, look},
};

/// A jump that should come next in a chain.
struct Hop {
    kind: Kind,
    here: Sq,
    /// The place of its direction in [`DIAGONALS`].
    way: usize,
    /// All men but the one that jumps.
    men: SquareSet,
    taken: SquareSet,
}

impl Board<'_> {
    /// Why the own man on `from` has no move like the one that is typed, its King left out of
    /// account.
    pub(super) fn reach(&self, wanted: &Wanted, from: Sq) -> Fault {
        let (kind, to) = (self.kind_on(from), wanted.to());
        if wanted.path == [from] {
            return Fault::SameSquare(from);
        }
        if from != to && self.own().contains(to) {
            return Fault::OwnMan { kind, from, to, by: self.kind_on(to) };
        }
        if self.position.kind_at(to) == Some(Kind::King) {
            return Fault::EnemyKing(to);
        }
        let out = Fault::OutOfReach { kind, from, to };
        match (kind, wanted.path.as_slice()) {
            (Kind::Dama, path) => self.dama(from, path).unwrap_or(out),
            (Kind::Checker, [_, _, ..]) => Fault::OneVictim,
            (Kind::Checker, _) => self.checker(from, to).unwrap_or(out),
            (_, [_, _, ..]) => out,
            (Kind::Pawn, _) => self.pawn(from, to).unwrap_or(out),
            (Kind::Liner, _) => self.liner(from, to).unwrap_or(out),
            (Kind::Silver | Kind::Knight | Kind::King, _) => out,
        }
    }

    /// Files sideways and ranks forward from one square to another, as the mover sees it.
    fn ahead(&self, from: Sq, to: Sq) -> (u8, i8) {
        let ranks = to.rank() as i8 - from.rank() as i8;
        let forward = if self.position.turn.index() == 0 { ranks } else { -ranks };
        (from.file().abs_diff(to.file()), forward)
    }

    fn blocked(&self, kind: Kind, at: Sq) -> Option<Fault> {
        self.position.kind_at(at).map(|by| Fault::Blocked { kind, at, by })
    }

    fn pawn(&self, from: Sq, to: Sq) -> Option<Fault> {
        let second = if self.position.turn.index() == 0 { 1 } else { 6 };
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

    fn liner(&self, from: Sq, to: Sq) -> Option<Fault> {
        let line = Line::through(from, to)?;
        if !self.position.liner_targets(line, from).contains(to) {
            return Some(Fault::Distance { from, line });
        }
        let enemies = between(from, to).without(self.own()) & self.position.men();
        enemies.first().map(|by| Fault::LeapsEnemy(by, self.kind_on(by)))
    }

    fn checker(&self, from: Sq, to: Sq) -> Option<Fault> {
        let way = diagonal(from, to)?;
        let men = self.position.men();
        let hop = Hop { kind: Kind::Checker, here: from, way, men, taken: SquareSet::EMPTY };
        if from.distance(to) == 1 {
            return Some(match men.contains(to) {
                false => Fault::Backwards,
                true => self.jump(&hop).map_or_else(|fault| fault, must_land),
            });
        }
        let over = between(from, to).first().filter(|_| from.distance(to) == 2)?;
        if self.position.options.displace {
            return men.without(self.own()).contains(over).then_some(Fault::NoJumps);
        }
        if men.contains(over) { self.jump(&hop).err() } else { Some(Fault::TakesNobody(from, to)) }
    }

    fn dama(&self, from: Sq, path: &[Sq]) -> Option<Fault> {
        if path.len() > MAX_JUMPS {
            return Some(Fault::TooManyJumps);
        }
        let men = self.position.men().without(SquareSet::of(from));
        let (mut here, mut taken, mut first) = (from, SquareSet::EMPTY, None);
        for to in path {
            let way = diagonal(here, *to)?;
            if *first.get_or_insert(way) != way && !self.position.options.turning {
                return Some(Fault::Turns(here));
            }
            let hop = Hop { kind: Kind::Dama, here, way, men, taken };
            if path.len() == 1 {
                return self.dama_towards(hop, *to);
            }
            if look(here, way, men).open.contains(*to) {
                return Some(Fault::TakesNobody(here, *to));
            }
            match self.jump(&hop) {
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

    /// What stops a chain straight on before it ends on a square.
    fn dama_towards(&self, mut hop: Hop, to: Sq) -> Option<Fault> {
        let mut last: Option<Landing> = None;
        for _ in 0..MAX_JUMPS {
            if look(hop.here, hop.way, hop.men).open.contains(to) {
                break;
            }
            let landing = match self.jump(&hop) {
                Ok(landing) => landing,
                Err(fault) => return Some(fault),
            };
            if landing.victim == to {
                last = Some(landing);
                break;
            }
            hop.taken |= SquareSet::of(landing.victim);
            hop.here = landing.at;
            last = Some(landing);
        }
        let last = last?;
        let open = look(hop.here, hop.way, hop.men).open.contains(to);
        Some(if open || last.victim == to { must_land(last) } else { Fault::TooManyJumps })
    }

    /// The next jump of a chain, or why there is none.
    fn jump(&self, hop: &Hop) -> Result<Landing, Fault> {
        let Hop { kind, here, way, men, taken } = *hop;
        if let Some(landing) = self.turn.landing(here, way, men, taken) {
            return Ok(landing);
        }
        let Some(victim) = look(here, way, men).first else {
            return Err(Fault::TakesNobody(here, behind(here, way).unwrap_or(here)));
        };
        let met = self.kind_on(victim);
        Err(if self.own().contains(victim) {
            Fault::OwnInWay(victim, met)
        } else if met == Kind::King {
            Fault::EnemyKing(victim)
        } else if taken.contains(victim) {
            Fault::TakenTwice(victim)
        } else {
            Fault::NoLanding { kind, victim, behind: behind(victim, way) }
        })
    }
}

const fn must_land(landing: Landing) -> Fault {
    Fault::MustLand { victim: landing.victim, landing: landing.at }
}

/// The direction of a square on the same diagonal.
fn diagonal(from: Sq, to: Sq) -> Option<usize> {
    let step = way(from, to);
    let is_diagonal = from.file().abs_diff(to.file()) == from.rank().abs_diff(to.rank());
    DIAGONALS.iter().position(|other| *other == step && is_diagonal)
}
