//! The used part of a year's vacation: counted in milliseconds, in each calendar year by itself.

use jiff::{Timestamp, civil::date, tz::TimeZone};
use table::{DAY, Millis};

/// How many days a year people may be away where a server has not chosen.
pub(crate) const USUAL_DAYS: u16 = 30;
/// The most that a server can choose.
pub(crate) const MOST_DAYS: u16 = 365;

/// A time from its first instant to the one behind its last.
pub(super) type Absence = (Millis, Millis);

/// The remaining vacation of a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    /// The year, by UTC.
    pub(super) year: i16,
    /// The part that is left, in milliseconds.
    pub(super) left: Millis,
}

/// Returns what would be left of the year in which an absence begins, or of a later one in which it goes on, if
/// it and these others were taken.
///
/// # Errors
/// What is left for the first year that has not enough for it, without it.
pub(super) fn take(new: Absence, others: &[Absence], days: u16) -> Result<Left, Left> {
    let (since, until) = new;
    let whole = Millis::from(days) * DAY;
    let mut first = None;
    for year in year_of(since)..=year_of((until - 1).max(since)) {
        let left = left_in(year, others, whole);
        let needed = within(new, bounds(year));
        if needed > left {
            return Err(Left { year, left });
        }
        first.get_or_insert(Left { year, left: left - needed });
    }
    first.ok_or(Left { year: year_of(since), left: 0 })
}

/// Returns what is left of the year of this instant.
pub(super) fn left_at(now: Millis, taken: &[Absence], days: u16) -> Left {
    let year = year_of(now);
    Left { year, left: left_in(year, taken, Millis::from(days) * DAY) }
}

/// The first instant of the year of this one.
pub(super) fn year_start(at: Millis) -> Millis {
    bounds(year_of(at)).0
}

fn left_in(year: i16, taken: &[Absence], whole: Millis) -> Millis {
    let used: Millis = taken.iter().map(|one| within(*one, bounds(year))).sum();
    (whole - used).max(0)
}

/// Returns how much of an absence lies within bounds.
fn within((since, until): Absence, (from, to): Absence) -> Millis {
    (until.min(to) - since.max(from)).max(0)
}

fn year_of(at: Millis) -> i16 {
    let instant = Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH);
    instant.to_zoned(TimeZone::UTC).year()
}

/// The first instant of a year, and of the next one.
fn bounds(year: i16) -> Absence {
    let start = |year: i16| {
        let first = date(year.clamp(1970, 9000), 1, 1).to_zoned(TimeZone::UTC);
        first.map_or(0, |first| first.timestamp().as_millisecond())
    };
    (start(year), start(year.saturating_add(1)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The beginning of 2026, and of 2027.
    const Y26: Millis = 1_767_225_600_000;
    const Y27: Millis = Y26 + 365 * DAY;

    #[test]
    fn years_begin_when_they_do() {
        assert_eq!(bounds(2026), (Y26, Y27));
        assert_eq!(year_start(Y27 - 1), Y26);
        // 2028 has a day more.
        assert_eq!(bounds(2028).1 - bounds(2028).0, 366 * DAY);
    }

    #[test]
    fn what_is_taken_is_counted_to_the_millisecond() {
        let new = (Y26 + 40 * DAY, Y26 + 50 * DAY);
        let before = [(Y26, Y26 + 20 * DAY)];
        assert_eq!(take(new, &before, 30), Ok(Left { year: 2026, left: 0 }));
        let longer = (new.0, new.1 + 1);
        assert_eq!(take(longer, &before, 30), Err(Left { year: 2026, left: 10 * DAY }));
        assert_eq!(take(new, &[(Y26, Y26 + 40 * DAY)], 30), Err(Left { year: 2026, left: 0 }));
        assert_eq!(left_at(new.0, &before, 30), Left { year: 2026, left: 10 * DAY });
        assert_eq!(take(new, &[], 0), Err(Left { year: 2026, left: 0 }));
    }

    #[test]
    fn over_the_new_year_each_year_gives_its_part() {
        let new = (Y27 - 5 * DAY, Y27 + 10 * DAY);
        assert_eq!(take(new, &[], 10), Ok(Left { year: 2026, left: 5 * DAY }));
        assert_eq!(take(new, &[], 9), Err(Left { year: 2027, left: 9 * DAY }));
        let before = [(Y26, Y26 + 6 * DAY)];
        assert_eq!(take(new, &before, 10), Err(Left { year: 2026, left: 4 * DAY }));
    }

    proptest! {
        /// Day by day it comes to the same.
        #[test]
        fn counting_days_gives_the_same(
            since in 0_i64..800, len in 1_i64..60, days in 0_u16..60,
            others in prop::collection::vec((0_i64..20, 1_i64..20), 0..6),
        ) {
            // One behind the other, as they are taken.
            let mut end = 0;
            let place = |(gap, len): &(i64, i64)| {
                let start = end + gap * 3;
                end = start + len;
                (start, end)
            };
            let others: Vec<(i64, i64)> = others.iter().map(place).collect();
            let days_of = |year: i64| year * 365..(year + 1) * 365;
            let enough = (0..3).all(|year| {
                let other = days_of(year).filter(|day| others.iter().any(|(a, b)| (*a..*b).contains(day)));
                let new = days_of(year).filter(|day| (since..since + len).contains(day)).count();
                new == 0 || new + other.count() <= usize::from(days)
            });
            // No leap day in these three years.
            let start = bounds(2029).0;
            let absence = |(a, b): (i64, i64)| (start + a * DAY, start + b * DAY);
            let others: Vec<Absence> = others.into_iter().map(absence).collect();
            let taken = take(absence((since, since + len)), &others, days);
            prop_assert_eq!(taken.is_ok(), enough);
        }
    }
}
