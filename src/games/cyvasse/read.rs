//! Turns as people type them (rules, section 6).

use super::{Move, Position, faults::Fault};
use crate::games::{ReadError, Refusal};

/// Reads a turn.
pub(super) fn read(position: &Position, text: &str) -> Result<Move, ReadError<Move, Fault>> {
    let mv: Move = text.parse().map_err(|_| ReadError::NotAMove)?;
    let refused = Refusal { fault: Fault::Illegal, near: Vec::new() };
    if position.allows(mv) { Ok(mv) } else { Err(ReadError::Refused(refused)) }
}
