//! A small seeded generator, so that the same seed gives the same game on every machine.

/// SplitMix64 (Steele, Lea, Flood 2014): 64 bits of state, one addition and two multiplications
/// per number. It is good enough for openings, sampling and test games; dice of real games never
/// come from it.
///
/// ```
/// use martian_cake_engine::random::SplitMix;
///
/// let (mut one, mut same) = (SplitMix::new(7), SplitMix::new(7));
/// assert_eq!(one.next_u64(), same.next_u64());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

/// The odd constant by which the state grows, 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl SplitMix {
    /// A generator that starts from this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator for part number `index` of whatever `seed` stands for: a ply of a match, a round
    /// of a duel. The streams of neighbouring parts have nothing in common.
    #[must_use]
    pub const fn part(seed: u64, index: u64) -> Self {
        Self(stir(seed ^ stir(index.wrapping_add(STEP))))
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        stir(self.0)
    }

    /// The next 32 random bits.
    pub const fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    /// A random number from 0 to `n` - 1, or 0 if `n` is 0. The bias is below n / 2^64.
    pub const fn below(&mut self, n: u64) -> u64 {
        ((self.next_u64() as u128 * n as u128) >> 64) as u64
    }
}

/// Scrambles 64 bits so that every input bit reaches every output bit; the output function of
/// SplitMix64, also used to hash positions.
#[must_use]
pub const fn stir(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference() {
        // First outputs of the reference implementation for seed 1234567.
        let mut random = SplitMix::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn below_stays_below() {
        let mut random = SplitMix::part(1, 2);
        assert!((0..1000).all(|_| random.below(7) < 7));
        assert_eq!(random.below(0), 0);
    }
}
