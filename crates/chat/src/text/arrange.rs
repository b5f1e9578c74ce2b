//! Sentences said while men are arranged before the first move.

use table::GameNo;

/// In public: the players arrange their men unseen now; each has been asked in private, and can do it from
/// where this is said as well.
#[must_use]
pub fn arranging_begins(no: GameNo, game: &str, players: &str, who: &str, one: bool) -> String {
    let (each, they) = if one { ("", "you are") } else { (" each", "you all are") };
    format!(
        "{no} {game}: {players}.\n{who}, I have asked you{each} in a private chat to arrange your \
         men; *Arrange now* leads to them from here. Nobody sees them before {they} done."
    )
}

/// In private: asks a player to arrange their men, and says how.
#[must_use]
pub fn arrange_yours(
    no: GameNo,
    game: &str,
    against: &str,
    side: &str,
    names: &str,
    examples: &str,
) -> String {
    format!(
        "{no} {game} against {against}: you have {side}. This is your half; nobody else sees it \
         before both are done.\n`setup done` takes it as it is. Others: {names}, or a whole \
         text.\nSingle men: {examples}."
    )
}

/// Said where the game is played, if the private chat with somebody cannot be opened.
#[must_use]
pub fn private_is_closed(who: &str, no: GameNo) -> String {
    format!(
        "{who}, I cannot open a private chat with you. *Arrange now* and `/setup` show you your \
         men here, and nobody else sees them. For a private chat: the name of this server → Privacy Settings → Direct \
         Messages, on. {no} waits."
    )
}

/// In private: the draft after a change, and what keeps it from being final.
#[must_use]
pub fn draft(no: GameNo, side: &str, text: &str, faults: &[String]) -> String {
    let next = if faults.is_empty() {
        "It is in order: `setup done` makes it final.".to_owned()
    } else {
        format!("Not yet in order: {}", faults.join(" "))
    };
    format!("{no}, your half ({side}): `{text}`\n{next}")
}

/// In private: `setup done` is refused because of these faults.
#[must_use]
pub fn draft_has_faults(faults: &[String]) -> String {
    format!("This cannot be final yet. {}", faults.join(" "))
}

/// In private: a change of the draft is refused.
#[must_use]
pub fn not_changed(why: &str) -> String {
    format!("Nothing is changed. {why}")
}

/// In private: the set-up is final; `others` says who is still arranging, or that the game begins.
#[must_use]
pub fn set_up_final(no: GameNo, others: &str) -> String {
    format!("Your set-up of {no} is final and sealed. {others}")
}

/// In private: the game begins where it is played, in this channel if it can be named.
#[must_use]
pub fn game_begins(channel: Option<&str>) -> String {
    format!("The game begins in {}.", channel.unwrap_or("the channel"))
}

/// The words before the seal of a set-up. Where it can be folded away, it is known by them.
pub const SET_UP_SEALED: &str = "Seal of the set-up: ";

/// In public: somebody is done, with the seal of their set-up.
#[must_use]
pub fn set_up_sealed(who: &str, seal: &str) -> String {
    format!("{who} is done. {SET_UP_SEALED}`{seal}`")
}

/// Returns who has not finished arranging.
#[must_use]
pub fn still_arranging(who: &str) -> String {
    format!("Still arranging: {who}.")
}

/// Everyone is done; `hidden` if the set-ups were secret until now.
#[must_use]
pub fn men_stand(no: GameNo, hidden: bool, prefix: &str) -> String {
    if hidden {
        format!("{no}: all set-ups are open now; `{prefix}record {no}` has them with their salts.")
    } else {
        format!("{no}: all men stand.")
    }
}

/// Refuses a set-up typed in a public place; `shown` if others may have read it.
#[must_use]
pub fn set_up_in_public(shown: bool) -> String {
    let seen = if shown {
        " Others may have read this line: delete it if you can, and change your set-up there."
    } else {
        ""
    };
    format!(
        "A set-up is secret: I take it in our private chat only, and took nothing from here. There, \
         `setup show` shows your half.{seen}"
    )
}

/// Refuses `setup` in a game whose men are placed openly, in turns.
#[must_use]
pub fn arranged_openly(no: GameNo, example: &str) -> String {
    format!("{no} is arranged openly, in turns, in its own place: `{example}`.")
}

/// Refuses `setup` where no game waits for a set-up of the author's; `example` is the key of a
/// game that would.
#[must_use]
pub fn no_set_up_due(example: &str, prefix: &str) -> String {
    format!("No game waits for a set-up of yours. `{prefix}challenge bot {example}` starts one.")
}

/// Refuses to change a set-up that is final.
#[must_use]
pub fn set_up_was_final(no: GameNo, others: &str) -> String {
    format!("Your set-up of {no} is final, and `done` cannot be taken back. {others}")
}

/// Refuses `setup` in a game that has begun.
#[must_use]
pub fn men_stand_already(no: GameNo, prefix: &str) -> String {
    format!("{no} has begun, so its set-ups stay as they are. `{prefix}board {no}` shows it.")
}

/// Refuses `setup` in a game that has no set-ups.
#[must_use]
pub fn no_set_ups_in(no: GameNo, game: &str) -> String {
    format!("{no} is {game}, in which nobody arranges anything.")
}

/// Refuses a move while men are arranged unseen; `mine` if the author has not finished either.
#[must_use]
pub fn not_yet_arranged(no: GameNo, who: &str, mine: bool) -> String {
    let next = if mine { " In our private chat: `setup show`, `setup done`." } else { "" };
    format!("In {no} the men are still being arranged, so nothing moves. Still at it: {who}.{next}")
}

/// Refuses a draw offer while men are arranged.
#[must_use]
pub fn nothing_to_draw(no: GameNo, prefix: &str) -> String {
    format!(
        "In {no} the men are still being arranged, so there is nothing to draw yet. `{prefix}abort {no}` \
         ends it without a result."
    )
}

/// Returns who places next in an open arrangement; `form` says what the example consists of.
#[must_use]
pub fn place_next(who: &str, example: &str, form: &str) -> String {
    format!("{who}, place something: `{example}` is {form}.")
}

/// Somebody has placed something openly: `what` as typed, or `hold`.
#[must_use]
pub fn placed(who: &str, what: &str) -> String {
    if what == "hold" {
        format!("{who} keeps the last piece in hand.")
    } else {
        format!("{who} placed `{what}`.")
    }
}

/// Refuses to place something openly, for this reason.
#[must_use]
pub fn placing_refused(why: &str, example: &str, prefix: &str) -> String {
    format!("{why} For instance `{prefix}{example}`.")
}
