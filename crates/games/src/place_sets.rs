//! Sets of places on a board, kept as the bits of a number: what they share in all games.

/// Implements the questions that can be asked of a set: a newtype around a number whose bits are
/// places.
macro_rules! impl_set_queries {
    ($set:ident) => {
        impl $set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// Returns `true` if the set is empty.
            #[must_use]
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns `true` if the two sets have a place in common.
            #[must_use]
            #[inline]
            pub const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// The number of places in the set.
            #[must_use]
            #[inline]
            pub const fn size(self) -> u32 {
                self.0.count_ones()
            }

            /// The places of this set that are not in `other`.
            #[must_use]
            #[inline]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }
    };
}

/// Implements the operators of a set: a newtype around a number whose bits are places.
macro_rules! impl_set_operators {
    ($set:ident) => {
        impl std::ops::BitAnd for $set {
            type Output = Self;

            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl std::ops::BitOr for $set {
            type Output = Self;

            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::ops::BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }

        impl std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl std::ops::Not for $set {
            type Output = Self;

            #[inline]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
    };
}

/// Implements a set as an iterator over its places, in the order of their bits, as a collection of
/// them, and its debug text. It needs the set's `EMPTY`, `of` (the set of one place), `first` and `|`.
macro_rules! impl_set_iteration {
    ($set:ident of $place:ident) => {
        impl Iterator for $set {
            type Item = $place;

            /// Takes the lowest place out of the set.
            #[inline]
            fn next(&mut self) -> Option<$place> {
                let first = self.first()?;
                self.0 &= self.0 - 1;
                Some(first)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = self.0.count_ones() as usize;
                (n, Some(n))
            }
        }

        impl FromIterator<$place> for $set {
            fn from_iter<I: IntoIterator<Item = $place>>(places: I) -> Self {
                places.into_iter().fold(Self::EMPTY, |set, place| set | Self::of(place))
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }
    };
}

pub(super) use {impl_set_iteration, impl_set_operators, impl_set_queries};
