//! One period of Weng-Lin, for games of three and more seats: R. Weng and C.-J. Lin, *A Bayesian
//! Approximation Method for Online Ranking* (2011), algorithm 1 (Bradley-Terry, full pairs).
//!
//! The paper rates game by game. Here each game of a period is rated by itself from the ratings
//! before the period, and what the games say is then put together: a game that changes the mean
//! from μ to μ′ and the variance from σ² to σ′² is one observation with the weight 1/σ′² − 1/σ²,
//! and independent observations of a normal variable add up their weights. So order does not matter,
//! many games do not overshoot, and a single game gives exactly what the paper gives.
//!
//! The scale is that of Glicko-2: the paper's 25 with deviation 25/3 and β = 25/6 times 42, around
//! 1500, is 1500 with deviation 350 and β = 175.

use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

use super::rating::{Rating, precision};

/// The paper's β on our scale.
const BETA: f64 = 175.0;

/// The least factor by which one game shrinks a variance: the paper's κ.
const KAPPA: f64 = 1e-4;

/// The evidence of one game about one of its players: weight, and weight times where it draws the mean.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Observation {
    weight: f64,
    pull: f64,
}

/// Returns what a game says about each of its players, in the order of the places that are given: rating before
/// the period, and place, where the least is the best and equal ones are shared.
pub(super) fn observe(places: &[(Rating, u8)]) -> Vec<Observation> {
    let before: Vec<WengLinRating> = places
        .iter()
        .map(|(rating, _)| {
            let exact = rating.exact();
            WengLinRating { rating: exact.rating, uncertainty: exact.deviation }
        })
        .collect();
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = before
        .iter()
        .zip(places)
        .map(|(player, (_, place))| {
            (std::slice::from_ref(player), MultiTeamOutcome::new(usize::from(*place)))
        })
        .collect();
    let config = WengLinConfig { beta: BETA, uncertainty_tolerance: KAPPA };
    let after = weng_lin_multi_team(&teams, &config);
    let after = after.iter().filter_map(|team| team.first());
    before.iter().zip(after).map(|(before, after)| observation(before, after)).collect()
}

fn observation(before: &WengLinRating, after: &WengLinRating) -> Observation {
    let (prior, posterior) = (precision(before.uncertainty), precision(after.uncertainty));
    Observation {
        weight: posterior - prior,
        pull: posterior * after.rating - prior * before.rating,
    }
}

/// The rating after all observations of a period, which must come in an order of their own.
pub(super) fn after_period(before: Rating, observations: &[Observation]) -> Rating {
    let before = before.exact();
    let mut exact = before;
    let prior = precision(exact.deviation);
    let weight: f64 = observations.iter().map(|seen| seen.weight).sum();
    let pull: f64 = observations.iter().map(|seen| seen.pull).sum();
    exact.rating = (prior * exact.rating + pull) / (prior + weight);
    exact.deviation = (prior + weight).recip().sqrt();
    Rating::bounded(&before, &exact)
}
