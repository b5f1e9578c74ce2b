//! What an action means by its id alone, as it comes back from a button below an older message.

use super::{
    action::MOVE,
    commands::{CommandInfo, ParameterKind, acts, find_in},
};
use crate::table::GameNo;

/// The line for which the action with this id stands in a game. It names the game, if it is about one.
///
/// ```
/// use martian_cake::{chat::action_line, table::GameNo};
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
        (Some(no), None) => format!("{} {no}", id.replace(':', " ")),
        (None, mv) => mv.map_or_else(|| id.replace(':', " "), str::to_owned),
    }
}

/// Whether the action with this id may mean something else after another ply: it does something, and does
/// not only show what holds by then.
#[must_use]
pub fn depends_on_ply(id: &str) -> bool {
    is_about_game(id) && command(id).is_none_or(acts)
}

/// The command of the action with this id; `None` for a move.
fn command(id: &str) -> Option<&'static CommandInfo> {
    let words: Vec<String> = id.split(':').map(str::to_owned).collect();
    find_in(&words).map(|(info, _)| info)
}

/// Whether the action with this id is about a game, and not about games in general.
fn is_about_game(id: &str) -> bool {
    let takes_game = |kind| matches!(kind, ParameterKind::GameNo { .. });
    command(id).is_none_or(|info| info.parameter(takes_game).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_shows_something_does_not_depend_on_the_ply() {
        for id in ["board", "legal:c2", "rules:options", "help", "record"] {
            assert!(!depends_on_ply(id), "{id}");
        }
        for id in ["move:c2-c3", "draw:accept", "resign", "accept", "takeback"] {
            assert!(depends_on_ply(id), "{id}");
        }
    }
}
