//! What the games of a duel say: score, interval, Elo, sequential test. Pairs of games are the
//! unit, because the two games of a pair share opening and dice.

use std::fmt;

/// The normal quantile of a 95 % interval.
const Z_95: f64 = 1.96;

/// The number of pairs by their points in halves: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// Adds a pair with so many half points, 0 to 4.
    pub const fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Number of pairs.
    #[must_use]
    pub fn n_pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score a game, 0 to 1; a half where nothing was played.
    #[must_use]
    pub fn score(&self) -> f64 {
        let n = self.n_pairs();
        if n == 0 {
            return 0.5;
        }
        let halves: u64 = (0..).zip(self.0).map(|(points, count)| points * count).sum();
        halves as f64 / (4 * n) as f64
    }

    /// Variance of a pair's score a game.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let (n, mean) = (self.n_pairs(), self.score());
        if n == 0 {
            return 0.0;
        }
        let square = |points: f64| (points / 4.0 - mean) * (points / 4.0 - mean);
        let sum: f64 = (0..5_u8).zip(self.0).map(|(i, k)| square(f64::from(i)) * k as f64).sum();
        sum / n as f64
    }

    /// Half the width of the 95 % interval around the score.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        Z_95 * (self.variance() / self.n_pairs().max(1) as f64).sqrt()
    }

    /// The Elo difference with its 95 % interval: middle, lower, upper.
    #[must_use]
    pub fn elo(&self) -> [Elo; 3] {
        let (score, width) = (self.score(), self.half_width());
        [score, score - width, score + width].map(Elo::of_score)
    }

    /// The log likelihood ratio of "stronger by `more` Elo" against "stronger by `less`" in the
    /// normal approximation over pairs. Stop at ±2.94 (5 % errors): above means `more`.
    ///
    /// 0 while all pairs ended alike, which says nothing about their spread.
    #[must_use]
    pub fn log_ratio(&self, less: Margin, more: Margin) -> f64 {
        let (s0, s1, variance) = (less.score(), more.score(), self.variance());
        if variance == 0.0 {
            return 0.0;
        }
        let n = self.n_pairs() as f64;
        n * (s1 - s0) * (2.0 * self.score() - s0 - s1) / (2.0 * variance)
    }
}

/// Where a sequential test stops: 5 % errors on both sides, ln(.95 / .05).
pub const SPRT_BOUND: f64 = 2.94;

/// A difference in strength that a sequential test asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Margin {
    /// -10 Elo.
    Minus10,
    /// 0 Elo.
    Zero,
    /// +10 Elo.
    Plus10,
}

impl Margin {
    /// The expected score: 1 / (1 + 10^(-Elo / 400)).
    #[must_use]
    pub const fn score(self) -> f64 {
        match self {
            Self::Minus10 => 0.485_612_815,
            Self::Zero => 0.5,
            Self::Plus10 => 0.514_387_185,
        }
    }
}

/// A difference in strength; shown as a whole number, `inf` or `-inf`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Elo(pub f64);

impl Elo {
    /// The difference that gives this score a game: -400 log10(1 / s - 1).
    #[must_use]
    pub fn of_score(score: f64) -> Self {
        if score <= 0.0 {
            Self(f64::NEG_INFINITY)
        } else if score >= 1.0 {
            Self(f64::INFINITY)
        } else {
            Self(-400.0 * (1.0 / score - 1.0).log10())
        }
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_finite() {
            // By way of an integer, so that a small negative number is not shown as -0.
            write!(f, "{}", self.0.round() as i64)
        } else {
            write!(f, "{}", self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_duel() {
        // 40 pairs: 10 lost, 20 even, 10 won, so a score of one half.
        let pairs = PairCounts([10, 0, 20, 0, 10]);
        assert_eq!(pairs.score(), 0.5);
        assert_eq!(pairs.variance(), 0.125);
        assert!((pairs.half_width() - 0.10957).abs() < 1e-4);
        assert_eq!(pairs.elo().map(|elo| elo.to_string()), ["0", "-77", "77"]);
    }

    #[test]
    fn elo_of_sure_scores_is_infinite() {
        let all = PairCounts([0, 0, 0, 0, 3]);
        assert_eq!(all.elo().map(|elo| elo.to_string()), ["inf", "inf", "inf"]);
        let none = PairCounts([3, 0, 0, 0, 0]);
        assert_eq!(none.elo()[0].to_string(), "-inf");
        assert_eq!(Elo::of_score(0.523).to_string(), "16");
        assert_eq!(Elo(-0.2).to_string(), "0");
    }

    #[test]
    fn the_margins_are_the_scores_of_their_elo() {
        for (margin, elo) in [(Margin::Minus10, -10.0), (Margin::Zero, 0.0), (Margin::Plus10, 10.0)]
        {
            assert!((Elo::of_score(margin.score()).0 - elo).abs() < 1e-4, "{margin:?}");
        }
    }

    #[test]
    fn the_sequential_test_goes_the_right_way() {
        let better = PairCounts([100, 200, 400, 300, 200]);
        assert!(better.log_ratio(Margin::Zero, Margin::Plus10) > SPRT_BOUND);
        let even = PairCounts([900, 1800, 3600, 1800, 900]);
        assert!(even.log_ratio(Margin::Zero, Margin::Plus10) < -SPRT_BOUND);
        assert_eq!(PairCounts::default().log_ratio(Margin::Zero, Margin::Plus10), 0.0);
    }
}
