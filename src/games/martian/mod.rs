//! Martian Chess, by version 1 of its rules page (`docs/rules/martian.md`); R5, section 4 and the
//! like in the comments below are places there.
//!
//! [`Position`] is a small value that is copied to be played on: sets of cells by kind, points,
//! the ban, the clock, the seat to move, the seats that have left, and the options of the game.
//! Whose a piece is follows from where it stands. Moves are found from tables of the board
//! (`geometry.rs` makes rays of it, `tables.rs` sets of cells) and played by `report.rs`.

mod cells;
mod colours;
mod explain;
mod faults;
mod geometry;
mod help;
mod kinds;
mod moves;
mod notation;
mod options;
mod perft;
mod read;
mod refusals;
mod report;
mod results;
mod setup;
mod show;
mod tables;
mod words;

#[cfg(test)]
mod tests;

pub use cells::{Cell, CellSet, MAX_CELLS};
use cells::{Cells as _, Word};
pub use faults::{Fault, NoMerge};
pub use geometry::Form;
pub use kinds::Kind;
pub use moves::{Move, Way};
pub use notation::MoveTextError;
pub use options::{Deadlock, Options, UndoRule};
pub use report::{Ban, Report};

use std::ops::RangeInclusive;

use crate::games::{
    Branch, BySeat, Dice, GameKind, OptionLine, Outcome, Perft, PositionError, ReadError, Reason,
    Roll, Rules, Seat, SeatSet,
};
use tables::Board;

/// A position of Martian Chess with its options.
///
/// # Equality
/// `Eq` and `Hash` count everything, points and quiet count and options too. What a search or a
/// repetition compares is [`Key`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells of each kind, all zones together.
    kinds: [CellSet; 3],
    board: Board,
    /// Points by seat; 0 for seats that the game does not have.
    scores: [u32; Seat::MAX as usize],
    quiet: u32,
    ban: Option<Ban>,
    clock: Option<u8>,
    turn: Seat,
    out: SeatSet,
    /// Whether no-undo is in force.
    no_undo: bool,
    options: Options,
}

/// What two positions share that have the same future: board, seat, ban, clock, seats out, and
/// under `auto27` the quiet count (section 8.1). Points are not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u64; 5]);

/// Access for searches, which look at a position from inside.
impl Position {
    /// The form of the board.
    #[must_use]
    pub const fn form(&self) -> Form {
        self.board.form()
    }

    /// What stands on a cell of the board.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<Kind> {
        self.occupied().contains(cell).then(|| self.kind_on(cell.index()))
    }

    /// The kind of the piece on the occupied cell with this index.
    #[inline]
    fn kind_on(&self, at: usize) -> Kind {
        // Each kind's bit picks its own number, so that the processor need not guess.
        let bit = |kind: Kind| usize::from(self.kinds[kind.index()].has(at));
        Kind::ALL[bit(Kind::Drone) + 2 * bit(Kind::Queen)]
    }

    /// All occupied cells.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> CellSet {
        let [pawns, drones, queens] = self.kinds;
        pawns | drones | queens
    }

    /// The pieces of one kind in the zone of a seat.
    #[must_use]
    #[inline]
    pub fn pieces(&self, seat: Seat, kind: Kind) -> CellSet {
        self.kinds[kind.index()] & self.zone(seat)
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
    fn owner_at(&self, at: usize) -> Seat {
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

    /// How many cells a piece of this kind would see from there on a board without other pieces:
    /// never fewer than [`Position::reach`] has.
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

    /// The points of a seat.
    #[must_use]
    pub const fn score(&self, seat: Seat) -> u32 {
        self.scores[seat.index()]
    }

    /// Moves since the last capture.
    #[must_use]
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The move that no-undo forbids now.
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

    /// Number of seats that the game began with.
    #[must_use]
    #[inline]
    pub const fn n_seats(&self) -> u8 {
        self.board.form().seats()
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

    fn position_key(&self) -> Key {
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

impl Rules for Position {
    const KIND: GameKind = GameKind::Martian;
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=6;
    const ENDS: &'static [Reason] = &[results::EMPTY, results::CLOCK, results::AUTO27];
    const COUNTS_COMMANDS: bool = false;

    type Options = Options;
    type Move = Move;
    type Key = Key;
    type Report = Report;
    type Fault = Fault;

    fn start(options: &Options) -> Self {
        setup::start(options)
    }

    fn from_position_text(text: &str, options: &Options) -> Result<Self, PositionError> {
        setup::parse(text, options)
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn option_lines() -> &'static [OptionLine] {
        options::LINES
    }

    fn option_words() -> &'static [&'static str] {
        options::WORDS
    }

    fn with_seats(options: Options, n: u8) -> Option<Options> {
        options.for_players(n)
    }

    fn n_seats(&self) -> u8 {
        self.n_seats()
    }

    fn active(&self) -> SeatSet {
        self.out.iter().fold(self.seats().collect(), SeatSet::without)
    }

    fn leave(&mut self, seat: Seat) -> Option<SeatSet> {
        self.take_out(seat)
    }

    fn scores(&self) -> Option<BySeat<u32>> {
        Some(self.seats().map(|seat| self.score(seat)).collect())
    }

    fn to_move(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_over() { self.judge() } else { None }
    }

    fn drawn_by_count(&self, _seen: u32) -> Option<Outcome> {
        None
    }

    fn key(&self) -> Key {
        self.position_key()
    }

    /// There is no rule about repetition.
    fn forgets_past(&self) -> bool {
        true
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        self.list(out);
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.allows(mv)
    }

    fn dice(&self, _mv: &Move) -> Dice {
        Dice::NONE
    }

    fn branches(&self, _mv: &Move, out: &mut Vec<Branch>) {
        out.push(Branch { roll: Roll::NONE, weight: 1, mark: None });
    }

    fn apply(&mut self, mv: &Move, _roll: &Roll) -> Report {
        self.play_and_tell(*mv)
    }

    fn perft(&self, depth: u32) -> Perft {
        perft::count(self, depth)
    }

    fn read(&self, text: &str) -> Result<Move, ReadError<Move, Fault>> {
        read::read(self, text)
    }
}
