//! The times in which nothing can be heard or said, as the loop finds them out: the program was down, the platform or a
//! place could not be reached, the machine slept or its clock was set. Writing that down keeps no game
//! waiting, and a full disk only puts it off.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use chat::World as _;
use store::{Batch, DeadlineRow, RowWrite};
use table::{Area, DAY, Key, Millis, PlaceId};

use super::{link::Link, outages::Outages};
use crate::{
    base::Base,
    clock::Clock,
    deadlines::timers::Timer,
    input::{Input, LinkInput},
    or_log::OrLog as _,
    state::committed_state::CommittedState,
};

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

/// The reach of the platform and the places there.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// The places to which replies cannot be delivered.
    unreachable: HashSet<PlaceId>,
    /// Both readings of the clock at the last look.
    last_look: Option<(Instant, Millis)>,
    /// Whether a part of an outage was cut off, and not everything is woken yet that may be due earlier.
    is_cut: bool,
}

impl Link {
    /// Reads when there were outages, and ends those of the last run of the program, which was one itself:
    /// from its last sign of life until the platform is released. Returns the same as
    /// [`note_alive`](Self::note_alive).
    #[must_use]
    pub(crate) fn read_outages(&mut self, base: &mut Base) -> bool {
        let (now, platform) = (base.state.now(), Area::Platform(self.platform()));
        let reader = base.state.reader();
        let read = reader.outages(platform.platform());
        let read = read
            .and_then(|rows| Ok((Outages::from_rows(rows), reader.alive(platform.platform())?)));
        let (mut outages, alive) =
            read.or_log("earlier outages could not be read").unwrap_or_default();
        self.reach.is_cut = outages.cut(now);
        for area in outages.open_areas().into_iter().filter(|area| *area != platform) {
            // Who still cannot be reached is told again.
            outages.end(&area, now);
        }
        if let Some(alive) = alive.filter(|alive| *alive < now) {
            outages.begin(&platform, alive);
        }
        if !self.contact.holds().has(&platform) {
            outages.end(&platform, now);
        }
        *self.contact.outages() = outages;
        self.sweep_outages(&base.state);
        self.note_alive(base)
    }

    /// Forgets outages that no clock needs any more: those of long ago, and those of places in which no game
    /// is left. What they have given to anybody stands in the logs of the games.
    pub(crate) fn sweep_outages(&self, state: &CommittedState) {
        self.contact.outages().forget(state.now().saturating_sub(KEPT_FOR));
        let areas = self.contact.outages().closed_areas();
        for area in areas {
            if matches!(&area, Area::Place(place) if !state.is_live(place)) {
                self.contact.outages().forget_all(&area);
            }
        }
    }

    /// Notes that the program runs. Returns `true` if what waits for a word is to be looked at now, since the
    /// platform gives none.
    #[must_use]
    pub(crate) fn note_alive(&mut self, base: &mut Base) -> bool {
        base.set_timer(ALIVE_EVERY, Timer::Alive);
        self.write_outages(base);
        if self.reach.is_cut {
            self.wake_all(base);
        }
        self.contact.heard().is_none()
    }

    /// Writes that the program runs, with the outages that are not written yet.
    pub(crate) fn write_outages(&self, base: &Base) {
        self.write_life(base, || ());
    }

    /// Returns `true` if this place takes no replies.
    pub(crate) fn is_cut_off(&self, place: &PlaceId) -> bool {
        self.reach.unreachable.contains(place)
    }

    /// Does the same, and calls back from the thread of the store once it has answered, however it did.
    pub(crate) fn write_life(&self, base: &Base, answered: impl FnOnce() + Send + 'static) {
        let at = base.state.now();
        let mut rows = self.contact.outages().take_unwritten();
        rows.push(RowWrite::Alive(self.platform(), at));
        let again = rows.clone();
        // If it fails, the store has said what is wrong. With the next sign of life it is tried again.
        base.write(Batch { rows, ..base.batch() }, move |result| {
            answered();
            result.err().map(|_| Input::Link(LinkInput::OutagesUnwritten(again)))
        });
    }

