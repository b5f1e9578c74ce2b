//! Expectiminimax for two seats over the rules alone: negamax with chance nodes.
//!
//! Iterative deepening, null windows, a transposition table, killers and history, and Star1
//! windows at chance nodes (Ballard 1983, "The *-minimax search procedure for trees containing
//! chance nodes"; Hauk, Buro and Schaeffer 2004, "Rediscovering *-minimax search").
//!
//! Values are millionths of 2p - 1 for the side to move, p its expected score: a sure win is
//! [`WIN`], a sure loss -[`WIN`]. A chance node is the mean of its outcomes with integer weights,
//! rounded down, so a pruned search and a plain one agree to the last unit.

use std::mem;

use super::table::{Bound, Entry, Table};
use crate::games::{Branch, Outcome, Roll, Rules};

/// The value of a sure win.
pub const WIN: i32 = 1_000_000;

/// What a game adds to its rules so that it can be searched. Moves, odds and branches come from
/// the rules; nothing here may change them.
pub trait Evaluate<G: Rules> {
    /// The number of different [`Evaluate::slot`]s.
    const N_SLOTS: usize;

    /// The expected score of the side to move, inside ±[`WIN`]. The position is not over.
    fn value(&self, position: &G) -> i32;

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
pub struct Terms {
    /// The value of a draw for the seat that searches, in millionths of 2p - 1.
    pub draw: i32,
    /// Root moves get exact values if they are at most this much below the best, in millionths of
    /// 2p - 1. With 0 only the best one is sure to.
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
    /// What follows it, up to and with the first fight.
    pub line: Vec<M>,
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

/// Searches a position that is not over. `past` has the hashes ([`Evaluate::hash`]) of the
/// positions since the last ply that cannot be undone, this position not among them; meeting one
/// of them again counts as a draw at once. `None` where there is no legal move.
pub fn search<G: Rules, E: Evaluate<G>>(
    position: &G,
    past: &[u64],
    eval: &E,
    budget: &Budget<'_>,
    terms: Terms,
    table: &mut Table,
) -> Option<Report<G::Move>> {
    let mut path = past.to_vec();
    path.push(eval.hash(position));
    let mut run = Run {
        eval,
        table,
        budget,
        terms,
        nodes: 0,
        next_check: u64::MAX,
        halted: false,
        path,
        since: 0,
        // With repetition switched off no count ends the game, so none may end a line here.
        repeats: position.drawn_by_count(u32::MAX).is_some(),
        killers: Vec::new(),
        history: vec![0; 2 * E::N_SLOTS],
        frames: Vec::new(),
    };
    run.deepen(position)
}

/// One search under way.
struct Run<'a, G: Rules, E> {
    eval: &'a E,
    table: &'a mut Table,
    budget: &'a Budget<'a>,
    terms: Terms,
    nodes: u64,
    /// The node count at which the budget is looked at again.
    next_check: u64,
    halted: bool,
    /// Hashes of the positions from the past to the node's parent.
    path: Vec<u64>,
    /// Where in `path` the positions begin that the node could repeat.
    since: usize,
    repeats: bool,
    /// Two quiet moves a ply that refuted a sibling.
    killers: Vec<[u16; 2]>,
    /// How often a quiet move refuted anything, by seat and slot.
    history: Vec<i32>,
    /// Buffers of each ply.
    frames: Vec<Frame<G::Move>>,
}

/// Buffers of one ply, kept to save allocations.
struct Frame<M> {
    /// Legal moves with their order value and whether they are quiet.
    moves: Vec<Candidate<M>>,
    listed: Vec<M>,
    branches: Vec<Branch>,
    /// The best line from the node of this ply.
    line: Vec<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), listed: Vec::new(), branches: Vec::new(), line: Vec::new() }
    }
}

struct Candidate<M> {
    mv: M,
    order: i32,
    quiet: bool,
}

/// A node as its moves see it.
struct Node<'p, G> {
    position: &'p G,
    /// Plies left to search from here, at least 1.
    depth: u32,
    ply: usize,
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
struct Window {
    alpha: i32,
    beta: i32,
}

/// What is known of the outcome that all fights of a node share, for the mover.
#[derive(Clone, Copy)]
struct Shared {
    low: i32,
    high: i32,
}

impl Shared {
    const UNKNOWN: Self = Self { low: -WIN, high: WIN };
}

/// Table move, fights, killers and history, in bands that do not overlap.
const TABLE_BAND: i32 = 1 << 30;
const FIGHT_BAND: i32 = 1 << 24;
const KILLER_BAND: i32 = 1 << 23;
const HISTORY_MAX: i32 = 1 << 22;

