//! What a typed text means in a position: a legal move, or the reason why it is none.

use super::{Fault, Move, Position, faults::diagnosis::LegalMoves, typed};
use crate::games::{ReadError, Refusal, Rules as _};

/// Reads a typed move in a position.
pub(super) fn read(position: &Position, text: &str) -> Result<Move, ReadError<Move, Fault>> {
    let wanted = typed::parse(text).ok_or(ReadError::NotAMove)?;
    if position.outcome().is_some() {
        return Err(ReadError::Refused(Refusal { fault: Fault::Over, near: Vec::new() }));
    }
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let board = LegalMoves { position, legal: &legal };
    match board.candidates(&wanted).as_slice() {
        [] => Err(ReadError::Refused(board.refusal(&wanted))),
        [only] => Ok(*only),
        several => Err(ReadError::Ambiguous(several.to_vec())),
    }
}
