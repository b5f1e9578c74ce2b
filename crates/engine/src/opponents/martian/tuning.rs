//! Which weights of Martian Chess can be tuned: all but one, which sets the scale.

use games::martian::{Options, Position};

use super::{Martian, Weights};
use crate::tuning::Tunable;

impl Tunable for Position {
    type Weights = Weights;

    /// The late point, the pieces, mobility, threats, the end's nearness, the clock, the tempo.
    fn free_weights(weights: &Weights) -> Vec<i32> {
        let mut free = vec![weights.late_point];
        free.extend(weights.worth);
        free.extend([weights.mobility, weights.threat]);
        free.extend(weights.near_end);
        free.extend([weights.clock, weights.tempo]);
        free
    }

    fn with_free_weights(weights: &Weights, free: &[i32]) -> Weights {
        let &[late_point, pawn, drone, queen, mobility, threat, e1, e2, e3, e4, clock, tempo] =
            free
        else {
            return *weights;
        };
        Weights {
            point: weights.point,
            late_point,
            worth: [pawn, drone, queen],
            mobility,
            threat,
            near_end: [e1, e2, e3, e4],
            clock,
            tempo,
        }
    }

    fn evaluator_with(weights: &Weights, options: &Options) -> Martian {
        Martian::new(weights, options, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponents::martian::{PLAIN, TUNED};

    #[test]
    fn the_free_weights_are_all_but_the_point() {
        let back = Position::with_free_weights(&PLAIN, &Position::free_weights(&TUNED));
        assert_eq!(Weights { point: TUNED.point, ..back }, TUNED);
    }
}