/// A slot that no move has.
const NO_SLOT: u16 = u16::MAX;

impl<G: Rules, E: Evaluate<G>> Run<'_, G, E> {
    /// Iterative deepening: only a finished depth counts.
    fn deepen(&mut self, position: &G) -> Option<Report<G::Move>> {
        let mut moves = self.root_moves(position);
        let mut report = None;
        for depth in 1..=self.budget.depth.clamp(1, MAX_DEPTH) {
            if depth > 1 {
                self.next_check = self.nodes;
                self.check_budget();
            }
            self.make_room(depth as usize);
            if self.halted || !self.root(position, depth, &mut moves) {
                break;
            }
            let best = moves.first()?.value;
            report = Some(Report { moves: moves.clone(), depth, nodes: 0 });
            if best.abs() == WIN {
                break;
            }
            self.history.iter_mut().for_each(|count| *count /= 2);
        }
        report.map(|report| Report { nodes: self.nodes, ..report })
    }

    /// The root's moves in text order.
    fn root_moves(&self, position: &G) -> Vec<RootMove<G::Move>> {
        let mut listed = Vec::new();
        position.legal_moves(&mut listed);
        listed
            .into_iter()
            .map(|mv| RootMove { mv, value: -WIN, exact: false, line: Vec::new() })
            .collect()
    }

    fn make_room(&mut self, depth: usize) {
        self.frames.resize_with(depth + 2, Frame::default);
        self.killers.resize(depth + 2, [NO_SLOT; 2]);
    }

    /// Searches all root moves to `depth` and sorts them, best first; false if halted on the way.
    fn root(&mut self, position: &G, depth: u32, moves: &mut [RootMove<G::Move>]) -> bool {
        let node = Node { position, depth, ply: 0 };
        let mut shared = Shared::UNKNOWN;
        let mut best = -WIN - 1;
        for (i, root) in moves.iter_mut().enumerate() {
            let alpha = (best - self.terms.margin - i32::from(self.terms.margin > 0)).max(-WIN - 1);
            let window = Window { alpha, beta: WIN + 1 };
            let quiet = self.eval.order(position, &root.mv).is_none();
            let null = i > 0 && quiet && self.terms.margin == 0;
            root.value = self.move_value(node, &root.mv, window, null, &mut shared);
            if self.halted {
                return false;
            }
            root.exact = root.value > alpha;
            if root.exact {
                root.line.clear();
                root.line.push(root.mv.clone());
                if position.dice(&root.mv).is_empty() {
                    root.line.extend_from_slice(&self.frames[1].line);
                }
            }
            best = best.max(root.value);
        }
        // Stable: of equals the one that led before stays ahead.
        moves.sort_by_key(|root| (-root.value, !root.exact));
        true
    }

    /// The value of a position for its side to move. At most `alpha` it is an upper bound, at
    /// least `beta` a lower bound, between them exact.
    fn node(&mut self, position: &G, depth: u32, window: Window, ply: usize) -> i32 {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check_budget();
        }
        if self.halted {
            return 0;
        }
        self.frames[ply].line.clear();
        if let Some(value) = end_value(position) {
            return value;
        }
        let forgets = position.forgets_past();
        let could_repeat = self.repeats && !forgets && self.path.len() >= self.since + 4;
        if depth == 0 && !could_repeat {
            return self.counted(position, ply).unwrap_or_else(|| self.eval.value(position));
        }
        let hash = self.eval.hash(position);
        if could_repeat && self.met_before(hash) {
            return self.draw(ply);
        }
        if let Some(value) = self.counted(position, ply) {
            return value;
        }
        if depth == 0 {
            return self.eval.value(position);
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

    /// A node with moves: the table, then the moves in order.
    fn inner(&mut self, node: Node<'_, G>, hash: u64, window: Window) -> i32 {
        let left = self.eval.plies_left(node.position).filter(|left| *left <= node.depth);
        // Near a draw by count the same board is another position.
        let key = left.map_or(hash, |left| super::random::mix(hash ^ u64::from(left + 1)));
        let entry = self.table.get(key);
        if let Some(value) = entry.and_then(|entry| self.known(entry, node.depth, window)) {
            return value;
        }
        let mut frame = mem::take(&mut self.frames[node.ply]);
        self.list(node, entry.map_or(NO_SLOT, |entry| entry.slot), &mut frame);
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

    /// What the table's entry settles, if it was searched deep enough.
    fn known(&self, entry: Entry, depth: u32, window: Window) -> Option<i32> {
        let searched = u32::from(entry.depth);
        if searched < depth || self.terms.exact && searched != depth {
            return None;
        }
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.value >= window.beta,
            Bound::Upper => entry.value <= window.alpha,
        };
        settles.then_some(entry.value)
    }

    /// Fills the frame with the legal moves and their order.
    fn list(&self, node: Node<'_, G>, table_slot: u16, frame: &mut Frame<G::Move>) {
        frame.listed.clear();
        frame.moves.clear();
        node.position.legal_moves(&mut frame.listed);
        let seat = node.position.to_move().index() & 1;
        let killers = self.killers[node.ply];
        for mv in frame.listed.drain(..) {
            let slot = self.eval.slot(&mv);
            let fight = self.eval.order(node.position, &mv);
            let order = if slot == table_slot {
                TABLE_BAND
            } else if let Some(worth) = fight {
                FIGHT_BAND + worth
            } else if let Some(rank) = killers.iter().position(|killer| *killer == slot) {
                KILLER_BAND - rank as i32
            } else {
                self.history[seat * E::N_SLOTS + usize::from(slot)]
            };
            frame.moves.push(Candidate { mv, order, quiet: fight.is_none() });
        }
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
            let value = self.move_value(node, mv, narrowed, i > 0 && *quiet, &mut shared);
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
                    self.refuted_by(node, best_slot);
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
        if frame.moves.is_empty() { (self.draw(node.ply), NO_SLOT) } else { (best, best_slot) }
    }

    /// The value of one move for the mover, a bound outside the window. With `null` a move is
    /// first asked only whether it is better than alpha.
    fn move_value(
        &mut self,
        node: Node<'_, G>,
        mv: &G::Move,
        window: Window,
        null: bool,
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
        if null && window.beta - window.alpha > 1 {
            let narrow = Window { alpha: window.alpha, beta: window.alpha + 1 };
            let value = self.child(&child, node, narrow);
            if value <= window.alpha || value >= window.beta || self.halted {
                return value;
            }
        }
        self.child(&child, node, window)
    }

    /// The value of a child for the mover of `node`.
    fn child(&mut self, child: &G, node: Node<'_, G>, window: Window) -> i32 {
        let turned = Window { alpha: -window.beta, beta: -window.alpha };
        -self.node(child, node.depth - 1, turned, node.ply + 1)
    }

    /// A chance node by Star1: every outcome is searched only as far as it can still matter.
    fn fight(
        &mut self,
        node: Node<'_, G>,
        mv: &G::Move,
        branches: &[Branch],
        window: Window,
        shared: &mut Shared,
    ) -> i32 {
        let eval = self.eval;
        let settled = |branch: &Branch| eval.settled(node.position, mv, branch);
        let mut mean = Mean::new(branches, window);
        for branch in branches {
            if let Some(value) = settled(branch) {
                mean.add(branch.weight, value);
            }
        }
        // The shared outcome first: it is often known already.
        let is_shared = |branch: &&Branch| eval.shared(branch);
        let others = branches.iter().filter(|branch| !is_shared(branch));
        let open = branches.iter().filter(is_shared).chain(others);
        for branch in open.filter(|branch| settled(branch).is_none()) {
            let asked = match mean.window(branch.weight) {
                Ok(asked) => asked,
                Err(bound) => return bound,
            };
            let value = if is_shared(&branch) {
                self.shared_value(node, mv, branch, asked.clamped(), shared)
            } else {
                self.outcome_value(node, mv, branch, asked.clamped())
            };
            if self.halted {
                return 0;
            }
            if let Some(bound) = mean.close(branch.weight, value, asked) {
                return bound;
            }
        }
        mean.floor(mean.known)
    }

    /// The value of an outcome for the mover.
    fn outcome_value(
        &mut self,
        node: Node<'_, G>,
        mv: &G::Move,
        branch: &Branch,
        window: Window,
    ) -> i32 {
        let child = self.eval.play(node.position, mv, &branch.roll);
        self.child(&child, node, window)
    }

    /// The value of the shared outcome: from its bounds where they suffice.
    fn shared_value(
        &mut self,
        node: Node<'_, G>,
        mv: &G::Move,
        branch: &Branch,
        window: Window,
        shared: &mut Shared,
    ) -> i32 {
        if shared.low == shared.high || shared.low >= window.beta {
            return shared.low;
        }
        if shared.high <= window.alpha {
            return shared.high;
        }
        let value = self.outcome_value(node, mv, branch, window);
        if value > window.alpha {
            shared.low = shared.low.max(value);
        }
        if value < window.beta {
            shared.high = shared.high.min(value);
        }
        value
    }

    /// A draw by counters that do not need the past.
    fn counted(&self, position: &G, ply: usize) -> Option<i32> {
        position.drawn_by_count(1).map(|_| self.draw(ply))
    }

    /// Whether the position with this hash stands in the path. A position comes back after four
    /// plies at the earliest, and always with the same side to move.
    fn met_before(&self, hash: u64) -> bool {
        let reachable = &self.path[self.since..];
        reachable.iter().rev().skip(3).step_by(2).any(|earlier| *earlier == hash)
    }

    /// The value of a draw for the side to move at `ply`.
    fn draw(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { self.terms.draw } else { -self.terms.draw }
    }

    /// Remembers a quiet move that was too good for the opponent.
    fn refuted_by(&mut self, node: Node<'_, G>, slot: u16) {
        let killers = &mut self.killers[node.ply];
        if killers[0] != slot {
            *killers = [slot, killers[0]];
        }
        let seat = node.position.to_move().index() & 1;
        let count = &mut self.history[seat * E::N_SLOTS + usize::from(slot)];
        *count = (*count + (node.depth * node.depth) as i32).min(HISTORY_MAX);
    }

    fn check_budget(&mut self) {
        if self.nodes >= self.budget.nodes || (self.budget.stop)() {
            self.halted = true;
        }
        self.next_check = (self.nodes + ASK_EVERY).min(self.budget.nodes);
    }
}

