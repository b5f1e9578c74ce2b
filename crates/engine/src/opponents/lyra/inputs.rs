//! Which inputs of the net a position of Lyra has, as the side to move sees it.
//!
//! The board is turned so that the side to move plays up, and mirrored so that its General stands on the left
//! half; both keep the rules. Each piece is an input three times: on its square, and where it stands from
//! either General. Beside the pieces stand what both Assassins hold, and which kinds bear on which.

use games::lyra::{Bitboard, Kind, Position, Side, Sq};

use crate::net::{PHASES, Planes};

/// The number of planes: six kinds of each side, the side to move first.
pub(super) const PLANES: usize = 12;

/// The number of frames of reference: one for each side and each pair of squares of the Generals.
pub(super) const FRAMES: u16 = (2 * Sq::COUNT * Sq::COUNT) as u16;

/// The number of places that a piece can have from a General: up to five files and ranks away, all ways.
const AWAY: usize = 11 * 11;

const FROM_OWN: usize = PLANES * Sq::COUNT;
const FROM_OTHER: usize = FROM_OWN + PLANES * AWAY;
const HELD: usize = FROM_OTHER + PLANES * AWAY;
const BEARING: usize = HELD + 8;

/// The kinds that bear on others: a reversed Soldier counts as a Soldier.
const BEARERS: usize = 5;

/// The number of inputs, the constant one, the last, among them.
pub(super) const INPUTS: usize = BEARING + 2 * BEARERS * BEARERS + 1;

/// A position as the side to move sees it.
pub(super) struct Sight {
    /// The pieces where they stand on the board, not turned.
    pub(super) planes: Planes<PLANES>,
    side: Side,
    /// The squares of the own General and the other one.
    generals: [Sq; 2],
    /// The number by which squares are turned and mirrored.
    turn: usize,
}

impl Sight {
    /// Both Generals must be on the board.
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        let side = position.side();
        let mut planes = [0; PLANES];
        for (half, side) in planes.chunks_exact_mut(6).zip([side, side.other()]) {
            for (plane, kind) in half.iter_mut().zip(Kind::ALL) {
                *plane = position.pieces(side, kind).bits();
            }
        }
        let square = |side| position.pieces(side, Kind::General).first().unwrap_or(Sq::FIRST);
        let generals = [square(side), square(side.other())];
        let is_right = (generals[0].file() >= 3) ^ (side == Side::Black);
        let turn = 2 * side.index() + usize::from(is_right);
        Self { planes, side, generals, turn }
    }

    /// The frame of reference of the sums.
    pub(super) const fn frame(&self) -> usize {
        let [own, other] = self.generals;
        (self.side.index() * Sq::COUNT + own.index()) * Sq::COUNT + other.index()
    }

    /// The inputs of the piece of a plane on a square.
    #[inline]
    pub(super) fn inputs_of(&self, plane: usize, at: usize) -> [usize; 3] {
        let turned = &TURNED[self.turn];
        let seen = usize::from(turned[at]);
        let [own, other] = self
            .generals
            .map(|general| plane * AWAY + away(usize::from(turned[general.index()]), seen));
        [plane * Sq::COUNT + seen, FROM_OWN + own, FROM_OTHER + other]
    }

    /// The set of output weights, by the number of pieces, 2 to 24.
    pub(super) fn phase(&self) -> usize {
        let n_pieces: u32 = self.planes.iter().map(|plane| plane.count_ones()).sum();
        (n_pieces.saturating_sub(1) as usize / 6).min(PHASES - 1)
    }
}

/// Where squares lie for White, for White with the board mirrored, for Black, and for Black with it mirrored.
pub(super) static TURNED: [[u8; Sq::COUNT]; 4] = {
    let (mut table, mut turn) = ([[0; Sq::COUNT]; 4], 0);
    while turn < 4 {
        let mut i = 0;
        while let Some(sq) = Sq::from_index(i) {
            let sq = if turn >= 2 { sq.turned() } else { sq };
            let file = if turn % 2 == 1 { 5 - sq.file() } else { sq.file() };
            table[turn][i] = file * 6 + sq.rank();
            i += 1;
        }
        turn += 1;
    }
    table
};

/// The place of a square seen from another one, 0 to 120.
const fn away(from: usize, at: usize) -> usize {
    (at / 6 + 5 - from / 6) * 11 + at % 6 + 5 - from % 6
}

/// The inputs for what both Assassins hold.
#[inline]
pub(super) fn held_inputs(position: &Position) -> impl Iterator<Item = usize> {
    let us = position.side();
    let held = position.held(us).bits() | position.held(us.other()).bits() << 4;
    crate::net::bits(held.into()).map(|bit| HELD + bit)
}

/// The attacks of a side: those of its pieces that bear on enemies, and on which.
pub(super) struct Attacks {
    by: [(Kind, Sq, Bitboard); Sq::COUNT],
    n: usize,
}

impl Attacks {
    #[inline]
    pub(super) fn of(position: &Position, side: Side) -> Self {
        let enemies = position.side_squares(side.other());
        let mut attacks =
            Self { by: [(Kind::Soldier, Sq::FIRST, Bitboard::of(Sq::FIRST)); Sq::COUNT], n: 0 };
        for kind in Kind::ALL {
            for from in position.pieces(side, kind) {
                let victims = position.reach(side, kind, from) & enemies;
                if !victims.is_empty() {
                    attacks.by[attacks.n] = (kind, from, victims);
                    attacks.n += 1;
                }
            }
        }
        attacks
    }

    /// The pieces that bear on enemies: their kind, their square, and the enemies' squares.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = (Kind, Sq, Bitboard)> + '_ {
        self.by[..self.n].iter().copied()
    }

    /// The inputs for the kinds that bear on each other.
    #[inline]
    pub(super) fn inputs(
        &self,
        position: &Position,
        side: Side,
    ) -> impl Iterator<Item = usize> + use<> {
        let on = |kind| position.pieces(side.other(), kind);
        let soldiers = on(Kind::Soldier) | on(Kind::Reversed);
        let others = [Kind::Lieutenant, Kind::Captain, Kind::Assassin, Kind::General].map(on);
        let [lieutenants, captains, assassins, general] = others;
        let mut pairs = 0;
        for (kind, _, victims) in self.iter() {
            let first = kind.index().saturating_sub(1) * BEARERS;
            for (i, of_kind) in
                [soldiers, lieutenants, captains, assassins, general].into_iter().enumerate()
            {
                pairs |= u64::from(!(victims & of_kind).is_empty()) << (first + i);
            }
        }
        let first = if side == position.side() { BEARING } else { BEARING + BEARERS * BEARERS };
        crate::net::bits(pairs).map(move |bit| first + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inputs_are_as_many_as_documented() {
        assert_eq!(INPUTS, 3395);
        assert_eq!((away(0, 35), away(35, 0), away(7, 7)), (120, 0, 60));
    }
}
