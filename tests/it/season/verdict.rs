//! What a season has to have come to in the end.

use std::collections::BTreeMap;

use games::Seat;
use table::{ClockEvent, DAY, Game, HOUR, LogEvent, Millis, Platform};

use super::{judge::Clock, play::Playing};
use crate::support::simulation::DISCORD;

impl Playing {
    /// Lets what was away come back, and compares everything with the store.
    pub(super) fn finish(&mut self) {
        self.mend_all();
        let mut time_outs = 0;
        let mut credited = (0, 0);
        for game in 0..self.story.matches.len() {
            if self.story.matches[game].seats.is_empty() {
                continue;
            }
            if !self.story.matches[game].is_over {
                let clocks = self.story.judge.clocks(game).to_vec();
                self.check_clocks(game, &clocks);
            }
            let stored = self.stored(game);
            let is_time = |event: &LogEvent| matches!(event, LogEvent::Time(_));
            time_outs += stored.log().iter().filter(|entry| is_time(&entry.event)).count();
            self.check_reminders(game, &stored);
            check_idle(&stored);
            for seat in 0..self.story.matches[game].seats.len() {
                let sum = credits(&stored, seat);
                credited = (credited.0 + sum.0, credited.1 + sum.1);
            }
        }
        assert_eq!(u64::try_from(time_outs), Ok(self.story.figures.time_outs));
        assert!(self.page.open.is_empty(), "without an end: {:?}", self.page.open);
        self.check_outages();
        self.story.figures.hours_credited_for_outages = credited.0 / HOUR;
        self.story.figures.hours_credited_for_vacations = credited.1 / HOUR;
    }

    /// What the clocks of a game show, and what they were credited, is what the second judge says.
    pub(super) fn check_clocks(&self, game: usize, clocks: &[Clock]) {
        let stored = self.stored(game);
        for (seat, expected) in clocks.iter().enumerate() {
            let clock = clocks_of(&stored).nth(seat).expect("a seat");
            let told = || {
                let log: Vec<String> =
                    stored.log().iter().map(|entry| format!("{entry:?}")).collect();
                let one = &self.story.matches[game];
                format!("game {game}, seat {seat}: {clock:?}, {one:?}\n{}", log.join("\n"))
            };
            assert_eq!(credits(&stored, seat), (expected.outage, expected.vacation), "{}", told());
            let credited = (clock.credited().outage, clock.credited().vacation);
            assert_eq!(credited, (expected.outage, expected.vacation), "{}", told());
            assert_eq!(clock.left(), expected.left, "{}", told());
            let since = clock.run().map(|run| run.since);
            if stored.is_running() {
                assert_eq!(since, expected.run.map(|run| run.since), "{}", told());
            }
        }
    }

    /// Each reminder in the log of a game was said once, and none twice for the same run.
    fn check_reminders(&self, game: usize, stored: &Game) {
        let is_reminder =
            |text: &str| text.contains(", a reminder: ") || text.contains(", last call: ");
        let posts = self.page.posts.values();
        let of_game = posts.filter(|post| post.about.is_some_and(|(about, _)| about == game));
        let said = of_game.filter(|post| is_reminder(&post.text)).count();
        let mut done: BTreeMap<usize, u32> = BTreeMap::new();
        let mut logged = 0;
        for entry in stored.log() {
            match &entry.event {
                LogEvent::Ply { seat, .. } | LogEvent::Army { seat, .. } => {
                    done.remove(&seat.index());
                }
                LogEvent::Clock(ClockEvent::Given { to, .. }) => {
                    done.remove(&to.index());
                }
                LogEvent::Clock(ClockEvent::Reminded { seat, n, .. }) => {
                    let before = done.insert(seat.index(), *n);
                    assert!(before.is_none_or(|before| before < *n), "twice: {:?}", stored.log());
                    logged += 1;
                }
                _ => {}
            }
        }
        assert_eq!(said, logged, "reminders of game {game}");
    }

    /// The outages that are stored are those that there were.
    fn check_outages(&mut self) {
        let rows = self.committed().outages(Platform::Discord).expect("read");
        let of_platform = rows.into_iter().filter(|row| row.area == DISCORD);
        let mut stored: Vec<(Millis, Millis)> = Vec::new();
        let mut spans: Vec<_> =
            of_platform.map(|row| (row.since, row.until.expect("it is over"))).collect();
        spans.sort_unstable();
        for (from, to) in spans {
            match stored.last_mut() {
                Some((_, end)) if from <= *end => *end = to.max(*end),
                _ => stored.push((from, to)),
            }
        }
        assert_eq!(stored, self.story.judge.outages());
        let away: Millis = stored.iter().map(|(from, to)| to - from).sum();
        self.story.figures.hours_away = away / HOUR;
    }
}

fn clocks_of(stored: &Game) -> impl Iterator<Item = &table::Clock> {
    let seats = Seat::all(stored.position().n_seats());
    seats.filter_map(|seat| stored.clocks().of(seat))
}

/// Returns what the log says that a seat was credited: for outages, and for vacations.
fn credits(stored: &Game, of: usize) -> (Millis, Millis) {
    let credits = stored.log().iter().filter_map(|entry| match &entry.event {
        LogEvent::Clock(ClockEvent::Credited { seat, paused }) if seat.index() == of => {
            Some((paused.outage, paused.vacation))
        }
        _ => None,
    });
    credits.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

/// Players of a game that stands still are warned once after 30 days, and of no other game.
fn check_idle(stored: &Game) {
    let mut moved = stored.created();
    let mut warned = false;
    for entry in stored.log() {
        match entry.event {
            LogEvent::Ply { .. } | LogEvent::Army { .. } => (moved, warned) = (entry.at, false),
            LogEvent::Clock(ClockEvent::IdleWarned) => {
                assert!(!stored.clocks().control().is_limited() && !warned, "{:?}", stored.log());
                assert!(entry.at - moved >= 30 * DAY, "{:?}", stored.log());
                warned = true;
            }
            _ => {}
        }
    }
}
