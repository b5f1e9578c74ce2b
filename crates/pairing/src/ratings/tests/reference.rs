//! Second implementations, written from the papers, plainly and by other means than those checked.
#![expect(clippy::disallowed_methods, reason = "a test may compute with the platform's functions")]

/// A rating in the numbers of Glickman's paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain {
    pub(super) rating: f64,
    pub(super) deviation: f64,
    pub(super) volatility: f64,
}

const SCALE: f64 = 173.7178;

/// The values that Glickman's paper computes on its way, in its own scale.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// Step 3, for each opponent: mean, deviation, g and E.
    pub(super) opponents: Vec<[f64; 4]>,
    /// Step 3: the variance of the rating by the games alone.
    pub(super) v: f64,
    /// Step 4: by how much the games alone would move the rating.
    pub(super) delta: f64,
    /// Step 5.
    pub(super) volatility: f64,
    /// Step 6: the deviation with which the games are met.
    pub(super) grown: f64,
    /// Step 7: deviation and mean afterwards.
    pub(super) after: [f64; 2],
}

/// Glickman's steps 2 to 7, with the volatility found by bisection instead of his iteration.
pub(super) fn steps(player: Plain, games: &[(Plain, f64)]) -> Steps {
    steps_with(player, games, f64::INFINITY)
}

/// The same with at most this volatility in what follows step 5.
fn steps_with(player: Plain, games: &[(Plain, f64)], greatest: f64) -> Steps {
    let (mu, phi) = ((player.rating - 1500.0) / SCALE, player.deviation / SCALE);
    let opponent = |(opponent, _): &(Plain, f64)| {
        let (mu_j, phi_j) = ((opponent.rating - 1500.0) / SCALE, opponent.deviation / SCALE);
        let g = 1.0 / (1.0 + 3.0 * phi_j * phi_j / std::f64::consts::PI.powi(2)).sqrt();
        [mu_j, phi_j, g, 1.0 / (1.0 + (-g * (mu - mu_j)).exp())]
    };
    let opponents: Vec<[f64; 4]> = games.iter().map(opponent).collect();
    let information = |[_, _, g, expected]: &[f64; 4]| g * g * expected * (1.0 - expected);
    let v = 1.0 / opponents.iter().map(information).sum::<f64>();
    let surplus: f64 =
        opponents.iter().zip(games).map(|([_, _, g, e], (_, score))| g * (score - e)).sum();
    let volatility = volatility(player.volatility, phi, v, v * surplus).min(greatest);
    let grown = (phi * phi + volatility * volatility).sqrt();
    let phi_after = 1.0 / (1.0 / grown.powi(2) + 1.0 / v).sqrt();
    let mu_after = mu + phi_after * phi_after * surplus;
    Steps { opponents, v, delta: v * surplus, volatility, grown, after: [phi_after, mu_after] }
}

/// A period of Glickman's system within our bounds.
pub(super) fn glicko2(player: Plain, games: &[(Plain, f64)]) -> Plain {
    if games.is_empty() {
        let deviation = (player.deviation / SCALE).hypot(player.volatility) * SCALE;
        return Plain { deviation: deviation.min(350.0), ..player };
    }
    let Steps { volatility, after: [phi, mu], .. } = steps_with(player, games, 0.1);
    let step = (mu * SCALE + 1500.0 - player.rating).clamp(-700.0, 700.0);
    let deviation = (phi * SCALE).min(350.0);
    Plain { rating: player.rating + step, deviation, volatility }
}

/// The root of step 5's function by bisection: it falls everywhere.
fn volatility(sigma: f64, phi: f64, v: f64, delta: f64) -> f64 {
    let tau = 0.5_f64;
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let d = phi * phi + v + e;
        e * (delta * delta - phi * phi - v - e) / (2.0 * d * d) - (x - a) / (tau * tau)
    };
    let (mut low, mut high) = (a - 20.0, a + 20.0);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low / 2.0).exp()
}

/// Weng and Lin's algorithm 1 for players each alone: mean and deviation of each after one game.
pub(super) fn weng_lin(players: &[(f64, f64, u8)], beta: f64) -> Vec<(f64, f64)> {
    let after = |i: usize| {
        let (mu, sigma, place) = players[i];
        let (mut omega, mut delta) = (0.0, 0.0);
        for (q, (mu_q, sigma_q, place_q)) in players.iter().enumerate() {
            if q == i {
                continue;
            }
            let c = (sigma * sigma + sigma_q * sigma_q + 2.0 * beta * beta).sqrt();
            let p = (mu / c).exp() / ((mu / c).exp() + (mu_q / c).exp());
            let s = if place < *place_q {
                1.0
            } else if place > *place_q {
                0.0
            } else {
                0.5
            };
            omega += sigma * sigma / c * (s - p);
            delta += sigma / c * (sigma / c).powi(2) * p * (1.0 - p);
        }
        (mu + omega, sigma * (1.0 - delta).max(1e-4).sqrt())
    };
    (0..players.len()).map(after).collect()
}

/// A stream of numbers that is the same everywhere.
#[derive(Clone, Debug)]
pub(super) struct Stream(pub(super) u64);

impl Stream {
    /// The next number below this one.
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at as u64 + 1) as usize);
        }
    }
}
