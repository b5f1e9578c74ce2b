//! Commands of whoever manages a server.

use super::{CommandInfo, InSilence, Parameter, ParameterKind, Where, Who, shared::OVER_NO};
use crate::ratings::correct;

/// The result that is to hold, and why.
const RESULT: Parameter = Parameter::new(
    "result",
    ParameterKind::Text,
    "1-0, 0-1, draw, @name of who won, or none; then why",
)
.required()
.shown_as("1-0|0-1|draw|@name|none why");

pub(super) const MANAGING: &[CommandInfo] = &[CommandInfo {
    path: "mod result",
    parameters: &[OVER_NO, RESULT],
    who: Who::Manager,
    place: Where::InServer,
    does: "puts the result of a finished game right, and with it the ratings",
    example: "mod result #12 0-1 a wrong button",
    slash: Some("mod result"),
    run: |ctx, values| correct::correct_result(ctx, values.game_no(), values.text(&RESULT)),
    in_silence: InSilence::ForManagers,
    refusal: correct::refusal,
    ..CommandInfo::DEED
}];
