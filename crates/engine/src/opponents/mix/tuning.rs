//! Which weights of Game Mix can be tuned: all but the Pawn, which sets the scale.

use games::mix::{Options, Position};

use super::{Mix, Weights};
use crate::tuning::Tunable;

impl Tunable for Position {
    type Weights = Weights;

    /// Returns what men but the Pawn and the King are worth, what Pawns and Checkers gain on the ranks 3 to 7,
    /// then mobility, siege, connection and tempo.
    fn free_weights(weights: &Weights) -> Vec<i32> {
        let mut free = weights.worth[1..6].to_vec();
        free.extend(&weights.pawn[2..7]);
        free.extend(&weights.checker[2..7]);
        free.extend(weights.mobility);
        free.push(weights.siege);
        free.extend(weights.connection);
        free.push(weights.tempo);
        free
    }

    fn with_free_weights(weights: &Weights, free: &[i32]) -> Weights {
        let mut next = *weights;
        let mut free = free.iter().copied();
        let places = next.worth[1..6]
            .iter_mut()
            .chain(&mut next.pawn[2..7])
            .chain(&mut next.checker[2..7])
            .chain(&mut next.mobility)
            .chain(std::iter::once(&mut next.siege))
            .chain(&mut next.connection)
            .chain(std::iter::once(&mut next.tempo));
        places.zip(&mut free).for_each(|(place, weight)| *place = weight);
        next
    }

    fn evaluator_with(weights: &Weights, options: &Options) -> Mix {
        Mix::new(weights, options, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponents::mix::{PLAIN, TUNED};

    #[test]
    fn the_free_weights_are_all_but_the_pawn() {
        assert_eq!(Position::with_free_weights(&PLAIN, &Position::free_weights(&TUNED)), TUNED);
    }
}
