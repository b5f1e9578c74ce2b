//! The luck of a roll: by how much it was better for the mover than its dice are in the mean.
//!
//! Its mean over the rolls is 0 whoever judges, so it can be taken from a result without a bias. The
//! better the judge, the more of the chance goes with it.

use games::{Roll, Rules, Seat, legal_moves};

use super::{
    evaluate::Evaluate,
    scoring,
    search::{Budget, SearchSettings, search},
    transposition::TranspositionTable,
};

/// A judge of positions. It looks at a position alone, never at the past or at who plays.
#[derive(Debug)]
pub struct Judge<'a, E> {
    /// The evaluator that it judges by.
    pub eval: &'a E,
    /// The depth to which it looks, in plies, at least 1.
    pub depth: u32,
}

impl<E> Judge<'_, E> {
    /// The value of a position for `seat`, in millionths of 2p - 1; the true one if the game is over.
    fn value<G: Rules>(&self, position: &G, seat: Seat, table: &mut TranspositionTable) -> i32
    where
        E: Evaluate<G>,
    {
        if let Some(outcome) = position.outcome().or_else(|| position.drawn_by_count(1)) {
            return scoring::share(self.eval, position, outcome, seat).value();
        }
        let budget = Budget { depth: self.depth, nodes: u64::MAX, stop: &|| false };
        let settings = SearchSettings { exact: true, ..SearchSettings::default() };
        let moves = legal_moves(position);
        let report = search(position, moves, &[], self.eval, &budget, settings, table);
        // A game that goes on always has a move.
        let best = report.and_then(|report| report.moves.into_iter().next());
        let value = best.map_or(0, |best| best.value);
        if self.eval.allies(position.to_move()).contains(seat) { value } else { -value }
    }
}

/// The luck of the mover with the roll of a legal move, in millionths of 2p - 1: the value after the
/// roll less the mean over all rolls, with the weights of the rules. 0 for a move without dice.
pub fn luck<G: Rules, E: Evaluate<G>>(
    position: &G,
    mv: &G::Move,
    roll: &Roll,
    judge: &Judge<'_, E>,
) -> i32 {
    if position.dice(mv).is_empty() {
        return 0;
    }
    let (seat, mut table) = (position.to_move(), TranspositionTable::with_bits(1));
    let after = judge.eval.play(position, mv, roll);
    let mut branches = Vec::new();
    position.branches(mv, &mut branches);
    let (mut sum, mut total, mut found) = (0, 0, None);
    for branch in &branches {
        let child = judge.eval.play(position, mv, &branch.roll);
        let value = judge.value(&child, seat, &mut table);
        if child == after {
            found = Some(value);
        }
        sum += i64::from(branch.weight) * i64::from(value);
        total += i64::from(branch.weight);
    }
    let value = found.unwrap_or_else(|| judge.value(&after, seat, &mut table));
    value - sum.div_euclid(total.max(1)) as i32
}
