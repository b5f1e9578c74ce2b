//! One search under way.

use std::mem;

use super::{
    ASK_EVERY, Budget, Candidate, Evaluate, Frame, NO_SLOT, Order, Place, SearchSettings, WIN,
    bring_forward, chance::Shared, end_value,
};
use crate::{
    engine::{
        mate_distance::{child_bound, is_proven, parent_value},
        points,
        random::stir,
        transposition::{Bound, Entry, TranspositionTable},
    },
    games::{Roll, Rules, Seat, SeatSet},
};

/// One search under way.
pub(super) struct Run<'a, G: Rules, E> {
    pub(super) eval: &'a E,
    table: &'a mut TranspositionTable,
    pub(super) budget: &'a Budget<'a>,
    pub(super) settings: SearchSettings,
    pub(super) nodes: u64,
    /// The node count at which the budget is looked at again.
    pub(super) next_check: u64,
    pub(super) halted: bool,
    /// Whether lines are no longer shortened, so that a distance found is the least.
    pub(super) strict: bool,
    /// Whether a side has passed on the way to the node.
    pub(super) passed: bool,
    /// The ply from which on no line is made longer.
    pub(super) reach: usize,
    /// The seat that searches.
    me: Seat,
    /// The seats of its camp; all others are the other camp.
    camp: SeatSet,
    /// Whether more than two sides play.
    many: bool,
    /// What a draw is worth to the camp, in millionths of 2p - 1.
    draw: i32,
    /// Hashes of the positions from the past to the node's parent.
    pub(super) path: Vec<u64>,
    /// Where in `path` the positions begin that the node could repeat.
    pub(super) since: usize,
    repeats: bool,
    /// In how many plies it is the same seat's turn again.
    cycle: usize,
    pub(super) order: Order,
    /// Buffers of each ply.
    pub(super) frames: Vec<Frame<G::Move>>,
}

/// Sets the entries of a strict search apart in the table.
const STRICT: u64 = 0x9e37_79b9_7f4a_7c15;

/// A node as its moves see it.
pub(super) struct Node<'p, G> {
    pub(super) position: &'p G,
    /// Plies left to search from here, at least 1.
    pub(super) depth: u32,
    pub(super) ply: usize,
}

// Derived, they would ask the position to be copied too.
impl<G> Copy for Node<'_, G> {}

impl<G> Clone for Node<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

/// An open interval of values that matter.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The same interval for the other camp.
    const fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window of a child whose values, seen from its parent, fall into this window: the
    /// inverse of [`parent_value`].
    const fn for_child(self) -> Self {
        Self { alpha: child_bound(self.alpha + 1) - 1, beta: child_bound(self.beta) }
    }
}

