//! Chance that a seed repeats.

use host::Entropy;
use table::Millis;

/// A small generator (SplitMix64).
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let n = u64::try_from(n).expect("it fits");
        usize::try_from(self.next() % n).expect("it is below what fitted")
    }

    /// A time from `from` to `to`, to the millisecond.
    pub(crate) fn between(&mut self, from: Millis, to: Millis) -> Millis {
        let span = usize::try_from(to - from).expect("it ends behind its start");
        from + Millis::try_from(self.below(span + 1)).expect("it fits")
    }

    /// So often of a hundred times.
    pub(crate) fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn one_of<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// Another generator, which this one has made.
    pub(crate) fn another(&mut self) -> Self {
        Self(self.next())
    }
}

impl Entropy for Chance {
    fn secret(&mut self) -> Result<[u8; 32], String> {
        let mut secret = [0; 32];
        secret.chunks_mut(8).for_each(|part| part.copy_from_slice(&self.next().to_le_bytes()));
        Ok(secret)
    }

    fn random_below(&mut self, n: u32) -> u32 {
        u32::try_from(self.next() % u64::from(n)).expect("it is below n")
    }
}
