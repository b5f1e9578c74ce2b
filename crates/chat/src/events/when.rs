//! The instant that somebody means by `Fri 19:00`.

use event::{Weekly, weekly_after};
use jiff::{
    Span, Timestamp, Zoned,
    civil::{Date, Time},
    tz::TimeZone,
};
use table::{Millis, parse_span};

/// The days of the week as they begin, Monday first.
const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// The months as they begin.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The first instant behind `now` that a text means by the clocks of a zone: `Fri 19:00`, `19:00`, `today
/// 19:00`, `tomorrow at 7 pm`, `2026-12-04 19:00`, `4.12.2026 19:00`, `4 Dec 19:00`, or a span from now as `30m`.
/// `None` for anything else, and for what is over.
pub(super) fn instant(typed: &str, zone: &TimeZone, now: Millis) -> Option<Millis> {
    let typed = plain(typed);
    let spoken = typed.strip_prefix("in ").unwrap_or(&typed);
    if let Some(span) = parse_span(spoken) {
        return now.checked_add(span);
    }
    if typed == "now" {
        return Some(now);
    }
    let iso = typed.split_once('t').filter(|(day, _)| date(day).is_some());
    let (day, time) = match iso.or_else(|| typed.rsplit_once(' ')) {
        Some((day, time)) => (day.trim(), minute(time)?),
        None => ("", minute(&typed)?),
    };
    let at = match day {
        "" => daily(time, zone, now),
        "today" | "tonight" => on_day(0, time, zone, now),
        "tomorrow" => on_day(1, time, zone, now),
        day => match weekday(day) {
            Some(weekday) => weekly_after(now, Weekly { weekday, minute: time }, zone),
            None => on_date(day, time, zone).or_else(|| yearly(day, time, zone, now)),
        },
    };
    at.filter(|at| *at > now)
}

/// A text without the words and commas that make no difference, with `pm` at its hour.
fn plain(typed: &str) -> String {
    let lower = typed.to_lowercase().replace(',', " ");
    let words: Vec<&str> =
        lower.split_whitespace().filter(|word| !matches!(*word, "at" | "on")).collect();
    words.join(" ").replace(" pm", "pm").replace(" am", "am")
}

/// Minutes after midnight in `19:00`, `19.00`, `7pm` and `19h`.
fn minute(typed: &str) -> Option<i16> {
    let (typed, add) = match (typed.strip_suffix("pm"), typed.strip_suffix("am")) {
        (Some(before), _) => (before, 12),
        (_, Some(before)) => (before, 0),
        _ => (typed, -1),
    };
    let typed = typed.trim_end_matches('h');
    let (hour, minute) = typed.split_once([':', '.']).unwrap_or((typed, "0"));
    let (mut hour, minute): (i16, i16) = (hour.parse().ok()?, minute.parse().ok()?);
    if add >= 0 {
        hour = hour % 12 + add;
    }
    ((0..24).contains(&hour) && (0..60).contains(&minute)).then_some(hour * 60 + minute)
}

/// The number of a weekday, 1 for Monday, by its name or how that begins.
fn weekday(typed: &str) -> Option<i8> {
    begun(&DAYS, typed)
}

/// The place, from 1, of the name that begins so in a list of names as they begin.
fn begun(names: &[&str], typed: &str) -> Option<i8> {
    let is_name = typed.chars().all(char::is_alphabetic);
    let at = names.iter().position(|name| is_name && typed.starts_with(name))?;
    i8::try_from(at + 1).ok()
}

fn daily(time: i16, zone: &TimeZone, now: Millis) -> Option<Millis> {
    let today = on_day(0, time, zone, now)?;
    if today > now { Some(today) } else { on_day(1, time, zone, now) }
}

fn on_day(days: i64, time: i16, zone: &TimeZone, now: Millis) -> Option<Millis> {
    let local: Zoned = Timestamp::from_millisecond(now).ok()?.to_zoned(zone.clone());
    let date = local.date().checked_add(Span::new().try_days(days).ok()?).ok()?;
    at(date, time, zone)
}

fn on_date(typed: &str, time: i16, zone: &TimeZone) -> Option<Millis> {
    at(date(typed)?, time, zone)
}

/// The next day with this date: `4 Dec`, `December 4`; or that of a year, `4 Dec 2026`.
fn yearly(typed: &str, time: i16, zone: &TimeZone, now: Millis) -> Option<Millis> {
    let words: Vec<&str> = typed.split(' ').collect();
    let (one, other, year) = match *words {
        [one, other] => (one, other, None),
        [one, other, year] => (one, other, Some(year)),
        _ => return None,
    };
    let (day, month) = match begun(&MONTHS, one) {
        Some(month) => (other, month),
        None => (one, begun(&MONTHS, other)?),
    };
    let day = day.trim_end_matches(char::is_alphabetic).trim_end_matches('.').parse().ok()?;
    let in_year = |year| at(Date::new(year, month, day).ok()?, time, zone);
    if let Some(year) = year {
        return in_year(year.parse().ok()?);
    }
    let this = Timestamp::from_millisecond(now).ok()?.to_zoned(zone.clone()).year();
    [this, this + 1].into_iter().filter_map(in_year).find(|at| *at > now)
}

/// The day in `2026-12-04` and `4.12.2026`.
fn date(typed: &str) -> Option<Date> {
    let mut parts = typed.split('.');
    let [Some(day), Some(month), Some(year), None] = std::array::from_fn(|_| parts.next()) else {
        return typed.parse().ok();
    };
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

fn at(date: Date, time: i16, zone: &TimeZone) -> Option<Millis> {
    let (hour, minute) = (i8::try_from(time / 60).ok()?, i8::try_from(time % 60).ok()?);
    let time = Time::new(hour, minute, 0, 0).ok()?;
    Some(date.to_datetime(time).to_zoned(zone.clone()).ok()?.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::notices::zone_called;
    use table::HOUR;

    #[test]
    fn instants_are_read_as_people_say_them() {
        let zone = zone_called("Europe/Berlin").unwrap();
        // Tuesday, 24 November 2026, 12:00 in Berlin.
        let noon: Millis = 1_795_518_000_000;
        for (typed, hours) in [
            ("Fri 19:00", 3 * 24 + 7),
            ("friday 19.00", 3 * 24 + 7),
            ("tue 11:00", 7 * 24 - 1),
            ("19:00", 7),
            ("7pm", 7),
            ("11:00", 23),
            ("today 19:00", 7),
            ("tomorrow 11:00", 23),
            ("2026-11-25 12:00", 24),
            ("2026-11-25T12:00", 24),
            ("25.11.2026 12:00", 24),
            ("Fri, 7 pm", 3 * 24 + 7),
            ("on Friday at 19:00", 3 * 24 + 7),
            ("tonight 19:00", 7),
            ("25 Nov 12:00", 24),
            ("25. November 12:00", 24),
            ("November 25th, 12:00", 24),
            ("25 nov 2026 12:00", 24),
            ("24 nov 11:00", 365 * 24 - 1),
            ("2h", 2),
            ("in 2h", 2),
        ] {
            assert_eq!(instant(typed, &zone, noon), Some(noon + hours * HOUR), "{typed}");
        }
        for typed in [
            "",
            "yesterday",
            "today 11:00",
            "2026-11-23 12:00",
            "fri",
            "25:00",
            "19:60",
            "31.2.2027 12:00",
            "31 feb 12:00",
            "25 nov 2025 12:00",
            "25 nov 2026 2027 12:00",
            "dec 12:00",
        ] {
            assert_eq!(instant(typed, &zone, noon), None, "{typed}");
        }
    }
}
