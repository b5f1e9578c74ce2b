//! Games that cannot be acted in, lists of games, and which of several is meant.

use crate::table::GameNo;

/// It is not the writer's game.
#[must_use]
pub fn not_your_game(no: GameNo, prefix: &str) -> String {
    format!(
        "You do not play in {no}, so nothing in it is yours to do. `{prefix}challenge bot` starts a game of your own."
    )
}

/// The game has ended.
#[must_use]
pub fn is_over(no: GameNo, result: &str, prefix: &str) -> String {
    format!("{no} is over: {result}. Nothing was played; `{prefix}rematch {no}` plays again.")
}

/// The game has not started.
#[must_use]
pub fn not_started(no: GameNo, prefix: &str) -> String {
    format!("{no} is an offer and has not started yet. `{prefix}games open` lists open offers.")
}

/// No such game.
#[must_use]
pub fn no_such_game(no: GameNo, prefix: &str) -> String {
    format!("There is no game {no}. `{prefix}games` lists yours.")
}

/// The person has no running game here.
#[must_use]
pub fn no_game(prefix: &str) -> String {
    format!(
        "You have no running game here. `{prefix}challenge bot` starts one; `{prefix}games` lists yours elsewhere."
    )
}

/// Somebody who has left a game wants to act in it.
#[must_use]
pub fn has_left(no: GameNo, prefix: &str) -> String {
    format!(
        "You gave up {no} and are out of it; the others play on. `{prefix}board {no}` shows it."
    )
}

/// Several offers or games could be meant.
#[must_use]
pub fn which(what: &str, lines: &[(String, String)]) -> String {
    let mut text = format!("{what} Type one of these lines:");
    for (line, about) in lines.iter().take(10) {
        text.push_str(&format!("\n`{line}` {about}"));
    }
    if lines.len() > 10 {
        text.push_str(&format!("\n… and {} more.", lines.len() - 10));
    }
    text
}

/// No games to list.
#[must_use]
pub fn no_games(prefix: &str) -> String {
    format!(
        "You have no games. `{prefix}challenge bot 1` starts one, `{prefix}challenge anyone` looks for an opponent."
    )
}

/// No games in a list that was asked for.
#[must_use]
pub fn empty_list(which: &str, prefix: &str) -> String {
    format!(
        "No {which}. `{prefix}challenge anyone` opens an offer, `{prefix}challenge bot` starts a game."
    )
}

/// Nothing waits.
#[must_use]
pub fn nothing_waits(prefix: &str) -> String {
    format!("No game waits for you. `{prefix}games` lists yours.")
}

/// No board to show.
#[must_use]
pub fn no_board(prefix: &str) -> String {
    format!(
        "There is no game of yours here to show. `{prefix}board #12` shows any game by its number; `{prefix}games` lists yours."
    )
}
