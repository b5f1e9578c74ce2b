//! Parameters that several commands take.

use super::{
    Games, Parameter, ParameterKind,
    parameter::{word, word_or},
};

/// The offer, by its number, which may stand plain: `accept 12`.
pub(super) const OFFER_NO: Parameter = game_no(true, Games::Offers);

/// The running game, by its number, which may stand plain: `resign 12`.
pub(super) const RUNNING_NO: Parameter = game_no(true, Games::Running);

/// The game, running or finished, by its number, which may stand plain: `record 12`.
pub(super) const ANY_NO: Parameter = game_no(true, Games::Any);

/// The finished game of the server, by its number, which may stand plain.
pub(super) const OVER_NO: Parameter = game_no(true, Games::OverHere);

/// The running game, by its number, which stands as `#12`, since a plain number means something
/// else here.
pub(super) const MARKED_NO: Parameter = game_no(false, Games::Running);

const fn game_no(plain: bool, games: Games) -> Parameter {
    Parameter::new("game", ParameterKind::GameNo { plain, games }, "number of the game")
}

/// Which game is played.
pub(super) const GAME: Parameter = Parameter::new("game", ParameterKind::Game, "which game");

/// The word that answers the question whether somebody is sure.
pub(super) const SURE: Parameter =
    Parameter::new("sure", ParameterKind::Flag("yes"), "confirms that you mean it").hidden();

/// A draw offer, or the answer to one.
pub(super) const DRAW_ANSWER: Parameter = Parameter::new(
    "answer",
    ParameterKind::Choice(&[word("offer"), word_or("accept", "yes"), word_or("decline", "no")]),
    "offer a draw, or answer the offer of somebody else",
)
.usually("offer");

/// A takeback request, or the answer to one.
pub(super) const TAKEBACK_ANSWER: Parameter = Parameter::new(
    "answer",
    ParameterKind::Choice(&[word("ask"), word_or("accept", "yes"), word_or("decline", "no")]),
    "ask to take your last move back, or answer somebody else who asks",
)
.usually("ask");
