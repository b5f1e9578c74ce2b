//! The exact endings of Lyra: a General with at most one more piece against a General, under the default options.
//!
//! Here a game that never ends counts as a draw, and neither repetition nor a count of quiet plies ends one. A step takes
//! a little of a value away: without that all ways to the same fight would be equal, and whoever plays by the tables
//! would put it off until the count of quiet plies ends the game. No expected score changes by more than .0025.
//!
//! With one more piece on both sides a table would have 2.8 million positions, so there are none of those.

mod making;
#[cfg(test)]
mod tests;

pub use making::made;

use games::lyra::{Held, Kind, Options, Position, Side, Sq};

use super::inputs::TURNED;

/// The pieces beside a General that have a table, with what they hold. Those that others become come first. An
/// Assassin that holds an Assassin's movement moves like one that holds nothing.
const PIECES: [(Kind, Held); 7] = [
    (Kind::Lieutenant, Held::NONE),
    (Kind::Soldier, Held::NONE),
    (Kind::Captain, Held::NONE),
    (Kind::Assassin, Held::NONE),
    (Kind::Assassin, Held::of(Kind::Soldier)),
    (Kind::Assassin, Held::of(Kind::Lieutenant)),
    (Kind::Assassin, Held::of(Kind::Captain)),
];

/// The number of squares of the General that has the piece: the board is mirrored so that it stands on the left half.
const HALF: usize = Sq::COUNT / 2;

/// The number of places for two Generals alone, whose side to move counts as White.
const BARE: usize = HALF * Sq::COUNT;

/// The number of places in the table of a piece: who has it is to move, or waits.
const TABLE: usize = 2 * BARE * Sq::COUNT;

const PLACES: usize = BARE + PIECES.len() * TABLE;

/// The values of all places for the side to move, 16 bits each, the lower ones first, in units of [`UNIT`]. Places that
/// no position has hold 0. Made by `cargo xtask endings`.
static VALUES: &[u8; 2 * PLACES] = include_bytes!("endings.bin");

/// The unit of the stored values, in millionths of 2p − 1; p is the expected score.
const UNIT: i32 = 32;

/// A step takes one part in so many of a value away.
const FADING: i32 = 1 << 12;

/// The value of an ending for the side to move, in millionths of 2p − 1; p is the expected score. `None` if the game is
/// over, if there are more pieces, or if the options are not the default ones.
#[must_use]
#[inline]
pub fn exact(position: &Position) -> Option<i32> {
    let [white, black] = Side::ALL.map(|side| position.side_squares(side));
    if (white | black).size() > 3 {
        return None;
    }
    let at = 2 * place(position)?;
    Some(UNIT * i32::from(i16::from_le_bytes([VALUES[at], VALUES[at + 1]])))
}

/// The place of a position of at most three pieces.
fn place(position: &Position) -> Option<usize> {
    if position.is_decided() || *position.options() != Options::default() {
        return None;
    }
    let strong = match Side::ALL.map(|side| position.side_squares(side).size()) {
        [1, 1] => position.side(),
        [2, 1] => Side::White,
        [1, 2] => Side::Black,
        _ => return None,
    };
    let general = |side| position.pieces(side, Kind::General).first();
    let (own, other) = (general(strong)?, general(strong.other())?);
    let is_right = (own.file() >= 3) ^ (strong == Side::Black);
    let turned = &TURNED[2 * strong.index() + usize::from(is_right)];
    let seen = |at: Sq| usize::from(turned[at.index()]);
    let generals = seen(own) * Sq::COUNT + seen(other);
    let Some(at) = position.side_squares(strong).into_iter().find(|at| *at != own) else {
        return Some(generals);
    };
    let kind = position.piece_at(at)?.kind;
    let held = match position.held(strong) {
        held if held == Held::of(Kind::Assassin) => Held::NONE,
        held => held,
    };
    let table = PIECES.iter().position(|piece| *piece == (kind, held))?;
    let waits = usize::from(position.side() != strong);
    Some(BARE + ((table * 2 + waits) * BARE + generals) * Sq::COUNT + seen(at))
}
