//! The statistics of a duel: score, confidence interval, Elo, sequential test.
//!
//! The unit is the round, because the games of a round share opening and dice; a round of a game
//! of two seats is a pair.

use std::{collections::BTreeMap, fmt};

use crate::{scoring::Share, value::WIN};

/// The normal quantile of a 95 % interval.
const Z_95: f64 = 1.96;

/// The number of rounds by the points that the first player got in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundCounts {
    /// The number of rounds by points, in sixtieths.
    counts: BTreeMap<u64, u64>,
    /// The number of games in a round.
    games: u64,
    /// The share of the point that an equal gets.
    fair: Share,
}

impl RoundCounts {
    /// Empty counts for rounds of this many games each; `fair` is the share that an equal gets.
    #[must_use]
    pub const fn new(games: u64, fair: Share) -> Self {
        Self { counts: BTreeMap::new(), games, fair }
    }

    /// Adds a round with the first player's share in each of its games.
    pub fn add(&mut self, shares: &[Share]) {
        let points = shares.iter().map(|share| share.sixtieths()).sum();
        *self.counts.entry(points).or_default() += 1;
    }

    /// The number of rounds in which the first player got this many sixtieths.
    #[must_use]
    pub fn with(&self, sixtieths: u64) -> u64 {
        self.counts.get(&sixtieths).copied().unwrap_or(0)
    }

    /// The number of rounds added so far.
    #[must_use]
    pub fn n_rounds(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The share of the point that an equal gets, 0 to 1.
    #[must_use]
    pub fn fair(&self) -> f64 {
        self.fair.fraction()
    }

    /// The mean score per game, 0 to 1; the fair share while there are no rounds.
    #[must_use]
    pub fn score(&self) -> f64 {
        let n = self.n_rounds();
        if n == 0 {
            return self.fair();
        }
        let points: u64 = self.counts.iter().map(|(points, count)| points * count).sum();
        points as f64 / (Share::WHOLE * self.games * n) as f64
    }

    /// The variance of a round's mean score per game; 0 while there are no rounds.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let (n, mean) = (self.n_rounds(), self.score());
        if n == 0 {
            return 0.0;
        }
        let whole = (Share::WHOLE * self.games) as f64;
        let square = |points: f64| (points / whole - mean) * (points / whole - mean);
        let sum: f64 = self.counts.iter().map(|(&x, &k)| square(x as f64) * k as f64).sum();
        sum / n as f64
    }

    /// Half the width of the 95 % interval around the score.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        Z_95 * (self.variance() / self.n_rounds().max(1) as f64).sqrt()
    }

    /// The Elo difference with its 95 % interval: middle, lower, upper.
    #[must_use]
    pub fn elo(&self) -> [Elo; 3] {
        Elo::interval(self.score(), self.half_width(), self.fair())
    }

    /// The log likelihood ratio of "stronger by `more` Elo" against "stronger by `less`", in the
    /// normal approximation over pairs of a game of two. A sequential test stops at
    /// ±[`SPRT_BOUND`]; above it `more` holds.
    ///
    /// It is 0 while all pairs ended alike, which says nothing about their variance.
    #[must_use]
    pub fn log_ratio(&self, less: Margin, more: Margin) -> f64 {
        let (s0, s1, variance) = (less.score(), more.score(), self.variance());
        if variance == 0.0 {
            return 0.0;
        }
        let n = self.n_rounds() as f64;
        n * (s1 - s0) * (2.0 * self.score() - s0 - s1) / (2.0 * variance)
    }
}

/// The results of rounds from which the luck of the dice is taken. They are kept as sums of integers,
/// so that the order of the rounds changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessLuck {
    /// The sum of the rounds' values for the first player, in millionths of 2p - 1.
    sum: i128,
    /// The sum of the squares of these values.
    squares: i128,
    n_rounds: u64,
    /// The number of games in a round.
    games: u64,
    /// The share of the point that an equal gets.
    fair: Share,
}

impl LessLuck {
    /// No rounds yet, of this many games each; `fair` is the share that an equal gets.
    #[must_use]
    pub const fn new(games: u64, fair: Share) -> Self {
        Self { sum: 0, squares: 0, n_rounds: 0, games, fair }
    }

