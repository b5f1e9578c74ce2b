//! An exhaustive solver for tests of games without dice: it tries every move and every answer, as
//! far as it is asked to look.

use games::{Outcome, Reason, Roll, Rules, Seat};

/// What the rules alone say about the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::opponents) enum Solution {
    Wins,
    Loses,
    Open,
}

/// Returns whether the side to move wins or loses by force within this many plies. `budget` is the number of
/// positions that may still be looked at and counts down; once it is 0, every position is open.
pub(in crate::opponents) fn solve<G: Rules>(
    position: &G,
    plies: u32,
    budget: &mut u64,
) -> Solution {
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Win(winners, _) if winners.contains(position.to_move()) => Solution::Wins,
            Outcome::Win(..) => Solution::Loses,
            Outcome::Draw(_) | Outcome::Aborted => Solution::Open,
        };
    }
    *budget = budget.saturating_sub(1);
    if plies == 0 || *budget == 0 || position.drawn_by_count(1).is_some() {
        return Solution::Open;
    }
    let mut worst = Solution::Loses;
    for (_, child) in children(position) {
        match solve(&child, plies - 1, budget) {
            Solution::Loses => return Solution::Wins,
            Solution::Open => worst = Solution::Open,
            Solution::Wins => {}
        }
    }
    worst
}

/// Every legal move, in text order, with the position after it.
pub(in crate::opponents) fn children<G: Rules>(position: &G) -> impl Iterator<Item = (String, G)> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let before = position.clone();
    moves.into_iter().map(move |mv| {
        let mut child = before.clone();
        child.apply(&mv, &Roll::NONE);
        (mv.to_string(), child)
    })
}

/// The moves after which this solution holds for the other side within one ply less.
pub(in crate::opponents) fn moves_that<G: Rules>(
    position: &G,
    plies: u32,
    verdict: Solution,
    budget: &mut u64,
) -> Vec<String> {
    let leads = |(text, child)| (solve(&child, plies - 1, budget) == verdict).then_some(text);
    children(position).filter_map(leads).collect()
}

/// Returns who wins a decided game, and why, if both sides play the first moves that the solver finds best.
pub(in crate::opponents) fn ends_by<G: Rules>(
    position: &G,
    plies: u32,
    budget: &mut u64,
) -> Option<(Seat, Reason)> {
    if let Some(Outcome::Win(winners, reason)) = position.outcome() {
        return winners.iter().next().map(|winner| (winner, reason));
    }
    let next = |wanted, budget: &mut u64| {
        children(position).find(|(_, child)| solve(child, plies - 1, budget) == wanted)
    };
    if plies == 0 {
        return None;
    }
    let (_, child) = match solve(position, plies, budget) {
        Solution::Wins => next(Solution::Loses, budget)?,
        Solution::Loses => {
            // The move that puts the loss off longest.
            let lasts = |child: &G, budget: &mut u64| {
                plies < 3 || solve(child, plies - 3, budget) == Solution::Open
            };
            children(position).find(|(_, child)| lasts(child, budget))?
        }
        Solution::Open => return None,
    };
    ends_by(&child, plies - 1, budget)
}
