//! The rules of the games, and what all of them have in common.
//!
//! Everything in this crate is pure: no input or output, no clock, no random source, no
//! async. Dice come in as values ([`Roll`]): the rules say which dice a move throws
//! ([`Rules::dice`]), and the caller throws them.
//!
//! # Layout
//! - [`Rules`] and [`Present`]: what every game implements, by its position; [`Arrangement`]: what
//!   comes before the first ply in games whose players arrange their men themselves.
//! - `conformance`, with the feature `testkit`: what every game must obey, checked in random games.
//! - [`Seat`], [`Outcome`], [`Roll`], [`Perft`]: the values that all games share; [`Play`]: a game
//!   played with every ply checked.
//! - [`lyra`], [`martian`], [`mix`], [`cyvasse`]: one folder per game.
//! - [`GameKind`]: the list of games; the functions of this module and
//!   [`with_game!`](crate::with_game) ask any game by its kind. Nothing else in this folder uses
//!   them.

pub mod arrangement;

mod catalog;
mod chance;
#[cfg(any(test, feature = "testkit"))]
pub mod conformance;
mod kind;
mod lesson;
mod marks;
mod move_text;
mod names;
mod options;
mod outcome;
pub mod perft;
mod place_sets;
mod play;
mod present;
pub mod random;
mod rules;
mod seat;
#[cfg(test)]
mod testkit;
mod text;
mod typed_text;

pub mod cyvasse;
pub mod lyra;
pub mod martian;
pub mod mix;

pub use arrangement::{
    Arrangement, ArrangementChoice, ArrangementStep, ArrangementView, Arranging, NotArranged,
};
pub use catalog::{
    arranges, canonical_look, canonical_options, face, families, family, introduction,
    is_full_move_text, is_move_text, look_lines, option_words, options_for_any_seats, parse_result,
    pieces, rules_diagram, rules_topics, rules_version, rules_words, seat_names, seats, sprites,
    title, variation,
};
pub use chance::{Branch, Dice, Die, Roll, RollError};
pub use kind::GameKind;
pub use lesson::Lesson;
pub use move_text::MoveTextError;
pub use names::{isolated, whose};
pub use options::{OptionLine, OptionValues, OptionsError};
pub use outcome::{Outcome, Reason, RuleEnd, result_text};
pub use perft::Perft;
pub use play::{Play, PlayError, PositionHistory};
pub use present::{Actor, Diagram, PictureContext, Present};
pub use rules::{PositionError, ReadError, Refusal, Rules, legal_moves};
pub use seat::{BySeat, Seat, SeatSet};
