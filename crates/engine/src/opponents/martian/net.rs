//! The net of Martian Chess for two seats: which inputs a position has, as the side to move sees it.
//!
//! The board is turned so that the mover's zone is the first one. Beside the pieces on their cells stand the
//! lead, how many pieces and how many moves each side has, which kinds attack which, and the clock.

use games::{
    Rules as _,
    martian::{Kind, Options, Position},
};

use super::{Martian, eval::Reach, weights};
use crate::net::{Net, NetGame};

/// The cells of the board of two seats.
const CELLS: usize = 32;

const LEAD: usize = 3 * CELLS;
/// Leads from -15 to 15.
const MOST_LEAD: i64 = 15;
const PIECES: usize = LEAD + 2 * MOST_LEAD as usize + 1;
/// None to sixteen pieces of each side, all that a zone has room for.
const COUNTS: usize = 17;
const MOVES: usize = PIECES + 2 * COUNTS;
const ATTACKS: usize = MOVES + 2 * COUNTS;
const GUARDS: usize = ATTACKS + 2 * 9;
const CLOCK: usize = GUARDS + 2 * 3;
/// A clock of two seats starts at seven.
const CLOCKS: usize = 8;

/// The number of inputs, the constant one, the last, among them.
pub(super) const INPUTS: usize = CLOCK + CLOCKS + 1;

/// Calls `add` with each input of a position of two seats, the constant one not among them.
#[inline]
pub(super) fn inputs(position: &Position, reaches: [&Reach; 2], mut add: impl FnMut(usize)) {
    let us = position.to_move();
    let them = us.other();
    let turn = |at: usize| if us.index() == 0 { at } else { CELLS - 1 - at };
    for kind in Kind::ALL {
        for at in position.pieces_of_kind(kind).indices() {
            add(kind.index() * CELLS + turn(at));
        }
    }
    let lead = i64::from(position.score(us)) - i64::from(position.score(them));
    add(LEAD + (lead.clamp(-MOST_LEAD, MOST_LEAD) + MOST_LEAD) as usize);
    for (half, seat) in [us, them].into_iter().enumerate() {
        let reach = reaches[half];
        add(PIECES + half * COUNTS + position.pieces_of(seat).size() as usize);
        for kind in Kind::ALL {
            for victim in Kind::ALL {
                let seen = reach.by_kind[kind.index()] & position.pieces_of_kind(victim);
                if !seen.is_empty() {
                    add(ATTACKS + (half * 3 + kind.index()) * 3 + victim.index());
                }
            }
        }
        add(MOVES + half * COUNTS + (reach.n_cells as usize / 3).min(COUNTS - 1));
        for kind in Kind::ALL {
            if !(reach.guarded & position.pieces_of_kind(kind)).is_empty() {
                add(GUARDS + half * 3 + kind.index());
            }
        }
    }
    if let Some(left) = position.clock() {
        add(CLOCK + usize::from(left).min(CLOCKS - 1));
    }
}

/// The set of output weights, by the number of pieces.
#[inline]
pub(super) fn phase(position: &Position) -> usize {
    (position.occupied().size() as usize / 5).min(3)
}

/// The weights that play, made by `cargo xtask train martian`.
pub(super) static NET: Net<INPUTS> = Net::from_bytes(include_bytes!("net.bin"));

impl NetGame for Position {
    const LAMBDA: f32 = 0.9;
    const INPUTS: usize = INPUTS;

    fn inputs(&self, out: &mut Vec<u16>) {
        let [us, them] = [self.to_move(), self.to_move().other()];
        let [mine, theirs] = [us, them].map(|seat| Reach::of(self, seat));
        inputs(self, [&mine, &theirs], |input| out.push(input as u16));
    }

    fn phase(&self) -> usize {
        phase(self)
    }

    fn beside_net(_eval: &Martian, position: &Self) -> i32 {
        Self::evaluator_with_net(None, position.options()).duel(position)
    }

    fn evaluator_with_net(net: Option<&[u8]>, options: &Options) -> Martian {
        let plain = Martian::new(weights(options), options, true);
        match net {
            None => plain,
            Some(bytes) => plain.with_net(Net::leaked(bytes)),
        }
    }
}
