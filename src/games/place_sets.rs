//! What the sets of places of all boards share: they are bits in a number.

/// What can be asked of any set: a newtype around a number whose bits are places.
macro_rules! set_questions {
    ($set:ident) => {
        impl $set {
            /// No place.
            pub const EMPTY: Self = Self(0);

            /// Whether it has no place.
            #[must_use]
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether the two have a place in common.
            #[must_use]
            #[inline]
            pub const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Number of places.
            #[must_use]
            #[inline]
            pub const fn size(self) -> u32 {
                self.0.count_ones()
            }

            /// These places without those of `other`.
            #[must_use]
            #[inline]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }
    };
}

/// The set operations of a newtype around a number whose bits are places.
macro_rules! set_operations {
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

pub(super) use {set_operations, set_questions};
