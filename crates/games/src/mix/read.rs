//! Reading what people type as a move of a position, and the reason if it is none.

use super::{
    faults::{Fault, finder::FaultFinder},
    moves::Move,
    position::Position,
    typed::{self, Typed},
};
use crate::{ReadError, Rules as _, legal_moves, typed_text::refuse};

type Reading = Result<Move, ReadError<Move, Fault>>;

/// Reads a move in a position.
pub(super) fn read(position: &Position, text: &str) -> Reading {
    let Some(typed) = typed::parse(text) else {
        return match typed::chess_letter(text) {
            Some(letter) => refuse(Fault::NoSuchLetter(letter), Vec::new()),
            None => Err(ReadError::NotAMove),
        };
    };
    if position.outcome().is_some() {
        return refuse(Fault::Over, Vec::new());
    }
    let legal = legal_moves(position);
    let plain = typed::tidy(text);
    if let Some(mv) = legal.iter().find(|mv| mv.to_string().eq_ignore_ascii_case(&plain)) {
        return Ok(*mv);
    }
    let finder = FaultFinder::new(position, &legal);
    let typed_move = match typed {
        Typed::Castling => return refuse(Fault::Castling, finder.king_moves()),
        Typed::Move(typed_move) => typed_move,
    };
    let as_path = typed_move.as_path();
    for reading in [Some(&typed_move), as_path.as_ref()].into_iter().flatten() {
        match finder.candidates(reading).as_slice() {
            [] => {}
            [only] => return Ok(*only),
            several => return Err(ReadError::Ambiguous(several.to_vec())),
        }
    }
    // The text is about the man on the square that it names first, if one stands there.
    let is_start = typed_move.from().is_none_or(|from| position.kind_at(from).is_some());
    let meant = as_path.filter(|_| !is_start).unwrap_or(typed_move);
    let (fault, near) = finder.refusal(&meant);
    refuse(fault, near)
}
