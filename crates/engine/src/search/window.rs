//! The alpha-beta window.

use crate::{mate_distance::child_bound, transposition::Bound};

/// An open interval of values that matter: a value at or below `alpha` is as good as any other
/// down there, and so is one at or above `beta`.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The same interval for the other camp.
    pub(super) const fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window of a child in a game that counts plies: the values of the child that fall into
    /// this window once its parent sees them (`mate_distance::parent_value`).
    pub(super) const fn for_child(self) -> Self {
        Self { alpha: child_bound(self.alpha + 1) - 1, beta: child_bound(self.beta) }
    }

    /// The null window above alpha: a search with it asks only whether a value is better.
    pub(super) const fn null(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// Returns what a value that was searched with this window says about the true one.
    pub(super) const fn bound_of(self, value: i32) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// Returns `true` if no integer lies inside, as in a null window.
    pub(super) const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}
