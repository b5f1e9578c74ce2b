//! Seats: the places at which the players of a match sit.

use std::fmt;

/// One place in a match, counted from 0 in code and from 1 in texts. In games of two seats, seat 1
/// is White and seat 2 is Black.
///
/// ```
/// use martian_cake_games::Seat;
///
/// let third = Seat::from_index(2).expect("a match has up to six seats");
/// assert_eq!((third.index(), third.to_string()), (2, "3".to_owned()));
/// assert_eq!(Seat::FIRST.other(), Seat::SECOND);
/// assert_eq!(Seat::from_index(Seat::MAX), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// Seat 1, White in games of two seats.
    pub const FIRST: Self = Self(0);
    /// Seat 2, Black in games of two seats.
    pub const SECOND: Self = Self(1);
    /// The greatest number of seats in any game.
    pub const MAX: u8 = 6;

    /// The seat with this index from 0; `None` from [`Seat::MAX`] on.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < Self::MAX { Some(Self(index)) } else { None }
    }

    /// The seats of a match with `n` seats, in order; at most [`Seat::MAX`].
    pub fn all(n: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..n.min(Self::MAX)).map(Self)
    }

    /// The index of the seat, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the seat, from 1, as in results and records.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The other seat of a game of two seats.
    #[must_use]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A set of seats.
///
/// ```
/// use martian_cake_games::{Seat, SeatSet};
///
/// let all: SeatSet = Seat::all(3).collect();
/// let rest = all.without(Seat::FIRST);
/// assert_eq!((all.len(), rest.len()), (3, 2));
/// assert!(rest.contains(Seat::SECOND) && !rest.contains(Seat::FIRST));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The set of this seat alone.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// This set with `seat` in it.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// Returns `true` if `seat` is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.0 != 0
    }

    /// This set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The number of seats in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if no seat is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats of the set, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..Seat::MAX).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<T: IntoIterator<Item = Seat>>(iter: T) -> Self {
        iter.into_iter().fold(Self::default(), Self::with)
    }
}

/// A value for each seat of a match, by [`Seat::index`].
pub type BySeat<T> = Vec<T>;
