//! From depth to depth: the root of a search.

use super::{
    Evaluate, Frame, MAX_DEPTH, Report, RootMove, WIN,
    chance::Shared,
    run::{Node, Run, Window},
};
use crate::{engine::mate_distance::MateDistance, games::Rules};

impl<G: Rules, E: Evaluate<G>> Run<'_, G, E> {
    /// Iterative deepening: only a finished depth counts.
    pub(super) fn deepen(
        &mut self,
        position: &G,
        mut moves: Vec<RootMove<G::Move>>,
    ) -> Option<Report<G::Move>> {
        let mut report: Option<Report<G::Move>> = None;
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
            report = Some(Report { moves: moves.clone(), depth: reached, nodes: 0 });
            match proven.filter(|end| end.plies <= depth) {
                // A proven end may be nearer than a search that shortens lines has found.
                Some(end) if self.selective() => {
                    self.strict = true;
                    depth = end.plies;
                }
                Some(_) => break,
                None if settled => break,
                None => depth += 1,
            }
            self.order.age();
        }
        report.map(|report| Report { nodes: self.nodes, ..report })
    }

    fn make_room(&mut self, depth: usize) {
        // Without extensions the leaves are `depth` plies away, with them at most twice as many.
        self.reach = 2 * depth;
        let n_plies = self.reach + self.eval.quiescence_depth() as usize + 2;
        self.frames.resize_with(n_plies.max(self.frames.len()), Frame::default);
        self.order.make_room(n_plies);
    }

    /// Searches all root moves to `depth` and sorts them, best first; false if halted on the way.
    fn root(&mut self, position: &G, depth: u32, moves: &mut [RootMove<G::Move>]) -> bool {
        let node = Node { position, depth, ply: 0 };
        let mut shared = Shared::UNKNOWN;
        let mut best = -WIN - 1;
        for (i, root) in moves.iter_mut().enumerate() {
            let alpha =
                (best - self.settings.margin - i32::from(self.settings.margin > 0)).max(-WIN - 1);
            let window = Window { alpha, beta: WIN + 1 };
            let quiet = self.eval.order(position, &root.mv).is_none();
            let late = (i > 0 && quiet && self.settings.margin == 0).then_some(i);
            root.value = self.move_value(node, &root.mv, window, late, &mut shared);
            if self.halted {
                return false;
            }
            root.exact = root.value > alpha;
            root.proven =
                MateDistance::of(root.value).filter(|_| root.exact && self.eval.counts_plies());
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
}
