//! Sentences about moves: whose turn it is, and why a typed move was not played.

use games::whose;
use table::GameNo;

use super::phrases::{capital, codes, number};

/// Returns whose turn it is, at the end of a message about a ply.
#[must_use]
pub fn your_turn(who: &str) -> String {
    format!("{who}, your turn.")
}

/// The words of a message about a ply, where its readers have other games as well.
#[must_use]
pub fn in_game(no: GameNo, words: &str) -> String {
    format!("{no}: {words}")
}

/// The only bot of a game has not finished thinking.
#[must_use]
pub fn thinking() -> String {
    "I am thinking.".to_owned()
}

/// One of several bots has not finished thinking.
#[must_use]
pub fn is_thinking(bot: &str) -> String {
    format!("{bot} is thinking.")
}

/// Several moves fit what was typed: each with the words that tell it from the others. `open` is
/// what must still be said, if that is not plain.
#[must_use]
pub fn ambiguous(open: Option<&str>, typed: &str, choices: &[(String, String)]) -> String {
    const LISTED: usize = 8;
    let mut list: Vec<String> =
        choices.iter().take(LISTED).map(|(mv, label)| format!("`{mv}` ({label})")).collect();
    let rest = choices.len().saturating_sub(LISTED);
    list.extend((rest > 0).then(|| format!("and {rest} more")));
    let open = open.map_or_else(String::new, |open| format!("; say {open}"));
    let n = capital(&number(choices.len()));
    format!("{n} moves fit `{typed}`{open}: {}. Type one of them.", list.join(", "))
}

/// A move is not possible: why, and the legal moves near to it.
#[must_use]
pub fn refused(words: &str, near: &[String], prefix: &str) -> String {
    match near {
        [] => format!("{words}\nType `{prefix}legal` to see your moves."),
        [one] => format!("{words}\nDid you mean `{one}`?"),
        _ => format!("{words}\nNear to it: {}.", codes(near)),
    }
}

/// Returns what was typed does not read as a move.
#[must_use]
pub fn not_a_move(typed: &str, example: &str, prefix: &str) -> String {
    format!(
        "`{typed}` does not read as a move: a move is from and to, like `{example}`. `{prefix}legal` lists yours."
    )
}

/// The legal moves, while it is somebody else's turn.
#[must_use]
pub fn legal_of_other(who: &str, words: &str) -> String {
    format!("It is {}. {words}", whose("the", "turn", who))
}

/// Completes a move of who is not to move, and perhaps can say one beforehand.
#[must_use]
pub fn turn_of(no: GameNo, who: &str, can_plan: bool) -> String {
    let plan = if can_plan { "; /premove says your answer beforehand" } else { "" };
    format!("It is {} in {no}{plan}", whose("the", "turn", who))
}

/// It is somebody else's turn.
#[must_use]
pub fn not_your_turn(no: GameNo, whose: &str, prefix: &str) -> String {
    format!(
        "It is not your turn in {no}: {whose} is to move. Nothing was played; `{prefix}board {no}` shows the position."
    )
}

/// The number of plies before those that a message tells.
#[must_use]
pub fn plies_before(n: u32) -> String {
    format!(
        "{} earlier {} not listed.",
        capital(&number(n as usize)),
        if n == 1 { "ply is" } else { "plies are" }
    )
}

/// The bot has found a win that cannot be averted, with this many of its moves still to play.
#[must_use]
pub fn wins_in(moves: u32) -> String {
    if moves == 1 {
        "I win with my next move, whatever is played.".to_owned()
    } else {
        format!("I win in {moves} moves, whatever is played.")
    }
}

/// Returns that what was typed here has been done in a game that is played elsewhere: in private, or in this
/// channel, if it can be named. Nobody knows yet whether the board can be shown there.
#[must_use]
pub fn played_elsewhere(no: GameNo, channel: Option<&str>, is_private: bool) -> String {
    let place = if is_private { "private" } else { channel.unwrap_or("the channel") };
    format!("Done in {no}, which is played in {place}.")
}
