//! The course of a ply, as far as its marks tell it.

use super::{Mark, Spot};

/// The course of a ply: who went where, and what became of whom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The spot that was left, or from which was attacked; `None` where nobody came from the board.
    pub from: Option<Spot>,
    /// The spot that was reached or attacked.
    pub to: Option<Spot>,
    /// The spots between which the way leads, the first and the last one included; empty where the marks show none.
    pub hops: Vec<Spot>,
    /// The spots whose men were taken on the way, besides the one that was reached.
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
                Mark::Arrow(from, to) | Mark::Way(from, to) => match step.hops.last() {
                    Some(last) if *last == from => step.hops.push(to),
                    None => step.hops.extend([from, to]),
                    // No ply goes two ways.
                    Some(_) => {}
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    fn at(file: u8) -> Spot {
        Square { file, rank: 0 }.into()
    }

    #[test]
    fn marks_tell_who_went_where_and_what_came_of_it() {
        let step = |marks: &[Mark]| Step::of(marks).unwrap();
        let from_to = [Mark::From(at(1)), Mark::To(at(2))];
        assert_eq!((step(&from_to).from, step(&from_to).to), (Some(at(1)), Some(at(2))));
        let pushed = step(&[Mark::Push(at(1), at(2))]);
        assert_eq!(
            (pushed.from, pushed.to, pushed.failed),
            (Some(at(1)), Some(at(2)), Some(Failed::Push))
        );
        assert_eq!(step(&[Mark::Lost(at(1), at(2))]).failed, Some(Failed::Lost));
        assert_eq!(step(&[Mark::To(at(2))]).from, None, "out of the hand");
        let more = [Mark::Taken(at(3)), Mark::Grown(at(2)), Mark::Raised(at(4))];
        let more = step(&more);
        assert_eq!(
            (&more.taken[..], more.merged, more.raised),
            (&[at(3)][..], Some(at(2)), Some(at(4)))
        );
        assert_eq!(Step::of(&[Mark::Check(at(1))]), None);
    }

    #[test]
    fn a_way_leads_over_its_jumps_and_steps() {
        let hops = |marks: &[Mark]| Step::of(marks).unwrap().hops;
        assert_eq!(
            hops(&[Mark::Arrow(at(1), at(3)), Mark::Arrow(at(3), at(5))]),
            [at(1), at(3), at(5)]
        );
        assert_eq!(
            hops(&[Mark::Way(at(1), at(2)), Mark::Way(at(2), at(3))]),
            [at(1), at(2), at(3)]
        );
        assert_eq!(hops(&[Mark::Way(at(1), at(2)), Mark::Arrow(at(4), at(5))]), [at(1), at(2)]);
    }
}
