//! Sentences about offers that are made, answered or withdrawn, or that run out.

use table::{GameNo, Millis, TimeControl};

use super::clocks::clock_words;
use super::phrases::{capital, instant};

/// An offer to one person; `key` is the topic of `rules` about the game.
#[must_use]
pub fn offer_to(to: &str, from: &str, game: &str, terms: &str, prefix: &str, key: &str) -> String {
    format!(
        "{to}, {from} invites you to {game}. {terms}\n\
         Type `{prefix}accept` or `{prefix}decline`. New to it? `{prefix}rules {key}`."
    )
}

/// An offer to anyone; `key` is the topic of `rules` about the game.
#[must_use]
pub fn offer_open(
    from: &str,
    game: &str,
    terms: &str,
    no: GameNo,
    prefix: &str,
    key: &str,
) -> String {
    format!(
        "{from} looks for an opponent at {game}. {terms}\n\
         Type `{prefix}accept {no}` to play. New to it? `{prefix}rules {key}`."
    )
}

/// Returns what somebody can do whose offer nobody has taken yet; `line` starts a game against the bot, and
/// `others` says whether offers of the game that do not fit were open. It follows the offer on a line of its
/// own.
#[must_use]
pub fn meanwhile(others: bool, line: &str, prefix: &str) -> String {
    let why = if others {
        "None of the open offers of this game here fits what you ask for."
    } else {
        "No offer of this game was open here."
    };
    format!("\n{why} While you wait, `{prefix}{line}` plays at once.")
}

/// `who` challenges `from`, whose challenge on the same terms was open: that is accepted. Before what follows.
#[must_use]
pub fn challenged_back(from: &str, who: &str, no: GameNo) -> String {
    format!("{from} had challenged {who} to the same already, so {no} is accepted.\n")
}

/// Beside the new offer of `who`, one of `from` to them on other terms is open. On a line of its own.
#[must_use]
pub fn their_offer_is_open(from: &str, who: &str, no: GameNo, prefix: &str) -> String {
    format!(
        "\n{from} has challenged {who} too, on other terms: `{prefix}accept {no}` plays that game instead."
    )
}

/// An offer for more than two seats, to these people or, if `to` is empty, to anyone.
#[must_use]
#[expect(clippy::too_many_arguments, reason = "a sentence names what it needs")]
pub fn offer_many(
    to: &str,
    from: &str,
    game: &str,
    seats: &str,
    terms: &str,
    no: GameNo,
    prefix: &str,
    key: &str,
    rated: bool,
) -> String {
    let fill =
        if rated { String::new() } else { format!("`{prefix}fill` (bots take the open seats), ") };
    let invites = if to.is_empty() {
        format!("{from} looks for players: {game}.")
    } else {
        format!("{to}, {from} invites you to {game}.")
    };
    format!(
        "{invites} {seats} {terms}\n\
         Type `{prefix}accept {no}` to sit down, `{prefix}leave` to get up again. It starts when all seats \
         are taken.\nNew to it? `{prefix}rules {key}`. {}: {fill}\
         `{prefix}remove @name`, `{prefix}withdraw`.",
        capital(from),
    )
}

/// The end of a new offer.
#[must_use]
pub fn open_for_a_day(no: GameNo) -> String {
    format!("Offer {no}, open for 24 hours.")
}

/// The end of an offer that is said again, since it is open already.
#[must_use]
pub fn open_already(no: GameNo, until: Millis) -> String {
    format!("Offer {no} is open already; it ends {}.", instant(until))
}

/// With the answer to an offer another one is closed, which was the same. On a line of its own.
#[must_use]
pub fn same_is_closed(no: GameNo) -> String {
    format!("\nOffer {no} was the same, so it is closed.")
}

/// The terms of an offer: `sides` says how the seats are given out.
#[must_use]
pub fn terms(sides: &str, clock: TimeControl, rated: bool) -> String {
    format!("{sides}, {}, {}.", clock_words(clock), if rated { "rated" } else { "casual" })
}

