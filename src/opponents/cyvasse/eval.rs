//! What a position of Cyvasse is worth.

use crate::{
    engine::{fixed::squash, search::Evaluate},
    games::{
        Branch, Roll, Seat,
        cyvasse::{Hex, Kind, Move, Position},
    },
};

/// Weights in points of log-odds, a thousand to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By kind.
    pub worth: [i32; 9],
}

/// The first table of values of the rules page, a Rabble at 60.
pub const PLAIN: Weights = Weights { worth: [60, 900, 210, 150, 180, 390, 270, 360, 600] };

/// The evaluator.
#[derive(Clone, Copy, Debug)]
pub struct Cyvasse {
    weights: Weights,
}

impl Cyvasse {
    /// With these weights.
    #[must_use]
    pub const fn new(weights: &Weights) -> Self {
        Self { weights: *weights }
    }

    fn material(&self, position: &Position, seat: Seat) -> i32 {
        let of_kind = |kind: Kind| position.pieces(seat, kind).size() as i32;
        let men: i32 =
            Kind::ALL.iter().map(|kind| self.weights.worth[kind.index()] * of_kind(*kind)).sum();
        let hand = if position.has_dragon_in_hand(seat) {
            self.weights.worth[Kind::Dragon.index()]
        } else {
            0
        };
        men + hand
    }
}

impl Evaluate<Position> for Cyvasse {
    /// From and to, and what is brought out or passed.
    const N_SLOTS: usize = 128 * 128;

    fn value(&self, position: &Position) -> i32 {
        let us = position.turn();
        squash(self.material(position, us) - self.material(position, us.other()))
    }

    fn hash(&self, position: &Position) -> u64 {
        position.hash64()
    }

    fn plies_left(&self, _position: &Position) -> Option<u32> {
        None
    }

    fn order(&self, position: &Position, mv: &Move) -> Option<i32> {
        let taken = position.kind_at(mv.deed.target()?)?;
        Some(self.weights.worth[taken.index()])
    }

    fn slot(&self, mv: &Move) -> u16 {
        let index = |hex: Option<Hex>| hex.map_or(127, Hex::index);
        (index(mv.deed.origin()) * 128 + index(mv.deed.target())) as u16
    }

    fn shared(&self, _branch: &Branch) -> bool {
        false
    }

    fn settled(&self, _position: &Position, _mv: &Move, _branch: &Branch) -> Option<i32> {
        None
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        position.turns(out);
    }

    fn play(&self, position: &Position, mv: &Move, _roll: &Roll) -> Position {
        position.after(*mv)
    }
}
