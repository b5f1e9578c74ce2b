//! The position: where the men stand, whose turn it is, and what can be asked of it without
//! looking for moves.

use super::{
    kinds::Kind,
    options::Options,
    squares::{Sq, SquareSet},
    tables::{LINER_TARGETS, Line},
    zobrist,
};
use crate::Seat;

/// The greatest clock and move number (rules, section 8); the counters stop there.
pub(super) const COUNTER_MAX: u16 = 9999;

/// A position of Game Mix with its options.
///
/// # Equality
/// `Eq` and `Hash` count everything, the counters and options too. What a repetition compares is
/// [`Key`](super::Key).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of each kind, both sides together, by [`Kind::index`].
    kinds: [SquareSet; 7],
    /// The men of White and of Black.
    sides: [SquareSet; 2],
    /// Whose turn it is.
    pub(super) turn: Seat,
    /// The square that a Pawn has just passed over.
    pub(super) en_passant: Option<Sq>,
    /// Half-moves since a capture, Pawn move or Checker move.
    pub(super) clock: u16,
    /// Full moves, from 1.
    pub(super) number: u16,
    /// The hash of the men, kept up to date by every change.
    zobrist: u64,
    options: Options,
}

impl Position {
    /// A board without men, White to move.
    pub(super) fn empty(options: &Options) -> Self {
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

    /// The squares of all men, of both sides.
    #[must_use]
    #[inline]
    pub fn men(&self) -> SquareSet {
        self.sides[0] | self.sides[1]
    }

    /// The squares of the men of a side.
    #[must_use]
    #[inline]
    pub const fn men_of(&self, seat: Seat) -> SquareSet {
        self.sides[seat.index() & 1]
    }

    /// The squares of the men of one kind, of both sides.
    #[must_use]
    #[inline]
    pub const fn of_kind(&self, kind: Kind) -> SquareSet {
        self.kinds[kind.index()]
    }

    /// The squares of the men of one kind of a side.
    #[must_use]
    #[inline]
    pub fn pieces(&self, seat: Seat, kind: Kind) -> SquareSet {
        self.of_kind(kind) & self.men_of(seat)
    }

    /// The square of a side's King.
    #[must_use]
    #[inline]
    pub fn king(&self, seat: Seat) -> Sq {
        // Every position has one King of each side.
        self.pieces(seat, Kind::King).first().unwrap_or(Sq::at(0))
    }

    /// The kind of the man on a square; `None` if the square is empty.
    #[must_use]
    pub fn kind_at(&self, at: Sq) -> Option<Kind> {
        self.men().contains(at).then(|| self.kind_on(at))
    }

    /// The side whose man stands on a square; `None` if the square is empty.
    #[must_use]
    pub fn owner(&self, at: Sq) -> Option<Seat> {
        Seat::all(2).find(|seat| self.men_of(*seat).contains(at))
    }

    /// The kind of the man on an occupied square.
    #[inline]
    pub(super) fn kind_on(&self, at: Sq) -> Kind {
        // Each kind's bit contributes its own number, so that the processor need not predict a
        // branch.
        let bit = |kind: usize| usize::from(self.kinds[kind].contains(at));
        Kind::ALL[bit(1) + 2 * bit(2) + 3 * bit(3) + 4 * bit(4) + 5 * bit(5) + 6 * bit(6)]
    }

    /// Returns how many men stand on a line through a square: how far a Liner there goes (R18).
    #[must_use]
    #[inline]
    pub fn count_on(&self, line: Line, at: Sq) -> u8 {
        (self.men() & line.of(at)).size() as u8
    }

    /// The squares, at most two, that a Liner on `at` reaches along a line if nobody stands there
    /// who stops it.
    #[must_use]
    #[inline]
    pub fn liner_targets(&self, line: Line, at: Sq) -> SquareSet {
        LINER_TARGETS[at.index()][line as usize][usize::from(self.count_on(line, at)).min(8)]
    }

    /// The square that a Pawn has just passed over with a double step, whether or not it can be
    /// taken there.
    #[must_use]
    #[inline]
    pub const fn en_passant(&self) -> Option<Sq> {
        self.en_passant
    }

    /// Half-moves since a capture, Pawn move or Checker move, at most 9999.
    #[must_use]
    #[inline]
    pub const fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the move, from 1 to 9999; it grows after each move of Black.
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

    /// Returns whose turn it is.
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// The hash of the men alone, without the side to move.
    #[inline]
    pub(super) const fn zobrist(&self) -> u64 {
        self.zobrist
    }

    /// The same position with the other side to move, as after a pass. The game has no passes; this
    /// is for searches that ask what a threat is worth.
    #[must_use]
    pub fn passed(&self) -> Self {
        let clock = (self.clock + 1).min(COUNTER_MAX);
        Self { turn: self.turn.other(), en_passant: None, clock, ..*self }
    }

    /// The same position with this side to move.
    pub(super) fn seen_by(&self, seat: Seat) -> Self {
        if self.turn == seat { *self } else { self.passed() }
    }

    /// Puts a man on an empty square.
    #[inline]
    pub(super) fn put(&mut self, seat: Seat, kind: Kind, at: Sq) {
        self.kinds[kind.index()] |= SquareSet::of(at);
        self.sides[seat.index() & 1] |= SquareSet::of(at);
        self.zobrist ^= zobrist::man(seat, kind, at);
    }

    /// Takes a man off its square.
    #[inline]
    pub(super) fn remove(&mut self, seat: Seat, kind: Kind, at: Sq) {
        self.kinds[kind.index()] &= !SquareSet::of(at);
        self.sides[seat.index() & 1] &= !SquareSet::of(at);
        self.zobrist ^= zobrist::man(seat, kind, at);
    }
}
