//! Nets of games of several seats: one net is asked once for each seat, and the seats share the point by the
//! log-odds that it finds, as [`shares_of`](crate::fixed_point::shares_of) has it.

use super::{
    UNITS,
    self_play::{SelfPlay, opened},
    training::{Example, FloatNet},
};
use crate::{
    evaluate::{Evaluate as _, Shares},
    fixed_point::{UNSURE, exp_minus},
    max_n,
    opponent::Opponent,
    random::SplitMix,
    scoring,
    search::{Budget, RootMove, SearchSettings},
    value::WIN,
};
use games::{Outcome, Roll, Seat};

/// A position as one seat sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Its inputs, the constant one not among them.
    pub inputs: Vec<u16>,
    /// The log-odds that the evaluator adds to the net's.
    pub beside: f32,
}

/// A position of a game of several seats to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatsSample {
    /// A view for each seat that is a side of its own, in their order.
    pub views: Vec<View>,
    /// Its set of output weights.
    pub phase: usize,
    /// The share of the point, 0 to 1, to be learnt for the seat of each view.
    pub targets: Vec<f32>,
}

/// A game that has a net for more than two seats.
pub trait SeatsGame: Opponent {
    /// In the target of a position, the weight of what comes later beside the search's own value, 0 to 1.
    const LAMBDA: f32;

    /// The number of inputs of a view, the constant one, the last, among them.
    const INPUTS: usize;

    /// The options of the games that are learnt from, in turn.
    fn options_to_learn() -> Vec<Self::Options>;

    /// The views of a position in which no seat is out, one for each seat.
    fn views(&self) -> Vec<View>;

    /// The set of output weights for a position, below [`PHASES`](super::PHASES).
    fn phase(&self) -> usize;

    /// The evaluator that plays, with the net of these bytes or without one.
    fn evaluator_for_seats(net: Option<&[u8]>, options: &Self::Options) -> Self::Eval;
}

/// Games are cut after so many plies.
const MOST_PLIES: u32 = 400;

/// The number of moves of others that a search looks at.
const WIDTH: usize = 4;

/// One in so many moves that may declare something, such as an end of the game, does so.
const DECLARING: u64 = 8;

/// A ply of a game, as far as it bears on what is learnt.
struct PlayedPly {
    sample: SeatsSample,
    /// The shares of the search.
    shares: Shares,
    /// Whether the move was a random one, so that what follows says nothing of the position.
    is_random: bool,
}

impl SelfPlay {
    /// Plays game number `index` and appends its positions. The evaluators are those for
    /// [`SeatsGame::options_to_learn`], each with its options.
    pub fn seats_game<G: SeatsGame>(
        &self,
        evals: &[(G::Options, G::Eval)],
        index: u64,
        out: &mut Vec<SeatsSample>,
    ) {
        let (options, eval) = &evals[index as usize % evals.len()];
        let mut random = SplitMix::part(self.seed, index);
        let opened = opened(eval, options, &mut random, |_: &G, _, _| Roll::NONE);
        let Some((mut game, random_part)) = opened else { return };
        let (mut plies, mut spare) = (Vec::new(), Vec::new());
        let n_plies = game.ply() + MOST_PLIES;
        while game.outcome().is_none() && game.ply() < n_plies {
            let position = game.position();
            let Some(best) = self.best_of_seats(eval, position) else { break };
            let shares = shares_after(eval, position, &best);
            let is_random = random.below(100) < random_part;
            let drawn = is_random.then(|| position.random_move(&mut random, &mut spare)).flatten();
            let mv = drawn.unwrap_or(best.mv);
            let declares = random.below(DECLARING) == 0;
            let declaring = position.declaring_move(&mv).filter(|_| declares);
            let sample =
                SeatsSample { views: position.views(), phase: position.phase(), targets: vec![] };
            game.advance(eval, &declaring.unwrap_or(mv), &Roll::NONE);
            plies.push(PlayedPly { sample, shares, is_random });
        }
        let ending = game.outcome().map(|outcome| shares_of_end(eval, game.position(), outcome));
        learn(G::LAMBDA, plies, ending, out);
    }

    fn best_of_seats<G: SeatsGame>(
        &self,
        eval: &G::Eval,
        position: &G,
    ) -> Option<RootMove<G::Move>> {
        let budget = Budget { depth: u32::MAX, nodes: self.nodes, stop: &|| false };
        let (moves, settings) = (games::legal_moves(position), SearchSettings::default());
        let report = max_n::search(position, moves, eval, &budget, settings, WIDTH)?;
        report.moves.into_iter().next()
    }
}

