//! The command table: one row per command, one file per family. Reading, dispatch, usage lines,
//! help, the table in docs/COMMANDS.md, slash commands and completion follow from the rows.
//!
//! A new command is a row in its family, with the parameters that it takes and the handler that
//! does it.

pub(super) mod complete;
mod ending;
mod events;
mod finding;
mod info;
mod learning;
mod managing;
mod notices;
mod offers;
mod parameter;
mod playing;
mod shared;
mod timing;
mod values;

use std::{collections::HashMap, sync::LazyLock};

pub(super) use info::Effect;
pub use info::{CommandInfo, SeenBy, Where, Who};
pub(crate) use info::{InSilence, ReportNeed};
pub use parameter::{Choice, ChoiceWord, Form, Games, Parameter, ParameterKind, Shown};

pub(super) use finding::{RECORD_CARD, REPLAY};
pub(super) use learning::explain;
pub(super) use notices::{SETTING, VALUE};
#[cfg(test)]
pub(super) use offers::asked;
pub(super) use parameter::{LEVEL_NAMES, LEVELS};
pub(super) use playing::{BOARD, THREAD};
pub(super) use values::{Value, Values};

/// Every family of commands, in the order of help.
const FAMILIES: [&[CommandInfo]; 12] = [
    offers::OFFERS,
    playing::PLAYING,
    ending::ENDING,
    timing::TIMING,
    notices::NOTICES,
    notices::SETTINGS,
    finding::FINDING,
    events::TOURNAMENTS,
    events::EVENTS,
    managing::MANAGING,
    managing::PEOPLE,
    learning::LEARNING,
];

/// The commands in four groups, each with its title, for a surface that shows help as a list.
pub const HELP: [(&str, &[&[CommandInfo]]); 4] = [
    ("Play", &[offers::OFFERS, playing::PLAYING, ending::ENDING]),
    ("Clocks and notices", &[timing::TIMING, notices::NOTICES, notices::SETTINGS]),
    ("Look and learn", &[finding::FINDING, learning::LEARNING]),
    (
        "Events and this place",
        &[events::TOURNAMENTS, events::EVENTS, managing::MANAGING, managing::PEOPLE],
    ),
];

/// Slash commands, and groups within them, that only hold others, with what they are for, and for whom a platform that keeps whole
/// groups from people has to keep them.
pub const GROUPS: [(&str, &str, Who); 10] = [
    ("challenge-answer", "answers a challenge, or changes one before the game starts", Who::Anyone),
    ("time", "changes the clocks of a game", Who::Anyone),
    ("notify", "when and where you are told that it is your turn", Who::Anyone),
    ("settings", "how what you alone see looks", Who::Anyone),
    ("server", "how this server is set", Who::Manager),
    ("tournament", "events: enter one, see how it stands, or make one", Who::Anyone),
    ("manage", "what whoever manages an event can do", Who::Manager),
    ("privacy", "what is kept of you", Who::Anyone),
    ("block", "whom you do not want to meet", Who::Anyone),
    ("mod", "what whoever manages this server can put right", Who::Manager),
];

/// Returns `true` if these values say that somebody is sure, which is asked once before something is done that
/// cannot be undone.
pub(super) fn is_sure(values: &Values) -> bool {
    values.has(&shared::SURE)
}

/// Every command, in the order of help.
pub fn commands() -> impl Iterator<Item = &'static CommandInfo> {
    FAMILIES.into_iter().flatten()
}

/// The commands by their names and aliases: every word of every message is looked up.
static NAMED: LazyLock<HashMap<&str, &CommandInfo>> = LazyLock::new(|| {
    commands().flat_map(|info| info.names().map(move |name| (name, info))).collect()
});

/// The command with this name or alias, in upper or lower case.
#[must_use]
pub(super) fn find(word: &str) -> Option<&'static CommandInfo> {
    NAMED.get(&*word.to_ascii_lowercase()).copied()
}

