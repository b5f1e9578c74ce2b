//! The jumps of Checkers and the chains of Damas (rules, section 4; R10 to R12).

use std::ops::ControlFlow;

use super::{Found, MoveGenerator};
use crate::mix::{
    kinds::Kind,
    moves::{MAX_JUMPS, Move},
    squares::{Sq, SquareSet},
    tables::{DIAGONAL_STEPS, DIAGONALS, diagonal_towards, direction, look_along, next_along},
};

/// Where a jump ends, and whom it takes.
#[derive(Clone, Copy, Debug)]
pub(in crate::mix) struct Landing {
    /// The empty square right behind the victim.
    pub at: Sq,
    /// The square of the man that is taken.
    pub victim: Sq,
}

/// A chain of jumps under way.
struct Chain {
    from: Sq,
    landings: [Sq; MAX_JUMPS],
    len: usize,
    taken: SquareSet,
}

impl Chain {
    fn new(from: Sq) -> Self {
        Self { from, landings: [from; MAX_JUMPS], len: 0, taken: SquareSet::EMPTY }
    }

    /// Returns where the Dama is now.
    fn here(&self) -> Sq {
        self.landings[..self.len].last().copied().unwrap_or(self.from)
    }

    fn push(&mut self, landing: Sq, victim: Sq) {
        self.landings[self.len] = landing;
        self.len += 1;
        self.taken |= SquareSet::of(victim);
    }
}

impl MoveGenerator<'_> {
    /// Calls `each` with the legal jumps of the Checker on `from`, until it breaks.
    #[inline]
    pub(super) fn checker_jumps(
        &self,
        from: Sq,
        each: &mut impl FnMut(Found) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for victim in DIAGONAL_STEPS[from.index()] & self.capturable() {
            let (files, ranks) = direction(from, victim);
            let landing = victim.offset(files, ranks).filter(|at| !self.men.contains(*at));
            if let Some(mv) = landing.map(|landing| Move::jump(from, &[landing]))
                && self.is_safe_jump(mv)
            {
                each(Found::Jump(mv))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `each` with the legal chains of the Dama on `from`, until it breaks.
    #[inline]
    pub(super) fn dama_jumps(
        &self,
        from: Sq,
        each: &mut impl FnMut(Found) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut chain = Chain::new(from);
        for diagonal in 0..DIAGONALS.len() {
            self.extend_chain(&mut chain, diagonal, &mut |mv| {
                if self.is_safe_jump(mv) {
                    each(Found::Jump(mv))
                } else {
                    ControlFlow::Continue(())
                }
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `each` with the chain and one more jump along this diagonal, then with all that can
    /// follow it, until it breaks.
    fn extend_chain(
        &self,
        chain: &mut Chain,
        diagonal: usize,
        each: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let men = self.men.without(SquareSet::of(chain.from));
        let Some(landing) = self.landing(chain.here(), diagonal, men, chain.taken) else {
            return ControlFlow::Continue(());
        };
        let before = chain.taken;
        chain.push(landing.at, landing.victim);
        each(Move::jump(chain.from, &chain.landings[..chain.len]))?;
        if chain.len < MAX_JUMPS {
            let turning = self.position.options().turning();
            for next in (0..DIAGONALS.len()).filter(|next| turning || *next == diagonal) {
                self.extend_chain(chain, next, each)?;
            }
        }
        chain.len -= 1;
        chain.taken = before;
        ControlFlow::Continue(())
    }

    /// The jump of a Dama from `here` along one diagonal; `None` if there is none. `men` are all
    /// but the Dama itself, those already `taken` among them.
    pub(in crate::mix) fn landing(
        &self,
        here: Sq,
        diagonal: usize,
        men: SquareSet,
        taken: SquareSet,
    ) -> Option<Landing> {
        let victim = look_along(here, diagonal, men).first?;
        let at = next_along(victim, diagonal)?;
        let takes = self.capturable().without(taken).contains(victim) && !men.contains(at);
        takes.then_some(Landing { at, victim })
    }

    /// The jumps of a man of this kind on `from`, the safety of its own King and compulsory
    /// captures left out of account.
    pub(in crate::mix) fn jumps(&self, kind: Kind, from: Sq) -> Vec<Move> {
        let mut moves = Vec::new();
        let men = self.men.without(SquareSet::of(from));
        let mut chain = Chain::new(from);
        for diagonal in 0..DIAGONALS.len() {
            match kind {
                Kind::Checker if !self.position.options().displace() => {
                    let landing = self.landing(from, diagonal, men, SquareSet::EMPTY);
                    let near = landing.filter(|landing| from.distance(landing.victim) == 1);
                    moves.extend(near.map(|landing| Move::jump(from, &[landing.at])));
                }
                Kind::Dama => {
                    let _ = self.extend_chain(&mut chain, diagonal, &mut |mv| {
                        moves.push(mv);
                        ControlFlow::Continue(())
                    });
                }
                _ => {}
            }
        }
        moves
    }

    /// Returns `true` if the man of this kind at the start of a jump can make it, the safety of its own King
    /// left out of account.
    pub(in crate::mix) fn can_jump(&self, kind: Kind, mv: Move) -> bool {
        let most = match kind {
            Kind::Checker if !self.position.options().displace() => 1,
            Kind::Dama => MAX_JUMPS,
            _ => return false,
        };
        let men = self.men.without(SquareSet::of(mv.from()));
        let (mut taken, mut first, mut n) = (SquareSet::EMPTY, None, 0);
        for (here, to) in mv.hops() {
            let Some(diagonal) = diagonal_towards(here, to) else { return false };
            let turns = *first.get_or_insert(diagonal) != diagonal;
            match self.landing(here, diagonal, men, taken) {
                Some(landing) if landing.at == to => taken |= SquareSet::of(landing.victim),
                _ => return false,
            }
            let is_far = kind == Kind::Checker && here.distance(to) != 2;
            n += 1;
            if turns && !self.position.options().turning() || is_far || n > most {
                return false;
            }
        }
        true
    }
}
