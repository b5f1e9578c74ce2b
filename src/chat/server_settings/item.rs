//! The settings of a server as a table: how each is typed, read and shown.

use super::{addressing, boards, games};
use crate::{
    chat::{
        boards::{SIZE, THEME},
        context::Context,
        plain_text::echo,
        step::{Handled, InternalError, Row},
        text,
    },
    games::GameKind,
    table::Platform,
};

/// A setting of a server.
pub(super) struct Item {
    /// The word behind `server set`.
    pub(super) word: &'static str,
    /// Whether the local page has it too.
    pub(super) on_page: bool,
    /// What stands behind that word, for instance; `{game}` stands for a game.
    pub(super) example: &'static str,
    /// What else can stand there.
    pub(super) also: &'static [&'static str],
    /// The keys that a channel can have for itself, by `here` behind the value.
    pub(super) by_channel: &'static [&'static str],
    /// Reads what was typed behind that word.
    pub(super) read: fn(Asked<'_>) -> Handled<Read>,
    /// How it stands in a scope, as a sentence without its full stop.
    pub(super) shown: fn(Context<'_>, &str) -> Result<String, InternalError>,
}

/// All settings, in the order in which they are shown.
pub(super) const ITEMS: [Item; 7] = [
    Item {
        word: "prefix",
        on_page: false,
        example: "?",
        also: &["default"],
        by_channel: &[],
        read: addressing::read_prefix,
        shown: addressing::show_prefix,
    },
    Item {
        word: "channels",
        on_page: false,
        example: "#a #b",
        also: &["here", "all"],
        by_channel: &[],
        read: addressing::read_channels,
        shown: addressing::show_channels,
    },
    Item {
        word: "manager",
        on_page: false,
        example: "@role",
        also: &["off"],
        by_channel: &[],
        read: addressing::read_manager,
        shown: addressing::show_manager,
    },
    Item {
        word: "boards",
        on_page: true,
        example: "small slate",
        also: &["default"],
        by_channel: &[THEME, SIZE],
        read: boards::read_boards,
        shown: boards::show_boards,
    },
    Item {
        word: "default",
        on_page: true,
        example: "{game} 3d/move",
        also: &["off"],
        by_channel: &[],
        read: games::read_clocks,
        shown: games::show_clocks,
    },
    Item {
        word: "vacation",
        on_page: true,
        example: "14d",
        also: &["off"],
        by_channel: &[],
        read: games::read_vacation,
        shown: games::show_vacation,
    },
    Item {
        word: "idle",
        on_page: true,
        example: "30d 60d",
        also: &[],
        by_channel: &[],
        read: games::read_idle,
        shown: games::show_idle,
    },
];

impl Item {
    /// Whether it can be set on this platform.
    pub(super) const fn is_on(&self, platform: Platform) -> bool {
        self.on_page || platform.has_servers()
    }

    /// A whole line that sets it, without a prefix.
    pub(super) fn line(&self) -> String {
        let game = GameKind::ALL.first().map_or("GAME", |kind| kind.key());
        format!("server set {} {}", self.word, self.example.replace("{game}", game))
    }
}

/// What a setting is to be.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// The message.
    pub(super) ctx: Context<'a>,
    /// Which setting.
    pub(super) item: &'a Item,
    /// The value as typed, without `here` where that stands for the channel.
    pub(super) typed: &'a str,
    /// Whether it is for this channel alone.
    pub(super) here: bool,
}

impl Asked<'_> {
    /// The value in lower case.
    pub(super) fn lower(&self) -> String {
        self.typed.to_lowercase()
    }

    /// Whether it asks for what holds where nothing is chosen.
    pub(super) fn is_reset(&self) -> bool {
        matches!(self.lower().as_str(), "default" | "off" | "none" | "reset")
    }

    /// What was read; if nothing could be, the answer says how the line goes.
    pub(super) fn or_unread(&self, read: Option<Read>) -> Handled<Read> {
        let unread = || text::server_unread(&echo(self.typed), &self.item.line(), self.ctx.prefix);
        read.ok_or_else(|| self.ctx.refuse(unread()))
    }
}

/// What a setting comes to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    /// Keys with their values; `None` goes back to what holds where nothing is chosen.
    pub(super) settings: Vec<(String, Option<String>)>,
    /// What else is written.
    pub(super) rows: Vec<Row>,
    /// What holds from now on, as a sentence that goes on from "Set:".
    pub(super) how: String,
}

impl Read {
    /// One key with its value.
    pub(super) fn one(key: &str, value: impl Into<Option<String>>, how: String) -> Self {
        Self { settings: vec![(key.to_owned(), value.into())], rows: Vec::new(), how }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::commands::{ParameterKind, find_path};

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
