//! Parameters that several commands take.

use super::{
    Parameter, ParameterKind,
    parameter::{word, word_or},
};

/// The game, by its number, which may stand plain: `resign 12`.
pub(in crate::chat) const GAME_NO: Parameter =
    Parameter::new("game", ParameterKind::GameNo { plain: true }, "number of the game");

/// The same, not shown in the usage line, since the author's only game is nearly always meant.
pub(super) const OTHER_GAME_NO: Parameter = GAME_NO.hidden();

/// The game, by its number, which stands as `#12`, since a plain number means something else here.
pub(super) const MARKED_GAME_NO: Parameter =
    Parameter::new("game", ParameterKind::GameNo { plain: false }, "number of the game");

/// Which game is played.
pub(in crate::chat) const GAME: Parameter =
    Parameter::new("game", ParameterKind::Game, "which game");

/// The word that answers the question whether somebody is sure.
pub(super) const SURE: Parameter =
    Parameter::new("sure", ParameterKind::Flag("yes"), "confirms that you mean it").hidden();

/// What is said about a draw.
pub(super) const DRAW_ANSWER: Parameter = Parameter::new(
    "answer",
    ParameterKind::Choice(&[word("offer"), word_or("accept", "yes"), word_or("decline", "no")]),
    "offer a draw, or answer the offer of somebody else",
)
.usually("offer");
