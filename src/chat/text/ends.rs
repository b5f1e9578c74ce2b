//! The end of a game by its players, and what to do afterwards.

use crate::table::GameNo;

/// Ask before giving up.
#[must_use]
pub fn resign_sure(no: GameNo, against: &str, p: &str) -> String {
    format!("Give up {no} against {against}? Type `{p}resign {no} yes`.")
}

/// Ask before leaving a game that the others play on.
#[must_use]
pub fn resign_sure_of_many(no: GameNo, p: &str) -> String {
    format!(
        "Give up {no}? Your pieces stay, the others play on, and you cannot come back. \
         Type `{p}resign {no} yes`."
    )
}

/// Somebody has left a game that goes on.
#[must_use]
pub fn left_game(who: &str, no: GameNo) -> String {
    format!("**{who} gives up {no}** and is out; the pieces stay, and the others play on.")
}

/// Ask before aborting.
#[must_use]
pub fn abort_sure(no: GameNo, against: &str, p: &str) -> String {
    format!("End {no} against {against} without a result? Type `{p}abort {no} yes`.")
}

/// Too late to abort.
#[must_use]
pub fn abort_late(no: GameNo, p: &str) -> String {
    format!(
        "{no} can no longer be aborted: everyone has moved. `{p}draw offer` and `{p}resign {no}` end it."
    )
}

/// Aborted.
#[must_use]
pub fn aborted(no: GameNo, by: &str) -> String {
    format!("{by} ended {no} before it counted. No result.")
}

/// What to do with a finished game.
#[must_use]
pub fn afterwards(no: GameNo, dice: bool, p: &str) -> String {
    let first =
        if dice { format!("Dice opened: `{p}verify {no}` · the") } else { "The".to_owned() };
    format!("{first} game as text: `{p}record {no}` · again with the seats changed: `{p}rematch`")
}

/// A rematch of a game that goes on.
#[must_use]
pub fn rematch_running(no: GameNo, p: &str) -> String {
    format!("{no} is not over yet; a rematch comes after it. `{p}board {no}` shows it.")
}

/// Nothing to play again.
#[must_use]
pub fn no_rematch(p: &str) -> String {
    format!("You have no finished game to play again. `{p}challenge bot` starts one.")
}
