//! The order in which moves are searched: the table's, fights and captures, killers, history.

use super::Evaluate;
use crate::games::{Branch, Rules};

/// Buffers of one ply, kept to save allocations.
pub(in crate::engine) struct Frame<M> {
    /// Legal moves with their order value and whether they are quiet.
    pub(in crate::engine) moves: Vec<Candidate<M>>,
    listed: Vec<M>,
    pub(super) branches: Vec<Branch>,
    /// The best line from the node of this ply.
    pub(in crate::engine) line: Vec<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), listed: Vec::new(), branches: Vec::new(), line: Vec::new() }
    }
}

/// A move that waits for its turn.
pub(in crate::engine) struct Candidate<M> {
    pub(in crate::engine) mv: M,
    pub(super) order: i32,
    pub(in crate::engine) quiet: bool,
}

/// Table move, fights, killers and history, in bands that do not overlap.
const TABLE_BAND: i32 = 1 << 30;
const FIGHT_BAND: i32 = 1 << 24;
const KILLER_BAND: i32 = 1 << 23;
const HISTORY_MAX: i32 = 1 << 22;

/// A slot that no move has.
pub(in crate::engine) const NO_SLOT: u16 = u16::MAX;

/// What earlier nodes teach about the order of quiet moves.
pub(in crate::engine) struct Order {
    /// Two quiet moves a ply that refuted a sibling.
    killers: Vec<[u16; 2]>,
    /// How often a quiet move refuted anything, by group and slot.
    history: Vec<i32>,
    n_slots: usize,
}

/// Where a node stands in its tree, as far as the order of its moves depends on it.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Place {
    pub(in crate::engine) ply: usize,
    /// The group of movers that share a history.
    pub(in crate::engine) group: usize,
    /// The move that the table names, or the one to remember.
    pub(in crate::engine) slot: u16,
}

impl Order {
    /// Nothing learnt, for so many groups of movers and slots of moves.
    pub(in crate::engine) fn new(n_groups: usize, n_slots: usize) -> Self {
        Self { killers: Vec::new(), history: vec![0; n_groups * n_slots], n_slots }
    }

    /// Makes room for a search of so many plies.
    pub(in crate::engine) fn make_room(&mut self, n_plies: usize) {
        self.killers.resize(n_plies, [NO_SLOT; 2]);
    }

    /// A new depth begins: what was learnt counts half.
    pub(in crate::engine) fn age(&mut self) {
        self.history.iter_mut().for_each(|count| *count /= 2);
    }

    /// Fills the frame with the legal moves and their order.
    pub(in crate::engine) fn list<G: Rules, E: Evaluate<G>>(
        &self,
        eval: &E,
        position: &G,
        place: Place,
        frame: &mut Frame<G::Move>,
    ) {
        frame.listed.clear();
        frame.moves.clear();
        eval.moves(position, &mut frame.listed);
        let killers = self.killers[place.ply];
        for mv in frame.listed.drain(..) {
            let slot = eval.slot(&mv);
            let fight = eval.order(position, &mv);
            let order = if slot == place.slot {
                TABLE_BAND
            } else if let Some(worth) = fight {
                FIGHT_BAND + worth
            } else if let Some(rank) = killers.iter().position(|killer| *killer == slot) {
                KILLER_BAND - rank as i32
            } else {
                self.history[place.group * self.n_slots + usize::from(slot)]
            };
            frame.moves.push(Candidate { mv, order, quiet: fight.is_none() });
        }
    }

    /// Fills the frame with the noisy moves and their order.
    pub(in crate::engine) fn list_noisy<G: Rules, E: Evaluate<G>>(
        eval: &E,
        position: &G,
        frame: &mut Frame<G::Move>,
    ) {
        frame.listed.clear();
        frame.moves.clear();
        eval.noisy_moves(position, &mut frame.listed);
        for mv in frame.listed.drain(..) {
            let order = eval.order(position, &mv).unwrap_or_default();
            frame.moves.push(Candidate { mv, order, quiet: false });
        }
    }

    /// Remembers the quiet move of `place` as too good for the others.
    pub(in crate::engine) fn refuted(&mut self, place: Place, depth: u32) {
        let killers = &mut self.killers[place.ply];
        if killers[0] != place.slot {
            *killers = [place.slot, killers[0]];
        }
        let count = &mut self.history[place.group * self.n_slots + usize::from(place.slot)];
        *count = (*count + (depth * depth) as i32).min(HISTORY_MAX);
    }
}

/// Brings the best of the moves from `i` on to place `i`, the earlier one of equals.
pub(in crate::engine) fn bring_forward<M>(moves: &mut [Candidate<M>], i: usize) {
    let rest = moves.iter().enumerate().skip(i);
    let best = rest.fold(i, |best, (j, mv)| if mv.order > moves[best].order { j } else { best });
    moves.swap(i, best);
}
