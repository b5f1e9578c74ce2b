//! Moves as people type them (rules, section 9).

use super::{Fault, Move, Position};
use crate::games::{ReadError, Refusal, Rules as _};

/// Reads a move as people type it.
pub(super) fn read(position: &Position, text: &str) -> Result<Move, ReadError<Move, Fault>> {
    let mv: Move = text.parse().map_err(|_| ReadError::NotAMove)?;
    if position.is_legal(&mv) {
        return Ok(mv);
    }
    Err(ReadError::Refused(Refusal { fault: Fault::NoMan(mv.from()), near: Vec::new() }))
}
