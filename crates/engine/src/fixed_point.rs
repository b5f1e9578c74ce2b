//! Exponentials in fixed point, so that values are the same on every machine.
//!
//! The platform's own `exp` and `tanh` differ in the last place between machines, and one last
//! place is enough to change a move.

/// The number 1 in the fixed point of this module.
const ONE: u128 = 1 << 60;

/// The greatest log-odds of the squash table, in thousandths; beyond it the value hardly moves.
const MAX_ODDS: usize = 8000;

/// The bound that [`squash`] never exceeds: static values stay inside ±970 000, results are ±1 000 000.
const CEILING: u128 = 970_000;

/// e^(-1/1000) in units of 2^-60, by its series.
const fn exp_minus_milli() -> u128 {
    let (mut term, mut sum, mut n) = (ONE as i128, 0, 1);
    while term != 0 {
        sum += term;
        term = -term / (1000 * n);
        n += 1;
    }
    sum as u128
}

/// 0.97 tanh(x/2) in millionths for x = 0, 0.001, … 8: tanh(x/2) = (1 - e^-x) / (1 + e^-x).
static SQUASH: [i32; MAX_ODDS + 1] = {
    let mut table = [0; MAX_ODDS + 1];
    let (factor, mut power, mut i) = (exp_minus_milli(), ONE, 0);
    while i <= MAX_ODDS {
        table[i] = (CEILING * (ONE - power) / (ONE + power)) as i32;
        power = power * factor / ONE;
        i += 1;
    }
    table
};

/// Turns log-odds, in thousandths, into a static value, in millionths of 2p - 1; p is the expected
/// score. The value stays inside ±970 000.
#[must_use]
pub fn squash(odds: i32) -> i32 {
    let size = odds.unsigned_abs().min(MAX_ODDS as u32);
    let value = SQUASH[size as usize];
    if odds < 0 { -value } else { value }
}

/// e^(-`milli`/1000) in units of 2^-32; 0 from 20 000 on.
#[must_use]
pub const fn exp_minus(milli: u64) -> u64 {
    if milli >= 20_000 {
        return 0;
    }
    let (mut power, mut square, mut bits) = (ONE, exp_minus_milli(), milli);
    while bits > 0 {
        if bits & 1 == 1 {
            power = power * square / ONE;
        }
        square = square * square / ONE;
        bits >>= 1;
    }
    (power >> 28) as u64
}

/// e^-x in units of 2^-30 for x = 0, 0.001, … 8.
static EXP: [u32; MAX_ODDS + 1] = {
    let mut table = [0; MAX_ODDS + 1];
    let (factor, mut power, mut i) = (exp_minus_milli(), ONE, 0);
    while i <= MAX_ODDS {
        table[i] = (power >> 30) as u32;
        power = power * factor / ONE;
        i += 1;
    }
    table
};

/// The millionths of the point that [`shares_of`] splits equally, because no static value is
/// certain.
pub(crate) const UNSURE: i64 = 30_000;

/// Splits a million among the sides by their log-odds, in thousandths: the greater the odds, the
/// greater the share. The sum is a million or a little less. Both slices have one place per side.
pub fn shares_of(odds: &[i32], shares: &mut [i32]) {
    let most = odds.iter().copied().max().unwrap_or(0);
    let weight = |odds: &i32| i64::from(EXP[(most - odds).clamp(0, MAX_ODDS as i32) as usize]);
    let total: i64 = odds.iter().map(weight).sum();
    let part = UNSURE / odds.len().max(1) as i64;
    for (share, odds) in shares.iter_mut().zip(odds) {
        *share = ((1_000_000 - UNSURE) * weight(odds) / total.max(1) + part) as i32;
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the platform's functions judge the tables")]
mod tests {
    use super::*;

    #[test]
    fn squash_is_the_scaled_hyperbolic_tangent() {
        for odds in -9000_i32..=9000 {
            let x = f64::from(odds.clamp(-8000, 8000)) / 1000.0;
            let exact = 970_000.0 * (x / 2.0).tanh();
            assert!((f64::from(squash(odds)) - exact).abs() <= 1.0, "{odds}");
            assert_eq!(squash(odds), -squash(-odds));
        }
    }

    #[test]
    fn shares_add_up_to_a_point() {
        let mut shares = [0; 3];
        shares_of(&[500, 500, 500], &mut shares);
        assert!(shares.iter().all(|share| (333_332..=333_334).contains(share)), "{shares:?}");
        shares_of(&[0, -20_000, 1000], &mut shares);
        let exact = 970_000.0 / (1.0 + 1.0_f64.exp()) + 10_000.0;
        assert!((f64::from(shares[0]) - exact).abs() < 300.0, "{shares:?}");
        assert!(shares.iter().sum::<i32>() <= 1_000_000);
        assert!(shares[2] > shares[0] && shares[0] > shares[1]);
    }

    #[test]
    fn exp_minus_is_the_exponential() {
        for milli in (0..20_000).step_by(37) {
            let exact = (-(milli as f64) / 1000.0).exp() * 2_f64.powi(32);
            assert!((exp_minus(milli) as f64 - exact).abs() <= 1.5, "{milli}");
        }
        assert_eq!(exp_minus(0), 1 << 32);
        assert_eq!(exp_minus(u64::MAX), 0);
    }
}