    /// Adds a round with the first player's share and luck in each of its games.
    pub fn add(&mut self, shares: &[Share], luck: &[i64]) {
        let results: i64 = shares.iter().map(|share| i64::from(share.value())).sum();
        let value = i128::from(results - luck.iter().sum::<i64>());
        self.sum += value;
        self.squares += value * value;
        self.n_rounds += 1;
    }

    /// The value of a win in all games of all rounds.
    fn whole(&self) -> f64 {
        f64::from(WIN) * (self.games * self.n_rounds) as f64
    }

    /// The mean score per game, about 0 to 1 but not bound to it; the fair share while there are no
    /// rounds.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.n_rounds == 0 {
            return self.fair.fraction();
        }
        (self.sum as f64 / self.whole() + 1.0) / 2.0
    }

    /// Half the width of the 95 % interval around the score, as [`RoundCounts::half_width`].
    #[must_use]
    pub fn half_width(&self) -> f64 {
        if self.n_rounds == 0 {
            return 0.0;
        }
        let spread = i128::from(self.n_rounds) * self.squares - self.sum * self.sum;
        Z_95 * (spread as f64 / self.n_rounds as f64).sqrt() / (2.0 * self.whole())
    }

    /// The Elo difference with its 95 % interval, as [`RoundCounts::elo`].
    #[must_use]
    pub fn elo(&self) -> [Elo; 3] {
        Elo::interval(self.score(), self.half_width(), self.fair.fraction())
    }
}

/// The log likelihood ratio at which a sequential test stops: 5 % errors on both sides,
/// ln(.95 / .05).
pub const SPRT_BOUND: f64 = 2.94;

/// A difference in strength between which a sequential test decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Margin {
    /// Weaker by 10 Elo.
    Minus10,
    /// As strong as the other: 0 Elo.
    Zero,
    /// Stronger by 10 Elo.
    Plus10,
}

impl Margin {
    /// The expected score of a game of two, 0 to 1: 1 / (1 + 10^(-Elo / 400)).
    #[must_use]
    pub const fn score(self) -> f64 {
        match self {
            Self::Minus10 => 0.485_612_815,
            Self::Zero => 0.5,
            Self::Plus10 => 0.514_387_185,
        }
    }
}

/// A difference in strength, in Elo; shown as a whole number, `inf` or `-inf`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Elo(pub f64);

impl Elo {
    /// The difference that leads to this mean score where an equal gets `fair`, both 0 to 1: the
    /// odds of the score over the odds of the fair share, 400 log10(odds / fair odds). For two sides
    /// this is the usual -400 log10(1 / s - 1). A score of 0 gives `-inf`, a score of 1 `inf`.
    ///
    /// ```
    /// use martian_cake_engine::duel::statistics::Elo;
    ///
    /// assert_eq!(Elo::of_score(0.5, 0.5).to_string(), "0");
    /// assert_eq!(Elo::of_score(0.76, 0.5).to_string(), "200");
    /// assert_eq!(Elo::of_score(1.0, 0.5).to_string(), "inf");
    /// ```
    #[must_use]
    pub fn of_score(score: f64, fair: f64) -> Self {
        if score <= 0.0 {
            Self(f64::NEG_INFINITY)
        } else if score >= 1.0 {
            Self(f64::INFINITY)
        } else {
            Self(400.0 * ((1.0 / fair - 1.0).log10() - (1.0 / score - 1.0).log10()))
        }
    }

