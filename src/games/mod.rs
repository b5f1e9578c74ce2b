//! The rules of the games, and what all of them have in common.
//!
//! Everything below this module is pure: no input or output, no clock, no random source, no
//! async. Dice come in as values ([`Roll`]); the caller draws them, the rules only say which
//! dice a move throws ([`Rules::dice`]).

pub mod arrangement;
mod bits;
mod catalog;
mod chance;
#[cfg(test)]
mod conformance;
mod kind;
mod move_text;
mod outcome;
pub mod perft;
mod play;
mod present;
mod rules;
mod seat;
#[cfg(test)]
mod testkit;
mod text;
mod zobrist;

pub mod cyvasse;
pub mod lyra;
pub mod martian;
pub mod mix;

pub use arrangement::{Arranged, Arrangement, Arranging, NotArranged, Sight};
pub use catalog::{
    arranges, canonical_look, canonical_options, introduction, is_full_move_text, look_lines,
    option_words, options_for_any_seats, parse_result, rules_board, rules_version, rules_words,
    seats, sprites, title,
};
pub use chance::{Branch, Dice, Die, Roll, RollError};
pub use kind::GameKind;
pub use move_text::MoveTextError;
pub use outcome::{Outcome, Reason, RuleEnd, result_text};
pub use perft::Perft;
pub use play::{Past, Play, PlayError};
pub use present::{Actor, Dress, Lesson, Present};
pub use rules::{OptionLine, OptionsError, PositionError, ReadError, Refusal, Rules, legal_moves};
pub use seat::{BySeat, Seat, SeatSet};
