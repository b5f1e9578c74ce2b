//! The command table: one row per command, one file per family. Reading, dispatch, usage lines,
//! help, the README's table, slash commands and completion follow from the rows.
//!
//! A new command is a row in its family, with the parameters that it takes and the handler that
//! does it.

mod ending;
mod finding;
mod info;
mod learning;
mod offers;
mod parameter;
mod playing;
mod shared;
mod values;

pub use info::{CommandInfo, SeenBy, Where, Who};
pub use parameter::{Choice, ChoiceWord, Form, Games, Parameter, ParameterKind, Shown};

#[cfg(test)]
pub(super) use offers::asked;
pub(super) use parameter::{LEVEL_NAMES, LEVELS};
pub(super) use playing::BOARD;
pub(super) use values::{Value, Values};

/// Every family of commands, in the order of help.
const FAMILIES: [&[CommandInfo]; 5] =
    [offers::OFFERS, playing::PLAYING, ending::ENDING, finding::FINDING, learning::LEARNING];

/// Slash commands that only hold others, with what they are for.
pub const GROUPS: [(&str, &str); 1] =
    [("challenge-answer", "answers a challenge, or changes one before the game starts")];

/// Every command, in the order of help.
pub fn commands() -> impl Iterator<Item = &'static CommandInfo> {
    FAMILIES.into_iter().flatten()
}

/// The command with this name or alias, in upper or lower case.
#[must_use]
pub(super) fn find(word: &str) -> Option<&'static CommandInfo> {
    commands().find(|info| info.names().any(|name| name.eq_ignore_ascii_case(word)))
}

/// The command that a door calls by this path: that of its slash command, or its own.
#[must_use]
pub(super) fn find_path(path: &str) -> Option<&'static CommandInfo> {
    commands().find(|info| info.slash == Some(path)).or_else(|| find(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_are_unique() {
        let mut names: Vec<&str> = commands().flat_map(CommandInfo::names).collect();
        let n = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n);
    }
}
