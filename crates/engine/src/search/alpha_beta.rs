//! Alpha-beta search: the nodes below the root.

use std::mem;

use games::{Roll, Rules, Seat, SeatSet};

use super::{
    MoveOrdering, NO_MOVE_ID, OrderingContext, PlyBuffers,
    chance::SharedOutcome,
    pick_best_from,
    settings::{Budget, CHECK_INTERVAL, SearchSettings},
    window::Window,
    write_line,
};
use crate::{
    evaluate::Evaluate,
    mate_distance::{is_proven, parent_value},
    random::stir,
    scoring::{self, end_value},
    transposition::{Bound, Entry, TranspositionTable},
    value::WIN,
};

/// One search under way.
pub(super) struct AlphaBeta<'a, G: Rules, E> {
    pub(super) eval: &'a E,
    table: &'a mut TranspositionTable,
    pub(super) budget: &'a Budget<'a>,
    pub(super) settings: SearchSettings,
    pub(super) nodes: u64,
    /// The node count at which the budget is looked at again.
    pub(super) next_check: u64,
    /// Whether the budget is used up; from then on no value counts.
    pub(super) halted: bool,
    /// Whether lines are no longer shortened, so that a mate distance is the least one.
    pub(super) full_width: bool,
    /// Whether the line to the node contains a null move.
    pub(super) after_null_move: bool,
    /// The ply from which on no line is extended.
    pub(super) extension_limit: usize,
    /// The seat that searches.
    root_seat: Seat,
    /// The seats of its camp; all others are the other camp.
    camp: SeatSet,
    /// Whether more than two sides play.
    is_multiplayer: bool,
    /// The worth of a draw to the camp, in millionths of 2p - 1.
    draw_value: i32,
    /// Hashes of the positions from the past to the node's parent.
    pub(super) path: Vec<u64>,
    /// The index in `path` of the first position that the node could repeat.
    pub(super) repeatable_from: usize,
    /// Whether the game is drawn by repetition.
    has_repetition: bool,
    /// In how many plies it is the same seat's turn again.
    plies_per_round: usize,
    pub(super) ordering: MoveOrdering,
    /// The buffers of each ply.
    pub(super) plies: Vec<PlyBuffers<G::Move>>,
}

/// Sets the entries of a search of full width apart in the table.
const FULL_WIDTH_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// A node as its moves see it.
pub(super) struct Node<'p, G> {
    pub(super) position: &'p G,
    /// Plies left to search from here, at least 1.
    pub(super) depth: u32,
    /// Plies from the root to here.
    pub(super) ply: usize,
}

// Derived, they would require the position to be `Copy` too.
impl<G> Copy for Node<'_, G> {}