/// The command that a word or two ask to have explained: the one with this name or alias, otherwise the first of
/// those that begin with this word.
#[must_use]
pub(super) fn find_topic(words: &str) -> Option<&'static CommandInfo> {
    find(words).or_else(|| commands().find(|info| group_of(info) == Some(words)))
}

/// The word that a command of two words has in common with others; `None` for a command of one word.
pub(super) fn group_of(info: &CommandInfo) -> Option<&'static str> {
    info.path.split_once(' ').map(|(group, _)| group)
}

/// The command whose path or alias these words begin with, and how many of them that takes: two, or
/// one. Marks at the end of a word do not count.
#[must_use]
pub(super) fn find_in(words: &[String]) -> Option<(&'static CommandInfo, usize)> {
    let bare = |word: &String| word.trim_end_matches(['!', '?', '.']).to_owned();
    (1..=2).rev().find_map(|n| {
        let path: Vec<String> = words.get(..n)?.iter().map(bare).collect();
        Some((find(&path.join(" "))?, n))
    })
}

/// The command that a surface calls by this path: that of its slash command, or its own.
#[must_use]
pub(super) fn find_path(path: &str) -> Option<&'static CommandInfo> {
    commands().find(|info| info.slash == Some(path)).or_else(|| find(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_lists_every_command_once() {
        let families = HELP.iter().flat_map(|(_, families)| families.iter().copied());
        let mut listed: Vec<_> = families.flatten().map(|info| info.path).collect();
        let mut all: Vec<_> = commands().map(|info| info.path).collect();
        listed.sort_unstable();
        all.sort_unstable();
        assert_eq!(listed, all);
    }

    #[test]
    fn names_and_aliases_are_unique() {
        let mut names: Vec<&str> = commands().flat_map(CommandInfo::names).collect();
        let n = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n);
    }

    #[test]
    fn typed_paths_have_at_most_two_words_and_slash_commands_three() {
        for info in commands() {
            for (path, most) in [(info.path, 2)].into_iter().chain(info.slash.map(|path| (path, 3)))
            {
                assert!(path.split(' ').count() <= most, "{path}");
                assert_eq!(find_path(path), Some(info));
            }
            let words: Vec<&str> = info.slash.unwrap_or_default().split(' ').collect();
            for group in &words[..words.len() - 1] {
                assert!(GROUPS.iter().any(|(name, ..)| name == group), "{group}");
            }
        }
    }

    /// What is done in a game names it, but for challenges, which make one.
    #[test]
    fn players_say_in_which_game() {
        for info in commands().filter(|info| !matches!(info.who, Who::Anyone | Who::Manager)) {
            let names_one = info.parameter(|kind| matches!(kind, ParameterKind::GameNo { .. }));
            assert!(names_one.is_some(), "{}", info.path);
        }
    }

    #[test]
    fn questions_are_those_that_change_nothing() {
        let asking = commands().filter(|info| info.effect == Effect::Asks);
        let questions: Vec<&str> = asking.map(|info| info.path).collect();
        let known = [
            "board",
            "legal",
            "odds",
            "why",
            "clock",
            "notify",
            "server show",
            "games",
            "next",
            "score",
            "rating",
            "top",
            "profile",
            "record",
            "replay",
            "verify",
            "tournament list",
            "tournament info",
            "tournament standings",
            "tournament pairings",
            "tournament log",
            "tournament export",
            "mod log",
            "privacy",
            "privacy export",
            "block list",
            "rules",
            "help",
            "check",
            "about",
        ];
        assert_eq!(questions, known);
    }

    #[test]
    fn usage_lines_follow_from_the_parameters() {
        let usage = |path: &str| find(path).map(CommandInfo::usage).unwrap();
        assert_eq!(usage("board"), "board [#12] [text|flip|white|black|seat:N|names]");
        assert_eq!(usage("draw"), "draw offer | accept | decline");
        assert_eq!(usage("fill"), "fill [#12] [bot:1-7|easy|medium|hard]");
        assert_eq!(usage("next"), "next");
        assert_eq!(usage("remove"), "remove [#12] @name");
    }
}
