//! Zobrist keys (Zobrist 1970, "A new hashing method with application for game playing"): one
//! number for each man on each hex, for each centre, for each Dragon in hand, and for the side to
//! move.

use super::{Centre, Hex, Kind, hexes::PLACES};
use crate::{Seat, random::hash_key};

/// The key of a man on a hex.
#[inline]
pub(super) const fn man(seat: Seat, kind: Kind, at: Hex) -> u64 {
    MEN[(seat.index() & 1) * 9 + kind.index()][at.index()]
}

/// The key of a side's centre.
#[inline]
pub(super) const fn centre(seat: Seat, centre: Centre) -> u64 {
    let which = match centre {
        Centre::Fortress(hex) => hex.index(),
        Centre::Ruin(hex) => PLACES + hex.index(),
        Centre::Fallen => 2 * PLACES,
    };
    hash_key((1 << 20) + ((seat.index() & 1) << 10) as u64 + which as u64)
}

/// The key of a side's Dragon in hand.
#[inline]
pub(super) const fn hand(seat: Seat) -> u64 {
    hash_key((1 << 21) + seat.index() as u64)
}

/// The key of Black to move.
pub(super) const BLACK: u64 = hash_key(1 << 22);

static MEN: [[u64; PLACES]; 18] = {
    let (mut table, mut n) = ([[0; PLACES]; 18], 0);
    while n < 18 * PLACES {
        table[n / PLACES][n % PLACES] = hash_key(n as u64);
        n += 1;
    }
    table
};
