//! Hours in which somebody does not want to be reminded, by the clocks of a place with a name.

use std::fmt;

use jiff::{
    Timestamp,
    civil::{Date, Time},
    tz::TimeZone,
};
use table::Millis;

use super::zone::{NoZone, find_zone, zone_called};

/// The same hours of every day, in a named zone. They may go over midnight.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QuietHours {
    from: Time,
    to: Time,
    zone: TimeZone,
}

/// The reason why a text gives no quiet hours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotQuiet {
    /// It has not the form of hours.
    Form,
    /// The hours end as they begin.
    Empty,
    /// No zone is named.
    NoZone,
    /// This names no zone.
    Zone(String, NoZone),
}

impl QuietHours {
    /// Reads `22:00-07:00 Europe/Berlin`, and hours as people type them otherwise: `22-7`, `10pm to 7am`,
    /// `22.00 - 7:00`. If no zone is named, it is `usual`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub(crate) fn read(text: &str, usual: Option<&TimeZone>) -> Result<Self, NotQuiet> {
        Self::read_with(text, usual, find_zone)
    }

    /// Reads what [`QuietHours`] were written as, whatever zone they were once taken with.
    pub(crate) fn kept(text: &str) -> Option<Self> {
        let called = |name: &str| zone_called(name).ok_or(NoZone::Unknown(Vec::new()));
        Self::read_with(text, None, called).ok()
    }

    /// The zone by whose clocks the hours are.
    pub(crate) const fn zone(&self) -> &TimeZone {
        &self.zone
    }

    fn read_with(
        text: &str,
        usual: Option<&TimeZone>,
        zone_of: impl Fn(&str) -> Result<TimeZone, NoZone>,
    ) -> Result<Self, NotQuiet> {
        let (from, rest) = read_time(text).ok_or(NotQuiet::Form)?;
        let rest = read_until(rest).ok_or(NotQuiet::Form)?;
        let (to, rest) = read_time(rest).ok_or(NotQuiet::Form)?;
        if from == to {
            return Err(NotQuiet::Empty);
        }
        let name = rest.trim();
        let name = name.strip_prefix("in ").unwrap_or(name).trim();
        let zone = match (name.is_empty(), usual) {
            (true, Some(usual)) => usual.clone(),
            (true, None) => return Err(NotQuiet::NoZone),
            (false, _) => zone_of(name).map_err(|why| NotQuiet::Zone(name.to_owned(), why))?,
        };
        Ok(Self { from, to, zone })
    }

    /// The quiet hours in which this instant lies: when they began, and when they end. Each is found from
    /// the date and the time of day, so that no change of summer time shifts it; a time that the clocks
    /// leave out comes as much later as they are put forward.
    pub(crate) fn around(&self, at: Millis) -> Option<(Millis, Millis)> {
        let today = Timestamp::from_millisecond(at).ok()?.to_zoned(self.zone.clone()).date();
        [today.yesterday().ok(), Some(today)].into_iter().flatten().find_map(|date| {
            let last = if self.from < self.to { date } else { date.tomorrow().ok()? };
            let (from, to) = (self.instant(date, self.from)?, self.instant(last, self.to)?);
            (from <= at && at < to).then_some((from, to))
        })
    }

    fn instant(&self, date: Date, time: Time) -> Option<Millis> {
        let zoned = self.zone.to_ambiguous_timestamp(date.to_datetime(time)).compatible().ok()?;
        Some(zoned.as_millisecond())
    }
}

impl fmt::Display for QuietHours {
    /// Writes them as [`QuietHours::read`] reads them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zone = self.zone.iana_name().unwrap_or("UTC");
        let (from, to) = (self.from, self.to);
        write!(f, "{:02}:{:02}-", from.hour(), from.minute())?;
        write!(f, "{:02}:{:02} {zone}", to.hour(), to.minute())
    }
}

