//! What is said after a record has been checked.

use super::phrases::codes;
use crate::table::GameNo;

/// The dice of a game that goes on cannot be checked yet.
#[must_use]
pub fn verify_later(no: GameNo, seal: &str, prefix: &str) -> String {
    format!(
        "{no} is still going on: its dice secret stays sealed until the end. The seal is `{seal}`. \
         After the game `{prefix}verify {no}` recomputes every roll."
    )
}

/// The record holds: the secret fits its seal, and every roll follows from it.
#[must_use]
pub fn verified(no: GameNo, rolls: usize, seal: &str) -> String {
    format!(
        "{no}: the opened secret fits the seal `{seal}`, and all {rolls} rolls follow from it. \
         Check it yourself: save the record and run `martian-cake verify FILE`."
    )
}

/// The record holds, and nothing was rolled in the game.
#[must_use]
pub fn verified_without_rolls(no: GameNo, seal: &str) -> String {
    format!("{no}: the opened secret fits the seal `{seal}`. No dice were rolled in this game.")
}

/// The record of a game without dice holds.
#[must_use]
pub fn verified_without_dice(no: GameNo, prefix: &str) -> String {
    format!(
        "{no}: every move is legal and the result follows from them. There are no dice in this \
         game, so nothing is sealed. `{prefix}record {no}` gives the game as text."
    )
}

/// The record does not hold, for this reason.
#[must_use]
pub fn verify_failed(no: GameNo, fault: &str) -> String {
    format!("{no}: the record does not hold. {fault}")
}

/// The record holds as far as it goes; set-ups in it are sealed and have not been opened.
#[must_use]
pub fn verified_while_sealed(no: GameNo, running: bool) -> String {
    let seals = if running {
        "The seals of set-ups can be checked when all are done and open."
    } else {
        "It ended before all set-ups were done, so those that were sealed stay secret."
    };
    format!("{no} throws no dice, and its record holds together. {seals}")
}

/// The record of a game without dice holds, and the set-ups fit their seals.
#[must_use]
pub fn verified_set_ups(no: GameNo, seals: &[String], prefix: &str) -> String {
    format!(
        "{no} throws no dice. I replayed its record: every move is legal, and both set-ups fit the \
         seals that were shown, {}. `{prefix}record {no}` has it with the salts.",
        codes(seals)
    )
}
