//! Sentences about notices: when somebody hears that it is their turn, and that their time runs out.

use table::{GameNo, Millis, Proposed};

use super::phrases::{codes, instant};

/// All that somebody can wish, each with how it stands: `turn` and `remind` as their commands take them,
/// `quiet` if there are quiet hours.
#[must_use]
pub fn notices(turn: &str, remind: &str, quiet: Option<&str>, prefix: &str) -> String {
    let turn_now = match turn {
        "dm" => "in your private chat with me",
        "off" => "nowhere; the board is shown without a ping",
        _ => "by a ping where the game is played",
    };
    let remind_now = match remind {
        "default" => "at half and at a tenth of your time, and a last time".to_owned(),
        "off" => "never".to_owned(),
        spans => format!("{} before your time ends", each_time(spans)),
    };
    let quiet_now = quiet.map_or_else(|| "none".to_owned(), |hours| format!("`{hours}`"));
    format!(
        "Your turn: {turn_now}. `{prefix}notify turn channel`, `dm` or `off`.\n\
         Reminders: {remind_now}. `{prefix}notify remind 24h 3h`, `default` or `off`.\n\
         Quiet hours without reminders: {quiet_now}. `{prefix}notify quiet 22:00-07:00 Europe/Berlin` or `off`."
    )
}

/// From now on somebody hears of their turn there.
#[must_use]
pub fn turn_noted(turn: &str, prefix: &str) -> String {
    match turn {
        "dm" => format!(
            "Noted: when it is your turn I write to you in private, and if your private chat is closed, where \
             the game is played. `{prefix}notify turn channel` goes back."
        ),
        "off" => format!(
            "Noted: no ping when it is your turn; `{prefix}games` lists what waits for you. Reminders of a clock \
             still come: `{prefix}notify remind off` ends them."
        ),
        _ => "Noted: when it is your turn I ping you where the game is played.".to_owned(),
    }
}

/// From now on somebody is reminded like this.
#[must_use]
pub fn remind_noted(remind: &str, prefix: &str) -> String {
    match remind {
        "off" => format!("Noted: no reminders. `{prefix}notify remind default` brings them back."),
        "default" => {
            "Noted: I remind you at half and at a tenth of your time, and a last time.".to_owned()
        }
        spans => format!(
            "Noted: I remind you {} before your time ends. What lies before your turn begins is left out.",
            each_time(spans),
        ),
    }
}

/// Several times as several: `1d and again 3h`, since `1d 3h` would read as one.
fn each_time(spans: &str) -> String {
    spans.split(' ').collect::<Vec<_>>().join(" and again ")
}

/// The times of reminders cannot be read; there may be so many.
#[must_use]
pub fn remind_unread(typed: &str, most: usize, prefix: &str) -> String {
    format!(
        "I cannot read `{typed}` as times before the end of your time: up to {most} of them, from a minute to \
         60 days, like `{prefix}notify remind 24h 3h`. Also `default` and `off`."
    )
}

/// From now on somebody has these quiet hours, or none.
#[must_use]
pub fn quiet_noted(quiet: Option<&str>) -> String {
    match quiet {
        Some(hours) => format!(
            "Noted: no reminders during `{hours}`. What falls due then comes when they are over, or, if your \
             time ends before that, before they begin."
        ),
        None => "Noted: no quiet hours.".to_owned(),
    }
}

/// Quiet hours cannot be read.
#[must_use]
pub fn quiet_unread(typed: &str, prefix: &str) -> String {
    format!(
        "I cannot read `{typed}` as hours. They go `{prefix}notify quiet 22:00-07:00 Europe/Berlin`; \
         `{prefix}notify quiet off` ends them."
    )
}

/// Quiet hours that end as they begin.
#[must_use]
pub fn quiet_is_empty(prefix: &str) -> String {
    format!(
        "These hours end when they begin. For no reminders at all, `{prefix}notify remind off`."
    )
}

/// Quiet hours without a zone.
#[must_use]
pub fn quiet_without_zone(prefix: &str) -> String {
    format!(
        "By whose clocks? The chat does not tell me where you live, so name a city: \
         `{prefix}notify quiet 22:00-07:00 Europe/Berlin`."
    )
}

/// No zone has the name that was typed; these come near.
#[must_use]
pub fn zone_unknown(typed: &str, near: &[String], prefix: &str) -> String {
    let guess = if near.is_empty() {
        "Name a continent and a large city, like".to_owned()
    } else {
        format!("Did you mean {}? A whole line is", codes(near))
    };
    let zone = near.first().map_or("Europe/Berlin", String::as_str);
    format!("I know no time zone `{typed}`. {guess} `{prefix}notify quiet 22:00-07:00 {zone}`.")
}

