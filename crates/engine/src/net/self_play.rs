//! Games of an evaluator against itself, and what a net is to learn from them.

use super::{Gain, NetGame};
use crate::{
    choice::best_root,
    duel::{DuelGame, roll_at},
    evaluate::Evaluate as _,
    luck::{Judge, luck},
    opponent::Opponent,
    random::SplitMix,
    scoring,
    search::Budget,
    transposition::TranspositionTable,
    value::WIN,
};
use games::Roll;

/// The rules by which games are played and judged.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay {
    /// The seed of openings, random moves and dice.
    pub seed: u64,
    /// The nodes of each search.
    pub nodes: u64,
}

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Its inputs, the constant one not among them.
    pub inputs: Vec<u16>,
    /// Its set of output weights.
    pub phase: usize,
    /// The log-odds that the evaluator adds to the net's.
    pub beside: f32,
    /// The ways in which the evaluator goes further at a leaf.
    pub gains: Vec<Gain>,
    /// The value to be learnt, as 2p - 1 for the side to move.
    pub target: f32,
}

/// The number of random plies at the start of a game is at least 2, and less than so many more.
const MORE_OPENING_PLIES: u64 = 12;
/// A game's share of random moves is below so many hundredths.
const RANDOM_MOVES: u64 = 16;

/// A table of this size is made for each move, so it is a small one.
const TABLE_BITS: u32 = 12;

/// A ply of a game, as far as it bears on what is learnt.
struct PlayedPly {
    sample: Sample,
    /// The value that the search found, in millionths of 2p - 1 for the mover.
    value: i32,
    /// By how much the roll was better than its mean for the mover, in the same unit.
    luck: i32,
    /// Whether the move was a random one, so that what follows says nothing of the position.
    is_random: bool,
    /// Whether the other side moves next.
    turns: bool,
    /// Whether the move changes so much that only a search can judge the position.
    is_noisy: bool,
}

impl SelfPlay {
    /// Plays game number `index` and appends its positions.
    pub fn game<G: NetGame>(
        &self,
        eval: &G::Eval,
        options: &G::Options,
        index: u64,
        out: &mut Vec<Sample>,
    ) {
        let mut random = SplitMix::part(self.seed, index);
        let opened = opened(eval, options, &mut random, |position: &G, mv, random| {
            roll_at(position, mv, random.next_u32())
        });
        let Some((mut game, random_part)) = opened else { return };
        let judge = Judge { eval, depth: 1 };
        let (mut plies, mut moves) = (Vec::new(), Vec::new());
        let n_plies = game.ply() + 500;
        while game.outcome().is_none() && game.ply() < n_plies {
            let Some((best, value)) = self.search(eval, &game) else { break };
            let is_random = random.below(100) < random_part;
            let position = game.position();
            let is_noisy = eval.is_noisy(position, &best);
            let drawn = is_random.then(|| position.random_move(&mut random, &mut moves)).flatten();
            let mv = drawn.unwrap_or(best);
            let roll = roll_at(position, &mv, random.next_u32());
            let luck = luck(position, &mv, &roll, &judge);
            let (sample, mover) = (sample_of(eval, position), position.to_move());
            game.advance(eval, &mv, &roll);
            let turns = game.position().to_move() != mover;
            plies.push(PlayedPly { sample, value, luck, is_random, turns, is_noisy });
        }
        let last = game.position();
        let ending = game.outcome().map(|outcome| {
            let share = scoring::share(eval, last, outcome, last.to_move());
            share.value() as f32 / WIN as f32
        });
        learn(G::LAMBDA, plies, ending, out);
    }

    fn search<G: NetGame>(&self, eval: &G::Eval, game: &DuelGame<G>) -> Option<(G::Move, i32)> {
        let budget = Budget { depth: u32::MAX, nodes: self.nodes, stop: &|| false };
        let mut table = TranspositionTable::with_bits(TABLE_BITS);
        let best = best_root(game.positions(), eval, &budget, &mut table)?;
        Some((best.mv, best.value))
    }
}

/// Plays the random plies at the start of a game. Returns it with its hundredths of random moves; `None` if
/// it is over already.
pub(super) fn opened<G: Opponent>(
    eval: &G::Eval,
    options: &G::Options,
    random: &mut SplitMix,
    roll: impl Fn(&G, &G::Move, &mut SplitMix) -> Roll,
) -> Option<(DuelGame<G>, u64)> {
    let mut game = DuelGame::new(G::opening_start(options, random));
    let mut moves = Vec::new();
    for _ in 0..2 + random.below(MORE_OPENING_PLIES) {
        let Some(mv) = game.position().random_move(random, &mut moves) else { break };
        let roll = roll(game.position(), &mv, random);
        game.advance(eval, &mv, &roll);
        if game.outcome().is_some() {
            return None;
        }
    }
    let random_part = random.below(RANDOM_MOVES);
    Some((game, random_part))
}

/// Gives each position its target, from the end back: the return less luck.
fn learn(lambda: f32, plies: Vec<PlayedPly>, ending: Option<f32>, out: &mut Vec<Sample>) {
    // What the side to move after a ply gets in the end, as far as is known.
    let mut after = ending;
    let first = out.len();
    for ply in plies.into_iter().rev() {
        let value = ply.value as f32 / WIN as f32;
        let known = after.filter(|_| !ply.is_random).map(|after| {
            let gained = if ply.turns { -after } else { after };
            gained - ply.luck as f32 / WIN as f32
        });
        let target = known.map_or(value, |known| lambda * known + (1.0 - lambda) * value);
        after = Some(target);
        if !ply.is_noisy {
            out.push(Sample { target, ..ply.sample });
        }
    }
    out[first..].reverse();
}

fn sample_of<G: NetGame>(eval: &G::Eval, position: &G) -> Sample {
    let (mut inputs, mut gains) = (Vec::new(), Vec::new());
    position.inputs(&mut inputs);
    G::gains(eval, position, &mut gains);
    let beside = G::beside_net(eval, position) as f32 / 1000.0;
    Sample { inputs, phase: position.phase(), beside, gains, target: 0.0 }
}
