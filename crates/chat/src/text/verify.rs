//! Sentences said after a record has been checked.

use table::GameNo;

use super::phrases::{capital, codes};

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
    format!("{no}: the record does not hold. {}", capital(fault))
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

/// The host that has signed a record, if any has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signer {
    /// Nobody has signed it.
    Nobody,
    /// This host has signed it.
    Us,
    /// The host with this key has signed it.
    Other(String),
}

/// A record that somebody has given holds, apart from what is `unproven`. What only a signature proves is
/// not proven if there is none.
#[must_use]
pub fn record_holds(unproven: Option<&str>, signer: &Signer) -> String {
    let dice = unproven.map(|reason| format!("the dice are not proven: {reason}"));
    let words = (*signer == Signer::Nobody)
        .then(|| "names, date and end are only what its text says".to_owned());
    let doubts: Vec<String> = dice.into_iter().chain(words).collect();
    let proof = match &*doubts {
        [] => "and all that it can prove is proven".to_owned(),
        doubts => format!("but {}", doubts.join("; ")),
    };
    let signer = match signer {
        Signer::Nobody => "Nobody has signed it.".to_owned(),
        Signer::Us => "It has my signature.".to_owned(),
        Signer::Other(key) => format!("It has a signature by the key `{key}`, which is not mine."),
    };
    format!("This record holds together, {proof}. {signer}")
}

/// A record that somebody has given is the game as it is stored here.
#[must_use]
pub fn record_as_stored(no: GameNo) -> String {
    format!("It is {no} as I have it.")
}

/// A record that somebody has given says what is stored of its game, and lacks the host's signature.
#[must_use]
pub fn record_lacks_signature(no: GameNo, prefix: &str) -> String {
    format!(
        "It says what {no} says here, but my signature is missing, and I sign every record: \
         `{prefix}record {no}` gives mine."
    )
}

/// A record that somebody has given is not what is stored of its game, first on this line of its
/// usual form; `right` is what stands there here, and may be empty.
#[must_use]
pub fn record_differs(no: GameNo, line: usize, right: &str, prefix: &str) -> String {
    let right = if right.is_empty() { "nothing more".to_owned() } else { format!("`{right}`") };
    format!(
        "It is not {no} as I have it: line {line} should be {right}. `{prefix}record {no}` gives mine."
    )
}

/// A record that somebody has given names no game that they could see here.
#[must_use]
pub fn record_of_no_game() -> String {
    "It is no game of mine that can be seen from here, so I cannot compare it.".to_owned()
}

/// A record that somebody has given does not hold, for this reason.
#[must_use]
pub fn record_does_not_hold(fault: &str) -> String {
    format!("This record does not hold. {}.", capital(fault))
}

/// A text that is too long for a record of a game here.
#[must_use]
pub fn record_too_long(mib: usize, prefix: &str) -> String {
    format!(
        "That is longer than {mib} MiB, which no record is. `{prefix}record #12` gives the one of a game."
    )
}

/// A record of more plies than a game here can have.
#[must_use]
pub fn record_has_more_plies(most: u32) -> String {
    format!(
        "That has more than {most} moves, which no game here has. Save it and run \
         `martian-cake verify FILE`."
    )
}

/// The file that came with `verify` could not be fetched, or is no text.
#[must_use]
pub fn record_unreadable() -> String {
    "I could not read the file that came with it as text. Send it again, or paste the record behind \
     `verify`."
        .to_owned()
}

/// The file that came with `verify` was not fetched, since others of its sender, or too many of other
/// people, are on their way.
#[must_use]
pub fn record_not_fetched() -> String {
    "I am still fetching files that were sent before this one. Send it again in a minute."
        .to_owned()
}
