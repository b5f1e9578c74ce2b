//! Sentences about the seats of an offer: who sits down, who gets up, which are still open.

use table::GameNo;

use super::phrases::{capital, number};

/// Returns who sits in an offer, who is asked, and how many seats are open.
#[must_use]
pub fn seats(sitting: &str, asked: &str, open: usize) -> String {
    let mut parts = vec![format!("Sitting: {sitting}.")];
    if !asked.is_empty() {
        parts.push(format!("Asked: {asked}."));
    }
    if open > 0 {
        let seats = if open == 1 { "seat is" } else { "seats are" };
        parts.push(format!("{} {seats} open.", capital(&number(open))));
    }
    parts.join(" ")
}

/// Returns who sits in an offer after a change, and how to sit down.
#[must_use]
pub fn offer_state(seats: &str, no: GameNo, prefix: &str) -> String {
    format!("{seats}\nType `{prefix}accept {no}` to sit down.")
}

/// Somebody has sat down on a seat of an offer.
#[must_use]
pub fn sat_down(who: &str, state: &str) -> String {
    format!("{who} sits down. {state}")
}

/// Somebody has got up from a seat of an offer.
#[must_use]
pub fn got_up(who: &str, state: &str) -> String {
    format!("{who} gets up again. {state}")
}

/// Somebody who was asked has declined, and their seat is open.
#[must_use]
pub fn seat_declined(who: &str, state: &str) -> String {
    format!("{who} does not want to play, so that seat is open. {state}")
}

/// The challenger has freed a seat.
#[must_use]
pub fn removed(who: &str, state: &str) -> String {
    format!("The seat of {who} is open again. {state}")
}

/// Bots have taken the open seats, and others are still waited for.
#[must_use]
pub fn filled(level: u8, state: &str) -> String {
    format!("Bots of level {level} take the open seats. {state}")
}

/// Refuses to fill an offer in which no seat is open; `first` is one of those asked.
#[must_use]
pub fn nothing_to_fill(waiting: &str, first: &str, prefix: &str) -> String {
    format!(
        "No seat is open: it waits for {waiting}. `{prefix}remove @{first}` opens that seat, then \
         `{prefix}fill` gives it to a bot."
    )
}

/// The author sits in the offer already.
#[must_use]
pub fn sits_already(no: GameNo, prefix: &str) -> String {
    format!(
        "You sit in {no} already; it starts when all seats are taken. `{prefix}leave {no}` gets up."
    )
}

/// The author sits in no offer that could be left.
#[must_use]
pub fn sits_nowhere(prefix: &str) -> String {
    format!("You sit in no offer that waits to start. `{prefix}games` lists what is yours.")
}

/// The author does not sit in this offer.
#[must_use]
pub fn not_seated(no: GameNo, prefix: &str) -> String {
    format!(
        "You do not sit in {no}, so there is no seat to leave. `{prefix}accept {no}` sits down."
    )
}

/// Refuses `leave` in a game that has started.
#[must_use]
pub fn leave_running(no: GameNo, prefix: &str) -> String {
    format!("{no} has started, so nobody can get up any more. `{prefix}resign {no}` gives it up.")
}

/// Refuses to free the challenger's own seat.
#[must_use]
pub fn leave_own(no: GameNo, prefix: &str) -> String {
    format!(
        "Offer {no} is yours, so your seat stays. `{prefix}withdraw {no}` takes all of it back."
    )
}

/// Somebody to be removed neither sits nor is asked in the offer.
#[must_use]
pub fn not_in_offer(who: &str, no: GameNo, seats: &str) -> String {
    format!("{who} neither sits nor is asked in {no}, so nothing was changed. {seats}")
}
