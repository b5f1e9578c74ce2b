//! Commands that explain: the rules, the commands, the program.

use super::{
    CommandInfo, InSilence, Parameter, ParameterKind, ReportNeed, SeenBy, Where, commands,
    find_topic, group_of, shared::GAME,
};
use crate::{
    handling::{context::Context, step::Handled},
    questions, text,
};

/// The topic of the rules that is asked for.
const TOPIC: Parameter =
    Parameter::new("topic", ParameterKind::Topic, "a piece, options, or one option; nothing: all")
        .shown_as("piece | options");

/// Where the bot's permissions are looked at.
const CHANNEL: Parameter =
    Parameter::new("channel", ParameterKind::Channel, "the channel to look at; nothing: this one");

/// The name of the command that looks at the bot's permissions.
pub(crate) const CHECK: &str = "check";

/// The command that is explained.
const COMMAND: Parameter =
    Parameter::new("command", ParameterKind::Command, "the command to explain; nothing: all");

pub(super) const LEARNING: &[CommandInfo] = &[
    CommandInfo {
        path: "rules",
        parameters: &[GAME, TOPIC],
        does: "the rules in short",
        example: "rules options",
        slash: Some("rules"),
        run: |ctx, values| {
            let topic = match (values.text(&TOPIC), values.named_game()) {
                ("", Some(game)) => game.option,
                (topic, _) => topic,
            };
            questions::rules(ctx, values.game(), topic)
        },
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "help",
        aliases: &["commands"],
        parameters: &[COMMAND],
        seen_by: SeenBy::Author,
        does: "this overview, or one command",
        example: "help challenge",
        slash: Some("help"),
        run: |ctx, values| match values.command(&COMMAND) {
            Some(info) => explain(ctx, info),
            None => questions::help(ctx, text::help(ctx.world.operator(), ctx.prefix)),
        },
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: CHECK,
        aliases: &["permissions"],
        parameters: &[CHANNEL],
        place: Where::OfChannel,
        seen_by: SeenBy::Author,
        does: "what I may do in a channel, what is missing, and where to click",
        example: "check",
        slash: Some(CHECK),
        run: |ctx, values| questions::check(ctx, values.channel()),
        in_silence: InSilence::ForManagers,
        report: ReportNeed::Always,
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "about",
        does: "version, dice, signing key, authors",
        example: "about",
        slash: Some("about"),
        run: |ctx, _| {
            let key = ctx.world.host_key().public().to_string();
            let is_bound = ctx.msg.place.platform().makes_salts();
            ctx.say(text::about(&key, is_bound, ctx.world.operator(), ctx.prefix))
        },
        ..CommandInfo::QUESTION
    },
];

/// Answers with help on one command.
pub(crate) fn explain(ctx: Context<'_>, info: &CommandInfo) -> Handled {
    questions::help(ctx, text::help_on(info, &with_same_word(info), ctx.prefix))
}

/// The other commands of two words that begin like this one, where their first word alone asks for this one.
fn with_same_word(info: &CommandInfo) -> Vec<&'static str> {
    let Some(group) = group_of(info).filter(|group| find_topic(group) == Some(info)) else {
        return Vec::new();
    };
    let others = commands().filter(|other| *other != info && group_of(other) == Some(group));
    others.map(|other| other.path).collect()
}
