//! Moves that are taken back, and the answers to that.

use table::GameNo;

/// A move that is taken back, or would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// The player's own move, in canonical text.
    pub mv: String,
    /// Whether moves of others came after it.
    pub with_replies: bool,
}

impl Undone {
    fn words(&self) -> String {
        let Self { mv, with_replies } = self;
        if *with_replies { format!("`{mv}` and what came after it") } else { format!("`{mv}`") }
    }
}

/// Somebody asks these people to take a move back.
#[must_use]
pub fn takeback_asked(by: &str, to: &str, what: &Undone, is_timed: bool, prefix: &str) -> String {
    let clock = if is_timed { " The clock keeps running." } else { "" };
    format!(
        "{to}, {by} asks to take back {}. Type `{prefix}takeback accept` or `{prefix}takeback decline`; \
         the next move declines it, too.{clock}",
        what.words()
    )
}

/// One of several players agrees; the others have not answered.
#[must_use]
pub fn takeback_agreed(by: &str, to: &str, prefix: &str) -> String {
    format!(
        "{by} agrees. {to}, it needs you too: `{prefix}takeback accept` or `{prefix}takeback decline`."
    )
}

/// A move was taken back, so that so many plies stand; 0 is the start.
#[must_use]
pub fn taken_back(by: &str, what: &Undone, to: u32) -> String {
    let back = match to {
        0 => "the game stands as it began".to_owned(),
        ply => format!("it stands as after ply {ply}"),
    };
    format!("{by} takes back {}: {back}.", what.words())
}

/// Somebody declines a takeback.
#[must_use]
pub fn takeback_declined(by: &str, to: &str) -> String {
    format!("{to}, {by} declines the takeback. The game goes on.")
}

/// Refuses to ask while somebody else asks.
#[must_use]
pub fn answer_takeback_first(by: &str, no: GameNo, prefix: &str) -> String {
    format!(
        "{by} asks to take a move back in {no}: type `{prefix}takeback accept {no}` or \
         `{prefix}takeback decline {no}` first."
    )
}

/// Refuses a second request while the first one stands.
#[must_use]
pub fn takeback_asked_already(no: GameNo) -> String {
    format!("You have already asked in {no}; not everyone has answered yet.")
}

/// Refuses a second request for the same move.
#[must_use]
pub fn takeback_asked_before(no: GameNo) -> String {
    format!("You have asked for this move in {no} before. You can ask once a move; play on.")
}

/// Refuses a request of somebody who has no move on the board.
#[must_use]
pub fn nothing_to_take_back(no: GameNo) -> String {
    format!("You have no move to take back in {no}.")
}

/// Refuses a request while men are arranged.
#[must_use]
pub fn no_takeback_of_set_ups(no: GameNo) -> String {
    format!("The men are still being arranged in {no}; only moves can be taken back.")
}

/// Refuses a request that would undo a roll.
#[must_use]
pub fn no_takeback_across_dice(no: GameNo) -> String {
    format!("Dice have been thrown in {no} with your last move or since. What they decided stands.")
}

/// Refuses a request that would bring somebody back who has left.
#[must_use]
pub fn no_takeback_across_leaving(no: GameNo) -> String {
    format!("Somebody has left {no} since your last move, so it stands.")
}

/// Refuses the answer to a request that nobody has made.
#[must_use]
pub fn no_takeback_asked(no: GameNo, prefix: &str) -> String {
    format!("Nobody asks you for a takeback in {no}. `{prefix}board {no}` shows how it stands.")
}

/// The owner of conditional moves loses them to a takeback.
#[must_use]
pub fn plan_taken_back(no: GameNo) -> String {
    format!(
        "{no}: moves were taken back, and your conditional moves are gone with them. `board {no}` shows \
         the position, `{no} if MOVE then REPLY` says new ones."
    )
}
