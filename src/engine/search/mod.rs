//! Expectiminimax between two camps over the rules alone: negamax with chance nodes.
//!
//! With two sides the camps are the sides. With more, all others are taken to play against the
//! side that searches (paranoid search); [`super::many`] has the search that grants each its own
//! interest.
//!
//! Iterative deepening, null windows, a transposition table, killers and history, and Star1
//! windows at chance nodes (Ballard 1983, "The *-minimax search procedure for trees containing
//! chance nodes"; Hauk, Buro and Schaeffer 2004, "Rediscovering *-minimax search").
//!
//! Values are millionths of 2p - 1 for the side to move, p its expected score: a win is
//! [`WIN`], a loss -[`WIN`]. A chance node is the mean of its outcomes with integer weights,
//! rounded down, so a pruned search and a plain one agree to the last unit.

mod chance;
mod deepen;
mod order;
mod prune;
mod run;

use super::{
    expected_score, mate_distance::MateDistance, points, transposition::TranspositionTable,
};
use crate::games::{Branch, Outcome, Roll, Rules, Seat, SeatSet};
pub(super) use order::{Candidate, Frame, NO_SLOT, Order, Place, bring_forward};
use run::Run;

/// The value of a win, in millionths of 2p - 1; also the millionths of a whole point.
pub const WIN: i32 = 1_000_000;

/// A share of the point for every seat, in millionths; together about a million, or a million for
/// each seat of one side.
pub type Shares = [i32; Seat::MAX as usize];

/// What a game adds to its rules so that it can be searched. Moves, odds and branches come from
/// the rules; nothing here may change them.
pub trait Evaluate<G: Rules> {
    /// The number of different [`Evaluate::slot`]s.
    const N_SLOTS: usize;

    /// The expected score of the side to move, inside ±[`WIN`]. The position is not over. Asked
    /// only where two sides play.
    fn value(&self, position: &G) -> i32;

    /// The share of the point that each seat can expect. The position is not over. Asked only
    /// where more than two sides play.
    fn shares(&self, position: &G) -> Shares {
        let (mine, mover) = (expected_score(self.value(position)) as i32, position.to_move());
        let others = i32::from(position.n_seats()) - 1;
        let mut shares = [(WIN - mine) / others.max(1); Seat::MAX as usize];
        shares[mover.index()] = mine;
        shares
    }

    /// The seats that win and lose with `seat`, itself among them.
    fn allies(&self, seat: Seat) -> SeatSet {
        SeatSet::of(seat)
    }

    /// Whether a move changes so much that a position is not judged before it was looked at, as
    /// a capture does. Such moves are followed beyond the depth for [`Evaluate::quiescence_depth`] plies.
    /// They throw no dice.
    fn noisy(&self, _position: &G, _mv: &G::Move) -> bool {
        false
    }

    /// How many plies of noisy moves a search follows beyond its depth.
    fn quiescence_depth(&self) -> u32 {
        0
    }

    /// A hash of what repetition compares ([`Rules::key`]); equal keys have equal hashes.
    fn hash(&self, position: &G) -> u64;

    /// In how many plies without progress a counter ends the game; `None` if none does.
    fn plies_left(&self, position: &G) -> Option<u32>;

    /// How promising a move is that captures, fights or promotes, inside ±1 000 000; `None` for a
    /// quiet move, which killers and history put in order.
    fn order(&self, position: &G, mv: &G::Move) -> Option<i32>;

    /// A number below [`Evaluate::N_SLOTS`] that tells the moves of a position apart.
    fn slot(&self, mv: &G::Move) -> u16;

    /// Whether this outcome leads to the same position from every move of the node that has it, as
    /// one that only ends the turn does. Its value is then searched once for all of them.
    fn shared(&self, branch: &Branch) -> bool;

    /// The value of an outcome for the mover where it ends the game; `None` where it has to be
    /// played to know.
    fn settled(&self, position: &G, mv: &G::Move, branch: &Branch) -> Option<i32>;

    /// Whether the search counts the plies to a proven win or loss, takes the quickest win and the
    /// slowest loss, and tells them ([RootMove::proven]). Only in a game of two sides without dice
    /// and with values that keep inside ±970 000.
    fn counts_plies(&self) -> bool {
        false
    }

    /// Whether a line is not to end here, because the side to move is forced, as by a check. It
    /// then is one ply longer, and that at most as often as the search is deep.
    fn extends(&self, _position: &G) -> bool {
        false
    }

