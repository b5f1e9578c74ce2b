//! Reads a command from a map of named values.

use games::GameKind;

use super::{
    arguments::finish,
    challenge::{is_challenge, named_challenge},
    value::read_value,
};
use crate::{
    commands::{CommandInfo, ParameterKind, Values},
    parse::{
        command::{BadCommand, Command},
        named_command::NamedValues,
        plain_text::{echo, fold},
    },
};

/// Reads a command from named values. It is the same command that a line of text with these values
/// reads as. A challenge that tells of no game is one to `usual`.
pub(crate) fn read_named(
    info: &'static CommandInfo,
    named: &NamedValues,
    usual: GameKind,
) -> Result<Command, BadCommand> {
    let named = &named.iter().map(|(name, text)| (name.clone(), fold(text))).collect();
    if let Some(name) = unknown_name(info, named) {
        let why = format!("`{}` takes no `{}`.", info.path, echo(name));
        return Err(BadCommand { info, why, meant: true, line: None });
    }
    let read =
        if is_challenge(info) { named_challenge(info, named, usual) } else { each(info, named) };
    // Whoever fills in a form means it.
    read.map_err(|bad| BadCommand { meant: true, ..bad })
}

/// Reads each value by the kind of its parameter.
fn each(info: &'static CommandInfo, named: &NamedValues) -> Result<Command, BadCommand> {
    let mut values = Values::default();
    for parameter in info.parameters {
        let Some(text) = named.get(parameter.name).filter(|text| !text.is_empty()) else {
            continue;
        };
        let is_no = matches!(parameter.kind, ParameterKind::Flag(_)) && text == "false";
        match read_value(parameter, text) {
            Some(value) => values.set(parameter, value),
            None if is_no => {}
            None => {
                let why = format!("`{}` is no {}.", echo(text), parameter.name);
                return Err(BadCommand { info, why, meant: true, line: None });
            }
        }
    }
    finish(info, values)
}

/// A name that no parameter of the command has.
fn unknown_name<'n>(info: &CommandInfo, named: &'n NamedValues) -> Option<&'n str> {
    let known: Vec<String> = info.parameters.iter().flat_map(|one| one.names()).collect();
    named.keys().find(|name| !known.contains(name)).map(String::as_str)
}