    /// Sets the time of what is done next, and finds out whether the wall clock was set. If it has run
    /// ahead, everybody was away meanwhile: the machine slept, or what the clock showed before was wrong.
    pub(crate) fn look_at_clock(&mut self, base: &Base) {
        let (instant, now) = readings(&*base.clock);
        base.state.set_now(now);
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
            let platform = Area::Platform(self.platform());
            self.contact.outages().add(&platform, now.saturating_sub(ahead), now);
            self.write_outages(base);
        } else if ahead < -BACK_STEP {
            tracing::warn!("the clock was set back by {} s", -(ahead / 1_000));
            self.reach.is_cut |= self.contact.outages().cut(now);
            if let Some(heard) = self.contact.heard() {
                self.contact.set_heard(heard.min(now));
            }
            self.write_outages(base);
            if self.reach.is_cut {
                self.wake_all(base);
            }
        }
    }

    /// Writes that everything is due now that is due later: clocks that stood in what was cut off of an
    /// outage run out earlier than the table of deadlines says. What comes for nothing is set right. If that
    /// cannot be written, it is tried again with the next sign of life.
    fn wake_all(&self, base: &Base) {
        let at = base.state.now();
        let behind = DeadlineRow { at, key: String::new() };
        let rows = base.state.reader().deadlines_after(&behind, u32::MAX);
        let Some(rows) = rows.or_log("what is due could not be read") else { return };
        let keys = rows.iter().filter_map(|row| row.key.parse::<Key>().ok());
        let deadlines: Vec<(Key, Option<Millis>)> = keys.map(|key| (key, Some(at))).collect();
        let woken = deadlines.clone();
        base.write(Batch { deadlines, ..base.batch() }, move |result| {
            result.ok().map(|()| Input::Link(LinkInput::AllWoken(woken)))
        });
    }

    /// Everything that is due later has come to stand in the table of deadlines as due now.
    pub(crate) const fn all_woken(&mut self) {
        self.reach.is_cut = false;
    }

    /// Something has changed in whether an area can be reached.
    pub(crate) fn note_reach(&mut self, base: &Base, area: Area) {
        if area.platform() != self.platform() {
            return;
        }
        let now = base.state.now();
        let is_down = self.contact.holds().has(&area)
            || matches!(&area, Area::Place(place) if self.is_cut_off(place));
        // What was said on a platform since it was heard last is known when it is heard again.
        let since = match area {
            Area::Platform(_) => self.contact.heard().unwrap_or(now).min(now),
            Area::Place(_) => now,
        };
        let mut outages = self.contact.outages();
        match is_down {
            true => outages.begin(&area, since),
            false => outages.end(&area, now),
        }
        drop(outages);
        self.write_outages(base);
    }

    /// Replies to a place cannot be delivered, or can be again.
    pub(crate) fn set_unreachable(&mut self, base: &Base, place: PlaceId, is_unreachable: bool) {
        let has_changed = match is_unreachable {
            // Where nothing is played, nobody's clock runs.
            true => base.state.is_live(&place) && self.reach.unreachable.insert(place.clone()),
            false => self.reach.unreachable.remove(&place),
        };
        if has_changed {
            self.note_reach(base, Area::Place(place));
        }
    }

    /// All that was said before this instant has come in. Returns `true` if that is news.
    #[must_use]
    pub(crate) fn heard(&self, base: &Base, at: Millis) -> bool {
        let at = at.min(base.state.now());
        let is_news = self.contact.heard().is_none_or(|heard| heard < at);
        if is_news {
            self.contact.set_heard(at);
        }
        is_news
    }

    /// Returns `true` if what is due about this key has to wait.
    pub(crate) fn is_held(&self, state: &CommittedState, key: &Key) -> bool {
        let holds = self.contact.holds();
        if !holds.any() {
            return false;
        }
        match key {
            Key::Game(no) => state.place_of(*no).is_some_and(|place| holds.covers(&place)),
            Key::Person(id) => holds.has(&Area::Platform(id.platform())),
            // Somebody may have entered, or left, who is not heard yet.
            Key::Edition(_) => holds.has(&Area::Platform(self.platform())),
            Key::Scale(_) | Key::Task(_) => false,
        }
    }

    /// From now on what is due there waits.
    pub(crate) fn hold(&mut self, base: &Base, area: Area) {
        self.contact.holds().hold(area.clone());
        self.note_reach(base, area);
    }

    /// Releases an area once; `true` if nothing holds it any more that did.
    #[must_use]
    pub(crate) fn release(&mut self, base: &Base, area: &Area) -> bool {
        let is_free = self.contact.holds().release(area);
        if is_free {
            self.note_reach(base, area.clone());
        }
        is_free
    }
}

/// Both readings of the clock as of one moment.
fn readings(clock: &dyn Clock) -> (Instant, Millis) {
    /// Two readings that are no farther apart are of one moment.
    const MOMENT: Duration = Duration::from_millis(500);
    loop {
        let (before, now) = (clock.instant(), clock.now());
        if clock.instant().saturating_duration_since(before) < MOMENT {
            return (before, now);
        }
    }
}
