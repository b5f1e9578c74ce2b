//! Zobrist keys (Zobrist 1970, "A new hashing method with application for game playing"): one
//! random number for each man on each square, for the side to move, and for each file on which a
//! Pawn can be taken in passing.

use super::{kinds::Kind, squares::Sq};
use crate::{Seat, random::hash_key};

/// The key of a man on a square.
#[inline]
pub(super) const fn man(seat: Seat, kind: Kind, at: Sq) -> u64 {
    MEN[(seat.index() & 1) * 7 + kind.index()][at.index()]
}

/// The key of a capture in passing that is legal on this file.
#[inline]
pub(super) const fn passing(file: u8) -> u64 {
    PASSING[(file & 7) as usize]
}

/// The key of Black to move.
pub(super) const BLACK: u64 = hash_key(1 << 20);

static MEN: [[u64; 64]; 14] = {
    let (mut table, mut n) = ([[0; 64]; 14], 0);
    while n < 14 * 64 {
        table[n / 64][n % 64] = hash_key(n as u64);
        n += 1;
    }
    table
};

static PASSING: [u64; 8] = {
    let (mut table, mut n) = ([0; 8], 0);
    while n < 8 {
        table[n] = hash_key((1 << 21) + n as u64);
        n += 1;
    }
    table
};
