//! Sentences said in the games of events.

use table::{EditionNo, EventGame, GameNo};

/// Returns what is said at the end of a game to which somebody did not come.
#[must_use]
pub fn did_not_come(name: &str) -> String {
    format!("{name} did not come in time.")
}

/// Returns what is said at the end of a game of somebody who has left its event.
#[must_use]
pub fn left_event_game(name: &str) -> String {
    format!("{name} has left the event.")
}

/// Returns what is said at the end of a game of a league that is over.
#[must_use]
pub fn league_is_over(by_points: bool) -> String {
    let how = if by_points { "points decide" } else { "a draw" };
    format!("The league is over, and this game is not: {how}, as was said beforehand.")
}

/// A game of an event is closed without a result.
#[must_use]
pub fn event_game_closed(game: GameNo, no: EditionNo, called: &[String]) -> String {
    let called = if called.is_empty() { String::new() } else { format!("{}: ", called.join(", ")) };
    format!(
        "{called}**{game} is closed** without a result, since its round of {no} does not count."
    )
}

/// A manager has named no game.
#[must_use]
pub fn which_event_game(prefix: &str) -> String {
    format!(
        "Which game? As in `{prefix}tournament adjudicate #12 draw`, or as a reply to its board."
    )
}

/// A game belongs to no event.
#[must_use]
pub fn no_event_game(no: GameNo) -> String {
    format!("{no} belongs to no event.")
}

/// A game is over, so that its result has to be corrected.
#[must_use]
pub fn correct_instead(no: GameNo, prefix: &str) -> String {
    format!(
        "{no} is over. `{prefix}mod result {no} 1-0 why` puts its result right, and the standings with it."
    )
}

/// Somebody does not play in a game.
#[must_use]
pub fn plays_not_there(no: GameNo, name: &str) -> String {
    format!("{name} does not play in {no}.")
}

/// A result cannot be read.
#[must_use]
pub fn adjudication_unread(no: GameNo, prefix: &str) -> String {
    format!("How does {no} end? `{prefix}tournament adjudicate {no} 1-0`, `0-1` or `draw`.")
}

/// Returns how a manager has ended a game that somebody loses.
#[must_use]
pub fn decided_forfeit(name: &str) -> String {
    format!("A manager has decided: {name} loses.")
}

/// Returns how a manager has ended a game.
#[must_use]
pub fn decided_result(winner: Option<&str>) -> String {
    match winner {
        Some(name) => format!("A manager has decided: {name} wins."),
        None => "A manager has decided: a draw.".to_owned(),
    }
}

/// Nobody gives time in events: others wait for their games.
#[must_use]
pub fn no_gifts_in_events(no: GameNo) -> String {
    format!("{no} is a game of an event, where others wait for its end, so nobody can give time.")
}

/// There are no takebacks in events.
#[must_use]
pub fn no_takebacks_in_events(no: GameNo) -> String {
    format!("{no} is a game of an event, and there a move stands.")
}

/// Games of events cannot be aborted.
#[must_use]
pub fn no_abort_in_events(no: GameNo, prefix: &str) -> String {
    format!(
        "{no} is a game of an event, so it needs a result: `{prefix}draw offer` or `{prefix}resign {no}`."
    )
}

/// Of which round of which event a game is, before the words that start it.
#[must_use]
pub fn of_round(event: EventGame) -> String {
    format!("{}, round {}: ", event.edition, event.round)
}
