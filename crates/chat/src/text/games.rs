//! Sentences about games in which nothing can be done, lists of games, and which of several games is meant.

use table::{GameNo, Millis};

use super::phrases::instant;

/// The author does not play in this game.
#[must_use]
pub fn not_your_game(no: GameNo, prefix: &str) -> String {
    format!(
        "You do not play in {no}, so nothing in it is yours to do. `{prefix}challenge bot` starts a game of your own."
    )
}

/// The game has ended, with this result.
#[must_use]
pub fn is_over(no: GameNo, result: &str, prefix: &str) -> String {
    format!("{no} is over: {result}. Nothing was played; `{prefix}rematch {no}` plays again.")
}

/// The game is still an offer.
#[must_use]
pub fn not_started(no: GameNo, prefix: &str) -> String {
    format!("{no} is an offer and has not started yet. `{prefix}games open` lists open offers.")
}

/// A button was pressed below a game that has moved on since; `link` leads to its newest board and may be
/// empty.
#[must_use]
pub fn moved_on(no: GameNo, link: &str) -> String {
    format!("{no} has moved on since, so nothing was done.{}", now(no, link))
}

/// A move was made on a board of a game that has moved on since; `link` as in [`moved_on`].
#[must_use]
pub fn moved_on_unplayed(no: GameNo, link: &str) -> String {
    format!("{no} has moved on, so nothing was played.{}", now(no, link))
}

/// Returns how to see a game as it is now.
fn now(no: GameNo, link: &str) -> String {
    if link.is_empty() { format!(" `board {no}` shows it.") } else { link.to_owned() }
}

/// Above a list from which the rest of a move is chosen.
#[must_use]
pub fn choose() -> String {
    "Choose one of these.".to_owned()
}

/// Returns how likely a fight is to be won: by so many of all rolls.
#[must_use]
pub fn hits(winning: u32, all: u32) -> String {
    let percent = f64::from(winning) * 100.0 / f64::from(all.max(1));
    format!("{percent:.0} % to hit")
}

/// No game has this number.
#[must_use]
pub fn no_such_game(no: GameNo, prefix: &str) -> String {
    format!("There is no game {no}. `{prefix}games` lists yours.")
}

/// The author has no running game in this place.
#[must_use]
pub fn no_game(prefix: &str) -> String {
    format!(
        "You have no running game here. `{prefix}challenge bot` starts one; `{prefix}games` lists yours elsewhere."
    )
}

/// The author has left this game and wants to act in it.
#[must_use]
pub fn has_left(no: GameNo, prefix: &str) -> String {
    format!(
        "You gave up {no} and are out of it; the others play on. `{prefix}board {no}` shows it."
    )
}

/// Asks which of several games or offers is meant: a line to type for each, and what it is about.
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

/// Returns how far a running game has come, behind its players in a list; empty before its first move.
#[must_use]
pub fn after_move(ply: u32) -> String {
    if ply == 0 { String::new() } else { format!(", after move {ply}") }
}

/// Returns how far a running game has come, and since when it waits, for a list of several.
#[must_use]
pub fn since_ply(ply: u32, at: Millis) -> String {
    match ply {
        0 => format!("no move yet, begun {}", instant(at)),
        _ => format!("after move {ply}, {}", instant(at)),
    }
}

/// Returns since when an offer is open, for a list of several.
#[must_use]
pub fn since_offered(at: Millis) -> String {
    format!("made {}", instant(at))
}

/// The author has no games to list.
#[must_use]
pub fn no_games(prefix: &str) -> String {
    format!(
        "You have no games. `{prefix}challenge bot 1` starts one, `{prefix}challenge anyone` looks for an opponent."
    )
}

/// There are no games of this kind to list.
#[must_use]
pub fn empty_list(which: &str, prefix: &str) -> String {
    format!(
        "No {which}. `{prefix}challenge anyone` opens an offer, `{prefix}challenge bot` starts a game."
    )
}

/// No game waits for a move of the author's.
#[must_use]
pub fn nothing_waits(prefix: &str) -> String {
    format!("No game waits for you. `{prefix}games` lists yours.")
}

/// No game of the author's is at hand to show.
#[must_use]
pub fn no_board(prefix: &str) -> String {
    format!(
        "There is no game of yours here to show. `{prefix}board #12` shows a game by its number; `{prefix}games` lists yours."
    )
}

/// A message that somebody asks about is about no game that they may see.
#[must_use]
pub fn no_game_of_message(prefix: &str) -> String {
    format!(
        "That message belongs to no game that I know of. Choose a board, or an answer to one; `{prefix}record #12` gives the record of a game by its number."
    )
}

/// No game of the author's is at hand to show, but an offer waits for them; `from` tells whose it is.
#[must_use]
pub fn offer_but_no_board(no: GameNo, from: &str, prefix: &str) -> String {
    format!(
        "There is no game of yours here yet, but offer {no} {from} waits for you: `{prefix}accept {no}` takes it, `{prefix}board {no}` shows how it begins."
    )
}

/// No game of the author's is at hand to show, but several offers wait for them.
pub const OFFERS_BUT_NO_BOARD: &str =
    "There is no game of yours here yet, but several offers wait for you.";

/// Returns where others read an answer about the author's games: which ones it leaves out, whether there are
/// any or not.
#[must_use]
pub fn without_private_games() -> String {
    "What you play with me in private I tell only there.".to_owned()
}

/// Returns how many games of a list wait for the author, and how many do not.
#[must_use]
pub fn games_waiting(waiting: usize, others: usize) -> String {
    let games = if waiting == 1 { "game waits" } else { "games wait" };
    match others {
        0 => format!("{waiting} {games} for you."),
        _ => format!("{waiting} {games} for you, {others} for others."),
    }
}

/// Returns which page of a long list this is; `line` shows the next one, behind the last one the first.
#[must_use]
pub fn page_of_list(number: usize, of: usize, games: usize, line: &str) -> String {
    let which = if number < of { "the next" } else { "the first" };
    format!("Page {number} of {of}, {games} games in all; `{line}` shows {which}.")
}

/// A line about a finished game: what it was, how and when it ended.
#[must_use]
pub fn finished_game(head: &str, result: &str, at: Millis, no: GameNo, prefix: &str) -> String {
    format!("{head}: {result}, {}. `{prefix}record {no}`", instant(at))
}

/// In a line about a running game: when the time of whoever is to move is over; `None` while the clock
/// stands.
#[must_use]
pub fn time_ends(at: Option<Millis>) -> String {
    match at {
        Some(at) => format!(", time over {}", instant(at)),
        None => ", the clock stands".to_owned(),
    }
}
