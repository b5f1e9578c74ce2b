//! From a position and a limit to a move: how a limit searches, and which near-equal move is drawn.

use super::{
    EvalStyle, Limit, Opponent, OpponentModel, Thought, expected_score,
    levels::{self, DRAW_IN_PLAY, Effort, N_LEVELS, Sampling},
    many, points,
    search::{self, Budget, Evaluate, MAX_DEPTH, Report, SearchSettings, legal_moves},
    transposition::TranspositionTable,
};
use crate::games::Rules;

/// What is asked of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// How deep or strong.
    pub limit: Limit,
    /// Seed of the choice among near-equal moves.
    pub seed: u64,
    /// The number of plies played before the position, for the sampling of openings.
    pub ply: u32,
    /// The model of the opponents; `None` takes the one that the game asks for.
    pub opponent_model: Option<OpponentModel>,
}

impl SearchRequest {
    /// A search at this limit; the game says the rest.
    #[must_use]
    pub const fn new(limit: Limit, seed: u64, ply: u32) -> Self {
        Self { limit, seed, ply, opponent_model: None }
    }
}

/// A move chosen for a position, with the search behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The search.
    pub report: Report<M>,
    /// Which of its moves was chosen.
    pub chosen: usize,
}

impl<M: ToString> Choice<M> {
    /// The chosen move.
    #[must_use]
    pub fn into_move(mut self) -> M {
        self.report.moves.swap_remove(self.chosen).mv
    }

    /// The choice in texts.
    pub(super) fn into_best_move(self) -> Thought {
        let chosen = &self.report.moves[self.chosen];
        Thought {
            best: chosen.mv.to_string(),
            value: expected_score(chosen.value),
            line: chosen.line.iter().map(ToString::to_string).collect(),
            nodes: self.report.nodes,
            depth: self.report.depth,
            proven: chosen.proven,
        }
    }
}

/// How a [`Limit`] searches.
pub(super) struct SearchPlan {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// Nodes to make room for in the table.
    pub(super) room: u64,
    pub(super) style: EvalStyle,
    pub(super) sampling: Sampling,
    pub(super) draw: i32,
}

impl SearchPlan {
    pub(super) fn of<G: Opponent>(position: &G, limit: Limit, ply: u32) -> Self {
        let full = Self {
            depth: MAX_DEPTH,
            nodes: u64::MAX,
            room: u64::MAX,
            style: EvalStyle::Full,
            sampling: Sampling::NONE,
            draw: 0,
        };
        match limit {
            Limit::Time => full,
            Limit::Nodes(nodes) => Self { nodes, room: nodes, ..full },
            Limit::Depth(depth) => Self { depth, room: room_for(depth), ..full },
            Limit::Level(number) => {
                let number = number.clamp(1, N_LEVELS);
                let level = G::levels(position.options())[usize::from(number) - 1];
                let base = match level.effort {
                    Effort::Depth(depth) => Self { depth, room: room_for(depth), ..full },
                    Effort::Nodes(nodes) => Self { nodes, room: nodes, ..full },
                };
                let style =
                    if level.sees_tactics { EvalStyle::Full } else { EvalStyle::WithoutTactics };
                let sampling = level.sampling_at(number, ply);
                Self { style, sampling, draw: DRAW_IN_PLAY, ..base }
            }
        }
    }

    /// A smaller search, to judge one move that was found by this one.
    fn smaller(&self) -> Self {
        Self { nodes: (self.nodes / 4).max(1), sampling: Sampling::NONE, ..*self }
    }
}

/// Nodes to expect of a search to this depth, roughly.
fn room_for(depth: u32) -> u64 {
    200 * 6_u64.saturating_pow(depth)
}

/// Chooses a move for the last of these positions. The earlier ones count for repetition as far
/// back as the last ply that cannot be undone. `None` if the game is over.
pub fn choose<G: Opponent>(
    positions: &[G],
    ask: &SearchRequest,
    stop: &dyn Fn() -> bool,
) -> Option<Choice<G::Move>> {
    let position = positions.last()?;
    let plan = SearchPlan::of(position, ask.limit, ask.ply);
    let root_search = RootSearch::new(positions, ask.opponent_model, stop)?;
    let mut report = root_search.run(&plan, legal_moves(position))?;
    let chosen = levels::draw(&report.moves, plan.sampling, ask.seed, ask.ply);
    if let Some(special) = position.special(&report.moves[chosen].mv) {
        let judged = root_search.run(&plan.smaller(), vec![special])?;
        report.nodes += judged.nodes;
        let found = judged.moves.into_iter().next()?;
        let plain = &mut report.moves[chosen];
        if position.prefers_special(plain.value, found.value) {
            *plain = found;
        }
    }
    Some(Choice { report, chosen })
}

/// The search behind [`choose`], of all legal moves.
pub(super) fn run_plan<G: Opponent>(
    positions: &[G],
    plan: &SearchPlan,
    stop: &dyn Fn() -> bool,
) -> Option<Report<G::Move>> {
    let root_search = RootSearch::new(positions, None, stop)?;
    root_search.run(plan, legal_moves(root_search.position))
}

/// A position to search, and what all searches of it share.
struct RootSearch<'a, G> {
    position: &'a G,
    /// The positions that it could come back to.
    past: &'a [G],
    opponent_model: OpponentModel,
    stop: &'a dyn Fn() -> bool,
}

impl<'a, G: Opponent> RootSearch<'a, G> {
    /// `None` if the game is over.
    fn new(
        positions: &'a [G],
        opponent_model: Option<OpponentModel>,
        stop: &'a dyn Fn() -> bool,
    ) -> Option<Self> {
        let (position, past) = split_past(positions)?;
        let eval = G::evaluator(EvalStyle::Full, position.options());
        let n_sides = points::n_sides(&eval, position.active());
        let opponent_model = match n_sides {
            // Two sides are two camps under every model.
            0..=2 => OpponentModel::Paranoid,
            _ => opponent_model.unwrap_or_else(|| G::opponent_model(n_sides)),
        };
        Some(Self { position, past, opponent_model, stop })
    }

    fn run(&self, plan: &SearchPlan, moves: Vec<G::Move>) -> Option<Report<G::Move>> {
        let eval = G::evaluator(plan.style, self.position.options());
        let budget = Budget { depth: plan.depth, nodes: plan.nodes, stop: self.stop };
        let settings =
            SearchSettings { draw: plan.draw, margin: plan.sampling.margin(), exact: false };
        match self.opponent_model {
            OpponentModel::MaxN { width } => {
                let width = usize::from(width).max(1);
                many::search(self.position, moves, &eval, &budget, settings, width)
            }
            OpponentModel::Paranoid => {
                let past: Vec<u64> = self.past.iter().map(|earlier| eval.hash(earlier)).collect();
                let mut table = TranspositionTable::for_nodes(plan.room);
                search::search(self.position, moves, &past, &eval, &budget, settings, &mut table)
            }
        }
    }
}

/// The position to search and those that it could come back to; `None` if the game is over.
fn split_past<G: Rules>(positions: &[G]) -> Option<(&G, &[G])> {
    let since = positions.iter().rposition(Rules::forgets_past).unwrap_or(0);
    let (position, past) = positions[since.min(positions.len())..].split_last()?;
    let key = position.key();
    let earlier = past.iter().filter(|other| other.key() == key).count();
    let seen = u32::try_from(earlier).unwrap_or(u32::MAX).saturating_add(1);
    let over = position.outcome().is_some() || position.drawn_by_count(seen).is_some();
    (!over).then_some((position, past))
}
