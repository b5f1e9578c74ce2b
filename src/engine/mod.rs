//! The bot opponent: search, evaluation, levels, duels.
//!
//! Pure: position, past, budget and seed come in; move, value and line go out. It sees positions
//! and odds, never a dice secret. The same position, past, options, limit and seed give the same
//! move on every machine; time enters only as the flag that ends a search.
//!
//! # Layout
//! - [`search`]: expectiminimax between two camps, over the rules of any game; [`transposition`] is its
//!   memory. [`many`]: max^n, every seat for itself. [`points`]: who gets what of a game's point.
//! - [`mate_distance`]: proven wins and losses, and how many plies away they are.
//! - [`choice`]: from a position and a [`Limit`] to a move.
//! - [`Opponent`]: what each game adds, an [`search::Evaluate`] and its [`levels`]; it lives with
//!   the game in [`crate::opponents`], and no game is named here.
//! - [`duel`], [`players`], [`stats`]: how strength is measured.

pub mod choice;
pub mod duel;
pub mod fixed;
pub mod levels;
pub mod many;
pub mod mate_distance;
pub mod players;
pub mod points;
pub mod random;
pub mod search;
pub mod stats;
#[cfg(test)]
mod tests;
pub mod transposition;
pub mod tune;

use crate::{
    games::{GameKind, Rules},
    with_game,
};
pub use choice::{Choice, SearchRequest, choose};
use choice::{SearchPlan, run_plan};
use levels::{Level, N_LEVELS, Sampling};
use mate_distance::MateDistance;
use random::SplitMix;
use search::{Evaluate, RootMove, WIN};

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
    /// Expected score of the player to move after it, in millionths: 0 is a proven loss, 1 000 000 a
    /// proven win.
    pub value: u32,
    /// Principal variation, the chosen move first, up to and with the first fight.
    pub line: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
    /// Finished depth.
    pub depth: u32,
    /// The proven win or loss of the player to move, in games that count plies.
    pub proven: Option<MateDistance>,
}

/// Searches. `stop` is asked every few hundred nodes and ends the search with the best finished
/// depth. `None` if the texts cannot be read or the game is over.
#[must_use]
pub fn think(job: &Job, stop: &dyn Fn() -> bool) -> Option<Thought> {
    with_game!(job.kind, G => think_as::<G>(job, stop))
}

fn think_as<G: Opponent>(job: &Job, stop: &dyn Fn() -> bool) -> Option<Thought> {
    let positions = read_positions::<G>(job)?;
    let choice = choose(&positions, &SearchRequest::new(job.limit, job.seed, job.ply), stop)?;
    Some(choice.into_best_move())
}

/// A set-up for a bot, as [`Opponent::set_up`]; `None` also if the options cannot be read.
#[must_use]
pub fn set_up(kind: GameKind, options: &str, level: u8, seed: u64) -> Option<String> {
    with_game!(kind, G => {
        let options: <G as Rules>::Options = options.parse().ok()?;
        <G as Opponent>::set_up(&options, level, seed)
    })
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
    /// The proven win or loss that it leads to, in games that count plies.
    pub proven: Option<MateDistance>,
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
    let sampling = Sampling { temperature: 0, cut: cut.clamp(1, WIN as u32) };
    let positions = read_positions::<G>(job)?;
    let plan =
        SearchPlan { sampling, draw: 0, ..SearchPlan::of(positions.last()?, job.limit, job.ply) };
    let report = run_plan(&positions, &plan, stop)?;
    let floor = report.moves.first()?.value - sampling.margin();
    let near = report.moves.iter().filter(|root| root.exact && root.value >= floor);
    let candidate = |root: &RootMove<G::Move>| Candidate {
        mv: root.mv.to_string(),
        value: expected_score(root.value),
        line: root.line.iter().map(ToString::to_string).collect(),
        proven: root.proven,
    };
    Some(near.map(candidate).collect())
}

fn read_positions<G: Opponent>(job: &Job) -> Option<Vec<G>> {
    let options: G::Options = job.options.parse().ok()?;
    job.positions.iter().map(|text| G::from_position_text(text, &options).ok()).collect()
}

/// How a game's evaluator looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalStyle {
    /// Everything it knows.
    Full,
    /// The same weights without a look at captures and fights beyond the depth.
    WithoutTactics,
    /// The first weights, without a look at captures and fights: what the yardstick `greedy` uses.
    /// It never changes.
    Yardstick,
}

/// A game that the bot can play.
pub trait Opponent: Rules {
    /// Its evaluator.
    type Eval: Evaluate<Self>;

    /// The levels under these options, the weakest first.
    fn levels(options: &Self::Options) -> &'static [Level; N_LEVELS as usize];

    /// An evaluator of this style.
    fn evaluator(style: EvalStyle, options: &Self::Options) -> Self::Eval;

    /// Fixed positions for [`bench_signature`]: options text, position text.
    fn bench_positions() -> &'static [(&'static str, &'static str)];

    /// The position from which a round of a duel starts: where the sides arrange their men, a pair
    /// of set-ups drawn for it.
    fn opening_start(options: &Self::Options, _random: &mut SplitMix) -> Self {
        Self::start(options)
    }

    /// A legal move of a position that is not over, every one equally likely. A game overrides
    /// this only to be faster. `spare` is a buffer.
    fn random_move(
        &self,
        random: &mut SplitMix,
        spare: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        spare.clear();
        self.legal_moves(spare);
        spare.get(random.below(spare.len() as u64) as usize).cloned()
    }

    /// A set-up for a bot of this level, canonical text, in games whose players arrange their men
    /// themselves; the same for the same seed, and made of nothing else.
    fn set_up(_options: &Self::Options, _level: u8, _seed: u64) -> Option<String> {
        None
    }

    /// How to model the opponents in a game of this many sides, three or more.
    fn opponent_model(_n_sides: u8) -> OpponentModel {
        OpponentModel::Paranoid
    }

    /// The form of a chosen move that decides something beside the board, which no list of legal
    /// moves has; `None` where there is none, or none that could be good.
    fn special(&self, _mv: &Self::Move) -> Option<Self::Move> {
        None
    }

    /// Whether to play the special form of a move, both being searched: `plain` and `special` are
    /// their values for the mover in millionths of 2p - 1.
    fn prefers_special(&self, _plain: i32, _special: i32) -> bool {
        false
    }
}

/// What a search assumes about the other sides where more than two play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentModel {
    /// All other sides play together against the side that searches ([`search`]).
    Paranoid,
    /// Every side maximises its own share of the point ([`many`]).
    MaxN {
        /// How many moves of another side are searched at a node, the most promising first; at
        /// least 1.
        width: u8,
    },
}

/// Millionths of 2p - 1 as millionths of p.
#[must_use]
pub fn expected_score(value: i32) -> u32 {
    (value.clamp(-WIN, WIN) + WIN) as u32 / 2
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
        let position = G::from_position_text(position, &options).ok()?;
        let choice = choose(
            &[position],
            &SearchRequest::new(Limit::Depth(BENCH_DEPTH), 1, u32::MAX),
            &|| false,
        )?;
        Some(choice.report.nodes)
    };
    G::bench_positions().iter().filter_map(nodes).sum()
}
