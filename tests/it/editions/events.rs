//! The events whose editions are played.

use jiff::{Timestamp, ToSpan as _, Zoned, civil::Weekday, tz::TimeZone};
use table::{DAY, MINUTE, Millis, PlaceId, Platform};

/// A weekly event.
#[derive(Debug)]
pub(super) struct Event {
    pub(super) name: &'static str,
    /// What its manager types.
    pub(super) line: &'static str,
    pub(super) channel: usize,
    weekday: Weekday,
    hour: i8,
    form: Form,
    /// How long a player's clock runs, in milliseconds.
    pub(super) clock: Millis,
}

/// How its editions are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// So many rounds by the Swiss system, or everybody against everybody where they suffice.
    Auto(usize),
    RoundRobin,
    League,
}

pub(super) static EVENTS: [Event; 3] = [
    Event {
        name: "Friday",
        line: "!tournament weekly \"Friday\" lyra evening start:\"Fri 19:00\" rounds:5 clock:15m rated",
        channel: 0,
        weekday: Weekday::Friday,
        hour: 19,
        form: Form::Auto(5),
        clock: 15 * MINUTE,
    },
    Event {
        name: "Long",
        line: "!tournament weekly \"Long\" martian league weeks:1 start:\"Mon 20:00\"",
        channel: 1,
        weekday: Weekday::Monday,
        hour: 20,
        form: Form::League,
        clock: 7 * DAY / 2,
    },
    Event {
        name: "Sunday",
        line: "!tournament weekly \"Sunday\" mix roundrobin start:\"Sun 15:00\" clock:10m fill:1",
        channel: 1,
        weekday: Weekday::Sunday,
        hour: 15,
        form: Form::RoundRobin,
        clock: 10 * MINUTE,
    },
];

impl Event {
    pub(super) fn is_league(&self) -> bool {
        self.form == Form::League
    }

    pub(super) fn is_round_robin(&self, starters: usize) -> bool {
        match self.form {
            Form::Auto(rounds) => starters + starters % 2 <= rounds + 1,
            Form::RoundRobin | Form::League => true,
        }
    }

    pub(super) fn place(&self) -> PlaceId {
        channel(self.channel)
    }

    /// The first start behind an instant, by the clocks of the server.
    pub(super) fn start_after(&self, at: Millis) -> Millis {
        let mut day = zoned(at).date();
        loop {
            let is_day = day.weekday() == self.weekday;
            let start = day.at(self.hour, 0, 0, 0).to_zoned(zone()).expect("a time of day");
            let start = start.timestamp().as_millisecond();
            if is_day && start > at {
                return start;
            }
            day = day.checked_add(1.day()).expect("a day");
        }
    }
}

pub(super) fn channel(n: usize) -> PlaceId {
    PlaceId::channel(Platform::Discord, (501 + n).to_string())
}

pub(super) const ZONE: &str = "Europe/Berlin";

fn zone() -> TimeZone {
    TimeZone::get(ZONE).expect("a zone")
}

fn zoned(at: Millis) -> Zoned {
    Timestamp::from_millisecond(at).expect("an instant").to_zoned(zone())
}