impl<'a, G: Rules, E: Evaluate<G>> Run<'a, G, E> {
    /// A search that is to begin at `position`.
    pub(super) fn new(
        position: &G,
        past: &[u64],
        eval: &'a E,
        budget: &'a Budget<'a>,
        settings: SearchSettings,
        table: &'a mut TranspositionTable,
    ) -> Self {
        let me = position.to_move();
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
            strict: false,
            passed: false,
            reach: 0,
            me,
            camp: eval.allies(me),
            many: points::n_sides(eval, position.active()) > 2,
            draw: points::fair(eval, position).value() + settings.draw,
            path,
            since: 0,
            // With repetition switched off no count ends the game, so none may end a line here.
            repeats: position.drawn_by_count(u32::MAX).is_some(),
            cycle: position.active().len(),
            order: Order::new(2, E::N_SLOTS),
            frames: Vec::new(),
        }
    }

    /// The value of a position for the camp to move. At most `alpha` it is an upper bound, at
    /// least `beta` a lower bound, between them exact.
    fn node(&mut self, position: &G, depth: u32, window: Window, ply: usize) -> i32 {
        if let Some(value) = self.enter(position, ply) {
            return value;
        }
        let forgets = position.forgets_past();
        let could_repeat =
            self.repeats && !forgets && self.path.len() >= self.since + 2 * self.cycle;
        if depth == 0 && !could_repeat {
            return self.counted(position).unwrap_or_else(|| {
                self.quiescence(position, self.eval.quiescence_depth(), window, ply)
            });
        }
        let hash = self.eval.hash(position);
        if could_repeat && self.met_before(hash) {
            return self.drawn(position);
        }
        if let Some(value) = self.counted(position) {
            return value;
        }
        if depth == 0 {
            return self.quiescence(position, self.eval.quiescence_depth(), window, ply);
        }
        let since = self.since;
        if forgets {
            self.since = self.path.len();
        }
        self.path.push(hash);
        let value = self.inner(Node { position, depth, ply }, hash, window);
        self.path.pop();
        self.since = since;
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
        self.frames[ply].line.clear();
        let value = end_value(self.eval, position, self.me, self.settings.draw)?;
        Some(self.for_mover(position, value))
    }

    /// A leaf: its static value, or what noisy moves make of it. Who is forced cannot stand still:
    /// then all moves are looked at.
    fn quiescence(&mut self, position: &G, left: u32, window: Window, ply: usize) -> i32 {
        let forced = left > 0 && !self.settings.exact && self.eval.extends(position);
        let still = if forced { -WIN - 1 } else { self.static_value(position) };
        if left == 0 || still >= window.beta {
            return still;
        }
        let mut frame = mem::take(&mut self.frames[ply]);
        if forced {
            let place = Place { ply, group: usize::from(self.is_ours(position)), slot: NO_SLOT };
            self.order.list(self.eval, position, place, &mut frame);
        } else {
            Order::list_noisy(self.eval, position, &mut frame);
        }
        let (mut best, mut alpha) = (still, window.alpha.max(still));
        for i in 0..frame.moves.len() {
            bring_forward(&mut frame.moves, i);
            let mv = &frame.moves[i].mv;
            let child = self.eval.play(position, mv, &Roll::NONE);
            let narrowed = Window { alpha, ..window };
            let value = self.turn(position, &child, narrowed, |run, window| {
                let end = run.enter(&child, ply + 1).or_else(|| run.counted(&child));
                end.unwrap_or_else(|| run.quiescence(&child, left - 1, window, ply + 1))
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
        self.frames[ply] = frame;
        best
    }

    /// The static value for the camp to move.
    pub(super) fn static_value(&self, position: &G) -> i32 {
        if self.many {
            let mine = self.eval.shares(position)[self.me.index()];
            self.for_mover(position, 2 * mine - WIN)
        } else {
            self.eval.value(position)
        }
    }

    /// A node with moves: the table, then the moves in order.
    fn inner(&mut self, node: Node<'_, G>, hash: u64, window: Window) -> i32 {
        if let Some(value) = self.too_late(window) {
            return value;
        }
        let left = self.eval.plies_left(node.position).filter(|left| *left <= node.depth);
        // Near a draw by count the same board is another position.
        let loose = left.map_or(hash, |left| stir(hash ^ u64::from(left + 1)));
        let key = if self.strict { loose ^ STRICT } else { loose };
        let entry = self.table.get(key);
        if let Some(value) = entry.and_then(|entry| self.known(entry, node.depth, window)) {
            return value;
        }
        if let Some(bound) = self.null_move_bound(node, window) {
            return bound;
        }
        let hint = entry.or_else(|| self.table.get(loose).filter(|_| self.strict));
        let mut frame = mem::take(&mut self.frames[node.ply]);
        let place = self.place(node, hint.map_or(NO_SLOT, |entry| entry.slot));
        self.order.list(self.eval, node.position, place, &mut frame);
        let (value, slot) = self.best_of(node, window, &mut frame);
        self.frames[node.ply] = frame;
        if !self.halted {
            let bound = if value >= window.beta {
                Bound::Lower
            } else if value <= window.alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            self.table.put(key, Entry { value, bound, depth: node.depth as u8, slot });
        }
        value
    }

    /// The bound of a node whose game goes on, where an end in one ply cannot reach the window.
    fn too_late(&self, window: Window) -> Option<i32> {
        let soonest = WIN - 1;
        if !self.eval.counts_plies() {
            None
        } else if window.alpha >= soonest {
            Some(soonest)
        } else {
            (window.beta <= -soonest).then_some(-soonest)
        }
    }

    /// What the table's entry settles, if it was searched deep enough or is proven.
    fn known(&self, entry: Entry, depth: u32, window: Window) -> Option<i32> {
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

    /// The best value among the frame's moves and the slot of the move that has it.
    fn best_of(
        &mut self,
        node: Node<'_, G>,
        window: Window,
        frame: &mut Frame<G::Move>,
    ) -> (i32, u16) {
        let mut shared = Shared::UNKNOWN;
        let (mut best, mut best_slot, mut alpha) = (-WIN - 1, NO_SLOT, window.alpha);
        for i in 0..frame.moves.len() {
            bring_forward(&mut frame.moves, i);
            let Candidate { mv, quiet, .. } = &frame.moves[i];
            let narrowed = Window { alpha, ..window };
            let late = (i > 0 && *quiet).then_some(i);
            let value = self.move_value(node, mv, narrowed, late, &mut shared);
            if self.halted {
                return (0, NO_SLOT);
            }
            if value <= best {
                continue;
            }
            best = value;
            best_slot = self.eval.slot(mv);
            if value >= window.beta {
                if *quiet {
                    let place = self.place(node, best_slot);
                    self.order.refuted(place, node.depth);
                }
                break;
            }
            if value > alpha {
                alpha = value;
                frame.line.clear();
                frame.line.push(mv.clone());
                if node.position.dice(mv).is_empty() {
                    frame.line.extend_from_slice(&self.frames[node.ply + 1].line);
                }
            }
        }
        // No move at all does not happen in a game that goes on; it would be a draw.
        if frame.moves.is_empty() {
            (self.drawn(node.position), NO_SLOT)
        } else {
            (best, best_slot)
        }
    }

    /// The value of one move for the mover, a bound outside the window. A quiet move that is
    /// `late` in the order, with its place there, is first asked only whether it is better than
    /// alpha, and perhaps to less depth.
    pub(super) fn move_value(
        &mut self,
        node: Node<'_, G>,
        mv: &G::Move,
        window: Window,
        late: Option<usize>,
        shared: &mut Shared,
    ) -> i32 {
        if !node.position.dice(mv).is_empty() {
            let mut branches = mem::take(&mut self.frames[node.ply + 1].branches);
            branches.clear();
            node.position.branches(mv, &mut branches);
            let value = self.fight(node, mv, &branches, window, shared);
            self.frames[node.ply + 1].branches = branches;
            return value;
        }
        let child = self.eval.play(node.position, mv, &Roll::NONE);
        let depth = self.depth_below(node, &child);
        if let Some(place) = late {
            let narrow = Window { alpha: window.alpha, beta: window.alpha + 1 };
            let less = self.reduction(node, depth, place);
            if less > 0 {
                let value = self.child(&child, node, narrow, depth - less);
                if value <= window.alpha || self.halted {
                    return value;
                }
            }
            if window.beta - window.alpha > 1 {
                let value = self.child(&child, node, narrow, depth);
                if value <= window.alpha || value >= window.beta || self.halted {
                    return value;
                }
            }
        }
        self.child(&child, node, window, depth)
    }

    /// The value of a child for the mover of `node`, with so many plies left below it.
    pub(super) fn child(
        &mut self,
        child: &G,
        node: Node<'_, G>,
        window: Window,
        depth: u32,
    ) -> i32 {
        self.turn(node.position, child, window, |run, window| {
            run.node(child, depth, window, node.ply + 1)
        })
    }

    /// The value of a child for its parent's camp, by a search that sees it as its own mover.
    fn turn(
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
            -search(self, window.turned())
        };
        if counts { parent_value(value) } else { value }
    }

    /// Whether the camp that searches is to move.
    fn is_ours(&self, position: &G) -> bool {
        self.camp.contains(position.to_move())
    }

    /// A value for the searching camp as one for the camp to move.
    fn for_mover(&self, position: &G, value: i32) -> i32 {
        if self.is_ours(position) { value } else { -value }
    }

    fn place(&self, node: Node<'_, G>, slot: u16) -> Place {
        Place { ply: node.ply, group: usize::from(self.is_ours(node.position)), slot }
    }

    /// A draw by counters that do not need the past.
    fn counted(&self, position: &G) -> Option<i32> {
        position.drawn_by_count(1).map(|_| self.drawn(position))
    }

    /// Whether the position with this hash stands in the path. A position comes back after two
    /// rounds at the earliest, and always with the same seat to move.
    fn met_before(&self, hash: u64) -> bool {
        let reachable = &self.path[self.since..];
        let met = reachable.iter().rev().skip(2 * self.cycle - 1).step_by(self.cycle);
        met.into_iter().any(|earlier| *earlier == hash)
    }

    /// The value of a draw for the camp to move.
    fn drawn(&self, position: &G) -> i32 {
        self.for_mover(position, self.draw)
    }

    pub(super) fn check_budget(&mut self) {
        if self.nodes >= self.budget.nodes || (self.budget.stop)() {
            self.halted = true;
        }
        self.next_check = (self.nodes + ASK_EVERY).min(self.budget.nodes);
    }
}
