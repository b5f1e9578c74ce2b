//! Whole numbers of a fixed width in words, for weights in which twenty criteria stand one above the other.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use integer_blossom::Weight;

/// A signed number of `N` 64-bit words, the least word first, in two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    /// How many bits a weight may have, so that what the matching adds up still fits.
    pub(super) const ROOM: u32 = 64 * N as u32 - 6;

    /// `value` shifted left by `bits`; what falls off the top is lost.
    pub(super) fn shifted(value: u64, bits: u32) -> Self {
        let mut words = [0; N];
        let (word, shift) = ((bits / 64) as usize, bits % 64);
        if word < N {
            words[word] = value << shift;
        }
        if shift > 0 && word + 1 < N {
            words[word + 1] = value >> (64 - shift);
        }
        Wide(words)
    }
}

impl<const N: usize> Ord for Wide<N> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let top = (self.0[N - 1] as i64).cmp(&(other.0[N - 1] as i64));
        if top != Ordering::Equal {
            return top;
        }
        for word in (0..N - 1).rev() {
            if self.0[word] != other.0[word] {
                return self.0[word].cmp(&other.0[word]);
            }
        }
        Ordering::Equal
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Add for Wide<N> {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let mut sum = self.0;
        let mut carry = false;
        for (word, &added) in sum.iter_mut().zip(&other.0) {
            let (half, first) = word.overflowing_add(added);
            let (whole, second) = half.overflowing_add(u64::from(carry));
            *word = whole;
            carry = first != second;
        }
        Wide(sum)
    }
}

impl<const N: usize> Sub for Wide<N> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        let mut difference = self.0;
        let mut borrow = false;
        for (word, &taken) in difference.iter_mut().zip(&other.0) {
            let (half, first) = word.overflowing_sub(taken);
            let (whole, second) = half.overflowing_sub(u64::from(borrow));
            *word = whole;
            borrow = first != second;
        }
        Wide(difference)
    }
}

impl<const N: usize> AddAssign for Wide<N> {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<const N: usize> SubAssign for Wide<N> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<const N: usize> Weight for Wide<N> {
    const ZERO: Self = Wide([0; N]);
    const ONE: Self = {
        let mut words = [0; N];
        words[0] = 1;
        Wide(words)
    };

    fn inf() -> Self {
        let mut words = [u64::MAX; N];
        words[N - 1] = u64::MAX >> 3;
        Wide(words)
    }

    #[inline]
    fn double(self) -> Self {
        self + self
    }

    #[inline]
    fn half(self) -> Self {
        let mut words = self.0;
        for (word, above) in words.iter_mut().zip(&self.0[1..]) {
            *word = (*word >> 1) | (above << 63);
        }
        words[N - 1] = ((self.0[N - 1] as i64) >> 1) as u64;
        Wide(words)
    }
}
