//! What happened in a ply, as far as its marks tell it.

use super::{Mark, Spot};

/// What happened in a ply: who went where, and what became of whom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The spot that was left, or from which was attacked; `None` where nobody came from the board.
    pub from: Option<Spot>,
    /// The spot that was reached or attacked.
    pub to: Option<Spot>,
    /// The spots between which the way leads, the first and the last one included; empty for a step to a neighbour.
    pub hops: Vec<Spot>,
    /// The spots on the way whose men were taken.
    pub taken: Vec<Spot>,
    /// The attack that did not succeed, if it did not.
    pub failed: Option<Failed>,
    /// Where two men became one.
    pub merged: Option<Spot>,
    /// Where a man became one of a higher rank.
    pub raised: Option<Spot>,
}

/// An attack that did not succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    /// Both stand where they stood.
    Push,
    /// The attacker was lost.
    Lost,
}

impl Step {
    /// The step of a ply with these marks; `None` if they tell of none.
    #[must_use]
    pub fn of(marks: &[Mark]) -> Option<Self> {
        let mut step = Self::default();
        for mark in marks {
            match *mark {
                Mark::Arrow(from, to) => match step.hops.last() {
                    Some(last) if *last == from => step.hops.push(to),
                    _ => step.hops.extend([from, to]),
                },
                Mark::Push(..) => step.failed = Some(Failed::Push),
                Mark::Lost(..) => step.failed = Some(Failed::Lost),
                Mark::Taken(at) => step.taken.push(at),
                Mark::Grown(at) => step.merged = Some(at),
                Mark::Raised(at) => step.raised = Some(at),
                _ => {}
            }
            step.from = step.from.or(mark.origin());
            step.to = step.to.or(mark.target());
        }
        (step != Self::default()).then_some(step)
    }
}
