//! Help, and lines that cannot be read as a command.

use games::GameKind;

use super::{
    phrases::{codes, move_line},
    privacy::papers,
};
use crate::{commands::CommandInfo, operator::Operator};

/// Returns what this program is: its version, its games, its dice, the key that it signs with and its source;
/// `is_bound` if the dice also bind whoever runs it, as he cannot choose what they are salted with.
#[must_use]
pub fn about(key: &str, is_bound: bool, operator: &Operator, prefix: &str) -> String {
    let papers = papers(operator).map(|links| format!("\n{links}")).unwrap_or_default();
    let operator = if is_bound {
        "Whoever runs me can know rolls and can choose none; but he could keep me from hearing a \
         message whose roll he does not like."
    } else {
        "Whoever runs this page can know rolls beforehand and choose the nonces of their own moves, \
         and with them their rolls, which no check can tell."
    };
    format!(
        "Martian Cake {}, a host for chess-like board games: {}. Each is its inventor's, whose rules I follow: `{prefix}rules`.\n\
         Dice: sealed before the first move, opened after the last; `{prefix}verify` recomputes every roll. {operator}\n\
         Records: signed with my key `{key}`; `martian-cake verify FILE --key KEY` demands it.\n\
         Source and licence (MIT): https://github.com/martian-cake/martian-cake. Type `{prefix}help` for what I can do.{papers}",
        env!("CARGO_PKG_VERSION"),
        GameKind::ALL.map(GameKind::title).join(", "),
    )
}

/// An overview of the commands, and where the papers of whoever runs the bot stand.
#[must_use]
pub fn help(operator: &Operator, prefix: &str) -> String {
    let list =
        |names: &[&str]| codes(&names.iter().map(|n| format!("{prefix}{n}")).collect::<Vec<_>>());
    let mut learn: Vec<String> =
        GameKind::ALL.into_iter().map(|kind| format!("rules {}", kind.key())).collect();
    learn.extend(["rules options", "about", "privacy"].map(str::to_owned));
    let papers = papers(operator).map(|links| format!("\n{links}")).unwrap_or_default();
    format!(
        "**Play**: {}, then moves like {}; {}.\n\
         **See**: {}.\n**End**: {}.\n**Days and weeks**: {}.\n**People**: {}.\n**Learn**: {}. More on one: `{prefix}help challenge`.{papers}",
        list(&["challenge @name", "challenge anyone", "challenge bot 1"]),
        move_line("c2-c3", prefix),
        list(&["accept", "decline", "leave", "withdraw", "rematch", "premove", "takeback"]),
        list(&[
            "board",
            "legal",
            "odds c3xd4",
            "why c1",
            "games",
            "next",
            "score @name",
            "profile",
            "rating",
            "top",
            "record",
            "replay",
            "verify",
            "tournament list",
            "theme slate",
            "size small"
        ]),
        list(&["draw", "resign", "resign all", "abort", "claim #12"]),
        list(&["clock", "time give 1d", "notify", "snooze 3h", "vacation 5d", "server show"]),
        list(&["block @name", "report @name why"]),
        list(&learn.iter().map(String::as_str).collect::<Vec<_>>()),
    )
}

/// Help on one command, and which others begin with the same word where that alone is one of its names.
#[must_use]
pub fn help_on(info: &CommandInfo, others: &[&str], prefix: &str) -> String {
    let also = if info.aliases.is_empty() {
        String::new()
    } else {
        format!(" Also: {}.", codes(info.aliases))
    };
    let (usage, does, example) = (info.usage(), info.does, info.example);
    let group = match others {
        [] => String::new(),
        others => format!("\nAll with that word: {}.", codes(others)),
    };
    format!("`{prefix}{usage}`: {does}.{also}\nFor instance `{prefix}{example}`.{group}")
}

/// The words behind a command's name do not belong to it; `why` may be empty.
#[must_use]
pub fn bad_command(info: &CommandInfo, why: &str, prefix: &str) -> String {
    let why = if why.is_empty() {
        format!("I could not read that as `{}`.", info.path)
    } else {
        why.to_owned()
    };
    format!("{why}\nIt goes `{prefix}{}`, for instance `{prefix}{}`.", info.usage(), info.example)
}

/// A word is none of those of which one can stand there.
#[must_use]
pub fn none_of_these(typed: &str, words: &[&str]) -> String {
    format!("`{typed}` is none of {}.", words.join(", "))
}

/// A word of a command is nothing that can stand there.
#[must_use]
pub fn unread_word(typed: &str) -> String {
    format!("I could not read `{typed}` there.")
}

/// A word is none of what an event can be set up with.
#[must_use]
pub fn unread_setting(typed: &str) -> String {
    format!(
        "`{typed}` is nothing that can be set; a name stands in quotation marks: `\"{typed}\"`."
    )
}

