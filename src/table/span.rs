//! Spans of time as people type them: `2d`, `36h`, `1.5d`, `2 days`.

use std::time::Duration;

use fundu::{CustomDurationParser, CustomTimeUnit, TimeUnit};

use super::log::Millis;

const SECOND: Millis = 1_000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

/// The units in which spans are written, the longest first.
const UNITS: [(Millis, &str); 4] = [(DAY, "d"), (HOUR, "h"), (MINUTE, "m"), (SECOND, "s")];

/// The span that a text says: a number, perhaps with a decimal point, and a unit from seconds to weeks,
/// with or without a space between them. `None` for any other text, and for what is not a whole number
/// of milliseconds below a hundred years.
///
/// ```
/// use martian_cake::table::parse_span;
///
/// assert_eq!(parse_span("1.5d"), parse_span("36h"));
/// assert_eq!(parse_span("2 days"), Some(2 * 86_400_000));
/// assert_eq!(parse_span("2"), None);
/// ```
#[must_use]
pub fn parse_span(text: &str) -> Option<Millis> {
    const MOST: Millis = 36_500 * DAY;
    let units = [
        CustomTimeUnit::with_default(TimeUnit::Second, &["s", "sec", "secs", "second", "seconds"]),
        CustomTimeUnit::with_default(TimeUnit::Minute, &["m", "min", "mins", "minute", "minutes"]),
        CustomTimeUnit::with_default(TimeUnit::Hour, &["h", "hr", "hrs", "hour", "hours"]),
        CustomTimeUnit::with_default(TimeUnit::Day, &["d", "day", "days"]),
        CustomTimeUnit::with_default(TimeUnit::Week, &["w", "wk", "wks", "week", "weeks"]),
    ];
    let lower = text.trim().to_lowercase();
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
    let span = Duration::try_from(parser.parse(&lower).ok()?).ok()?;
    let millis = Millis::try_from(span.as_millis()).ok()?;
    (millis <= MOST && span.subsec_nanos() % 1_000_000 == 0).then_some(millis)
}

/// A span in the longest unit of which it is a whole number: `36h`, `2d`, `90s`; below a second in
/// thousandths, `0.5s`.
///
/// ```
/// use martian_cake::table::span_text;
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
