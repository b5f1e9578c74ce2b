//! Selectivity: what makes lines longer or shorter than the nominal depth, in games that ask for
//! it. Check extensions, late move reductions, the null move.

use std::mem;

use games::Rules;

use super::{
    alpha_beta::{AlphaBeta, Node},
    window::Window,
};
use crate::{evaluate::Evaluate, mate_distance::is_proven};

/// The least depth at which late quiet moves are reduced.
const REDUCTION_DEPTH: u32 = 3;

/// The index in the order from which on a quiet move is late, and the one from which on it is very
/// late.
const LATE: [usize; 2] = [4, 12];

/// The least depth at which a null move is tried.
const NULL_MOVE_DEPTH: u32 = 3;

impl<G: Rules, E: Evaluate<G>> AlphaBeta<'_, G, E> {
    /// Returns `true` if lines that hardly matter may be shortened.
    pub(super) fn is_selective(&self) -> bool {
        self.eval.allows_selectivity() && !self.full_width && !self.settings.exact
    }

    /// The plies left below a move that leads to `child`: one less than at `node`, or as many if
    /// the game asks for an extension.
    pub(super) fn depth_below(&self, node: Node<'_, G>, child: &G) -> u32 {
        let extended = !self.settings.exact
            && node.ply + (node.depth as usize) < self.extension_limit
            && self.eval.extends_line(child);
        node.depth - u32::from(!extended)
    }

    /// By how many plies the quiet move with index `late` in the order is first reduced.
    pub(super) fn reduction(&self, node: Node<'_, G>, below: u32, late: usize) -> u32 {
        let early = node.ply == 0 || node.depth < REDUCTION_DEPTH || late < LATE[0];
        // A move that extends the line, or gets out of a forced position, is no idle one.
        let extended = below >= node.depth;
        if early || extended || !self.is_selective() || self.eval.extends_line(node.position) {
            return 0;
        }
        1 + u32::from(late >= LATE[1] && node.depth > REDUCTION_DEPTH)
    }

    /// `beta`, if the mover is so well off that the node reaches it even after a null move (Goetsch
    /// and Campbell 1990). It is never tried on a bound that is a proven result.
    pub(super) fn null_move_bound(&mut self, node: Node<'_, G>, window: Window) -> Option<i32> {
        let allowed = node.ply > 0 && node.depth >= NULL_MOVE_DEPTH && !self.after_null_move;
        let fits = window.is_null() && !is_proven(window.beta);
        if !allowed || !fits || !self.is_selective() {
            return None;
        }
        if self.static_value(node.position) < window.beta {
            return None;
        }
        let passed = self.eval.null_move(node.position)?;
        let depth = node.depth.saturating_sub(3 + node.depth / 5);
        // No position is repeated across a null move.
        let repeatable_from = mem::replace(&mut self.repeatable_from, self.path.len());
        self.after_null_move = true;
        let value = self.child_value(&passed, node, window, depth);
        self.after_null_move = false;
        self.repeatable_from = repeatable_from;
        (!self.halted && value >= window.beta).then_some(window.beta)
    }
}
