//! The order in which moves are searched: the table's move, tactical moves, killers, history.

use games::{Branch, Dice, Rules};

use crate::{attention::Attention, evaluate::Evaluate};

/// Buffers of one ply, kept to save allocations.
pub(crate) struct PlyBuffers<M> {
    /// The moves of the node with their scores.
    pub(crate) moves: Vec<ScoredMove<M>>,
    /// The moves as the evaluator lists them, on their way into `moves`.
    listed: Vec<M>,
    pub(super) branches: Vec<Branch>,
    /// The principal variation from the node of this ply.
    pub(crate) line: Vec<M>,
}

impl<M> Default for PlyBuffers<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), listed: Vec::new(), branches: Vec::new(), line: Vec::new() }
    }
}

/// Writes a principal variation: a move and what follows it. A line ends with a move that throws
/// dice, because what follows depends on the roll.
pub(crate) fn write_line<M: Clone>(line: &mut Vec<M>, mv: &M, dice: Dice, rest: &[M]) {
    line.clear();
    line.push(mv.clone());
    if dice.is_empty() {
        line.extend_from_slice(rest);
    }
}

/// A move of a node with its place in the order.
pub(crate) struct ScoredMove<M> {
    pub(crate) mv: M,
    /// The higher, the earlier the move is searched.
    score: i32,
    /// Whether the move is neither a capture nor a promotion and throws no dice.
    pub(crate) quiet: bool,
}

// The bands of scores: the table's move, tactical moves, killers, history. They do not overlap.
const TABLE_BAND: i32 = 1 << 30;
const TACTICAL_BAND: i32 = 1 << 24;
const KILLER_BAND: i32 = 1 << 23;
const HISTORY_MAX: i32 = 1 << 22;

/// An id that no move has.
pub(crate) const NO_MOVE_ID: u16 = u16::MAX;

/// The order of quiet moves, learnt from earlier nodes.
pub(crate) struct MoveOrdering {
    /// By ply, the two quiet moves that last caused a cutoff.
    killers: Vec<[u16; 2]>,
    /// How often, weighted by depth, a quiet move caused a cutoff, by group and id of the move.
    history: Vec<i32>,
    n_move_ids: usize,
    attention: Attention,
}

/// The place of a node in its tree, as far as the order of its moves depends on it.
#[derive(Clone, Copy)]
pub(crate) struct OrderingContext {
    pub(crate) ply: usize,
    /// The group of movers that share a history.
    pub(crate) group: usize,
    /// The id of the move that the table names, or of the one that caused a cutoff.
    pub(crate) move_id: u16,
}

impl MoveOrdering {
    /// An order that has learnt nothing yet, for this many groups of movers and ids of moves.
    pub(crate) fn new(n_groups: usize, n_move_ids: usize, attention: Attention) -> Self {
        Self { killers: Vec::new(), history: vec![0; n_groups * n_move_ids], n_move_ids, attention }
    }

    /// Makes room for a search of this many plies.
    pub(crate) fn make_room(&mut self, n_plies: usize) {
        self.killers.resize(n_plies, [NO_MOVE_ID; 2]);
    }

    /// Halves the history before a new depth begins, so that what is learnt there counts more.
    pub(crate) fn age_history(&mut self) {
        self.history.iter_mut().for_each(|count| *count /= 2);
    }

    /// Fills the buffers with the legal moves that are seen and their scores.
    pub(crate) fn list<G: Rules, E: Evaluate<G>>(
        &self,
        eval: &E,
        position: &G,
        context: OrderingContext,
        buffers: &mut PlyBuffers<G::Move>,
    ) {
        buffers.listed.clear();
        buffers.moves.clear();
        eval.moves(position, &mut buffers.listed);
        self.attention.retain_seen(eval, position, &mut buffers.listed);
        let killers = self.killers[context.ply];
        for mv in buffers.listed.drain(..) {
            let move_id = eval.move_id(&mv);
            let tactical = eval.tactical_score(position, &mv);
            let score = if move_id == context.move_id {
                TABLE_BAND
            } else if let Some(worth) = tactical {
                TACTICAL_BAND + worth
            } else if let Some(rank) = killers.iter().position(|killer| *killer == move_id) {
                KILLER_BAND - rank as i32
            } else {
                self.history[context.group * self.n_move_ids + usize::from(move_id)]
            };
            buffers.moves.push(ScoredMove { mv, score, quiet: tactical.is_none() });
        }
    }

    /// Fills the buffers with the noisy moves and their scores.
    pub(crate) fn list_noisy<G: Rules, E: Evaluate<G>>(
        eval: &E,
        position: &G,
        buffers: &mut PlyBuffers<G::Move>,
    ) {
        buffers.listed.clear();
        buffers.moves.clear();
        eval.noisy_moves(position, &mut buffers.listed);
        for mv in buffers.listed.drain(..) {
            let score = eval.tactical_score(position, &mv).unwrap_or_default();
            buffers.moves.push(ScoredMove { mv, score, quiet: false });
        }
    }

    /// Remembers that the quiet move with the context's id caused a cutoff with `depth` plies left.
    pub(crate) fn record_cutoff(&mut self, context: OrderingContext, depth: u32) {
        let killers = &mut self.killers[context.ply];
        if killers[0] != context.move_id {
            *killers = [context.move_id, killers[0]];
        }
        let count =
            &mut self.history[context.group * self.n_move_ids + usize::from(context.move_id)];
        *count = (*count + (depth * depth) as i32).min(HISTORY_MAX);
    }
}

/// Swaps the move with the highest score from index `i` on to index `i`; among equals the earlier
/// one.
pub(crate) fn pick_best_from<M>(moves: &mut [ScoredMove<M>], i: usize) {
    let rest = moves.iter().enumerate().skip(i);
    let best = rest.fold(i, |best, (j, mv)| if mv.score > moves[best].score { j } else { best });
    moves.swap(i, best);
}
