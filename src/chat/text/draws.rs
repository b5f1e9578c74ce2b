//! Draw offers and the answers to them.

use crate::table::GameNo;

/// A draw was offered.
#[must_use]
pub fn draw_offered(by: &str, to: &str, prefix: &str) -> String {
    format!(
        "{to}, {by} offers a draw. Type `{prefix}draw accept` or `{prefix}draw decline`, or just move."
    )
}

/// One of several has taken a draw.
#[must_use]
pub fn draw_taken(by: &str, to: &str, prefix: &str) -> String {
    format!(
        "{by} takes the draw. {to}, it needs you too: `{prefix}draw accept` or `{prefix}draw decline`."
    )
}

/// A draw offer ends with a move of who made it.
#[must_use]
pub fn draw_lapsed(who: &str) -> String {
    format!("{who} has moved on, so the draw offer is off.")
}

/// A draw offer stands already.
#[must_use]
pub fn draw_offered_already(no: GameNo) -> String {
    format!("Your draw offer in {no} stands; not everyone has answered yet.")
}

/// A draw was declined.
#[must_use]
pub fn draw_declined(by: &str, to: &str) -> String {
    format!("{to}, {by} declines the draw. The game goes on.")
}

/// Nothing to accept.
#[must_use]
pub fn no_draw_offer(no: GameNo, prefix: &str) -> String {
    format!("Nobody has offered you a draw in {no}. `{prefix}draw offer` offers one.")
}

/// The bot declines a draw.
#[must_use]
pub fn bot_declines() -> String {
    "I decline the draw: I still see chances. The game goes on.".to_owned()
}

/// A bot of several declines a draw.
#[must_use]
pub fn bot_declines_for(bot: &str, by: &str) -> String {
    format!("{by} offers a draw. {bot} has the most points and plays on; the game goes on.")
}

/// A draw offer to the bot soon after it declined one.
#[must_use]
pub fn declined_just_now(plies: u32) -> String {
    format!(
        "I declined a draw just now; ask again in {plies} plies, when the position has changed."
    )
}

/// A draw offer to the bot together with a move.
#[must_use]
pub fn draw_by_itself(mv: &str, prefix: &str) -> String {
    format!(
        "A draw offer to me goes by itself, so nothing was played: type `{mv}`, then `{prefix}draw offer`."
    )
}