/// The weighted mean of a chance node as far as it is known.
struct Mean {
    total: i64,
    /// Sum of weight × value of the outcomes known.
    known: i64,
    /// Weight of the outcomes not known.
    open: i64,
    window: Window,
}

impl Mean {
    fn new(branches: &[Branch], window: Window) -> Self {
        let total = branches.iter().map(|branch| i64::from(branch.weight)).sum();
        Self { total, known: 0, open: total, window }
    }

    fn add(&mut self, weight: u32, value: i32) {
        self.known += i64::from(weight) * i64::from(value);
        self.open -= i64::from(weight);
    }

    /// The window that the next outcome needs, or the bound on the whole if none is left.
    fn window(&self, weight: u32) -> Result<Asked, i32> {
        let (weight, win) = (i64::from(weight), i64::from(WIN));
        let rest = (self.open - weight) * win;
        let alpha = i64::from(self.window.alpha) * self.total - self.known;
        let beta = i64::from(self.window.beta) * self.total - self.known;
        let low = (alpha - rest).div_euclid(weight);
        let high = -(-(beta + rest)).div_euclid(weight);
        if low >= win {
            return Err(self.floor(self.known + self.open * win));
        }
        if high <= -win {
            return Err(self.floor(self.known - self.open * win));
        }
        Ok(Asked { low, high })
    }

