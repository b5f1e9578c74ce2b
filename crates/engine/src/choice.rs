//! From a position and a limit to a move: how a limit searches, and which near-equal move is drawn.

use games::{Rules, legal_moves};

use super::{
    attention::Attention,
    evaluate::Evaluate,
    levels::{BEGINNERS, DRAW_OFFSET_IN_PLAY, Effort, Limit, N_LEVELS},
    mate_distance::is_proven,
    max_n,
    opponent::{EvalStyle, Opponent, OpponentModel},
    sampling::{Sampling, sample},
    scoring,
    search::{self, Budget, MAX_DEPTH, RootMove, SearchReport, SearchSettings},
    transposition::TranspositionTable,
    value::WIN,
};

/// The parameters of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// The limit of the search.
    pub limit: Limit,
    /// The seed of the choice among near-equal moves and of what is overlooked: one for a whole match.
    pub seed: u64,
    /// The number of plies played before the position; the opening is sampled in its own way.
    pub ply: u32,
    /// The model of the opponents; `None` takes the one that the game asks for.
    pub opponent_model: Option<OpponentModel>,
}

impl SearchRequest {
    /// A search at this limit with the game's own opponent model.
    #[must_use]
    pub const fn new(limit: Limit, seed: u64, ply: u32) -> Self {
        Self { limit, seed, ply, opponent_model: None }
    }
}

/// A move chosen for a position, with the search behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The report of the search.
    pub report: SearchReport<M>,
    /// The index of the chosen move among the report's moves.
    pub chosen: usize,
}

impl<M> Choice<M> {
    /// The chosen move.
    #[must_use]
    pub fn into_move(mut self) -> M {
        self.report.moves.swap_remove(self.chosen).mv
    }
}

/// The parameters with which a [`Limit`] searches.
pub(super) struct SearchPlan {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// The number of nodes to expect, which sizes the transposition table.
    pub(super) expected_nodes: u64,
    pub(super) style: EvalStyle,
    pub(super) sampling: Sampling,
    pub(super) draw_offset: i32,
    pub(super) attention: Attention,
}

impl SearchPlan {
    pub(super) fn of<G: Opponent>(position: &G, request: &SearchRequest) -> Self {
        let full = Self {
            depth: MAX_DEPTH,
            nodes: u64::MAX,
            expected_nodes: u64::MAX,
            style: EvalStyle::Full,
            sampling: Sampling::NONE,
            draw_offset: 0,
            attention: Attention::FULL,
        };
        match request.limit {
            Limit::Time => full,
            Limit::Nodes(nodes) => Self { nodes, expected_nodes: nodes, ..full },
            Limit::Depth(depth) => Self { depth, expected_nodes: nodes_for(depth), ..full },
            Limit::Level(number) => {
                let index = usize::from(number.clamp(1, N_LEVELS)) - 1;
                let higher = || G::higher_levels(position.options())[index - BEGINNERS.len()];
                let level = BEGINNERS.get(index).copied().unwrap_or_else(higher);
                let base = match level.effort {
                    Effort::Depth(depth) => {
                        Self { depth, expected_nodes: nodes_for(depth), ..full }
                    }
                    Effort::Nodes(nodes) => Self { nodes, expected_nodes: nodes, ..full },
                };
                let style =
                    if level.sees_tactics { EvalStyle::Full } else { EvalStyle::WithoutTactics };
                let sampling = level.sampling_at(request.ply);
                // Each seat of a match has its own blind spots.
                let seed = request.seed ^ u64::from(position.to_move().number()) << 48;
                let attention = Attention { seed, ..level.attention };
                Self { style, sampling, draw_offset: DRAW_OFFSET_IN_PLAY, attention, ..base }
            }
        }
    }

    /// A smaller search, to judge one move that was found by this one.
    fn smaller(&self) -> Self {
        Self { nodes: (self.nodes / 4).max(1), sampling: Sampling::NONE, ..*self }
    }
}

/// About how many nodes a search to this depth visits.
fn nodes_for(depth: u32) -> u64 {
    6_u64.saturating_pow(depth).saturating_mul(200)
}

/// Chooses a move for the last of these positions. The earlier ones count for repetition as far
/// back as the last irreversible ply. `stop` is asked every few hundred nodes and ends the search
/// with the best finished depth. `None` if the game is over.
///
/// ```
/// use martian_cake_engine::{Limit, Opponent, SearchRequest, choose};
/// use games::{GameKind, Rules};
/// use games::with_game;
///
/// fn is_answered<G: Opponent>() -> bool {
///     let start = G::start(&G::Options::default());
///     let request = SearchRequest::new(Limit::Depth(1), 7, 0);
///     let choice = choose(&[start.clone()], &request, &|| false).expect("the game goes on");
///     start.is_legal(&choice.into_move())
/// }
///
/// assert!(with_game!(GameKind::ALL[0], G => is_answered::<G>()));
/// ```
pub fn choose<G: Opponent>(
    positions: &[G],
    request: &SearchRequest,
    stop: &dyn Fn() -> bool,
) -> Option<Choice<G::Move>> {
    let position = positions.last()?;
    let plan = SearchPlan::of(position, request);
    let searcher = PositionSearch::new(positions, request.opponent_model, stop)?;
    let mut report = searcher.run(&plan, legal_moves(position))?;
    let chosen = sample(&report.moves, plan.sampling, request.seed, request.ply);
    if let Some(declaring) = position.declaring_move(&report.moves[chosen].mv) {
        let judged = searcher.run(&plan.smaller(), vec![declaring])?;
        report.nodes += judged.nodes;
        let found = judged.moves.into_iter().next()?;
        let plain = &mut report.moves[chosen];
        if position.prefers_declaring(plain.value, found.value) {
            *plain = found;
        }
    }
    Some(Choice { report, chosen })
}