    /// The differences for a score and for both ends of its interval: middle, lower, upper.
    fn interval(score: f64, half_width: f64, fair: f64) -> [Self; 3] {
        [score, score - half_width, score + half_width].map(|score| Self::of_score(score, fair))
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_finite() {
            // An integer is shown, so that a small negative number does not become -0.
            write!(f, "{}", self.0.round() as i64)
        } else {
            write!(f, "{}", self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of pairs with 0, ½, 1, 1½, 2 points.
    fn pairs(counts: [u64; 5]) -> RoundCounts {
        let counts = (0..).map(|halves| 30 * halves).zip(counts);
        RoundCounts { counts: counts.collect(), games: 2, fair: Share::HALF }
    }

    #[test]
    fn a_known_duel() {
        // 40 pairs: 10 lost, 20 even, 10 won, so a score of one half.
        let pairs = pairs([10, 0, 20, 0, 10]);
        assert_eq!((pairs.score(), pairs.n_rounds()), (0.5, 40));
        assert_eq!(pairs.variance(), 0.125);
        assert!((pairs.half_width() - 0.10957).abs() < 1e-4);
        assert_eq!(pairs.elo().map(|elo| elo.to_string()), ["0", "-77", "77"]);
    }

    #[test]
    fn rounds_of_three_are_measured_against_a_third() {
        let mut rounds = RoundCounts::new(3, Share::one_of(3));
        assert_eq!(rounds.score(), rounds.fair());
        rounds.add(&[Share::WIN, Share::LOSS, Share::LOSS]);
        assert_eq!(rounds.elo().map(|elo| elo.to_string()), ["0", "0", "0"]);
        rounds.add(&[Share::HALF, Share::WIN, Share::HALF]);
        assert!((rounds.score() - 0.5).abs() < 1e-9);
        // Odds of 1 against fair odds of 1/2.
        assert_eq!(rounds.elo()[0].to_string(), "120");
        assert_eq!((rounds.with(60), rounds.with(120), rounds.with(30)), (1, 1, 0));
    }

    #[test]
    fn elo_of_sure_scores_is_infinite() {
        let all = pairs([0, 0, 0, 0, 3]);
        assert_eq!(all.elo().map(|elo| elo.to_string()), ["inf", "inf", "inf"]);
        let none = pairs([3, 0, 0, 0, 0]);
        assert_eq!(none.elo()[0].to_string(), "-inf");
        assert_eq!(Elo::of_score(0.523, 0.5).to_string(), "16");
        assert_eq!(Elo(-0.2).to_string(), "0");
    }

    #[test]
    fn without_luck_nothing_is_taken() {
        let (mut plain, mut less) =
            (RoundCounts::new(2, Share::HALF), LessLuck::new(2, Share::HALF));
        assert_eq!((less.score(), less.half_width()), (0.5, 0.0));
        for shares in [[Share::WIN; 2], [Share::WIN, Share::LOSS], [Share::HALF, Share::WIN]] {
            plain.add(&shares);
            less.add(&shares, &[0, 0]);
        }
        assert!((less.score() - plain.score()).abs() < 1e-9);
        assert!((less.half_width() - plain.half_width()).abs() < 1e-9);
        assert_eq!(less.elo().map(|elo| elo.to_string()), plain.elo().map(|elo| elo.to_string()));
    }

    #[test]
    fn luck_that_explains_a_result_leaves_the_fair_score() {
        let mut less = LessLuck::new(2, Share::HALF);
        less.add(&[Share::WIN; 2], &[WIN.into(), WIN.into()]);
        less.add(&[Share::LOSS; 2], &[(-WIN).into(), (-WIN).into()]);
        assert_eq!((less.score(), less.half_width()), (0.5, 0.0));
        less.add(&[Share::WIN, Share::LOSS], &[0, -WIN / 2].map(i64::from));
        // The values of the rounds are 0, 0 and a half of the two games.
        assert!((less.score() - 0.541_667).abs() < 1e-6, "{}", less.score());
        assert!((less.half_width() - Z_95 * 0.058_926 / 3_f64.sqrt()).abs() < 1e-5);
    }

    #[test]
    fn the_margins_are_the_scores_of_their_elo() {
        for (margin, elo) in [(Margin::Minus10, -10.0), (Margin::Zero, 0.0), (Margin::Plus10, 10.0)]
        {
            let found = Elo::of_score(margin.score(), 0.5).0;
            assert!((found - elo).abs() < 1e-4, "{margin:?}");
        }
    }

    #[test]
    fn the_sequential_test_goes_the_right_way() {
        let better = pairs([100, 200, 400, 300, 200]);
        assert!(better.log_ratio(Margin::Zero, Margin::Plus10) > SPRT_BOUND);
        let even = pairs([900, 1800, 3600, 1800, 900]);
        assert!(even.log_ratio(Margin::Zero, Margin::Plus10) < -SPRT_BOUND);
        let none = RoundCounts::new(2, Share::HALF);
        assert_eq!(none.log_ratio(Margin::Zero, Margin::Plus10), 0.0);
    }
}
