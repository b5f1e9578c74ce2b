//! Chance nodes: the weighted mean of the outcomes, each searched only as far as it can matter
//! (Star1).

use games::{Branch, Rules};

use super::{
    alpha_beta::{AlphaBeta, Node},
    window::Window,
};
use crate::{evaluate::Evaluate, value::WIN};

/// Bounds on the value, for the mover, of the outcome that all chance moves of a node share.
#[derive(Clone, Copy)]
pub(super) struct SharedOutcome {
    lower: i32,
    upper: i32,
}

impl SharedOutcome {
    pub(super) const UNKNOWN: Self = Self { lower: -WIN, upper: WIN };
}

impl<G: Rules, E: Evaluate<G>> AlphaBeta<'_, G, E> {
    /// The value of a move that throws dice, by Star1: every outcome is searched with the window in
    /// which it can still matter.
    pub(super) fn chance_node(
        &mut self,
        node: Node<'_, G>,
        mv: &G::Move,
        branches: &[Branch],
        window: Window,
        shared: &mut SharedOutcome,
    ) -> i32 {
        let eval = self.eval;
        let settled = |branch: &Branch| eval.ending_value(node.position, mv, branch);
        let mut mean = PartialMean::new(branches, window);
        for branch in branches {
            if let Some(value) = settled(branch) {
                mean.add(branch.weight, value);
            }
        }
        // The shared outcome comes first: it is often known already.
        let is_shared = |branch: &&Branch| eval.is_shared_outcome(branch);
        let others = branches.iter().filter(|branch| !is_shared(branch));
        let open = branches.iter().filter(is_shared).chain(others);
        for branch in open.filter(|branch| settled(branch).is_none()) {
            let needed = match mean.window(branch.weight) {
                Ok(needed) => needed,
                Err(bound) => return bound,
            };
            let value = if is_shared(&branch) {
                self.shared_value(node, mv, branch, needed.clamped(), shared)
            } else {
                self.outcome_value(node, mv, branch, needed.clamped())
            };
            if self.halted {
                return 0;
            }
            if let Some(bound) = mean.add_searched(branch.weight, value, needed) {
                return bound;
            }
        }
        mean.rounded(mean.known)
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
        self.child_value(&child, node, window, node.depth - 1)
    }

    /// The value of the shared outcome: one of its bounds where that suffices, else by a search,
    /// which makes the bounds narrower.
    fn shared_value(
        &mut self,
        node: Node<'_, G>,
        mv: &G::Move,
        branch: &Branch,
        window: Window,
        shared: &mut SharedOutcome,
    ) -> i32 {
        if shared.lower == shared.upper || shared.lower >= window.beta {
            return shared.lower;
        }
        if shared.upper <= window.alpha {
            return shared.upper;
        }
        let value = self.outcome_value(node, mv, branch, window);
        if value > window.alpha {
            shared.lower = shared.lower.max(value);
        }
        if value < window.beta {
            shared.upper = shared.upper.min(value);
        }
        value
    }
}

/// The weighted mean of a chance node as far as it is known.
struct PartialMean {
    /// The weight of all outcomes.
    total: i64,
    /// The sum of weight × value of the known outcomes.
    known: i64,
    /// The weight of the outcomes that are not known yet.
    open: i64,
    window: Window,
}

impl PartialMean {
    fn new(branches: &[Branch], window: Window) -> Self {
        let total = branches.iter().map(|branch| i64::from(branch.weight)).sum();
        Self { total, known: 0, open: total, window }
    }

    fn add(&mut self, weight: u32, value: i32) {
        self.known += i64::from(weight) * i64::from(value);
        self.open -= i64::from(weight);
    }

    /// The window in which the next outcome can still matter; as the error, the bound on the whole
    /// node if there is none.
    fn window(&self, weight: u32) -> Result<NeededWindow, i32> {
        let (weight, win) = (i64::from(weight), i64::from(WIN));
        let rest = (self.open - weight) * win;
        let alpha = i64::from(self.window.alpha) * self.total - self.known;
        let beta = i64::from(self.window.beta) * self.total - self.known;
        let low = (alpha - rest).div_euclid(weight);
        let high = -(-(beta + rest)).div_euclid(weight);
        if low >= win {
            return Err(self.rounded(self.known + self.open * win));
        }
        if high <= -win {
            return Err(self.rounded(self.known - self.open * win));
        }
        Ok(NeededWindow { low, high })
    }

    /// Adds the value of an outcome that was searched in this window; the bound on the whole node
    /// if the value settles it.
    fn add_searched(&mut self, weight: u32, value: i32, needed: NeededWindow) -> Option<i32> {
        self.add(weight, value);
        let rest = self.open * i64::from(WIN);
        if i64::from(value) <= needed.low {
            Some(self.rounded(self.known + rest))
        } else if i64::from(value) >= needed.high {
            Some(self.rounded(self.known - rest))
        } else {
            None
        }
    }

    /// The mean for a sum of weight × value, rounded down; it lies inside ±[`WIN`].
    fn rounded(&self, sum: i64) -> i32 {
        sum.div_euclid(self.total) as i32
    }
}

/// The window of one outcome: at `low` or below the whole node fails low, at `high` or above it
/// fails high.
#[derive(Clone, Copy)]
struct NeededWindow {
    low: i64,
    high: i64,
}

impl NeededWindow {
    /// The same as a search window. No value lies outside ±[`WIN`], so the ends are exact too.
    fn clamped(self) -> Window {
        let win = i64::from(WIN);
        Window {
            alpha: self.low.clamp(-win - 1, win) as i32,
            beta: self.high.clamp(-win, win + 1) as i32,
        }
    }
}
