//! The entries of the menus of people and messages.

use serde_json::{Value, json};

/// The entries of a person's menu, each with the slash command that it stands for and the parameter that
/// the person is.
const OF_USERS: [(&str, &str, &str); 2] =
    [("Challenge to a game", "challenge", "opponent"), ("Profile", "profile", "player")];

/// The entries of a message's menu, each with the slash command that it stands for.
const OF_MESSAGES: [(&str, &str); 2] = [("Play as my move", MOVE), ("Record of this game", RECORD)];

/// The command that plays a move.
pub(super) const MOVE: &str = "move";
/// The command that gives the record of a game.
pub(super) const RECORD: &str = "record";

/// The slash command that an entry of a person's menu stands for, and the parameter that the person is.
pub(super) fn of_user(name: &str) -> Option<(&'static str, &'static str)> {
    let entry = OF_USERS.iter().find(|(entry, ..)| *entry == name)?;
    Some((entry.1, entry.2))
}

/// The slash command that an entry of a message's menu stands for.
pub(super) fn of_message(name: &str) -> Option<&'static str> {
    OF_MESSAGES.iter().find(|(entry, _)| *entry == name).map(|(_, path)| *path)
}

/// The definitions of all entries, as Discord takes them beside the slash commands.
pub(crate) fn definitions() -> Vec<Value> {
    let entry = |name: &str, kind: u8| {
        json!({ "type": kind, "name": name, "name_localizations": { "en-US": name },
            "contexts": [0, 1], "integration_types": [0], "default_member_permissions": null })
    };
    let people = OF_USERS.iter().map(|(name, ..)| entry(name, 2));
    let messages = OF_MESSAGES.iter().map(|(name, _)| entry(name, 3));
    people.chain(messages).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chat::commands;

    #[test]
    fn every_entry_stands_for_a_command() {
        for (name, path, parameter) in OF_USERS {
            assert_eq!(of_user(name), Some((path, parameter)));
            let info = commands().find(|info| info.slash == Some(path)).unwrap();
            let takes = |one: &chat::Parameter| one.name == parameter && one.in_slash;
            assert!(info.parameters.iter().any(takes), "{name}");
        }
        for (name, path) in OF_MESSAGES {
            assert_eq!(of_message(name), Some(path));
            assert!(commands().any(|info| info.slash == Some(path)), "{name}");
        }
    }
}
