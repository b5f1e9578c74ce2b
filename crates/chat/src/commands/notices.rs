//! Commands about what one is told and when, about vacations, and about the settings of a server.

use super::{
    CommandInfo, Effect, InSilence, Parameter, ParameterKind, ReportNeed, SeenBy, Where, Who,
    parameter::{word, word_or},
    shared::MARKED_NO,
};
use crate::{
    pictures::boards,
    places::server_settings,
    time::{notices, vacation},
};

/// Where one hears that it is one's turn.
const TURN: Parameter = Parameter::new(
    "where",
    ParameterKind::Choice(&[word("channel"), word("dm"), word("off")]),
    "by a ping where the game is played, in private, or not at all",
)
.required();

/// When one is reminded.
const BEFORE: Parameter =
    Parameter::new("times", ParameterKind::Text, "times before the end of your time; default; off")
        .required()
        .shown_as("24h 3h | default | off");

/// When one is not reminded.
const HOURS: Parameter =
    Parameter::new("hours", ParameterKind::Text, "hours with a time zone, or off")
        .required()
        .shown_as("22:00-07:00 Europe/Berlin | off");

/// For how long one is not reminded.
const SNOOZE: Parameter =
    Parameter::new("span", ParameterKind::Span, "for how long, for instance 3h")
        .usually("3h")
        .shown_as("3h");

/// The length of an absence.
const AWAY: Parameter = Parameter::new(
    "span",
    ParameterKind::Text,
    "how long, for instance 5d; or off; nothing: shows it",
)
.shown_as("5d|off");

/// The command that sets a server.
pub(crate) const SERVER_SET: &str = "server set";

/// The setting of a server to be set.
pub(crate) const SETTING: Parameter = Parameter::new(
    "what",
    ParameterKind::Choice(&[
        word("prefix"),
        word("channels"),
        word("manager"),
        word("reports"),
        word("boards"),
        word("default"),
        word("threads"),
        word("language"),
        word("zone"),
        word("vacation"),
        word("idle"),
        word("rated-min-age"),
    ]),
    "what is set",
)
.required()
.shown_as("WHAT");

/// In which theme one's own boards are.
const THEME: Parameter = Parameter::new(
    "name",
    ParameterKind::Choice(&[
        word("wood"),
        word("slate"),
        word("paper"),
        word("contrast"),
        word("mars"),
        word("felt"),
        word_or("default", "off"),
    ]),
    "the colours of the boards that you alone see",
)
.required();

/// The size of one's own boards.
const SIZE: Parameter = Parameter::new(
    "size",
    ParameterKind::Choice(&[word("small"), word("large"), word_or("default", "off")]),
    "the size of the boards that you alone see",
)
.required();

/// The value to set.
pub(crate) const VALUE: Parameter = Parameter::new(
    "value",
    ParameterKind::Setting,
    "for instance ?, #channel, @role, small slate, 14d; off; here for this channel alone",
)
.required()
.shown_as("VALUE");

/// A command that one types for oneself, and whose answer one sees alone.
const OWN: CommandInfo = CommandInfo {
    seen_by: SeenBy::Author,
    run: |ctx, _| notices::command::show(ctx),
    ..CommandInfo::DEED
};

/// A command about the settings of a server, or of the page.
const OF_SERVER: CommandInfo = CommandInfo {
    place: Where::InServer,
    in_silence: InSilence::ForManagers,
    refusal: server_settings::refusal,
    ..CommandInfo::DEED
};

pub(super) const NOTICES: &[CommandInfo] = &[
    CommandInfo {
        path: "notify turn",
        parameters: &[TURN],
        does: "where you hear that it is your turn",
        example: "notify turn dm",
        slash: Some("notify turn"),
        run: |ctx, values| notices::command::turn(ctx, values.word(&TURN)),
        ..OWN
    },
    CommandInfo {
        path: "notify remind",
        parameters: &[BEFORE],
        does: "when you are reminded that your time runs out",
        example: "notify remind 24h 3h",
        slash: Some("notify remind"),
        run: |ctx, values| notices::command::remind(ctx, values.text(&BEFORE)),
        ..OWN
    },
    CommandInfo {
        path: "notify quiet",
        parameters: &[HOURS],
        does: "hours in which you are not reminded, by the clocks of a place",
        example: "notify quiet 22:00-07:00 Europe/Berlin",
        slash: Some("notify quiet"),
        run: |ctx, values| notices::command::quiet(ctx, values.text(&HOURS)),
        ..OWN
    },
    CommandInfo {
        path: "snooze",
        parameters: &[SNOOZE, MARKED_NO],
        who: Who::Player,
        does: "puts the next reminder of a game off",
        example: "snooze 3h",
        slash: Some("snooze"),
        run: |ctx, values| notices::snooze(ctx, values.game_no(), values.span(&SNOOZE)),
        ..OWN
    },
    CommandInfo {
        path: "theme",
        parameters: &[THEME],
        does: "the colours of the boards that you alone see, in private",
        example: "theme slate",
        slash: Some("settings theme"),
        run: |ctx, values| boards::theme(ctx, values.word(&THEME)),
        ..OWN
    },
    CommandInfo {
        path: "size",
        parameters: &[SIZE],
        does: "the size of the boards that you alone see, in private",
        example: "size small",
        slash: Some("settings size"),
        run: |ctx, values| boards::size(ctx, values.word(&SIZE)),
        ..OWN
    },
    CommandInfo {
        path: "vacation",
        parameters: &[AWAY],
        seen_by: SeenBy::Place,
        does: "lets your clocks stand while you are away, as far as the server allows it",
        example: "vacation 5d",
        slash: Some("vacation"),
        run: |ctx, values| vacation::vacation(ctx, values.text(&AWAY)),
        ..OWN
    },
    CommandInfo {
        path: SERVER_SET,
        parameters: &[SETTING, VALUE],
        who: Who::Manager,
        report: ReportNeed::ForThreads,
        does: "sets the prefix, channels, boards, clocks and more of a server, or of a channel by `here`",
        example: "server set vacation 14d",
        slash: Some("server set"),
        run: |ctx, values| server_settings::set(ctx, values.word(&SETTING), values.text(&VALUE)),
        ..OF_SERVER
    },
];

pub(super) const SETTINGS: &[CommandInfo] = &[
    CommandInfo {
        path: "notify",
        aliases: &["notify show"],
        does: "shows when and where you are told that it is your turn",
        example: "notify",
        effect: Effect::Asks,
        slash: Some("notify show"),
        ..OWN
    },
    CommandInfo {
        path: "server show",
        aliases: &["server"],
        does: "shows how the server is set",
        effect: Effect::Asks,
        example: "server show",
        slash: Some("server show"),
        run: |ctx, _| server_settings::show(ctx),
        ..OF_SERVER
    },
];
