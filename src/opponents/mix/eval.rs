//! How the bot sees a position of Game Mix.

use crate::{
    engine::{fixed::squash, search::Evaluate},
    games::{
        Branch, Roll,
        mix::{Kind, Move, Position},
    },
};

/// The evaluator of Game Mix.
#[derive(Clone, Copy, Debug)]
pub struct Mix;

/// Worth of a man by [`Kind::index`], in thousandths of log-odds.
const WORTH: [i32; 7] = [200, 300, 800, 500, 600, 1000, 0];

impl Evaluate<Position> for Mix {
    const N_SLOTS: usize = 64 * 64;

    fn value(&self, position: &Position) -> i32 {
        let (us, them) = (position.turn(), position.turn().other());
        let of = |seat, kind| position.pieces(seat, kind).size() as i32;
        let sum =
            Kind::ALL.iter().map(|kind| WORTH[kind.index()] * (of(us, *kind) - of(them, *kind)));
        squash(sum.sum())
    }

    fn hash(&self, position: &Position) -> u64 {
        position.hash64()
    }

    fn plies_left(&self, position: &Position) -> Option<u32> {
        let limit = 2 * u32::from(position.rules().progress());
        (limit > 0).then(|| limit.saturating_sub(position.clock().into()))
    }

    fn order(&self, position: &Position, mv: &Move) -> Option<i32> {
        let taken = position.victims(*mv).filter_map(|at| position.kind_at(at));
        position.is_capture(*mv).then(|| taken.map(|kind| WORTH[kind.index()]).sum())
    }

    fn slot(&self, mv: &Move) -> u16 {
        (mv.from().index() * 64 + mv.to().index()) as u16
    }

    fn shared(&self, _branch: &Branch) -> bool {
        false
    }

    fn settled(&self, _position: &Position, _mv: &Move, _branch: &Branch) -> Option<i32> {
        None
    }

    fn play(&self, position: &Position, mv: &Move, _roll: &Roll) -> Position {
        position.after(*mv)
    }
}
