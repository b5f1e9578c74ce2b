//! Game Mix by Lev Grigoriev: chess and draughts men on one board, and the Liner, which goes as
//! far as there are men on its line. Its variation Mix Chess is a preset of the options.
//!
//! Sections and rulings (R1, R2, …) named in this module's docs are those of the game's rules
//! page, version 1; `docs/rules/mix.md` has the rules for players.
//!
//! # Layout
//! - [`Sq`], [`SquareSet`], `tables`: the board. [`Kind`]: the men.
//! - `attacks`: who attacks the King. `moves`: legal moves as sets, lists, counts and single
//!   questions. `ends`: connections and results. `report`: playing a move, and telling of it.
//! - `notation` and `setup`: texts of moves and positions. `options`: what can be changed.
//! - `read` and `faults`: moves as people type them, and why one is none.
//! - `words`, `explain`, `refusals`, `help`, `show`: what the game says and shows of itself.

mod attacks;
mod ends;
mod explain;
mod faults;
mod help;
mod kinds;
mod moves;
mod notation;
mod options;
mod perft;
mod read;
mod refusals;
mod report;
mod setup;
mod show;
mod squares;
mod tables;
mod words;
mod zobrist;

#[cfg(test)]
mod tests;

pub use faults::Fault;
pub use kinds::Kind;
pub use moves::Move;
pub use options::{Connect, MustCapture, Options};
pub use report::Report;
pub use squares::{Sq, SquareSet};
pub use tables::Line;

use std::ops::RangeInclusive;

use crate::games::{
    Branch, Dice, GameKind, OptionLine, Outcome, Perft, PositionError, ReadError, Reason, Roll,
    Rules, Seat,
};
use moves::Turn;
use tables::AT;

/// A position of Game Mix with its options.
///
/// # Equality
/// `Eq` and `Hash` count everything, counters and options too. What a repetition compares is
/// [`Key`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of each kind, both sides together.
    kinds: [SquareSet; 7],
    /// The men of White and of Black.
    sides: [SquareSet; 2],
    turn: Seat,
    /// The square that a Pawn has just passed over.
    en_passant: Option<Sq>,
    /// Half-moves since a capture, Pawn move or Checker move.
    clock: u16,
    /// Full moves, from 1.
    number: u16,
    /// The hash of the men, kept up to date by every change.
    zobrist: u64,
    options: Options,
}

/// What two positions share that count as the same (section 6): men, side to move, and the
/// capture in passing that is legal, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    kinds: [SquareSet; 7],
    white: SquareSet,
    turn: Seat,
    passing: Option<Sq>,
}

/// Access for searches, which look at a position from inside.
impl Position {
    /// A board without men, White to move.
    fn empty(options: &Options) -> Self {
        Self {
            kinds: [SquareSet::EMPTY; 7],
            sides: [SquareSet::EMPTY; 2],
            turn: Seat::FIRST,
            en_passant: None,
            clock: 0,
            number: 1,
            zobrist: 0,
            options: *options,
        }
    }

    /// All men.
    #[must_use]
    #[inline]
    pub fn men(&self) -> SquareSet {
        self.sides[0] | self.sides[1]
    }

    /// The men of a side.
    #[must_use]
    #[inline]
    pub const fn men_of(&self, seat: Seat) -> SquareSet {
        self.sides[seat.index() & 1]
    }

    /// The men of one kind, of both sides.
    #[must_use]
    #[inline]
    pub const fn of_kind(&self, kind: Kind) -> SquareSet {
        self.kinds[kind.index()]
    }

    /// The men of one kind of a side.
    #[must_use]
    #[inline]
    pub fn pieces(&self, seat: Seat, kind: Kind) -> SquareSet {
        self.kinds[kind.index()] & self.men_of(seat)
    }

    /// The square of a side's King.
    #[must_use]
    #[inline]
    pub fn king(&self, seat: Seat) -> Sq {
        // Every position has one King each.
        self.pieces(seat, Kind::King).first().unwrap_or(Sq::at(0))
    }

