//! Max^n (Luckhardt and Irani 1986): every side maximises its own share of the point.
//!
//! Every node has a value for each seat. The search deepens iteratively, orders moves as
//! [`super::search`] does, follows noisy moves beyond the depth, and prunes shallowly (Korf 1991):
//! shares add up to one point, so a line in which the next seat already has more than the mover's
//! best leaves over is not searched to its end. A tie goes against whoever leads among the others.
//! Repetition is not detected.

use std::mem;

use games::{Roll, Rules, Seat, SeatSet};

use super::{
    evaluate::{Evaluate, Shares},
    scoring,
    search::{
        Budget, CHECK_INTERVAL, MAX_DEPTH, MoveOrdering, NO_MOVE_ID, OrderingContext, PlyBuffers,
        RootMove, SearchReport, SearchSettings, pick_best_from, write_line,
    },
    value::WIN,
};

/// Searches these moves of a position that is not over, every seat for itself and its allies.
///
/// Of the moves of others only the first `width` in their order are searched: the fewer, the
/// deeper the search gets, and the more it takes for granted. `None` where there are no moves.
pub fn search<G: Rules, E: Evaluate<G>>(
    position: &G,
    moves: Vec<G::Move>,
    eval: &E,
    budget: &Budget<'_>,
    settings: SearchSettings,
    width: usize,
) -> Option<SearchReport<G::Move>> {
    let n_seats = usize::from(position.n_seats());
    let mut search = MaxN {
        eval,
        budget,
        nodes: 0,
        next_check: u64::MAX,
        halted: false,
        n_seats,
        camp: eval.allies(position.to_move()),
        width,
        ordering: MoveOrdering::new(n_seats, E::N_MOVE_IDS, settings.attention),
        plies: Vec::new(),
    };
    search.deepen(position, settings, moves.into_iter().map(RootMove::new).collect())
}

/// One search under way.
struct MaxN<'a, G: Rules, E> {
    eval: &'a E,
    budget: &'a Budget<'a>,
    nodes: u64,
    /// The node count at which the budget is looked at again.
    next_check: u64,
    /// Whether the budget is used up; from then on no value counts.
    halted: bool,
    n_seats: usize,
    /// The seats of the camp that searches.
    camp: SeatSet,
    /// How many moves of others are searched at a node.
    width: usize,
    ordering: MoveOrdering,
    /// The buffers of each ply.
    plies: Vec<PlyBuffers<G::Move>>,
}

/// The share that the mover at the parent node has already, and its camp: a line that must leave it
/// less is cut off.
#[derive(Clone, Copy)]
struct ParentBound {
    /// Millionths of the point.
    share: i32,
    camp: SeatSet,
}

impl ParentBound {
    /// A share that cuts nothing off.
    const NO_SHARE: i32 = -1;
}

