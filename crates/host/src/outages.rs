//! How the loop finds out when nothing could be heard or said: the program was down, the platform or a
//! place could not be reached, the machine slept or its clock was set. Writing that down keeps no game
//! waiting, and a full disk only puts it off.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use chat::World as _;
use store::{Batch, RowWrite, WakeRow};
use table::{Area, DAY, Key, Millis, PlaceId};

use super::{event_loop::HostLoop, input::Input, outage_state::Outages, timers::Timer};

/// How often it is noted that the program runs. So much at most counts as an outage too many when the
/// program is killed.
const ALIVE_EVERY: Duration = Duration::from_secs(10);
/// By how much the wall clock may run ahead between two looks at it without anybody being away.
const LONGEST_STEP: Millis = 120_000;
/// By how much it may fall behind without having been set back.
const BACK_STEP: Millis = 1_000;
/// For how long outages are kept. A clock may run for years, with the longest bank, vacations and gifts;
/// there are few outages.
const KEPT_FOR: Millis = 10 * 366 * DAY;

/// What the loop knows of how its platform and the places there can be reached.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// The places to which replies cannot be delivered.
    unreachable: HashSet<PlaceId>,
    /// Both readings of the clock at the last look.
    last_look: Option<(Instant, Millis)>,
    /// Whether a part of an outage was cut off, and not everything is woken yet that may be due earlier.
    is_cut: bool,
}

impl HostLoop {
    /// Reads when there were outages, and ends those of the last run of the program, which was one itself:
    /// from its last sign of life until the platform is released.
    pub(super) fn read_outages(&mut self) {
        let (now, platform) = (self.state.now(), Area::Platform(self.settings.platform));
        let reader = self.state.reader();
        let read = reader.outages(platform.platform());
        let (mut outages, alive) = match read
            .and_then(|rows| Ok((Outages::from_rows(rows), reader.alive(platform.platform())?)))
        {
            Ok(read) => read,
            Err(error) => {
                tracing::error!("earlier outages could not be read: {error}");
                Default::default()
            }
        };
        self.reach.is_cut = outages.cut(now);
        for area in outages.open_areas().into_iter().filter(|area| *area != platform) {
            // Who still cannot be reached is told again.
            outages.end(&area, now);
        }
        if let Some(alive) = alive.filter(|alive| *alive < now) {
            outages.begin(&platform, alive);
        }
        if !self.state.holds().has(&platform) {
            outages.end(&platform, now);
        }
        *self.state.outages() = outages;
        self.sweep_outages();
        self.note_alive();
    }

    /// Forgets outages that no clock needs any more: those of long ago, and those of places in which no game
    /// is left. What they have given to anybody stands in the logs of the games.
    pub(super) fn sweep_outages(&self) {
        self.state.outages().forget(self.state.now().saturating_sub(KEPT_FOR));
        let areas = self.state.outages().closed_areas();
        for area in areas {
            if matches!(&area, Area::Place(place) if !self.is_live(place)) {
                self.state.outages().forget_all(&area);
            }
        }
    }

    /// Notes that the program runs, and looks at what waits for a word on a platform that gives none.
    pub(super) fn note_alive(&mut self) {
        self.timers.set(self.clock.instant() + ALIVE_EVERY, Timer::Alive);
        self.write_outages();
        if self.reach.is_cut {
            self.wake_all();
        }
        if self.state.heard().is_none() {
            self.wakes.word_came();
        }
    }

    /// Writes that the program runs, with the outages that are not written yet.
    pub(super) fn write_outages(&self) {
        let at = self.state.now();
        let mut rows = self.state.outages().take_unwritten();
        rows.push(RowWrite::Alive(self.settings.platform, at));
        let (inputs, again) = (self.inputs.clone(), rows.clone());
        self.store.commit(Batch { rows, at, ..Batch::default() }, move |result| {
            // The store has said what is wrong. With the next sign of life it is tried again.
            if result.is_err() {
                let _ = inputs.send(Input::OutagesUnwritten(again));
            }
        });
    }