/// What is to be made has no name.
#[must_use]
pub fn name_is_missing() -> String {
    "Its name is missing; it stands in quotation marks: `\"Friday\"`.".to_owned()
}

/// Something in a command is wrong; `line` has it right.
#[must_use]
pub fn corrected(why: &str, line: &str, prefix: &str) -> String {
    format!("{why} Say `{prefix}{line}`.")
}

/// A line begins with a word that is no command, and resembles none.
#[must_use]
pub fn unknown(typed: &str, prefix: &str) -> String {
    format!(
        "I do not know `{typed}`. A move is from and to, like `c2-c3`; `{prefix}help` lists what I can do."
    )
}

/// A word is mistyped; `line` has it right.
#[must_use]
pub fn did_you_mean(typed: &str, line: &str, prefix: &str) -> String {
    format!("I do not know `{typed}`. Did you mean `{prefix}{line}`?")
}

/// A message that is too long to read.
#[must_use]
pub fn too_long(most: usize, prefix: &str) -> String {
    format!(
        "That is more than {most} characters, the most I read in one message. Commands are short: `{prefix}help` lists them."
    )
}

/// A table of commands as the README has it, as Markdown.
#[must_use]
pub fn command_table<'c>(commands: impl Iterator<Item = &'c CommandInfo>) -> String {
    let mut table = "| command | does |\n|---|---|\n".to_owned();
    for info in commands {
        let usage = info.usage().replace('|', "\\|");
        let aliases = if info.aliases.is_empty() {
            String::new()
        } else {
            format!(" ({})", codes(info.aliases))
        };
        let does = info.does.replace('|', "\\|");
        table.push_str(&format!("| `{usage}`{aliases} | {does} |\n"));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::help;
    use crate::{commands::commands, operator::Operator};

    /// Commands that the overview leaves out, and where people learn of them instead.
    const LEARNT_ELSEWHERE: [(&str, &str); 43] = [
        ("check", "whoever misses an answer or a picture is told of it"),
        ("seek", "`challenge anyone` is the same"),
        ("bot", "`challenge bot 1` is the same"),
        ("fill", "an offer with several seats tells of it"),
        ("remove", "an offer with several seats tells of it"),
        ("move", "the bare move is the same"),
        ("setup", "whoever is to arrange men is asked to in private"),
        ("thread", "the first board of a game offers it where games may have threads"),
        ("notify turn", "`notify` tells of it"),
        ("notify remind", "`notify` tells of it"),
        ("notify quiet", "`notify` tells of it"),
        ("server set", "`server show` tells of it"),
        ("mod result", "the owner's guide tells of it"),
        ("mod close", "the owner's guide tells of it"),
        ("mod ban", "the owner's guide tells of it"),
        ("mod unban", "the owner's guide tells of it"),
        ("mod log", "the owner's guide tells of it"),
        ("privacy export", "`privacy` tells of it"),
        ("privacy forget", "`privacy` tells of it"),
        ("privacy return", "whoever is forgotten is told of it"),
        ("unblock", "`block` tells of it"),
        ("block list", "`unblock` tells of it"),
        ("tournament info", "the announcement of an event offers it"),
        ("tournament standings", "each round of an event offers it"),
        ("tournament pairings", "the guide to events tells of it"),
        ("tournament log", "the guide to events tells of it"),
        ("tournament export", "the guide to events tells of it"),
        ("tournament join", "the announcement of an event offers it"),
        ("tournament leave", "the check-in of an event offers it"),
        ("tournament checkin", "the check-in of an event offers it"),
        ("bye next", "the guide to events tells of it"),
        ("tournament create", "`tournament list` tells of it where there is no event"),
        ("tournament weekly", "the guide to events tells of it"),
        ("tournament edit", "the guide to events tells of it"),
        ("tournament start", "the guide to events tells of it"),
        ("tournament pause", "the guide to events tells of it"),
        ("tournament resume", "an event that is paused tells of it"),
        ("tournament cancel", "the guide to events tells of it"),
        ("pair undo", "the guide to events tells of it"),
        ("tournament add", "the guide to events tells of it"),
        ("tournament withdraw", "the guide to events tells of it"),
        ("tournament forfeit", "the guide to events tells of it"),
        ("tournament adjudicate", "the guide to events tells of it"),
    ];

    #[test]
    fn every_command_is_in_the_overview_or_learnt_elsewhere() {
        let overview = help(&Operator::default(), "!");
        for info in commands() {
            let is_shown = overview.split('`').any(|line| {
                let behind = line.trim_start_matches('!').strip_prefix(info.path);
                behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(' '))
            });
            let elsewhere = LEARNT_ELSEWHERE.iter().find(|(path, _)| *path == info.path);
            assert_ne!(is_shown, elsewhere.is_some(), "{}", info.path);
        }
        for (path, _) in LEARNT_ELSEWHERE {
            assert!(commands().any(|info| info.path == path), "{path}");
        }
    }
}
