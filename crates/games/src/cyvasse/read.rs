//! The meaning of a typed text in a position: a legal move, or the reason why it is none.

use super::{Fault, Move, Position, faults::diagnosis::LegalMoves, typed};
use crate::{ReadError, Rules as _, legal_moves, typed_text::refuse};

/// Reads a typed move in a position.
pub(super) fn read(position: &Position, text: &str) -> Result<Move, ReadError<Move, Fault>> {
    let wanted = typed::parse(text).ok_or(ReadError::NotAMove)?;
    if position.outcome().is_some() {
        return refuse(Fault::Over, Vec::new());
    }
    let legal = legal_moves(position);
    let board = LegalMoves { position, legal: &legal };
    match board.candidates(&wanted).as_slice() {
        [] => Err(ReadError::Refused(board.refusal(&wanted))),
        [only] => Ok(*only),
        several => Err(ReadError::Ambiguous(several.to_vec())),
    }
}