/// Somebody has declined an offer that was made to them alone.
#[must_use]
pub fn declined(from: &str, to: &str, no: GameNo) -> String {
    format!("{to}, {from} declined offer {no}. It is closed.")
}

/// Refuses to decline an offer to anyone.
#[must_use]
pub fn open_to_others(no: GameNo) -> String {
    format!("Offer {no} is open to anyone, so it stays for the others; you need not answer it.")
}

/// The challenger has withdrawn an offer.
#[must_use]
pub fn withdrawn(from: &str, no: GameNo) -> String {
    format!("{from} took offer {no} back. It is closed.")
}

/// An offer has run out; `many` if it was for more than two seats.
#[must_use]
pub fn expired(no: GameNo, many: bool) -> String {
    let why = if many { "with seats still open" } else { "without an answer" };
    format!("Offer {no} ran out after 24 hours {why}.")
}

/// No offer waits for the author's answer here.
#[must_use]
pub fn no_offer(prefix: &str) -> String {
    format!(
        "No offer waits for your answer here. `{prefix}games open` lists open offers; `{prefix}challenge bot` starts a game at once."
    )
}

/// The author has no open offer here.
#[must_use]
pub fn no_own_offer(prefix: &str) -> String {
    format!("You have no open offer here. `{prefix}games` lists yours.")
}

/// Refuses an answer to an offer that is for somebody else.
#[must_use]
pub fn not_asked(no: GameNo, prefix: &str) -> String {
    format!("Offer {no} is for somebody else. `{prefix}challenge anyone` opens one of your own.")
}

/// Refuses an answer to the author's own offer.
#[must_use]
pub fn own_offer(no: GameNo, prefix: &str) -> String {
    format!(
        "Offer {no} is yours, so somebody else has to accept it. `{prefix}withdraw {no}` takes it back."
    )
}

/// The offer has been answered, withdrawn or has run out.
#[must_use]
pub fn offer_closed(no: GameNo, prefix: &str) -> String {
    format!("Offer {no} is no longer open. `{prefix}games open` lists what is.")
}

/// Refuses what only the challenger of an offer may do.
#[must_use]
pub fn not_your_offer(no: GameNo, prefix: &str) -> String {
    format!(
        "Offer {no} is somebody else's, and only they can change it. `{prefix}accept {no}` sits down, \
         `{prefix}leave {no}` gets up."
    )
}

/// Somebody wants to play a game again in which they did not play: the lines that get them one of their own, of
/// which the first needs other people.
#[must_use]
pub fn rematch_of_others(no: GameNo, open: &str, bot: &str, alone: bool, prefix: &str) -> String {
    let others =
        if alone { String::new() } else { format!("`{prefix}{open}` looks for an opponent, ") };
    format!(
        "You did not play in {no}, so its rematch is for its players. For a game of your own, \
         {others}`{prefix}{bot}` plays me at once."
    )
}

/// How strongly the bot plays at each level, the lowest first.
pub const LEVEL_WORDS: [&str; 7] =
    ["first steps", "easy", "casual", "steady", "strong", "hard", "full strength"];

/// The bot at a level in a few words: `bot, steady`.
#[must_use]
pub fn bot_of_level(level: u8) -> String {
    let words = usize::from(level).checked_sub(1).and_then(|at| LEVEL_WORDS.get(at));
    words.map_or_else(|| format!("bot level {level}"), |words| format!("bot, {words}"))
}

/// The terms of a `game` in a few words, on the button that begins another one.
#[must_use]
pub fn same_again(game: &str, others: &[String], clock: Option<&str>) -> String {
    let who = match others {
        [first, more @ ..] if !more.is_empty() => format!("{first} +{}", more.len()),
        others => others.concat(),
    };
    [game, &who].into_iter().chain(clock).collect::<Vec<_>>().join(" · ")
}
