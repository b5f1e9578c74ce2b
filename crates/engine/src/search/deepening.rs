//! Iterative deepening: the root of a search, depth by depth.

use games::Rules;

use super::{
    PlyBuffers,
    alpha_beta::{AlphaBeta, Node},
    chance::SharedOutcome,
    report::{RootMove, SearchReport},
    settings::MAX_DEPTH,
    window::Window,
    write_line,
};
use crate::{evaluate::Evaluate, mate_distance::MateDistance, value::WIN};

impl<G: Rules, E: Evaluate<G>> AlphaBeta<'_, G, E> {
    /// Searches depth after depth until the budget is used up or an end is proven; only a finished
    /// depth counts. `None` where there are no moves.
    pub(super) fn deepen(
        &mut self,
        position: &G,
        mut moves: Vec<RootMove<G::Move>>,
    ) -> Option<SearchReport<G::Move>> {
        let mut report: Option<SearchReport<G::Move>> = None;
        let mut depth = 1;
        while depth <= self.budget.depth.clamp(1, MAX_DEPTH) {
            if report.is_some() {
                self.next_check = self.nodes;
                self.check_budget();
            }
            self.make_room(depth as usize);
            if self.halted || !self.root(position, depth, &mut moves) {
                break;
            }
            let best = moves.first()?;
            let (settled, proven) = (best.value.abs() == WIN, best.proven);
            let reached = report.map_or(depth, |report| report.depth.max(depth));
            report = Some(SearchReport { moves: moves.clone(), depth: reached, nodes: 0 });
            match proven.filter(|end| end.plies <= depth) {
                // A proven end may be nearer than a selective search has found.
                Some(end) if self.is_selective() => {
                    self.full_width = true;
                    depth = end.plies;
                }
                Some(_) => break,
                None if settled => break,
                None => depth += 1,
            }
            self.ordering.age_history();
        }
        report.map(|report| SearchReport { nodes: self.nodes, ..report })
    }

    fn make_room(&mut self, depth: usize) {
        // Without extensions the leaves are `depth` plies away, with them at most twice as many.
        self.extension_limit = 2 * depth;
        let n_plies = self.extension_limit + self.eval.quiescence_depth() as usize + 2;
        self.plies.resize_with(n_plies.max(self.plies.len()), PlyBuffers::default);
        self.ordering.make_room(n_plies);
    }

    /// Searches all root moves to `depth` and sorts them, best first; false if halted on the way.
    fn root(&mut self, position: &G, depth: u32, moves: &mut [RootMove<G::Move>]) -> bool {
        let node = Node { position, depth, ply: 0 };
        let mut shared = SharedOutcome::UNKNOWN;
        let margin = self.settings.margin;
        let mut best = -WIN - 1;
        for (i, root) in moves.iter_mut().enumerate() {
            let alpha = (best - margin - i32::from(margin > 0)).max(-WIN - 1);
            let window = Window { alpha, beta: WIN + 1 };
            let quiet = self.eval.tactical_score(position, &root.mv).is_none();
            let late = (i > 0 && quiet && margin == 0).then_some(i);
            root.value = self.move_value(node, &root.mv, window, late, &mut shared);
            if self.halted {
                return false;
            }
            root.exact = root.value > alpha;
            root.proven =
                MateDistance::of(root.value).filter(|_| root.exact && self.eval.counts_plies());
            if root.exact {
                let dice = position.dice(&root.mv);
                write_line(&mut root.line, &root.mv, dice, &self.plies[1].line);
            }
            best = best.max(root.value);
        }
        // The sort is stable: among equals the one that led before stays ahead.
        moves.sort_by_key(|root| (-root.value, !root.exact));
        true
    }
}
