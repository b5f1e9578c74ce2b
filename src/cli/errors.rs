//! Turns what the argument parser says into a message that is short and hardly repeats the input.

use std::{collections::BTreeSet, error::Error as _, ffi::OsString};

use clap::{
    Command, CommandFactory,
    error::{ContextKind, ContextValue, ErrorKind},
};
use table::record::excerpt;

use super::failure::Failure;

/// Joins `--key -value` to `--key=-value` where the key takes a value; otherwise the parser would
/// take the value for another option. A word that begins with two dashes is left alone, so that
/// `--move --roll` lacks a value and is not a move.
pub(super) fn join_dashed<C: CommandFactory>(
    args: impl IntoIterator<Item = OsString>,
) -> Vec<OsString> {
    let mut keys = BTreeSet::new();
    collect_keys(&C::command(), &mut keys);
    let mut joined: Vec<OsString> = Vec::new();
    let mut args = args.into_iter();
    // Whatever the program file is called, messages call it by its name.
    let _ = args.next();
    joined.push("martian-cake".into());
    for arg in args {
        let bytes = arg.as_encoded_bytes();
        let dashed = bytes.len() > 1 && bytes[0] == b'-' && bytes[1] != b'-';
        match joined.last_mut() {
            Some(last) if dashed && last.to_str().is_some_and(|key| keys.contains(key)) => {
                last.push("=");
                last.push(&arg);
            }
            _ => joined.push(arg),
        }
    }
    joined
}

/// The long options of a command and those below it that take a value.
fn collect_keys(command: &Command, keys: &mut BTreeSet<String>) {
    for arg in command.get_arguments() {
        if let Some(long) = arg.get_long()
            && arg.get_action().takes_values()
        {
            keys.insert(format!("--{long}"));
        }
    }
    for below in command.get_subcommands() {
        collect_keys(below, keys);
    }
}

/// Returns help and version as text, and everything else as a failure with a message of a few lines.
pub(super) fn shortened(err: &clap::Error) -> Result<String, Failure> {
    if matches!(err.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return Ok(err.render().to_string());
    }
    let usage = text(err, ContextKind::Usage);
    let usage = usage.lines().map(str::trim_end).filter(|line| !line.is_empty());
    let lines: Vec<String> =
        std::iter::once(what(err)).chain(usage.map(ToOwned::to_owned)).collect();
    Err(Failure::Usage(lines.join("\n")))
}

/// Returns what is wrong, in one line.
fn what(err: &clap::Error) -> String {
    let arg = text(err, ContextKind::InvalidArg);
    match err.kind() {
        // Here the argument is what was typed; in the other cases it is its name in the command.
        ErrorKind::UnknownArgument => format!("unknown argument `{}`", excerpt(&arg)),
        ErrorKind::InvalidSubcommand => {
            let typed = text(err, ContextKind::InvalidSubcommand);
            format!("unknown command `{}`; see martian-cake --help", excerpt(&typed))
        }
        ErrorKind::MissingRequiredArgument => format!("missing: {arg}"),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "a command is missing; see martian-cake --help".to_owned()
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => wrong_value(err, &arg),
        ErrorKind::ArgumentConflict => {
            let prior = text(err, ContextKind::PriorArg);
            if prior == arg {
                format!("{arg} is given twice")
            } else {
                format!("{arg} cannot stand together with {prior}")
            }
        }
        ErrorKind::InvalidUtf8 => "an argument is not UTF-8 text".to_owned(),
        // An error of our own has no context, and its first line is the message.
        _ if err.context().next().is_none() || arg.is_empty() => {
            let message = err.to_string();
            let first = message.lines().next().unwrap_or_default();
            first.trim_start_matches("error: ").chars().take(200).collect()
        }
        _ => format!("{arg} takes one value"),
    }
}

fn wrong_value(err: &clap::Error, arg: &str) -> String {
    if text(err, ContextKind::InvalidValue).is_empty() {
        return format!("{arg} needs a value");
    }
    let allowed = text(err, ContextKind::ValidValue);
    if !allowed.is_empty() {
        return format!("{arg} must be one of {allowed}");
    }
    let reason = err.source().map(ToString::to_string).unwrap_or_default();
    // The parser's own message for ranges begins with what was typed, however long.
    match reason.rsplit_once(" is not in ") {
        Some((_, range)) => format!("{arg} must be a number in {range}"),
        None if reason.is_empty() => format!("{arg} has a wrong value"),
        None => format!("{arg}: {reason}"),
    }
}

/// A part of the error as text; several values are joined by commas.
fn text(err: &clap::Error, kind: ContextKind) -> String {
    match err.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        _ => String::new(),
    }
}
