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

/// The last minute of a day, in minutes after midnight.
const LAST_MINUTE: i16 = 24 * 60 - 1;

/// The months as they begin.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The meaning of a text as the start of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// An instant that is to come.
    At(Millis),
    /// An instant that is over.
    Over,
    /// An hour of which it is not said whether it is one of the morning, 1 to 12, and the day before it as typed.
    HalfOfDay(String, i16),
    /// Nothing that can be read.
    Unread,
}

/// A time of day.
enum TimeOfDay {
    /// Minutes after midnight.
    Minute(i16),
    /// An hour from 1 to 12, of the morning or of the evening.
    Hour(i16),
}

/// Returns `true` if a text says how long from now something is, so that no clocks matter.
pub(super) fn is_relative(typed: &str) -> bool {
    from_now(&plain(typed)).is_some()
}

/// The span in `30m`, `in 30m` and `now`.
fn from_now(plain: &str) -> Option<Millis> {
    let spoken = plain.strip_prefix("in ").unwrap_or(plain);
    if plain == "now" { Some(0) } else { parse_span(spoken) }
}

/// The first instant behind `now` that a text means by the clocks of a zone: `Fri 19:00`, `19:00`, `today
/// 19:00`, `tomorrow at 7 pm`, `next Friday, noon`, `19h30 on Friday`, `2026-12-04 19:00`, `4.12.2026 19:00`, `4 Dec
/// 19:00`, or a span from now as `30m`.
pub(super) fn instant(typed: &str, zone: &TimeZone, now: Millis) -> Meant {
    let typed = plain(typed);
    if let Some(span) = from_now(&typed) {
        return now.checked_add(span).map_or(Meant::Unread, Meant::At);
    }
    let Some((day, time)) = day_and_time(&typed) else { return Meant::Unread };
    let time = match time {
        TimeOfDay::Minute(minute) => minute,
        TimeOfDay::Hour(hour) if on(day, hour * 60, zone, now).is_some() => {
            return Meant::HalfOfDay(day.to_owned(), hour);
        }
        TimeOfDay::Hour(_) => return Meant::Unread,
    };
    match on(day, time, zone, now) {
        Some(at) if at > now => Meant::At(at),
        Some(_) => Meant::Over,
        None => Meant::Unread,
    }
}

/// The day and the time of day in a plain text, in whichever order they stand.
fn day_and_time(typed: &str) -> Option<(&str, TimeOfDay)> {
    // Of which of two nights it is with a day, nobody can say.
    if typed == "midnight" {
        return Some(("", TimeOfDay::Minute(0)));
    }
    if let Some(time) = time_of_day(typed) {
        return Some(("", time));
    }
    let iso = typed.split_once('t').filter(|(day, _)| date(day).is_some());
    let last = iso.or_else(|| typed.rsplit_once(' '));
    let first = typed.split_once(' ').map(|(time, day)| (day, time));
    // `4 Dec 19:00` begins with what could be a time too.
    let orders = [last, first].into_iter().flatten();
    orders.filter_map(|(day, time)| Some((day.trim(), time_of_day(time)?))).next()
}

/// The instant on a day, as people call it; the next one behind `now` where the day alone leaves that open.
fn on(day: &str, time: i16, zone: &TimeZone, now: Millis) -> Option<Millis> {
    let (day, is_next) = match day.strip_prefix("next ") {
        Some(day) => (day, true),
        None => (day.strip_prefix("this ").unwrap_or(day), false),
    };
    match day {
        "" => daily(time, zone, now),
        "today" | "tonight" => on_day(0, time, zone, now),
        "tomorrow" => on_day(1, time, zone, now),
        day => match weekday(day) {
            // Said on a Friday, the next one is not today.
            Some(weekday) => {
                let since = if is_next { on_day(0, LAST_MINUTE, zone, now)? } else { now };
                weekly_after(since, Weekly { weekday, minute: time }, zone)
            }
            None => on_date(day, time, zone).or_else(|| yearly(day, time, zone, now)),
        },
    }
}

