//! Draw offers and the answers to them.

use table::{GameNo, Proposed};

/// Somebody has offered a draw to these people.
#[must_use]
pub fn draw_offered(by: &str, to: &str, prefix: &str) -> String {
    format!(
        "{to}, {by} offers a draw. Type `{prefix}draw accept` or `{prefix}draw decline`, or just move."
    )
}

/// One of several players has taken a draw; the others have not answered.
#[must_use]
pub fn draw_taken(by: &str, to: &str, prefix: &str) -> String {
    format!(
        "{by} takes the draw. {to}, it needs you too: `{prefix}draw accept` or `{prefix}draw decline`."
    )
}

/// A draw offer has ended because the player who made it has moved.
#[must_use]
pub fn draw_lapsed(who: &str) -> String {
    format!("{who} has moved on, so the draw offer is off.")
}

/// Refuses a second draw offer while the first one stands.
#[must_use]
pub fn draw_offered_already(no: GameNo) -> String {
    format!("Your draw offer in {no} stands; not everyone has answered yet.")
}

/// Refuses a second draw offer without a move in between.
#[must_use]
pub fn draw_offered_before(no: GameNo) -> String {
    format!(
        "You have offered a draw in {no} before, and one offer for each of your moves is enough: it asks \
         the others every time. Move first, then offer again."
    )
}

/// Somebody has declined a draw.
#[must_use]
pub fn draw_declined(by: &str, to: &str) -> String {
    format!("{to}, {by} declines the draw. The game goes on.")
}

/// Refuses the answer to a draw offer that nobody has made. It names no command about draws: whoever
/// wants none might follow it.
#[must_use]
pub fn no_draw_offer(no: GameNo, prefix: &str) -> String {
    format!("Nobody has offered you a draw in {no}. `{prefix}board {no}` shows how it stands.")
}

/// Refuses the answer to a proposal where none of several games has one.
#[must_use]
pub fn nothing_proposed_in_any(what: Proposed, games: &[GameNo], prefix: &str) -> String {
    let games: Vec<String> = games.iter().map(GameNo::to_string).collect();
    let nobody = match what {
        Proposed::Draw => "Nobody has offered you a draw",
        Proposed::Takeback => "Nobody asks you for a takeback",
    };
    format!(
        "{nobody} in any of these games: {}. `{prefix}games mine` lists them.",
        games.join(", ")
    )
}

/// Asks which of several proposals of a kind is answered; the lines to type follow.
#[must_use]
pub const fn several_proposals(what: Proposed) -> &'static str {
    match what {
        Proposed::Draw => "Several draw offers wait for your answer.",
        Proposed::Takeback => "Several requests for a takeback wait for your answer.",
    }
}

/// Asks what is answered, where proposals of several kinds or offers to play wait; the lines to type
/// follow.
pub const SEVERAL_ANSWERS: &str = "Several things wait for your answer.";

/// The only opponent, a bot, declines a draw.
#[must_use]
pub fn bot_declines() -> String {
    "I decline the draw: I still see chances. The game goes on.".to_owned()
}

/// One bot in a game of many declines a draw.
#[must_use]
pub fn bot_declines_for(bot: &str, by: &str) -> String {
    format!("{by} offers a draw. {bot} has the most points and plays on; the game goes on.")
}

/// The bot does not answer a draw offer, since the game has gone on while it thought about it.
#[must_use]
pub fn draw_came_too_late(no: GameNo) -> String {
    format!("{no} has gone on since your draw offer, so I do not answer it.")
}

/// Refuses a draw offer to the bot soon after it declined one.
#[must_use]
pub fn declined_just_now(plies: u32) -> String {
    format!(
        "I declined a draw just now; ask again in {plies} plies, when the position has changed."
    )
}

/// Refuses a move with a draw offer in a game against the bot.
#[must_use]
pub fn draw_by_itself(mv: &str, prefix: &str) -> String {
    format!(
        "A draw offer to me goes by itself, so nothing was played: type `{mv}`, then `{prefix}draw offer`."
    )
}
