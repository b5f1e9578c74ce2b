//! Sampling among near-equal moves, so that the bot does not always play the same game.

use super::{
    fixed_point::exp_minus,
    random::SplitMix,
    search::RootMove,
    value::{WIN, expected_score},
};

/// The spread of a draw among moves over those that are worse than the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spread {
    /// A move that is worse than the best one by this much, in millionths of the expected score, is drawn e times
    /// less often. With 0 the best move is always taken.
    Temperature(u32),
    /// The temperature is such that the mean loss of a move is this much, in millionths of the expected score; all
    /// moves are equally likely where even that loses less. That holds in an even game: what a man is worth shrinks
    /// with 4p(1 - p) as the expected score p moves away from one half, and so does the loss.
    MeanLoss(u32),
}

/// The parameters by which a move is sampled among near-equal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// The spread of the draw.
    pub spread: Spread,
    /// A move that is worse than the best one by more than this is never drawn, in millionths of the expected
    /// score; with [`Spread::MeanLoss`] in millionths of what the best move is worth, so that no level throws away
    /// what is left of a bad game.
    pub cut: u32,
}

impl Sampling {
    /// The best move alone.
    pub const NONE: Self = Self { spread: Spread::Temperature(0), cut: 0 };

    /// The choice that keeps openings from being all the same.
    pub const OPENING: Self = Self { spread: Spread::Temperature(10_000), cut: 20_000 };

    /// The cut as a search takes it, in millionths of 2p - 1.
    #[must_use]
    pub const fn margin(self) -> i32 {
        2 * self.cut as i32
    }

    /// The temperature for moves with these losses, where the best one is worth `best`.
    fn temperature(self, best: i32, losses: &[u64]) -> u64 {
        match self.spread {
            Spread::Temperature(temperature) => temperature.into(),
            Spread::MeanLoss(_) if best.abs() == WIN => 0,
            Spread::MeanLoss(mean) => temperature_of(losses, mean_loss_at(mean, best)),
        }
    }

    /// The greatest loss of a move that may be drawn, where the best one is worth `best`.
    fn most_loss(self, best: i32) -> u64 {
        let cut = u64::from(self.cut);
        match self.spread {
            Spread::Temperature(_) => cut,
            Spread::MeanLoss(_) => cut * u64::from(expected_score(best)) / WHOLE,
        }
    }
}

/// The millionths of an expected score of 1.
const WHOLE: u64 = WIN as u64;

/// A temperature at which all losses weigh the same.
const HOTTEST: u64 = 1 << 30;

/// The mean loss for a level that loses `mean` in an even game, in a game where the best move is worth `best`.
fn mean_loss_at(mean: u32, best: i32) -> u64 {
    let score = u64::from(expected_score(best));
    4 * score * (WHOLE - score) / WHOLE * u64::from(mean) / WHOLE
}

/// The weight of a loss in a draw.
const fn weight(loss: u64, temperature: u64) -> u64 {
    exp_minus(loss * 1000 / temperature)
}

/// The highest temperature at which the mean of these losses, drawn by their weights, is no more than `mean`.
fn temperature_of(losses: &[u64], mean: u64) -> u64 {
    let fits = |temperature| {
        // Positive where the draw loses too much.
        let excess = |loss: u64| {
            i128::from(weight(loss, temperature)) * (i128::from(loss) - i128::from(mean))
        };
        losses.iter().copied().map(excess).sum::<i128>() <= 0
    };
    if fits(HOTTEST) {
        return HOTTEST;
    }
    let (mut fitting, mut too_hot) = (0, HOTTEST);
    while too_hot - fitting > 1 {
        let middle = u64::midpoint(fitting, too_hot);
        if fits(middle) {
            fitting = middle;
        } else {
            too_hot = middle;
        }
    }
    fitting
}

