//! The position: what stands where, whose turn it is, and what can be asked of it.

use super::{
    Cell, CellSet, Deadlock, Form, Kind, Options,
    cells::{Cells as _, Word},
    tables::Board,
};
use crate::{Seat, SeatSet};

/// The greatest number that a position text can hold (rules, section 8.1); counters stop there.
pub(super) const NUMBER_MAX: u32 = 999_999_999;

/// A move that may not be played in the next turn (R9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ban {
    /// The cell of the piece that is bound by it.
    pub from: Cell,
    /// The cell that this piece may not go to.
    pub to: Cell,
}

/// A position of Martian Chess with its options.
///
/// # Equality
/// `Eq` and `Hash` count everything, points and quiet count and options too. What a search or a
/// repetition compares is [`Key`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells of each kind, all zones together.
    pub(super) kinds: [CellSet; 3],
    pub(super) board: Board,
    /// Points by seat; 0 for seats that the game does not have.
    pub(super) scores: [u32; Seat::MAX as usize],
    pub(super) quiet: u32,
    pub(super) ban: Option<Ban>,
    pub(super) clock: Option<u8>,
    pub(super) turn: Seat,
    pub(super) out: SeatSet,
    /// Whether no-undo is in force.
    pub(super) no_undo: bool,
    pub(super) options: Options,
}

/// The features shared by two positions with the same future: the board, seat, ban, clock, seats out, and under
/// `auto27` the quiet count (section 8.1). Points are not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u64; 5]);

/// Questions to a position beside what [`Rules`](crate::Rules) asks.
impl Position {
    /// The form of the board, from which the number of seats follows.
    #[must_use]
    pub const fn form(&self) -> Form {
        self.board.form()
    }