    /// Takes the value of an outcome; a bound on the whole if that is settled by it.
    fn close(&mut self, weight: u32, value: i32, asked: Asked) -> Option<i32> {
        self.add(weight, value);
        let rest = self.open * i64::from(WIN);
        if i64::from(value) <= asked.low {
            Some(self.floor(self.known + rest))
        } else if i64::from(value) >= asked.high {
            Some(self.floor(self.known - rest))
        } else {
            None
        }
    }

    /// The mean for a sum of weight × value, rounded down; it lies inside ±[`WIN`].
    fn floor(&self, sum: i64) -> i32 {
        sum.div_euclid(self.total) as i32
    }
}

/// Bounds of the next outcome: at most `low` the whole fails low, at least `high` it fails high.
#[derive(Clone, Copy)]
struct Asked {
    low: i64,
    high: i64,
}

impl Asked {
    /// The same as a search window. No value lies outside ±[`WIN`], so the ends are exact too.
    fn clamped(self) -> Window {
        let win = i64::from(WIN);
        Window {
            alpha: self.low.clamp(-win - 1, win) as i32,
            beta: self.high.clamp(-win, win + 1) as i32,
        }
    }
}

/// The value for the side to move of an end that stands on the board.
pub(crate) fn end_value<G: Rules>(position: &G) -> Option<i32> {
    Some(match position.outcome()? {
        Outcome::Win(seats, _) if seats.contains(position.to_move()) => WIN,
        Outcome::Win(..) => -WIN,
        Outcome::Draw(_) | Outcome::Aborted => 0,
    })
}

/// Brings the best of the moves from `i` on to place `i`, the earlier one of equals.
fn bring_forward<M>(moves: &mut [Candidate<M>], i: usize) {
    let rest = moves.iter().enumerate().skip(i);
    let best = rest.fold(i, |best, (j, mv)| if mv.order > moves[best].order { j } else { best });
    moves.swap(i, best);
}
