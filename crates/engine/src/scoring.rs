//! The scoring of finished games: who gets which share of the point.
//!
//! A game is worth one point, shared equally by the winning sides; a draw shares it among all
//! sides. A side is a seat or a team, and every seat of a team gets what its side gets.

use games::{Outcome, Rules, Seat, SeatSet};

use super::{evaluate::Evaluate, value::WIN};

/// A share of the point, in sixtieths: any number of sides up to six divides the point exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share(u8);

impl Share {
    /// The sixtieths of a whole point.
    pub const WHOLE: u64 = 60;
    /// Nothing: the share of a lost game.
    pub const LOSS: Self = Self(0);
    /// One half: the share of a draw between two sides.
    pub const HALF: Self = Self(30);
    /// The whole point: the share of a game won alone.
    pub const WIN: Self = Self(60);

    /// The share of one of `n` sides, 1 to 6; 0 sides count as one.
    #[must_use]
    pub const fn one_of(n: u8) -> Self {
        Self(60 / if n == 0 { 1 } else { n })
    }

    /// The share in sixtieths, 0 to 60.
    #[must_use]
    pub const fn sixtieths(self) -> u64 {
        self.0 as u64
    }

    /// The share as a part of the point, 0 to 1.
    #[must_use]
    pub fn fraction(self) -> f64 {
        f64::from(self.0) / Self::WHOLE as f64
    }

    /// The share as a value of the search, in millionths of 2p - 1.
    #[must_use]
    pub const fn value(self) -> i32 {
        2 * self.millionths() - WIN
    }

    /// The share in millionths of the point, rounded down.
    #[must_use]
    pub const fn millionths(self) -> i32 {
        WIN / 20 * self.0 as i32 / 3
    }
}

/// The number of sides among these seats.
#[must_use]
pub fn n_sides<G: Rules, E: Evaluate<G>>(eval: &E, among: SeatSet) -> u8 {
    let leads = |seat: &Seat| {
        let allies = eval.allies(*seat);
        among.iter().find(|other| allies.contains(*other)) == Some(*seat)
    };
    among.iter().filter(leads).count() as u8
}

/// The share of the point that `seat` gets in a game that ended with this outcome.
#[must_use]
pub fn share<G: Rules, E: Evaluate<G>>(
    eval: &E,
    position: &G,
    outcome: Outcome,
    seat: Seat,
) -> Share {
    match outcome {
        Outcome::Win(winners, _) if winners.contains(seat) => Share::one_of(n_sides(eval, winners)),
        Outcome::Win(..) => Share::LOSS,
        Outcome::Draw(_) | Outcome::Aborted => fair_share(eval, position),
    }
}

/// The share of the point that each seat gets if all sides are equal.
#[must_use]
pub fn fair_share<G: Rules, E: Evaluate<G>>(eval: &E, position: &G) -> Share {
    Share::one_of(n_sides(eval, Seat::all(position.n_seats()).collect()))
}

/// The value of a finished game for `seat`, in millionths of 2p - 1; `None` if the game goes on. A
/// draw is worth its fair share plus `draw_offset`.
pub(crate) fn end_value<G: Rules, E: Evaluate<G>>(
    eval: &E,
    position: &G,
    seat: Seat,
    draw_offset: i32,
) -> Option<i32> {
    let outcome = position.outcome()?;
    let value = share(eval, position, outcome, seat).value();
    Some(if matches!(outcome, Outcome::Win(..)) { value } else { value + draw_offset })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_values_of_the_search() {
        assert_eq!(Share::LOSS.value(), -WIN);
        assert_eq!(Share::WIN.value(), WIN);
        assert_eq!(Share::HALF.value(), 0);
        assert_eq!(Share::one_of(3).millionths(), 333_333);
        assert_eq!(Share::one_of(6).sixtieths(), 10);
    }
}