impl<G: Rules, E: Evaluate<G>> MaxN<'_, G, E> {
    /// Searches depth after depth until the budget is used up; only a finished depth counts.
    fn deepen(
        &mut self,
        position: &G,
        settings: SearchSettings,
        mut moves: Vec<RootMove<G::Move>>,
    ) -> Option<SearchReport<G::Move>> {
        let mut report = None;
        for depth in 1..=self.budget.depth.clamp(1, MAX_DEPTH) {
            if depth > 1 {
                self.next_check = self.nodes;
                self.check_budget();
            }
            let n_plies = depth as usize + self.eval.quiescence_depth() as usize + 2;
            self.plies.resize_with(n_plies, PlyBuffers::default);
            self.ordering.make_room(n_plies);
            if self.halted || !self.root(position, depth, settings, &mut moves) {
                break;
            }
            let best = moves.first()?.value;
            report = Some(SearchReport { moves: moves.clone(), depth, nodes: 0 });
            if best.abs() == WIN {
                break;
            }
            self.ordering.age_history();
        }
        report.map(|report| SearchReport { nodes: self.nodes, ..report })
    }

    /// Searches all root moves to `depth` and sorts them, best first; false if halted on the way.
    fn root(
        &mut self,
        position: &G,
        depth: u32,
        settings: SearchSettings,
        moves: &mut [RootMove<G::Move>],
    ) -> bool {
        let mover = position.to_move();
        let mut best: Option<Shares> = None;
        let mut front = 0;
        for (i, root) in moves.iter_mut().enumerate() {
            // The margin asks for exact values down to it.
            let floor = best
                .map_or(ParentBound::NO_SHARE, |best| best[mover.index()] - settings.margin / 2);
            let bound = ParentBound { share: floor, camp: self.eval.allies(mover) };
            let shares = self.move_shares(position, &root.mv, depth, 0, bound);
            if self.halted {
                return false;
            }
            let mine = shares[mover.index()];
            root.value = 2 * mine - WIN;
            root.exact = mine >= floor;
            if root.exact {
                let dice = position.dice(&root.mv);
                write_line(&mut root.line, &root.mv, dice, &self.plies[1].line);
            }
            if best.is_none_or(|best| self.prefers(mover, &shares, &best)) {
                best = Some(shares);
                front = i;
            }
        }
        // Among equals the one that is worst for the leader comes first.
        moves[..=front].rotate_right(1);
        moves.sort_by_key(|root| (-root.value, !root.exact));
        true
    }

    /// Returns `true` if `mover` prefers these shares to those.
    fn prefers(&self, mover: Seat, these: &Shares, those: &Shares) -> bool {
        let own = mover.index();
        if these[own] != those[own] {
            return these[own] > those[own];
        }
        let camp = self.eval.allies(mover);
        let leader_share = |shares: &Shares| {
            let others = Seat::all(self.n_seats as u8).filter(|seat| !camp.contains(*seat));
            others.map(|seat| shares[seat.index()]).max()
        };
        leader_share(these) < leader_share(those)
    }

    /// The shares of a position; where it is certain that they leave the mover at the parent less
    /// than its bound, some shares that say so.
    fn node(&mut self, position: &G, depth: u32, ply: usize, bound: ParentBound) -> Shares {
        if let Some(shares) = self.enter(position, ply) {
            return shares;
        }
        if depth == 0 {
            return self.quiescence(position, self.eval.quiescence_depth(), ply);
        }
        let mover = position.to_move();
        let camp = self.eval.allies(mover);
        let mut buffers = mem::take(&mut self.plies[ply]);
        let context = OrderingContext { ply, group: mover.index(), move_id: NO_MOVE_ID };
        self.ordering.list(self.eval, position, context, &mut buffers);
        let mut best: Option<Shares> = None;
        let width = if self.camp.contains(mover) { usize::MAX } else { self.width };
        for i in 0..buffers.moves.len().min(width) {
            pick_best_from(&mut buffers.moves, i);
            let mv = &buffers.moves[i].mv;
            let floor = best.map_or(ParentBound::NO_SHARE, |best| best[mover.index()]);
            let shares =
                self.move_shares(position, mv, depth, ply, ParentBound { share: floor, camp });
            if self.halted {
                break;
            }
            if best.is_some_and(|best| !self.prefers(mover, &shares, &best)) {
                continue;
            }
            best = Some(shares);
            write_line(&mut buffers.line, mv, position.dice(mv), &self.plies[ply + 1].line);
            let left = WIN - shares[mover.index()];
            if !bound.camp.contains(mover) && left < bound.share {
                if buffers.moves[i].quiet {
                    let move_id = self.eval.move_id(&buffers.moves[i].mv);
                    self.ordering.record_cutoff(OrderingContext { move_id, ..context }, depth);
                }
                break;
            }
        }
        self.plies[ply] = buffers;
        // A game that goes on always has a move; if one had none, it would be a draw.
        best.unwrap_or_else(|| self.draw_shares(position))
    }

    /// The shares after a move, the mean of its outcomes if it throws dice.
    fn move_shares(
        &mut self,
        position: &G,
        mv: &G::Move,
        depth: u32,
        ply: usize,
        bound: ParentBound,
    ) -> Shares {
        if position.dice(mv).is_empty() {
            let child = self.eval.play(position, mv, &Roll::NONE);
            return self.node(&child, depth - 1, ply + 1, bound);
        }
        let mut branches = Vec::new();
        position.branches(mv, &mut branches);
        let (mut sums, mut total) = ([0; Seat::MAX as usize], 0);
        for branch in branches {
            let child = self.eval.play(position, mv, &branch.roll);
            let bound = ParentBound { share: ParentBound::NO_SHARE, ..bound };
            let shares = self.node(&child, depth - 1, ply + 1, bound);
            let weight = i64::from(branch.weight);
            sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += weight * i64::from(share));
            total += weight;
        }
        sums.map(|sum: i64| (sum / total.max(1)) as i32)
    }

    /// Counts a node; its shares if the game or the search is over there.
    fn enter(&mut self, position: &G, ply: usize) -> Option<Shares> {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check_budget();
        }
        self.plies[ply].line.clear();
        if self.halted {
            return Some([0; Seat::MAX as usize]);
        }
        if position.drawn_by_count(1).is_some() {
            return Some(self.draw_shares(position));
        }
        let outcome = position.outcome()?;
        let share = |seat| scoring::share(self.eval, position, outcome, seat).millionths();
        Some(self.by_seat(share))
    }

    fn draw_shares(&self, position: &G) -> Shares {
        let fair = scoring::fair_share(self.eval, position).millionths();
        self.by_seat(|_| fair)
    }

    fn by_seat(&self, share: impl Fn(Seat) -> i32) -> Shares {
        let mut shares = [0; Seat::MAX as usize];
        Seat::all(self.n_seats as u8).for_each(|seat| shares[seat.index()] = share(seat));
        shares
    }

    /// The shares of a leaf: the static ones, or what noisy moves make of them.
    fn quiescence(&mut self, position: &G, left: u32, ply: usize) -> Shares {
        let mut best = self.eval.shares(position);
        if left == 0 {
            return best;
        }
        let mover = position.to_move();
        let mut buffers = mem::take(&mut self.plies[ply]);
        MoveOrdering::list_noisy(self.eval, position, &mut buffers);
        for i in 0..buffers.moves.len() {
            pick_best_from(&mut buffers.moves, i);
            let child = self.eval.play(position, &buffers.moves[i].mv, &Roll::NONE);
            let shares = match self.enter(&child, ply + 1) {
                Some(shares) => shares,
                None => self.quiescence(&child, left - 1, ply + 1),
            };
            if self.halted {
                break;
            }
            if self.prefers(mover, &shares, &best) {
                best = shares;
            }
        }
        self.plies[ply] = buffers;
        best
    }

    fn check_budget(&mut self) {
        if self.nodes >= self.budget.nodes || (self.budget.stop)() {
            self.halted = true;
        }
        self.next_check = (self.nodes + CHECK_INTERVAL).min(self.budget.nodes);
    }
}