    /// The kind of man on a square.
    #[must_use]
    pub fn kind_at(&self, at: Sq) -> Option<Kind> {
        self.men().contains(at).then(|| self.kind_on(at))
    }

    /// The side whose man stands on a square.
    #[must_use]
    pub fn owner(&self, at: Sq) -> Option<Seat> {
        Seat::all(2).find(|seat| self.men_of(*seat).contains(at))
    }

    /// The kind of the man on an occupied square.
    #[inline]
    fn kind_on(&self, at: Sq) -> Kind {
        // Each kind's bit picks its own number, so that the processor need not guess.
        let bit = |kind: usize| usize::from(self.kinds[kind].contains(at));
        Kind::ALL[bit(1) + 2 * bit(2) + 3 * bit(3) + 4 * bit(4) + 5 * bit(5) + 6 * bit(6)]
    }

    /// How many men stand on a line through a square: how far a Liner there goes (R18).
    #[must_use]
    #[inline]
    pub fn count_on(&self, line: Line, at: Sq) -> u8 {
        (self.men() & line.of(at)).size() as u8
    }

    /// The one or two squares at which a Liner on `at` is aimed along a line, whoever stands there.
    #[must_use]
    #[inline]
    pub fn liner_targets(&self, line: Line, at: Sq) -> SquareSet {
        AT[at.index()][line as usize][usize::from(self.count_on(line, at)).min(8)]
    }

    /// The square that a Pawn has just passed over.
    #[must_use]
    pub const fn en_passant(&self) -> Option<Sq> {
        self.en_passant
    }

    /// Half-moves since a capture, Pawn move or Checker move.
    #[must_use]
    #[inline]
    pub const fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the move, from 1; it grows after each move of Black.
    #[must_use]
    pub const fn number(&self) -> u16 {
        self.number
    }

    /// The options of the game.
    #[must_use]
    #[inline]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Whose turn it is.
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// The same position with the other side to move, as after a pass, which the game does not
    /// have: for searches that ask what a threat is worth.
    #[must_use]
    pub fn passed(&self) -> Self {
        let clock = (self.clock + 1).min(report::COUNTER_MAX);
        Self { turn: self.turn.other(), en_passant: None, clock, ..*self }
    }

    /// A hash of what [`Key`] holds, equal on every machine and in every run.
    #[must_use]
    #[inline]
    pub fn hash64(&self) -> u64 {
        let side = if self.turn == Seat::FIRST { 0 } else { zobrist::BLACK };
        let passing = self.legal_passing().map_or(0, |passed| zobrist::passing(passed.file()));
        self.zobrist ^ side ^ passing
    }

    /// The square that a Pawn has just passed over, if a legal move takes it there.
    #[inline]
    fn legal_passing(&self) -> Option<Sq> {
        let passed = self.en_passant?;
        let turn = Turn::of(self);
        turn.passing_pawns().any(|from| turn.is_safe_passing(from, passed)).then_some(passed)
    }
}

impl Rules for Position {
    const KIND: GameKind = GameKind::Mix;
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;
    const ENDS: &'static [Reason] =
        &[ends::CHECKMATE, ends::CONNECTION, ends::STALEMATE, ends::MATERIAL];
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

    fn title(options: &Options) -> &'static str {
        if options.is_mix_chess() { "Mix Chess" } else { Self::KIND.title() }
    }

    fn with_seats(options: Options, n: u8) -> Option<Options> {
        Self::SEATS.contains(&n).then_some(options)
    }

    fn n_seats(&self) -> u8 {
        2
    }

    fn to_move(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end_on_board()
    }

    /// Material belongs here too: like the counters it leaves the list of moves as it is.
    fn drawn_by_count(&self, seen: u32) -> Option<Outcome> {
        self.draw_by_count(seen)
    }

    fn key(&self) -> Key {
        let passing = self.legal_passing();
        Key { kinds: self.kinds, white: self.sides[0], turn: self.turn, passing }
    }

    fn is_after_irreversible_ply(&self) -> bool {
        self.clock == 0
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        let start = out.len();
        self.moves_unsorted(out);
        out[start..].sort_unstable();
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.allows(*mv)
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
