//! One period of Glicko-2, by M. Glickman, *Example of the Glicko-2 system* (2013, revised 2022).

use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period},
};

use super::rating::{MAX_VOLATILITY, Rating, precision};
use crate::history::Score;

/// One unit of the scale on which Glicko-2 works, in points.
const UNIT: f64 = 173.7178;

/// The system constant τ, as in the paper's example: how much the volatility may change.
const TAU: f64 = 0.5;

/// When the iteration for the volatility ends: ε of step 5.
const TOLERANCE: f64 = 1e-6;

/// A player's rating after a period in which they played these games, each with the opponent's
/// rating from before the period. The order of the games must not depend on anything but the games:
/// sums of floating-point numbers depend on it in their last bits.
pub(super) fn after_period(before: Rating, games: &[(Rating, Score)]) -> Rating {
    let results: Vec<(Glicko2Rating, Outcomes)> =
        games.iter().map(|(opponent, score)| (opponent.exact(), outcome(*score))).collect();
    let config = Glicko2Config { tau: TAU, convergence_tolerance: TOLERANCE };
    let before = before.exact();
    let after = with_bounded_volatility(&before, glicko2_rating_period(&before, &results, &config));
    Rating::bounded(&before, &after)
}

/// The same period with at most the greatest volatility: steps 6 and 7 of the paper with that one. What the games
/// say of the rating stays, only the doubt with which it was met becomes less.
fn with_bounded_volatility(before: &Glicko2Rating, mut after: Glicko2Rating) -> Glicko2Rating {
    if after.volatility <= MAX_VOLATILITY {
        return after;
    }
    let doubt = |volatility: f64| precision(before.deviation.hypot(volatility * UNIT));
    let games = precision(after.deviation) - doubt(after.volatility);
    let deviation = (doubt(MAX_VOLATILITY) + games).recip().sqrt();
    after.rating =
        before.rating + (after.rating - before.rating) * (deviation / after.deviation).powi(2);
    after.deviation = deviation;
    after.volatility = MAX_VOLATILITY;
    after
}

const fn outcome(score: Score) -> Outcomes {
    match score {
        Score::Win => Outcomes::WIN,
        Score::Draw => Outcomes::DRAW,
        Score::Loss => Outcomes::LOSS,
    }
}