/// A text without the words and commas that make no difference, with `pm` at its hour.
fn plain(typed: &str) -> String {
    let lower = typed.to_lowercase().replace(',', " ");
    let is_idle = |word: &&str| matches!(*word, "at" | "on" | "o'clock" | "o’clock");
    let words: Vec<&str> = lower.split_whitespace().filter(|word| !is_idle(word)).collect();
    words.join(" ").replace(" pm", "pm").replace(" am", "am")
}

/// The time in `19:00`, `19.00`, `7pm`, `19h`, `19h30` and `noon`; in `7` only its hour.
fn time_of_day(typed: &str) -> Option<TimeOfDay> {
    if typed == "noon" {
        return Some(TimeOfDay::Minute(12 * 60));
    }
    let (typed, afternoon) = match (typed.strip_suffix("pm"), typed.strip_suffix("am")) {
        (Some(before), _) => (before, Some(12)),
        (_, Some(before)) => (before, Some(0)),
        _ => (typed, None),
    };
    let parts = typed.split_once([':', '.', 'h']);
    let (hour, minute) = parts.map_or((typed, "0"), |(hour, rest)| match rest {
        "" if typed.ends_with('h') => (hour, "0"),
        minute => (hour, minute.trim_end_matches('h')),
    });
    let is_open = parts.is_none() && afternoon.is_none() && !hour.starts_with('0');
    let (hour, minute): (i16, i16) = (hour.parse().ok()?, minute.parse().ok()?);
    if is_open && (1..=12).contains(&hour) {
        return Some(TimeOfDay::Hour(hour));
    }
    let hour = match afternoon {
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(add) => hour % 12 + add,
        None => hour,
    };
    let is_time = (0..24).contains(&hour) && (0..60).contains(&minute);
    is_time.then_some(TimeOfDay::Minute(hour * 60 + minute))
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

    /// Tuesday, 24 November 2026, 12:00 in Berlin.
    const NOON: Millis = 1_795_518_000_000;

    fn read(typed: &str) -> Meant {
        instant(typed, &zone_called("Europe/Berlin").unwrap(), NOON)
    }

    #[test]
    fn instants_are_read_as_people_say_them() {
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
            ("noon", 24),
            ("tomorrow noon", 24),
            ("midnight", 12),
            ("next Friday 19:00", 3 * 24 + 7),
            ("next Tuesday 19:00", 7 * 24 + 7),
            ("this Tuesday 19:00", 7),
            ("19:00 Friday", 3 * 24 + 7),
            ("19:00 on Friday", 3 * 24 + 7),
            ("7 pm next friday", 3 * 24 + 7),
            ("19:00 25 Nov", 24 + 7),
            ("Fri 19h", 3 * 24 + 7),
            ("Fri 19", 3 * 24 + 7),
            ("12 am", 12),
            ("wed 12pm", 24),
            ("wed 7h", 19),
            ("wed 07", 19),
            ("wed 7:00", 19),
        ] {
            assert_eq!(read(typed), Meant::At(NOON + hours * HOUR), "{typed}");
        }
        assert_eq!(read("fri 19h30"), Meant::At(NOON + (3 * 24 + 7) * HOUR + HOUR / 2));
    }

    #[test]
    fn what_names_no_instant_is_told_from_what_is_over_or_unclear() {
        for typed in [
            "",
            "yesterday",
            "fri",
            "13pm",
            "7 Friday Monday",
            "next year",
            "Friday midnight",
            "25:00",
            "19:60",
            "31.2.2027 12:00",
            "31 feb 12:00",
            "25 nov 2026 2027 12:00",
            "dec 12:00",
        ] {
            assert_eq!(read(typed), Meant::Unread, "{typed}");
        }
        for typed in ["today 11:00", "2026-11-23 12:00", "25 nov 2025 12:00"] {
            assert_eq!(read(typed), Meant::Over, "{typed}");
        }
        for (typed, day, hour) in [
            ("Friday at 7", "friday", 7),
            ("7 on Friday", "friday", 7),
            ("tomorrow 12", "tomorrow", 12),
            ("7 o'clock", "", 7),
            ("7", "", 7),
        ] {
            let half = Meant::HalfOfDay(day.to_owned(), hour);
            assert_eq!(read(typed), half, "{typed}");
        }
    }
}
