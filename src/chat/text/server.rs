//! What is said about the settings of a server.

use super::clocks::clock_words;
use crate::table::TimeControl;

/// How a server is set: days of vacation a year, days until idle games are warned of and closed, and the
/// clocks that challenges have if they name none; `game` is one to show how that is set.
#[must_use]
pub fn server_settings(
    days: u16,
    (warn, close): (u16, u16),
    clocks: &str,
    game: &str,
    prefix: &str,
) -> String {
    let vacation = if days == 0 { "none".to_owned() } else { format!("{days} days a year") };
    format!(
        "Vacation: {vacation}. `{prefix}server set vacation 14d` or `off`.\n\
         Clocks of challenges that name none: {clocks}. `{prefix}server set default {game} 3d/move`.\n\
         Games without a clock: a word after {warn} idle days, closed after {close}. \
         `{prefix}server set idle 30d 60d`."
    )
}

/// A server has been set; `how` says what holds now, as a sentence.
#[must_use]
pub fn server_set(how: &str) -> String {
    format!("Set: {how}")
}

/// Only whoever manages the server may set it; `is_page` if it is the local page.
#[must_use]
pub fn not_manager(is_page: bool, prefix: &str) -> String {
    let who = if is_page {
        "whoever took the first name on this page"
    } else {
        "the server's owner, or somebody with the permission *Manage Server*,"
    };
    format!("Only {who} can change that. `{prefix}server show` says how it is.")
}

/// Settings of a server are asked for where there is none.
#[must_use]
pub fn no_server_here(prefix: &str) -> String {
    format!(
        "There is no server here. Type `{prefix}server show` in a channel of the server that you mean."
    )
}

/// The value of a setting cannot be read; `form` says how its line goes.
#[must_use]
pub fn server_unread(typed: &str, form: &str, prefix: &str) -> String {
    format!("I cannot read `{typed}`. It goes `{prefix}{form}`.")
}

/// So many days of vacation a year; a server that has not chosen has `usual`.
#[must_use]
pub fn vacation_is_set(days: u16, usual: u16) -> String {
    match days {
        0 => {
            "no vacation in games of this server. One that has begun goes on to its end.".to_owned()
        }
        1 => "everybody here has 1 day of vacation a year.".to_owned(),
        _ => format!("everybody here has {days} days of vacation a year (usually {usual})."),
    }
}

/// Challenges to these games that name no clock have this one.
#[must_use]
pub fn default_clock_is_set(games: &[&str], clock: TimeControl) -> String {
    format!("challenges to {} that name no clock have {}.", games.join(", "), clock_words(clock))
}

/// After so many idle days a game without a clock is warned of, and closed.
#[must_use]
pub fn idle_is_set(warn: u16, close: u16) -> String {
    format!(
        "a game without a clock in which nobody moves gets a word after {warn} days, and is closed without a \
         result after {close}."
    )
}
