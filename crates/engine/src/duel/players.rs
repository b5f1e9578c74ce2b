//! Players for duels: the search at any limit, and three weak players to measure it by.

use games::{Rules, legal_moves};

use super::player::{Player, Turn};
use crate::{
    attention::Attention,
    choice::{Choice, SearchRequest},
    levels::Limit,
    opponent::{EvalStyle, Opponent, OpponentModel},
    random::SplitMix,
    search::{Budget, SearchSettings, search},
    transposition::TranspositionTable,
};

/// A clock for moves; only the edge of the program can read the time.
pub trait Clock {
    /// Starts the time of a move.
    fn start(&self);

    /// Returns `true` if the time of the move is over.
    fn is_over(&self) -> bool;
}

/// A clock whose time is never over.
#[derive(Clone, Copy, Debug)]
pub struct NoTimeLimit;

impl Clock for NoTimeLimit {
    fn start(&self) {}

    fn is_over(&self) -> bool {
        false
    }
}

/// The engine's search at a limit.
#[derive(Clone, Copy, Debug)]
pub struct SearchPlayer<C> {
    /// The limit of the search.
    pub limit: Limit,
    /// The model of the opponents; `None` takes the one that the game asks for.
    pub opponent_model: Option<OpponentModel>,
    /// The time for each move.
    pub clock: C,
}

impl<G: Opponent, C: Clock> Player<G> for SearchPlayer<C> {
    fn is_trusted(&self) -> bool {
        true
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String> {
        self.clock.start();
        let request = SearchRequest {
            opponent_model: self.opponent_model,
            ..SearchRequest::new(self.limit, turn.seed, turn.ply)
        };
        G::choose_move(turn.positions, &request, &|| self.clock.is_over())
            .map(Choice::into_move)
            .ok_or_else(|| "it found no move".to_owned())
    }
}

/// A yardstick that looks one ply ahead with the simplest evaluation and takes the best move, among
/// equals the first in text order. It never changes.
#[derive(Clone, Copy, Debug)]
pub struct GreedyPlayer;

impl<G: Opponent> Player<G> for GreedyPlayer {
    fn is_trusted(&self) -> bool {
        true
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String> {
        turn.position
            .yardstick_move(1, Attention::FULL)
            .ok_or_else(|| "it found no move".to_owned())
    }
}

/// A yardstick that looks two plies ahead with the simplest evaluation and overlooks every other attack that is
/// hard to see, by the seed of the game. It never changes.
#[derive(Clone, Copy, Debug)]
pub struct BeginnerPlayer;

impl<G: Opponent> Player<G> for BeginnerPlayer {
    fn is_trusted(&self) -> bool {
        true
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String> {
        let attention = Attention { overlooked: 50, misses_ends: true, seed: turn.seed };
        turn.position.yardstick_move(2, attention).ok_or_else(|| "it found no move".to_owned())
    }
}

/// The move of a [`GreedyPlayer`] or a [`BeginnerPlayer`]; `None` if the game is over.
pub(crate) fn yardstick_move<G: Opponent>(
    position: &G,
    depth: u32,
    attention: Attention,
) -> Option<G::Move> {
    let budget = Budget { depth, nodes: u64::MAX, stop: &|| false };
    let mut table = TranspositionTable::for_nodes(0);
    let eval = G::evaluator(EvalStyle::Yardstick, position.options());
    let mut moves = legal_moves(position);
    attention.retain_seen(&eval, position, &mut moves);
    let settings = SearchSettings { attention, ..SearchSettings::default() };
    let report = search(position, moves, &[], &eval, &budget, settings, &mut table)?;
    report.moves.into_iter().next().map(|best| best.mv)
}

/// The weakest yardstick: it draws uniformly among the legal moves.
#[derive(Clone, Debug)]
pub struct RandomPlayer<G: Rules> {
    /// The list of moves, kept to save allocations.
    moves: Vec<G::Move>,
}

impl<G: Rules> Default for RandomPlayer<G> {
    fn default() -> Self {
        Self { moves: Vec::new() }
    }
}

impl<G: Opponent> Player<G> for RandomPlayer<G> {
    fn is_trusted(&self) -> bool {
        true
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<G::Move, String> {
        let mut random = SplitMix::part(turn.seed, u64::from(turn.ply));
        let chosen = turn.position.random_move(&mut random, &mut self.moves);
        chosen.ok_or_else(|| "it found no move".to_owned())
    }
}
