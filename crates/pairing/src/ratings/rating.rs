//! A rating as it is kept.

use std::fmt;

use skillratings::glicko2::{Glicko2Rating, decay_deviation};

/// One point of a rating or deviation, in what is kept.
const POINT: f64 = 1e6;

/// One unit of volatility, in what is kept.
const VOLATILITY: f64 = 1e9;

/// The deviation above which a rating counts as provisional, in points.
pub const PROVISIONAL: u32 = 110;

/// The greatest deviation, in points: what everybody begins with, when nothing is known.
const MAX_DEVIATION: f64 = 350.0;

/// The greatest volatility: after a year without a game it has added 125 points to a deviation of none, and so
/// says that a player may have changed by 250. The formulas of Glicko-2 know no bound: games that contradict all
/// before them can drive it so high that the next games mean hundreds of points each.
pub(super) const MAX_VOLATILITY: f64 = 0.1;

/// The most by which a period changes a rating, in points: two deviations of a beginner, as much as is held
/// possible of somebody of whom nothing is known. The formulas take one step along a tangent, which leads too far
/// where many results are unlikely.
const MAX_STEP: f64 = 700.0;

/// The version of the formulas with their bounds, by which kept ratings are known to be of this one.
pub const FORMULAS: u32 = 2;

/// A rating with its deviation and volatility, as integers, so that it is the same on every machine.
///
/// Ratings of all scales look alike: 1500 is the start, and the true strength lies with 95 % within
/// two deviations of the rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rating {
    /// The rating in millionths of a point.
    pub rating: i64,
    /// The deviation in millionths of a point.
    pub deviation: i64,
    /// The volatility in thousand-millionths. It has no unit of points: see Glickman, step 1.
    pub volatility: i64,
}

impl Rating {
    /// The rating with which everybody begins: 1500, deviation 350, volatility 0.06.
    pub const START: Self =
        Self { rating: 1_500_000_000, deviation: 350_000_000, volatility: 60_000_000 };

    /// Returns `true` if too few games are known for the rating to say much: the deviation is above
    /// [`PROVISIONAL`].
    #[must_use]
    pub const fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL as i64 * 1_000_000
    }

    /// The rating in whole points, as people read it.
    #[must_use]
    pub const fn points(&self) -> i64 {
        (self.rating + 500_000).div_euclid(1_000_000)
    }

    /// Returns how far off the rating may be, in whole points: the true strength lies within with 95 in 100,
    /// which are two deviations.
    #[must_use]
    pub const fn spread(&self) -> i64 {
        (2 * self.deviation + 500_000).div_euclid(1_000_000)
    }

    /// The rating after so many periods without a game: the deviation grows by the volatility, up
    /// to what everybody begins with, and the rest stays (Glickman, the paragraph after step 8).
    #[must_use]
    pub fn after_pause(mut self, periods: u32) -> Self {
        for _ in 0..periods {
            let next = Self::rounded(&decay_deviation(&self.exact()));
            if next == self {
                break;
            }
            self = next;
        }
        self
    }

    /// The numbers that the arithmetic works with.
    pub(super) fn exact(&self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating as f64 / POINT,
            deviation: self.deviation as f64 / POINT,
            volatility: self.volatility as f64 / VOLATILITY,
        }
    }

    /// Returns what is kept after a period: at most the greatest deviation and volatility, and within the greatest
    /// step from the rating before it.
    pub(super) fn bounded(before: &Glicko2Rating, after: &Glicko2Rating) -> Self {
        let step = (after.rating - before.rating).clamp(-MAX_STEP, MAX_STEP);
        Self::rounded(&Glicko2Rating {
            rating: before.rating + step,
            deviation: after.deviation.min(MAX_DEVIATION),
            volatility: after.volatility.min(MAX_VOLATILITY),
        })
    }

    /// Returns what is kept of these numbers.
    fn rounded(exact: &Glicko2Rating) -> Self {
        Self {
            rating: (exact.rating * POINT).round() as i64,
            deviation: (exact.deviation * POINT).round() as i64,
            volatility: (exact.volatility * VOLATILITY).round() as i64,
        }
    }
}

/// Returns how much is known with a deviation: the reciprocal of the variance.
pub(super) fn precision(deviation: f64) -> f64 {
    (deviation * deviation).recip()
}

/// Rating, deviation and volatility with all the decimals that are kept: `1500.000000 350.000000
/// 0.060000000`.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.rating < 0 { "-" } else { "" };
        let (rating, deviation) = (self.rating.unsigned_abs(), self.deviation.unsigned_abs());
        let volatility = self.volatility.unsigned_abs();
        write!(
            f,
            "{sign}{}.{:06} {}.{:06} {}.{:09}",
            rating / 1_000_000,
            rating % 1_000_000,
            deviation / 1_000_000,
            deviation % 1_000_000,
            volatility / 1_000_000_000,
            volatility % 1_000_000_000,
        )
    }
}
