//! Pseudo-random numbers, the same on every machine and in every run.
//!
//! They are for what must come out alike everywhere: the hash keys of positions (Zobrist 1970), the
//! colours in pictures, and the choices in tests. No game throws its dice with them.

/// The step of the generator's state: 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A generator with 64 bits of state: splitmix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator that starts from this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        scramble(self.0)
    }

    /// A number below `n`, which must not be 0. The small excess of low numbers, at most `n` in
    /// 2^64, is left in.
    pub const fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// Puts a list into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }

    /// A random element of a list that is not empty.
    #[cfg(any(test, feature = "testkit"))]
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// The n-th number, from 0, that [`Random`] gives with the seed 0: a hash key.
pub(crate) const fn hash_key(n: u64) -> u64 {
    scramble(n.wrapping_add(1).wrapping_mul(STEP))
}

/// Spreads a state over all 64 bits.
const fn scramble(state: u64) -> u64 {
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::{Random, hash_key};

    /// The first numbers of the reference implementation in C, and the same ones by their place.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random::new(0);
        for (n, expected) in
            (0..).zip([0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f])
        {
            assert_eq!((random.next(), hash_key(n)), (expected, expected));
        }
    }
}
