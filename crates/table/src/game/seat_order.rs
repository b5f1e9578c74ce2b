//! The order in which the occupants of an offer get their seats.

use games::Seat;

use crate::OfferTerms;

/// The order in which the seats of an offer are given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeatOrder {
    /// The number of seats.
    n: usize,
    /// The index of the challenger's seat, if it is not left to chance.
    first: Option<usize>,
    /// Whether the others follow clockwise in the order of the offer.
    listed: bool,
}

impl SeatOrder {
    /// The order that the terms of an offer of `n` seats ask for.
    pub(super) fn new(terms: &OfferTerms, n: usize) -> Self {
        Self { n, first: terms.seat_choice.seat().map(Seat::index), listed: terms.listed }
    }

    /// For each seat the place of its occupant in the offer; `random_below` draws a number below its
    /// argument.
    pub(super) fn order(self, mut random_below: impl FnMut(u32) -> u32) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.n).collect();
        // The challenger comes first in the offer; chance decides for those without a seat.
        let placed = usize::from(self.listed || self.first.is_some());
        if !self.listed {
            for i in placed..self.n {
                let left = u32::try_from(self.n - i).unwrap_or(1);
                order.swap(i, i + random_below(left) as usize % (self.n - i));
            }
        }
        order.rotate_right(self.first.unwrap_or(0) % self.n.max(1));
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SeatChoice;

    fn order(n: usize, first: Option<usize>, listed: bool, mut lots: Vec<u32>) -> Vec<usize> {
        SeatOrder { n, first, listed }.order(|below| lots.pop().unwrap_or(0) % below)
    }

    #[test]
    fn seats_are_given_out_as_the_terms_say() {
        assert_eq!(order(2, None, false, vec![1]), [1, 0]);
        assert_eq!(order(2, Some(1), false, vec![]), [1, 0]);
        assert_eq!(order(4, None, false, vec![]), [0, 1, 2, 3]);
        assert_eq!(order(4, None, true, vec![3, 3, 3]), [0, 1, 2, 3]);
        assert_eq!(order(4, Some(2), true, vec![]), [2, 3, 0, 1]);
        // The challenger stays where it was chosen, whatever chance decides for the others.
        for lot in 0..3 {
            let drawn = order(4, Some(3), false, vec![lot, lot, lot]);
            assert_eq!(drawn.iter().position(|at| *at == 0), Some(3));
            assert_eq!(drawn.iter().sum::<usize>(), 6);
        }
    }

    #[test]
    fn every_order_is_drawn_equally_often() {
        let mut counts = std::collections::BTreeMap::new();
        for a in 0..3 {
            for b in 0..2 {
                *counts.entry(order(3, None, false, vec![b, a])).or_insert(0) += 1;
            }
        }
        assert_eq!((counts.len(), counts.values().max()), (6, Some(&1)));
    }

    #[test]
    fn a_colour_is_a_seat() {
        assert_eq!(SeatChoice::Seat(3).seat(), Seat::from_index(2));
        assert_eq!(SeatChoice::Seat(0).seat(), None);
        assert_eq!(SeatChoice::White.seat(), Some(Seat::FIRST));
    }
}
