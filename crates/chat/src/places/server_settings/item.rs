//! The settings of a server as a table: how each is typed, read and shown.

use games::GameKind;
use table::Platform;

use super::{
    addressing,
    asked::{Asked, Read},
    boards, new_games, place, rated, values,
};
use crate::handling::{
    context::Context,
    step::{Handled, InternalError},
};

/// A setting of a server.
pub(super) struct Item {
    /// The word behind `server set`.
    pub(super) word: &'static str,
    /// Whether the local page has it too.
    pub(super) on_page: bool,
    /// An example of the value behind that word; `{game}` stands for a game.
    pub(super) example: &'static str,
    /// Other values that can stand there.
    pub(super) also: &'static [&'static str],
    /// The keys that a channel can have for itself, by `here` behind the value.
    pub(super) by_channel: fn() -> Vec<String>,
    /// Values that complete what is typed in lower case behind that word.
    pub(super) values: fn(&str) -> Vec<String>,
    /// Reads what was typed behind that word.
    pub(super) read: fn(Asked<'_>) -> Handled<Read>,
    /// Its state in a scope, as a sentence without its full stop.
    pub(super) shown: fn(Context<'_>, &str) -> Result<String, InternalError>,
}

/// All settings, in the order in which they are shown.
pub(super) const ITEMS: [Item; 12] = [
    Item {
        word: "prefix",
        on_page: false,
        example: "?",
        also: &["default"],
        by_channel: Vec::new,
        values: values::prefixes,
        read: addressing::read_prefix,
        shown: addressing::show_prefix,
    },
    Item {
        word: "channels",
        on_page: false,
        example: "#a #b",
        also: &["here", "all"],
        by_channel: Vec::new,
        values: values::channels,
        read: addressing::read_channels,
        shown: addressing::show_channels,
    },
    Item {
        word: "manager",
        on_page: false,
        example: "@role",
        also: &["off"],
        by_channel: Vec::new,
        values: values::managers,
        read: addressing::read_manager,
        shown: addressing::show_manager,
    },
    Item {
        word: "reports",
        on_page: false,
        example: "#channel",
        also: &["here", "off"],
        by_channel: Vec::new,
        values: values::reports,
        read: addressing::read_reports,
        shown: addressing::show_reports,
    },
    Item {
        word: "boards",
        on_page: true,
        example: "small slate",
        also: &["default"],
        by_channel: boards::keys,
        values: values::boards,
        read: boards::read_boards,
        shown: boards::show_boards,
    },
    Item {
        word: "default",
        on_page: true,
        example: "{game} 3d/move",
        also: &["off"],
        by_channel: new_games::default_keys,
        values: values::defaults,
        read: new_games::read_default,
        shown: new_games::show_default,
    },
    Item {
        word: "threads",
        on_page: false,
        example: "always",
        also: &["ask", "never"],
        by_channel: || vec![place::THREADS.to_owned()],
        values: values::threads,
        read: place::read_threads,
        shown: place::show_threads,
    },
    Item {
        word: "language",
        on_page: true,
        example: "en",
        also: &[],
        by_channel: Vec::new,
        values: values::languages,
        read: place::read_language,
        shown: place::show_language,
    },
    Item {
        word: "zone",
        on_page: true,
        example: "Europe/Berlin",
        also: &["off"],
        by_channel: Vec::new,
        values: values::zones,
        read: place::read_zone,
        shown: place::show_zone,
    },
    Item {
        word: "vacation",
        on_page: true,
        example: "14d",
        also: &["off"],
        by_channel: Vec::new,
        values: values::vacations,
        read: new_games::read_vacation,
        shown: new_games::show_vacation,
    },
    Item {
        word: "idle",
        on_page: true,
        example: "30d 60d",
        also: &[],
        by_channel: Vec::new,
        values: values::idle,
        read: new_games::read_idle,
        shown: new_games::show_idle,
    },
    Item {
        word: "rated-min-age",
        on_page: false,
        example: "30d",
        also: &["off"],
        by_channel: Vec::new,
        values: values::ages,
        read: rated::read_min_age,
        shown: rated::show_min_age,
    },
];

impl Item {
    /// Returns `true` if it can be set on this platform.
    pub(super) const fn is_on(&self, platform: Platform) -> bool {
        self.on_page || platform.has_servers()
    }

    /// Returns `true` if a channel can have it for itself.
    pub(super) fn is_by_channel(&self) -> bool {
        !(self.by_channel)().is_empty()
    }

    /// A whole line that sets it, without a prefix.
    pub(super) fn line(&self) -> String {
        let game = GameKind::ALL.first().map_or("GAME", |kind| kind.key());
        format!("server set {} {}", self.word, self.example.replace("{game}", game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::{ParameterKind, find_path};

    #[test]
    fn the_command_takes_every_word_of_the_table() {
        let command = find_path("server set").unwrap();
        let taken: Vec<String> = command
            .parameters
            .iter()
            .flat_map(|one| {
                let is_choice = matches!(one.kind, ParameterKind::Choice(_));
                one.kind.choices().into_iter().filter(move |_| is_choice).map(|choice| choice.value)
            })
            .collect();
        assert_eq!(taken, ITEMS.map(|item| item.word));
    }
}