    /// The kind of the piece on a cell of this board; `None` if the cell is empty.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<Kind> {
        self.occupied().contains(cell).then(|| self.kind_on(cell.index()))
    }

    /// The kind of the piece on the occupied cell with this index.
    #[inline]
    pub(super) fn kind_on(&self, at: usize) -> Kind {
        // Each kind's bit picks its own number, so that the processor need not guess.
        let bit = |kind: Kind| usize::from(self.kinds[kind.index()].has(at));
        Kind::ALL[bit(Kind::Drone) + 2 * bit(Kind::Queen)]
    }

    /// The cells with a piece on them, in all zones.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> CellSet {
        let [pawns, drones, queens] = self.kinds;
        pawns | drones | queens
    }

    /// The pieces of one kind, in all zones.
    #[must_use]
    #[inline]
    pub fn pieces_of_kind(&self, kind: Kind) -> CellSet {
        self.kinds[kind.index()]
    }

    /// The pieces of one kind in the zone of a seat.
    #[must_use]
    #[inline]
    pub fn pieces(&self, seat: Seat, kind: Kind) -> CellSet {
        self.pieces_of_kind(kind) & self.zone(seat)
    }

    /// The pieces in the zone of a seat.
    #[must_use]
    #[inline]
    pub fn pieces_of(&self, seat: Seat) -> CellSet {
        self.occupied() & self.zone(seat)
    }

    /// The cells of the zone of a seat.
    #[must_use]
    #[inline]
    pub fn zone(&self, seat: Seat) -> CellSet {
        self.board.zones[seat.index()]
    }

    /// The seat in whose zone a cell of the board lies.
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Seat {
        self.owner_at(cell.index())
    }

    /// The seat in whose zone the cell with this index lies.
    #[inline]
    pub(super) fn owner_at(&self, at: usize) -> Seat {
        Seat::from_index(self.board.zone_of[at]).unwrap_or(Seat::FIRST)
    }

    /// The cells that a piece of this kind on the cell with this index sees: up to and with the
    /// first piece on each ray, whatever stands there.
    #[must_use]
    #[inline]
    pub fn reach(&self, kind: Kind, at: usize) -> CellSet {
        if self.is_small() {
            self.board.reach(kind, at, Word::from_set(self.occupied())).into()
        } else {
            self.board.reach(kind, at, self.occupied())
        }
    }

    /// Returns how many cells a piece of this kind would see from there on a board without other pieces: never
    /// fewer than [`Position::reach`] has.
    #[must_use]
    #[inline]
    pub fn most_seen(&self, kind: Kind, at: usize) -> u32 {
        u32::from(self.board.n_seen[kind.index()][at])
    }

    /// The cell of this board with this index.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        self.board.cell(index)
    }

    /// Returns how many single steps, straight or diagonal, lead from one cell of this board to another.
    #[must_use]
    pub fn distance(&self, from: Cell, to: Cell) -> u8 {
        self.board.distance(from, to)
    }

    /// The points of a seat; 0 for seats that the game does not have.
    #[must_use]
    pub const fn score(&self, seat: Seat) -> u32 {
        self.scores[seat.index()]
    }

    /// The quiet count: moves since the last capture.
    #[must_use]
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The move that no-undo forbids in this turn, if any.
    #[must_use]
    pub const fn ban(&self) -> Option<Ban> {
        self.ban
    }

    /// The seats that have left the game.
    #[must_use]
    pub const fn out(&self) -> SeatSet {
        self.out
    }

    /// The options of the game.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The seats that the game began with, ascending.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.n_seats())
    }

    /// The number of seats that the game began with, 2 to 6.
    #[must_use]
    #[inline]
    pub const fn n_seats(&self) -> u8 {
        self.board.form().seats()
    }

    /// The next seat, clockwise, that is still in the game.
    #[inline]
    pub(super) fn next_active(&self, seat: Seat) -> Seat {
        let mut next = seat;
        for _ in 0..self.n_seats() {
            next = match Seat::from_index(next.number()) {
                Some(next) if next.index() < usize::from(self.n_seats()) => next,
                _ => Seat::FIRST,
            };
            if !self.out.contains(next) {
                break;
            }
        }
        next
    }

    /// Returns where a called clock starts: three and a half moves per seat, rounded up (rules, section 6.2).
    #[must_use]
    pub fn full_clock(&self) -> u8 {
        (7 * self.n_seats()).div_ceil(2)
    }

    /// Returns how many moves are left on the clock; `None` if it was not called or the options have none.
    #[must_use]
    pub fn clock(&self) -> Option<u8> {
        self.clock.filter(|_| self.options.deadlock == Deadlock::Clock)
    }

    /// Returns `true` if sets of this board's cells fit one machine word.
    #[inline]
    pub(super) const fn is_small(&self) -> bool {
        self.n_seats() <= 4
    }

    /// A hash of what [`Key`] holds, equal on every machine and in every run.
    #[must_use]
    #[inline]
    pub fn hash64(&self) -> u64 {
        // 64-bit products folded to 64 bits, as wyhash does.
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product as u64) ^ (product >> 64) as u64
        };
        let Key([a, b, c, d, state]) = self.position_key();
        let left = fold(a ^ 0xa076_1d64_78bd_642f, b ^ 0xe703_7ed1_a0b4_28db);
        let right = fold(c ^ 0x8ebc_6af0_9c88_c6e3, d ^ 0x5899_65cc_7537_4cc3);
        let both = fold(left ^ 0x1d8e_4e27_c47d_124f, right ^ 0xeb44_acca_b455_d165);
        fold(both ^ 0x2127_599b_f432_5c37, state ^ 0x8803_55f2_1e6d_1965)
    }

    pub(super) fn position_key(&self) -> Key {
        let [pawns, drones, queens] = self.kinds;
        // The kind of each cell as a number of two bits: Pawn 1, Drone 2, Queen 3.
        let (low, high) = ((pawns | queens).bits(), (drones | queens).bits());
        let quiet = if self.options.deadlock == Deadlock::Auto27 { self.quiet } else { 0 };
        let ban = self.ban.map_or(0, |ban| 1 << 14 | ban.from.index() << 7 | ban.to.index());
        let clock = self.clock.map_or(0, |left| u64::from(left) + 1);
        let mut state = u64::from(quiet);
        state = state << 15 | ban as u64;
        state = state << 5 | clock;
        state = state << 3 | self.turn.index() as u64;
        state = self.out.iter().fold(state << 6, |state, seat| state | 1 << seat.index());
        Key([low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64, state])
    }
}
