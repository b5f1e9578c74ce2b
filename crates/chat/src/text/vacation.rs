//! Sentences about vacations.

use table::{HOUR, Millis};

use super::{clocks::exact_span, phrases::instant};

/// The author is away until then; so much is left of the year.
#[must_use]
pub fn is_on_vacation(until: Millis, left: Millis, prefix: &str) -> String {
    format!(
        "You are on vacation, and your clocks stand; it ends {}. After it, {} left this year. \
         `{prefix}vacation off` ends it now and gives back the rest.",
        instant(until),
        are_left(left),
    )
}

/// The author is not away; so much is left of the year.
#[must_use]
pub fn is_not_on_vacation(left: Millis, prefix: &str) -> String {
    format!(
        "You are not on vacation. {} left this year: `{prefix}vacation 5d` begins one, and your clocks stand \
         until it ends.",
        are_left(left),
    )
}

/// Somebody is away from now on, with so many games in which their clock stands.
#[must_use]
pub fn vacation_begins(
    who: &str,
    until: Millis,
    (n_games, in_events): (usize, usize),
    left: Millis,
    prefix: &str,
) -> String {
    let games = match (n_games, in_events) {
        (0, 0) => "No game of theirs here has a clock.".to_owned(),
        (0, _) => "Their clock stands in no game.".to_owned(),
        (1, _) => "Their clock stands in 1 game.".to_owned(),
        (n, _) => format!("Their clocks stand in {n} games."),
    };
    let games = match in_events {
        0 => games,
        1 => format!("{games} It runs on in 1 game of an event, which knows no vacation."),
        n => format!("{games} They run on in {n} games of events, which know no vacation."),
    };
    format!(
        "{who} is on vacation, which ends {}. {games} They may move all the same; {} left this year. \
         `{prefix}vacation off` ends it earlier.",
        instant(until),
        are_left(left),
    )
}

/// Somebody is back.
#[must_use]
pub fn vacation_ends(who: &str) -> String {
    format!("{who} is back from vacation: clocks go on, and what was not used is given back.")
}

/// The author wants to come back and was not away.
#[must_use]
pub fn was_not_on_vacation(prefix: &str) -> String {
    format!("You are not on vacation, so nothing changes. `{prefix}vacation 5d` begins one.")
}

/// A vacation longer than what is left of this year, of so many days that it has.
#[must_use]
pub fn vacation_too_long(left: Millis, days: u16, year: i16, prefix: &str) -> String {
    let most = match (left / (24 * HOUR), left / HOUR) {
        (0, 0) => "It is used up; clocks run until the year is over.".to_owned(),
        (0, hours) => format!("The longest you can take is `{prefix}vacation {hours}h`."),
        (days, _) => format!("The longest you can take is `{prefix}vacation {days}d`."),
    };
    format!("Of the {days} days of vacation in {year}, {} left. {most}", are_left(left))
}

/// The server allows no vacation.
#[must_use]
pub fn no_vacation_here(prefix: &str) -> String {
    format!(
        "This server has no vacation: games here go on. An opponent can give you time: `{prefix}help time give`."
    )
}

/// A vacation of less than an hour.
#[must_use]
pub fn vacation_too_short(prefix: &str) -> String {
    format!("A vacation lasts an hour at least, for instance `{prefix}vacation 5d`.")
}

/// Returns how long a vacation is to be cannot be read.
#[must_use]
pub fn no_vacation_span(typed: &str, prefix: &str) -> String {
    format!(
        "I cannot read `{typed}` as a time. It goes `{prefix}vacation 5d` or `{prefix}vacation 36h`; \
         `{prefix}vacation off` ends one."
    )
}

/// Somebody is away until then, as others read it.
#[must_use]
pub fn away(who: &str, until: Millis) -> String {
    format!("{who} is on vacation; it ends {}.", instant(until))
}

/// `12 days are`, `1 hour is`, `nothing is`: so much that is left of vacation.
fn are_left(left: Millis) -> String {
    if left < 1_000 {
        return "nothing is".to_owned();
    }
    let units = exact_span(left);
    let verb = if units.starts_with("1 ") && units.split(' ').count() == 2 { "is" } else { "are" };
    format!("{units} {verb}")
}