impl<G> Clone for Node<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, G: Rules, E: Evaluate<G>> AlphaBeta<'a, G, E> {
    /// A search that is to begin at `position`.
    pub(super) fn new(
        position: &G,
        past: &[u64],
        eval: &'a E,
        budget: &'a Budget<'a>,
        settings: SearchSettings,
        table: &'a mut TranspositionTable,
    ) -> Self {
        let root_seat = position.to_move();
        let mut path = past.to_vec();
        path.push(eval.hash(position));
        Self {
            eval,
            table,
            budget,
            settings,
            nodes: 0,
            next_check: u64::MAX,
            halted: false,
            full_width: false,
            after_null_move: false,
            extension_limit: 0,
            root_seat,
            camp: eval.allies(root_seat),
            is_multiplayer: scoring::n_sides(eval, position.active()) > 2,
            draw_value: scoring::fair_share(eval, position).value() + settings.draw_offset,
            path,
            repeatable_from: 0,
            // Without this rule no count ends the game, so no repetition may end a line here.
            has_repetition: position.drawn_by_count(u32::MAX).is_some(),
            plies_per_round: position.active().len(),
            ordering: MoveOrdering::new(2, E::N_MOVE_IDS, settings.attention),
            plies: Vec::new(),
        }
    }

    /// The value of a position for the camp to move: an upper bound if it is at most `alpha`, a
    /// lower bound if it is at least `beta`, exact in between.
    fn node(&mut self, position: &G, depth: u32, window: Window, ply: usize) -> i32 {
        if let Some(value) = self.enter(position, ply) {
            return value;
        }
        let irreversible = position.is_after_irreversible_ply();
        let could_repeat = self.has_repetition
            && !irreversible
            && self.path.len() >= self.repeatable_from + 2 * self.plies_per_round;
        if depth == 0 && !could_repeat {
            return self.drawn_by_counter(position).unwrap_or_else(|| {
                self.quiescence(position, self.eval.quiescence_depth(), window, ply)
            });
        }
        let hash = self.eval.hash(position);
        if could_repeat && self.repeats(hash) {
            return self.draw_for_mover(position);
        }
        if let Some(value) = self.drawn_by_counter(position) {
            return value;
        }
        if depth == 0 {
            return self.quiescence(position, self.eval.quiescence_depth(), window, ply);
        }
        let repeatable_from = self.repeatable_from;
        if irreversible {
            self.repeatable_from = self.path.len();
        }
        self.path.push(hash);
        let value = self.interior(Node { position, depth, ply }, hash, window);
        self.path.pop();
        self.repeatable_from = repeatable_from;
        value
    }

    /// Counts a node; its value if the game or the search is over there.
    fn enter(&mut self, position: &G, ply: usize) -> Option<i32> {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check_budget();
        }
        if self.halted {
            return Some(0);
        }
        self.plies[ply].line.clear();
        let value = end_value(self.eval, position, self.root_seat, self.settings.draw_offset)?;
        Some(self.for_mover(position, value))
    }

    /// The value of a leaf: its static value, or what noisy moves make of it. A side that is forced
    /// cannot stand pat: all its moves are looked at.
    fn quiescence(&mut self, position: &G, left: u32, window: Window, ply: usize) -> i32 {
        let forced = left > 0 && !self.settings.exact && self.eval.extends_line(position);
        let stand_pat = if forced { -WIN - 1 } else { self.static_value(position) };
        if left == 0 || stand_pat >= window.beta {
            return stand_pat;
        }
        let mut buffers = mem::take(&mut self.plies[ply]);
        if forced {
            let group = usize::from(self.is_ours(position));
            let context = OrderingContext { ply, group, move_id: NO_MOVE_ID };
            self.ordering.list(self.eval, position, context, &mut buffers);
        } else {
            MoveOrdering::list_noisy(self.eval, position, &mut buffers);
        }
        let (mut best, mut alpha) = (stand_pat, window.alpha.max(stand_pat));
        for i in 0..buffers.moves.len() {
            pick_best_from(&mut buffers.moves, i);
            let mv = &buffers.moves[i].mv;
            let child = self.eval.play(position, mv, &Roll::NONE);
            let narrowed = Window { alpha, ..window };
            let value = self.for_parent(position, &child, narrowed, |search, window| {
                let end = search.enter(&child, ply + 1);
                end.or_else(|| search.drawn_by_counter(&child))
                    .unwrap_or_else(|| search.quiescence(&child, left - 1, window, ply + 1))
            });
            if self.halted {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= window.beta {
                break;
            }
        }
        self.plies[ply] = buffers;
        best
    }

    /// The static value for the camp to move.
    pub(super) fn static_value(&self, position: &G) -> i32 {
        if self.is_multiplayer {
            let mine = self.eval.shares(position)[self.root_seat.index()];
            self.for_mover(position, 2 * mine - WIN)
        } else {
            self.eval.value(position)
        }
    }

    /// The value of a node with moves: first the table is asked, then the moves are searched.
    fn interior(&mut self, node: Node<'_, G>, hash: u64, window: Window) -> i32 {
        if let Some(value) = self.mate_distance_bound(window) {
            return value;
        }
        let left = self.eval.plies_left(node.position).filter(|left| *left <= node.depth);
        // Near a draw by count the same board is another position.
        let position_key = left.map_or(hash, |left| stir(hash ^ u64::from(left + 1)));
        let key = if self.full_width { position_key ^ FULL_WIDTH_KEY } else { position_key };
        let entry = self.table.get(key);
        if let Some(value) = entry.and_then(|entry| self.table_value(entry, node.depth, window)) {
            return value;
        }
        if let Some(bound) = self.null_move_bound(node, window) {
            return bound;
        }
        let hint = entry.or_else(|| self.table.get(position_key).filter(|_| self.full_width));
        let mut buffers = mem::take(&mut self.plies[node.ply]);
        let context = self.ordering_context(node, hint.map_or(NO_MOVE_ID, |entry| entry.move_id));
        self.ordering.list(self.eval, node.position, context, &mut buffers);
        let (value, move_id) = self.best_move(node, window, &mut buffers);
        self.plies[node.ply] = buffers;
        if !self.halted {
            let bound = window.bound_of(value);
            self.table.put(key, Entry { value, bound, depth: node.depth as u8, move_id });
        }
        value
    }

    /// Mate distance pruning: the bound of a node where even an end in one ply cannot reach the
    /// window.
    fn mate_distance_bound(&self, window: Window) -> Option<i32> {
        let soonest = WIN - 1;
        if !self.eval.counts_plies() {
            None
        } else if window.alpha >= soonest {
            Some(soonest)
        } else {
            (window.beta <= -soonest).then_some(-soonest)
        }
    }

    /// The value of a table entry that settles the node: it was searched deep enough or is proven,
    /// and its bound suffices for the window.
    fn table_value(&self, entry: Entry, depth: u32, window: Window) -> Option<i32> {
        let searched = u32::from(entry.depth);
        let at_least = entry.bound != Bound::Upper && entry.value >= window.beta;
        let at_most = entry.bound != Bound::Lower && entry.value <= window.alpha;
        let settles = if searched < depth && !self.settings.exact {
            let proven = self.eval.counts_plies() && is_proven(entry.value);
            proven && if entry.value > 0 { at_least } else { at_most }
        } else {
            let deep = searched == depth || searched > depth && !self.settings.exact;
            deep && (entry.bound == Bound::Exact || at_least || at_most)
        };
        settles.then_some(entry.value)
    }

    /// The best value among the moves in the buffers, and the id of the move that has it.
    fn best_move(
        &mut self,
        node: Node<'_, G>,
        window: Window,
        buffers: &mut PlyBuffers<G::Move>,
    ) -> (i32, u16) {
        let mut shared = SharedOutcome::UNKNOWN;
        let (mut best, mut best_slot, mut alpha) = (-WIN - 1, NO_MOVE_ID, window.alpha);
        for i in 0..buffers.moves.len() {
            pick_best_from(&mut buffers.moves, i);
            let (mv, quiet) = (&buffers.moves[i].mv, buffers.moves[i].quiet);
            let narrowed = Window { alpha, ..window };
            let late = (i > 0 && quiet).then_some(i);
            let value = self.move_value(node, mv, narrowed, late, &mut shared);
            if self.halted {
                return (0, NO_MOVE_ID);
            }
            if value <= best {
                continue;
            }
            best = value;
            best_slot = self.eval.move_id(mv);
            if value >= window.beta {
                if quiet {
                    let context = self.ordering_context(node, best_slot);
                    self.ordering.record_cutoff(context, node.depth);
                }
                break;
            }
            if value > alpha {
                alpha = value;
                let rest = &self.plies[node.ply + 1].line;
                write_line(&mut buffers.line, mv, node.position.dice(mv), rest);
            }
        }
        // A game that goes on always has a move; if one had none, it would be a draw.
        if buffers.moves.is_empty() {
            (self.draw_for_mover(node.position), NO_MOVE_ID)
        } else {
            (best, best_slot)
        }
    }

    /// The value of one move for the mover, a bound outside the window. A quiet move that comes
    /// `late`, with its index in the order, is first searched with a null window above alpha, and
    /// perhaps to a reduced depth.
    pub(super) fn move_value(
        &mut self,
        node: Node<'_, G>,
        mv: &G::Move,
        window: Window,
        late: Option<usize>,
        shared: &mut SharedOutcome,
    ) -> i32 {
        if !node.position.dice(mv).is_empty() {
            let mut branches = mem::take(&mut self.plies[node.ply + 1].branches);
            branches.clear();
            node.position.branches(mv, &mut branches);
            let value = self.chance_node(node, mv, &branches, window, shared);
            self.plies[node.ply + 1].branches = branches;
            return value;
        }
        let child = self.eval.play(node.position, mv, &Roll::NONE);
        let depth = self.depth_below(node, &child);
        if let Some(index) = late {
            let less = self.reduction(node, depth, index);
            if less > 0 {
                let value = self.child_value(&child, node, window.null(), depth - less);
                if value <= window.alpha || self.halted {
                    return value;
                }
            }
            if window.beta - window.alpha > 1 {
                let value = self.child_value(&child, node, window.null(), depth);
                if value <= window.alpha || value >= window.beta || self.halted {
                    return value;
                }
            }
        }
        self.child_value(&child, node, window, depth)
    }

    /// The value of a child for the mover of `node`, with this many plies left below it.
    pub(super) fn child_value(
        &mut self,
        child: &G,
        node: Node<'_, G>,
        window: Window,
        depth: u32,
    ) -> i32 {
        self.for_parent(node.position, child, window, |search, window| {
            search.node(child, depth, window, node.ply + 1)
        })
    }

    /// The value of a child for its parent's camp, found by `search`, which sees the child from
    /// the camp to move there.
    fn for_parent(
        &mut self,
        parent: &G,
        child: &G,
        window: Window,
        search: impl FnOnce(&mut Self, Window) -> i32,
    ) -> i32 {
        let counts = self.eval.counts_plies();
        let window = if counts { window.for_child() } else { window };
        let value = if self.is_ours(parent) == self.is_ours(child) {
            search(self, window)
        } else {
            -search(self, window.negated())
        };
        if counts { parent_value(value) } else { value }
    }

    /// Returns `true` if the camp that searches is to move.
    fn is_ours(&self, position: &G) -> bool {
        self.camp.contains(position.to_move())
    }

    /// A value for the searching camp as one for the camp to move.
    fn for_mover(&self, position: &G, value: i32) -> i32 {
        if self.is_ours(position) { value } else { -value }
    }

    fn ordering_context(&self, node: Node<'_, G>, move_id: u16) -> OrderingContext {
        let group = usize::from(self.is_ours(node.position));
        OrderingContext { ply: node.ply, group, move_id }
    }

    /// The value of a draw for the camp to move, if a counter that needs no past has ended the game.
    fn drawn_by_counter(&self, position: &G) -> Option<i32> {
        position.drawn_by_count(1).map(|_| self.draw_for_mover(position))
    }

    /// Returns `true` if the position with this hash stands in the path. A position comes back after two rounds
    /// at the earliest, and always with the same seat to move.
    fn repeats(&self, hash: u64) -> bool {
        let reachable = &self.path[self.repeatable_from..];
        let (skipped, step) = (2 * self.plies_per_round - 1, self.plies_per_round);
        reachable.iter().rev().skip(skipped).step_by(step).any(|earlier| *earlier == hash)
    }

    /// The value of a draw for the camp to move.
    fn draw_for_mover(&self, position: &G) -> i32 {
        self.for_mover(position, self.draw_value)
    }

    pub(super) fn check_budget(&mut self) {
        if self.nodes >= self.budget.nodes || (self.budget.stop)() {
            self.halted = true;
        }
        self.next_check = (self.nodes + CHECK_INTERVAL).min(self.budget.nodes);
    }
}
