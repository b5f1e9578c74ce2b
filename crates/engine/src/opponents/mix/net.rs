//! The net of Game Mix: which inputs a position has, as the side to move sees it.
//!
//! The board is turned so that the mover plays up, and mirrored so that its King stands on the left half; both
//! keep the rules. Each man is an input three times: on its square, and where it stands from either King.
//! Beside the men stand the steps that keep either side from a connection.

use games::mix::{Kind, Options, Position};

use super::{Mix, connection::FAR, weights};
use crate::net::{Net, NetGame, bits};

/// The number of planes: seven kinds of each side, the side to move first.
const PLANES: usize = 14;

/// The number of places that a man can have from a King: up to seven files and ranks away, all ways.
const AWAY: usize = 15 * 15;

const FROM_OWN: usize = PLANES * 64;
const FROM_OTHER: usize = FROM_OWN + PLANES * AWAY;
const STEPS: usize = FROM_OTHER + PLANES * AWAY;

/// The number of inputs, the constant one, the last, among them.
pub(super) const INPUTS: usize = STEPS + 2 * (FAR + 1) + 1;

/// Calls `add` with each input of a position, the constant one not among them. `steps` keep the mover, and
/// the other side, from a connection.
#[inline]
pub(super) fn inputs(position: &Position, steps: [usize; 2], mut add: impl FnMut(usize)) {
    let us = position.turn();
    let kings = [us, us.other()].map(|seat| position.king(seat).index());
    let rank_turn = if us.index() == 0 { 0 } else { 7 };
    let file_turn = if kings[0] / 8 >= 4 { 56 } else { 0 };
    let turn = rank_turn ^ file_turn;
    let [own, other] = kings.map(|king| king ^ turn);
    let away = |from: usize, at: usize| (at / 8 + 7 - from / 8) * 15 + at % 8 + 7 - from % 8;
    for (half, seat) in [us, us.other()].into_iter().enumerate() {
        for kind in Kind::ALL {
            let plane = half * 7 + kind.index();
            for at in bits(position.pieces(seat, kind).bits()) {
                let at = at ^ turn;
                add(plane * 64 + at);
                add(FROM_OWN + plane * AWAY + away(own, at));
                add(FROM_OTHER + plane * AWAY + away(other, at));
            }
        }
        add(STEPS + half * (FAR + 1) + steps[half]);
    }
}

/// The set of output weights, by the number of men, 2 to 32.
#[inline]
pub(super) fn phase(position: &Position) -> usize {
    (position.men().size() as usize / 8).min(3)
}

/// The weights that play, made by `cargo xtask train mix`.
pub(super) static NET: Net<INPUTS> = Net::from_bytes(include_bytes!("net.bin"));

impl NetGame for Position {
    const LAMBDA: f32 = 0.9;
    const INPUTS: usize = INPUTS;

    fn inputs(&self, out: &mut Vec<u16>) {
        let steps = Self::evaluator_with_net(None, self.options()).steps(self);
        inputs(self, steps, |input| out.push(input as u16));
    }

    fn phase(&self) -> usize {
        phase(self)
    }

    fn beside_net(eval: &Mix, position: &Self) -> i32 {
        eval.weighed(position, eval.steps(position))
    }

    fn evaluator_with_net(net: Option<&[u8]>, options: &Options) -> Mix {
        let plain = Mix::new(weights(options), options, true);
        match net {
            None => plain,
            Some(bytes) => plain.with_net(Net::leaked(bytes)),
        }
    }
}
