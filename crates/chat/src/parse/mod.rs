//! Reads a command from a typed line. What is read here may still be refused later.

mod arguments;
mod challenge;
mod clock;
pub(super) mod command;
pub(super) mod move_parts;
mod named;
pub(super) mod named_command;
pub(super) mod plain_text;
mod plan;
mod talk;
pub(super) mod typos;
mod value;
mod word;

pub use challenge::BOT_NAME;
pub(super) use challenge::{game_meant, is_challenge as invites, names_players};
pub(super) use named::read_named;
pub(super) use plan::{PlanWords, is_like_plan, read_plan, thought_of_at};
pub(super) use talk::is_talk;
pub(super) use word::{level, value_after};

use games::GameKind;
use table::GameNo;

use super::commands::{BOARD, CommandInfo, Form, ParameterKind, Value, Values, find_in};
use crate::parse::{
    command::{BadCommand, Command},
    plain_text::{quoted, words},
};

/// The result of reading a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A command.
    Command(Command),
    /// A command's name with something else behind it.
    Bad(BadCommand),
    /// No command, but perhaps a move: the game that it names, the text without that, and whether
    /// `draw` stood behind it.
    Other(Option<GameNo>, String, bool),
}

/// Reads a line from which phone typography has been folded away.
#[must_use]
pub(super) fn read(text: &str) -> Reading {
    read_for(text, GameKind::ALL[0])
}

/// The same where a challenge that tells of no game is one to `usual`.
#[must_use]
pub(super) fn read_for(text: &str, usual: GameKind) -> Reading {
    let mut words = words(text);
    let (game, at) = take_number(&mut words).unzip();
    let Some(first) = words.first().cloned() else {
        // `#12` alone asks for that board.
        return match game {
            Some(_) => Reading::Command(Command { info: &BOARD, values: with_game(&BOARD, game) }),
            None => Reading::Other(None, String::new(), false),
        };
    };
    let Some((info, n)) = find_in(&words) else {
        return no_command(game, &words);
    };
    let mut rest: Vec<String> = words.split_off(n);
    let takes_plain = |kind| matches!(kind, ParameterKind::GameNo { plain: true, .. });
    let game = match game {
        None if info.parameter(takes_plain).is_some() => take_plain_number(&mut rest),
        game => game,
    };
    let mut values = with_game(info, game);
    take_quoted(info, text, &mut rest, &mut values);
    match arguments::read(info, &rest, values, usual) {
        Ok(command) => Reading::Command(command),
        // `b3` is a square and `m` a name, so a short name may begin a move after all.
        Err(_) if first.len() == 1 => {
            Reading::Bad(BadCommand { info, why: String::new(), meant: false, line: None })
        }
        // A number before the command's name, or right behind it, is that of a game.
        Err(bad) => Reading::Bad(BadCommand { meant: bad.meant || is_about_game(at, n), ..bad }),
    }
}

/// Returns `true` if the number of a game, which stood at this place among the words, stood beside a command's
/// name of `n` words.
fn is_about_game(at: Option<usize>, n: usize) -> bool {
    at.is_some_and(|at| at == 0 || at == n)
}

/// The values of a command of which only the game's number is known, if it is about a game.
fn with_game(info: &'static CommandInfo, game: Option<GameNo>) -> Values {
    let mut values = Values::default();
    let parameter = info.parameter(|kind| matches!(kind, ParameterKind::GameNo { .. }));
    if let (Some(parameter), Some(no)) = (parameter, game) {
        values.set(parameter, Value::GameNo(no));
    }
    values
}

/// A line that begins with no command: `c2-c3 draw`, for the bare move may carry a draw offer as
/// `move` may.
fn no_command(game: Option<GameNo>, words: &[String]) -> Reading {
    match words {
        [before @ .., last] if !before.is_empty() && last.eq_ignore_ascii_case("draw") => {
            Reading::Other(game, before.join(" "), true)
        }
        _ => Reading::Other(game, words.join(" "), false),
    }
}

/// Takes the first `#12` out of the words, with the place at which it stood.
fn take_number(words: &mut Vec<String>) -> Option<(GameNo, usize)> {
    let (index, no) = words.iter().enumerate().find_map(|(index, word)| {
        let digits = word.strip_prefix('#')?.trim_end_matches([':', ',', '.']);
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // A number that is too great for any game becomes one that no game has.
        plain.then(|| (index, GameNo(digits.parse().unwrap_or(u32::MAX))))
    })?;
    words.remove(index);
    Some((no, index))
}

/// Takes the number out of `resign 12`.
fn take_plain_number(rest: &mut Vec<String>) -> Option<GameNo> {
    let no = rest.first()?.parse().ok()?;
    rest.remove(0);
    Some(GameNo(no))
}

/// Takes what stands within quotation marks out of the words, where one of the parameters is written so.
fn take_quoted(
    info: &'static CommandInfo,
    text: &str,
    rest: &mut Vec<String>,
    values: &mut Values,
) {
    let Some(parameter) = info.parameters.iter().find(|one| one.form == Form::Quoted) else {
        return;
    };
    let Some(quoted) = quoted(text) else { return };
    if let Some(at) = rest.iter().position(|word| *word == quoted) {
        rest.remove(at);
        values.set(parameter, Value::Text(quoted));
    }
}

/// Returns `true` if a line that mends another is worth repeating: only if it works.
fn works(line: &str) -> bool {
    !line.contains('`') && matches!(read(line), Reading::Command(_))
}

#[cfg(test)]
mod tests;
