//! The positions that the next plies can lead to, as far as a plan needs them.

use games::Seat;
use scene::FightVerdict;

use super::{Condition, PlanFault};
use crate::{AnyPosition, LegalMove, NotPlayed};

/// How many positions are made while one plan is read.
const MOST_POSITIONS: usize = 2_500;
/// In how many positions a typed move that is not in canonical text is read before it counts as not
/// possible.
const MOST_READ: usize = 200;

/// A position that may come about, with the ply that led to it.
pub(super) struct Future {
    pub(super) position: Box<dyn AnyPosition>,
    mv: String,
    fight: Option<FightVerdict>,
}

/// The positions that may stand at one point of a plan. The same seat is to move in all of them.
pub(super) type Futures = Vec<Future>;

/// Makes the positions of a plan, up to a limit.
pub(super) struct Explorer {
    made: usize,
}

/// Returns who is to move in these positions.
pub(super) fn mover(at: &Futures) -> Option<Seat> {
    at.first().map(|future| future.position.to_move())
}

impl Explorer {
    pub(super) const fn new() -> Self {
        Self { made: 0 }
    }

    /// The position at which a plan begins.
    pub(super) fn start(position: &dyn AnyPosition) -> Futures {
        vec![Future { position: position.boxed_clone(), mv: String::new(), fight: None }]
    }

    /// All positions after a ply that fits the condition and leaves the game to be played on.
    pub(super) fn after(
        &mut self,
        at: &Futures,
        condition: &Condition,
    ) -> Result<Futures, PlanFault> {
        let mut next = Vec::new();
        for future in at {
            match condition {
                Condition::Any | Condition::Legal => {
                    for mv in future.position.moves() {
                        self.play(future, &mv, None, &mut next)?;
                    }
                }
                Condition::Fight(verdict) => {
                    for mv in future.position.moves() {
                        if throws_dice(future, &mv) {
                            self.play(future, &mv, Some(*verdict), &mut next)?;
                        }
                    }
                }
                Condition::Move(mv, verdict) => self.play(future, mv, *verdict, &mut next)?,
            }
        }
        Ok(next)
    }

    /// Adds the positions after a move in each way in which it can turn out, or in which its fight
    /// ends as it must.
    fn play(
        &mut self,
        before: &Future,
        mv: &str,
        must_be: Option<FightVerdict>,
        next: &mut Futures,
    ) -> Result<(), PlanFault> {
        for branch in before.position.branches(mv) {
            self.made += 1;
            if self.made > MOST_POSITIONS {
                return Err(PlanFault::TooOpen);
            }
            let mut position = before.position.boxed_clone();
            if position.play(mv, &branch.roll).is_err() {
                continue;
            }
            let fight = position.last_verdict();
            if must_be.is_none() || must_be == fight {
                next.push(Future { position, mv: mv.to_owned(), fight });
            }
        }
        Ok(())
    }
}

/// Leaves only the positions in which the game goes on; that there is none is a fault.
pub(super) fn going_on(at: Futures) -> Result<Futures, PlanFault> {
    let left: Futures = at.into_iter().filter(|one| one.position.outcome().is_none()).collect();
    if left.is_empty() { Err(PlanFault::Over) } else { Ok(left) }
}

/// The move that a typed text is in the first of these positions that take it.
pub(super) fn read(at: &Futures, typed: &str) -> Result<LegalMove, NotPlayed> {
    if let Some(legal) = at.iter().find_map(|future| future.position.legal_move(typed)) {
        return Ok(legal);
    }
    let mut first = None;
    for future in at.iter().take(MOST_READ) {
        match future.position.read(typed) {
            Ok(legal) => return Ok(legal),
            Err(why) => first = first.or(Some(why)),
        }
    }
    Err(first.unwrap_or(NotPlayed::NotAMove))
}

/// The positions in which this move is legal. If it must be legal in all of them, the first in which
/// it is not is a fault.
pub(super) fn where_legal(at: Futures, mv: &str, must_always: bool) -> Result<Futures, PlanFault> {
    let is_legal = |future: &Future| future.position.legal_move(mv).is_some();
    if let Some(fails) = at.iter().find(|future| must_always && !is_legal(future)) {
        return Err(PlanFault::MaybeIllegal {
            reply: mv.to_owned(),
            after: fails.mv.clone(),
            fight: fails.fight,
        });
    }
    Ok(at.into_iter().filter(is_legal).collect())
}

fn throws_dice(future: &Future, mv: &str) -> bool {
    future.position.legal_move(mv).is_some_and(|legal| !legal.dice.is_empty())
}
