//! Reading moves as people type them (section 8.4).

use super::{Move, Position};
use crate::games::{ReadError, Rules as _};

/// Why a typed text is no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game is over.
    Over,
}

pub(super) fn read(position: &Position, text: &str) -> Result<Move, ReadError<Move, Fault>> {
    text.parse().ok().filter(|mv| position.is_legal(mv)).ok_or(ReadError::NotAMove)
}
