//! Actions read from their ids alone, as these come back from a button below an older message.

use table::GameNo;

use super::action::MOVE;
use crate::commands::{CommandInfo, ParameterKind, REPLAY, THREAD, find_in};

/// The line for which the action with this id stands in a game. It names the game, if it is about one.
///
/// ```
/// use martian_cake_chat::action_line;
/// use table::GameNo;
///
/// assert_eq!(action_line("resign:yes", Some(GameNo(12))), "resign yes #12");
/// assert_eq!(action_line("move:c2-c3", Some(GameNo(12))), "#12 c2-c3");
/// assert_eq!(action_line("rules:options", Some(GameNo(12))), "rules options");
/// ```
#[must_use]
pub fn action_line(id: &str, game: Option<GameNo>) -> String {
    let game = game.filter(|_| is_about_game(id));
    match (game, id.strip_prefix(MOVE)) {
        (Some(no), Some(mv)) => format!("{no} {mv}"),
        (Some(no), None) => format!("{} {no}", words(id).join(" ")),
        (None, mv) => mv.map_or_else(|| words(id).join(" "), str::to_owned),
    }
}

/// The words of an id, in which a colon stands between two of them and two colons for one.
fn words(id: &str) -> Vec<String> {
    const COLON: &str = "\0";
    let words = id.replace("::", COLON);
    words.split(':').map(|word| word.replace(COLON, ":")).collect()
}

/// Returns `true` if the action with this id may mean something else after another ply: it does something in a
/// game, or shows what would not be that of the board above its button.
#[must_use]
pub fn depends_on_ply(id: &str) -> bool {
    // A thread is opened for the game, and what was played is shown, whatever was played meanwhile.
    is_about_game(id) && command(id).is_none_or(|info| ![THREAD, REPLAY].contains(&info.path))
}

/// The command of the action with this id; `None` for a move.
fn command(id: &str) -> Option<&'static CommandInfo> {
    find_in(&words(id)).map(|(info, _)| info)
}

/// Returns `true` if the action with this id is about a game, and not about games in general.
fn is_about_game(id: &str) -> bool {
    let takes_game = |kind| matches!(kind, ParameterKind::GameNo { .. });
    command(id).is_none_or(|info| info.parameter(takes_game).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Action;

    #[test]
    fn an_id_says_the_words_of_its_action() {
        for words in ["challenge bot:3 players:4", "draw accept", "setup NAME done"] {
            assert_eq!(action_line(&Action::command(words).id, None), words);
        }
    }

    #[test]
    fn what_is_about_a_game_depends_on_the_ply_but_for_its_thread_and_what_was_played() {
        for id in ["rules:options", "help", "challenge:bot", "thread", "replay", "replay:29"] {
            assert!(!depends_on_ply(id), "{id}");
        }
        for id in [
            "move:c2-c3",
            "draw:accept",
            "resign",
            "accept",
            "takeback",
            "board",
            "board:flip",
            "legal:c2",
            "record",
        ] {
            assert!(depends_on_ply(id), "{id}");
        }
    }
}
