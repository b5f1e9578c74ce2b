//! Which weights of Cyvasse can be tuned: all but the Rabble, which sets the scale.

use super::{Cyvasse, Weights};
use crate::{
    engine::tuning::Tunable,
    games::cyvasse::{Options, Position},
};

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

    fn evaluator_with(weights: &Weights, _options: &Options) -> Cyvasse {
        Cyvasse::new(weights, true)
    }
}

/// Every weight but that of the Rabble.
fn places(weights: &mut Weights) -> impl Iterator<Item = &mut i32> {
    let Weights {
        worth,
        hand,
        mobility,
        ground,
        threat,
        second,
        siege,
        bare,
        danger,
        heirs,
        fortress,
        home,
        storm,
        stormed,
        march,
        tempo,
    } = weights;
    let lists: [&mut [i32]; 7] =
        [&mut worth[1..], &mut mobility[2..], threat, second, siege, danger, heirs];
    let single = [hand, ground, bare, fortress, home, storm, stormed, march, tempo];
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
