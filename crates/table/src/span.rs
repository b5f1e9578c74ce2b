//! Spans of time as people type them: `2d`, `36h`, `1.5d`, `2 days`.

use std::time::Duration;

use fundu::{CustomDurationParser, CustomTimeUnit, TimeUnit};

use super::log::Millis;

/// A second in milliseconds.
pub const SECOND: Millis = 1_000;
/// A minute in milliseconds.
pub const MINUTE: Millis = 60 * SECOND;
/// An hour in milliseconds.
pub const HOUR: Millis = 60 * MINUTE;
/// A day of 24 hours in milliseconds.
pub const DAY: Millis = 24 * HOUR;
/// Seven days of 24 hours in milliseconds.
pub const WEEK: Millis = 7 * DAY;

/// The longest span that is read: a hundred years or so.
const MOST: Millis = 36_500 * DAY;

/// The units in which spans are written, the longest first.
const UNITS: [(Millis, &str); 4] = [(DAY, "d"), (HOUR, "h"), (MINUTE, "m"), (SECOND, "s")];

/// The span that a text says: a number, perhaps with a decimal point, and a unit from seconds to weeks,
/// with or without a space between them; or several of these glued together, the longest first, as in
/// `1h30m`. `None` for any other text, and for what is not a whole number
/// of milliseconds below a hundred years.
///
/// ```
/// use martian_cake_table::parse_span;
///
/// assert_eq!(parse_span("1.5d"), parse_span("36h"));
/// assert_eq!(parse_span("2 days"), Some(2 * 86_400_000));
/// assert_eq!(parse_span("2"), None);
/// ```
#[must_use]
pub fn parse_span(text: &str) -> Option<Millis> {
    let lower = text.trim().to_lowercase();
    let mut sum: Millis = 0;
    let mut last = Millis::MAX;
    for part in parts(&lower) {
        let span = single(part)?;
        if span >= last {
            return None;
        }
        last = span;
        sum = sum.checked_add(span).filter(|sum| *sum <= MOST)?;
    }
    Some(sum)
}

/// The pieces of `1h30m`: `1h` and `30m`.
fn parts(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let is_start = |at: &usize| {
        *at == 0 || bytes[*at].is_ascii_digit() && bytes[*at - 1].is_ascii_alphabetic()
    };
    let starts: Vec<usize> = (0..bytes.len().max(1)).filter(is_start).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).filter_map(|(from, to)| text.get(*from..to)).collect()
}

/// The span that a number with one unit says.
fn single(lower: &str) -> Option<Millis> {
    let units = [
        CustomTimeUnit::with_default(TimeUnit::Second, &["s", "sec", "secs", "second", "seconds"]),
        CustomTimeUnit::with_default(TimeUnit::Minute, &["m", "min", "mins", "minute", "minutes"]),
        CustomTimeUnit::with_default(TimeUnit::Hour, &["h", "hr", "hrs", "hour", "hours"]),
        CustomTimeUnit::with_default(TimeUnit::Day, &["d", "day", "days"]),
        CustomTimeUnit::with_default(TimeUnit::Week, &["w", "wk", "wks", "week", "weeks"]),
    ];
    // A number alone would be read as seconds.
    if !lower.ends_with(|last: char| last.is_ascii_alphabetic()) {
        return None;
    }
    let parser = CustomDurationParser::builder()
        .time_units(&units)
        .allow_time_unit_delimiter()
        .disable_exponent()
        .disable_infinity()
        .build();
    let span = Duration::try_from(parser.parse(lower).ok()?).ok()?;
    let millis = Millis::try_from(span.as_millis()).ok()?;
    (span.subsec_nanos() % 1_000_000 == 0).then_some(millis)
}

/// A span in the longest unit of which it is a whole number: `36h`, `2d`, `90s`; below a second in
/// thousandths, `0.5s`.
///
/// ```
/// use martian_cake_table::span_text;
///
/// assert_eq!(span_text(36 * 3_600_000), "36h");
/// assert_eq!(span_text(48 * 3_600_000), "2d");
/// ```
#[must_use]
pub fn span_text(span: Millis) -> String {
    let whole = UNITS.iter().find(|(unit, _)| span != 0 && span % unit == 0);
    match whole {
        Some((unit, name)) => format!("{}{name}", span / unit),
        None if span == 0 => "0s".to_owned(),
        None => format!("{}.{:03}s", span / SECOND, (span % SECOND).abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_as_people_type_them() {
        for (text, millis) in [
            ("36h", 36 * HOUR),
            ("1.5d", 36 * HOUR),
            ("2 days", 2 * DAY),
            ("2DAYS", 2 * DAY),
            (" 1 week ", 7 * DAY),
            ("30m", 30 * MINUTE),
            ("10s", 10 * SECOND),
            ("90 min", 90 * MINUTE),
            ("0.5h", 30 * MINUTE),
            ("0s", 0),
            ("1h30m", 90 * MINUTE),
            ("1d12h30m", 36 * HOUR + 30 * MINUTE),
        ] {
            assert_eq!(parse_span(text), Some(millis), "{text}");
        }
        for text in [
            "",
            "d",
            "2",
            "-2d",
            "2x",
            "2d3",
            "30m1h",
            "1h1h",
            "1h 30m",
            "1e3d",
            "inf",
            "2 d d",
            "infd",
            "99999999999d",
            "1/3d",
        ] {
            assert_eq!(parse_span(text), None, "{text}");
        }
    }

    #[test]
    fn spans_read_back() {
        for span in [1, 500, SECOND, 90 * SECOND, HOUR, 36 * HOUR, DAY, 14 * DAY, 61 * MINUTE, 0] {
            assert_eq!(parse_span(&span_text(span)), Some(span), "{}", span_text(span));
        }
    }
}
