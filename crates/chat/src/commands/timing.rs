//! Commands about time.

use super::{
    CommandInfo, Parameter, ParameterKind, SeenBy, Where, Who,
    shared::{ANY_NO, MARKED_NO},
};
use crate::time::clocks;

/// How much time is given.
const SPAN: Parameter =
    Parameter::new("span", ParameterKind::Span, "how much, for instance 1d or 12h").required();

pub(super) const TIMING: &[CommandInfo] = &[
    CommandInfo {
        path: "clock",
        aliases: &[],
        parameters: &[ANY_NO],
        who: Who::Anyone,
        place: Where::Anywhere,
        seen_by: SeenBy::Place,
        does: "the time that each player has left, and what was not counted",
        example: "clock",
        slash: Some("clock"),
        run: |ctx, values| clocks::clock(ctx, values.game_no()),
    },
    CommandInfo {
        path: "time give",
        aliases: &[],
        parameters: &[MARKED_NO, SPAN],
        who: Who::Player,
        place: Where::Anywhere,
        seen_by: SeenBy::Place,
        does: "gives your opponent more time",
        example: "time give 1d",
        slash: Some("time give"),
        run: |ctx, values| clocks::give(ctx, values.game_no(), values.span(&SPAN).unwrap_or(0)),
    },
];
