//! Instants in the names of files: `2026-11-23-013102`, in UTC.

use table::Millis;
use time::{Date, Month, OffsetDateTime, PrimitiveDateTime, Time};

use super::StoreError;

/// The length of such a text.
pub(super) const LENGTH: usize = "2026-11-23-013102".len();

/// An instant as it stands in the name of a file, to the second.
///
/// # Errors
/// [`StoreError::Other`] if the clock shows a year that has no four digits.
pub(super) fn stamp(at: Millis) -> Result<String, StoreError> {
    let at = OffsetDateTime::from_unix_timestamp(at.div_euclid(1_000)).ok();
    let at = at.filter(|at| (0..=9_999).contains(&at.year()));
    let at = at.ok_or_else(|| StoreError::Other("the clock shows no date".to_owned()))?;
    let (hour, minute, second) = (at.hour(), at.minute(), at.second());
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    Ok(format!("{year:04}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}"))
}

/// The instant that stands in a name; `None` for any other text.
pub(super) fn parse_stamp(text: &str) -> Option<Millis> {
    let is_shaped = text.len() == LENGTH
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 | 10 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !is_shaped {
        return None;
    }
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<u8>().ok();
    let month = Month::try_from(number(5, 7)?).ok()?;
    let date =
        Date::from_calendar_date(text.get(..4)?.parse().ok()?, month, number(8, 10)?).ok()?;
    let time = Time::from_hms(number(11, 13)?, number(13, 15)?, number(15, 17)?).ok()?;
    Some(PrimitiveDateTime::new(date, time).assume_utc().unix_timestamp() * 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_is_read_back_to_the_second() {
        for at in [0, 1_795_397_462_000, 253_402_300_799_000, -1_000] {
            assert_eq!(parse_stamp(&stamp(at).unwrap()), Some(at));
        }
        assert_eq!(stamp(1_795_397_462_999).unwrap(), "2026-11-23-013102");
        assert!(stamp(Millis::MAX).is_err());
        for other in
            ["", "2026-11-23", "2026-13-23-013102", "2026-11-23-243102", "2026-11-2x-013102"]
        {
            assert_eq!(parse_stamp(other), None, "{other}");
        }
    }
}