    /// Whether the search may shorten lines that hardly matter: quiet moves that come late, and
    /// positions that are good enough even after a [`Evaluate::null_move`]. MateDistance results stay true; a
    /// distance that was found is checked without it.
    fn selective(&self) -> bool {
        false
    }

    /// The same position with the other side to move; `None` where a side may be glad to pass, or
    /// must not.
    fn null_move(&self, _position: &G) -> Option<G> {
        None
    }

    /// Appends the legal moves: [`Rules::legal_moves`], or the same in any order and faster.
    fn moves(&self, position: &G, out: &mut Vec<G::Move>) {
        position.legal_moves(out);
    }

    /// Appends the legal moves that are [`Evaluate::noisy`].
    fn noisy_moves(&self, position: &G, out: &mut Vec<G::Move>) {
        self.moves(position, out);
        out.retain(|mv| self.noisy(position, mv));
    }

    /// The position after a legal move with a roll that fits: [`Rules::apply`] on a copy, or a
    /// faster way to the same.
    fn play(&self, position: &G, mv: &G::Move, roll: &Roll) -> G {
        let mut next = position.clone();
        next.apply(mv, roll);
        next
    }
}

/// How long a search may go on. Depth 1 always finishes.
pub struct Budget<'a> {
    /// Greatest depth in plies.
    pub depth: u32,
    /// Greatest number of nodes.
    pub nodes: u64,
    /// Asked every [`ASK_EVERY`] nodes: whether to end now.
    pub stop: &'a dyn Fn() -> bool,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { depth, nodes, .. } = self;
        f.debug_struct("Budget").field("depth", depth).field("nodes", nodes).finish_non_exhaustive()
    }
}

/// How many nodes pass between two questions to [`Budget::stop`]: well under a millisecond.
pub const ASK_EVERY: u64 = 512;

/// The greatest depth that a search reaches, whatever its budget.
pub const MAX_DEPTH: u32 = 64;

/// What is searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchSettings {
    /// The value of a draw for the seat that searches, in millionths of 2p - 1.
    pub draw: i32,
    /// Root moves get exact values if they are at most this much below the best, in millionths of
    /// 2p - 1. With 0 only the best one is certain to have one.
    pub margin: i32,
    /// Take from the table only what was searched to the same depth, so that the result is that
    /// of a plain search to this depth.
    pub exact: bool,
}

/// A move at the root and what the last finished depth says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value for the mover, in millionths of 2p - 1; an upper bound unless `exact`.
    pub value: i32,
    /// Whether `value` is the value and no bound.
    pub exact: bool,
    /// The proven win or loss that it leads to, seen before the move; only in games that count plies
    /// ([`Evaluate::counts_plies`]), and the least distance unless the search ran out of nodes.
    pub proven: Option<MateDistance>,
    /// What follows it, up to and with the first fight.
    pub line: Vec<M>,
}

impl<M> RootMove<M> {
    /// A move of which nothing is known.
    pub const fn new(mv: M) -> Self {
        Self { mv, value: -WIN, exact: false, proven: None, line: Vec::new() }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// All legal moves, the best first.
    pub moves: Vec<RootMove<M>>,
    /// The depth that was finished, in plies.
    pub depth: u32,
    /// Nodes visited, leaves included, the root not.
    pub nodes: u64,
}

/// Searches these moves of a position that is not over, as if all sides but the mover's were one.
/// `past` has the hashes ([`Evaluate::hash`]) of the positions since the last ply that cannot be
/// undone, this position not among them; meeting one of them again counts as a draw at once.
/// `None` where there are no moves.
pub fn search<G: Rules, E: Evaluate<G>>(
    position: &G,
    moves: Vec<G::Move>,
    past: &[u64],
    eval: &E,
    budget: &Budget<'_>,
    settings: SearchSettings,
    table: &mut TranspositionTable,
) -> Option<Report<G::Move>> {
    let moves = moves.into_iter().map(RootMove::new).collect();
    Run::new(position, past, eval, budget, settings, table).deepen(position, moves)
}

/// The legal moves of a position in text order.
#[must_use]
pub fn legal_moves<G: Rules>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// What `seat` gets, in millionths of 2p - 1, if the game is over; `draw` is what a draw of the
/// two or more sides is worth beyond its fair share.
pub(crate) fn end_value<G: Rules, E: Evaluate<G>>(
    eval: &E,
    position: &G,
    seat: Seat,
    draw: i32,
) -> Option<i32> {
    let outcome = position.outcome()?;
    let value = points::share(eval, position, outcome, seat).value();
    Some(if matches!(outcome, Outcome::Win(..)) { value } else { value + draw })
}
