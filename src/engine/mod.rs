//! The bot opponent: search, evaluation, levels, duels.
//!
//! Pure: position, past, budget and seed come in; move, value and line go out. It sees positions
//! and odds, never a dice secret. The same position, past, options, limit and seed give the same
//! move on every machine; time enters only as the flag that ends a search.
//!
//! # Layout
//! - [`search`]: expectiminimax over the rules of any game of two seats; [`table`] is its memory.
//! - [`Opponent`]: what each game adds, an [`search::Evaluate`] and its [`levels`]; it lives with
//!   the game in [`crate::opponents`], and no game is named here.
//! - [`duel`], [`players`], [`stats`]: how strength is measured.

pub mod duel;
pub mod fixed;
pub mod levels;
pub mod players;
pub mod random;
pub mod search;
pub mod stats;
pub mod table;

use crate::{
    games::{GameKind, Rules},
    with_game,
};
use levels::{DRAW_IN_PLAY, Effort, Freedom, Level, N_LEVELS};
use search::{Budget, Evaluate, MAX_DEPTH, Report, RootMove, Terms, WIN};
use table::Table;

/// What to search: a game in texts, so that a job can come from anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Which game.
    pub kind: GameKind,
    /// Canonical options text.
    pub options: String,
    /// Canonical position texts: those met since the last ply that cannot be undone, the one to
    /// search last.
    pub positions: Vec<String>,
    /// How deep or strong.
    pub limit: Limit,
    /// Seed of the choice among near-equal moves.
    pub seed: u64,
    /// The number of plies played before this position, for the sampling of openings.
    pub ply: u32,
}

/// How long a search may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A playing level, 1 to 7.
    Level(u8),
    /// Full depth in plies.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
    /// Time alone decides: search until the stop flag is set.
    Time,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The chosen move, canonical text.
    pub best: String,
    /// Expected score of the player to move after it, in millionths: 0 a sure loss, 1 000 000 a
    /// sure win.
    pub value: u32,
    /// Principal variation, the chosen move first, up to and with the first fight.
    pub line: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
    /// Finished depth.
    pub depth: u32,
}

/// Searches. `stop` is asked every few hundred nodes and ends the search with the best finished
/// depth. `None` if the texts cannot be read or the game is over.
#[must_use]
pub fn think(job: &Job, stop: &dyn Fn() -> bool) -> Option<Thought> {
    with_game!(job.kind, G => think_as::<G>(job, stop))
}

fn think_as<G: Opponent>(job: &Job, stop: &dyn Fn() -> bool) -> Option<Thought> {
    let positions = read_positions::<G>(job)?;
    let choice = choose(&positions, job.limit, job.seed, job.ply, stop)?;
    Some(choice.into_thought())
}

/// A move with what the search says of it, for hints and analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move, canonical text.
    pub mv: String,
    /// Expected score of the player to move after it, in millionths.
    pub value: u32,
    /// What follows it, the move itself first, up to and with the first fight.
    pub line: Vec<String>,
}

/// The moves that are at most `cut` millionths of the expected score below the best, best first,
/// with exact values; 1 000 000 asks for all moves. Searches as the job's limit says, but a draw
/// counts one half, and nothing is drawn by lot. `None` as for [`think`].
#[must_use]
pub fn rank(job: &Job, cut: u32, stop: &dyn Fn() -> bool) -> Option<Vec<Candidate>> {
    with_game!(job.kind, G => rank_as::<G>(job, cut, stop))
}

fn rank_as<G: Opponent>(job: &Job, cut: u32, stop: &dyn Fn() -> bool) -> Option<Vec<Candidate>> {
    // A cut of 0 would ask for the best alone, with mere bounds on its equals.
    let freedom = Freedom { temperature: 0, cut: cut.clamp(1, WIN as u32) };
    let plan = Plan { freedom, draw: 0, ..Plan::of::<G>(job.limit, job.ply) };
    let report = run_plan(&read_positions::<G>(job)?, &plan, stop)?;
    let floor = report.moves.first()?.value - freedom.margin();
    let near = report.moves.iter().filter(|root| root.exact && root.value >= floor);
    let candidate = |root: &RootMove<G::Move>| Candidate {
        mv: root.mv.to_string(),
        value: expected_score(root.value),
        line: root.line.iter().map(ToString::to_string).collect(),
    };
    Some(near.map(candidate).collect())
}

fn read_positions<G: Opponent>(job: &Job) -> Option<Vec<G>> {
    let options: G::Options = job.options.parse().ok()?;
    job.positions.iter().map(|text| G::parse(text, &options).ok()).collect()
}

