//! The entries of the menus of people and messages.

use serde_json::{Value, json};

/// The entries of a person's menu, each with the slash command that it stands for and the parameter that
/// the person is.
const OF_USERS: [(&str, &str, &str); 2] =
    [("Challenge to a game", "challenge", "opponent"), ("Profile", "profile", "player")];

/// The entry of a message's menu.
const PLAY_AS_MOVE: &str = "Play as my move";

/// The command that plays a move.
pub(super) const MOVE: &str = "move";

/// The slash command that an entry of a person's menu stands for, and the parameter that the person is.
pub(super) fn of_user(name: &str) -> Option<(&'static str, &'static str)> {
    let entry = OF_USERS.iter().find(|(entry, ..)| *entry == name)?;
    Some((entry.1, entry.2))
}

/// The definitions of all entries, as Discord takes them beside the slash commands.
pub(in crate::discord) fn definitions() -> Vec<Value> {
    let entry = |name: &str, kind: u8| {
        json!({ "type": kind, "name": name, "name_localizations": { "en-US": name },
            "contexts": [0, 1], "integration_types": [0], "default_member_permissions": null })
    };
    let people = OF_USERS.iter().map(|(name, ..)| entry(name, 2));
    people.chain([entry(PLAY_AS_MOVE, 3)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::commands;

    #[test]
    fn every_entry_stands_for_a_command_that_takes_a_person() {
        for (name, path, parameter) in OF_USERS {
            assert_eq!(of_user(name), Some((path, parameter)));
            let info = commands().find(|info| info.slash == Some(path)).unwrap();
            let takes = |one: &crate::chat::Parameter| one.name == parameter && one.in_slash;
            assert!(info.parameters.iter().any(takes), "{name}");
        }
        assert!(commands().any(|info| info.slash == Some(MOVE)));
    }
}
