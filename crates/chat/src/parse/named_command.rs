//! Commands whose values come with names, as slash commands and forms give them.

use std::collections::BTreeMap;

/// The values of a command by the names of its parameters, all as text: a number as its digits, yes
/// and no as `true` and `false`, a person as `<@KEY>`.
pub type NamedValues = BTreeMap<String, String>;

/// A command that comes with named values in place of a line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCommand {
    /// The path of the slash command, or of the command's row.
    pub path: String,
    /// The values given.
    pub values: NamedValues,
}
