//! Rating periods.

/// The number of a rating period. Periods follow each other without gaps; in one without a game
/// nobody's rating changes, and everybody's deviation grows.
pub type Period = u32;

const DAY: i64 = 24 * 60 * 60;

/// The week of an instant, in seconds since the beginning of 1970 (UTC): weeks begin on Monday, and
/// the one that contains that beginning, a Thursday, is week 0. Instants before it count as week 0.
///
/// ```
/// # use martian_cake_pairing::ratings::week_of;
/// let sunday = 3 * 86_400 + 86_399;
/// assert_eq!((week_of(0), week_of(sunday), week_of(sunday + 1)), (0, 0, 1));
/// ```
#[must_use]
pub fn week_of(unix_seconds: i64) -> Period {
    let days_since_monday = unix_seconds.div_euclid(DAY).saturating_add(3);
    Period::try_from(days_since_monday.max(0) / 7).unwrap_or(Period::MAX)
}
