//! Players for duels: the search at any limit, and the two yardsticks.

use super::{
    Choice, EvalStyle, Limit, Opponent, OpponentModel, SearchRequest, choose,
    duel::{Player, Turn},
    random::SplitMix,
    search::{Budget, SearchSettings, legal_moves, search},
    transposition::TranspositionTable,
};
use crate::games::Rules;

/// Time for a move, read at the edge of the program.
pub trait Clock {
    /// A move begins.
    fn start(&self);

    /// Whether its time is over.
    fn is_over(&self) -> bool;
}

/// Time without end.
#[derive(Clone, Copy, Debug)]
pub struct NoTimeLimit;

impl Clock for NoTimeLimit {
    fn start(&self) {}

    fn is_over(&self) -> bool {
        false
    }
}

/// The search with a limit.
#[derive(Clone, Copy, Debug)]
pub struct SearchPlayer<C> {
    /// How deep or strong.
    pub limit: Limit,
    /// The model of the opponents; `None` takes the one that the game asks for.
    pub opponent_model: Option<OpponentModel>,
    /// The time for each move.
    pub clock: C,
}

impl<G: Opponent, C: Clock> Player<G> for SearchPlayer<C> {
    fn is_honest(&self) -> bool {
        true
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String> {
        self.clock.start();
        let ask = SearchRequest {
            opponent_model: self.opponent_model,
            ..SearchRequest::new(self.limit, turn.seed, turn.ply)
        };
        choose(turn.positions, &ask, &|| self.clock.is_over())
            .map(Choice::into_move)
            .ok_or_else(|| "it found no move".to_owned())
    }
}

/// Looks one ply ahead with the plainest evaluation and takes the first best move in text order.
/// A yardstick, so it never changes.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl<G: Opponent> Player<G> for Greedy {
    fn is_honest(&self) -> bool {
        true
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String> {
        let budget = Budget { depth: 1, nodes: u64::MAX, stop: &|| false };
        let mut table = TranspositionTable::for_nodes(0);
        let eval = G::evaluator(EvalStyle::Yardstick, turn.position.options());
        let moves = legal_moves(turn.position);
        search(turn.position, moves, &[], &eval, &budget, SearchSettings::default(), &mut table)
            .and_then(|report| report.moves.into_iter().next())
            .map(|best| best.mv)
            .ok_or_else(|| "it found no move".to_owned())
    }
}

/// Draws uniformly among the legal moves.
#[derive(Clone, Debug)]
pub struct Random<G: Rules> {
    /// The list of moves, kept to save allocations.
    moves: Vec<G::Move>,
}

impl<G: Rules> Default for Random<G> {
    fn default() -> Self {
        Self { moves: Vec::new() }
    }
}

impl<G: Opponent> Player<G> for Random<G> {
    fn is_honest(&self) -> bool {
        true
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String> {
        let mut random = SplitMix::part(turn.seed, u64::from(turn.ply));
        let chosen = turn.position.random_move(&mut random, &mut self.moves);
        chosen.ok_or_else(|| "it found no move".to_owned())
    }
}