/// The time of day at the beginning of a text, and the rest of it.
fn read_time(text: &str) -> Option<(Time, &str)> {
    let text = text.trim_start();
    let (hour, minute, rest) = match read_four_digits(text) {
        Some(read) => read,
        None => {
            let (hour, rest) = read_number(text)?;
            match rest.strip_prefix([':', '.']) {
                Some(behind) => read_number(behind).map(|(minute, rest)| (hour, minute, rest))?,
                None => (hour, 0, rest),
            }
        }
    };
    let rest = rest.trim_start();
    // `13 America/New_York` has no `am` in it.
    let ends = |at: usize| !rest[at..].starts_with(|next: char| next.is_ascii_alphanumeric());
    let half = rest.get(..2).filter(|_| ends(2)).map(str::to_lowercase);
    let (hour, rest) = match (half.as_deref(), hour) {
        (Some("am"), 1..=12) => (hour % 12, &rest[2..]),
        (Some("pm"), 1..=12) => (hour % 12 + 12, &rest[2..]),
        (Some("am" | "pm"), _) => return None,
        (_, 24) if minute == 0 => (0, rest),
        _ => (hour, rest.strip_prefix(['h', 'H']).unwrap_or(rest)),
    };
    Some((Time::new(hour, minute, 0, 0).ok()?, rest))
}

/// Hour and minute as `2200` has them.
fn read_four_digits(text: &str) -> Option<(i8, i8, &str)> {
    let (digits, rest) = text.split_at_checked(4)?;
    let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit())
        && !rest.starts_with(|next: char| next.is_ascii_digit());
    let (hour, minute) = digits.split_at_checked(2).filter(|_| is_whole)?;
    Some((hour.parse().ok()?, minute.parse().ok()?, rest))
}

/// One or two digits.
fn read_number(text: &str) -> Option<(i8, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    (digits.len() <= 2).then_some((digits.parse().ok()?, rest))
}

/// Returns what stands behind the word or mark between two times.
fn read_until(text: &str) -> Option<&str> {
    let text = text.trim_start();
    ["-", "to ", "until ", "till "].iter().find_map(|mark| text.strip_prefix(mark))
}

#[cfg(test)]
mod tests {
    use jiff::{civil::date, tz::TimeZone};
    use proptest::prelude::*;

    use super::*;
    use table::{HOUR, MINUTE};

    fn quiet(text: &str) -> QuietHours {
        QuietHours::read(text, None).unwrap_or_else(|why| panic!("{text}: {why:?}"))
    }

    #[test]
    fn hours_are_read_as_people_type_them() {
        for typed in [
            "22:00-07:00 Europe/Berlin",
            "22-7 Europe/Berlin",
            "22:00 - 07:00 berlin",
            "10pm-7am Berlin",
            "10 PM to 7 AM in Berlin",
            "22.00 until 7.00 europe/berlin",
            "22h-7h Berlin",
            "22-7am Berlin",
            "2200-0700 Berlin",
        ] {
            assert_eq!(quiet(typed).to_string(), "22:00-07:00 Europe/Berlin", "{typed}");
        }
        assert_eq!(quiet("12am-12pm UTC").to_string(), "00:00-12:00 UTC");
        assert_eq!(quiet("21-24 UTC").to_string(), "21:00-00:00 UTC");
        assert_eq!(quiet("5-13 America/New_York").to_string(), "05:00-13:00 America/New_York");
        let usual = quiet("22-7 Berlin");
        let changed = QuietHours::read("23-8", Some(usual.zone())).unwrap();
        assert_eq!(changed.to_string(), "23:00-08:00 Europe/Berlin");
    }

    #[test]
    fn what_gives_no_hours_is_refused() {
        for (typed, why) in [
            ("", NotQuiet::Form),
            ("night", NotQuiet::Form),
            ("22 Berlin", NotQuiet::Form),
            ("25-7 Berlin", NotQuiet::Form),
            ("13pm-7 Berlin", NotQuiet::Form),
            ("22:60-7 Berlin", NotQuiet::Form),
            ("222-7 Berlin", NotQuiet::Form),
            ("22000-7 Berlin", NotQuiet::Form),
            ("2260-7 Berlin", NotQuiet::Form),
            ("7-7 Berlin", NotQuiet::Empty),
            ("22-7", NotQuiet::NoZone),
        ] {
            assert_eq!(QuietHours::read(typed, None), Err(why), "{typed}");
        }
        let unknown = QuietHours::read("22-7 Europe/Berln", None);
        assert!(matches!(unknown, Err(NotQuiet::Zone(typed, NoZone::Unknown(near)))
            if typed == "Europe/Berln" && near.contains(&"Europe/Berlin".to_owned())));
    }

