//! When the editions of a weekly event begin.

use jiff::{
    Timestamp, Zoned,
    civil::{Time, Weekday},
    tz::TimeZone,
};
use serde::{Deserialize, Serialize};
use table::Millis;

/// A weekday and a time of day, by the clocks of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weekly {
    /// The day, 1 for Monday to 7 for Sunday.
    pub weekday: i8,
    /// Minutes after midnight.
    pub minute: i16,
}

impl Weekly {
    /// The weekday and time at which an instant falls in a zone.
    #[must_use]
    pub fn of(at: Millis, zone: &TimeZone) -> Option<Self> {
        let local = zoned(at, zone)?;
        let minute = i16::from(local.hour()) * 60 + i16::from(local.minute());
        Some(Self { weekday: local.weekday().to_monday_one_offset(), minute })
    }

    fn time(self) -> Option<Time> {
        let (hour, minute) = (self.minute.div_euclid(60), self.minute.rem_euclid(60));
        Time::new(i8::try_from(hour).ok()?, i8::try_from(minute).ok()?, 0, 0).ok()
    }
}

/// The first instant behind another one that falls on this weekday and time in a zone. A time that
/// the beginning of summer time leaves out comes as much later, and of one that comes twice at its end
/// the first counts, as is usual.
///
/// `None` only if such an instant lies beyond what a calendar knows.
///
/// ```
/// use jiff::tz::TimeZone;
/// use martian_cake_event::{Weekly, weekly_after};
///
/// let friday = Weekly { weekday: 5, minute: 19 * 60 };
/// // The beginning of 2026 in UTC, a Thursday.
/// assert_eq!(weekly_after(1_767_225_600_000, friday, &TimeZone::UTC), Some(1_767_380_400_000));
/// ```
#[must_use]
pub fn weekly_after(after: Millis, weekly: Weekly, zone: &TimeZone) -> Option<Millis> {
    let weekday = Weekday::from_monday_one_offset(weekly.weekday).ok()?;
    let local = zoned(after, zone)?;
    let days = i64::from(weekday.since(local.weekday()));
    let time = weekly.time()?;
    // The day itself may be over already, or its time may be one that summer time has moved.
    [days, days + 7].into_iter().find_map(|days| {
        let day = local.date().checked_add(jiff::Span::new().try_days(days).ok()?).ok()?;
        let at = day.to_datetime(time).to_zoned(zone.clone()).ok()?.timestamp().as_millisecond();
        (at > after).then_some(at)
    })
}

fn zoned(at: Millis, zone: &TimeZone) -> Option<Zoned> {
    Some(Timestamp::from_millisecond(at).ok()?.to_zoned(zone.clone()))
}
