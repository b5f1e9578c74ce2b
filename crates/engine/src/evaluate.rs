//! The evaluator that a game adds to its rules so that it can be searched.

use games::{Branch, Roll, Rules, Seat, SeatSet};

use super::value::{WIN, expected_score};

/// The share of the point that each seat can expect, in millionths. The shares of all sides add up
/// to about a million; every seat of a side has that side's share.
pub type Shares = [i32; Seat::MAX as usize];

/// An evaluator of a game's positions, with all that a search wants to know beside the rules.
///
/// Moves, odds and branches come from the rules, and nothing here may change them.
pub trait Evaluate<G: Rules> {
    /// The number of different ids that [`Evaluate::move_id`] gives.
    const N_MOVE_IDS: usize;

    /// The static value of a position for the side to move, inside ±[`WIN`]. It is asked only of a
    /// game that goes on, and only where two sides play.
    fn value(&self, position: &G) -> i32;

    /// The share of the point that each seat can expect. It is asked only of a game that goes on,
    /// and only where more than two sides play.
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

    /// Returns `true` if a move is noisy: like a capture, it changes so much that a position is not judged
    /// before the move has been looked at. Noisy moves are followed beyond the nominal depth for
    /// [`Evaluate::quiescence_depth`] plies. They throw no dice.
    fn is_noisy(&self, _position: &G, _mv: &G::Move) -> bool {
        false
    }

    /// Returns how many plies of noisy moves a search follows beyond its nominal depth.
    fn quiescence_depth(&self) -> u32 {
        0
    }

    /// A hash of what repetition compares ([`Rules::key`]); equal keys have equal hashes.
    fn hash(&self, position: &G) -> u64;

    /// In how many plies without progress a counter ends the game; `None` if no counter does.
    fn plies_left(&self, position: &G) -> Option<u32>;

    /// Returns how promising a move is that captures, throws dice or promotes, inside ±1 000 000; `None` for a
    /// quiet move, which killers and history put in order.
    fn tactical_score(&self, position: &G, mv: &G::Move) -> Option<i32>;

    /// A number below [`Evaluate::N_MOVE_IDS`] that stands for a move in the transposition table,
    /// the killers and the history. Moves that share an id only make the order of moves worse.
    fn move_id(&self, mv: &G::Move) -> u16;

    /// Returns `true` if this outcome leads to the same position whichever move of the node it belongs to, as
    /// an outcome does that only ends the turn. Its value is then searched once for all those moves.
    fn is_shared_outcome(&self, branch: &Branch) -> bool;

    /// The value for the mover of an outcome that is known to end the game; `None` if the outcome
    /// has to be played to find out.
    fn ending_value(&self, position: &G, mv: &G::Move, branch: &Branch) -> Option<i32>;

    /// A number that stands for the place and the target of the attack that a move makes, if a beginner easily
    /// overlooks it: one from two steps away or more, by a leap, or backward for the attacker. `None` for an attack
    /// in plain sight and for a move that attacks nobody.
    fn hard_to_see(&self, _position: &G, _mv: &G::Move) -> Option<u32> {
        None
    }

    /// Returns `true` if the search counts the plies to a proven win or loss, takes the quickest win and the
    /// slowest loss, and reports them as a mate distance. Only for games of two sides without dice whose static
    /// values keep inside ±970 000.
    fn counts_plies(&self) -> bool {
        false
    }

    /// Returns `true` if a line should not end here because the side to move is forced, as by a check. The line
    /// is then extended by one ply, at most as often as the search is deep.
    fn extends_line(&self, _position: &G) -> bool {
        false
    }

    /// Returns `true` if the search may be selective: it reduces the depth of quiet moves that come late in the
    /// order, and cuts off a position that is good enough even after a [`Evaluate::null_move`]. Proven results
    /// stay true; a mate distance found in this way is checked by a search of full width.
    fn allows_selectivity(&self) -> bool {
        false
    }

    /// The same position with the other side to move; `None` where passing could be an advantage, or
    /// where a side must not pass, as in check.
    fn null_move(&self, _position: &G) -> Option<G> {
        None
    }

    /// Appends the legal moves: [`Rules::legal_moves`], or the same moves in any order and faster.
    fn moves(&self, position: &G, out: &mut Vec<G::Move>) {
        position.legal_moves(out);
    }

    /// Appends the legal moves that are [`Evaluate::is_noisy`].
    fn noisy_moves(&self, position: &G, out: &mut Vec<G::Move>) {
        self.moves(position, out);
        out.retain(|mv| self.is_noisy(position, mv));
    }

    /// The position after a legal move with a roll that fits: [`Rules::apply`] on a copy, or a
    /// faster way to the same position.
    fn play(&self, position: &G, mv: &G::Move, roll: &Roll) -> G {
        let mut next = position.clone();
        next.apply(mv, roll);
        next
    }
}