/// The search behind [`choose`], of all legal moves.
pub(super) fn search_all_moves<G: Opponent>(
    positions: &[G],
    plan: &SearchPlan,
    stop: &dyn Fn() -> bool,
) -> Option<SearchReport<G::Move>> {
    let searcher = PositionSearch::new(positions, None, stop)?;
    searcher.run(plan, legal_moves(searcher.position))
}

/// A position to search, with what all searches of it share.
struct PositionSearch<'a, G> {
    position: &'a G,
    /// The positions that it could come back to.
    past: &'a [G],
    opponent_model: OpponentModel,
    stop: &'a dyn Fn() -> bool,
}

impl<'a, G: Opponent> PositionSearch<'a, G> {
    /// `None` if the game is over.
    fn new(
        positions: &'a [G],
        opponent_model: Option<OpponentModel>,
        stop: &'a dyn Fn() -> bool,
    ) -> Option<Self> {
        let (position, past) = split_past(positions)?;
        // Every style knows the sides, and this one is the cheapest to make.
        let eval = G::evaluator(EvalStyle::Yardstick, position.options());
        let n_sides = scoring::n_sides(&eval, position.active());
        let opponent_model = match n_sides {
            // Two sides are two camps under every model.
            0..=2 => OpponentModel::Paranoid,
            _ => opponent_model.unwrap_or_else(|| position.opponent_model()),
        };
        Some(Self { position, past, opponent_model, stop })
    }

    fn run(&self, plan: &SearchPlan, moves: Vec<G::Move>) -> Option<SearchReport<G::Move>> {
        let eval = G::evaluator(plan.style, self.position.options());
        let mut seen = moves.clone();
        plan.attention.retain_seen(&eval, self.position, &mut seen);
        let all_seen = seen.len() == moves.len();
        let report = self.search(plan, &eval, seen)?;
        // Whoever sees that all is lost looks again, at every move.
        let best = report.moves.first()?.value;
        let is_lost = if eval.counts_plies() { best < 0 && is_proven(best) } else { best == -WIN };
        if !all_seen && is_lost {
            return self.search(plan, &eval, moves);
        }
        Some(report)
    }

    fn search(
        &self,
        plan: &SearchPlan,
        eval: &G::Eval,
        moves: Vec<G::Move>,
    ) -> Option<SearchReport<G::Move>> {
        let budget = Budget { depth: plan.depth, nodes: plan.nodes, stop: self.stop };
        let settings = SearchSettings {
            draw_offset: plan.draw_offset,
            margin: plan.sampling.margin(),
            exact: false,
            attention: plan.attention,
        };
        match self.opponent_model {
            OpponentModel::MaxN { width } => {
                let width = usize::from(width).max(1);
                max_n::search(self.position, moves, eval, &budget, settings, width)
            }
            OpponentModel::Paranoid => {
                let past: Vec<u64> = self.past.iter().map(|earlier| eval.hash(earlier)).collect();
                let mut table = TranspositionTable::for_nodes(plan.expected_nodes);
                search::search(self.position, moves, &past, eval, &budget, settings, &mut table)
            }
        }
    }
}

/// The best move for the last of these positions as this evaluator sees it, without sampling; `None` if the game
/// is over.
pub(super) fn best_root<G: Rules, E: Evaluate<G>>(
    positions: &[G],
    eval: &E,
    budget: &Budget<'_>,
    table: &mut TranspositionTable,
) -> Option<RootMove<G::Move>> {
    let (position, past) = split_past(positions)?;
    let past: Vec<u64> = past.iter().map(|earlier| eval.hash(earlier)).collect();
    let (moves, settings) = (legal_moves(position), SearchSettings::default());
    let report = search::search(position, moves, &past, eval, budget, settings, table)?;
    report.moves.into_iter().next()
}

/// The position to search and those that it could come back to; `None` if the game is over.
fn split_past<G: Rules>(positions: &[G]) -> Option<(&G, &[G])> {
    let since = positions.iter().rposition(Rules::is_after_irreversible_ply).unwrap_or(0);
    let (position, past) = positions[since.min(positions.len())..].split_last()?;
    let key = position.key();
    let earlier = past.iter().filter(|other| other.key() == key).count();
    let seen = u32::try_from(earlier).unwrap_or(u32::MAX).saturating_add(1);
    let over = position.outcome().is_some() || position.drawn_by_count(seen).is_some();
    (!over).then_some((position, past))
}
