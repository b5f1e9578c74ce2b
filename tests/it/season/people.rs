//! The people of the season: when they move, and when they sleep.

use table::{DAY, HOUR, MINUTE, Millis, Person, PersonId, PlaceId, Platform, SECOND};

use crate::support::chance::Chance;

/// How somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Temper {
    /// Within the hour.
    Quick,
    /// Once or twice a day.
    Usual,
    /// Late, and now and then too late.
    Slow,
}

/// Hours without reminders, of a zone that never changes its clocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quiet {
    /// As it is typed.
    pub(super) words: &'static str,
    from: Millis,
    to: Millis,
    zone: Millis,
}

impl Quiet {
    const ALL: [Self; 3] = [
        Self {
            words: "22:00-07:00 Asia/Kathmandu",
            from: 22 * HOUR,
            to: 7 * HOUR,
            zone: 5 * HOUR + 45 * MINUTE,
        },
        Self { words: "23-6 UTC", from: 23 * HOUR, to: 6 * HOUR, zone: 0 },
        Self {
            words: "13:00-15:30 Asia/Tokyo",
            from: 13 * HOUR,
            to: 15 * HOUR + 30 * MINUTE,
            zone: 9 * HOUR,
        },
    ];

    /// Returns how long it is since they began last.
    fn since_begin(self, at: Millis) -> Millis {
        (at + self.zone - self.from).rem_euclid(DAY)
    }

    fn length(self) -> Millis {
        (self.to - self.from).rem_euclid(DAY)
    }

    pub(super) fn covers(self, at: Millis) -> bool {
        self.since_begin(at) < self.length()
    }

    /// Returns when those end in which this instant lies.
    pub(super) fn end(self, at: Millis) -> Option<Millis> {
        self.covers(at).then(|| at - self.since_begin(at) + self.length())
    }

    /// Returns when those began in which this instant lies.
    pub(super) fn begin(self, at: Millis) -> Option<Millis> {
        self.covers(at).then(|| at - self.since_begin(at))
    }
}

/// Somebody who plays.
#[derive(Clone, Debug)]
pub(super) struct Someone {
    pub(super) person: Person,
    pub(super) temper: Temper,
    pub(super) quiet: Option<Quiet>,
    /// Whether they say beforehand what they reply.
    pub(super) plans: bool,
    /// When they write next that they go on vacation, if they do.
    pub(super) vacations: Vec<Millis>,
}

impl Someone {
    /// The person of this number, in a season that begins then and lasts so long.
    pub(super) fn new(n: usize, chance: &mut Chance, (start, days): (Millis, i64)) -> Self {
        let id = PersonId::new(Platform::Discord, (1_001 + n).to_string());
        let temper = *chance.one_of(&[Temper::Quick, Temper::Usual, Temper::Usual, Temper::Slow]);
        let quiet = chance.happens(30).then(|| *chance.one_of(&Quiet::ALL));
        // One of two is away now and then, a quarter of the days apart, so that none is over another.
        let quarter = days * DAY / 4;
        let part = |n: i64| start + n * quarter;
        let mut vacations = Vec::new();
        let is_traveller = chance.happens(50);
        for n in 0..4 {
            if is_traveller && chance.happens(50) {
                vacations.push(chance.between(part(n), part(n) + quarter / 4));
            }
        }
        let name = format!("player{}", n + 1);
        let plans = chance.happens(40);
        Self { person: Person { id, name }, temper, quiet, plans, vacations }
    }

    pub(super) fn private(&self) -> PlaceId {
        self.person.id.private_place()
    }

    /// Returns how they are mentioned.
    pub(super) fn mention(&self) -> String {
        format!("<@{}>", self.person.id.key())
    }

    /// After how long they move who have been asked now and have so much time left; without a clock they
    /// have none.
    pub(super) fn hesitates(
        &self,
        chance: &mut Chance,
        now: Millis,
        left: Option<Millis>,
    ) -> Millis {
        let left = left.unwrap_or(3 * DAY);
        let is_live = left < 2 * HOUR;
        let pause = match self.temper {
            Temper::Slow if !is_live => chance.between(left / 4, left + left / 50),
            Temper::Slow => chance.between(left / 40, left / 8),
            _ if is_live => chance.between(5 * SECOND, (left / 5).clamp(10 * SECOND, 2 * MINUTE)),
            Temper::Quick => chance.between(MINUTE, HOUR),
            Temper::Usual => chance.between(2 * HOUR, 20 * HOUR).min(left * 4 / 5),
        };
        let deadlines = self.quiet.filter(|_| !is_live).and_then(|quiet| quiet.end(now + pause));
        deadlines.map_or(pause, |end| end - now + chance.between(MINUTE, HOUR))
    }
}