    #[test]
    fn kept_hours_stay_whatever_is_refused_by_now() {
        let typed = "22:00-07:00 EST";
        assert!(QuietHours::read(typed, None).is_err());
        assert_eq!(QuietHours::kept(typed).map(|kept| kept.to_string()).as_deref(), Some(typed));
    }

    /// An instant by the clocks of a zone.
    fn instant(zone: &str, (year, month, day): (i16, i8, i8), hour: i8, minute: i8) -> Millis {
        let zone = find_zone(zone).unwrap();
        let time = date(year, month, day).at(hour, minute, 0, 0);
        zone.to_ambiguous_timestamp(time).compatible().unwrap().as_millisecond()
    }

    #[test]
    fn both_changes_of_summer_time_make_the_night_shorter_and_longer() {
        let night = quiet("22-7 Berlin");
        for (evening, morning, hours) in [
            ((2026, 3, 27), (2026, 3, 28), 9),
            ((2026, 3, 28), (2026, 3, 29), 8),
            ((2026, 10, 24), (2026, 10, 25), 10),
            ((2028, 2, 28), (2028, 2, 29), 9),
        ] {
            let (from, to) = (instant("Berlin", evening, 22, 0), instant("Berlin", morning, 7, 0));
            assert_eq!(to - from, hours * HOUR, "{evening:?}");
            for at in [from, from + 3 * HOUR, to - 1] {
                assert_eq!(night.around(at), Some((from, to)), "{evening:?}");
            }
            assert_eq!((night.around(from - 1), night.around(to)), (None, None), "{evening:?}");
        }
    }

    #[test]
    fn hours_that_the_clocks_leave_out_or_have_twice_are_hours_all_the_same() {
        // At 02:00 it becomes 03:00.
        let short = quiet("02:00-02:30 Berlin");
        let at = instant("Berlin", (2026, 3, 29), 3, 15);
        assert_eq!(short.around(at), Some((at - 15 * MINUTE, at + 15 * MINUTE)));
        // At 03:00 it becomes 02:00: both of these hours are quiet.
        let twice = quiet("02-03 Berlin");
        let from = instant("Berlin", (2026, 10, 25), 2, 0);
        assert_eq!(twice.around(from + 90 * MINUTE), Some((from, from + 2 * HOUR)));
    }

    #[test]
    fn in_kathmandu_the_clocks_are_three_quarters_of_an_hour_off() {
        let night = quiet("22-7 Asia/Kathmandu");
        let from = instant("UTC", (2026, 11, 23), 16, 15);
        assert_eq!(night.around(from), Some((from, from + 9 * HOUR)));
        assert_eq!(night.around(from - 1), None);
    }

    /// Returns `true` if an instant lies in quiet hours, by the clock on the wall alone.
    fn is_quiet(at: Millis, from: i32, to: i32, zone: &TimeZone) -> bool {
        let here = Timestamp::from_millisecond(at).unwrap().to_zoned(zone.clone());
        let minute = i32::from(here.hour()) * 60 + i32::from(here.minute());
        if from < to { from <= minute && minute < to } else { minute >= from || minute < to }
    }

    proptest! {
        /// On days without a change of the clocks, what the wall says decides.
        #[test]
        fn the_clock_on_the_wall_says_the_same(
            from in 0..1440, len in 1..1440, day in 0_i64..2_000, minute in 0_i64..1440,
            zone in prop::sample::select(vec!["Asia/Kathmandu", "UTC", "Asia/Tokyo"]),
        ) {
            let to = (from + len) % 1440;
            let hours = quiet(&format!(
                "{}:{:02}-{}:{:02} {zone}", from / 60, from % 60, to / 60, to % 60
            ));
            let at = 1_780_000_000_000 + day * 24 * HOUR + minute * MINUTE;
            let zone = find_zone(zone).unwrap();
            prop_assert_eq!(hours.around(at).is_some(), is_quiet(at, from, to, &zone));
        }

        #[test]
        fn what_is_shown_reads_back(from in 0..1440, len in 1..1440) {
            let to = (from + len) % 1440;
            let text = format!(
                "{:02}:{:02}-{:02}:{:02} Asia/Kathmandu", from / 60, from % 60, to / 60, to % 60
            );
            prop_assert_eq!(quiet(&text).to_string(), text);
        }
    }
}
