//! One period of Glicko-2, by M. Glickman, *Example of the Glicko-2 system* (2013, revised 2022).

use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period},
};

use super::rating::Rating;
use crate::history::Score;

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
    Rating::rounded(&glicko2_rating_period(&before.exact(), &results, &config))
}

const fn outcome(score: Score) -> Outcomes {
    match score {
        Score::Win => Outcomes::WIN,
        Score::Draw => Outcomes::DRAW,
        Score::Loss => Outcomes::LOSS,
    }
}