/// The shares at the end of a move's line.
fn shares_after<G: Opponent>(eval: &G::Eval, position: &G, best: &RootMove<G::Move>) -> Shares {
    let mut at = position.clone();
    for mv in &best.line {
        at = eval.play(&at, mv, &Roll::NONE);
    }
    at.outcome().map_or_else(|| eval.shares(&at), |outcome| shares_of_end(eval, &at, outcome))
}

fn shares_of_end<G: Opponent>(eval: &G::Eval, position: &G, outcome: Outcome) -> Shares {
    let mut shares = [0; Seat::MAX as usize];
    for seat in Seat::all(position.n_seats()) {
        shares[seat.index()] = scoring::share(eval, position, outcome, seat).millionths();
    }
    shares
}

/// Gives each position its targets, from the end back.
fn learn(lambda: f32, plies: Vec<PlayedPly>, ending: Option<Shares>, out: &mut Vec<SeatsSample>) {
    let as_parts = |shares: Shares| shares.map(|share| share as f32 / WIN as f32);
    // What the seats get in the end, as far as is known.
    let mut after = ending.map(as_parts);
    let first = out.len();
    for ply in plies.into_iter().rev() {
        let mut shares = as_parts(ply.shares);
        if let Some(after) = after.filter(|_| !ply.is_random) {
            for (share, later) in shares.iter_mut().zip(after) {
                *share = lambda * later + (1.0 - lambda) * *share;
            }
        }
        after = Some(shares);
        let targets = shares[..ply.sample.views.len()].to_vec();
        out.push(SeatsSample { targets, ..ply.sample });
    }
    out[first..].reverse();
}

/// The part of the point that is shared by the log-odds; the rest is shared equally.
const SURE: f32 = 1.0 - UNSURE as f32 / WIN as f32;

/// e^-x for x from 0: between the numbers of whole thousandths in a straight line.
fn exp_of_minus(x: f32) -> f32 {
    let milli = (x * 1000.0).min(8000.0);
    let whole = milli.floor();
    let at = exp_minus(whole as u64) as f32 / (1_u64 << 32) as f32;
    at * (1.0 - (milli - whole) / 1000.0)
}

impl SeatsSample {
    /// The parts that the views have by their log-odds, of a sum of 1.
    fn parts(&self, net: &FloatNet, sums: &[[f32; UNITS]]) -> Vec<f32> {
        let odds_of = |(sums, view): (_, &View)| net.log_odds(sums, self.phase) + view.beside;
        let odds: Vec<f32> = sums.iter().zip(&self.views).map(odds_of).collect();
        let most = odds.iter().copied().fold(f32::MIN, f32::max);
        let weights: Vec<f32> = odds.iter().map(|odds| exp_of_minus(most - odds)).collect();
        let total: f32 = weights.iter().sum();
        weights.iter().map(|weight| weight / total).collect()
    }

    /// By how much the shares of these parts are too great.
    fn excesses<'a>(&'a self, parts: &'a [f32]) -> impl Iterator<Item = f32> + 'a {
        let equal = (1.0 - SURE) / parts.len() as f32;
        parts.iter().zip(&self.targets).map(move |(part, target)| SURE * part + equal - target)
    }
}

impl Example for SeatsSample {
    fn square(&self, net: &FloatNet) -> f32 {
        let sums: Vec<_> = self.views.iter().map(|view| net.sums(&view.inputs)).collect();
        self.excesses(&self.parts(net, &sums)).map(|excess| excess * excess).sum()
    }

    fn add_gradient(&self, net: &FloatNet, gradient: &mut [f32]) {
        let sums: Vec<_> = self.views.iter().map(|view| net.sums(&view.inputs)).collect();
        let parts = self.parts(net, &sums);
        let mean: f32 = self.excesses(&parts).zip(&parts).map(|(excess, part)| excess * part).sum();
        let by_odds =
            self.excesses(&parts).zip(&parts).map(|(excess, part)| SURE * part * (excess - mean));
        for ((view, sums), by_odds) in self.views.iter().zip(&sums).zip(by_odds) {
            net.add_by_odds((&view.inputs, self.phase), sums, by_odds, gradient);
        }
    }
}