    /// Sets the time of what is done next, and finds out whether the wall clock was set. If it has run
    /// ahead, everybody was away meanwhile: the machine slept, or what the clock showed before was wrong.
    pub(super) fn look_at_clock(&mut self) {
        let (instant, now) = self.readings();
        self.state.set_now(now);
        let Some((last_instant, last)) = self.reach.last_look.replace((instant, now)) else {
            return;
        };
        let passed = instant.saturating_duration_since(last_instant).as_millis();
        let passed = Millis::try_from(passed).unwrap_or(Millis::MAX);
        let ahead = now.saturating_sub(last).saturating_sub(passed);
        if ahead > LONGEST_STEP {
            tracing::warn!(
                "the clock was set ahead by {} s: nobody's time runs in it",
                ahead / 1_000
            );
            let platform = Area::Platform(self.settings.platform);
            self.state.outages().add(&platform, now.saturating_sub(ahead), now);
            self.write_outages();
        } else if ahead < -BACK_STEP {
            tracing::warn!("the clock was set back by {} s", -(ahead / 1_000));
            self.reach.is_cut |= self.state.outages().cut(now);
            if let Some(heard) = self.state.heard() {
                self.state.set_heard(heard.min(now));
            }
            self.write_outages();
            if self.reach.is_cut {
                self.wake_all();
            }
        }
    }

    /// Writes that everything is due now that is due later: clocks that stood in what was cut off of an
    /// outage run out earlier than the table of wakes says. What comes for nothing is set right. If that
    /// cannot be written, it is tried again with the next sign of life.
    fn wake_all(&self) {
        let at = self.state.now();
        let behind = WakeRow { at, key: String::new() };
        let rows = match self.state.reader().wakes_after(&behind, u32::MAX) {
            Ok(rows) => rows,
            Err(error) => return tracing::error!("what is due could not be read: {error}"),
        };
        let keys = rows.iter().filter_map(|row| row.key.parse::<Key>().ok());
        let wakes: Vec<(Key, Option<Millis>)> = keys.map(|key| (key, Some(at))).collect();
        let (inputs, woken) = (self.inputs.clone(), wakes.clone());
        self.store.commit(Batch { wakes, at, ..Batch::default() }, move |result| {
            if result.is_ok() {
                let _ = inputs.send(Input::AllWoken(woken));
            }
        });
    }

    /// Writes that something about these keys is due now. If that cannot be written, it is found when it is due
    /// anyway.
    pub(super) fn wake_now(&self, keys: impl Iterator<Item = Key>) {
        let at = self.state.now();
        let wakes: Vec<(Key, Option<Millis>)> = keys.map(|key| (key, Some(at))).collect();
        let (inputs, woken) = (self.inputs.clone(), wakes.clone());
        self.store.commit(Batch { wakes, at, ..Batch::default() }, move |result| {
            if result.is_ok() {
                let _ = inputs.send(Input::Woken(woken));
            }
        });
    }

    /// This stands in the table of wakes.
    pub(super) fn woken(&mut self, wakes: &[(Key, Option<Millis>)]) {
        for (key, due) in wakes {
            self.wakes.written(key, *due);
        }
    }

    /// This stands in the table of wakes since part of an outage was cut off.
    pub(super) fn all_woken(&mut self, wakes: &[(Key, Option<Millis>)]) {
        self.reach.is_cut = false;
        self.woken(wakes);
    }

    /// Both readings of the clock as of one moment.
    fn readings(&self) -> (Instant, Millis) {
        /// Two readings that are no farther apart are of one moment.
        const MOMENT: Duration = Duration::from_millis(500);
        loop {
            let (before, now) = (self.clock.instant(), self.clock.now());
            if self.clock.instant().saturating_duration_since(before) < MOMENT {
                return (before, now);
            }
        }
    }

    /// Something has changed in whether an area can be reached.
    pub(super) fn note_reach(&mut self, area: Area) {
        if area.platform() != self.settings.platform {
            return;
        }
        let now = self.state.now();
        let is_cut_off = |place: &PlaceId| self.reach.unreachable.contains(place);
        let is_down = self.state.holds().has(&area)
            || matches!(&area, Area::Place(place) if is_cut_off(place));
        // What was said on a platform since it was heard last is known when it is heard again.
        let since = match area {
            Area::Platform(_) => self.state.heard().unwrap_or(now).min(now),
            Area::Place(_) => now,
        };
        let mut outages = self.state.outages();
        match is_down {
            true => outages.begin(&area, since),
            false => outages.end(&area, now),
        }
        drop(outages);
        self.write_outages();
    }

    /// Replies to a place cannot be delivered, or can be again.
    pub(super) fn set_unreachable(&mut self, place: PlaceId, is_unreachable: bool) {
        let has_changed = match is_unreachable {
            // Where nothing is played, nobody's clock runs.
            true => self.is_live(&place) && self.reach.unreachable.insert(place.clone()),
            false => self.reach.unreachable.remove(&place),
        };
        if has_changed {
            self.note_reach(Area::Place(place));
        }
    }

    /// All that was said before this instant has come in.
    pub(super) fn heard(&mut self, at: Millis) {
        let at = at.min(self.state.now());
        if self.state.heard().is_none_or(|heard| heard < at) {
            self.state.set_heard(at);
            self.wakes.word_came();
        }
    }
}
