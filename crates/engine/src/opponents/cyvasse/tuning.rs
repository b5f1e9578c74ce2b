//! Which weights of Cyvasse can be tuned: all but the Rabble, which sets the scale.

use games::cyvasse::{Options, Position};

use super::{eval::Evaluator, weights::Weights};
use crate::tuning::Tunable;

impl Tunable for Position {
    type Weights = Weights;

    fn free_weights(weights: &Weights) -> Vec<i32> {
        places(&mut { *weights }).map(|weight| *weight).collect()
    }

    fn with_free_weights(weights: &Weights, free: &[i32]) -> Weights {
        let mut next = *weights;
        places(&mut next).zip(free).for_each(|(place, weight)| *place = *weight);
        next
    }

    fn evaluator_with(weights: &Weights, _options: &Options) -> Evaluator {
        Evaluator::new(weights, true)
    }
}

/// All weights that can be tuned, in a fixed order.
fn places(weights: &mut Weights) -> impl Iterator<Item = &mut i32> {
    let Weights {
        worth,
        dragon_in_hand,
        mobility,
        helpful_ground,
        best_capture,
        second_capture,
        king_attackers,
        without_heir,
        king_capturable,
        heirs,
        fortress,
        king_in_fortress,
        fortress_attacked,
        fortress_occupied,
        approach,
        tempo,
    } = weights;
    let lists: [&mut [i32]; 7] = [
        &mut worth[1..],
        &mut mobility[2..],
        best_capture,
        second_capture,
        king_attackers,
        king_capturable,
        heirs,
    ];
    let single = [
        dragon_in_hand,
        helpful_ground,
        without_heir,
        fortress,
        king_in_fortress,
        fortress_attacked,
        fortress_occupied,
        approach,
        tempo,
    ];
    lists.into_iter().flatten().chain(single)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponents::cyvasse::{PLAIN, TUNED};

    #[test]
    fn the_free_weights_are_all_but_the_rabble() {
        assert_eq!(Position::with_free_weights(&PLAIN, &Position::free_weights(&TUNED)), TUNED);
    }
}
