//! Facts that a message needs from the platform, found out before it is handled.

use table::PlaceKind;

use super::dispatch::bare;
use crate::{
    commands::{CommandInfo, Parameter, ReportNeed, SETTING, VALUE, Who, find_path},
    message::{Addressing, Incoming},
    parse::{
        self, Reading,
        command::Command,
        named_command::NamedValues,
        plain_text::{fold, without_prefix},
    },
    places::server_settings::{Threads, channel_key},
};

/// The setting that gives threads to games, and the one of the channel that takes reports.
const THREADS: &str = "threads";
const REPORTS: &str = "reports";

/// The channel that a typed message asks to check, by the platform's key: the one that it names, or its
/// own; its own one too where it wishes threads for games, which need a permission, or sets up or begins an event, which may
/// need threads; the one that is to take what nobody else reads. `None` for any other
/// message, and for one in private that names none.
#[must_use]
pub fn channel_to_check(msg: &Incoming, prefix: &str) -> Option<String> {
    let command = command_of(msg, prefix)?;
    let values = &command.values;
    if let Some(key) = channel_set(values.word(&SETTING), values.text(&VALUE)) {
        return Some(key.to_owned());
    }
    if !needs_report(command.info, values.word(&SETTING), values.text(&VALUE)) {
        return None;
    }
    let is_private = msg.addressing == Addressing::Private;
    let own = || match msg.place.kind() {
        PlaceKind::Channel(key) if !is_private => Some(key.to_owned()),
        _ => None,
    };
    command.values.channel().map(str::to_owned).or_else(own)
}

/// Returns `true` if a command with named values asks what the bot may do in a channel, as [`channel_to_check`]
/// finds it out of a typed one.
#[must_use]
pub fn asks_to_check(path: &str, values: &NamedValues) -> bool {
    let value = |of: &Parameter| values.get(of.name).map(String::as_str).unwrap_or_default();
    find_path(path).is_some_and(|info| needs_report(info, value(&SETTING), value(&VALUE)))
}

/// The channel that a command with named values sets to take what nobody else reads, by the platform's key.
#[must_use]
pub fn channel_to_set(values: &NamedValues) -> Option<&str> {
    let value = |of: &Parameter| values.get(of.name).map(String::as_str).unwrap_or_default();
    channel_set(value(&SETTING), value(&VALUE))
}

/// The channel that a value of a setting names to which managers alone have a way.
fn channel_set<'v>(what: &str, value: &'v str) -> Option<&'v str> {
    (what == REPORTS).then(|| channel_key(value)).flatten()
}

/// Returns `true` if a command needs to know what the bot may do, with these values of a setting.
fn needs_report(info: &CommandInfo, what: &str, value: &str) -> bool {
    match info.report {
        ReportNeed::Never => false,
        ReportNeed::Always => true,
        ReportNeed::ForThreads => are_threads(what, value),
    }
}

/// Returns `true` if this value of a setting gives threads to games.
fn are_threads(what: &str, value: &str) -> bool {
    let value = value.to_lowercase();
    let wish = value.split_whitespace().next().unwrap_or_default();
    what == THREADS && [Threads::Ask, Threads::Always].iter().any(|one| one.key() == wish)
}

/// Returns `true` if a typed message asks for what only those may do who manage its server.
#[must_use]
pub fn asks_to_manage(msg: &Incoming, prefix: &str) -> bool {
    command_of(msg, prefix).is_some_and(|command| command.info.who == Who::Manager)
}

/// The command that a typed message asks for, if it is surely meant for the bot.
fn command_of(msg: &Incoming, prefix: &str) -> Option<Command> {
    let text = fold(&msg.text);
    let after_prefix = without_prefix(&text, prefix);
    let is_private = msg.addressing == Addressing::Private;
    if after_prefix.is_none() && !msg.to_bot && !is_private {
        return None;
    }
    match parse::read(bare(msg, after_prefix, &text)) {
        Reading::Command(command) => Some(command),
        Reading::Bad(_) | Reading::Other(..) => None,
    }
}