/// Draws one of the moves whose values are exact and within the cut, with weight
/// exp((value - best) / temperature), and returns its index. The best move must come first; it is
/// taken if it has a proven end, so that the quickest win and the slowest loss are played. 0 if
/// there are no moves.
pub fn sample<M>(moves: &[RootMove<M>], sampling: Sampling, seed: u64, ply: u32) -> usize {
    let Some(RootMove { value: best, proven, .. }) = moves.first() else { return 0 };
    // Values are millionths of 2p - 1, so half their difference is one of p. The best come first.
    let loss = |root: &RootMove<M>| u64::from(best.abs_diff(root.value) / 2);
    let most = sampling.most_loss(*best);
    let near: Vec<usize> =
        (0..moves.len()).filter(|i| moves[*i].exact && loss(&moves[*i]) <= most).collect();
    let losses: Vec<u64> = near.iter().map(|i| loss(&moves[*i])).collect();
    let temperature = sampling.temperature(*best, &losses);
    if temperature == 0 || proven.is_some() {
        return 0;
    }
    let weights = losses.iter().map(|loss| weight(*loss, temperature));
    let mut left = SplitMix::part(seed, u64::from(ply)).below(weights.clone().sum());
    for (i, weight) in near.into_iter().zip(weights) {
        if left < weight {
            return i;
        }
        left -= weight;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(values: &[(i32, bool)]) -> Vec<RootMove<char>> {
        let root = |(value, exact)| RootMove { value, exact, ..RootMove::new('a') };
        values.iter().copied().map(root).collect()
    }

    #[test]
    fn moves_are_drawn_by_their_weight_within_the_cut() {
        let sampling = Sampling { spread: Spread::Temperature(10_000), cut: 20_000 };
        // Worse by 0, 10 000, 20 000, 20 500 of p; the last is a mere bound.
        let moves =
            moves(&[(0, true), (-20_000, true), (-40_000, true), (-41_000, true), (-1, false)]);
        let mut counts = [0; 5];
        (0..10_000).for_each(|seed| counts[sample(&moves, sampling, seed, 7)] += 1);
        // e^0 : e^-1 : e^-2 of 1.503.
        assert!((6450..6850).contains(&counts[0]), "{counts:?}");
        assert!((2250..2650).contains(&counts[1]), "{counts:?}");
        assert!((750..1050).contains(&counts[2]), "{counts:?}");
        assert_eq!(counts[3..], [0, 0]);
    }

    /// The mean loss of many draws, in millionths of p, and the greatest.
    fn losses(moves: &[RootMove<char>], sampling: Sampling) -> (u64, u64) {
        let drawn = |seed| {
            let chosen = &moves[sample(moves, sampling, seed, 3)];
            u64::from(moves[0].value.abs_diff(chosen.value) / 2)
        };
        let all: Vec<u64> = (0..20_000).map(drawn).collect();
        (all.iter().sum::<u64>() / 20_000, all.into_iter().max().unwrap())
    }

    #[test]
    fn the_mean_loss_is_the_target() {
        let at = |best: i32, losses: &[i32]| {
            let values: Vec<_> = losses.iter().map(|loss| (best - 2 * loss, true)).collect();
            moves(&values)
        };
        let beginner = |mean, cut| Sampling { spread: Spread::MeanLoss(mean), cut };
        let many: Vec<i32> = (0..60).map(|i| i * 7_000).collect();
        for mean in [20_000, 35_000, 60_000] {
            for list in [&many[..], &[0, 200_000], &[0, 0, 0, 100_000, 130_000, 400_000]] {
                let (drawn, _) = losses(&at(0, list), beginner(mean, WIN as u32));
                assert!(drawn.abs_diff(mean.into()) < 3_000, "{mean} {list:?}: {drawn}");
            }
        }
        // An expected score of .9 halves and halves again what is lost: .36 of the target.
        let (drawn, _) = losses(&at(800_000, &many), beginner(60_000, WIN as u32));
        assert!(drawn.abs_diff(21_600) < 1_500, "{drawn}");
        // Where all moves lose less than the target, all are equally likely.
        let (drawn, _) = losses(&at(0, &[0, 10_000, 20_000]), beginner(60_000, WIN as u32));
        assert!(drawn.abs_diff(10_000) < 300, "{drawn}");
        // A third of one half, and of one tenth.
        let steps: Vec<i32> = (0..40).map(|i| i * 11_000).collect();
        let (_, most) = losses(&at(0, &steps), beginner(200_000, 333_333));
        assert_eq!(most, 165_000);
        let (_, most) = losses(&at(-800_000, &steps[..9]), beginner(600_000, 333_333));
        assert_eq!(most, 33_000);
    }

    #[test]
    fn a_certain_end_is_taken() {
        let sampling = Sampling { spread: Spread::MeanLoss(60_000), cut: WIN as u32 };
        let won = moves(&[(WIN, true), (900_000, true)]);
        assert!((0..100).all(|seed| sample(&won, sampling, seed, 0) == 0));
    }

    #[test]
    fn without_sampling_the_best_is_taken() {
        let moves = moves(&[(5, true), (5, true)]);
        assert!((0..100).all(|seed| sample(&moves, Sampling::NONE, seed, 0) == 0));
        assert_eq!(sample::<char>(&[], Sampling::OPENING, 1, 0), 0);
    }
}
