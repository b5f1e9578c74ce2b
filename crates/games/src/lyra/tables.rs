//! Tables of the squares within reach, computed at compile time from the rules of section 3.

use super::{Kind, Side, board::Sq};

/// Rows of [`STEPS`]: the six kinds by their index, then the Captain of `captain_diag=all`.
const ROWS: usize = 7;

/// The row of a Captain under `captain_diag=all`.
pub(super) const CAPTAIN_ALL: usize = 6;

const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const STRAIGHTS: [(i8, i8); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The squares one step away, by side, row and square.
pub(super) static STEPS: [[[u64; Sq::COUNT]; ROWS]; 2] = steps();

/// Squares two diagonal steps away: by square and by which of the four squares between may be
/// passed, in the order of [`diagonal_pattern`].
pub(super) static DIAGONAL_LEAPS: [[u64; 16]; Sq::COUNT] =
    leaps([(-1, -1), (1, -1), (-1, 1), (1, 1)]);

/// Squares two straight steps away, in the order of [`straight_pattern`].
pub(super) static STRAIGHT_LEAPS: [[u64; 16]; Sq::COUNT] =
    leaps([(-1, 0), (0, -1), (1, 0), (0, 1)]);

/// Returns which diagonal neighbours of `sq` are in `passable`: bits for the steps (-1,-1), (1,-1), (-1,1),
/// (1,1). For steps off the board the bit says nothing, and the table ignores it.
pub(super) const fn diagonal_pattern(passable: u64, sq: Sq) -> usize {
    // The neighbours are 7, 5, -5 and -7 away, so they come to bits 0, 2, 12 and 14.
    let near = passable << 7 >> sq.index() & 0x5005;
    ((near | near >> 11) & 0xf) as usize
}

/// Returns which straight neighbours of `sq` are in `passable`: bits for the steps (-1,0), (0,-1), (1,0),
/// (0,1).
pub(super) const fn straight_pattern(passable: u64, sq: Sq) -> usize {
    // The neighbours are 6, 1, -1 and -6 away, so they come to bits 0, 5, 7 and 12.
    let near = passable << 6 >> sq.index() & 0x10a1;
    ((near | near >> 4 | near >> 10) & 0xf) as usize
}

const fn steps() -> [[[u64; Sq::COUNT]; ROWS]; 2] {
    let mut table = [[[0; Sq::COUNT]; ROWS]; 2];
    let mut s = 0;
    while s < 2 {
        let forward = Side::ALL[s].forward();
        let mut i = 0;
        while let Some(sq) = Sq::from_index(i) {
            let rows = &mut table[s];
            let diagonals = ring(sq, &DIAGONALS);
            let sideways = ring(sq, &[(-1, 0), (1, 0)]);
            let front = ring(sq, &[(0, forward)]);
            let back = ring(sq, &[(0, -forward)]);
            let front_diagonals = ring(sq, &[(-1, forward), (1, forward)]);
            rows[Kind::Soldier as usize][i] = front | sideways;
            rows[Kind::Reversed as usize][i] = back | sideways;
            rows[Kind::Lieutenant as usize][i] = diagonals | front | back;
            rows[Kind::Captain as usize][i] = front | back | sideways | front_diagonals;
            rows[Kind::Assassin as usize][i] = diagonals | sideways;
            rows[Kind::General as usize][i] = diagonals | ring(sq, &STRAIGHTS);
            rows[CAPTAIN_ALL][i] = front | back | sideways | diagonals;
            i += 1;
        }
        s += 1;
    }
    table
}

/// The squares one of these steps away from `sq`.
const fn ring(sq: Sq, steps: &[(i8, i8)]) -> u64 {
    let mut bits = 0;
    let mut i = 0;
    while i < steps.len() {
        if let Some(to) = sq.offset(steps[i].0, steps[i].1) {
            bits |= 1 << to.index();
        }
        i += 1;
    }
    bits
}

const fn leaps(steps: [(i8, i8); 4]) -> [[u64; 16]; Sq::COUNT] {
    let mut table = [[0; 16]; Sq::COUNT];
    let mut i = 0;
    while let Some(sq) = Sq::from_index(i) {
        let mut pattern = 0;
        while pattern < 16 {
            let mut bit = 0;
            while bit < 4 {
                if pattern >> bit & 1 != 0 {
                    table[i][pattern] |= ring(sq, &[(steps[bit].0 * 2, steps[bit].1 * 2)]);
                }
                bit += 1;
            }
            pattern += 1;
        }
        i += 1;
    }
    table
}
