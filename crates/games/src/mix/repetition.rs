//! When two positions count as the same (rules, section 6).

use super::{
    kinds::Kind,
    movegen::MoveGenerator,
    position::Position,
    squares::{Sq, SquareSet},
    zobrist,
};
use crate::Seat;

/// The features shared by two positions that count as the same: the men, the side to move, and the capture in passing
/// that is legal, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    kinds: [SquareSet; 7],
    white: SquareSet,
    turn: Seat,
    /// The square that a Pawn has just passed over, if it can be taken there.
    passing: Option<Sq>,
}

impl Key {
    /// The key of a position.
    pub(super) fn of(position: &Position) -> Self {
        Self {
            kinds: Kind::ALL.map(|kind| position.of_kind(kind)),
            white: position.men_of(Seat::FIRST),
            turn: position.turn(),
            passing: position.legal_en_passant(),
        }
    }
}

impl Position {
    /// A hash of what [`Key`] holds, equal on every machine and in every run.
    #[must_use]
    #[inline]
    pub fn hash64(&self) -> u64 {
        let side = if self.turn == Seat::FIRST { 0 } else { zobrist::BLACK };
        let passing = self.legal_en_passant().map_or(0, |passed| zobrist::passing(passed.file()));
        self.zobrist() ^ side ^ passing
    }

    /// The square that a Pawn has just passed over, if a legal move takes it there.
    #[inline]
    pub(super) fn legal_en_passant(&self) -> Option<Sq> {
        let passed = self.en_passant?;
        let moves = MoveGenerator::new(self);
        moves.passing_pawns().any(|from| moves.is_safe_passing(from, passed)).then_some(passed)
    }
}
