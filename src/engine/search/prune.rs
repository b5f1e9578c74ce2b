//! What makes lines longer or shorter than the depth, in games that ask for it.

use std::mem;

use super::{
    Evaluate,
    run::{Node, Run, Window},
};
use crate::{engine::mate_distance::is_proven, games::Rules};

/// From which depth on quiet moves that come late are searched less deep.
const LATE_DEPTH: u32 = 3;

/// From which place in the order on a quiet move is late, and from which very late.
const LATE: [usize; 2] = [4, 12];

/// From which depth on a pass is tried.
const NULL_MOVE_DEPTH: u32 = 3;

impl<G: Rules, E: Evaluate<G>> Run<'_, G, E> {
    /// Whether lines may be shortened that hardly matter.
    pub(super) fn selective(&self) -> bool {
        self.eval.selective() && !self.strict && !self.settings.exact
    }

    /// The plies left below a move that leads to `child`: one less than at `node`, or as many
    /// where the game wants to look on.
    pub(super) fn depth_below(&self, node: Node<'_, G>, child: &G) -> u32 {
        let longer = !self.settings.exact
            && node.ply + (node.depth as usize) < self.reach
            && self.eval.extends(child);
        node.depth - u32::from(!longer)
    }

    /// By how many plies the `late`-th move of a node, a quiet one, is first searched less deep.
    pub(super) fn reduction(&self, node: Node<'_, G>, below: u32, late: usize) -> u32 {
        let full = node.ply == 0 || node.depth < LATE_DEPTH || late < LATE[0];
        // A move that lengthens the line, or the only way out, is no idle one.
        if full || below >= node.depth || !self.selective() || self.eval.extends(node.position) {
            return 0;
        }
        1 + u32::from(late >= LATE[1] && node.depth > LATE_DEPTH)
    }

    /// Whether the mover is so well off that the node is at least `beta` even after a pass; then
    /// that bound. Never a proven result.
    pub(super) fn null_move_bound(&mut self, node: Node<'_, G>, window: Window) -> Option<i32> {
        let asked = node.ply > 0 && node.depth >= NULL_MOVE_DEPTH && !self.passed;
        let narrow = window.beta - window.alpha == 1 && !is_proven(window.beta);
        if !asked || !narrow || !self.selective() || self.static_value(node.position) < window.beta
        {
            return None;
        }
        let passed = self.eval.null_move(node.position)?;
        let depth = node.depth.saturating_sub(3 + node.depth / 5);
        // Nothing is repeated across a pass.
        let since = mem::replace(&mut self.since, self.path.len());
        self.passed = true;
        let value = self.child(&passed, node, window, depth);
        self.passed = false;
        self.since = since;
        (!self.halted && value >= window.beta).then_some(window.beta)
    }
}
