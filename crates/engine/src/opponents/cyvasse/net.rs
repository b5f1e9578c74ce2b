//! The net of Cyvasse: which inputs a position has, as the side to move sees it.
//!
//! The board is turned so that the mover plays up, and its right half folded upon the left one, since the rules
//! know no sides. Each man is an input three times: on its hex, and by its steps from the enemy's King and
//! fortress.

use games::cyvasse::{Hex, Kind, Options, Position};

use super::{Evaluator, TUNED};
use crate::net::{Net, NetGame};

/// The number of planes: nine kinds of each side, the side to move first.
const PLANES: usize = 18;

/// The number of hexes of half the board: eleven rows, and up to five steps aside in halves of a step.
const HEXES: usize = 11 * 11;

/// The steps between two hexes: up to ten; the last is for a side that has lost what they are counted to.
const STEPS: usize = 12;

const FROM_KINGS: usize = PLANES * HEXES;
const FROM_FORTRESSES: usize = FROM_KINGS + PLANES * STEPS;
const FORTRESS: usize = FROM_FORTRESSES + PLANES * STEPS;
const DRAGON: usize = FORTRESS + 2;

/// The number of inputs, the constant one, the last, among them.
pub(super) const INPUTS: usize = DRAGON + 2 + 1;

/// Calls `add` with each input of a position, the constant one not among them.
#[inline]
pub(super) fn inputs(position: &Position, mut add: impl FnMut(usize)) {
    let us = position.turn();
    let seats = [us, us.other()];
    let folded = |at: Hex| {
        let at = if us.index() == 0 { at } else { at.turned() };
        let aside = (2 * at.x() + at.y()).unsigned_abs();
        usize::from(at.row() - 1) * 11 + usize::from(aside)
    };
    let kings = seats.map(|seat| position.pieces(seat, Kind::King).first());
    let forts = seats.map(|seat| position.fortress(seat));
    let steps =
        |at: Hex, from: Option<Hex>| from.map_or(STEPS - 1, |from| usize::from(at.distance(from)));
    for (half, seat) in seats.into_iter().enumerate() {
        for kind in Kind::ALL {
            let plane = half * 9 + kind.index();
            for at in position.pieces(seat, kind) {
                add(plane * HEXES + folded(at));
                add(FROM_KINGS + plane * STEPS + steps(at, kings[1 - half]));
                add(FROM_FORTRESSES + plane * STEPS + steps(at, forts[1 - half]));
            }
        }
        if forts[half].is_some() {
            add(FORTRESS + half);
        }
        if position.has_dragon_in_hand(seat) {
            add(DRAGON + half);
        }
    }
}

/// The set of output weights, by the number of men, 2 to 40.
#[inline]
pub(super) fn phase(position: &Position) -> usize {
    (position.men().size() as usize / 10).min(3)
}

/// The weights that play, made by `cargo xtask train cyvasse`.
pub(super) static NET: Net<INPUTS> = Net::from_bytes(include_bytes!("net.bin"));

/// With fewer men the net is not asked: it has seen few such positions, and there each step can decide.
pub(super) const FEWEST_MEN: u32 = 16;

impl NetGame for Position {
    const LAMBDA: f32 = 0.9;
    const INPUTS: usize = INPUTS;

    fn inputs(&self, out: &mut Vec<u16>) {
        inputs(self, |input| out.push(input as u16));
    }

    fn phase(&self) -> usize {
        phase(self)
    }

    fn beside_net(eval: &Evaluator, position: &Self) -> i32 {
        eval.weighed(position)
    }

    fn evaluator_with_net(net: Option<&[u8]>, _options: &Options) -> Evaluator {
        let plain = Evaluator::new(&TUNED, true);
        match net {
            None => plain,
            Some(bytes) => plain.with_net(Net::leaked(bytes), 0),
        }
    }
}