/// An offset from UTC, or an abbreviation that stands for one, in place of a zone; `city` if the latter
/// is used there.
#[must_use]
pub fn zone_is_an_offset(typed: &str, city: Option<&str>, prefix: &str) -> String {
    let zone = city.unwrap_or("Europe/Berlin");
    format!(
        "`{typed}` knows no summer time, so name a city by whose clocks you live: \
         `{prefix}notify quiet 22:00-07:00 {zone}`."
    )
}

/// In private: it is somebody's turn in this game, played against these.
#[must_use]
pub fn turn_in_private(no: GameNo, game: &str, against: &str) -> String {
    format!("Your turn in {no}, {game} against {against}. `board {no}` shows it.")
}

/// In private: something is proposed to somebody in this game, played against these.
#[must_use]
pub fn proposal_in_private(what: Proposed, no: GameNo, game: &str, against: &str) -> String {
    let (what, command) = match what {
        Proposed::Draw => ("A draw is offered to you", "draw"),
        Proposed::Takeback => ("You are asked to let a move be taken back", "takeback"),
    };
    format!(
        "{what} in {no}, {game} against {against}: `{command} accept {no}` or `{command} decline {no}`."
    )
}

/// Somebody proposes this: `ben offers a draw`.
#[must_use]
pub fn proposed(what: Proposed, by: &str) -> String {
    match what {
        Proposed::Draw => format!("{by} offers a draw"),
        Proposed::Takeback => format!("{by} asks to take a move back"),
    }
}

/// Somebody wants to play the game again that is over.
#[must_use]
pub fn rematch_proposed(by: &str) -> String {
    format!("{by} asks for a rematch")
}

/// Returns what somebody has proposed and still waits for an answer, said once more where the game goes on.
#[must_use]
pub fn proposal_again(what: Proposed, by: &str, to: &str, prefix: &str) -> String {
    let command = match what {
        Proposed::Draw => "draw",
        Proposed::Takeback => "takeback",
    };
    let proposed = proposed(what, by);
    format!("{to}, {proposed}: `{prefix}{command} accept` or `{prefix}{command} decline`.")
}

/// Returns where a game is played: somebody is to move, or to answer a proposal, whose private chat is closed.
#[must_use]
pub fn not_asked_in_private(who: &str, no: GameNo, is_turn: bool) -> String {
    let what = if is_turn { "your turn" } else { "you are asked for an answer" };
    format!("{who}, {what} in {no}. I cannot write to you in private, so I say it here.")
}

/// Somebody is reminded of their turn, whose time ends at this instant; `is_last` if this is the last
/// reminder.
#[must_use]
pub fn reminder(
    who: &str,
    no: GameNo,
    against: &str,
    over: Millis,
    is_last: bool,
    prefix: &str,
) -> String {
    let (call, later) = if is_last {
        ("last call", String::new())
    } else {
        ("a reminder", format!("; `{prefix}snooze 3h {no}` reminds you later"))
    };
    format!(
        "{who}, {call}: it is your turn in {no} against {against}, and your time ends {}. \
         `{prefix}board {no}` shows it{later}.",
        instant(over),
    )
}

/// Somebody is to be reminded at this instant of a turn whose time ends then; `is_cut` if they asked for
/// a later one.
#[must_use]
pub fn snoozed(no: GameNo, until: Millis, over: Millis, is_cut: bool) -> String {
    let (when, over) = (instant(until), instant(over));
    if is_cut {
        format!(
            "That is too close to the end of your time in {no}, which comes {over}: I remind you {when}."
        )
    } else {
        format!("I remind you of {no} again {when}. Your time ends {over}.")
    }
}

/// Nothing is to be reminded of: the game has no clock, or it stands.
#[must_use]
pub fn nothing_to_snooze(no: GameNo, prefix: &str) -> String {
    format!("No clock of yours runs in {no}, so no reminder comes. `{prefix}board {no}` shows it.")
}

/// A time to snooze that is too short or too long.
#[must_use]
pub fn snooze_unread(prefix: &str) -> String {
    format!(
        "Reminders can wait for a minute at least, and for 30 days at most: `{prefix}snooze 3h`, or \
         `{prefix}snooze 90m #12`."
    )
}

/// Somebody wants to be reminded when hardly any time is left.
#[must_use]
pub fn too_late_to_snooze(no: GameNo, over: Millis, prefix: &str) -> String {
    format!(
        "Too little is left in {no} for another reminder: your time ends {}. `{prefix}board {no}` shows the \
         board.",
        instant(over),
    )
}
