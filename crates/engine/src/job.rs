//! Searches whose question and answer are texts, so that they can cross threads and programs.

use games::{GameKind, Rules, with_game};

use super::{
    choice::{Choice, SearchPlan, SearchRequest, choose, search_all_moves},
    levels::Limit,
    mate_distance::MateDistance,
    opponent::Opponent,
    sampling::Sampling,
    search::RootMove,
    value::{WIN, expected_score},
};

/// A position to search, in texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The game whose rules hold.
    pub kind: GameKind,
    /// The canonical options text.
    pub options: String,
    /// Canonical position texts: those met since the last irreversible ply, the one to search
    /// last.
    pub positions: Vec<String>,
    /// The limit of the search.
    pub limit: Limit,
    /// The seed of the choice among near-equal moves and of what is overlooked: one for a whole match.
    pub seed: u64,
    /// The number of plies played before this position; the opening is sampled in its own way.
    pub ply: u32,
}

/// The move that a search chose, in texts.
#[derive(Clone, Debug, PartialEq)]
pub struct BestMove {
    /// The chosen move, canonical text.
    pub mv: String,
    /// The expected score of the player to move after it, in millionths: 0 is a loss, 1 000 000 a
    /// win.
    pub value: u32,
    /// The principal variation, the chosen move first, up to and with the first move that throws
    /// dice.
    pub line: Vec<String>,
    /// The number of nodes visited.
    pub nodes: u64,
    /// The deepest depth that was finished, in plies.
    pub depth: u32,
    /// The proven win or loss of the player to move, in games that count plies.
    pub proven: Option<MateDistance>,
}

impl BestMove {
    fn of<M: ToString>(choice: &Choice<M>) -> Self {
        let chosen = &choice.report.moves[choice.chosen];
        Self {
            mv: chosen.mv.to_string(),
            value: expected_score(chosen.value),
            line: chosen.line.iter().map(ToString::to_string).collect(),
            nodes: choice.report.nodes,
            depth: choice.report.depth,
            proven: chosen.proven,
        }
    }
}

/// Chooses a move. `stop` is asked every few hundred nodes and ends the search with the best
/// finished depth. `None` if the texts cannot be read or the game is over.
#[must_use]
pub fn best_move(job: &Job, stop: &dyn Fn() -> bool) -> Option<BestMove> {
    with_game!(job.kind, G => best_move_of::<G>(job, stop))
}

fn best_move_of<G: Opponent>(job: &Job, stop: &dyn Fn() -> bool) -> Option<BestMove> {
    let positions = read_positions::<G>(job)?;
    let request = SearchRequest::new(job.limit, job.seed, job.ply);
    choose(&positions, &request, stop).map(|choice| BestMove::of(&choice))
}

/// A bot's army, as [`Opponent::choose_army`]; `None` also if the options cannot be read.
#[must_use]
pub fn choose_army(kind: GameKind, options: &str, level: u8, seed: u64) -> Option<String> {
    with_game!(kind, G => {
        let options: <G as Rules>::Options = options.parse().ok()?;
        <G as Opponent>::choose_army(&options, level, seed)
    })
}

/// The rating of a bot of this level in a game for two with its default options, as
/// [`Opponent::RATINGS`] has it; `None` for a level that there is not.
#[must_use]
pub fn bot_rating(kind: GameKind, level: u8) -> Option<u16> {
    let ratings = with_game!(kind, G => <G as Opponent>::RATINGS);
    ratings.get(usize::from(level).checked_sub(1)?).copied()
}

/// A move with its value, for hints and analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move, canonical text.
    pub mv: String,
    /// The expected score of the player to move after it, in millionths.
    pub value: u32,
    /// The principal variation, this move first, up to and with the first move that throws dice.
    pub line: Vec<String>,
    /// The proven win or loss that it leads to, in games that count plies.
    pub proven: Option<MateDistance>,
}

/// The moves whose expected score is at most `cut` millionths below that of the best, best first
/// and with exact values; 1 000 000 asks for all moves.
///
/// Searches as the job's limit says, but a draw counts one half, and no move is sampled. `None` as
/// for [`best_move`].
#[must_use]
pub fn rank(job: &Job, cut: u32, stop: &dyn Fn() -> bool) -> Option<Vec<Candidate>> {
    with_game!(job.kind, G => rank_of::<G>(job, cut, stop))
}

fn rank_of<G: Opponent>(job: &Job, cut: u32, stop: &dyn Fn() -> bool) -> Option<Vec<Candidate>> {
    // A cut of 0 would ask for the best alone, with mere bounds on its equals.
    let sampling = Sampling { cut: cut.clamp(1, WIN as u32), ..Sampling::NONE };
    let positions = read_positions::<G>(job)?;
    let request = SearchRequest::new(job.limit, job.seed, job.ply);
    let plan = SearchPlan::of(positions.last()?, &request);
    let plan = SearchPlan { sampling, draw_offset: 0, ..plan };
    let report = search_all_moves(&positions, &plan, stop)?;
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