/// How a game's evaluator looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Everything it knows.
    Full,
    /// The same weights without a look at the fights of the leaves.
    Short,
    /// The yardstick's: first weights, no look at fights.
    Plain,
}

/// A game that the bot can play.
pub trait Opponent: Rules {
    /// Its evaluator.
    type Eval: Evaluate<Self>;

    /// The levels, the weakest first.
    const LEVELS: [Level; N_LEVELS as usize];

    /// An evaluator of this style.
    fn evaluator(style: Style, options: &Self::Options) -> Self::Eval;

    /// Fixed positions for [`bench_signature`]: options text, position text.
    fn bench_positions() -> &'static [(&'static str, &'static str)];
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
    fn into_thought(self) -> Thought {
        let chosen = &self.report.moves[self.chosen];
        Thought {
            best: chosen.mv.to_string(),
            value: expected_score(chosen.value),
            line: chosen.line.iter().map(ToString::to_string).collect(),
            nodes: self.report.nodes,
            depth: self.report.depth,
        }
    }
}

/// Millionths of 2p - 1 as millionths of p.
#[must_use]
pub fn expected_score(value: i32) -> u32 {
    (value.clamp(-WIN, WIN) + WIN) as u32 / 2
}

/// How a [`Limit`] searches.
struct Plan {
    depth: u32,
    nodes: u64,
    /// Nodes to make room for in the table.
    room: u64,
    style: Style,
    freedom: Freedom,
    draw: i32,
}

impl Plan {
    fn of<G: Opponent>(limit: Limit, ply: u32) -> Self {
        let full = Self {
            depth: MAX_DEPTH,
            nodes: u64::MAX,
            room: u64::MAX,
            style: Style::Full,
            freedom: Freedom::NONE,
            draw: 0,
        };
        match limit {
            Limit::Time => full,
            Limit::Nodes(nodes) => Self { nodes, room: nodes, ..full },
            Limit::Depth(depth) => Self { depth, room: room_for(depth), ..full },
            Limit::Level(number) => {
                let number = number.clamp(1, N_LEVELS);
                let level = G::LEVELS[usize::from(number) - 1];
                let base = match level.effort {
                    Effort::Depth(depth) => Self { depth, room: room_for(depth), ..full },
                    Effort::Nodes(nodes) => Self { nodes, room: nodes, ..full },
                };
                let style = if level.looks_on { Style::Full } else { Style::Short };
                let freedom = level.freedom_at(number, ply);
                Self { style, freedom, draw: DRAW_IN_PLAY, ..base }
            }
        }
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
    limit: Limit,
    seed: u64,
    ply: u32,
    stop: &dyn Fn() -> bool,
) -> Option<Choice<G::Move>> {
    let plan = Plan::of::<G>(limit, ply);
    let report = run_plan(positions, &plan, stop)?;
    let chosen = levels::draw(&report.moves, plan.freedom, seed, ply);
    Some(Choice { report, chosen })
}

fn run_plan<G: Opponent>(
    positions: &[G],
    plan: &Plan,
    stop: &dyn Fn() -> bool,
) -> Option<Report<G::Move>> {
    let (position, past) = split_past(positions)?;
    let eval = G::evaluator(plan.style, position.options());
    let past: Vec<u64> = past.iter().map(|earlier| eval.hash(earlier)).collect();
    let budget = Budget { depth: plan.depth, nodes: plan.nodes, stop };
    let terms = Terms { draw: plan.draw, margin: plan.freedom.margin(), exact: false };
    let mut table = Table::for_nodes(plan.room);
    search::search(position, &past, &eval, &budget, terms, &mut table)
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

/// The depth to which [`bench_signature`] searches.
const BENCH_DEPTH: u32 = 5;

/// Searches fixed positions of all games and counts the nodes. The count is the same on every
/// machine and changes only when a search does.
#[must_use]
pub fn bench_signature() -> u64 {
    GameKind::ALL.into_iter().map(|kind| with_game!(kind, G => bench_of::<G>())).sum()
}

fn bench_of<G: Opponent>() -> u64 {
    let nodes = |(options, position): &(&str, &str)| {
        let options: G::Options = options.parse().ok()?;
        let position = G::parse(position, &options).ok()?;
        let choice = choose(&[position], Limit::Depth(BENCH_DEPTH), 1, u32::MAX, &|| false)?;
        Some(choice.report.nodes)
    };
    G::bench_positions().iter().filter_map(nodes).sum()
}
