//! Chance nodes: the weighted mean of the outcomes, each searched only as far as it can matter.

use super::{
    Evaluate, WIN,
    run::{Node, Run, Window},
};
use crate::games::{Branch, Rules};

/// What is known of the outcome that all fights of a node share, for the mover.
#[derive(Clone, Copy)]
pub(super) struct Shared {
    low: i32,
    high: i32,
}

impl Shared {
    pub(super) const UNKNOWN: Self = Self { low: -WIN, high: WIN };
}

impl<G: Rules, E: Evaluate<G>> Run<'_, G, E> {
    /// A chance node by Star1: every outcome is searched only as far as it can still matter.
    pub(super) fn fight(
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
        self.child(&child, node, window, node.depth - 1)
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
