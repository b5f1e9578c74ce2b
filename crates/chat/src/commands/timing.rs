//! Commands about time.

use super::{
    CommandInfo, Parameter, ParameterKind, Who,
    shared::{ANY_NO, MARKED_NO},
};
use crate::time::clocks;

/// The time that is given.
const SPAN: Parameter =
    Parameter::new("span", ParameterKind::Span, "how much, for instance 1d or 12h").required();

pub(super) const TIMING: &[CommandInfo] = &[
    CommandInfo {
        path: "clock",
        parameters: &[ANY_NO],
        does: "the time that each player has left, and what was not counted",
        example: "clock",
        slash: Some("clock"),
        run: |ctx, values| clocks::clock(ctx, values.game_no()),
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "time give",
        parameters: &[MARKED_NO, SPAN],
        who: Who::Player,
        does: "gives your opponent more time",
        example: "time give 1d",
        slash: Some("time give"),
        run: |ctx, values| clocks::give(ctx, values.game_no(), values.span(&SPAN).unwrap_or(0)),
        ..CommandInfo::DEED
    },
];
